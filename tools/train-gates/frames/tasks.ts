// Sentence frames of work for an assistant: sums, code, knowledge, writing. Nothing here wants to be sold.

/** By kind; `expand.ts` tells how a frame is read. Goods and places stand in many of them on purpose. */
export const TASKS: Readonly<Record<string, string>> = {
  maths: `
what is {n} plus {n}?
what's {n} times {n}?
what is {n} * {n}
what is {n} x {n}
what is {n} / {n}?
what is {n} - {n}
{n} + {n}
{n} * {n} =
{n} divided by {n}
what is {n} percent of {n0}?
square root of {n0}
what is the derivative of x squared?
solve {n}x + {n} = {n0}
solve for x: x^2 - {n}x + {n} = 0
integrate sin(x) cos(x)
find the area of a circle with radius {n}
prove that the square root of 2 is irrational
what is the probability of rolling two sixes?
factor x^2 + {n}x + {n}
simplify the fraction {n}/{n0}
{person} has {n} apples and gives {n} to {person}. how many apples are left?
{person} buys {n} {goods} for $ {n} each. how much does {person} spend in total?
a store sells {goods} at $ {n0}. during a sale the price is reduced by {n}%. what is the new price?
{person} bought a {good} for $ {n0} and sold it for {n} dollars more. what was the profit?
{person} earns $ {n} an hour and works {n} hours a week. how many weeks until {person} can pay for a {good} that costs $ {n0}?
a restaurant has {n} tables with {n} chairs each. if {n} people come in, how many chairs are empty?
a train travels {n0} miles in {n} hours. what is its average speed?
there are {n} {animal} in a field. {n} of them are brown and half of the rest are white. how many are left?
{person} reads {n} pages a day. how many days does a book of {n0} pages take?
if {n} workers build a wall in {n} days, how long would {n} workers need?
the ratio of boys to girls in a class is {n} to {n}. there are {n0} students. how many are girls?
{person} and {person} went shopping. {person} spent twice as much as {person}. together they spent $ {n0}. how much did each spend?
{person} orders {n} pizzas with {n} slices each. if {n} friends share them equally, how many slices does each get?
a hotel charges $ {n0} per night. how much do {n} nights cost with a {n}% tax?
{person} baked {n} cookies, ate {n} and packed the rest into boxes of {n}. how many boxes are full?
what is the next number in the sequence 2, 4, 8, 16?
convert 0.{n} to a fraction
what is the mean of {n}, {n} and {n}?
calculate the compound interest on $ {n0} at {n}% for {n} years
how many seconds are in {n} hours?
let f(x) = {n}x + {n}. find f({n})
what is the least common multiple of {n} and {n}?`,
  coding: `
write a {lang} function that {codetask}
write a program in {lang} that {codetask}
how do i [sort a list|read a file|make a loop|parse json|catch an exception|use a map] in {lang}?
why does my {lang} code throw a {bug}?
i get a {bug} when i run this, what's wrong?
fix this {lang} code: for i in range(10) print(i)
what does this code do? const x = items.map(i => i.price)
explain this regex: ^[a-z]+@[a-z]+$
what's the difference between a list and a tuple in python?
how do i undo the last commit in git?
git rebase failed with a {bug}
how do i center a div?
write unit tests for this function
refactor this class to use dependency injection
convert this {lang} script to {lang}
optimize this sql query: select * from orders join customers
how do i install {lib} on ubuntu?
what is the time complexity of quicksort?
how do i set up {lib} with {lib}?
my {lib} container keeps restarting
{lib} {bug} when deploying
what is a closure in javascript?
explain async and await
create a table for {goods} with a price column in sql
write a sql query that returns the top {n} customers by revenue
implement a shopping cart class in {lang}
write a {lang} scraper for product prices
debug: cannot read properties of undefined (reading 'map')
error: module not found: can't resolve './{lib}'
def add(a, b): return a - b  # why does the test fail?
npm install fails with eacces
how do i exit vim?
write a dockerfile for a node app
what's the regex for a phone number?
generate a json schema for an order with items
document this api endpoint
review my pull request
write a bash script that {codetask}
implement a {lang} class for a {gadget} with getters
given an array of integers, return the indices of two numbers that add up to a target
complete the following function and return only code
what port does {lib} use by default?
add type hints to this function
explain what a foreign key is`,
  knowledge: `
what is the {fact}?
do you know the {fact}?
who [invented|discovered] [the telephone|penicillin|electricity|the {gadget}|the radio|coffee]?
who [wrote|painted|composed|directed] [hamlet|the mona lisa|the ninth symphony|psycho|1984]?
who was the [first|third|16th] president of {country}?
when did [the berlin wall fall|world war ii end|the titanic sink|man land on the moon]?
when was {city} founded?
why is the sky blue?
why do {animal} [sleep|migrate|fight|sing|live so long]?
how do {animal} communicate?
what do {animal} eat?
how does {science} work?
what is {science}?
explain {science} [to a child|in simple terms|like i'm five|step by step|]
what caused {science}?
tell me about {science}
tell me about the history of {city}
what is the history of {goods}?
how are {goods} made?
who invented {goods}?
how does a {gadget} work?
what language do they speak in {country}?
how many people live in {country}?
what is {country} famous for historically?
is {country} in the european union?
what's the difference between {science} and {science}?
what is the difference between weather and climate?
what are the causes of {science}?
what were the main consequences of {science}?
describe daily life in {era}
what did people wear in {era}?
what did people eat in {era}?
what does {word} mean?
define {word}
what's the definition of {word}?
how do you spell {word}?
what is a synonym for {word}?
what rhymes with {word}?
is {word} a noun or a verb?
what is the plural of {word}?
use {word} in a sentence
how do you say {word} in {tongue}?
translate {word} [to|into] {tongue}
translate this sentence into {tongue}: i lost my keys
what does {word} mean in {tongue}?
what is the {tongue} word for {good}?
is a tomato a fruit?
can {animal} swim?
how many legs does a spider have?
which planet has the most moons?
which of these is a prime number: 4, 9, 11, 15?
what is the moral of the tortoise and the hare?
summarize the plot of hamlet
who is the main character of moby dick?
what is the theme of romeo and juliet?
what instrument did {person} davis play in the band?
in which year did {country} win the world cup?
in what city is the museum where the mona lisa hangs?
which element has the symbol fe?
name three {animal}
list the planets in order
what are the symptoms of a cold?
is it true that goldfish have no memory?
how tall is the eiffel tower?
what's the origin of the word {word}?
how old is the universe?
how do airplanes fly?
how do i boil an egg?
how do i tie a tie?
how do you fold a fitted sheet?
how long do you boil pasta?
how do i remove a coffee stain?
how do i do a proper push up?
how do i change a tire by myself
how do i clean my {good}?
how do i take a screenshot on my {gadget}?
how do i reset my {gadget}?
how do i connect my {gadget} to my {gadget}?
what does the red light on my {gadget} mean?`,
  writing: `
write a [poem|haiku|song|short story|limerick|sonnet|rap] about {theme}
write a poem about a {good}
write a story where a {good} talks
write an {doc} about {theme}
write a {doc} about {science}
write a {doc} for a {pro}
write a {doc} to my boss asking for a day off
write a {doc} [declining|accepting|confirming] an invitation
draft an email to {person} about the delayed project
write a product description for a {quality} {good}
write an advertisement for a {good}
write a slogan for a {eatery}
come up with a name for a {eatery}
come up with {n} titles for a blog about {hobby}
give me {n} ideas for a story about {theme}
write a review of a {eatery} from the view of a critic
write a complaint letter to a hotel
write a dialogue between a {pro} and a customer
write a scene in which {person} misses a flight to {city}
continue the story: the rain had stopped when {person} opened the door
once upon a time there was a {pro} who lived in {city}
rewrite this [paragraph|sentence|email] in a [friendlier|more formal|simpler] tone
make it [shorter|longer|funnier|more formal|sound natural]
proofread this {doc}
correct the grammar: she go to school every days
summarize [this article|the following text|the passage above] in {n} sentences
summarize: {city} is a city in {country} with {n0} thousand inhabitants. it is known for its markets and old bridges.
turn this into bullet points
give me a better headline for this {doc}
paraphrase: the meeting was postponed because of the weather
classify the sentiment of this review: the {good} broke after a week, very disappointed
is this review positive or negative? "great {good}, arrived fast"
extract the names and dates from this text
classify the following into categories: {animal}, {good}, {dish}
given a list of products, sort them by category. {good}, {good}, {good}
fill in the blank: the cat sat on the ___
find the odd one out: {animal}, {good}, {dish}
write a birthday message for my {kin}
write a toast for my sister's wedding
create a lesson plan about {science}
create a quiz with {n} questions about {era}
make a table comparing {science} and {science}
make a to do list for moving day
generate {n} random names
pretend you are a pirate
roleplay: you are a medieval knight and i am the king
act as a [job interviewer|history teacher|dungeon master|grumpy cat|linux terminal]
you are a detective. interview me about {theme}
imagine you are {animal} and describe your day
let's roleplay, you are my {kin} and we talk about {theme}
write lyrics about {feeling} nights in {city}
give me a metaphor for {theme}
write the opening line of a novel about {theme}
what's a good title for my essay on {science}?
write an argument for and against {science}
help me write a {doc}
help me with my homework on {science}
help me prepare for an interview as a {pro}
explain why the author used irony in this passage
write a conclusion for my essay
suggest a better word for {word}
describe a {eatery} in {city} in two sentences for my novel
in this task you are given a sentence. decide whether it is true or false.
you will be given a passage and a question. answer with one word.
given the following premise, does the hypothesis follow?
choose the correct option. (a) {word} (b) {word} (c) {word}
answer the following multiple choice question about {science}
convert the following sentence to passive voice: {person} ate the cake
arrange the words to form a sentence
label each message as spam or not spam: you won a free {good}, click here
write a tweet about {hobby}
write instructions for assembling a {home}
write a recipe title for leftovers
write a short bio for a {pro} who loves {hobby}`,
}

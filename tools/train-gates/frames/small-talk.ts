// Sentence frames of people who chat, command a device or ask about their account: nothing here wants to be sold.

/** By kind; `expand.ts` tells how a frame is read. Goods and places stand in many of them on purpose. */
export const SMALL_TALK: Readonly<Record<string, string>> = {
  greetings: `
hi
hi!
hello
hello there
hey
hey [there|you|buddy|assistant|]
yo
sup
good [morning|afternoon|evening|night]
hi, how are you [today|doing|]?
how's it going?
what's up
nice to meet you
howdy
thanks
thanks!
thank you
thank you so much
thank you for [your help|everything|the explanation|that|letting me know]
thx
cheers
that [helps|helped] a lot
perfect, thanks
great
awesome
cool
nice one
ok
okay
ok got it
got it, thanks
i see
sure
sounds good
sounds great, thanks
yes
yes please
yeah
yep
no
no thanks
nope
not really
maybe
i don't know
never mind
nevermind
forget it
bye
goodbye
see you [later|tomorrow|soon]
talk to you later
have a nice day
good night
lol
haha that's [funny|hilarious]
wow
really?
hmm
sorry
my bad
please continue
go on
that's [right|correct|wrong|not what i meant|true|great|all for now|all i needed]
no that's all, thank you
i'm all set, thanks for the help
you're [welcome|right|wrong|funny|so helpful|not helping]
can you [repeat that|say that again|speak slower|speak up|hear me|be more specific]?
wait what
i [agree|disagree|doubt it|changed my mind]`,
  'small talk': `
how are you feeling today?
what's your name?
who [are you|made you|do you work for|is your creator]?
are you [a robot|human|real|chatgpt|alive|conscious|smarter than me]?
what can you do?
what are your hobbies?
do you [like|enjoy|prefer] {hobby}?
do you have [pets|feelings|a family|dreams|a favourite color|siblings]?
where are you from?
how old are you?
when is your birthday
what should i call you?
can i call you {person}?
my name is {person}
change my name to {person}
i'm {feeling} [today|right now|lately|]
i feel {feeling} [today|tonight|]
i am so {feeling} [today|these days|]
i feel {feeling} because my {kin} is away
i had a [long|hard|great|weird] day at [work|school]
my {kin} and i had a fight
my {kin} makes me {feeling}
i love {hobby}
i really like {hobby} and {hobby}
i don't like {hobby} much, it makes me {feeling}
i have two {animal} and a {kin}
i live in {city} with my {kin}
i work as a nurse, what about you?
i just got home from {hobby}
i grew up in {country}
i'm from {city}, where are you from?
what do you do for fun?
do you have any plans for the weekend?
i went {hobby} with my {kin} yesterday
we are having {dish} tonight, i'm cooking
i bought a new {good} yesterday and i love it
my {good} is {quality}, i use it every day
i have had my {gadget} for years
my {kin} got me a {good} for christmas, so sweet
that sounds fun, i wish i could go
me too! what kind of music do you listen to?
oh that's cool, i've never been to {country}
i've been to {country} once, it was lovely
do you believe in [ghosts|aliens|love|destiny]?
what is your favourite [movie|book|song|food|season|animal]?
what's the meaning of life?
tell me a joke [about {animal}|about {hobby}|]
tell me something [interesting|funny|i don't know]
tell me a fun fact about {animal}
tell me about yourself
i miss my {kin}
i can't sleep
it's raining here
i'm bored, let's play a game
let's talk about {hobby}
roll a die
flip a coin
pick a number between 1 and {n}
rock paper scissors
will you marry me
do you remember what i said yesterday?
that was rude
i don't understand you
you already told me that
what do you think about {theme}?
congratulations to your team
i'm studying for finals and drinking way too much coffee
my team lost again last night`,
  device: `
turn [on|off] the {device} [in the {room}|]
switch [on|off] the {device} please
turn [up|down] the [volume|brightness|heat|music]
dim the lights in the {room}
set the {room} lights to [red|blue|{n} percent]
set the thermostat to {n} degrees
is the [front door|garage|window] [open|locked]?
start the {device}
stop
pause
resume
cancel
mute
play {song}
play {song} [in the {room}|on spotify|by the beatles]
skip this song
next track
what song is this?
add this song to my playlist
add {person} to the playlist called summer
shuffle my playlist
open the {app} app
close the {app}
take a [selfie|screenshot|picture]
set an alarm for {n} [am|pm]
wake me up at {n}
cancel my alarm
set a timer for {n} minutes
how much time is left on the timer
start a stopwatch
remind me to [call {person}|take out the trash|buy milk|water the plants|pay the rent] [at {n}|tomorrow|when i get home]
what reminders do i have?
add {edible} to my shopping list
put {home} on my shopping list
remove {edible} from the list
what's on my to do list?
clear my shopping list
add a meeting with {person} {when} to my calendar
what's on my calendar {when}?
do i have any meetings {when}?
cancel my meeting with {person}
move the dentist appointment to {n}
am i free {when}?
create an event called birthday party {when}
call {person}
text {person} that i'm running late
send a message to {person}
send an email to {person} about the meeting
read my new messages
check my voicemail
do i have new emails?
reply to {person} saying yes
where's my phone?
find my phone
share my location with {person}
change the language to {tongue}
speak faster
change your voice
whisper mode on
connect to wifi
turn on bluetooth
sync my phone
factory reset
restart the {device}
vacuum the {room}
lock the door
close the blinds in the {room}
make the {room} warmer
run the dishwasher
start the coffee machine
rate this book {n} out of 10
give the current album {n} stars
i'd rate this novel a {n}
mark the email as read
delete the last photo
show me pictures from {city}
record a voice memo
what is the battery level`,
  'weather and time': `
what's the weather [like|] [today|tomorrow|in {city}|{when}]?
will it rain {when}?
is it going to snow in {city}?
do i need an umbrella today?
what's the temperature [outside|in {city}]?
weather forecast for {city}
how humid is it in {country}?
will it be windy {when} in {city}?
will there be a storm in {city}?
what time is it [in {city}|now|]?
what day is it today?
what's the date {when}?
how many days until christmas?
what time zone is {city} in?
when does the sun set today?
when is the next holiday?
how far is it from {city} to {city}?
how long does it take to drive to {city}?
how is the traffic on the way to work?
is there an accident on the highway?
how do i get to the {eatery} from here
directions to the airport
where am i?
what's the latest news?
read me the headlines
what happened in {country} today?
what's the score of the game?
who won the match last night?
when do the {city} team play next?
how much is one dollar in euros
convert {n} euros to dollars
convert {n} miles to kilometers
how many cups in a liter?
how many ounces are in {n} pounds?`,
  account: `
what's my account balance?
how much money is in my savings account
show my [last|recent] transactions
how much did i spend on [groceries|coffee|travel] last month?
transfer {n} dollars from checking to savings
send {n0} dollars to {person}
pay my [electric|water|phone|credit card] bill
when is my bill due?
what's the minimum payment on my credit card?
why was my card declined?
my card was [stolen|lost|damaged]
i lost my debit card
freeze my account
block my card
there's a charge on my account that i don't recognize
report a fraudulent transaction
what is my routing number?
i forgot my pin
how do i change my pin?
reset my password
my account is locked
i can't log in
what's my credit limit?
when do i get paid?
how many vacation days do i have left?
request time off from {when}
has my vacation been approved?
where is my w2 form?
what's the status of my order?
where is my package?
track my delivery
my order hasn't arrived
cancel my subscription
cancel my order
i want a refund
i'd like to return the {good} i bought
the {good} arrived broken
update my billing address
delete my account
i was charged twice
my direct deposit did not show up
why is there a fee on my statement?
my transfer is still pending
how do i activate my new card?
the atm kept my card
my top up failed
verify my identity`,
  opinions: `
do you think {hobby} is [good for you|a waste of time|art]?
is it rude to [cancel on|text|ignore] my {kin}?
how do i tell my {kin} that i'm {feeling}?
how can i be less {feeling}?
how do i make friends in a new city?
how do i apologize to my {kin}?
should i move in with my {kin}?
what makes a good leader?
what is your opinion on {science}?
who was the best player of all time?
is it better to be kind or right?
how do i stop procrastinating?
how can i sleep better without taking anything?
any advice for a first date conversation?
how do i ask my boss for a raise?
my {kin} never listens to me, what should i do?
how do you deal with {feeling} days?
what would you do if you were me?
can money make people happy?
should homework be banned?
why do people like {hobby}?
what's the best way to learn for an exam?
how do i stay focused while studying?
teach me something about {hobby}
what are the rules of chess?
how do i get better at {hobby}?
give me a riddle
give me a tongue twister
what should i name my [cat|dog|boat|baby]?
who would win, a lion or a bear?
what superpower would you choose?
make me laugh
cheer me up
sing me a song
do you know any magic tricks?
tell me a bedtime story about {animal}`,
  agents: `
search my notes for {theme}
read the file report.txt and tell me what it says
list all files in this folder
create a new file called notes.md
run the tests and show me the failures
summarize this conversation
generate a title for this chat
what did we talk about before?
ignore the previous message
regenerate the answer
answer in {tongue}
answer with yes or no only
respond in json
use bullet points
show me your steps
check your answer again
are you sure?
that is not correct, try again
here is the text: lorem ipsum dolor sit amet
let's start over
tool result: 200 ok
the attached image shows a graph, describe it
describe this picture
what is in this image?
extract the table from the pdf
translate the document to {tongue}
what's the weather tool returning?`,
}

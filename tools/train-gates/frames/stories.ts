// Longer texts that want nothing: sums told as stories, and tasks with a text pasted below, which is often one about goods.

/** Sentences of a sum; two to four of them and a question make one. */
export const SUM_SENTENCES = `
{person} has {n} {thing} | {person} buys {n} {thing} for $ {n} each | a {shopkind} sells {thing} for $ {n} each | {person} sold {n} {thing} on monday and twice as many on tuesday
{person} earns $ {n} per hour | every week {person} spends $ {n} on {thing} | tickets cost $ {n} for adults and $ {n} for children | a box holds {n} {thing} | {person} gave {n} {thing} to {person}
there are {n} {thing} in each bag | the {shopkind} gives a discount of {n}% | {person} is {n} years older than {person} | {person} wants to buy a {good} that costs $ {n0} | {person} bakes {n} {thing} a day
{person} drives {n} miles to work | the bus carries {n} people | a farmer has {n} {animal} and {n} {animal} | {person} reads {n} pages a night | half of the {thing} are red | a third of them were eaten | {person} pays {n}% tax
{person} saves $ {n} a month | the trip takes {n} hours | a recipe needs {n} cups of flour | {person} found {n} more | {person} went to the {shopkind} and bought {n} {thing} and {n} {thing} | the hotel charges $ {n0} a night
she uses {n} of them for a cake | he already has {n} dollars | the second {shopkind} sold three times as many | they share the cost equally between {n} friends | each pack of {thing} costs $ {n} and {person} needs {n} packs
{person} pays for {n} {thing} with a $ {n0} bill | movie tickets cost $ {n} on mondays and twice as much on saturdays | {person} ordered {n} pizzas cut into {n} slices | a {shopkind} had {n0} {thing} in stock | the price of a {good} rose by {n}%`
export const SUM_QUESTIONS = `
how many {thing} are left? | how much does {person} pay in total? | how much money does {person} have left? | how many does each person get? | what is the total cost? | how much change does she get? | how much did they earn in a week?
how many {thing} does {person} have now? | how long does it take? | what was the original price? | how many days will it last? | how much more does he need? | what percentage is left? | how old is {person}? | how many miles in all? | how much profit did the {shopkind} make?
how many {thing} must be sold? | find the average. | what is the ratio? | how much does it cost per month?`

/** Tasks; `&` stands for the pasted text. */
export const TASKS_WITH_TEXT = `
summarize the following text. & | summarize this: & | translate into {tongue}: & | rewrite this in simpler words: & | rewrite the text to sound more formal. & | classify the text as positive or negative: & | is this review positive or negative? &
correct any mistakes in the text. & | extract all product names from the text. & | extract the key features as bullet points: & | categorize the business described below. & | give this article a title. & | write a headline for this text: & | turn this into a table: &
what category does the product belong to? & | write a product description from these notes. & | shorten this to one sentence: & | find the adjectives in the sentence. & | answer the question from the passage. & what is it made of? | count the words: & | paraphrase: &
write a slogan for the brand. & | write a social media post about this. & | make this funnier: & | given the name and description of a product, list its features. & | translate to french. & | is the following sentence grammatically correct? & | convert to json: &
you are given a description. guess what it describes. & | generate three questions about the text. & | write a comment in reply to the post. & | detect the language: & | suggest a name for this product. & | write an email that introduces this product. & | identify the brand in this sentence: &
fill in the missing word. & | write a review of this. & | explain this in your own words: & | decide whether the two sentences mean the same. & | tell me the tone of this text: & | complete the text. & | create a quiz about this text. & | given an input text, output its topic. &`

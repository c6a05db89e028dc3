// Sentence frames of our own for the commercial-intent gate: the same nouns asked for, and merely talked about. They
// teach the gate the frame around a noun, which no single data set shows from both sides.
import { randomOf, type Example } from './fit.ts'

/** `%` stands for a product noun. The frames are written for this project. */
const ASKING = `
best %
best % under 200
top rated %
cheap %
% deals
% on sale
% near me
% price
% reviews
buy %
where can i buy %
where to get good % online
looking for %
i'm looking for a good %
i need % for my kids
can you recommend %
recommend me some % please
which % should i get
what % would you choose for a beginner
is there a discount on %
compare % for small businesses
how much does % cost
i want to order %
what are the best options for % this year
suggest % as a gift for my dad
alternatives to %
help me choose %
what is a good brand of %
i'd like to try %
we are shopping for %
is % worth the money
thinking of upgrading my %
find me % with good ratings
can you find a place that offers %
any tips on picking %
need a replacement for my old %
sign up for %
book % for next weekend
hire someone for %
get a quote for %
which company is good for %`

const NOT_ASKING = `
write a poem about %
write an essay on % in the middle ages
write a short story where % talks
what is the etymology of the word %
translate % into french
how do you spell %
define %
what is the plural of %
implement a class for % in python
write a sql query that counts %
fix this bug in my % component
summarize this article about %
rewrite this sentence about % more formally
explain the history of %
who invented %
tell me a joke about %
what does % mean in spanish
if i have 12 % and give away 5 how many are left
turn on the % in the living room
remind me about % tomorrow
classify the sentiment of this review of %
make a list of ten words that rhyme with %
play the song called %
my grandmother used to talk about %
i dreamt about % last night
what year did % become popular
give me a riddle about %
proofread my paragraph on %
is % a noun or a verb
generate a haiku about %`

const TALK = `
hello
hi there, how are you today?
hey
good morning
thanks!
thank you so much, that helps
ok great
sounds good
never mind
lol that's funny
what can you do
are you a real person?
who are you
what's the capital of australia
how far is the moon
why is the sky blue
how do i reverse a linked list in java
why does my code throw a null pointer exception
what is the derivative of x squared
solve 3x + 5 = 20
what is 15 percent of 240
explain recursion like i'm five
explain quantum entanglement
write a cover letter for a nurse
write an email to my boss asking for a day off
draft a speech for my sister's wedding
proofread this paragraph
summarize the following text
continue the story
make it shorter
rewrite that in a friendlier tone
turn it into a bullet list
translate to german: the cat sleeps
set a timer for ten minutes
turn off the lights
turn the volume down
wake me at seven
call mom
what time is it
what's the weather like
add milk to my list
what's on my calendar today
i feel bored today
i had a long day at work
my sister got married last week
do you like music
tell me something interesting
can you repeat that
i don't understand
what do you think about that
console.log("hello") prints nothing
git rebase failed with a merge conflict
how do i center a div
write unit tests for this function
convert this json to yaml
what does this regex match
who won the world cup in 1998
when did the roman empire fall
how many planets are there
what is photosynthesis
give me a synonym for happy
let's play a game
you are wrong
that's not what i asked
no
yes
maybe later
bye
see you tomorrow`

/** Each asking frame with `each` nouns, each other frame with as many, and the small talk as it stands. */
export function ownPhrases(nouns: readonly string[], each: number): Example[] {
  const random = randomOf(5)
  const noun = (): string => nouns[Math.floor(random() * nouns.length)] as string
  const filled = (frames: string, label: 0 | 1): Example[] =>
    linesOf(frames).flatMap((frame) =>
      Array.from({ length: each }, () => ({
        text: frame.replace('%', noun()),
        label,
        source: 'own-phrases',
        weight: 0.4,
      })),
    )
  const talk = linesOf(TALK).map((text): Example => ({ text, label: 0, source: 'own-phrases', weight: 1 }))
  return [...filled(ASKING, 1), ...filled(NOT_ASKING, 0), ...talk]
}

function linesOf(block: string): string[] {
  return block.split('\n').filter((line) => line !== '')
}

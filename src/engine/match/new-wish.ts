// Keeps what follows words like "find", "need" and "how about", to tell whether a message opens another wish: where the user has said
// none of it before.
import type { TermBuffer } from '../text/terms.ts'
import { refersBack } from './refers-back.ts'
import { endsSentence, sentenceEnd } from './sentences.ts'

/** How a message opens a wish: not at all, for another thing, or for another thing at the place of the talk. */
export type Opening = typeof OPENS_NONE | typeof OPENS_ANOTHER | typeof OPENS_THERE
export const OPENS_NONE = 0
const OPENS_ANOTHER = 1
export const OPENS_THERE = 2

export interface Wishes {
  clear(): void
  /** Another message is read. */
  nextMessage(): void
  /**
   * A word like "find" was read: what is noted from now on belongs to one wish.
   * @param first the first term that may name it
   * @param openedAt where its opening words end in the text
   */
  begin(first: number, openedAt: number): void
  /** Whether term `i`, the next one of an English message, may name a wish. "How about" and the like open one by themselves. */
  reach(text: string, found: TermBuffer, i: number): boolean
  /**
   * Term `i`, by its entry, names the wish in a message, by its number, unless it only says how a thing should be that was spoken of before.
   * Wishes of one message come together.
   */
  note(entry: number, turn: number, text: string, found: TermBuffer, i: number): void
  /**
   * @param text of the message
   * @param oldest for each entry the number of the oldest message that says it; older messages have higher numbers
   */
  opensIn(turn: number, text: string, oldest: Uint8Array): Opening
}

/** What one conversation wishes; what comes after the first sixty-four words of wishes is not looked at. */
export function createWishes(): Wishes {
  const entries = new Uint16Array(NOTED_MAX)
  const turns = new Uint8Array(NOTED_MAX)
  const wishes = new Uint16Array(NOTED_MAX)
  // Where its opening words end, whether they only ask, and where the term ends.
  const froms = new Uint32Array(NOTED_MAX)
  const asked = new Uint8Array(NOTED_MAX)
  const tos = new Uint32Array(NOTED_MAX)
  let count = 0
  let wish = 0
  let firstTerm = -1
  let openingEnd = 0
  let isAsked = false

  function begin(first: number, openedAt: number): void {
    wish++
    firstTerm = first
    openingEnd = openedAt
    isAsked = false
  }

  return {
    clear() {
      count = 0
      wish = 0
    },
    nextMessage() {
      firstTerm = -1
    },
    begin,
    reach(text, found, i) {
      const start = found.start[i]!
      const previousEnd = i > 0 ? found.end[i - 1]! : 0
      if (firstTerm >= 0 && (i - firstTerm >= REACH || endsSentence(text, previousEnd, start))) firstTerm = -1
      // Of the words that one stands for, the first tells.
      if (start >= previousEnd && asksAt(text, start)) {
        begin(i, start - 1)
        isAsked = !goesWith(text, start)
      }
      return firstTerm >= 0
    },
    note(entry, turn, text, found, i) {
      const end = found.end[i]!
      if (count === NOTED_MAX || refersBack(text, openingEnd, end)) return
      entries[count] = entry
      turns[count] = turn
      froms[count] = openingEnd
      asked[count] = isAsked ? 1 : 0
      tos[count] = end
      wishes[count++] = wish
    },
    opensIn(turn, text, oldest) {
      let opening: Opening = OPENS_NONE
      let isNew = true
      for (let i = 0; i < count; i++) {
        if (turns[i] !== turn) continue
        if (i === 0 || wishes[i] !== wishes[i - 1]) isNew = true
        if (oldest[entries[i]!] !== turn) isNew = false
        const isLast = i + 1 === count || wishes[i + 1] !== wishes[i]
        if (!isNew || !isLast) continue
        if (THERE.test(text.slice(froms[i], sentenceEnd(text, tos[i]!)))) return OPENS_THERE
        // "How about a bigger one" may be about the same thing.
        if (asked[i] === 0) opening = OPENS_ANOTHER
      }
      return opening
    },
  }
}

// "How about a hotel there", "are there any movies nearby", "what can we eat there", "and a car there": what is asked for begins at `start`.
function asksAt(text: string, start: number): boolean {
  if (!mayEndAsk(text, start)) return false
  return ASKS.test(text.slice(Math.max(0, start - ASKS_CHARS), start)) || goesWith(text, start)
}

// "What socks go with them", "which tie would match this suit": another thing than the one that it goes with.
function goesWith(text: string, start: number): boolean {
  return (
    WHAT.test(text.slice(Math.max(0, start - WHAT_CHARS), start)) && GOES.test(text.slice(start, start + GOES_CHARS))
  )
}

// Asked of each word, so most are told apart by one letter.
function mayEndAsk(text: string, start: number): boolean {
  switch (text.charAt(start - 2)) {
    case 'a':
      return text.startsWith(' a ', start - 3)
    case 'n':
      return text.startsWith(' an ', start - 4)
    case 'y':
      return text.startsWith(' any ', start - 5)
    case 't':
      return text.startsWith(' about ', start - 7) || text.startsWith('hat ', start - 4)
    case 'e':
      return (
        text.startsWith('me ', start - 3) || text.startsWith('re ', start - 3) || text.startsWith(' we ', start - 4)
      )
    case 'h':
      return text.startsWith('hich ', start - 5)
    case 'i':
    case 'I':
      return text.charAt(start - 3) === ' '
    default:
      return false
  }
}

const NOTED_MAX = 64
/** How many terms after its opening words a wish is named: "find me a cheap hotel". */
const REACH = 3
const ASKS = new RegExp(
  String.raw`(?<![a-z])(?:(?:how|what) about(?: an?| some)?|are there(?: any| some)?|(?:what|where) (?:can|could|should) (?:i|we)) $|` +
    String.raw`(?:^|[.!?,;\n] ?)(?:and|now|also|then|next)(?: also| then| now)? (?:an?|some|any) $`,
  'i',
)
const ASKS_CHARS = 24
const WHAT = /(?<![a-z])(?:what|which) $/i
const WHAT_CHARS = 7
const GOES = new RegExp(
  String.raw`^(?:[a-z-]+ ){1,3}(?:(?:would|could|might|will|should|can) )?` +
    String.raw`(?:(?:go(?:es)?|pairs?) (?:[a-z]+ )?with|match(?:es)? (?:it|them|this|that|these|those|the|my))(?![a-z])`,
  'i',
)
const GOES_CHARS = 60
/** "There" as a place: not "there is", "are there", nor "in the area of Boulder", which is another. */
const THERE =
  /\b(?:(?<!\b(?:is|are|was|were|be|been)(?:n['’]t)? )there(?! (?:is|are|was|were|will|must)\b|['’])|near ?by|(?:in|at|around|of|near) (?:the|that|this|same) area(?! of\b))\b/i

// Keeps what follows words like "find", "need" and "is there a", to tell whether a message opens another wish: where the user has said
// none of it before.
import type { TermBuffer } from '../text/terms.ts'
import { refersBack } from './refers-back.ts'
import { endsSentence } from './sentences.ts'

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
  /** Whether term `i`, the next one of an English message, may name a wish. Words that are no verb open one by themselves. */
  reach(text: string, found: TermBuffer, i: number): boolean
  /** Whether what ends at `end` only says how a thing should be that was spoken of before. */
  refersBack(text: string, end: number): boolean
  /** The wish names a term, by its entry, in a message, by its number. Wishes of one message come together. */
  note(entry: number, turn: number): void
  /** @param oldest for each entry the number of the oldest message that says it; older messages have higher numbers */
  opensIn(turn: number, oldest: Uint8Array): boolean
}

/** What one conversation wishes; what comes after the first sixty-four words of wishes is not looked at. */
export function createWishes(): Wishes {
  const entries = new Uint16Array(NOTED_MAX)
  const turns = new Uint8Array(NOTED_MAX)
  const wishes = new Uint16Array(NOTED_MAX)
  let count = 0
  let wish = 0
  let firstTerm = -1
  let openingEnd = 0

  function begin(first: number, openedAt: number): void {
    wish++
    firstTerm = first
    openingEnd = openedAt
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
      const previousEnd = i > 0 ? found.end[i - 1]! : 0
      if (firstTerm >= 0 && (i - firstTerm >= REACH || endsSentence(text, previousEnd, found.start[i]!))) firstTerm = -1
      if (asksAt(text, found.start[i]!)) begin(i, previousEnd)
      return firstTerm >= 0
    },
    refersBack: (text, end) => refersBack(text, openingEnd, end),
    note(entry, turn) {
      if (count === NOTED_MAX) return
      entries[count] = entry
      turns[count] = turn
      wishes[count++] = wish
    },
    opensIn(turn, oldest) {
      let isNew = true
      for (let i = 0; i < count; i++) {
        if (turns[i] !== turn) continue
        if (i === 0 || wishes[i] !== wishes[i - 1]) isNew = true
        if (oldest[entries[i]!] !== turn) isNew = false
        const isLast = i + 1 === count || wishes[i + 1] !== wishes[i]
        if (isNew && isLast) return true
      }
      return false
    },
  }
}

/** True of a wish for something where the talk is: "find me a hotel there". Then it is for another thing, and the place is the same. */
export function staysThere(text: string): boolean {
  return THERE.test(text)
}

// "How about a hotel", "are there any movies": what is asked for begins at `start`.
function asksAt(text: string, start: number): boolean {
  return followsArticle(text, start) && ASKS.test(text.slice(Math.max(0, start - ASKS_CHARS), start))
}

// Asked for each word, so by its last letter first.
function followsArticle(text: string, start: number): boolean {
  switch (text.charCodeAt(start - 2)) {
    case 0x61:
      return text.startsWith(' a ', start - 3)
    case 0x6e:
      return text.startsWith(' an ', start - 4)
    case 0x79:
      return text.startsWith(' any ', start - 5)
    case 0x65:
      return text.startsWith(' some ', start - 6)
    default:
      return false
  }
}

const NOTED_MAX = 64
/** How many terms after its opening words a wish is named: "find me a cheap hotel". */
const REACH = 3
const ASKS = /(?<![a-z])(?:(?:how|what) about (?:an?|some)|(?:is|are) there (?:an?|any|some)) $/i
const ASKS_CHARS = 20
const THERE =
  /\b(?:(?<!\b(?:is|are|was|were|be) )there(?! (?:is|are)\b|['’]s)|near ?by|(?:in|at|around|of|near) (?:the|that|this|same) area)\b/i

// English words that speak of asking rather than of what is asked for: "can you find me something like it on Friday?"
import { isDigit } from '../text/measures.ts'
import { stem } from '../text/stem.ts'
import { hashHi, hashLo } from '../text/tokenise.ts'

/** Bits of what a term says; 0 for a word of the matter itself. */
export const OPENS_WISH = 1
/** Asking, manners, and the talk of any shop ("products", "photos", "price"). */
export const TALKS = 2
/** Days, months and hours: when somebody wants a thing, which hardly an ad tells. */
export const TELLS_WHEN = 4
/** Verbs that may tell what somebody does not like; see dislikes.ts. */
export const MAY_DISLIKE = 8
/** Beside these a number may be written as words; see number-words.ts. */
export const COUNTS_MONEY = 16
/** Words that may take back what was said before; see corrections.ts. */
export const MAY_CORRECT = 32

/** What kind of word a term is, found by its hash without making anything. */
export function talkOf(lo: number, hi: number): number {
  for (let slot = lo & MASK; kinds[slot] !== 0; slot = (slot + 1) & MASK) {
    if (los[slot] === lo && his[slot] === hi) return kinds[slot]!
  }
  return 0
}

/** The span of `text` is a day of the month ("14th") or a part of a time ("3:30", "3 pm", "11am"). */
export function isDayOrTime(text: string, start: number, end: number): boolean {
  let digits = start
  while (digits < end && isDigit(text.charCodeAt(digits))) digits++
  const count = digits - start
  if (count === 0 || count > 2) return false
  if (digits === end) return text.charCodeAt(start - 1) === COLON || text.charCodeAt(end) === COLON || isNoon(text, end)
  return end - digits === 2 && (isNoon(text, digits) || isOrdinal(text, digits))
}

// Bare verbs that are things as well ("watch", "book") open a wish, and yet count in full.
const OPENERS = `find search look locate need want wanna purchase get recommend suggest interested show check buy help
  schedule arrange`
const OPENERS_AND_THINGS = `book reserve rent play watch visit hire order`
const TALK = `something anything someone like prefer please tell know give let see try make sure able available wondering think
  maybe also else another recommendation suggestion idea option preference hoping planning kind type sort
  picture photo image product good item price quality style information detail one thing people person way number cost list name
  specific brand color colour size model version pair place address range budget hate dislike detest loathe despise
  instead actually rather anyway lol
  hi hello hey thanks great cool perfect awesome nice fine alright sounds ok okay yes yeah wonderful excellent lovely amazing
  cheap cheaper cheapest affordable inexpensive
  correct right exactly sorry welcome appreciate bye goodbye`
const WHEN = `monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
  october november december morning afternoon evening tonight today tomorrow yesterday noon midnight clock o am pm date day week
  month jan feb apr aug sept oct nov dec tue tues wed thu thurs fri later soon till until hour minute time`
const DISLIKES = `hate dislike detest loathe despise stand like fan allergic eat drink`
const COUNTS = 'hundred thousand grand dollar buck euro quid lb usd eur gbp'

const SLOTS = 1024
const MASK = SLOTS - 1
const los = new Uint32Array(SLOTS)
const his = new Uint32Array(SLOTS)
const kinds = new Uint8Array(SLOTS)
note(OPENERS, OPENS_WISH | TALKS)
note(OPENERS_AND_THINGS, OPENS_WISH)
note(TALK, TALKS)
note(WHEN, TELLS_WHEN)
note(DISLIKES, MAY_DISLIKE)
note(COUNTS, COUNTS_MONEY)
note('actually rather instead mind', MAY_CORRECT)

function note(words: string, kind: number): void {
  for (const word of words.split(/\s+/)) {
    const term = stem(word, 'en')
    const lo = hashLo(term)
    const hi = hashHi(term)
    let slot = lo & MASK
    while (kinds[slot] !== 0 && (los[slot] !== lo || his[slot] !== hi)) slot = (slot + 1) & MASK
    los[slot] = lo
    his[slot] = hi
    kinds[slot]! |= kind
  }
}

const COLON = 0x3a
const SPACE = 0x20

/** "am" or "pm", also after a space and with dots. */
function isNoon(text: string, at: number): boolean {
  const from = text.charCodeAt(at) === SPACE ? at + 1 : at
  const half = text.charCodeAt(from) | 0x20
  if (half !== 0x61 && half !== 0x70) return false
  const next = text.charCodeAt(from + 1) === 0x2e ? from + 2 : from + 1
  return (text.charCodeAt(next) | 0x20) === 0x6d && !isLetter(text.charCodeAt(next + 1))
}

function isOrdinal(text: string, at: number): boolean {
  const ending = ((text.charCodeAt(at) | 0x20) << 8) | (text.charCodeAt(at + 1) | 0x20)
  return ending === 0x7374 || ending === 0x6e64 || ending === 0x7264 || ending === 0x7468 // st, nd, rd, th
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
}

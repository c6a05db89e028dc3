// Tells what a thing is free of from what it has, in English: "sugar-free", "no sugar" and "without sugar" say the same, in ads and questions.
import { DENIES, saidBefore } from './denials.ts'

/** What the hash of a term is mixed with where the thing is said to be free of it. */
export const FREE_OF_HASH = 0x165667b1

/** Whether "free" stands anywhere in a text; asked once, as most hold none. */
export function holdsFree(text: string): boolean {
  return HOLDS_FREE.test(text)
}

/**
 * The word from `start` to `end` is something that the thing is free of.
 * @param hasFree what `holdsFree` tells of the text
 * @param before what `saidBefore` tells of the word
 */
export function isFreeOf(
  text: string,
  start: number,
  end: number,
  hasFree: boolean,
  before = saidBefore(text, start),
): boolean {
  if (before === DENIES || isNegated(text, start)) return true
  return hasFree && (isFollowedByFree(text, start, end) || isAfterFree(text, start))
}

// "Sugar-free", "gluten, dairy and nut free". "Parking free" costs nothing.
function isFollowedByFree(text: string, start: number, end: number): boolean {
  const next = text.charCodeAt(end)
  if (next !== SPACE && next !== HYPHEN && next !== COMMA) return false
  if (!FREE.test(text.slice(end, end + FREE_CHARS))) return false
  return next === HYPHEN || !COSTS.has(text.slice(start, end).toLowerCase())
}

// "Free from sugar", "free of sugar".
function isAfterFree(text: string, start: number): boolean {
  return FREE_FROM.test(text.slice(Math.max(0, start - FREE_FROM_CHARS), start))
}

// "Non-slip", "anti-fog".
function isNegated(text: string, start: number): boolean {
  if (text.charCodeAt(start - 1) !== HYPHEN) return false
  return NEGATION.test(text.slice(Math.max(0, start - NEGATION_CHARS), start))
}

const SPACE = 0x20
const HYPHEN = 0x2d
const COMMA = 0x2c
const HOLDS_FREE = /free/i
const FREE = /^(?:-|(?:(?:, and |, or |, | and | or | & )[a-z]{2,15}){0,3} )free(?![a-z])/i
const FREE_CHARS = 70
const FREE_FROM = /(?<![a-z])free (?:of|from) $/i
const FREE_FROM_CHARS = 11
const NEGATION = /(?<![a-z])(?:non|anti)-$/i
const NEGATION_CHARS = 6
/** What may be had for nothing. */
const COSTS: ReadonlySet<string> = new Set(
  `wifi internet parking shipping delivery breakfast entry entrance admission cancellation returns trial download samples pickup
  installation feel`.split(/\s+/),
)

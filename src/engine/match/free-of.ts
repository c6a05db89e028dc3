// Tells what a thing is free of from what it has, in English: "sugar-free", "no sugar" and "without sugar" say the same, in ads and questions.
import { DENIES, saidBefore } from './denials.ts'

/** What the hash of a term is mixed with where the thing is said to be free of it. */
export const FREE_OF_HASH = 0x165667b1

/**
 * The word from `start` to `end` is something that the thing is free of.
 * @param before what `saidBefore` tells of it
 */
export function isFreeOf(text: string, start: number, end: number, before = saidBefore(text, start)): boolean {
  return before === DENIES || isFollowedByFree(text, end) || isAfterFree(text, start) || isNegated(text, start)
}

// "Sugar-free", "sugar free".
function isFollowedByFree(text: string, end: number): boolean {
  const code = text.charCodeAt(end)
  if (code !== SPACE && code !== HYPHEN) return false
  return (text.charCodeAt(end + 1) | 0x20) === F && FREE.test(text.slice(end + 1, end + 1 + FREE_CHARS))
}

// "Free from sugar", "free of sugar".
function isAfterFree(text: string, start: number): boolean {
  const last = text.charCodeAt(start - 2) | 0x20
  return (last === F || last === M) && FREE_FROM.test(text.slice(Math.max(0, start - FREE_FROM_CHARS), start))
}

// "Non-slip", "anti-fog".
function isNegated(text: string, start: number): boolean {
  if (text.charCodeAt(start - 1) !== HYPHEN) return false
  return NEGATION.test(text.slice(Math.max(0, start - NEGATION_CHARS), start))
}

const SPACE = 0x20
const HYPHEN = 0x2d
const F = 0x66
const M = 0x6d
const FREE = /^free(?![a-z])/i
const FREE_CHARS = 5
const FREE_FROM = /(?<![a-z])free (?:of|from) $/i
const FREE_FROM_CHARS = 11
const NEGATION = /(?<![a-z])(?:non|anti)-$/i
const NEGATION_CHARS = 6

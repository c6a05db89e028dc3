// What a word counts for by how it stands in what somebody says.
import type { TermBuffer } from '../text/terms.ts'
import { unitOf } from '../text/measures.ts'
import { RARITY_STEPS } from '../text/word-frequency.ts'
import { TELLS } from './match-query.ts'
import { isNumberWord } from './number-words.ts'
import { isDigitAt } from './sentences.ts'
import { isDayOrTime, TALKS, TELLS_WHEN } from './talk-words.ts'
import { tuning } from './tuning.ts'

/** Of a term that was said by the way: in pasted code, or as something that the user has already. */
export const IN_CODE = 1
export const AS_OWNED = 2

/** What is left of the weight of a term that was said by the way. */
export function asideWeightOf(aside: number): number {
  return aside === IN_CODE ? tuning.codeWeight : tuning.ownedWeight
}

/**
 * What a word counts for: less where a measure or a word with a hyphen, which is looked for itself, says the same, and in an English sentence little where it only tells when, or is talk.
 * @param talk what `talkOf` tells of it
 */
export function factorOf(text: string, found: TermBuffer, i: number, talk: number, isSentence: boolean): number {
  if (found.measures > 0 && isPartOfMeasure(text, found, i)) return tuning.measuredWeight
  const whole = isPartOfJoined(text, found, i) ? tuning.measuredWeight : 1
  if (!isSentence) return whole
  const start = found.start[i]!
  const tellsWhen = (talk & TELLS_WHEN) !== 0 || (isDigitAt(text, start) && isDayOrTime(text, start, found.end[i]!))
  if (tellsWhen) return whole * tuning.whenWeight
  return talk & TALKS ? whole * tuning.talkWeight : whole
}

/** The number or the unit of a measure that is a term of its own. Measures come right after their numbers, and begin where these do. */
function isPartOfMeasure(text: string, found: TermBuffer, i: number): boolean {
  const start = found.start[i]!
  if (isDigitAt(text, start))
    return i + 1 < found.count && found.start[i + 1] === start && found.end[i + 1] === found.end[i]
  const isAfterMeasure = i >= 2 && isDigitAt(text, found.start[i - 1]!) && found.start[i - 1] === found.start[i - 2]
  return (
    isAfterMeasure &&
    start - found.end[i - 1]! <= 1 &&
    unitOf(text.slice(start, found.end[i]).toLowerCase()) !== undefined
  )
}

/** "Non" and "profit" of "non-profit", which comes right after the second of them. */
function isPartOfJoined(text: string, found: TermBuffer, i: number): boolean {
  const start = found.start[i]!
  const end = found.end[i]!
  if (!isJoiner(text.charCodeAt(end)) && !isJoiner(text.charCodeAt(start - 1))) return false
  for (let next = i + 1; next <= i + 2 && next < found.count; next++) {
    const isWithin = found.start[next]! <= start && found.end[next]! >= end
    if (isWithin && found.end[next]! - found.start[next]! > end - start) return true
  }
  return false
}

/** A hyphen or a slash. */
function isJoiner(code: number): boolean {
  return code === 0x2d || code === 0x2f
}

/** TELLS, or 0 of one or two digits: an ad that holds nothing else is none for "what is 2+2?". */
export function tells(text: string, start: number, end: number): number {
  return end - start <= 2 && isDigitAt(text, start) && isDigitAt(text, end - 1) ? 0 : TELLS
}

/** Rare enough, and no number, to be what a wish is about. */
export function tellsMuch(text: string, found: TermBuffer, i: number): boolean {
  const start = found.start[i]!
  if (found.rarity[i]! < MATTER_RARITY_MIN || isDigitAt(text, start)) return false
  return !isNumberWord(text.slice(start, found.end[i]))
}

/** One space stands between it and the next term. */
export function isFollowed(text: string, found: TermBuffer, i: number): boolean {
  const end = found.end[i]!
  return i + 1 < found.count && found.start[i + 1] === end + 1 && text.charCodeAt(end) === 0x20
}

/** A word of everyday talk is no new subject. */
const MATTER_RARITY_MIN = 3 * RARITY_STEPS

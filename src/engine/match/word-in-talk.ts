// What a word counts for by how it stands in what somebody says.
import type { TermBuffer } from '../text/terms.ts'
import { RARITY_STEPS } from '../text/word-frequency.ts'
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

/** What a word of an English sentence counts for: little where it only tells when, or is talk. */
export function sentenceFactorOf(text: string, found: TermBuffer, i: number, talk: number): number {
  const start = found.start[i]!
  const tellsWhen = (talk & TELLS_WHEN) !== 0 || (isDigitAt(text, start) && isDayOrTime(text, start, found.end[i]!))
  if (tellsWhen) return tuning.whenWeight
  return talk & TALKS ? tuning.talkWeight : 1
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

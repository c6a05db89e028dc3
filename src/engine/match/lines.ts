// Tells what is one text of what is asked: a query of several lines may be a list, a name, or something pasted.
import { countWords } from '../text/count-words.ts'

/** The lines of what the user asks, which may be what they said one after the other; all of it in one where it is a name, or pasted. */
export function linesOf(asked: string): readonly string[] {
  if (!asked.includes('\n') || asked.includes(CODE_FENCE)) return [asked]
  const lines = asked.split('\n')
  return isBareName(asked) || lines.length > LINES_MAX ? [asked] : lines
}

/** A query of so few words may be the bare name of a thing. */
export function isBareName(asked: string): boolean {
  return countWords(asked, NAME_WORDS_MAX + 1) <= NAME_WORDS_MAX
}

/** Begins and ends what is pasted as code. */
export const CODE_FENCE = '```'
/** What is wished for may be told in so many lines, like messages; more are something pasted. */
const LINES_MAX = 20
const NAME_WORDS_MAX = 5

// What the assistant said right before the user: what it asked belongs to the wish, above all where the user agrees, and that something
// is booked ends one.
import { isStop } from './sentences.ts'

/** The sentences of `said` that ask, each on a line of its own; the last one alone where the user agreed, be it a question or not. */
export function askedIn(said: string, isAgreed: boolean): string {
  if (isAgreed) return lastSentenceOf(said)
  let asked = ''
  for (let at = said.indexOf('?'); at >= 0; at = said.indexOf('?', at + 1)) {
    if (ends(said, at)) asked += `${said.slice(beginOfSentence(said, at), at)}\n`
  }
  return asked
}

/** "Yes, a light one", "exactly": the user takes up what was asked or proposed. In eight languages. */
export function agrees(text: string): boolean {
  return AGREES.test(text)
}

/** "No", "nope, a wired one": what was asked is none of the wish. */
export function refuses(text: string): boolean {
  return REFUSES.test(text)
}

/** In English: that something was booked, bought or done, or the question whether there is anything else. What follows is another matter. */
export function closesMatter(said: string): boolean {
  const end = said.slice(-CLOSING_CHARS)
  return ELSE.test(end) || DONE.test(end)
}

function lastSentenceOf(said: string): string {
  let end = said.length
  while (end > 0 && (isStop(said.charCodeAt(end - 1)) || said.charCodeAt(end - 1) === SPACE)) end--
  return said.slice(beginOfSentence(said, end), end)
}

function beginOfSentence(text: string, end: number): number {
  let at = end
  while (at > 0 && end - at < SENTENCE_CHARS && !isStop(text.charCodeAt(at - 1))) at--
  return at
}

/** The mark at `at` is none of a link's. */
function ends(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1)
  return Number.isNaN(next) || next <= SPACE || next === QUOTE
}

const SPACE = 0x20
const QUOTE = 0x22
/** A longer sentence is read from so far before its end; and so much of the end of what is said may close a matter. */
const SENTENCE_CHARS = 300
const CLOSING_CHARS = 200
const AGREES =
  /^[^\p{L}\p{N}]*(?:(?:oh|ah|ok|okay|well|hm+)[ ,.!]+)?(?:yes+|yeah|yep|yup|sure|exactly|right|correct|definitely|absolutely|of course|ja|jawohl|genau|oui|exactement|s[ií]|claro|exacto|sim|isso|s[iì]|certo|esatto|да|tak|evet)(?![\p{L}\p{N}])/iu
const REFUSES =
  /^[^\p{L}\p{N}]*(?:(?:oh|ah|well|hm+)[ ,.!]+)?(?:no+|nope|nah|not (?:really|at all)|nein|nee|non|não|нет|nie|hayır)(?![\p{L}\p{N}])/iu
const ELSE = /\b(?:anything else|what else|something else (?:i|we) can)\b/i
const DONE =
  /(?:^|[.!:;,] |\b(?:is|are|been|was|were|successfully|i['’]ve|i have|we['’]ve|we have|all) )(?:now )?(?:booked|reserved|confirmed|purchased|ordered|scheduled|done|set)\b(?![^.!\n]*\?)|\b(?:reservation|booking|purchase|payment|order) (?:is |was |has been )?(?:successful|complete|made)\b/i

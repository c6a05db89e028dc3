// Where sentences begin and end in a text, and what stands out in them.
import { isDigit } from '../text/measures.ts'

/** A capital letter within a sentence. */
export function isNameAt(text: string, at: number): boolean {
  return isCapitalAt(text, at) && !startsSentence(text, at)
}

/** An ASCII capital. */
export function isCapitalAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0x41 && code <= 0x5a
}

/** An ASCII digit. */
export function isDigitAt(text: string, at: number): boolean {
  return isDigit(text.charCodeAt(at))
}

function startsSentence(text: string, start: number): boolean {
  let before = start - 1
  while (before >= 0 && text.charCodeAt(before) === 0x20) before--
  return before < 0 || isStop(text.charCodeAt(before))
}

/** A sentence or a line ends between these places. */
export function endsSentence(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (isStop(text.charCodeAt(i))) return true
  return false
}

/** Where the sentence or line ends that goes on at `from`. */
export function sentenceEnd(text: string, from: number): number {
  let end = from
  while (end < text.length && !isStop(text.charCodeAt(end))) end++
  return end
}

/** Full stop, exclamation and question mark, colon, end of a line. */
function isStop(code: number): boolean {
  return code === 0x2e || code === 0x21 || code === 0x3f || code === 0x3a || code === 0x0a
}

// How many words a text has, as far as anybody asks.

/** Runs of what is no space, at most `max` of them. */
export function countWords(text: string, max: number): number {
  let words = 0
  let inWord = false
  for (let i = 0; i < text.length && words < max; i++) {
    const isSpace = text.charCodeAt(i) <= 0x20
    if (!isSpace && !inWord) words++
    inWord = !isSpace
  }
  return words
}

// Tells whether phrases stand in a conversation, word for word; made only when a campaign asks.

const PHRASE_WORDS_MAX = 5
const WORDS_MAX = 2_000
const WORD = /[\p{L}\p{N}]+/gu

/** A test for phrases of up to five words, blind to case, accents and punctuation. Reads the texts once, at the first question. */
export function createSpeech(texts: () => readonly string[]): (phrases: readonly string[]) => boolean {
  let runs: Set<string> | undefined
  return (phrases) => {
    runs ??= runsOf(texts())
    return phrases.some((phrase) => runs!.has(wordsOf(phrase).slice(0, PHRASE_WORDS_MAX).join(' ')))
  }
}

function runsOf(texts: readonly string[]): Set<string> {
  const runs = new Set<string>()
  let room = WORDS_MAX
  for (const text of texts) {
    const words = wordsOf(text).slice(0, room)
    room -= words.length
    for (let from = 0; from < words.length; from++) {
      for (let length = 1; length <= PHRASE_WORDS_MAX && from + length <= words.length; length++) {
        runs.add(words.slice(from, from + length).join(' '))
      }
    }
  }
  return runs
}

function wordsOf(text: string): string[] {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().match(WORD) ?? []
}

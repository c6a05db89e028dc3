// Tells whether phrases stand in a conversation, word for word; made only when a campaign asks.
import { isUnspacedCode } from './text/tokenise.ts'

const PHRASE_WORDS_MAX = 5
const WORDS_MAX = 2_000
const WORD = /[\p{L}\p{N}]+/gu

/**
 * A test for phrases, blind to case, accents and punctuation. In scripts that put no spaces between words a phrase may stand
 * anywhere. Reads the texts once, at the first question.
 * @param texts the newest first: of very long ones the rest is not read
 */
export function createSpeech(texts: () => readonly string[]): (phrases: readonly string[]) => boolean {
  let said: Said | undefined
  return (phrases) => {
    said ??= read(texts())
    return phrases.some((phrase) => stands(phrase, said!))
  }
}

interface Said {
  /** Every run of up to PHRASE_WORDS_MAX words: few phrases are longer, and many are asked for. */
  readonly runs: ReadonlySet<string>
  /** All of it, a text a line, with a space before and behind each word. */
  readonly lines: string
}

function stands(phrase: string, { runs, lines }: Said): boolean {
  const words = wordsOf(phrase)
  const text = words.join(' ')
  if (isUnspaced(text)) return lines.includes(text)
  return words.length > PHRASE_WORDS_MAX ? lines.includes(` ${text} `) : runs.has(text)
}

function isUnspaced(words: string): boolean {
  for (let i = 0; i < words.length; i++) if (isUnspacedCode(words.charCodeAt(i))) return true
  return false
}

function read(texts: readonly string[]): Said {
  const runs = new Set<string>()
  const lines: string[] = []
  let room = WORDS_MAX
  for (const text of texts) {
    const words = wordsOf(text).slice(0, room)
    room -= words.length
    lines.push(` ${words.join(' ')} `)
    for (let from = 0; from < words.length; from++) {
      for (let length = 1; length <= PHRASE_WORDS_MAX && from + length <= words.length; length++) {
        runs.add(words.slice(from, from + length).join(' '))
      }
    }
  }
  return { runs, lines: lines.join('\n') }
}

// Composed again in the end: without that a syllable of Korean would stand in every one that begins like it.
function wordsOf(text: string): string[] {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase().match(WORD) ?? []
}

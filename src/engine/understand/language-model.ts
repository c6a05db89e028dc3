// Which language a text is in, by the n-grams of its words: a table of weights that ships with the service, made offline.
import { type ModelFileHeader, splitModelFile } from '../../base/model-file.ts'

export interface LanguageModel {
  /** The script's language that a text is most likely in. @param units its first `length` code units */
  guess(units: Uint16Array, length: number, script: ModelScript): LanguageGuess
}

export interface LanguageGuess {
  readonly language: string
  /** Among the languages of the script, 0–1. */
  readonly probability: number
  /** The same of any of them, until the next guess. */
  probabilityOf(language: string): number
}

export type ModelScript = 'latin' | 'cyrillic' | 'arabic'

interface LanguagesHeader extends ModelFileHeader {
  /** The languages in the order of their weights: those of one script stand together. */
  readonly scripts: Readonly<Record<ModelScript, readonly string[]>>
  /** The table holds weights for 2^gramBits hashes. */
  readonly gramBits: number
  /** What one step of a weight stands for, in nats. */
  readonly step: number
}

const FORMAT = 1

/** @throws Error where the file is damaged or of another kind */
export function parseLanguageModel(file: Uint8Array): LanguageModel {
  const { header, body } = splitModelFile<LanguagesHeader>(file, 'languages', FORMAT)
  const { scripts, gramBits, step } = header
  const languages = Object.values(scripts).flat()
  const count = languages.length
  // Copied, since the rest of the file need not stay in memory.
  const weights = new Int8Array(Uint8Array.from(body).buffer)
  if (weights.length !== count * 2 ** gramBits || count > LANGUAGES_MAX) {
    throw new Error('languages: header and weights differ in length, or the languages are too many')
  }
  const sums = new Int32Array(count)
  // People say the same words over and over, so what each speaks for is kept. A word has two places, of which a new one takes that
  // whose word was asked for less lately. Each place is one line of a processor's cache: two hashes of the word, and behind them its sums.
  const keptWords = new Int32Array((KEPT_WORDS * PLACE_BYTES) / 4)
  const kept = new Int16Array(keptWords.buffer)
  const newest = new Uint8Array(KEPT_WORDS / 2)
  const framed = new Uint16Array(WORD_CHARS_MAX + 2).fill(EDGE)

  const isAt = (place: number, one: number, other: number): boolean =>
    keptWords[place * (PLACE_BYTES / 4)] === one && keptWords[place * (PLACE_BYTES / 4) + 1] === other

  const keep = (place: number, length: number, one: number, other: number): void => {
    keptWords[place * (PLACE_BYTES / 4)] = one
    keptWords[place * (PLACE_BYTES / 4) + 1] = other
    const from = sumsAt(place)
    kept.fill(0, from, from + count)
    framed[length + 1] = EDGE
    addGram(from, 0, length + 2, WHOLE_WORD)
    for (const size of GRAM_SIZES) {
      for (let start = 0; start + size <= length + 2; start++) addGram(from, start, size, size)
    }
  }

  const addWord = (length: number, one: number, other: number): void => {
    const pair = one & (KEPT_WORDS / 2 - 1)
    let place = pair * 2 + newest[pair]!
    if (!isAt(place, one, other)) {
      place ^= 1
      newest[pair] = place & 1
      if (!isAt(place, one, other)) keep(place, length, one, other)
    }
    const from = sumsAt(place)
    for (let n = 0; n < count; n++) sums[n]! += kept[from + n]!
  }

  const addGram = (to: number, start: number, size: number, seed: number): void => {
    let hash = seed
    for (let i = start; i < start + size; i++) hash = Math.imul(hash, 0x01000193) ^ framed[i]!
    hash ^= hash >>> 15
    const row = (Math.imul(hash, 0x9e3779b1) >>> (32 - gramBits)) * count
    for (let n = 0; n < count; n++) kept[to + n]! += weights[row + n]!
  }

  const read = (units: Uint16Array, unitCount: number, letters: Uint16Array): void => {
    sums.fill(0)
    const letterAt = (i: number): number => {
      const code = units[i]!
      return code < letters.length ? letters[code]! : 0
    }
    let from = 0
    while (from < unitCount && letterAt(from) === 0) from++
    const end = Math.min(unitCount, from + CHARS_READ_MAX)
    let length = 0
    let one = 0
    let other = 0
    for (let i = from; i <= end; i++) {
      const letter = i < end ? letterAt(i) : 0
      if (letter !== 0) {
        if (length === WORD_CHARS_MAX) continue
        framed[++length] = letter
        one = Math.imul(one ^ letter, 0x01000193) ^ (one >>> 15)
        other = (Math.imul(other, 0x2c9277b5) + letter) | 0
      } else if (length > 0) {
        addWord(length, one, other)
        length = one = other = 0
      }
    }
  }

  return {
    guess(units, length, script) {
      read(units, length, LETTERS_OF[script])
      const from = languages.indexOf(scripts[script][0]!)
      const to = from + scripts[script].length
      let best = from
      for (let n = from + 1; n < to; n++) if (sums[n]! > sums[best]!) best = n
      let all = 0
      for (let n = from; n < to; n++) {
        const behind = (sums[best]! - sums[n]!) * step
        if (behind < NO_CHANCE) all += Math.exp(-behind)
      }
      const top = sums[best]!
      return {
        language: languages[best]!,
        probability: 1 / all,
        probabilityOf: (language) => Math.exp((sums[languages.indexOf(language)]! - top) * step) / all,
      }
    },
  }
}

/** From its first letter on so much tells the language as surely as more does. */
export const CHARS_READ_MAX = 60
/** The trainer (tools/languages/train.py) cuts words so, frames them so, and takes such pieces of them. */
const WORD_CHARS_MAX = 24
const EDGE = 0x5f
const GRAM_SIZES = [2, 3, 4] as const
const WHOLE_WORD = 9
/** 256 KB. A power of two. */
const KEPT_WORDS = 4_096
const PLACE_BYTES = 64
/** Where the sums of a place begin, behind its hashes. */
const sumsAt = (place: number): number => place * (PLACE_BYTES / 2) + 4
/** So many sums have room beside the hashes. */
const LANGUAGES_MAX = (PLACE_BYTES - 8) / 2
/** Of a language that is so many nats behind, all together take less than a thousandth of the probability. */
const NO_CHANCE = 10

/** For each letter its lower case, accents kept; 0 for what parts words. */
const LETTERS = Uint16Array.from({ length: 0x1f00 }, (_, code) => {
  const char = String.fromCharCode(code)
  return /\p{L}/u.test(char) ? char.toLowerCase().charCodeAt(0) : 0
})

/** The letters of one script alone: a brand in Latin ones does not tell which of the Cyrillic languages it stands in. */
const LETTERS_OF: Readonly<Record<ModelScript, Uint16Array>> = {
  latin: LETTERS.map((letter, code) => (code < 0x370 || code >= 0x1e00 ? letter : 0)),
  cyrillic: LETTERS.map((letter, code) => (code >= 0x400 && code < 0x530 ? letter : 0)),
  arabic: LETTERS.map((letter, code) => (code >= 0x600 && code < 0x780 ? letter : 0)),
}

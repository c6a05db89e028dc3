// Turns text into terms: tokens with stop words gone, aliases resolved, stemmed and folded. Remembers what it has seen.
import { keepRead } from '../../base/read-ahead.ts'
import { aliasOf } from './aliases.ts'
import { partsOfCompound } from './compounds.ts'
import { foldAccents, normaliseToken } from './fold.ts'
import { stem } from './stem.ts'
import { isDigit, mayGoOn, measureOf, measuresAt } from './measures.ts'
import { createRespell, type Respelt } from './respell.ts'
import { isStopWord } from './stop-words.ts'
import { createTokenBuffer, hashHi, hashLo, tokenise } from './tokenise.ts'
import { RARITY_STEPS, RARITY_UNKNOWN, type WordFrequencies } from './word-frequency.ts'

export interface TermBuffer {
  /** Terms of the last text read; only the first `count` entries mean anything. */
  count: number
  /** How many of them say once more what others say: "25 ft" is a number, a unit and a measure. */
  measures: number
  /** 64-bit hash of the term, in two halves. */
  lo: Uint32Array
  hi: Uint32Array
  /** How rare the term is in everyday language, see `RARITY_STEPS`. */
  rarity: Uint8Array
  /** Where the token stood in the text: UTF-16 code units, `end` exclusive. */
  start: Uint32Array
  end: Uint32Array
}

export interface TermReader {
  /** The terms of `text` in reading order. The buffer is the reader's own and lives until the next call. */
  read(text: string, language: string): TermBuffer
  /**
   * What an English word may have been meant to be, where a slip of the finger made it one that nobody knows: the term of an everyday
   * word that `accepts` takes; undefined where it is no plain lower-case word, or where nothing is near.
   */
  respell(surface: string, accepts: (lo: number, hi: number) => boolean): Respelt | undefined
  /** True where a word is an everyday one of some language other than English; for words that are worth some ten microseconds. */
  isForeign(surface: string): boolean
}

/** A reader serves one thread; its memory is fixed (about 1.3 MB). */
export function createTermReader(frequencies: WordFrequencies): TermReader {
  const tokens = createTokenBuffer()
  const terms = bufferOf(256)
  const respell = createRespell(frequencies)
  const otherLanguages = [...frequencies.memory.keys()].filter((language) => language !== 'en')

  // Token → term, in sets of two slots: with one, a fifth of the words would push another out each time, and it them. What
  // falls on a full set takes its slots in turn, so the cache never grows. All of a slot stands together, since the table is
  // larger than what is near the processor: the token's hash, with the rarity in its last byte, and the term's.
  const slots = new Uint32Array(CACHE_SLOTS * SLOT)
  let victim = 0
  // The words of the slots that stand for several.
  const several = new Map<number, readonly Word[]>()

  function push(lo: number, hi: number, rare: number, start: number, end: number): void {
    const at = terms.count++
    terms.lo[at] = lo
    terms.hi[at] = hi
    terms.rarity[at] = rare
    terms.start[at] = start
    terms.end[at] = end
  }

  function pushMeasures(text: string, start: number, end: number): void {
    for (const measure of measuresAt(text, start, end)) {
      terms.measures++
      push(hashLo(measure), hashHi(measure), NUMBER_RARITY, start, end)
    }
  }

  function isIn(slot: number, lo: number, hi: number): boolean {
    return slots[slot] === lo && (slots[slot + KEY_HI]! ^ hi) >>> RARITY_BITS === 0
  }

  function slotOf(lo: number, hi: number): number {
    const slot = placeOf(lo)
    if (isIn(slot, lo, hi)) return slot
    return isIn(slot ^ SLOT, lo, hi) ? slot ^ SLOT : -1
  }

  function slotFor(lo: number, hi: number, surface: string, language: string): number {
    const slot = placeOf(lo) ^ victim
    victim ^= SLOT
    const words = wordsOf(surface, language)
    const word = words.length === 1 ? wordWith(words[0]!, language) : undefined
    const rarity = word?.rarity ?? (words.length > 1 ? SEVERAL : 0)
    several.delete(slot)
    slots[slot] = lo
    slots[slot + KEY_HI] = (hi & ~RARITY_MASK) | rarity
    slots[slot + TERM_LO] = word?.lo ?? 0
    slots[slot + TERM_HI] = word?.hi ?? 0
    return slot
  }

  function wordWith(stem: string, language: string): Word {
    const lo = hashLo(stem)
    const hi = hashHi(stem)
    return { lo, hi, rarity: Math.min(frequencies.rarityOf(lo, hi, language), rarityMaxOf(stem)) }
  }

  function severalOf(slot: number, text: string, start: number, end: number, language: string): readonly Word[] {
    const known = several.get(slot)
    if (known !== undefined) return known
    const words = wordsOf(text.slice(start, end), language).map((stem) => wordWith(stem, language))
    if (several.size >= SEVERAL_MAX) several.clear()
    several.set(slot, words)
    return words
  }

  // All of the table that a text needs is asked for before anything waits.
  function readAhead(salt: number): void {
    let seen = 0
    for (let i = 0; i < tokens.count; i++) seen ^= slots[placeOf(tokens.lo[i]! ^ salt)]!
    keepRead(seen)
  }

  return {
    read(text, language) {
      tokenise(text, tokens)
      reserve(terms, tokens.count * WORDS_OF_TOKEN_MAX)
      terms.count = 0
      terms.measures = 0
      const salt = saltOf(language)
      readAhead(salt)
      for (let i = 0; i < tokens.count; i++) {
        const lo = (tokens.lo[i]! ^ salt) >>> 0
        const hi = tokens.hi[i]!
        const start = tokens.start[i]!
        const end = tokens.end[i]!
        const known = slotOf(lo, hi)
        const slot = known >= 0 ? known : slotFor(lo, hi, text.slice(start, end), language)
        const rarity = slots[slot + KEY_HI]! & RARITY_MASK
        const termLo = slots[slot + TERM_LO]!
        const termHi = slots[slot + TERM_HI]!
        if (termLo !== 0 || termHi !== 0) push(termLo, termHi, rarity, start, end)
        else if (rarity === SEVERAL) {
          const words = severalOf(slot, text, start, end, language)
          for (let w = 0; w < words.length; w++) push(words[w]!.lo, words[w]!.hi, words[w]!.rarity, start, end)
        }
        if (!isDigit(text.charCodeAt(start))) continue
        if (!isDigit(text.charCodeAt(end - 1)) || mayGoOn(text, end, tokens.lo[i + 1]!)) pushMeasures(text, start, end)
      }
      return terms
    },

    respell(surface, accepts) {
      if (!PLAIN_WORD.test(surface)) return undefined
      const [word, ...more] = wordsOf(surface, 'en')
      if (word === undefined || more.length > 0) return undefined
      // Of a slip at the end the stemmer may leave too little: "mattr" of "mattres".
      return (word === surface ? undefined : respell(surface, accepts)) ?? respell(word, accepts)
    },

    isForeign(surface) {
      return otherLanguages.some((language) =>
        wordsOf(surface, language).some(
          (stem) => frequencies.rarityOf(hashLo(stem), hashHi(stem), language) < RARITY_UNKNOWN,
        ),
      )
    },
  }
}

/** The stems that a token of a text stands for: none (a stop word), one, or several (an alias, a measure, or a compound and its parts). */
export function wordsOf(surface: string, language: string): readonly string[] {
  const word = normaliseToken(surface)
  const plain = foldAccents(word)
  if (word.length > TOKEN_LENGTH_MAX || (isStopWord(plain, language) && !TEA.has(word))) return []
  const measure = measureOf(plain)
  if (measure !== undefined) return [measure]
  const alias = aliasOf(plain, language)
  if (alias === undefined) {
    const whole = foldAccents(stem(word, language))
    const parts = language === 'de' ? partsOfCompound(plain) : undefined
    return parts === undefined ? [whole] : [whole, ...parts.map((part) => foldAccents(stem(part, language)))]
  }
  return alias.slice(0, WORDS_OF_ALIAS_MAX).map((one) => stem(one, language))
}

// No list of words counts numbers, and yet everybody says "14th", "30", "2.5", "2024" and "12oz".
function rarityMaxOf(stem: string): number {
  if (SHORT_NUMBER.test(stem) || measureOf(stem) !== undefined) return NUMBER_RARITY
  return YEAR_LIKE.test(stem) ? 5 * RARITY_STEPS : SEVERAL - 1
}

/** Only its accent tells the drink from a word for "you", in Spanish and Italian. */
const TEA: ReadonlySet<string> = new Set(['té', 'tè'])
/** Nearly every shorter word is one letter away from another. */
const PLAIN_WORD = /^[a-z]{5,}$/
/** Of short numbers and of measures, whatever a list of words says. */
const NUMBER_RARITY = 4 * RARITY_STEPS
const SHORT_NUMBER = /^\d{1,2}(?:\.\d{1,2}|st|nd|rd|th)?$/
const YEAR_LIKE = /^\d{3,4}$/
const CACHE_SLOTS = 65_536
/** Numbers of a slot, and where its parts stand. */
const SLOT = 4
const KEY_HI = 1
const TERM_LO = 2
const TERM_HI = 3
const RARITY_BITS = 8
const RARITY_MASK = 0xff
const SEVERAL = 255
const SEVERAL_MAX = 4096
const WORDS_OF_ALIAS_MAX = 3
/** The words of its alias; or a number and the measure and the size that it begins. */
const WORDS_OF_TOKEN_MAX = 3
const TOKEN_LENGTH_MAX = 64

interface Word {
  readonly lo: number
  readonly hi: number
  readonly rarity: number
}

function placeOf(lo: number): number {
  return (lo & (CACHE_SLOTS - 1)) * SLOT
}

function saltOf(language: string): number {
  return language === 'en' ? 0 : hashLo(language)
}

function bufferOf(capacity: number): TermBuffer {
  return {
    count: 0,
    measures: 0,
    lo: new Uint32Array(capacity),
    hi: new Uint32Array(capacity),
    rarity: new Uint8Array(capacity),
    start: new Uint32Array(capacity),
    end: new Uint32Array(capacity),
  }
}

function reserve(terms: TermBuffer, needed: number): void {
  if (terms.lo.length < needed) Object.assign(terms, bufferOf(needed * 2))
}

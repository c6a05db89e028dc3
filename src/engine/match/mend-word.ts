// What a word that neither a list of words nor any ad knows may have been meant to be: a model number that ads write otherwise ("RTX4070",
// "H100s"), a slip of the finger ("matress") or two words run together ("sleepingbag").
import type { Respelt } from '../text/respell.ts'
import type { TermReader } from '../text/terms.ts'
import { RARITY_UNKNOWN } from '../text/word-frequency.ts'

export interface UnknownWord {
  readonly surface: string
  /** That of the conversation, "en" where it is not known. */
  readonly language: string
  readonly isSurelyEnglish: boolean
}

export interface Mended {
  /** None where nothing in stock is near. */
  readonly meant: readonly Respelt[]
  /** The word may as well be one that nobody knows ("ultrabook" is no book): it goes on counting, as one that no ad holds. */
  readonly isGuess?: boolean
}

/** A function that finds the terms in stock that a word may stand for; undefined where it looked for none. For words that are worth some ten microseconds. */
export function createMender(terms: TermReader, isInStock: (lo: number, hi: number) => boolean) {
  function termInStock(word: string, language: string): Respelt | undefined {
    const { count, lo, hi, rarity } = terms.read(word, language)
    return count === 1 && isInStock(lo[0]!, hi[0]!) ? { lo: lo[0]!, hi: hi[0]!, rarity: rarity[0]! } : undefined
  }

  // "RTX4070" is "RTX 4070" and "55R16" of a tyre "55 R16", where ads write it so, and "H100s" are several.
  function readModel(model: string, language: string): readonly Respelt[] {
    const one = PLURAL.test(model) && termInStock(model.slice(0, -1), language)
    if (one) return [one]
    BOUNDARY.lastIndex = 0
    for (let next = BOUNDARY.exec(model); next !== null; next = BOUNDARY.exec(model)) {
      const [before, behind] = [model.slice(0, next.index + 1), model.slice(next.index + 1)]
      if (LETTER.test(before) || LETTER.test(behind)) continue
      const first = termInStock(before, language)
      const second = first && termInStock(behind, language)
      if (second) return [first, second]
    }
    return NONE
  }

  // "Sleepingbag". Where there are several ways, what is last is as long as can be: a "carseat" is a seat, nothing that cars eat.
  function splitInTwo(surface: string): readonly Respelt[] {
    if (!RUN_TOGETHER.test(surface)) return NONE
    for (let at = PART_CHARS_MIN; at <= surface.length - PART_CHARS_MIN; at++) {
      const first = everydayTerm(surface.slice(0, at))
      const second = first && everydayTerm(surface.slice(at))
      if (second) return [first, second]
    }
    return NONE
  }

  function everydayTerm(word: string): Respelt | undefined {
    const term = termInStock(word, 'en')
    return term !== undefined && term.rarity < RARITY_UNKNOWN ? term : undefined
  }

  return ({ surface, language, isSurelyEnglish }: UnknownWord): Mended | undefined => {
    if (DIGIT.test(surface)) return surface.length > MODEL_CHARS_MAX ? UNKNOWN : { meant: readModel(surface, language) }
    if (language !== 'en') return undefined
    const respelt = terms.respell(surface, isInStock)
    const meant = respelt === undefined ? splitInTwo(surface) : [respelt]
    // In a text of unknown language a word of another language is no slip: "un chiste" is no chest.
    if (meant.length === 0 || (!isSurelyEnglish && terms.isForeign(surface))) return UNKNOWN
    return { meant, isGuess: respelt === undefined }
  }
}

const NONE: readonly Respelt[] = []
const UNKNOWN: Mended = { meant: NONE }
const DIGIT = /\d/
/** What is longer is a number of an order or a key. */
const MODEL_CHARS_MAX = 16
/** Two words or more of three letters; what is longer than any two is no slip. */
const RUN_TOGETHER = /^[a-z]{6,24}$/
const PART_CHARS_MIN = 3
const PLURAL = /\ds$/i
/** A letter and a digit side by side. */
const BOUNDARY = /\d(?=\p{L})|\p{L}(?=\d)/gu
const LETTER = /^\p{L}$/u

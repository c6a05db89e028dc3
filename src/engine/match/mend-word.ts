// What a word that neither a list of words nor any ad knows may have been meant to be: a model number that ads write otherwise ("RTX4070",
// "H100s") or a slip of the finger ("matress").
import type { Respelt } from '../text/respell.ts'
import type { TermReader } from '../text/terms.ts'

export interface UnknownWord {
  readonly surface: string
  /** That of the conversation, "en" where it is not known. */
  readonly language: string
  readonly isSurelyEnglish: boolean
}

/** A function that finds the terms in stock that a word stands for; none where nothing is near. For words that are worth some ten microseconds. */
export function createMender(terms: TermReader, isInStock: (lo: number, hi: number) => boolean) {
  function termInStock(word: string, language: string): Respelt | undefined {
    const { count, lo, hi, rarity } = terms.read(word, language)
    return count === 1 && isInStock(lo[0]!, hi[0]!) ? { lo: lo[0]!, hi: hi[0]!, rarity: rarity[0]! } : undefined
  }

  // "RTX4070" is "RTX 4070" and "55R16" of a tyre "55 R16", where ads write it so, and "H100s" are several.
  function readModel(surface: string, language: string): readonly Respelt[] {
    const model = surface.replace(SIGNS, '')
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

  return ({ surface, language, isSurelyEnglish }: UnknownWord): readonly Respelt[] => {
    if (DIGIT.test(surface)) return surface.length > MODEL_CHARS_MAX ? NONE : readModel(surface, language)
    if (language !== 'en') return NONE
    const meant = terms.respell(surface, isInStock)
    // In a text of unknown language a word of another language is no slip: "un chiste" is no chest.
    return meant === undefined || (!isSurelyEnglish && terms.isForeign(surface)) ? NONE : [meant]
  }
}

const NONE: readonly Respelt[] = []
const DIGIT = /\d/
/** What is longer is a number of an order or a key. */
const MODEL_CHARS_MAX = 16
/** "205/55R16" is one word beside its parts. */
const SIGNS = /[^\p{L}\d]/gu
const PLURAL = /\ds$/i
/** A letter and a digit side by side. */
const BOUNDARY = /\d(?=\p{L})|\p{L}(?=\d)/gu
const LETTER = /^\p{L}$/u

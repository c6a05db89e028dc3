// Tells the words that name what an ad sells ("kettle") from those that only say what it is like or goes with ("adjustable", "travel").
import { createMemo } from '../../base/memo.ts'
import { isStopWord } from '../text/stop-words.ts'
import { kindOf as readKind, kindsOf, NAMES_MIN, tellKind } from './kinds.ts'

export interface Traits {
  /** The phrase is a keyword or a category of the ad, in lower case, and not the kind of thing that its other names say; no phrase is, where they say none. */
  has(phrase: string): boolean
  /** Some name of the ad ends with the word, or it is its category. */
  isKind(word: string): boolean
}

/** @param categories without what they lie within */
export function traitsOf(
  title: string,
  brand: string,
  keywords: readonly string[],
  categories: readonly string[],
): Traits {
  // Each slot asks again of the same words.
  const kindOf = createMemo(readKind)
  const terms = new Set([...keywords, ...categories].map((term) => term.toLowerCase()))
  terms.delete(brand.toLowerCase())
  const kinds = kindsOf(title, terms)
  const sections = new Set(categories.map(kindOf))
  const isTold = tellKind(title, [...terms])
  return {
    has(phrase) {
      const ownNames = phrase.includes(' ') ? 1 : 0
      return isTold && terms.has(phrase) && (kinds.get(kindOf(phrase)) ?? 0) - ownNames < NAMES_MIN
    },
    isKind(word) {
      const kind = kindOf(word)
      return kind !== '' && (kinds.has(kind) || sections.has(kind))
    },
  }
}

/**
 * Whether the word of an English text from `start` to `end` describes what follows, and that is not what the ad sells. Other languages put
 * behind a thing what describes it, or write both as one word.
 */
export function describesAnother(text: string, start: number, end: number, traits: Traits): boolean {
  const rest = text.slice(end, end + CHARS_READ)
  if (
    ACTS_ON.test(rest) ||
    (ENDS_LIKE_VERB.test(rest) && IS_ONE.test(text.slice(Math.max(0, start - CHARS_READ), start)))
  )
    return false
  let at = end
  for (let words = 0; words < WORDS_READ_MAX; words++) {
    const next = NEXT_WORD.exec(text.slice(at, at + CHARS_READ))
    if (next === null || isStopWord(next[1]!.toLowerCase(), 'en')) return words > 0
    if (traits.isKind(next[1]!)) return false
    at += next[0].length
  }
  return true
}

/** "Orthopaedic memory foam bed". */
const WORDS_READ_MAX = 3
const CHARS_READ = 40
/** In the same clause, maybe past the signs of bold words; "chef's knife" goes on. */
const NEXT_WORD = /^[*_]{0,3} [*_]{0,3}(\p{L}[\p{L}\d-]*)(?:['’]s)?/u
/** "Insulation keeps the heat": it acts on something. */
const ACTS_ON = /^[*_]{0,3} \p{L}+ (?:an?|the|my|your|his|her|its|our|their)(?!\p{L})/u
/** "A newsletter brings": of "one" there is no plural, so this is what it does. */
const IS_ONE = /(?<!\p{L})an? (?:[\p{L}-]+ ){0,2}[*_]{0,3}$/iu
const ENDS_LIKE_VERB = /^[*_]{0,3} \p{L}+(?![siu])\p{L}s(?!['’\p{L}])/u

// A conversation as the index is asked for it: its terms with their weights.
import type { TermReader } from '../text/terms.ts'
import type { PriceLimit } from './price-limit.ts'

export interface TermsInEnglish {
  readonly lo: Uint32Array
  readonly hi: Uint32Array
  /** 1 where the conversation wrote it with a capital. */
  readonly isName: Uint8Array
}

export interface MatchQuery {
  /** Distinct terms, heaviest first; the arrays have exactly `count` entries. */
  readonly count: number
  readonly lo: Uint32Array
  readonly hi: Uint32Array
  /** What the conversation makes of the term: about 1 for a word of the question, less for older and assistant words. */
  readonly weight: Float32Array
  /** How rare the term is in everyday language, see `RARITY_STEPS`. */
  readonly rarity: Uint8Array
  /** Of a conversation in another language: each term as an English text would have it, since its names may be cut differently. */
  readonly english?: TermsInEnglish
  /** The most that the user wants to pay, where they said so since they last wished for something else. */
  readonly priceLimit?: PriceLimit | undefined
  /** Terms that the user does not want, where there are such. */
  readonly unwanted?: readonly { readonly lo: number; readonly hi: number }[] | undefined
  /** How the conversation wrote the term i. */
  surfaceOf(i: number): string
}

/** The terms of a query in another language as an English text would have them: "Adidas" is "adid" in Spanish and "adida" in English. */
export function inEnglish(
  { count, lo, hi, surfaceOf }: Pick<MatchQuery, 'count' | 'lo' | 'hi' | 'surfaceOf'>,
  terms: Pick<TermReader, 'read'>,
): TermsInEnglish {
  const english = { lo: lo.slice(), hi: hi.slice(), isName: new Uint8Array(count) }
  for (let i = 0; i < count; i++) {
    const surface = surfaceOf(i)
    const found = terms.read(surface, 'en')
    if (found.count !== 1) continue
    english.lo[i] = found.lo[0]!
    english.hi[i] = found.hi[0]!
    english.isName[i] = CAPITAL.test(surface) ? 1 : 0
  }
  return english
}

const CAPITAL = /^\p{Lu}/u

// A conversation as the index is asked for it: its terms with their weights.
import type { TermReader } from '../text/terms.ts'
import type { PriceLimit } from './price-limit.ts'

export interface TermsInEnglish {
  readonly lo: Uint32Array
  readonly hi: Uint32Array
  /** 1 where the conversation wrote it with a capital. */
  readonly isName: Uint8Array
}

/** A term that may tell by itself what is looked for; small numbers do not ("what is 2+2?"). */
export const TELLS = 1
/** A term that was said to be where the thing is to be, or what it is to be in: "in London", "near London", "in black". */
export const IS_PLACE = 2
/** A whole word that the user said in English talk, more than the name of something: an ad may be needed for it. */
export const MAY_BE_NEED = 4

/** So many words are a bare query; more of them begin to be talk. Relevance counts all terms, needs only whole words of the user. */
export const BARE_TERMS = 4

export interface MatchQuery {
  /** Distinct terms, heaviest first; the arrays have exactly `count` entries. */
  readonly count: number
  readonly lo: Uint32Array
  readonly hi: Uint32Array
  /** What the conversation makes of the term: about 1 for a word of the question, less for older and assistant words. */
  readonly weight: Float32Array
  /** How rare the term is in everyday language, see `RARITY_STEPS`. */
  readonly rarity: Uint8Array
  /** Bits: TELLS, IS_PLACE, MAY_BE_NEED. */
  readonly roles: Uint8Array
  /** Of a conversation in another language: each term as an English text would have it, since its names may be cut differently. */
  readonly english?: TermsInEnglish
  /** The most that the user wants to pay, where they said so since they last wished for something else. */
  readonly priceLimit?: PriceLimit | undefined
  /** Terms that the user does not want, where there are such. */
  readonly unwanted?: readonly { readonly lo: number; readonly hi: number }[] | undefined
  /** What an embedding model makes of the conversation, where there is one that answered in time. */
  embedding?: Float32Array | undefined
  /** How the conversation wrote the term i. */
  surfaceOf(i: number): string
}

/** Of each term of a query the text it stands in, by its number, and where it begins and ends there. */
export interface QueryArrays extends Pick<MatchQuery, 'lo' | 'hi' | 'weight' | 'rarity' | 'roles'> {
  readonly places: Uint32Array
}

/**
 * A function that makes the arrays of one query. They lie side by side in pieces of memory: to get one, and to give it back, costs as much
 * as reading a message.
 */
export function createQueryMemory(): (count: number) => QueryArrays {
  let memory = new ArrayBuffer(0)
  let taken = 0
  return (count) => {
    const bytes = count * QUERY_TERM_BYTES
    if (taken + bytes > memory.byteLength) {
      memory = new ArrayBuffer(Math.max(bytes, MEMORY_BYTES))
      taken = 0
    }
    const from = taken
    // Rounded up to whole words.
    taken += (bytes + 3) & ~3
    return {
      places: new Uint32Array(memory, from, count * 3),
      lo: new Uint32Array(memory, from + count * 12, count),
      hi: new Uint32Array(memory, from + count * 16, count),
      weight: new Float32Array(memory, from + count * 20, count),
      rarity: new Uint8Array(memory, from + count * 24, count),
      roles: new Uint8Array(memory, from + count * 25, count),
    }
  }
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
/** Of one term of a query: three places, two halves of its hash, its weight, its rarity and its roles. */
const QUERY_TERM_BYTES = 26
/**
 * Has room for some queries, the last of which keeps it; with room for a hundred it would live so long that it is collected with
 * what lives long, and memory outside of the heap that waits for that makes the collection come sooner.
 */
const MEMORY_BYTES = 4_096

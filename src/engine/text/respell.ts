// Mends a slip of the finger: the everyday English stem that lies one letter away from one that nobody knows ("matress", "travle").
import { mix, SEED_HI, SEED_LO, stepHi, stepLo } from './tokenise.ts'
import { RARITY_UNKNOWN, type WordFrequencies } from './word-frequency.ts'

export interface Respelt {
  readonly lo: number
  readonly hi: number
  readonly rarity: number
}

export type Respell = (stem: string, accepts: (lo: number, hi: number) => boolean) => Respelt | undefined

/**
 * A function that finds the commonest stem that `accepts` takes among those that a letter too much, too few, wrong or in its
 * neighbour's place may have made into `stem`; undefined where there is none. The first letter is believed, and so is a short stem, but
 * that one of four letters may lack a fifth.
 * It tries some 50 stems a letter, so it is for words that are worth some ten microseconds.
 */
export function createRespell(frequencies: WordFrequencies): Respell {
  const codes = new Uint16Array(STEM_LENGTH_MAX)
  // The hash of the stem's first i letters.
  const los = new Int32Array(STEM_LENGTH_MAX + 1).fill(SEED_LO)
  const his = new Int32Array(STEM_LENGTH_MAX + 1).fill(SEED_HI)
  const sieve = sieveOf(frequencies)

  return (stem, accepts) => {
    const length = stem.length
    if (length < STEM_LENGTH_MIN || length > STEM_LENGTH_MAX) return undefined
    for (let i = 0; i < length; i++) {
      codes[i] = stem.charCodeAt(i)
      los[i + 1] = stepLo(los[i]!, codes[i]!)
      his[i + 1] = stepHi(his[i]!, codes[i]!)
    }

    const isShort = length === STEM_LENGTH_MIN
    let best: Respelt | undefined
    // What begins with `lo` and `hi` and goes on with the stem's letters from `from` on.
    const offer = (lo: number, hi: number, from: number): void => {
      for (let i = from; i < length; i++) lo = stepLo(lo, codes[i]!)
      lo = mix(lo)
      if (((sieve[lo >>> SIEVE_SHIFT]! >>> (lo & 7)) & 1) === 0) return
      for (let i = from; i < length; i++) hi = stepHi(hi, codes[i]!)
      hi = mix(hi)
      const rarity = frequencies.rarityOf(lo, hi, 'en')
      if (rarity < (best?.rarity ?? RARITY_UNKNOWN) && accepts(lo, hi)) best = { lo, hi, rarity }
    }
    for (let i = 1; i <= length; i++) {
      const lo = los[i]!
      const hi = his[i]!
      if (i < length && !isShort) offer(lo, hi, i + 1)
      for (let code = A; code <= Z; code++) {
        const nextLo = stepLo(lo, code)
        const nextHi = stepHi(hi, code)
        offer(nextLo, nextHi, i)
        if (i < length && !isShort) offer(nextLo, nextHi, i + 1)
      }
      if (i + 1 < length && !isShort)
        offer(stepLo(stepLo(lo, codes[i + 1]!), codes[i]!), stepHi(stepHi(hi, codes[i + 1]!), codes[i]!), i + 2)
    }
    return best
  }
}

/** A bit for the first half of the hash of each everyday stem, near the processor, which sorts out nineteen of twenty salads of letters. */
function sieveOf({ memory }: WordFrequencies): Uint8Array {
  const sieve = new Uint8Array(2 ** (32 - SIEVE_SHIFT))
  for (const lo of memory.get('en')!.los) sieve[lo >>> SIEVE_SHIFT]! |= 1 << (lo & 7)
  return sieve
}

/** 64 KB. */
const SIEVE_SHIFT = 16
const A = 0x61
const Z = 0x7a
/** Nearly every such stem is one letter away from another word, but few are what is left of a longer one: "coffe" is cut to "coff". */
const STEM_LENGTH_MIN = 4
const STEM_LENGTH_MAX = 24

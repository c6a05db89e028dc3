// How common a stem is in everyday language: a table that ships with the service, so a rare word is rare in any inventory.
import { readFileSync } from 'node:fs'
import { sharedArray } from '../../base/shared-array.ts'
import { createTokenBuffer, tokenise } from './tokenise.ts'

export interface WordFrequencies {
  /**
   * How rare a stem is in running text of a language: `RARITY_STEPS` × −log10(share of all words), 0–255.
   * A stem that the language's list does not hold counts as rarer than all that it holds.
   */
  rarityOf(lo: number, hi: number, language: string): number
  /** For `openWordFrequencies` in another thread. */
  readonly memory: FrequencyMemory
}

/** By language. */
export type FrequencyMemory = ReadonlyMap<string, RarityArrays>

/** An open table: the halves of a stem's hash, both 0 where a place is empty, and its rarity. */
interface RarityArrays {
  readonly los: Uint32Array
  readonly his: Uint32Array
  readonly rarities: Uint8Array
}

/** Steps of rarity for each power of ten. */
export const RARITY_STEPS = 25

/** What a stem counts that no list holds: once in a hundred million words. */
export const RARITY_UNKNOWN = 8 * RARITY_STEPS

/**
 * Reads a file whose shape is told in its own head.
 * @throws Error where it is missing or broken, since nothing may start without it
 */
export function loadWordFrequencies(path: URL | string = SHIPPED): WordFrequencies {
  // Line by line: one text with Cyrillic in it would take two bytes for every letter of the whole.
  const file = readFileSync(path)
  const tokens = createTokenBuffer()
  const lists = new Map<string, RarityArrays>()
  let current: RarityTable | undefined
  for (let from = 0; from < file.length;) {
    const newline = file.indexOf(0x0a, from)
    const to = newline < 0 ? file.length : newline
    const line = file.toString('utf8', from, to)
    from = to + 1
    if (line === '' || line.startsWith('#')) continue
    if (line.startsWith('@')) {
      const [language, stems] = line.slice(1).split(' ')
      const arrays = rarityArrays(Number(stems))
      current = openRarityTable(arrays)
      lists.set(language!, arrays)
      continue
    }
    const space = line.indexOf(' ')
    const rarity = space < 0 ? Number.NaN : Number(line.slice(0, space))
    if (current === undefined || !(rarity >= 0 && rarity <= 255)) {
      throw new Error(`word frequencies: no list or no rarity for the line that begins ${line.slice(0, 40)}`)
    }
    // Stems hold nothing but word characters, so the tokeniser hashes a whole line of them in one pass.
    tokenise(line, tokens)
    for (let i = 1; i < tokens.count; i++) current.set(tokens.lo[i]!, tokens.hi[i]!, rarity)
  }
  return openWordFrequencies(lists)
}

/** @throws Error where the English list is missing, which stands in for all others that are */
export function openWordFrequencies(memory: FrequencyMemory): WordFrequencies {
  const lists = new Map([...memory].map(([language, arrays]) => [language, openRarityTable(arrays)]))
  const fallback = lists.get('en')
  if (fallback === undefined) throw new Error('word frequencies: the English list is missing')
  return { memory, rarityOf: (lo, hi, language) => (lists.get(language) ?? fallback).get(lo, hi) }
}

const SHIPPED = new URL('../../../models/word-frequency.txt', import.meta.url)

interface RarityTable {
  set(lo: number, hi: number, rarity: number): void
  get(lo: number, hi: number): number
}

function rarityArrays(stems: number): RarityArrays {
  let capacity = 16
  while (capacity < stems * 2) capacity *= 2
  return {
    los: sharedArray(Uint32Array, capacity),
    his: sharedArray(Uint32Array, capacity),
    rarities: sharedArray(Uint8Array, capacity),
  }
}

function openRarityTable({ los, his, rarities }: RarityArrays): RarityTable {
  const mask = los.length - 1

  function slotOf(lo: number, hi: number): number {
    let slot = lo & mask
    while ((los[slot] !== lo || his[slot] !== hi) && (los[slot] !== 0 || his[slot] !== 0)) slot = (slot + 1) & mask
    return slot
  }

  return {
    set(lo, hi, rarity) {
      const slot = slotOf(lo, hi)
      los[slot] = lo
      his[slot] = hi
      rarities[slot] = rarity
    },
    get(lo, hi) {
      const slot = slotOf(lo, hi)
      return los[slot] === 0 && his[slot] === 0 ? RARITY_UNKNOWN : rarities[slot]!
    },
  }
}

// How common a stem is in everyday language: a table that ships with the service, so a rare word is rare in any inventory.
import { readFileSync } from 'node:fs'
import { hashHi, hashLo } from './tokenise.ts'

export interface WordFrequencies {
  /**
   * How rare a stem is in running text of a language: `RARITY_STEPS` × −log10(share of all words), 0–255.
   * A stem that the language's list does not hold counts as rarer than all that it holds.
   */
  rarityOf(lo: number, hi: number, language: string): number
}

/** Steps of rarity for each power of ten. */
export const RARITY_STEPS = 25

/** What a stem counts that no list holds: once in a hundred million words. */
export const RARITY_UNKNOWN = 8 * RARITY_STEPS

/** The file's shape is told in its own head; throws where it is missing or broken, since nothing may start without it. */
export function loadWordFrequencies(path: URL | string = SHIPPED): WordFrequencies {
  const lists = new Map<string, RarityTable>()
  let current: RarityTable | undefined
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    if (line.startsWith('@')) {
      const [language, stems] = line.slice(1).split(' ')
      current = createRarityTable(Number(stems))
      lists.set(language!, current)
      continue
    }
    if (current === undefined)
      throw new Error(`word frequencies: a list begins without naming its language: ${line.slice(0, 40)}`)
    const space = line.indexOf(' ')
    const rarity = Number(line.slice(0, space))
    if (!(rarity >= 0 && rarity <= 255)) throw new Error(`word frequencies: bad rarity in ${line.slice(0, 40)}`)
    let from = space + 1
    while (from < line.length) {
      let to = line.indexOf(' ', from)
      if (to < 0) to = line.length
      current.set(line.slice(from, to), rarity)
      from = to + 1
    }
  }
  const fallback = lists.get('en')
  if (fallback === undefined) throw new Error('word frequencies: the English list is missing')
  return { rarityOf: (lo, hi, language) => (lists.get(language) ?? fallback).get(lo, hi) }
}

const SHIPPED = new URL('../../../models/word-frequency.txt', import.meta.url)

interface RarityTable {
  set(word: string, rarity: number): void
  get(lo: number, hi: number): number
}

function createRarityTable(stems: number): RarityTable {
  let capacity = 16
  while (capacity < stems * 2) capacity *= 2
  const mask = capacity - 1
  const los = new Uint32Array(capacity)
  const his = new Uint32Array(capacity)
  const rarities = new Uint8Array(capacity)

  function slotOf(lo: number, hi: number): number {
    let slot = lo & mask
    while ((los[slot] !== lo || his[slot] !== hi) && (los[slot] !== 0 || his[slot] !== 0)) slot = (slot + 1) & mask
    return slot
  }

  return {
    set(word, rarity) {
      const lo = hashLo(word)
      const hi = hashHi(word)
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

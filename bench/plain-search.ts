// The search that one would write first: BM25 with a Map of lists and a Map of sums. A measure of ours in the same run.
import type { IndexableAd } from '../src/engine/match/read-ad.ts'
import type { TermReader } from '../src/engine/text/terms.ts'

export interface PlainSearch {
  add(ad: IndexableAd): void
  /** Numbers of the best ads that hold any word of the texts. */
  search(texts: readonly string[], limit: number): number[]
}

const K1 = 1.2
const B = 0.75

/** Reads texts into the same terms as the service, so that only the search differs. */
export function createPlainSearch(terms: TermReader): PlainSearch {
  const lists = new Map<number, { docs: number[]; counts: number[] }>()
  const lengths: number[] = []
  let words = 0

  const countTerms = (texts: readonly string[]): Map<number, number> => {
    const counts = new Map<number, number>()
    for (const text of texts) {
      const found = terms.read(text, 'en')
      for (let i = 0; i < found.count; i++) {
        const key = (found.hi[i]! >>> 11) * 2 ** 32 + found.lo[i]!
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
    }
    return counts
  }

  return {
    add({ title, description, brand, keywords, categories }) {
      const counts = countTerms([title, description, brand, ...keywords, ...categories])
      let length = 0
      for (const [key, count] of counts) {
        let list = lists.get(key)
        if (list === undefined) lists.set(key, (list = { docs: [], counts: [] }))
        list.docs.push(lengths.length)
        list.counts.push(count)
        length += count
      }
      lengths.push(length)
      words += length
    },

    search(texts, limit) {
      const sums = new Map<number, number>()
      const average = words / lengths.length
      for (const key of countTerms(texts).keys()) {
        const list = lists.get(key)
        if (list === undefined) continue
        const { docs, counts } = list
        const rarity = Math.log(1 + (lengths.length - docs.length + 0.5) / (docs.length + 0.5))
        for (let i = 0; i < docs.length; i++) {
          const doc = docs[i]!
          const count = counts[i]!
          const impact = (count * (K1 + 1)) / (count + K1 * (1 - B + (B * lengths[doc]!) / average))
          sums.set(doc, (sums.get(doc) ?? 0) + rarity * impact)
        }
      }
      const best = [...sums].sort(([, a], [, b]) => b - a)
      return best.slice(0, limit).map(([doc]) => doc)
    },
  }
}

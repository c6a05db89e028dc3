// Looks through a small stock for ads that mean what is asked and share no word with it; a large one has enough that do.
import type { AdVectors } from './ad-vectors.ts'
import type { MatchQuery } from './match-query.ts'
import { type IndexState, LIVE } from './index-state.ts'
import { mayServe, type MatchResults, type SearchOptions } from './search.ts'

/** A stock of so many ads is looked through whole, in some fifty microseconds. */
const SMALL_STOCK = 1024
/** Cosine from which on an ad is believed without a single word in common. */
const ALIKE_MIN = 0.5

/** Fills the places that a search left empty with what is most like the question, their score 0. Belongs to one thread. */
export function createAlikeFinder(vectors: AdVectors) {
  const likeness = new Float32Array(SMALL_STOCK)

  return function addAlike(state: IndexState, query: MatchQuery, options: SearchOptions, results: MatchResults): void {
    const byWords = results.count
    const places = Math.min(options.limit, SMALL_STOCK, results.docs.length)
    if (byWords >= places || state.live > SMALL_STOCK) return
    vectors.aim(query)
    const { docs, scores, held } = results
    for (let doc = 0, seen = 0; seen < state.live; doc++) {
      if (state.states[doc] !== LIVE) continue
      seen++
      const alike = vectors.similarityOf(doc)
      if (!(alike >= ALIKE_MIN) || !mayServe(state, options, doc) || docs.subarray(0, byWords).includes(doc)) continue
      if (results.count === places && alike <= likeness[places - 1]!) continue
      let at = results.count < places ? results.count++ : places - 1
      for (; at > byWords && likeness[at - 1]! < alike; at--) {
        docs[at] = docs[at - 1]!
        likeness[at] = likeness[at - 1]!
      }
      docs[at] = doc
      likeness[at] = alike
    }
    scores.fill(0, byWords, results.count)
    held.fill(0, byWords, results.count)
  }
}

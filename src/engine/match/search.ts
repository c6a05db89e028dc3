// Finds the best ads for a query: term at a time over each block, with screening while the best are collected.
import { pickLargest, type MatchQuery } from './build-query.ts'
import type { IndexState } from './index-state.ts'
import { BLOCK_DOCS, findTerm, impactInRun } from './posting-run.ts'
import { createTopDocs } from './top-docs.ts'
import { tuning } from './tuning.ts'
import { rarityWeight } from './weigh-terms.ts'

export interface SearchOptions {
  /** Most results wanted, 1–1,000. */
  readonly limit: number
  /** By campaign slot: 1 = may serve. */
  readonly admitted: Uint8Array
  /** Bit mask; an ad that has any of the bits may serve. */
  readonly formats: number
}

export interface MatchResults {
  /** Counts the searches, since the results of all of them are this one object. */
  serial: number
  /** How many were found, best first; ties by lower ad number. */
  count: number
  docs: Uint32Array
  /** Score in nats of surprise: the sum over terms of weight × rarity × impact. */
  scores: Float32Array
  /** What a query of these words could reach at most, were every word said without end. */
  attainable: number
  /** For each term of the query, its weight in this search (0 = not looked for) and whether any ad holds it. */
  termWeights: Float32Array
  adsWithTerm: Uint32Array
  /** The terms that were searched with, heaviest first; only the first `searchedCount` entries mean anything. */
  searched: Uint16Array
  searchedCount: number
  /** For each result, which of them it holds: bit i for `searched[i]`. */
  held: Uint16Array
}

export interface Searcher {
  search(state: IndexState, query: MatchQuery, options: SearchOptions): MatchResults
  /** How much each term that was searched with last counts in an ad: 0–255, written to `into`; 0 for the others. */
  readImpacts(state: IndexState, query: MatchQuery, doc: number, into: Uint8Array): void
}

/**
 * A searcher serves one thread: its accumulators (256 KB) and lists are used again by every search. An accumulator holds an
 * ad's score in its lower half and the terms that it holds in its upper one, so both cost one look at memory.
 */
export function createSearcher(): Searcher {
  const sums = new Int32Array(BLOCK_DOCS)
  const top = createTopDocs(LIMIT_MAX)
  const values = new Float64Array(TERMS_MAX)
  const weights = new Uint32Array(TERMS_MAX)
  const heads = new Int32Array(TERMS_MAX)
  let heldByDoc = new Uint16Array(0)
  let entries = new Int32Array(TERMS_MAX)
  const results: MatchResults = {
    serial: 0,
    count: 0,
    docs: new Uint32Array(LIMIT_MAX),
    scores: new Float32Array(LIMIT_MAX),
    attainable: 0,
    termWeights: new Float32Array(TERMS_MAX),
    adsWithTerm: new Uint32Array(TERMS_MAX),
    searched: new Uint16Array(TERMS_MAX),
    searchedCount: 0,
    held: new Uint16Array(LIMIT_MAX),
  }
  const order = results.searched

  // Finds every term in every block, and with that how many ads hold it.
  function lookUp(state: IndexState, query: MatchQuery): void {
    const { blocks, tail } = state
    if (entries.length < blocks.length * TERMS_MAX) entries = new Int32Array(blocks.length * TERMS_MAX * 2)
    for (let t = 0; t < query.count; t++) {
      const lo = query.lo[t]!
      const hi = query.hi[t]!
      let ads = 0
      for (let b = 0; b < blocks.length; b++) {
        const run = blocks[b]!.run
        const entry = run === undefined ? -1 : findTerm(run, lo, hi)
        entries[b * TERMS_MAX + t] = entry
        if (entry >= 0) ads += run!.starts[entry + 1]! - run!.starts[entry]!
      }
      const head = tail.head(lo, hi)
      heads[t] = head
      if (head >= 0) ads += tail.countOf(head)
      results.adsWithTerm[t] = ads
    }
  }

  // Picks the terms to search with and gives each a whole number, such that no ad's sum can pass 65,535.
  function weigh(state: IndexState, query: MatchQuery): { picked: number; scale: number } {
    let attainable = 0
    let found = 0
    for (let t = 0; t < query.count; t++) {
      const ads = results.adsWithTerm[t]!
      const weight = query.weight[t]! * rarityWeight(ads, state.live, query.rarity[t]!)
      attainable += weight
      results.termWeights[t] = weight
      values[t] = ads > 0 ? weight : 0
    }
    results.attainable = attainable
    let picked = pickLargest(values, query.count, Math.min(tuning.searchedTermsMax, SEARCHED_TERMS_MAX), order)
    while (picked > 0 && values[order[picked - 1]!]! === 0) picked--
    results.searchedCount = picked
    for (let i = 0; i < picked; i++) found += values[order[i]!]!
    const scale = found > 0 ? 65_535 / found : 0
    for (let i = 0; i < picked; i++) weights[i] = Math.floor(values[order[i]!]! * scale)
    return { picked, scale }
  }

  return {
    readImpacts(state, query, doc, into) {
      const b = Math.floor(doc / BLOCK_DOCS)
      const { run, base } = state.blocks[b]!
      const local = doc - base
      const inTail = state.blocks[b] === state.open && state.tail.holds(local)
      into.fill(0, 0, query.count)
      for (let i = 0; i < results.searchedCount; i++) {
        const t = order[i]!
        const entry = entries[b * TERMS_MAX + t]!
        if (inTail) into[t] = heads[t]! >= 0 ? state.tail.impactOf(heads[t]!, local) : 0
        else into[t] = entry >= 0 ? impactInRun(run!, entry, local) : 0
      }
    },

    search(state, query, options) {
      results.serial++
      lookUp(state, query)
      const { picked, scale } = weigh(state, query)
      top.clear(Math.min(options.limit, LIMIT_MAX))
      if (heldByDoc.length < state.states.length) heldByDoc = new Uint16Array(state.states.length)
      for (let b = 0; b < state.blocks.length; b++) {
        const block = state.blocks[b]!
        const open = block === state.open
        for (let i = 0; i < picked; i++) {
          const t = order[i]!
          const weight = weights[i]!
          const entry = entries[b * TERMS_MAX + t]!
          if (entry >= 0)
            addRun(
              sums,
              block.run!.docs,
              block.run!.impacts,
              block.run!.starts[entry]!,
              block.run!.starts[entry + 1]!,
              weight,
              1 << (16 + i),
            )
          if (open && heads[t]! >= 0) addTail(sums, state.tail, heads[t]!, weight, 1 << (16 + i))
        }
        const collector = { sums, heldByDoc, base: block.base, state, options, top }
        for (let i = 0; i < picked; i++) {
          const t = order[i]!
          const entry = entries[b * TERMS_MAX + t]!
          if (entry >= 0)
            collectRun(collector, block.run!.docs, block.run!.starts[entry]!, block.run!.starts[entry + 1]!)
          if (open && heads[t]! >= 0) collectTail(collector, state.tail, heads[t]!)
        }
      }
      results.count = top.take(results.docs, results.scores, scale === 0 ? 0 : 256 / 255 / scale)
      for (let i = 0; i < results.count; i++) results.held[i] = heldByDoc[results.docs[i]!]!
      return results
    },
  }
}

const LIMIT_MAX = 1000

/** Terms of one query that can be looked up. */
export const TERMS_MAX = 64

/** Terms of one query that can be searched with: one bit each in the upper half of an accumulator. */
const SEARCHED_TERMS_MAX = 16
const SCORE_BITS = 0xffff

function addRun(
  sums: Int32Array,
  docs: Uint16Array,
  impacts: Uint8Array,
  from: number,
  to: number,
  weight: number,
  bit: number,
): void {
  for (let i = from; i < to; i++) {
    const local = docs[i]!
    sums[local] = (sums[local]! + ((impacts[i]! * weight) >>> 8)) | bit
  }
}

function addTail(sums: Int32Array, tail: IndexState['tail'], head: number, weight: number, bit: number): void {
  const { doc, impact, previous } = tail
  for (let at = head; at >= 0; at = previous[at]!) {
    const local = doc[at]!
    sums[local] = (sums[local]! + ((impact[at]! * weight) >>> 8)) | bit
  }
}

interface Collector {
  readonly sums: Int32Array
  readonly heldByDoc: Uint16Array
  readonly base: number
  readonly state: IndexState
  readonly options: SearchOptions
  readonly top: ReturnType<typeof createTopDocs>
}

// The second walk over the same postings reads each sum once and leaves the accumulator clean for the next search.
function collectRun(collector: Collector, docs: Uint16Array, from: number, to: number): void {
  const { sums, base, top } = collector
  let least = Math.max(1, top.least())
  for (let i = from; i < to; i++) {
    const local = docs[i]!
    const sum = sums[local]!
    if (sum === 0) continue
    sums[local] = 0
    if ((sum & SCORE_BITS) < least) continue
    if (offer(collector, base + local, sum)) least = Math.max(1, top.least())
  }
}

function collectTail(collector: Collector, tail: IndexState['tail'], head: number): void {
  const { sums, base, top } = collector
  for (let at = head; at >= 0; at = tail.previous[at]!) {
    const local = tail.doc[at]!
    const sum = sums[local]!
    if (sum === 0) continue
    sums[local] = 0
    if ((sum & SCORE_BITS) >= Math.max(1, top.least())) offer(collector, base + local, sum)
  }
}

function offer({ heldByDoc, state, options, top }: Collector, doc: number, sum: number): boolean {
  if (state.states[doc] !== 1) return false
  if ((state.formats[doc]! & options.formats) === 0) return false
  if (options.admitted[state.campaigns[doc]!] !== 1) return false
  heldByDoc[doc] = sum >>> 16
  return top.offer(doc, sum & SCORE_BITS)
}

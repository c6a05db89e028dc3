// Finds the best ads for a query: term at a time over each page, with screening while the best are collected.
import { keepRead } from '../../base/read-ahead.ts'
import { MAY_BE_NEED, type MatchQuery } from './match-query.ts'
import { NEED_HASH } from './needs.ts'
import { pickLargest } from './pick-largest.ts'
import { type Block, type IndexState, OWNER_CAMPAIGN_BITS, tailOf, TAILS } from './index-state.ts'
import {
  adsInRun,
  BLOCK_DOCS,
  BLOCK_PAGES,
  CALLED,
  findTerms,
  impactInRun,
  PAGE_BITS,
  PAGE_DOCS,
} from './posting-run.ts'
import type { PostingTail } from './posting-tail.ts'
import { createTopDocs } from './top-docs.ts'
import { tuning } from './tuning.ts'
import { everydayWeightOf, rarityWeight } from './weigh-terms.ts'

export interface SearchOptions {
  /** Most results wanted, 1–1,000. */
  readonly limit: number
  /** By campaign slot: 1 = may serve. */
  readonly admitted: Uint8Array
  /** Bit mask; an ad that has any of the bits may serve. */
  readonly formats: number
  /** Further ads that may not serve; only asked of those that are good enough to be found. */
  readonly refuses?: ((doc: number) => boolean) | undefined
  /** 32 bits that decide which of equally good ads come first; without them those with the lower numbers do. */
  readonly lot?: number | undefined
}

export interface MatchResults {
  /** Counts the searches, since the results of all of them are this one object. */
  serial: number
  /** How many were found, best first; ties as the lot decides. */
  count: number
  docs: Uint32Array
  /** Score in nats of surprise: the sum over terms of weight × rarity × impact. */
  scores: Float32Array
  /** For each term of the query, its weight in this search, in ads that hold it and in those that are needed for it, and how many hold it. */
  termWeights: Float32Array
  neededWeights: Float32Array
  adsWithTerm: Uint32Array
  /** The terms that were searched with, those first that can add most; only the first `searchedCount` entries mean anything. */
  searched: Uint16Array
  searchedCount: number
  /** For each result, which of them it holds itself: bit i for `searched[i]`; and IS_NEEDED where it is needed for one of the others. */
  held: Uint16Array
}

export interface Searcher {
  search(state: IndexState, query: MatchQuery, options: SearchOptions): MatchResults
  /**
   * How much each term that was searched with last counts in an ad, 0–255, written to `into`: odd (`CALLED`) where the ad is only called so,
   * below 0 where it does not hold it but is needed for it; 0 for the others.
   */
  readImpacts(state: IndexState, query: MatchQuery, doc: number, into: Int16Array): void
  /** Whether result `i` of the last search says one of some terms itself, and is not only called so. @param terms bit by bit as in `searched` */
  says(state: IndexState, results: MatchResults, i: number, terms: number): boolean
}

/**
 * A searcher serves one thread: its accumulators (256 KB) and lists are used again by every search. An accumulator holds an
 * ad's score in its lower half and the terms that it holds in its upper one, so both cost one look at memory.
 *
 * In talk an ad is also found by what people say who need it (needs.ts), which adds to its score; whoever says little names things.
 */
export function createSearcher(): Searcher {
  const sums = new Int32Array(PAGE_DOCS)
  const top = createTopDocs(LIMIT_MAX)
  const values = new Float64Array(TERMS_MAX)
  const weights = new Uint32Array(TERMS_MAX)
  const weightsNeeded = new Uint32Array(TERMS_MAX)
  const said = createPlaces()
  const needed = createPlaces()
  const asNeeded = { count: 0, lo: new Uint32Array(TERMS_MAX), hi: new Uint32Array(TERMS_MAX) }
  const adsNeeded = new Uint32Array(TERMS_MAX)
  let looksForNeeds = false
  // What a term and all that come after it can add to a sum.
  const reach = new Uint32Array(SEARCHED_TERMS_MAX)
  // The lists in the page at hand, each with what its postings count, and the bit that they set: of each term the ads that hold it, and
  // those that are needed for it. No ad is in both (needs.ts).
  const froms = new Uint32Array(LISTS_MAX)
  const tos = new Uint32Array(LISTS_MAX)
  const tailHeads = new Int32Array(LISTS_MAX)
  const counts = new Uint32Array(LISTS_MAX)
  const bits = new Int32Array(LISTS_MAX)
  let lists = 0
  const results: MatchResults = {
    serial: 0,
    count: 0,
    docs: new Uint32Array(LIMIT_MAX),
    scores: new Float32Array(LIMIT_MAX),
    termWeights: new Float32Array(TERMS_MAX),
    neededWeights: new Float32Array(TERMS_MAX),
    adsWithTerm: new Uint32Array(TERMS_MAX),
    searched: new Uint16Array(TERMS_MAX),
    searchedCount: 0,
    held: new Uint16Array(LIMIT_MAX),
  }
  const order = results.searched

  /** Adds the list of the i-th term in a page, and returns how many postings of the run it has. */
  function addList(
    { entries, heads }: Places,
    i: number,
    weight: number,
    bit: number,
    at: { b: number; block: Block; page: number; tail: PostingTail | undefined },
  ): number {
    const t = order[i]!
    const entry = entries[at.b * TERMS_MAX + t]!
    const place = entry * BLOCK_PAGES + at.page
    const from = entry < 0 ? 0 : at.block.run!.starts[place]!
    const to = entry < 0 ? 0 : at.block.run!.starts[place + 1]!
    froms[lists] = from
    tos[lists] = to
    tailHeads[lists] = at.tail === undefined ? -1 : heads[at.block.tail * TERMS_MAX + t]!
    counts[lists] = weight
    bits[lists++] = bit
    return to - from
  }

  // An ad that is in no list of the heavier terms cannot be among the best once the lighter ones together weigh less than the
  // worst of the best (Turtle and Flood 1995: MaxScore). So the lighter ones, whose postings are the most, only add to what
  // the heavier ones have touched, and only the heavier ones are walked once more to collect.
  function searchPage(state: IndexState, b: number, page: number, picked: number, options: SearchOptions): void {
    const block = state.blocks[b]!
    const { run } = block
    const newest = tailOf(state, block)
    const tail = newest?.hasPage(page) ? newest : undefined
    const base = block.base + page * PAGE_DOCS
    const collector = { sums, base, page, state, options, top }
    const at = { b, block, page, tail }
    const least = top.least()
    let postings = 0
    let leading = 0
    lists = 0
    for (let i = 0; i < picked; i++) {
      postings += addList(said, i, weights[i]!, 1 << (16 + i), at)
      if (looksForNeeds) postings += addList(needed, i, weightsNeeded[i]!, IS_NEEDED << 16, at)
      if (reach[i]! >= least) leading = lists
    }
    if (postings === 0 && tail === undefined) return

    for (let l = 0; l < leading; l++) {
      addRun(sums, run?.docs, run?.impacts, froms[l]!, tos[l]!, counts[l]!, bits[l]!)
      if (tailHeads[l]! >= 0) addTail(sums, tail!, page, tailHeads[l]!, counts[l]!, bits[l]!)
    }
    for (let l = leading; l < lists; l++) {
      addRunToTouched(sums, run?.docs, run?.impacts, froms[l]!, tos[l]!, counts[l]!, bits[l]!)
      if (tailHeads[l]! >= 0) addTailToTouched(sums, tail!, page, tailHeads[l]!, counts[l]!, bits[l]!)
    }
    for (let l = 0; l < leading; l++) {
      collectRun(collector, run?.docs, froms[l]!, tos[l]!)
      if (tailHeads[l]! >= 0) collectTail(collector, tail!, tailHeads[l]!)
    }
  }

  // Finds every term in every block, and with that how many ads hold it.
  function lookUp(state: IndexState, query: Pick<MatchQuery, 'count' | 'lo' | 'hi' | 'roles'>): void {
    findAll(state, query, said, results.adsWithTerm)
    if (!looksForNeeds) return
    asNeeded.count = query.count
    for (let t = 0; t < query.count; t++) {
      const mayBe = (query.roles[t]! & MAY_BE_NEED) !== 0
      asNeeded.lo[t] = mayBe ? (query.lo[t]! ^ NEED_HASH) >>> 0 : 0
      asNeeded.hi[t] = mayBe ? query.hi[t]! : 0
    }
    findAll(state, asNeeded, needed, adsNeeded)
  }

  // A term that no ad holds, and a name that more ads hold so, is looked up as an English text would have it.
  function lookUpElsewhere(state: IndexState, { count, lo, hi, roles, english }: MatchQuery): void {
    if (english === undefined) return
    const own = results.adsWithTerm.slice(0, count)
    lookUp(state, { count, roles, ...english })
    const isBetter = own.map((ads, t) =>
      Number(ads === 0 || (english.isName[t] === 1 && results.adsWithTerm[t]! > ads)),
    )
    const either = (one: Uint32Array, other: Uint32Array) =>
      one.map((half, t) => (isBetter[t] === 1 ? other[t]! : half))
    lookUp(state, { count, roles, lo: either(lo, english.lo), hi: either(hi, english.hi) })
  }

  // Picks the terms to search with and gives each a whole number, such that no ad's sum can pass 65,535. A term that no ad holds takes
  // no place of one that some do, unless it adds more.
  function weigh(state: IndexState, query: MatchQuery): { picked: number; scale: number } {
    let found = 0
    for (let t = 0; t < query.count; t++) {
      const ads = results.adsWithTerm[t]!
      const weight = query.weight[t]! * rarityWeight(ads, state.live, query.rarity[t]!)
      results.termWeights[t] = weight
      // A word that no ad holds is the rarer the more ads there are; a need is not.
      results.neededWeights[t] =
        looksForNeeds && adsNeeded[t]! > 0 ? Math.min(weight, query.weight[t]! * everydayWeightOf(query.rarity[t]!)) : 0
      values[t] = ads > 0 ? weight : results.neededWeights[t]! * NEEDED_SHARE
    }
    let picked = pickLargest(values, query.count, Math.min(tuning.searchedTermsMax, SEARCHED_TERMS_MAX), order)
    while (picked > 0 && values[order[picked - 1]!]! === 0) picked--
    results.searchedCount = picked
    for (let i = 0; i < picked; i++) found += results.termWeights[order[i]!]!
    const scale = found > 0 ? 65_535 / found : 0
    for (let i = 0; i < picked; i++) {
      weights[i] = Math.floor(results.termWeights[order[i]!]! * scale)
      weightsNeeded[i] = Math.floor(results.neededWeights[order[i]!]! * scale)
    }
    return { picked, scale }
  }

  /** A function that says how much the term at one of the places counts in an ad. */
  function impactsIn(state: IndexState, doc: number): (places: Places, t: number) => number {
    const b = Math.floor(doc / BLOCK_DOCS)
    const block = state.blocks[b]!
    const local = doc - block.base
    const newest = tailOf(state, block)
    const holder = newest?.holds(local) ? newest : undefined
    return ({ entries, heads }, t) => {
      const entry = entries[b * TERMS_MAX + t]!
      const head = heads[block.tail * TERMS_MAX + t]!
      if (holder === undefined) return entry >= 0 ? impactInRun(block.run!, entry, local) : 0
      return head >= 0 ? holder.impactOf(head, local) : 0
    }
  }

  return {
    says(state, { docs, held }, i, terms) {
      const asked = held[i]! & terms
      if (asked === 0) return false
      const impactOf = impactsIn(state, docs[i]!)
      return order
        .subarray(0, results.searchedCount)
        .some((t, place) => ((asked >>> place) & 1) === 1 && (impactOf(said, t) & CALLED) === 0)
    },

    readImpacts(state, query, doc, into) {
      const impactOf = impactsIn(state, doc)
      into.fill(0, 0, query.count)
      for (const t of order.subarray(0, results.searchedCount)) {
        into[t] = impactOf(said, t)
        if (looksForNeeds && into[t] === 0) into[t] = -impactOf(needed, t)
      }
    },

    search(state, query, options) {
      results.serial++
      let roles = 0
      for (let t = 0; t < query.count; t++) roles |= query.roles[t]!
      looksForNeeds = (roles & MAY_BE_NEED) !== 0
      lookUp(state, query)
      lookUpElsewhere(state, query)
      const { picked, scale } = weigh(state, query)
      top.clear(Math.min(options.limit, LIMIT_MAX), options.lot)
      for (let i = picked - 1, rest = 0; i >= 0; i--) reach[i] = rest += weights[i]!
      for (let b = 0; b < state.blocks.length; b++) {
        for (let page = 0; page < BLOCK_PAGES; page++) searchPage(state, b, page, picked, options)
      }
      results.count = top.take(results.docs, results.scores, results.held, scale === 0 ? 0 : 256 / 255 / scale)
      return results
    },
  }
}

/** Where the postings of a query's terms are. */
interface Places {
  /** Of each tail and each term, where its postings begin; -1 where it holds none. */
  readonly heads: Int32Array
  /** The same of each block's run. */
  entries: Int32Array
}

function createPlaces(): Places {
  return { heads: new Int32Array(TAILS * TERMS_MAX), entries: new Int32Array(TERMS_MAX) }
}

/** Finds terms in every block. @param ads how many hold each */
function findAll(
  { blocks, tails }: IndexState,
  query: { readonly count: number; readonly lo: Uint32Array; readonly hi: Uint32Array },
  places: Places,
  ads: Uint32Array,
): void {
  if (places.entries.length < blocks.length * TERMS_MAX) places.entries = new Int32Array(blocks.length * TERMS_MAX * 2)
  const { heads, entries } = places
  ads.fill(0, 0, query.count)
  for (const [i, tail] of tails.entries()) {
    for (let t = 0; t < query.count; t++) {
      const head = tail.head(query.lo[t]!, query.hi[t]!)
      heads[i * TERMS_MAX + t] = head
      if (head >= 0) ads[t]! += tail.countOf(head)
    }
  }
  for (let b = 0; b < blocks.length; b++) {
    const { run } = blocks[b]!
    const from = b * TERMS_MAX
    if (run === undefined) {
      entries.fill(-1, from, from + query.count)
      continue
    }
    findTerms(run, query, entries, from)
    for (let t = 0; t < query.count; t++) {
      const entry = entries[from + t]!
      if (entry >= 0) ads[t]! += adsInRun(run, entry)
    }
  }
}

const LIMIT_MAX = 1000

/** Terms of one query that can be looked up. */
export const TERMS_MAX = 64

/** Terms of one query that can be searched with: one bit each in the upper half of an accumulator, but for the last. */
const SEARCHED_TERMS_MAX = 15
const LISTS_MAX = 2 * SEARCHED_TERMS_MAX
/** In what a result holds: the ad is needed for something that was said, though it does not hold it. */
export const IS_NEEDED = 1 << 15
/** Of a word that an ad holds in its title, one that it is needed for counts about so much; up to a half in a short ad. */
const NEEDED_SHARE = 1 / 3
const SCORE_BITS = 0xffff

/** The postings of no run: every walk over them is empty. */
const NO_DOCS = new Uint16Array(0)
const NO_IMPACTS = new Uint8Array(0)

function addRun(
  sums: Int32Array,
  docs: Uint16Array = NO_DOCS,
  impacts: Uint8Array = NO_IMPACTS,
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

function addRunToTouched(
  sums: Int32Array,
  docs: Uint16Array = NO_DOCS,
  impacts: Uint8Array = NO_IMPACTS,
  from: number,
  to: number,
  weight: number,
  bit: number,
): void {
  for (let i = from; i < to; i++) {
    const local = docs[i]!
    const sum = sums[local]!
    // All ones where the sum is not zero: a question here would be guessed wrong half the time.
    sums[local] = ((sum + ((impacts[i]! * weight) >>> 8)) | bit) & ((sum | -sum) >> 31)
  }
}

function addTail(sums: Int32Array, tail: PostingTail, page: number, head: number, weight: number, bit: number): void {
  const { doc, impact, previous } = tail
  const base = page * PAGE_DOCS
  for (let at = head; at >= 0; at = previous[at]!) {
    const local = doc[at]! - base
    if (local >>> PAGE_BITS !== 0) continue
    sums[local] = (sums[local]! + ((impact[at]! * weight) >>> 8)) | bit
  }
}

function addTailToTouched(
  sums: Int32Array,
  tail: PostingTail,
  page: number,
  head: number,
  weight: number,
  bit: number,
): void {
  const { doc, impact, previous } = tail
  const base = page * PAGE_DOCS
  for (let at = head; at >= 0; at = previous[at]!) {
    const local = doc[at]! - base
    if (local >>> PAGE_BITS !== 0) continue
    const sum = sums[local]!
    if (sum !== 0) sums[local] = (sum + ((impact[at]! * weight) >>> 8)) | bit
  }
}

interface Collector {
  readonly sums: Int32Array
  /** Number of the page's first ad, and the page's place in its block. */
  readonly base: number
  readonly page: number
  readonly state: IndexState
  readonly options: SearchOptions
  readonly top: ReturnType<typeof createTopDocs>
}

/** Up to so many postings are asked about together, between which the worst of the best gets better. */
const SIFTED_MAX = 256
const siftedDocs = new Uint16Array(SIFTED_MAX)
const siftedSums = new Int32Array(SIFTED_MAX)

/**
 * Copies the ads of a piece of a list whose score is `least` or more to `siftedDocs` and `siftedSums`, and returns how many; the sums of
 * all are cleared. It asks nothing on the way: every ad is copied, and the next one over it where it was not good enough, since whether
 * one is good is a guess that processors lose often enough to take half the time.
 */
function sift(sums: Int32Array, docs: Uint16Array, from: number, to: number, least: number): number {
  let count = 0
  for (let i = from; i < to; i++) {
    const local = docs[i]!
    const sum = sums[local]!
    sums[local] = 0
    siftedDocs[count] = local
    siftedSums[count] = sum
    count += (least - 1 - (sum & SCORE_BITS)) >>> 31
  }
  return count
}

// The second walk over the same postings reads each sum once and leaves the accumulator clean for the next search.
function collectRun(collector: Collector, docs: Uint16Array = NO_DOCS, from: number, to: number): void {
  const { sums, base, state, options, top } = collector
  let least = Math.max(1, top.least())
  for (; from < to; from += SIFTED_MAX) {
    const count = sift(sums, docs, from, Math.min(from + SIFTED_MAX, to), least)
    let seen = 0
    for (let at = 0; at < count; at++) seen ^= state.owners[base + siftedDocs[at]!]!
    keepRead(seen)
    for (let at = 0; at < count; at++) {
      const sum = siftedSums[at]!
      const score = sum & SCORE_BITS
      const doc = base + siftedDocs[at]!
      if (score < least || !top.admits(doc, score) || !mayServe(state, options, doc)) continue
      top.offer(doc, score, sum >>> 16)
      least = Math.max(1, top.least())
    }
  }
}

function collectTail(collector: Collector, tail: PostingTail, head: number): void {
  const { sums, base, page, state, options, top } = collector
  for (let at = head; at >= 0; at = tail.previous[at]!) {
    const local = tail.doc[at]! - page * PAGE_DOCS
    if (local >>> PAGE_BITS !== 0) continue
    const sum = sums[local]!
    sums[local] = 0
    const score = sum & SCORE_BITS
    if (score < Math.max(1, top.least()) || !mayServe(state, options, base + local)) continue
    top.offer(base + local, score, sum >>> 16)
  }
}

/** The ad is in stock, of a campaign that may serve, has a format that was asked for, and is not refused. */
export function mayServe(state: IndexState, options: SearchOptions, doc: number): boolean {
  const owner = state.owners[doc]!
  if ((owner & options.formats) === 0 || options.admitted[owner >>> OWNER_CAMPAIGN_BITS] !== 1) return false
  return options.refuses === undefined || !options.refuses(doc)
}

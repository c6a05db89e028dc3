// The inventory as an inverted index in memory: ads come and go at once, searches see the newest state.
//
//   block 0 (ads 0 … 65,535)      sealed run ──┐
//   block 1 (ads 65,536 … )       sealed run ──┼─ search
//   open block                    sealed run + live tail (≤ 4,096 ads) ──┘
//
// An ad's number never changes. A removed ad is a tombstone first; when a block has many, its run is written anew
// without them, from its own postings, and their numbers are given to later ads.
import type { TermReader } from '../text/terms.ts'
import type { MatchQuery } from './build-query.ts'
import { BLOCK_DOCS, bytesOfRun, mergeRun, type PostingRun } from './posting-run.ts'
import { createPostingTail, type PostingTail } from './posting-tail.ts'
import { createAdReader, type IndexableAd } from './read-ad.ts'
import type { Block, IndexState } from './index-state.ts'
import { createSearcher, type MatchResults, type SearchOptions } from './search.ts'

export interface MatchIndex {
  /** Takes an ad in, searchable at once, and gives its number: stable until it is removed, then used again. */
  add(ad: IndexableAd, owner: { campaign: number; formats: number }): number
  /** Takes an ad out at once. A number that is not in use is left alone. */
  remove(doc: number): void
  /** The best ads for a query; the result belongs to the index and lives until the next search. */
  search(query: MatchQuery, options: SearchOptions): MatchResults
  /** How much each term of the query searched last counts in an ad: 0–255, written to `into`. Call right after its search. */
  readImpacts(query: MatchQuery, doc: number, into: Uint8Array): void
  /** The campaign slot given with the ad; undefined meaning for a number not in use. */
  campaignOf(doc: number): number
  formatsOf(doc: number): number
  /** Rewrites every block with at least so many new and removed ads (default 1). Work for a quiet moment: tens of ms a block. */
  compact(changesMin?: number): void
  stats(): MatchIndexStats
}

export interface MatchIndexStats {
  readonly docs: number
  readonly deadDocs: number
  readonly segments: number
  readonly postings: number
  readonly bytes: number
}

export function createMatchIndex(deps: { terms: TermReader }): MatchIndex {
  const readAd = createAdReader(deps.terms)
  const searcher = createSearcher()
  const state: IndexState = {
    blocks: [],
    open: undefined,
    tail: createPostingTail(),
    states: new Uint8Array(0),
    campaigns: new Uint32Array(0),
    formats: new Uint8Array(0),
    live: 0,
  }

  return {
    add(ad, owner) {
      const block = blockWithRoom(state)
      const doc = takeNumber(state, block)
      state.tail.add(doc - block.base, readAd(ad))
      state.states[doc] = LIVE
      state.campaigns[doc] = owner.campaign
      state.formats[doc] = owner.formats
      block.live++
      state.live++
      if (state.tail.ads >= TAIL_ADS_MAX) rewrite(state, block)
      return doc
    },

    remove(doc) {
      if (state.states[doc] !== LIVE) return
      const block = state.blocks[Math.floor(doc / BLOCK_DOCS)]!
      state.states[doc] = REMOVED
      block.live--
      block.dead++
      state.live--
      if (block.dead >= DEAD_MIN && block.dead > DEAD_SHARE_MAX * (block.live + block.dead)) rewrite(state, block)
    },

    search: (query, options) => searcher.search(state, query, options),
    readImpacts: (query, doc, into) => searcher.readImpacts(state, query, doc, into),
    campaignOf: (doc) => state.campaigns[doc]!,
    formatsOf: (doc) => state.formats[doc]!,

    compact(changesMin = 1) {
      for (const block of state.blocks) {
        const waiting = block.dead + (block === state.open ? state.tail.ads : 0)
        if (waiting >= changesMin) rewrite(state, block)
      }
    },

    stats() {
      let postings = state.tail.postings
      let bytes = state.tail.bytes() + state.states.byteLength + state.campaigns.byteLength + state.formats.byteLength
      let deadDocs = 0
      for (const block of state.blocks) {
        deadDocs += block.dead
        if (block.run === undefined) continue
        postings += block.run.postings
        bytes += bytesOfRun(block.run)
      }
      return { docs: state.live, deadDocs, segments: state.blocks.length, postings, bytes }
    },
  }
}

const FREE = 0
const LIVE = 1
const REMOVED = 2

/** Ads in the tail before it is merged into its block's run: small enough that the merge is short and the tail stays in cache. */
const TAIL_ADS_MAX = 4096

/** A block is rewritten when this many of its ads, and this share, are gone. */
const DEAD_MIN = 2048
const DEAD_SHARE_MAX = 0.2

/** A half-empty block is only opened again when it has room for a whole tail. */
const ROOM_MIN = TAIL_ADS_MAX

function blockWithRoom(state: IndexState): Block {
  if (state.open !== undefined && roomOf(state.open) > 0) return state.open
  if (state.open !== undefined && state.tail.ads > 0) rewrite(state, state.open)
  let best: Block | undefined
  for (const block of state.blocks) {
    if (roomOf(block) >= ROOM_MIN && (best === undefined || roomOf(block) > roomOf(best))) best = block
  }
  state.open = best ?? addBlock(state)
  state.open.cursor = 0
  return state.open
}

function roomOf(block: Block): number {
  return BLOCK_DOCS - block.live - block.dead
}

function addBlock(state: IndexState): Block {
  const base = state.blocks.length * BLOCK_DOCS
  const block: Block = { base, run: undefined, live: 0, dead: 0, cursor: 0 }
  state.blocks.push(block)
  const docs = base + BLOCK_DOCS
  state.states = grown(state.states, new Uint8Array(docs))
  state.campaigns = grown(state.campaigns, new Uint32Array(docs))
  state.formats = grown(state.formats, new Uint8Array(docs))
  return block
}

function grown<T extends Uint8Array | Uint32Array>(from: T, into: T): T {
  into.set(from)
  return into
}

function takeNumber(state: IndexState, block: Block): number {
  while (state.states[block.base + block.cursor] !== FREE) block.cursor = (block.cursor + 1) % BLOCK_DOCS
  return block.base + block.cursor
}

// Writes the block's run anew: with the tail, where the block is the open one, and without the removed ads.
function rewrite(state: IndexState, block: Block): void {
  const tail = block === state.open ? state.tail : undefined
  const states = state.states.subarray(block.base, block.base + BLOCK_DOCS)
  block.run = mergeRun(block.run, tail, states)
  tail?.clear()
  if (block.dead === 0) return
  for (let i = 0; i < BLOCK_DOCS; i++) if (states[i] === REMOVED) states[i] = FREE
  block.dead = 0
  block.cursor = 0
}

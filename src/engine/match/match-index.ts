// The inventory as an inverted index in memory: ads come and go at once, searches see the newest state.
//
//   block 0 (ads 0 … 262,143)     sealed run ──┐
//   block 1 (ads 262,144 … )      sealed run ──┼─ search
//   open block                    sealed run + live tail (some thousand ads) ──┘
//
// An ad's number never changes. A removed ad is a tombstone first; when a block has many, its run is written anew
// without them, from its own postings, and their numbers are given to later ads. One run at a time is written anew, a little
// with each ad that comes or goes, so that no ad and no request waits for a whole one. A block that is full keeps its last
// tail until that is merged, while the next one has a tail of its own.
import { createChangeMarks } from '../../base/change-marks.ts'
import { createLeases } from '../../base/leases.ts'
import { arrayIn, type Imprint, type Pieces } from '../../base/piece-file.ts'
import { bytesOf, grownTo, sharedArray } from '../../base/shared-array.ts'
import { hasStemmer } from '../text/stem.ts'
import type { TermReader } from '../text/terms.ts'
import type { MatchQuery } from './match-query.ts'
import { createAlikeFinder } from './find-alike.ts'
import { createRunMerge, createRunRoom, type RunMerge, type RunRoom } from './merge-run.ts'
import {
  BLOCK_DOCS,
  bytesOfRun,
  findTerm,
  PAGE_DOCS,
  piecesOfRun,
  type PostingRun,
  restoreRun,
  type RunShape,
  shapeOf,
} from './posting-run.ts'
import { createPostingTail, type TailState } from './posting-tail.ts'
import { type AdVectors, type AdVectorsState, createAdVectors } from './ad-vectors.ts'
import { NEED_HASH, type Needs } from './needs.ts'
import { createAdReader, type IndexableAd, languageOf } from './read-ad.ts'
import {
  type Block,
  FREE,
  type IndexState,
  LIVE,
  NO_TAIL,
  OWNER_CAMPAIGN,
  OWNER_CAMPAIGN_BITS,
  OWNER_FORMATS,
  REMOVED,
  tailOf,
  TAILS,
} from './index-state.ts'
import { createSearcher, type MatchResults, type SearchOptions } from './search.ts'
import type { WordVectors } from './word-vectors.ts'

export interface MatchIndex {
  /** What each ad is about, where the index was made with words that say so. */
  readonly vectors: AdVectors | undefined
  /** Grows with all that `save` would tell: ads that come and go, and runs that are written anew. */
  version(): number
  /** Takes an ad in, searchable at once, and gives its number: stable until it is removed, then used again. */
  add(ad: IndexableAd, owner: { campaign: number; formats: number }): number
  /** Takes an ad out at once. A number that is not in use is left alone. */
  remove(doc: number): void
  /** The best ads for a query; the result belongs to the index and lives until the next search. */
  search(query: MatchQuery, options: SearchOptions): MatchResults
  /** Some ad in stock, or one that left it not long ago, has the term. */
  holds(lo: number, hi: number): boolean
  /** People say it who need some ad in stock, or one that left it not long ago. */
  isNeeded(lo: number, hi: number): boolean
  /** The languages with rules for stems, but English, in which ads were ever added. */
  readonly languages: ReadonlySet<string>
  /** What each term of the query searched last counts in an ad, as `Searcher` has it. Call right after its search. */
  readImpacts(query: MatchQuery, doc: number, into: Int16Array): void
  /** Whether result `i` says one of some terms itself, as `Searcher` has it. The same holds. */
  says(results: MatchResults, i: number, terms: number): boolean
  /** The campaign slot given with the ad; undefined meaning for a number not in use. */
  campaignOf(doc: number): number
  formatsOf(doc: number): number
  /** Rewrites every block with at least so many new and removed ads (default 1). Work for the start: some ms for each 65,536 ads. */
  compact(changesMin?: number): void
  /** The same, about so many postings of it, of blocks with so many new ads or one removed ad in 4,096; true while there is more to do. */
  tidy(newAdsMin: number, postings: number): boolean
  stats(): MatchIndexStats
  /** All that it holds, to be restored in another process or thread. */
  save(): Imprint
  /** @throws Error where a piece is missing; the index is then of no use */
  restore(pieces: Pieces, state: unknown): void
}

export interface MatchIndexStats {
  readonly docs: number
  readonly deadDocs: number
  readonly segments: number
  readonly postings: number
  readonly bytes: number
}

interface SavedIndex {
  readonly blocks: readonly (readonly [
    live: number,
    dead: number,
    cursor: number,
    tail: number,
    run: RunShape | null,
  ])[]
  readonly open: number
  readonly tails: readonly TailState[]
  readonly vectors: AdVectorsState | undefined
  readonly languages: readonly string[]
}

/**
 * @param deps.words what words mean; without it ads are found by their words alone
 * @param deps.needs what things are called and what people say who need them; of no use where ads are only restored, as in decision threads
 */
export function createMatchIndex(deps: { terms: TermReader; words?: WordVectors; needs?: Needs }): MatchIndex {
  const readAd = createAdReader(deps.terms, deps.needs)
  const vectors = deps.words && createAdVectors(deps.words)
  const addAlike = vectors && createAlikeFinder(vectors)
  const searcher = createSearcher()
  const state: IndexState = {
    blocks: [],
    open: undefined,
    tails: Array.from({ length: TAILS }, (_, i) => createPostingTail(`tail/${i}`)),
    states: sharedArray(Uint8Array, 0),
    owners: sharedArray(Uint32Array, 0),
    numbers: 0,
    live: 0,
  }
  const languages = new Set<string>()
  const marks = createChangeMarks() // of states and owners
  let version = 0
  let tidiedVersion = -1
  const rewriter = createRewriter(state, (doc) => {
    marks.mark(doc)
    version++
  })

  const holds = (lo: number, hi: number): boolean =>
    state.tails.some((tail) => tail.head(lo, hi) >= 0) ||
    state.blocks.some(({ run }) => run !== undefined && findTerm(run, lo, hi) >= 0)

  return {
    vectors,
    languages,
    version() {
      return version
    },

    add(ad, owner) {
      const block = blockWithRoom(state, rewriter)
      const doc = takeNumber(state, block)
      const adTerms = readAd(ad)
      const language = languageOf(ad.language)
      if (language !== 'en' && hasStemmer(language)) languages.add(language)
      const tail = tailOf(state, block)!
      tail.add(doc - block.base, adTerms)
      vectors?.set(doc, adTerms)
      state.states[doc] = LIVE
      state.owners[doc] = owner.campaign * OWNER_CAMPAIGN + owner.formats
      marks.mark(doc)
      version++
      block.live++
      state.live++
      if (tail.ads >= TAIL_ADS_MAX) rewriter.begin(block)
      rewriter.step()
      return doc
    },

    remove(doc) {
      if (state.states[doc] !== LIVE) return
      const block = state.blocks[Math.floor(doc / BLOCK_DOCS)]!
      state.states[doc] = REMOVED
      state.owners[doc] = 0
      marks.mark(doc)
      version++
      block.live--
      block.dead++
      state.live--
      if (block.dead >= DEAD_MIN && block.dead > DEAD_SHARE_MAX * (block.live + block.dead)) rewriter.begin(block)
      rewriter.step()
    },

    search(query, options) {
      const results = searcher.search(state, query, options)
      addAlike?.(state, query, options, results)
      return results
    },
    holds,
    isNeeded: (lo, hi) => holds((lo ^ NEED_HASH) >>> 0, hi),
    readImpacts: (query, doc, into) => searcher.readImpacts(state, query, doc, into),
    says: (results, i, terms) => searcher.says(state, results, i, terms),
    campaignOf: (doc) => state.owners[doc]! >>> OWNER_CAMPAIGN_BITS,
    formatsOf: (doc) => state.owners[doc]! & OWNER_FORMATS,

    compact(changesMin = 1) {
      for (const block of state.blocks) if (waitingIn(state, block) >= changesMin) rewriter.whole(block)
    },

    tidy(newAdsMin, postings) {
      const block = state.blocks.find((one) => isWorthTidying(state, one, newAdsMin))
      if (block !== undefined) rewriter.begin(block)
      if (rewriter.advance(postings)) return true
      // While changes come, each of which may need one soon, they are used again and again.
      if (version === tidiedVersion) rewriter.dropRooms()
      tidiedVersion = version
      return false
    },

    stats() {
      let postings = 0
      let bytes = (vectors?.bytes() ?? 0) + state.numbers * BYTES_BY_NUMBER
      for (const tail of state.tails) {
        postings += tail.postings
        bytes += tail.bytes()
      }
      let deadDocs = 0
      for (const block of state.blocks) {
        deadDocs += block.dead
        if (block.run === undefined) continue
        postings += block.run.postings
        bytes += bytesOfRun(block.run)
      }
      return { docs: state.live, deadDocs, segments: state.blocks.length, postings, bytes }
    },

    save() {
      const { blocks, open, tails, states, owners, numbers } = state
      const ofTails = tails.map((tail) => tail.save())
      const ofVectors = vectors?.save()
      const saved: SavedIndex = {
        blocks: blocks.map(({ live, dead, cursor, tail, run }) => [
          live,
          dead,
          cursor,
          tail,
          run === undefined ? null : shapeOf(run),
        ]),
        open: open === undefined ? -1 : blocks.indexOf(open),
        tails: ofTails.map((saved) => saved.state),
        vectors: ofVectors?.state,
        languages: [...languages],
      }
      return {
        changing: [
          { name: 'index/states', bytes: bytesOf(states, numbers), changes: { marks, bytesEach: 1 } },
          { name: 'index/owners', bytes: bytesOf(owners, numbers), changes: { marks, bytesEach: 4 } },
          ...ofTails.flatMap(({ changing }) => changing),
          ...(ofVectors?.changing ?? []),
        ],
        fixed: blocks.flatMap(({ run }, i) => (run === undefined ? [] : piecesOfRun(run, nameOfBlock(i)))),
        state: saved,
        release: rewriter.leases.take(),
      }
    },

    restore(pieces, saved) {
      const { blocks, open, tails, vectors: ofVectors, languages: known } = saved as SavedIndex
      state.states = arrayIn(pieces, 'index/states', Uint8Array)
      state.owners = arrayIn(pieces, 'index/owners', Uint32Array)
      state.numbers = state.states.length
      marks.markAll()
      version++
      state.blocks.length = 0
      state.live = 0
      for (const [i, [live, dead, cursor, tail, shape]] of blocks.entries()) {
        const run = shape === null ? undefined : restoreRun(shape, nameOfBlock(i), pieces)
        state.blocks.push({ base: i * BLOCK_DOCS, run, tail, live, dead, cursor })
        state.live += live
      }
      state.open = state.blocks[open]
      for (const [i, tail] of tails.entries()) state.tails[i]!.restore(pieces, tail)
      for (const language of known) languages.add(language)
      if (ofVectors !== undefined) vectors?.restore(pieces, ofVectors)
    },
  }
}

/** Ads in the tail before it is merged into its block's run: small enough that the merge is short and the tail stays in cache. */
const TAIL_ADS_MAX = 4096

/** A block is rewritten when this many of its ads, and this share, are gone. */
const DEAD_MIN = 2048
const DEAD_SHARE_MAX = 0.2
/** The share at which a quiet moment is used for it: until then their words count as if they were in stock. */
const DEAD_SHARE_IDLE = 1 / 4096

/** A half-empty block is only opened again when it has room for a whole tail. */
const ROOM_MIN = TAIL_ADS_MAX

/** Changes by which a rewriting that was begun is done, whatever its size: no tail grows by more meanwhile. */
const CHANGES_A_REWRITE = 1024

/** States and owners. */
const BYTES_BY_NUMBER = 5

/** Room of runs that were replaced, kept for later ones: the garbage collector does not see how large it is. */
const ROOMS_KEPT = 2
/** The same while somebody else may still read it. */
const ROOMS_WAITING_MAX = 4
const GROWTH_MAX = 16

type Rewriter = ReturnType<typeof createRewriter>

interface Rewriting {
  readonly block: Block
  readonly merge: RunMerge
  readonly room: RunRoom
  /** How many ads of the tail it takes in. */
  readonly tailAds: number
  /** Its work for each change. */
  readonly step: number
}

// Writes runs of blocks anew: with the tail, where the block has one, and without the removed ads.
function createRewriter(state: IndexState, changed: (doc: number) => void) {
  const startStates = new Uint8Array(BLOCK_DOCS)
  let job: Rewriting | undefined
  /** Who holds one reads what runs lie in now, so it is not written into again. */
  const leases = createLeases({ waitingMax: ROOMS_WAITING_MAX })
  const rooms: RunRoom[] = []

  const statesOf = (block: Block) => state.states.subarray(block.base, Math.min(state.numbers, block.base + BLOCK_DOCS))

  function begin(block: Block): void {
    if (job !== undefined) return
    const tail = tailOf(state, block)
    const states = statesOf(block)
    startStates.set(states)
    startStates.fill(FREE, states.length)
    const terms = (block.run?.terms ?? 0) + (tail?.terms ?? 0)
    const postings = (block.run?.postings ?? 0) + (tail?.postings ?? 0)
    const room = roomFor(block, terms, postings)
    const merge = createRunMerge(block.run, tail, block.dead === 0 ? undefined : startStates, room)
    job = { block, merge, room, tailAds: tail?.ads ?? 0, step: Math.ceil(merge.work / CHANGES_A_REWRITE) }
  }

  // Ads that came or went since the beginning are in the tail still, or tombstones still.
  function finish({ block, merge, tailAds }: Rewriting): void {
    const old = block.run
    block.run = merge.finish()
    if (old !== undefined) leases.retire(() => giveBack(roomOfRun(old)))
    const tail = tailOf(state, block)
    if (tailAds > 0) tail!.dropFirst(tailAds)
    if (block !== state.open && tail?.ads === 0) block.tail = NO_TAIL
    job = undefined
    const states = statesOf(block)
    for (let i = startStates.indexOf(REMOVED); i >= 0; i = startStates.indexOf(REMOVED, i + 1)) {
      states[i] = FREE
      changed(block.base + i)
      block.dead--
    }
    block.cursor = 0
    changed(block.base)
    const next = state.blocks.find((other) => other !== state.open && other.tail !== NO_TAIL)
    if (next !== undefined) begin(next)
  }

  function advance(work: number): boolean {
    if (job === undefined) return false
    if (job.merge.advance(work)) finish(job)
    return true
  }

  // Larger than asked for, up to what a full block would need, so that it can be used again and again while a block fills.
  function roomFor(block: Block, terms: number, postings: number): RunRoom {
    const fit = rooms.findIndex((room) => room.lo.length >= terms && room.docs.length >= postings)
    const [found] = fit < 0 || rooms.length < ROOMS_KEPT ? [] : rooms.splice(fit, 1)
    if (found !== undefined) return found
    const growth = Math.max(1.25, Math.min(BLOCK_DOCS / Math.max(1, block.live), GROWTH_MAX))
    return createRunRoom(Math.ceil(terms * growth), Math.ceil(postings * growth))
  }

  function giveBack(room: RunRoom): void {
    rooms.push(room)
    if (rooms.length > ROOMS_KEPT) rooms.shift()
  }

  return {
    leases,
    begin,
    advance,
    /** They are large: after a quiet moment the next change that needs one pays for new memory. */
    dropRooms: () => void rooms.splice(0),
    /** As much as each change of an ad does of it. */
    step: () => job !== undefined && advance(job.step),
    /** All of it at once, from the beginning. */
    whole(block: Block) {
      if (job !== undefined) giveBack(job.room)
      job = undefined
      begin(block)
      while (job !== undefined) advance(Number.POSITIVE_INFINITY)
    },
  }
}

function roomOfRun(run: PostingRun): RunRoom {
  return {
    lo: whole(Uint32Array, run.lo),
    check: whole(Uint16Array, run.check),
    starts: whole(Uint32Array, run.starts),
    docs: whole(Uint16Array, run.docs),
    impacts: whole(Uint8Array, run.impacts),
    directory: whole(Uint32Array, run.directory),
  }
}

function whole<T extends Uint8Array | Uint16Array | Uint32Array>(Type: new (buffer: ArrayBufferLike) => T, part: T): T {
  return new Type(part.buffer)
}

/** New and removed ads that a rewriting would take in. */
function waitingIn(state: IndexState, block: Block): number {
  return block.dead + (tailOf(state, block)?.ads ?? 0)
}

// A few tombstones among many ads cost next to nothing, and rewriting costs the same for few as for many. Among few ads they make a word
// look common, and rewriting is cheap.
function isWorthTidying(state: IndexState, block: Block, newAdsMin: number): boolean {
  return (tailOf(state, block)?.ads ?? 0) >= newAdsMin || block.dead > DEAD_SHARE_IDLE * (block.live + block.dead)
}

function blockWithRoom(state: IndexState, rewriter: Rewriter): Block {
  if (state.open !== undefined && roomOf(state.open) > 0) return state.open
  const full = state.open
  let best: Block | undefined
  for (const block of state.blocks) {
    if (roomOf(block) >= ROOM_MIN && (best === undefined || roomOf(block) > roomOf(best))) best = block
  }
  const open = best ?? addBlock(state)
  state.open = open
  if (full !== undefined) rewriter.begin(full)
  if (open.tail === NO_TAIL) open.tail = freeTail(state, rewriter)
  return open
}

// The other one is taken until the block before is sealed, which takes fewer ads than this block has room for.
function freeTail(state: IndexState, rewriter: Rewriter): number {
  const free = () => state.tails.findIndex((_, i) => state.blocks.every(({ tail }) => tail !== i))
  const waiting = state.blocks.find((block) => block !== state.open && block.tail !== NO_TAIL)
  if (free() < 0) rewriter.whole(waiting!)
  return free()
}

function roomOf(block: Block): number {
  return BLOCK_DOCS - block.live - block.dead
}

function addBlock(state: IndexState): Block {
  const base = state.blocks.length * BLOCK_DOCS
  const block: Block = { base, run: undefined, tail: NO_TAIL, live: 0, dead: 0, cursor: 0 }
  state.blocks.push(block)
  return block
}

function takeNumber(state: IndexState, block: Block): number {
  const { states, numbers } = state
  // No number before the cursor is free: whoever frees some puts it back to the beginning.
  const free = states.indexOf(FREE, block.base + block.cursor)
  const doc = free < 0 ? states.length : free
  block.cursor = doc - block.base
  if (doc >= numbers) {
    state.numbers = doc - (doc % PAGE_DOCS) + PAGE_DOCS
    state.states = grownTo(states, state.numbers - 1)
    state.owners = grownTo(state.owners, state.numbers - 1)
  }
  return doc
}

function nameOfBlock(i: number): string {
  return `index/${i}`
}

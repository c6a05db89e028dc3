// The newest exposure of each person, session or conversation, found by a 64-bit hash: open addressing in small shards.
//
// 12 bytes an entry: hash 8, reference 4. Each shard grows on its own, so that no request waits while millions are moved.
// Entries whose exposure was forgotten fall out when their shard grows; a shard that is full forgets its oldest.
// The slots of a shard lie in pages of one memory, any page in any shard, so that what one gives up another takes.
//
// Threads share a table, each call under the lock of the exposures. A thread that ends while it moves a shard leaves it empty.
import { growingMemory, growTo, type MemoryPart } from '../../base/growing-memory.ts'

export interface SubjectTable {
  /** The reference kept for a hash; 0 where there is none. Both halves are unsigned 32-bit numbers. */
  get(high: number, low: number): number
  set(high: number, low: number, reference: number): void
  /** Lets fall what is no longer live, in so many shards at each call. */
  tidy(shards: number): void
  /** Of the pages in use. */
  bytes(): number
  /** What there is to save of it. */
  parts(): MemoryPart[]
}

export interface TableMemory {
  /** Laid out as said at PAGES. */
  readonly state: SharedArrayBuffer
  readonly entries: SharedArrayBuffer
}

export const SHARDS = 4_096
const SHARD_SHIFT = 20
const ENTRY_WORDS = 3
const SLOTS_MIN = 8
const PAGE_BITS = 5
const PAGE_SLOTS = 2 ** PAGE_BITS
const PAGE_WORDS = PAGE_SLOTS * ENTRY_WORDS
const PAGE_BYTES = PAGE_WORDS * 4
/** Pages that threads had in their hands when they ended; nobody finds them again. */
const PAGES_LOST_MAX = 4_096
const LOAD_MAX = 0.8
const LOAD_AFTER_GROWTH = 0.62
const HASHES = 4_294_967_296

// The state: a line of these words; a line of each shard: how many slots it has, how many of them hold something, live or not,
// and its first pages; then the further pages of each, for which no room is used while shards are small.
const PAGES = 0 // pages that were ever used
const FREE = 1 // the first that is free, plus 1; its first word says so of the next
const FREE_COUNT = 2
const TIDY_AT = 3
const USED = 1
const NEAR_FROM = 2
/** As long as a line of the processor's cache, so that a small shard is found with one look. */
const LINE_WORDS = 16
const NEAR_PAGES = LINE_WORDS - NEAR_FROM
const FAR_FROM = LINE_WORDS * (1 + SHARDS) - NEAR_PAGES

/** @param entriesMax about how many subjects are kept */
export function tableMemory(entriesMax: number): TableMemory {
  const pagesMax = pagesFor(slotsMaxFor(entriesMax))
  const words = LINE_WORDS * (1 + SHARDS) + SHARDS * Math.max(0, pagesMax - NEAR_PAGES)
  const entries = growingMemory((SHARDS * pagesMax + PAGES_LOST_MAX) * PAGE_BYTES)
  return { state: new SharedArrayBuffer(words * Uint32Array.BYTES_PER_ELEMENT), entries }
}

/**
 * @param memory made for the same `entriesMax`
 * @param isLive whether what a reference names is still there
 * @param ageRank of a live reference: greater where it is newer
 */
export function createSubjectTable(
  memory: TableMemory,
  deps: { entriesMax: number; isLive: (reference: number) => boolean; ageRank: (reference: number) => number },
): SubjectTable {
  const { isLive, ageRank } = deps
  const slotsMax = slotsMaxFor(deps.entriesMax)
  const farPages = Math.max(0, pagesFor(slotsMax) - NEAR_PAGES)
  const state = new Uint32Array(memory.state)
  let entries = new Uint32Array(memory.entries, 0, 0)
  let kept: Uint32Array | undefined // entries on their way from the old slots of a shard to its new ones

  const catchUp = (): void => {
    const words = state[PAGES]! * PAGE_WORDS
    if (words > entries.length) entries = new Uint32Array(memory.entries, 0, words)
  }
  const lineOf = (shard: number): number => (shard + 1) * LINE_WORDS
  /** Where it says which page it is. */
  const pageAt = (shard: number, page: number): number =>
    (page < NEAR_PAGES ? lineOf(shard) + NEAR_FROM : FAR_FROM + shard * farPages) + page
  /** Where an entry lies. */
  const wordOf = (shard: number, slot: number): number =>
    state[pageAt(shard, slot >>> PAGE_BITS)]! * PAGE_WORDS + (slot & (PAGE_SLOTS - 1)) * ENTRY_WORDS
  /** Where the entry of a hash lies, or the empty one where it would. */
  const seek = (shard: number, slots: number, high: number, low: number): number => {
    let slot = Math.floor((low / HASHES) * slots)
    for (;;) {
      const at = wordOf(shard, slot)
      if (entries[at + 2] === 0 || (entries[at] === high && entries[at + 1] === low)) return at
      slot = slot + 1 === slots ? 0 : slot + 1
    }
  }
  /** True where the entry is new. */
  const put = (shard: number, slots: number, high: number, low: number, reference: number): boolean => {
    const at = seek(shard, slots, high, low)
    const isNew = entries[at + 2] === 0
    entries[at] = high
    entries[at + 1] = low
    entries[at + 2] = reference
    return isNew
  }

  return {
    get(high, low) {
      const shard = high >>> SHARD_SHIFT
      const slots = state[lineOf(shard)]!
      if (slots === 0) return 0
      catchUp()
      return entries[seek(shard, slots, high, low) + 2]!
    },
    set(high, low, reference) {
      catchUp()
      const shard = high >>> SHARD_SHIFT
      const line = lineOf(shard)
      if (state[line + USED]! + 1 > state[line]! * LOAD_MAX) rebuild(shard, 1)
      if (put(shard, state[line]!, high, low, reference)) state[line + USED]!++
    },
    tidy(shards) {
      catchUp()
      for (let i = 0; i < shards; i++) {
        const shard = state[TIDY_AT]!
        state[TIDY_AT] = (shard + 1) % SHARDS
        if (state[lineOf(shard) + USED]! > 0) rebuild(shard, 0)
      }
    },
    bytes() {
      return (state[PAGES]! - state[FREE_COUNT]!) * PAGE_BYTES
    },
    parts: () => [
      { memory: memory.state, from: 0, bytes: memory.state.byteLength },
      { memory: memory.entries, from: 0, bytes: state[PAGES]! * PAGE_BYTES },
    ],
  }

  /** @param room for how many more */
  function rebuild(shard: number, room: number): void {
    const live = takeOut(shard)
    const wanted = live + room
    const least = Math.max(SLOTS_MIN, Math.ceil(wanted / LOAD_AFTER_GROWTH))
    const slots = wanted === 0 ? 0 : Math.min(slotsMax, pagesFor(least) * PAGE_SLOTS)
    resize(shard, slots)
    for (let at = 0; at < live * ENTRY_WORDS; at += ENTRY_WORDS) {
      put(shard, slots, kept![at]!, kept![at + 1]!, kept![at + 2]!)
    }
    state[lineOf(shard) + USED] = live
    state[lineOf(shard)] = slots
  }

  /** Copies what is live, newest first where that is too much, and says how many. */
  function takeOut(shard: number): number {
    kept ??= new Uint32Array(slotsMax * ENTRY_WORDS)
    const slots = state[lineOf(shard)]!
    let live = 0
    for (let slot = 0; slot < slots; slot++) {
      const from = wordOf(shard, slot)
      if (entries[from + 2] === 0 || !isLive(entries[from + 2]!)) continue
      const at = live++ * ENTRY_WORDS
      for (let word = 0; word < ENTRY_WORDS; word++) kept[at + word] = entries[from + word]!
    }
    return live < slotsMax * LOAD_MAX - 1 ? live : withoutOldest(live)
  }

  function withoutOldest(live: number): number {
    const ranks = Uint32Array.from({ length: live }, (_, i) => ageRank(kept![i * ENTRY_WORDS + 2]!)).sort()
    const least = ranks[live - Math.floor(slotsMax * LOAD_AFTER_GROWTH)]!
    let left = 0
    for (let i = 0; i < live; i++) {
      if (ageRank(kept![i * ENTRY_WORDS + 2]!) < least) continue
      kept!.copyWithin(left++ * ENTRY_WORDS, i * ENTRY_WORDS, (i + 1) * ENTRY_WORDS)
    }
    return left
  }

  /** Gives a shard the pages for so many slots, all empty. Until the slots are counted as its own it has none. */
  function resize(shard: number, slots: number): void {
    const line = lineOf(shard)
    const had = pagesFor(state[line]!)
    const wanted = pagesFor(slots)
    state[line] = 0
    state[line + USED] = 0
    for (let page = wanted; page < had; page++) giveBack(state[pageAt(shard, page)]!)
    for (let page = had; page < wanted; page++) state[pageAt(shard, page)] = takePage()
    for (let page = 0; page < wanted; page++) {
      const at = state[pageAt(shard, page)]! * PAGE_WORDS
      entries.fill(0, at, at + PAGE_WORDS)
    }
  }

  function takePage(): number {
    const page = state[FREE]! - 1
    if (page >= 0) {
      state[FREE] = entries[page * PAGE_WORDS]!
      state[FREE_COUNT]!--
      return page
    }
    growTo(memory.entries, (state[PAGES]! + 1) * PAGE_BYTES)
    const fresh = state[PAGES]!++
    catchUp()
    return fresh
  }

  function giveBack(page: number): void {
    entries[page * PAGE_WORDS] = state[FREE]!
    state[FREE] = page + 1
    state[FREE_COUNT]!++
  }
}

function slotsMaxFor(entriesMax: number): number {
  return Math.max(SLOTS_MIN, Math.ceil(entriesMax / SHARDS / LOAD_MAX))
}

function pagesFor(slots: number): number {
  return Math.ceil(slots / PAGE_SLOTS)
}

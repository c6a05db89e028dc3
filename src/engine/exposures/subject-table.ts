// The newest exposure of each person, session or conversation, found by a 64-bit hash: open addressing in small shards.
//
// 12 bytes an entry: hash 8, reference 4. Each shard grows on its own, so that no request waits while millions are moved.
// Entries whose exposure was forgotten fall out when their shard grows; a shard that is full forgets its oldest.

export interface SubjectTable {
  /** The reference kept for a hash; 0 where there is none. Both halves are unsigned 32-bit numbers. */
  get(high: number, low: number): number
  set(high: number, low: number, reference: number): void
  /** Lets fall what is no longer live, a part of the shards at each call. */
  tidy(): void
  readonly bytes: number
  /** All entries, shard after shard, and how large each shard is: words, and slots in use. */
  save(): SavedTable
  /** Takes up what was saved, in its own memory; for a table that is empty. */
  restore(saved: SavedTable): void
}

export interface SavedTable {
  readonly words: Uint32Array
  readonly sizes: Uint32Array
}

const SHARDS = 4_096
const ENTRY_WORDS = 3
const SLOTS_MIN = 8
const LOAD_MAX = 0.8
const LOAD_AFTER_GROWTH = 0.62
/** Shards per call of `tidy`. */
const TIDY_SHARDS = 64
const WORD = 4_294_967_296

/**
 * @param entriesMax about how many subjects are kept
 * @param isLive whether what a reference names is still there
 * @param isOlder whether the first of two live references is the older one
 */
export function createSubjectTable(deps: {
  entriesMax: number
  isLive: (reference: number) => boolean
  isOlder: (one: number, other: number) => boolean
}): SubjectTable {
  const { isLive, isOlder } = deps
  const slotsMax = Math.max(SLOTS_MIN, Math.ceil(deps.entriesMax / SHARDS / LOAD_MAX))
  const shards: Uint32Array[] = Array.from({ length: SHARDS }, () => new Uint32Array(0))
  const used = new Uint32Array(SHARDS) // slots that hold something, live or not
  let tidyAt = 0
  let bytes = 0

  return {
    get(high, low) {
      const words = shards[high >>> 20]!
      if (words.length === 0) return 0
      for (let at = slotOf(words, low); words[at + 2] !== 0; at = after(words, at)) {
        if (words[at] === high && words[at + 1] === low) return words[at + 2]!
      }
      return 0
    },
    set(high, low, reference) {
      const shard = high >>> 20
      let words = shards[shard]!
      if ((used[shard]! + 1) * ENTRY_WORDS > words.length * LOAD_MAX) words = rebuild(shard, 1)
      if (put(words, high, low, reference)) used[shard]!++
    },
    tidy() {
      for (let i = 0; i < TIDY_SHARDS; i++, tidyAt = (tidyAt + 1) % SHARDS) if (used[tidyAt]! > 0) rebuild(tidyAt, 0)
    },
    get bytes() {
      return bytes
    },
    save() {
      const words = new Uint32Array(bytes / Uint32Array.BYTES_PER_ELEMENT)
      const sizes = new Uint32Array(SHARDS * 2)
      let at = 0
      for (let shard = 0; shard < SHARDS; shard++) {
        words.set(shards[shard]!, at)
        at += sizes[shard * 2] = shards[shard]!.length
        sizes[shard * 2 + 1] = used[shard]!
      }
      return { words, sizes }
    },
    restore({ words, sizes }) {
      let at = 0
      for (let shard = 0; shard < SHARDS; shard++) {
        const end = at + sizes[shard * 2]!
        shards[shard] = words.subarray(at, end)
        used[shard] = sizes[shard * 2 + 1]!
        at = end
      }
      bytes = words.byteLength
    },
  }

  /** @param room for how many more */
  function rebuild(shard: number, room: number): Uint32Array {
    const before = shards[shard]!
    const live: number[] = []
    for (let at = 0; at < before.length; at += ENTRY_WORDS) {
      if (before[at + 2] !== 0 && isLive(before[at + 2]!)) live.push(at)
    }
    if (live.length >= slotsMax * LOAD_MAX - 1) {
      live.sort((a, b) => (isOlder(before[a + 2]!, before[b + 2]!) ? 1 : -1))
      live.length = Math.floor(slotsMax * LOAD_AFTER_GROWTH)
    }
    const entries = live.length + room
    const slots = entries === 0 ? 0 : Math.min(slotsMax, Math.max(SLOTS_MIN, Math.ceil(entries / LOAD_AFTER_GROWTH)))
    const words = new Uint32Array(slots * ENTRY_WORDS)
    for (const at of live) put(words, before[at]!, before[at + 1]!, before[at + 2]!)
    bytes += words.byteLength - before.byteLength
    used[shard] = live.length
    shards[shard] = words
    return words
  }
}

/** True where the entry is new. */
function put(words: Uint32Array, high: number, low: number, reference: number): boolean {
  let at = slotOf(words, low)
  while (words[at + 2] !== 0 && (words[at] !== high || words[at + 1] !== low)) at = after(words, at)
  const isNew = words[at + 2] === 0
  words[at] = high
  words[at + 1] = low
  words[at + 2] = reference
  return isNew
}

function slotOf(words: Uint32Array, low: number): number {
  return Math.floor((low / WORD) * (words.length / ENTRY_WORDS)) * ENTRY_WORDS
}

function after(words: Uint32Array, at: number): number {
  return at + ENTRY_WORDS === words.length ? 0 : at + ENTRY_WORDS
}

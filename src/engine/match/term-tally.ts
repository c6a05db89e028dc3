// Adds up weights by term: a small hash table that is emptied and used again, for one ad or one conversation at a time.

export interface TermTally {
  /** Distinct terms so far; entries 0 … count − 1 of the arrays, in order of first sight. */
  count: number
  readonly lo: Uint32Array
  readonly hi: Uint32Array
  readonly weight: Float64Array
  /** Empties the tally. */
  clear(): void
  /** The entry of a term, added with weight 0 when new; −1 where the tally is full. */
  entryOf(lo: number, hi: number): number
  /** The entry of a term; −1 where it has none. */
  find(lo: number, hi: number): number
}

/** A tally of at most `termsMax` distinct terms; what comes after is not counted. */
export function createTermTally(termsMax: number): TermTally {
  let capacity = 16
  while (capacity < termsMax * 2) capacity *= 2
  const mask = capacity - 1
  const slots = new Int32Array(capacity) // entry + 1, 0 = empty
  const used = new Int32Array(termsMax)

  const tally: TermTally = {
    count: 0,
    lo: new Uint32Array(termsMax),
    hi: new Uint32Array(termsMax),
    weight: new Float64Array(termsMax),

    clear() {
      for (let i = 0; i < tally.count; i++) slots[used[i]!] = 0
      tally.count = 0
    },

    entryOf(lo, hi) {
      let slot = lo & mask
      while (slots[slot] !== 0) {
        const entry = slots[slot]! - 1
        if (tally.lo[entry] === lo && tally.hi[entry] === hi) return entry
        slot = (slot + 1) & mask
      }
      if (tally.count === termsMax) return -1
      const entry = tally.count++
      slots[slot] = entry + 1
      used[entry] = slot
      tally.lo[entry] = lo
      tally.hi[entry] = hi
      tally.weight[entry] = 0
      return entry
    },

    find(lo, hi) {
      for (let slot = lo & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
        const entry = slots[slot]! - 1
        if (tally.lo[entry] === lo && tally.hi[entry] === hi) return entry
      }
      return -1
    },
  }
  return tally
}

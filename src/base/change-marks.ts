// Notes which parts of arrays by number changed, so that a copy of them can be brought up to date without being made anew.

export interface ChangeMarks {
  /** What stands at `index`, in any of the arrays, changed. */
  mark(index: number): void
  /** Everything did. */
  markAll(): void
  /**
   * Copies what changed since an earlier call for the same copy.
   * @param bytesEach how many bytes a number has in this array
   * @param since what the earlier call returned; `NEVER` for a copy that is all zeros
   * @returns what the next call for this copy has to say
   */
  copy(from: Uint8Array, into: Uint8Array, bytesEach: number, since: number): number
}

export const NEVER = -1

/** So many numbers share a mark. */
const PAGE_BITS = 8
const PAGE = 1 << PAGE_BITS

export function createChangeMarks(): ChangeMarks {
  let markedAt = new Uint32Array(64) // by page, in which turn it was changed last
  let turn = 0
  let allMarkedAt = 0

  return {
    mark(index) {
      const page = index >>> PAGE_BITS
      if (page >= markedAt.length) {
        const longer = new Uint32Array(Math.max(page + 1, markedAt.length * 2))
        longer.set(markedAt)
        markedAt = longer
      }
      markedAt[page] = turn
    },

    markAll() {
      allMarkedAt = turn
    },

    copy(from, into, bytesEach, since) {
      const pageBytes = PAGE * bytesEach
      const pages = Math.ceil(from.length / pageBytes)
      const all = since < allMarkedAt
      // Neighbours are copied together.
      for (let page = 0, begin = -1; page <= pages; page++) {
        const changed = page < pages && (all || markedAt[page]! > since)
        if (changed && begin < 0) begin = page
        if (changed || begin < 0) continue
        into.set(from.subarray(begin * pageBytes, page * pageBytes), begin * pageBytes)
        begin = -1
      }
      return turn++
    },
  }
}

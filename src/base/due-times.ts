// One time per key, which each request moves further: what rate limits remember.

export interface DueTimes {
  /**
   * Moves the time of a key by `byMs`, counted from now where it lies in the past. False, and nothing is moved, where it would then
   * lie more than `aheadMs` in the future. A new key may make others forgotten.
   */
  push(key: string, nowMs: number, byMs: number, aheadMs: number): boolean
  /** 0 for a key that is not known. */
  dueMs(key: string): number
  size(): number
}

/** The times of one thread. @param keysMax how many keys are remembered */
export function createDueTimes(keysMax: number): DueTimes {
  // A cell is kept and changed in place, so that a busy key costs one look-up and no allocation.
  const cells = new Map<string, { dueMs: number }>()
  return {
    push(key, nowMs, byMs, aheadMs) {
      let cell = cells.get(key)
      if (cell === undefined) {
        if (cells.size >= keysMax) forget(cells, nowMs)
        cell = { dueMs: nowMs }
        cells.set(key, cell)
      }
      const due = Math.max(cell.dueMs, nowMs) + byMs
      if (due - nowMs > aheadMs) return false
      cell.dueMs = due
      return true
    },
    dueMs: (key) => cells.get(key)?.dueMs ?? 0,
    size() {
      return cells.size
    },
  }
}

/** Drops the keys that owe nothing any more; where all of them do, the oldest tenth. */
function forget(cells: Map<string, { dueMs: number }>, nowMs: number): void {
  const enough = cells.size * 0.9
  for (const [key, cell] of cells) if (cell.dueMs <= nowMs) cells.delete(key)
  for (const key of cells.keys()) {
    if (cells.size <= enough) return
    cells.delete(key)
  }
}

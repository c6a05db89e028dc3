// Rate limits by the generic cell rate algorithm: one number per key says when its next request would be on time.

export interface GcraLimit {
  readonly perSecond: number
  /** How many requests may come at once after a rest. */
  readonly burst: number
}

export interface Gcra {
  /** Counts one request, where there is room for it. `nowMs` is monotonic. */
  take(key: string, limit: GcraLimit, nowMs: number): boolean
  /** How many more requests would pass at this moment. */
  remaining(key: string, limit: GcraLimit, nowMs: number): number
  /** Milliseconds until one more request would pass; 0 where it would pass now. */
  waitMs(key: string, limit: GcraLimit, nowMs: number): number
  readonly size: number
}

/** @param keysMax how many keys are remembered; a forgotten one starts with a full burst */
export function createGcra({ keysMax }: { keysMax: number }): Gcra {
  // A cell is kept and changed in place, so that a busy key costs one look-up and no allocation.
  const cells = new Map<string, { dueMs: number }>()
  const lateness = (key: string, nowMs: number) => Math.max(0, (cells.get(key)?.dueMs ?? 0) - nowMs)
  return {
    take(key, limit, nowMs) {
      const intervalMs = 1_000 / limit.perSecond
      let cell = cells.get(key)
      if (cell === undefined) {
        if (cells.size >= keysMax) forget(cells, nowMs)
        cell = { dueMs: nowMs }
        cells.set(key, cell)
      }
      const due = Math.max(cell.dueMs, nowMs) + intervalMs
      if (due - nowMs > limit.burst * intervalMs + ROUNDING_MS) return false
      cell.dueMs = due
      return true
    },
    remaining: (key, limit, nowMs) =>
      Math.max(0, Math.floor(limit.burst - (lateness(key, nowMs) * limit.perSecond) / 1_000 + 1e-6)),
    waitMs: (key, limit, nowMs) =>
      Math.max(0, lateness(key, nowMs) - ((limit.burst - 1) * 1_000) / limit.perSecond - ROUNDING_MS),
    get size() {
      return cells.size
    },
  }
}

/** Sums of intervals such as 1000/3 miss the burst by a hair; a microsecond is nobody's advantage. */
const ROUNDING_MS = 0.001

/** Drops the keys that owe nothing any more; where all of them do, the oldest tenth. */
function forget(cells: Map<string, { dueMs: number }>, nowMs: number): void {
  const enough = cells.size * 0.9
  for (const [key, cell] of cells) if (cell.dueMs <= nowMs) cells.delete(key)
  for (const key of cells.keys()) {
    if (cells.size <= enough) return
    cells.delete(key)
  }
}

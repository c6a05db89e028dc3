// Rate limits by the generic cell rate algorithm: one number per key says when its next request would be on time.
import { createDueTimes } from './due-times.ts'
import { createSharedDueTimes } from './shared-due-times.ts'

export interface GcraLimit {
  readonly perSecond: number
  /** How many requests may come at once after a rest. */
  readonly burst: number
}

export interface Gcra {
  /** Counts one request, where there is room for it. `nowMs` is monotonic, with the same zero in all threads. */
  take(key: string, limit: GcraLimit, nowMs: number): boolean
  /** Counts requests that another process let through, also where there is no room for them; far beyond it they are let fall. */
  add(key: string, requests: number, perSecond: number, nowMs: number): void
  /** How many more requests would pass at this moment. */
  remaining(key: string, limit: GcraLimit, nowMs: number): number
  /** Milliseconds until one more request would pass; 0 where it would pass now. */
  waitMs(key: string, limit: GcraLimit, nowMs: number): number
  size(): number
}

export interface GcraOptions {
  /** How many keys are remembered; a forgotten one starts with a full burst. */
  readonly keysMax: number
  /** From `dueTimesMemory(keysMax)`: all threads that are given it keep one account of each key. Without, no thread waits for another. */
  readonly memory?: SharedArrayBuffer | undefined
}

export function createGcra({ keysMax, memory }: GcraOptions): Gcra {
  const times = memory === undefined ? createDueTimes(keysMax) : createSharedDueTimes({ keysMax, memory })
  const lateness = (key: string, nowMs: number) => Math.max(0, times.dueMs(key) - nowMs)
  return {
    take(key, limit, nowMs) {
      const intervalMs = 1_000 / limit.perSecond
      return times.push(key, nowMs, intervalMs, limit.burst * intervalMs + ROUNDING_MS)
    },
    add: (key, requests, perSecond, nowMs) => void times.push(key, nowMs, (requests * 1_000) / perSecond, AHEAD_MS),
    remaining: (key, limit, nowMs) =>
      Math.max(0, Math.floor(limit.burst - (lateness(key, nowMs) * limit.perSecond) / 1_000 + 1e-6)),
    waitMs: (key, limit, nowMs) =>
      Math.max(0, lateness(key, nowMs) - ((limit.burst - 1) * 1_000) / limit.perSecond - ROUNDING_MS),
    size() {
      return times.size()
    },
  }
}

/** The same, telling of each request that it lets through. */
export function tellingGcra(gcra: Gcra, tell: (key: string, perSecond: number) => void): Gcra {
  return {
    ...gcra,
    take(key, limit, nowMs) {
      const isLetThrough = gcra.take(key, limit, nowMs)
      if (isLetThrough) tell(key, limit.perSecond)
      return isLetThrough
    },
  }
}

/** A key waits no longer than this for what others let through. */
const AHEAD_MS = 10_000

/** Sums of intervals such as 1000/3 miss the burst by a hair; a microsecond is nobody's advantage. */
const ROUNDING_MS = 0.001

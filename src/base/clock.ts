// The only reader of the system clock: real time for deadlines, service time for everything that is about advertising.

export interface Clock {
  /** Service time in epoch milliseconds: what flights, budgets, caps and links are measured in. */
  nowMs(): number
  /** Monotonic milliseconds since the start of the process, in all its threads: deadlines and timings; never jumps, never runs fast. */
  monotonicMs(): number
  /** How many times faster than real time the service time runs; 1 in production. */
  readonly speed: number
}

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

// Held here, since the global name is looked up by a getter at each use.
const { performance } = globalThis
const monotonicMs = (): number => performance.now()

/** A clock that follows the machine. */
export const realClock: Clock = { nowMs: () => Date.now(), monotonicMs, speed: 1 }

/**
 * A clock whose service time started at `epochMs` and runs `speed` times as fast as real time since then.
 * The epoch is kept by the caller (in the store), so that a restart does not turn time back.
 */
export function createFastClock({ epochMs, speed }: { epochMs: number; speed: number }): Clock {
  return {
    nowMs: () => Math.floor(epochMs + (Date.now() - epochMs) * speed),
    monotonicMs,
    speed,
  }
}

/** A clock that stands still until it is told to move; for tests and simulations. */
export function createManualClock(startMs: number): Clock & { advance(ms: number): void; set(ms: number): void } {
  let now = startMs
  return {
    nowMs: () => now,
    monotonicMs: () => now,
    speed: 1,
    advance: (ms) => {
      now += ms
    },
    set: (ms) => {
      now = ms
    },
  }
}

// Which ads people asked to see no more: for so long none of these is shown to them again. Memory with a bound.
//
// A mark is a row of 24 bytes in a ring that forgets the oldest when it is full:
//
//   person 8 │ ad 4 │ the mark before in the same chain 4 │ since when 8
//
// A mark is found by its person, whose hash names one of many chains. Marks of other people in a chain are passed over.
//
// Threads share the memory, and one of them alone notes; so nobody locks. What others reach from the newest mark of a chain is whole:
// a mark is written before its chain leads to it, and those that are about to be written over count as forgotten.
import { HOUR_MS } from '../../base/clock.ts'
import { growingMemory, growTo } from '../../base/growing-memory.ts'
import { DISMISSED_MS } from '../../domain/feedback.ts'

export interface Dismissals {
  /** One thread alone may note. @param person first 8 bytes of a keyed hash; of nobody, zeros, nothing is noted */
  note(person: Uint8Array, of: MarkedAd): void
  /**
   * Numbers of the ads that are not shown to a person now, if there are any.
   * @param test whether a test is asked for, of which what is said is kept apart
   */
  keptFrom(person: Uint8Array, test: boolean, nowMs: number): ReadonlySet<number> | undefined
  /** For `createDismissals` in other threads. */
  memory(): SharedArrayBuffer
}

export interface MarkedAd {
  readonly adNumber: number
  readonly test: boolean
  readonly sinceMs: number
}

/** Beyond so many marks the oldest are forgotten. A power of two. */
export const DISMISSALS_MAX = 2 ** 20
/** Marks of a chain that are looked at; only a test or a robot asks for more, and then the newest count. */
export const WALK_MAX = 1_024
/** Since so much later than now: from before the clock was set back, and would last until it is as far again. */
const AHEAD_MS = HOUR_MS

// The memory: a head of 16 bytes, then the chains, then the rows.
const NEXT = 0 // reference of the mark to come; 0 is none
const LATEST = 1 // of the times: until when anything at all is kept from anybody
const HEAD_WORDS = 4
const CHAINS = 2 ** 18
const ROWS_FROM = HEAD_WORDS + CHAINS
const ROW_WORDS = 6
const LOW = 1
const AD = 2
const BEFORE = 3
const SINCE = 4 // a time takes two words
/** Marks that are next to be written over are forgotten already, lest one is read while that is done. */
const MARGIN = 1_024
const TEST = 0x7465_7374

/** @param shared of another thread's dismissals */
export function createDismissals(shared?: SharedArrayBuffer): Dismissals {
  const memory = shared ?? dismissalMemory()
  const words = new Uint32Array(memory, 0, MEMORY_BYTES / 4)
  const times = new Float64Array(memory, 0, MEMORY_BYTES / 8)

  const rowOf = (reference: number): number => ROWS_FROM + (reference & (DISMISSALS_MAX - 1)) * ROW_WORDS
  const isLive = (reference: number, next: number): boolean =>
    reference !== 0 && (next - reference) >>> 0 <= DISMISSALS_MAX - MARGIN
  /** Calls back with the row of each mark of a person until it says that it has enough. */
  const eachOf = (high: number, low: number, visit: (row: number) => boolean): void => {
    // In this order: the newest of a chain is none of those to come.
    let at = Atomics.load(words, chainOf(low))
    const next = Atomics.load(words, NEXT)
    for (let steps = 0; steps < WALK_MAX && isLive(at, next); steps++) {
      const row = rowOf(at)
      if (words[row] === high && words[row + LOW] === low && visit(row)) return
      at = words[row + BEFORE]!
    }
  }
  const add = (high: number, low: number, adNumber: number, sinceMs: number): void => {
    const reference = words[NEXT]! === 0 ? 1 : words[NEXT]!
    const row = rowOf(reference)
    words[row] = high
    words[row + LOW] = low
    words[row + AD] = adNumber
    words[row + BEFORE] = words[chainOf(low)]!
    times[(row + SINCE) / 2] = sinceMs
    Atomics.store(words, NEXT, (reference + 1) >>> 0)
    Atomics.store(words, chainOf(low), reference)
  }

  return {
    note(person, { adNumber, test, sinceMs }) {
      if (isNobody(person)) return
      const low = wordAt(person, 4)
      const high = (wordAt(person, 0) ^ (test ? TEST : 0)) >>> 0
      let isKnown = false
      eachOf(high, low, (row) => {
        if (words[row + AD] !== adNumber) return false
        times[(row + SINCE) / 2] = sinceMs
        return (isKnown = true)
      })
      if (!isKnown) add(high, low, adNumber, sinceMs)
      times[LATEST] = Math.max(times[LATEST]!, sinceMs + DISMISSED_MS)
    },
    keptFrom(person, test, nowMs) {
      if (nowMs >= times[LATEST]! || isNobody(person)) return undefined
      const low = wordAt(person, 4)
      if (words[chainOf(low)] === 0) return undefined
      const high = (wordAt(person, 0) ^ (test ? TEST : 0)) >>> 0
      let kept: Set<number> | undefined
      eachOf(high, low, (row) => {
        const ageMs = nowMs - times[(row + SINCE) / 2]!
        if (ageMs < DISMISSED_MS && ageMs >= -AHEAD_MS) (kept ??= new Set()).add(words[row + AD]!)
        return false
      })
      return kept
    },
    memory: () => memory,
  }
}

const MEMORY_BYTES = (ROWS_FROM + DISMISSALS_MAX * ROW_WORDS) * 4

// Reserved whole, since only what is written to takes room.
function dismissalMemory(): SharedArrayBuffer {
  const memory = growingMemory(MEMORY_BYTES)
  growTo(memory, MEMORY_BYTES)
  return memory
}

function chainOf(low: number): number {
  return HEAD_WORDS + (low & (CHAINS - 1))
}

function isNobody(person: Uint8Array): boolean {
  for (let i = 0; i < person.length; i++) if (person[i] !== 0) return false
  return true
}

function wordAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0
}

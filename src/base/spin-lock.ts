// A lock between the threads of the process, for well under a microsecond of work on shared memory at a time.
import { threadId } from 'node:worker_threads'

export interface SpinLock {
  /** Returns once this thread holds the lock. Not to be entered twice by one thread. */
  enter(): void
  leave(): void
}

/** @param words shared memory in which the word `at` is the lock's alone; it starts as 0 */
export function createSpinLock(words: Int32Array, at = 0): SpinLock {
  // Each time it is held the lock reads otherwise, so that whoever waits can tell one long time from many short ones.
  const thread = ((threadId & 0x3ff) + 1) << TURN_BITS
  let turn = 0
  return {
    enter() {
      turn = (turn + 1) & TURN_MASK
      if (Atomics.compareExchange(words, at, FREE, thread | turn) !== FREE) wait(words, at, thread | turn)
    },
    // One that was given up for gone holds it no more.
    leave() {
      Atomics.compareExchange(words, at, thread | turn, FREE)
    },
  }
}

const FREE = 0
const TURN_BITS = 20
const TURN_MASK = (1 << TURN_BITS) - 1
/** Some microseconds: a holder that runs is done by then; one that was put aside by the system is not helped by our spinning. */
const SPINS = 1_000
const NAP_MS = 0.05
/**
 * A holder whose thread was ended at that moment never leaves. None that lives takes so many naps of ours, some seconds; a time would
 * also pass while the whole process is stopped.
 */
const GIVEN_UP_NAPS = 20_000

function wait(words: Int32Array, at: number, mine: number): void {
  for (let i = 0; i < SPINS; i++) {
    if (words[at] === FREE && Atomics.compareExchange(words, at, FREE, mine) === FREE) return
  }
  let holder = FREE
  let naps = 0
  for (;;) {
    const now = Atomics.compareExchange(words, at, FREE, mine)
    if (now === FREE) return
    if (now !== holder) {
      holder = now
      naps = 0
    } else if (++naps > GIVEN_UP_NAPS) {
      if (Atomics.compareExchange(words, at, holder, mine) === holder) return
    }
    Atomics.wait(words, at, now, NAP_MS) // nobody wakes us: a call at each leave would cost more than the lock
  }
}

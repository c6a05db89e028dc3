// Long work on many things, a few at a time: between them, whoever waits for the thread has a turn.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A hundred rows of a report take well under a millisecond. */
export const A_TURN = 100

/** Gives all of a list, in order, at most A_TURN of it in one turn of the event loop. */
export async function* inTurns<T>(all: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < all.length; from += A_TURN) {
    if (from > 0) await nextTurn()
    yield all.slice(from, from + A_TURN)
  }
}

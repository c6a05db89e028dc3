// Long work on many things, a few at a time: between them, whoever waits for the thread has a turn.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A hundred rows of a report take well under a millisecond. */
export const A_TURN = 100

/** Gives all there are, in order, at most `most` of them in one turn of the event loop. */
export async function* inTurns<T>(all: Iterable<T>, most = A_TURN): AsyncGenerator<readonly T[]> {
  let some: T[] = []
  for (const one of all) {
    if (some.length === most) {
      yield some
      await nextTurn()
      some = []
    }
    some.push(one)
  }
  if (some.length > 0) yield some
}

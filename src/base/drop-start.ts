// What a start leaves behind, given back once it is over.
import { getHeapStatistics } from 'node:v8'

/** A larger heap is mostly inventory: going through it takes too long, and what the start left behind is a small part. */
const HEAP_BYTES_MAX = 64e6

/**
 * Gives back what only the start needed: garbage, and the compiled form of functions that will hardly run again; a fifth of a thread's
 * heap or more. Takes 35–115 ms of the thread, so it is for the moment when it is ready, before it answers or while others do. Does
 * nothing where Node was not started with `--expose-gc`.
 */
export function dropStart(): void {
  const { gc } = globalThis as { gc?: (options: object) => void }
  if (getHeapStatistics().used_heap_size > HEAP_BYTES_MAX) return
  gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

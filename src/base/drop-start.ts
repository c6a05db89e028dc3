/**
 * Gives back what only the start needed: garbage, and the compiled form of functions that will hardly run again; a fifth of a thread's
 * heap or more. Takes some tens of milliseconds of the thread, so it is for the moment when it is ready. Does nothing where Node
 * was not started with `--expose-gc`.
 */
export function dropStart(): void {
  const { gc } = globalThis as { gc?: (options: object) => void }
  gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

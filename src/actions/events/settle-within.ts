// Waits for a promise, but not for ever: what came of it in time, or that nothing did.

export type Settled<T> =
  | { readonly state: 'done'; readonly value: T }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'late' }

/** @param ms real milliseconds. A promise that is late goes on by itself; should it fail then, nobody is told. */
export async function settleWithin<T>(promise: Promise<T>, ms: number): Promise<Settled<T>> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Settled<T>>((resolve) => {
    timer = setTimeout(resolve, ms, { state: 'late' })
  })
  const settled = promise.then(
    (value): Settled<T> => ({ state: 'done', value }),
    (error: unknown): Settled<T> => ({ state: 'failed', error }),
  )
  const first = await Promise.race([settled, late])
  clearTimeout(timer)
  return first
}

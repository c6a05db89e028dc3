// Hands things on in batches, one of which is written while the next is filled; there are never more than these two.

export interface Batches<T> {
  /** Resolves once there is room for another. Rejects where a batch before could not be written. */
  add(one: T): Promise<void>
  /** Resolves once all of them are written. */
  flush(): Promise<void>
  /** Waits for what is being written, however it ends. */
  settle(): Promise<void>
}

export function createBatches<T>(most: number, write: (batch: readonly T[]) => Promise<void>): Batches<T> {
  let batch: T[] = []
  let running: Promise<void> = Promise.resolve()

  const send = async (): Promise<void> => {
    const full = batch
    batch = []
    await running
    if (full.length === 0) return
    running = write(full)
    // It is awaited with the next batch; until then a failure must not count as nobody's.
    running.catch(() => {})
  }
  return {
    async add(one) {
      batch.push(one)
      if (batch.length >= most) await send()
    },
    async flush() {
      await send()
      await running
    },
    settle: () => running.catch(() => {}),
  }
}

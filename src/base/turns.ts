// Lets work on one thing happen one piece at a time, in the order it came; work on different things runs side by side.

export interface Turns {
  /** Runs `work` once all that came before under this key is over, however it ended. */
  take<T>(key: string, work: () => Promise<T>): Promise<T>
}

/** Holds an entry only while there is work under its key. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return {
    async take(key, work) {
      const before = last.get(key)
      const mine = before === undefined ? work() : before.then(work, work)
      last.set(key, mine)
      try {
        return await mine
      } finally {
        if (last.get(key) === mine) last.delete(key)
      }
    },
  }
}

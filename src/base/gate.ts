// Lets one piece of work keep another from going on for a moment.

export interface Gate {
  held(): boolean
  /** Resolves once the present holder, if any, is done; somebody else may hold the gate by then, so look again. */
  opened(): Promise<void>
  /** Holds the gate while the work lasts, however it ends. One holder at a time. */
  hold<T>(work: () => Promise<T>): Promise<T>
}

export function createGate(): Gate {
  let holding: Promise<void> | undefined
  return {
    held() {
      return holding !== undefined
    },
    opened: async () => holding,
    async hold(work) {
      while (holding !== undefined) await holding
      let open!: () => void
      holding = new Promise((resolve) => {
        open = resolve
      })
      try {
        return await work()
      } finally {
        holding = undefined
        open()
      }
    },
  }
}

// A number for each small whole number, in one array that grows; for what would be a Map of millions.
export interface NumberMap {
  /** 0 where nothing was set. */
  get(key: number): number
  set(key: number, value: number): void
  /** The values by key, for as long as nothing is set. */
  save(): Uint32Array
  restore(saved: Uint32Array): void
}

export function createNumberMap(): NumberMap {
  let values: Uint32Array = new Uint32Array(1_024)
  return {
    get: (key) => values[key] ?? 0,
    set(key, value) {
      if (key >= values.length) {
        const grown = new Uint32Array(Math.ceil(key * 1.5))
        grown.set(values)
        values = grown
      }
      values[key] = value
    },
    save: () => values,
    restore(saved) {
      values = saved
    },
  }
}

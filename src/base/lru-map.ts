// A map that forgets what was not used for longest once it is full.

export interface LruMap<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): void
  delete(key: K): boolean
  clear(): void
  readonly size: number
}

/** @param entriesMax how many entries are kept; the least recently used one gives way to a new one */
export function createLruMap<K, V>({ entriesMax }: { entriesMax: number }): LruMap<K, V> {
  const entries = new Map<K, V>() // a Map walks in order of insertion, so the first key is the oldest
  return {
    get(key) {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set(key, value) {
      if (!entries.delete(key) && entries.size >= entriesMax) entries.delete(entries.keys().next().value as K)
      entries.set(key, value)
    },
    delete: (key) => entries.delete(key),
    clear: () => entries.clear(),
    get size() {
      return entries.size
    },
  }
}

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
  // One walk goes on from eviction to eviction: a new one would step over every gap that earlier evictions left.
  let oldestFirst = entries.keys()
  const dropOldest = (): void => {
    let oldest = oldestFirst.next()
    if (oldest.done) {
      oldestFirst = entries.keys()
      oldest = oldestFirst.next()
    }
    entries.delete(oldest.value as K)
  }
  // What is asked for again and again stands last already, and moving it there would be most of the work.
  let newest: K | undefined
  return {
    get(key) {
      const value = entries.get(key)
      if (value === undefined || key === newest) return value
      entries.delete(key)
      entries.set(key, value)
      newest = key
      return value
    },
    set(key, value) {
      newest = key
      if (!entries.delete(key) && entries.size >= entriesMax) dropOldest()
      entries.set(key, value)
    },
    delete: (key) => entries.delete(key),
    clear() {
      newest = undefined
      entries.clear()
      oldestFirst = entries.keys()
    },
    get size() {
      return entries.size
    },
  }
}

// A map that forgets what was not used for long once it is full.

export interface LruMap<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): void
  delete(key: K): boolean
  clear(): void
  size(): number
}

/**
 * Two maps, of which the older one is dropped when the recent one is full: what is used is in the recent one, so that using it
 * again moves nothing. Keeping all entries in exact order would cost a deletion and an insertion for every look.
 * @param entriesMax the most entries that are kept; the half of them that was used last is never forgotten
 */
export function createLruMap<K, V>({ entriesMax }: { entriesMax: number }): LruMap<K, V> {
  const recentMax = Math.max(1, Math.floor(entriesMax / 2))
  let recent = new Map<K, V>()
  let older = new Map<K, V>()

  const keep = (key: K, value: V): void => {
    older.delete(key)
    if (recent.size >= recentMax && !recent.has(key)) {
      older = recent
      recent = new Map()
    }
    recent.set(key, value)
  }
  return {
    get(key) {
      const value = recent.get(key)
      if (value !== undefined) return value
      const found = older.get(key)
      if (found !== undefined) keep(key, found)
      return found
    },
    set: keep,
    delete(key) {
      const wasRecent = recent.delete(key)
      return older.delete(key) || wasRecent
    },
    clear() {
      recent = new Map()
      older = new Map()
    },
    size() {
      return recent.size + older.size
    },
  }
}

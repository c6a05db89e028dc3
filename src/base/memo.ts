// Remembers what was worked out, for as long as the one who asks lives.

/** For a short time, such as that of one request: nothing is forgotten. Each key is read when it is first asked for. */
export function createMemo<K, T extends {}>(read: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>()
  return (key) => {
    let one = known.get(key)
    if (one === undefined) known.set(key, (one = read(key)))
    return one
  }
}

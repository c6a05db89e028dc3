// Lays a change over what is: fields that are named win, null takes a field away, the others stay.

/** The fields of a change; null clears an optional one. */
export type Change<T> = { readonly [K in keyof T]?: T[K] | null }

/** @param fallback what a cleared field becomes, where it cannot be absent */
export function mergeChange<T extends object>(current: T, change: Change<T> | undefined, fallback: Partial<T> = {}): T {
  if (change === undefined) return current
  const merged = new Map<string, unknown>(Object.entries(current))
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) continue
    const kept = value ?? fallback[name as keyof T]
    if (kept === undefined) merged.delete(name)
    else merged.set(name, kept)
  }
  return Object.fromEntries(merged) as T
}

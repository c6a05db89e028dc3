// When keys were last used, by the hour: noted in memory, and handed to the store now and then, so that a request costs nothing for it.
import { HOUR_MS } from '../../base/clock.ts'
import type { ApiKey, KeyUse } from '../../domain/api-key.ts'
import type { Store } from '../../store/contract.ts'

/** A key, and the hour in which it was last let in; absent where that was never, or only before there was a note of it. */
export type UsedKey = ApiKey & { readonly lastUsedAtMs?: number }

export interface KeyUses {
  /** @param atMs the beginning of an hour, see `hourOf` */
  note(keyNumber: number, atMs: number): void
  /** Adds what is new since the last call to the store. What could not be added is kept for the next call. */
  flush(): Promise<void>
  /** What is known here and by other processes. */
  tell(keys: readonly ApiKey[]): Promise<UsedKey[]>
}

/** As much as one call to the store takes, so that clicks do not wait behind it. */
const BATCH = 500

export function createKeyUses({ store }: { readonly store: Pick<Store, 'keyUses'> }): KeyUses {
  // No more than there are keys that were used since the last flush.
  let fresh = new Map<number, number>()
  const note = (keyNumber: number, atMs: number): void => {
    if (atMs > (fresh.get(keyNumber) ?? 0)) fresh.set(keyNumber, atMs)
  }
  return {
    note,
    async flush() {
      const uses = [...fresh].map(([keyNumber, usedAtMs]): KeyUse => ({ keyNumber, usedAtMs }))
      fresh = new Map()
      for (let from = 0; from < uses.length; from += BATCH) {
        try {
          await store.keyUses.note(uses.slice(from, from + BATCH))
        } catch (error) {
          for (const { keyNumber, usedAtMs } of uses.slice(from)) note(keyNumber, usedAtMs)
          throw error
        }
      }
    },
    async tell(keys) {
      const kept = await store.keyUses.read(keys.map(({ number }) => number))
      const known = new Map(kept.map(({ keyNumber, usedAtMs }) => [keyNumber, usedAtMs]))
      return keys.map((key) => {
        const lastUsedAtMs = Math.max(known.get(key.number) ?? 0, fresh.get(key.number) ?? 0)
        return { ...key, ...(lastUsedAtMs > 0 && { lastUsedAtMs }) }
      })
    },
  }
}

export function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS) * HOUR_MS
}

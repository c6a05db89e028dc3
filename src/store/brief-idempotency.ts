// Keys of writes that count once by themselves, such as events: the newest answers, in memory alone. A busy sender of those must not
// push the keys of payments out of the store, nor wait for a disk to have an answer kept that it could do without.
import { createLruMap } from '../base/lru-map.ts'
import { DAY_MS } from '../base/clock.ts'
import type { IdempotencyStore } from './contract.ts'

interface Kept {
  readonly requestHash: string
  readonly atMs: number
  readonly answer?: { readonly status: number; readonly body: string }
}

/** Beyond so many keys the oldest give way; an answer to 100 events has at most about 25 KB. */
export function createBriefIdempotency({ keysMax = 2_000 } = {}): IdempotencyStore {
  const kept = createLruMap<string, Kept>({ entriesMax: keysMax })
  return {
    async begin(key, requestHash, atMs) {
      const known = kept.get(key)
      if (known === undefined || known.atMs <= atMs - DAY_MS) {
        kept.set(key, { requestHash, atMs })
        return { state: 'new' }
      }
      if (known.requestHash !== requestHash) return { state: 'mismatch' }
      return known.answer === undefined ? { state: 'in_flight' } : { state: 'replay', answer: known.answer }
    },
    async finish(key, answer) {
      const known = kept.get(key)
      if (known !== undefined) kept.set(key, { ...known, answer })
    },
    async abandon(key) {
      kept.delete(key)
    },
  }
}

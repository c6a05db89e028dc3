// Keys of writes that count once by themselves, such as events: the newest answers, in memory alone. A busy sender of those must not
// push the keys of payments out of the store, nor wait for a disk to have an answer kept that it could do without.
import { DAY_MS } from '../base/clock.ts'
import type { IdempotencyStore } from './contract.ts'

interface Kept {
  readonly requestHash: string
  readonly atMs: number
  readonly answer?: { readonly status: number; readonly body: string }
}

/** Beyond so many keys, or so many characters of answers, the oldest give way; an answer to 100 events has up to 60,000. */
export function createBriefIdempotency({ keysMax = 2_000, charsMax = 16_000_000 } = {}): IdempotencyStore {
  const kept = new Map<string, Kept>() // oldest first
  let chars = 0
  const drop = (key: string): void => {
    chars -= kept.get(key)?.answer?.body.length ?? 0
    kept.delete(key)
  }
  const makeRoom = (): void => {
    for (const key of kept.keys()) {
      if (kept.size <= keysMax && chars <= charsMax) return
      drop(key)
    }
  }
  return {
    async begin(key, requestHash, atMs) {
      const known = kept.get(key)
      if (known === undefined || known.atMs <= atMs - DAY_MS) {
        drop(key)
        kept.set(key, { requestHash, atMs })
        makeRoom()
        return { state: 'new', atMs }
      }
      if (known.requestHash !== requestHash) return { state: 'mismatch' }
      return known.answer === undefined
        ? { state: 'in_flight', atMs: known.atMs }
        : { state: 'replay', answer: known.answer }
    },
    async finish(key, answer) {
      const known = kept.get(key)
      if (known === undefined) return
      kept.set(key, { ...known, answer })
      chars += answer.body.length - (known.answer?.body.length ?? 0)
      makeRoom()
    },
    async abandon(key) {
      drop(key)
    },
    async release(key) {
      drop(key)
    },
  }
}

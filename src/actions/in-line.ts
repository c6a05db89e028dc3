// Long readings of what is in memory go one after another. Each works a few steps at a time, so that decisions find the thread free in
// between; many at once would take a few steps each, and together all of it.
import { createTurns } from '../base/turns.ts'
import type { Caller } from '../domain/api-key.ts'
import { ServiceError } from '../domain/errors.ts'

type Read<A extends unknown[], T> = (caller: Caller, ...asked: A) => Promise<T>

/** The same reading, in line. @throws from the reading: ServiceError rate_limited where its key has too many under way */
export type InLine = <A extends unknown[], T>(read: Read<A, T>) => Read<A, T>

/** Of one key, with the one that has its turn. More at once brings nobody an answer sooner, and keeps others waiting. */
const OF_A_KEY_MAX = 8

/** All readings that are put in line with what this gives wait for each other. */
export function createInLine(): InLine {
  const turns = createTurns()
  const underWay = new Map<string, number>() // by key, as long as it reads
  return (read) =>
    async (caller, ...asked) => {
      const before = underWay.get(caller.keyId) ?? 0
      if (before >= OF_A_KEY_MAX) throw tooMany
      underWay.set(caller.keyId, before + 1)
      try {
        return await turns.take('', () => read(caller, ...asked))
      } finally {
        const left = underWay.get(caller.keyId)! - 1
        if (left > 0) underWay.set(caller.keyId, left)
        else underWay.delete(caller.keyId)
      }
    }
}

const tooMany = new ServiceError(
  'rate_limited',
  `This key waits for ${OF_A_KEY_MAX} forecasts or readings of decisions already; wait for their answers`,
  { retryAfterSeconds: 1 },
)

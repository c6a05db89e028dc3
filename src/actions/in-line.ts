// How much long work a key may have under way; and long readings of memory one after another. Each works a few steps at a time, so that
// decisions find the thread free in between; many at once would take a few steps each, and together all of it.
import { createTurns } from '../base/turns.ts'
import type { Caller } from '../domain/api-key.ts'
import { ServiceError } from '../domain/errors.ts'

type Read<A extends unknown[], T> = (caller: Caller, ...asked: A) => Promise<T>

/** The same work, held to that. @throws from it: ServiceError rate_limited where its key has too many under way */
export type InLine = <A extends unknown[], T>(read: Read<A, T>) => Read<A, T>

/** Of one key, with the one that has its turn. More at once brings nobody an answer sooner, and keeps others waiting. */
const OF_A_KEY_MAX = 8

/** All readings that are put in line with what this gives wait for each other. */
export function createInLine(works = 'forecasts, tried conversations or readings of decisions'): InLine {
  const turns = createTurns()
  const limit = createLimitPerKey(works)
  return (read) => limit((caller, ...asked) => turns.take('', () => read(caller, ...asked)))
}

/** For work that cannot wait for others', as that on files, which come as fast as somebody sends them. */
export function createLimitPerKey(works: string): InLine {
  const underWay = new Map<string, number>() // by key, as long as it has any
  const tooMany = new ServiceError(
    'rate_limited',
    `This key has ${OF_A_KEY_MAX} ${works} under way already; wait for their answers`,
    { retryAfterSeconds: 1 },
  )
  return (work) =>
    async (caller, ...asked) => {
      const before = underWay.get(caller.keyId) ?? 0
      if (before >= OF_A_KEY_MAX) throw tooMany
      underWay.set(caller.keyId, before + 1)
      try {
        return await work(caller, ...asked)
      } finally {
        const left = underWay.get(caller.keyId)! - 1
        if (left > 0) underWay.set(caller.keyId, left)
        else underWay.delete(caller.keyId)
      }
    }
}

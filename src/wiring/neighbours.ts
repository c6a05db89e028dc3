// Lets the processes over one database hear of each other what does not stand in it, through Redis.
import { createHmac } from 'node:crypto'
import { rememberServed } from '../actions/decisions/remember-decision.ts'
import { noteSeenBy } from '../actions/events/watch-ledger.ts'
import type { Clock } from '../base/clock.ts'
import type { Gcra } from '../base/gcra.ts'
import type { Log } from '../base/log.ts'
import type { RandomBytes } from '../base/random.ts'
import { createNeighbours, HINTS_FORMAT, type Neighbours } from '../threads/neighbours.ts'
import type { Memory } from './memory.ts'

export interface NeighboursDeps {
  /** Of Redis or Valkey. */
  readonly url: string
  /** Of the installation; what others could not know is derived from it. */
  readonly pepper: string
  readonly memory: Memory
  readonly rateLimiter: Gcra | undefined
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly log: Log
}

export type WiredNeighbours = Neighbours & { close(): Promise<void> }

/** Resolves at once, whether Redis is there or not. */
export async function wireNeighbours(deps: NeighboursDeps): Promise<WiredNeighbours> {
  const { url, pepper, memory, rateLimiter, clock, randomBytes, log } = deps
  const { budgets, decisionLog, facts, learner } = memory
  const derived = (use: string) => createHmac('sha256', pepper).update(use).digest()
  let isWarned = false
  // Only who names a Redis reads the code for it.
  const { openRedisChannel } = await import('../hints/redis-channel.ts')
  const channel = await openRedisChannel({
    url,
    name: `aside:${derived('channel').toString('hex', 0, 8)}:${HINTS_FORMAT}`,
    onMessage: take,
    onTrouble: (reason) =>
      reason === undefined
        ? log.info('Redis is reached again')
        : log.warn({ reason }, 'Redis cannot be reached; this process does not hear what others see'),
  })
  const neighbours = createNeighbours({
    publish: channel.publish,
    secret: derived('hints'),
    randomBytes,
    hear: {
      decided(served, cells, relevance) {
        decisionLog.noteCells(cells)
        // Whoever decided counts it in the store.
        rememberServed(served, relevance, { counts: { add: () => {} }, budgets, learner })
      },
      shown: ({ user, session, conversation, ...shown }) =>
        facts.exposures.noteShown({ user, session, conversation }, { ...shown, seen: false }),
      asked: (keyId, perSecond, requests) => rateLimiter?.add(keyId, requests, perSecond, clock.monotonicMs()),
      outcome(event, outcome) {
        noteSeenBy(event, outcome, facts.exposures)
        memory.noteOutcome(event, outcome)
      },
    },
  })
  return {
    ...neighbours,
    async close() {
      neighbours.flush()
      await channel.close()
    },
  }

  function take(bytes: Uint8Array): void {
    try {
      if (neighbours.take(bytes)) budgets.refresh(clock.nowMs())
    } catch (error) {
      if (!isWarned) log.warn({ err: error }, 'what another process told could not be read')
      isWarned = true
    }
  }
}

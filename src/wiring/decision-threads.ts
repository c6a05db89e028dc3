// Starts the threads that answer ad requests besides the main one, over the same memory; thread.ts is what they run.
import type { KeyUses } from '../actions/keys/note-key-uses.ts'
import type { Secrets } from '../actions/keys/open-secrets.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { CommonRoom } from '../base/open-files.ts'
import type { Config } from '../config.ts'
import { createCatalogEditions } from '../engine/catalog-editions.ts'
import type { TrafficRules } from '../engine/traffic/traffic-rules.ts'
import type { Door } from '../http/connections/inner-door.ts'
import type { Metrics } from '../metrics.ts'
import { type DecisionThreads, startDecisionThreads } from '../threads/decision-threads.ts'
import { createInbox } from '../threads/inbox.ts'
import type { ThreadSettings } from '../threads/protocol.ts'
import type { Memory } from './memory.ts'

export interface DecisionThreadsDeps {
  readonly config: Config
  readonly secrets: Secrets
  readonly clock: Clock
  /** When it began, where it runs faster than real time. */
  readonly clockEpochMs: number | undefined
  readonly memory: Memory
  readonly trafficRules: TrafficRules
  /** For connections of all threads. */
  readonly room: CommonRoom
  /** Where all threads keep one account of each key; undefined without limits. */
  readonly dueTimes: SharedArrayBuffer | undefined
  /** Its one cell is above zero once the store writes no more. */
  readonly storeStopped: Int32Array
  /** Where they hand over connections that are not for them. */
  readonly door: Door
  /** Passes on to other processes what a thread told; undefined where there are none. */
  readonly tellDecided: ((message: Float64Array) => void) | undefined
  /** Hears of keys that they let in. */
  readonly onKeyUsed: KeyUses['note']
  readonly metrics: Pick<Metrics, 'decisionMade'>
  readonly log: Log
}

export function wireDecisionThreads(deps: DecisionThreadsDeps): DecisionThreads {
  const { config, secrets, clock, memory, trafficRules, tellDecided, metrics, log } = deps
  const { budgets, catalog, counts, decisionLog, directory, exposures, facts, learner, words } = memory
  const settings: Omit<ThreadSettings<Config, Door>, 'heard' | 'room'> = {
    config,
    clockEpochMs: deps.clockEpochMs,
    secrets,
    words: { vectors: words.vectors.memory, frequencies: words.frequencies.memory },
    exposures: facts.exposures.memory(),
    dismissals: facts.dismissals.memory(),
    dueTimes: deps.dueTimes,
    storeStopped: deps.storeStopped,
    door: deps.door,
    tellsAsked: tellDecided !== undefined,
  }
  const hear = createInbox({
    decisionLog,
    counts,
    exposures,
    budgets,
    learner,
    onAnswered: metrics.decisionMade,
    clock,
  })
  return startDecisionThreads({
    module: new URL('./thread.ts', import.meta.url),
    count: config.workers - 1,
    settings,
    room: deps.room,
    directory,
    board() {
      budgets.refresh(clock.nowMs())
      return budgets.board()
    },
    rates: learner.model,
    editions: createCatalogEditions({ catalog }),
    trafficRules: trafficRules.all,
    adChanges: () => catalog.stats().changes,
    hear(message) {
      hear(message)
      tellDecided?.(message)
    },
    onUsed: deps.onKeyUsed,
    monotonicMs: clock.monotonicMs,
    log,
  })
}

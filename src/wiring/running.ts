// What runs by itself once requests are answered: jobs, further threads, the hearing of other processes; and how all of it stops.
import { setTimeout as sleep } from 'node:timers/promises'
import type { RefreshInventory } from '../actions/inventory/refresh-inventory.ts'
import type { Clock } from '../base/clock.ts'
import type { RandomBytes } from '../base/random.ts'
import { FILES_WITHIN_MS, LAST_JOBS_WITHIN_MS } from '../base/stop-times.ts'
import { type Job, startJobs } from '../jobs/start-jobs.ts'
import type { Metrics } from '../metrics.ts'
import type { Store } from '../store/contract.ts'
import type { DecisionThreads } from '../threads/decision-threads.ts'
import { type DecisionThreadsDeps, wireDecisionThreads } from './decision-threads.ts'
import type { Doors } from './doors.ts'
import { type NeighboursDeps, type WiredNeighbours, wireNeighbours } from './neighbours.ts'

/** What is learned along the way: the installation's clock, and whether requests may come. */
export interface Life {
  clock: Clock
  ready: boolean
  /** Why the store writes no more. */
  stopped?: string
  /** Tells decision threads that it does not. */
  readonly stoppedCell: Int32Array
}

/** Who else decides for the installation: there only once requests are answered, and told from then on what happens here. */
export interface Others {
  /** Of this process. */
  threads: DecisionThreads | undefined
  /** Other processes over the same database. */
  neighbours: WiredNeighbours | undefined
}

export interface RunningDeps extends Omit<DecisionThreadsDeps, 'storeStopped' | 'door' | 'tellDecided'> {
  readonly store: Store
  /** It is `ready` from now on, until the stop. */
  readonly life: Life
  /** Filled in. */
  readonly others: Others
  /** They listen. */
  readonly doors: Doors
  readonly rateLimiter: NeighboursDeps['rateLimiter']
  readonly jobs: readonly Job[]
  /** Names of those that run once more at the stop. */
  readonly lastJobs: readonly string[]
  readonly refreshInventory: RefreshInventory
  readonly metrics: Metrics
  readonly randomBytes: RandomBytes
}

export interface Running {
  /** Resolves once all decision threads answer, or could not be started. */
  readonly threadsStarted: Promise<void>
  /** Stops accepting, finishes what runs, writes what is still in memory, lets go of the files. */
  stop(): Promise<void>
}

export async function startRunning(deps: RunningDeps): Promise<Running> {
  const { store, life, others, memory, doors, refreshInventory, metrics, clock, log } = deps
  others.neighbours = await meetNeighbours(deps)
  const jobs = startJobs(
    [
      ...deps.jobs,
      { name: 'refresh inventory', everyMs: 2_000, run: () => refreshInventory() },
      // Also where nobody asks for ads, so that an hour without requests is told from an hour without the process.
      { name: 'tell the threads', everyMs: 100, run: async () => others.threads?.tellNews() },
    ],
    log,
  )
  const unwatch = store.inventory.onChange(
    () => void refreshInventory().catch((error) => log.warn({ err: error }, 'inventory could not be read')),
  )
  life.ready = true
  // A process that came before the fresh operator key is kept would make another.
  if (deps.secrets.freshAdminKey === undefined) await store.admit()
  // Requests are answered already; more threads only answer more of them at a time.
  const threadsStarted = startThreads(deps).catch((error) =>
    log.error({ err: error }, 'not all decision threads could be started'),
  )
  watchGauges(deps)

  return {
    threadsStarted,
    async stop() {
      const startedMs = clock.monotonicMs()
      const filesUntilMs = startedMs + FILES_WITHIN_MS
      life.ready = false
      unwatch()
      memory.unfollow()
      // Together, since connections that a thread handed over end with the server.
      await Promise.all([others.threads?.close(), doors.close()])
      const leftMs = Math.max(startedMs + LAST_JOBS_WITHIN_MS - clock.monotonicMs(), 0)
      await Promise.race([jobs.stop(deps.lastJobs), sleep(leftMs, undefined, { ref: false })])
      await memory.keepFiles(filesUntilMs)
      await others.neighbours?.close()
      await store.close()
      metrics.close()
    },
  }
}

async function meetNeighbours(deps: RunningDeps): Promise<WiredNeighbours | undefined> {
  const { redisUrl, databaseUrl } = deps.config
  if (redisUrl === undefined || databaseUrl === undefined) return undefined
  return wireNeighbours({ ...deps, url: redisUrl, pepper: deps.secrets.pepper })
}

async function startThreads(deps: RunningDeps): Promise<void> {
  const { config, life, others, doors } = deps
  if (config.workers === 1) return
  const door = await doors.listenInside()
  // It may have been stopped meanwhile.
  if (!life.ready) return
  const tellDecided = others.neighbours?.tellDecided
  others.threads = wireDecisionThreads({ ...deps, storeStopped: life.stoppedCell, door, tellDecided })
  await others.threads.started
}

function watchGauges({ metrics, store, life, others, memory: { catalog, model } }: RunningDeps): void {
  metrics.watch({
    store_queue: store.waiting,
    catalog_ads: () => catalog.stats().ads,
    index_bytes: () => catalog.bytes().index,
    embedded_ads: () => model?.known() ?? 0,
    creative_bytes: () => catalog.bytes().creatives,
    decision_threads: () => 1 + (others.threads?.listening() ?? 0),
    ready: () => (readiness(life).ready ? 1 : 0),
    writer: () => (store.isWriter() ? 1 : 0),
  })
}

/** Whether requests may come, and in sentences why not. */
export function readiness({ ready, stopped }: Life): { ready: boolean; reasons: string[] } {
  if (stopped !== undefined) return { ready: false, reasons: [`The store stopped writing: ${stopped}`] }
  return ready ? { ready, reasons: [] } : { ready, reasons: ['The service is starting or stopping.'] }
}

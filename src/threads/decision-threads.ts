// The threads that decide beside the main one: starts them, keeps what they know up to date, starts anew one that fell over.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Log } from '../base/log.ts'
import { emptyRoom, roomMemory, type CommonRoom } from '../base/open-files.ts'
import { sharedArray } from '../base/shared-array.ts'
import { THREADS_WITHIN_MS } from '../base/stop-times.ts'
import type { CatalogEditions } from '../engine/catalog-editions.ts'
import type { InventoryChange } from '../store/contract.ts'
import { createNewsSource, entitiesOf, type NewsDeps } from './news.ts'
import type { FromDecisionThread, News, ToDecisionThread } from './protocol.ts'

export interface DecisionThreads {
  /** Resolves once all of them listen or were closed. Rejects where one falls over before; it is started anew all the same. */
  readonly started: Promise<void>
  /** Tells the threads what is new: budgets, rates, inventory. Cheap where nothing is; for a job that runs often. */
  tellNews(): void
  /** A publisher, advertiser, campaign or key is new or changed: told at the end of this turn. */
  noteChange(change: InventoryChange): void
  /**
   * Resolves once every thread that answers decides by all that changed before; at the latest after two seconds, and at once where ads
   * change so fast that threads are told of many changes together.
   */
  settled(): Promise<void>
  /** How many threads answer now. */
  listening(): number
  /** They stop accepting, finish what runs and tell the rest. */
  close(): Promise<void>
}

export interface DecisionThreadsDeps extends NewsDeps {
  /** The module that a thread runs. */
  readonly module: URL
  readonly count: number
  /** Of the module; each thread gets a counter `heard` and a `room` besides, see `ThreadSettings`. */
  readonly settings: object
  /** Of all threads, for connections. */
  readonly room: CommonRoom
  readonly editions: CatalogEditions
  /** Takes in what an outbox sends. */
  readonly hear: (decided: Float64Array) => void
  /** Hears of keys that are let in. */
  readonly onUsed?: (keyNumber: number, hourMs: number) => void
  readonly log: Pick<Log, 'error' | 'warn'>
}

interface Thread {
  readonly worker: Worker
  /** Cells of its outbox that were taken in, as it reads them itself. */
  readonly heard: Int32Array
  readonly settle: { resolve(): void; reject(error: Error): void }
  /** Numbers of the last news that it was sent, and of those that it decides by. */
  sent: number
  knows: number
  /** Since when it owes word of news. */
  owesSinceMs: number | undefined
  /** It was sent all there was when it started; from then on it is sent editions too. */
  welcomed: boolean
  /** It knew all there was once, and may listen: from then on whoever changes something waits for it. */
  counts: boolean
  listens: boolean
  /** Editions that it was sent, by the news that held them, until a later one is in use. */
  editions: { readonly news: number; readonly edition: number }[]
}

/** Entities in a message, so that neither side is held up for long. */
const ENTITIES_AT_ONCE = 1_000
/** Whoever changed an ad waits so long until it is passed on, or else for nothing. */
const EDITION_WAIT_MAX_MS = 250
const EDITION_TRIES = 3
/** Whoever changed something is not kept waiting for a thread that does not answer. */
const SETTLES_WITHIN_MS = 2_000
/** A thread that owes its word for so long is ended: it holds up changes, and memory that nobody else needs. */
const HANGS_AFTER_MS = 10_000
const STARTS_WITHIN_MS = 60_000
const RESTART_AFTER_MS = 1_000
const RESTART_AFTER_MAX_MS = 30_000

/** Starts them; changes can be noted from the first moment on. */
export function startDecisionThreads(deps: DecisionThreadsDeps): DecisionThreads {
  const { directory, editions, monotonicMs, log } = deps
  const source = createNewsSource(deps)
  const threads = new Set<Thread>()
  const waiting = new Set<{ readonly number: number; readonly resolve: () => void }>()
  let number = 0
  let changes: InventoryChange[] = []
  let restartAfterMs = RESTART_AFTER_MS
  let closing = false

  const settle = (): void => {
    const least = Math.min(...[...threads].filter(({ counts }) => counts).map(({ knows }) => knows))
    for (const one of waiting) if (one.number <= least) one.resolve()
  }
  const release = (): void => {
    const used = [...threads].map((thread) => thread.editions[0]?.edition ?? Number.POSITIVE_INFINITY)
    const least = Math.min(...used, source.newestEdition())
    if (least > 1) editions.release(least - 1)
  }
  const post = (thread: Thread, message: ToDecisionThread): void => thread.worker.postMessage(message)
  const send = (thread: Thread, news: News): void => {
    thread.sent = news.number
    thread.owesSinceMs ??= monotonicMs()
    if (news.edition) thread.editions.push({ news: news.number, edition: news.edition.number })
    post(thread, { news })
  }
  const tell = (news: Omit<News, 'number'>): void => {
    number++
    const { edition, ...rest } = news
    for (const thread of threads) send(thread, { number, ...rest, ...(thread.welcomed && edition && { edition }) })
  }
  const flushChanges = (): void => {
    if (changes.length === 0) return
    const taken = changes
    changes = []
    tell({ ...source.board(), changes: taken })
  }

  const receive = (thread: Thread, { knows, ready, failed, decided, used }: FromDecisionThread): void => {
    if (knows !== undefined) {
      thread.knows = knows
      thread.owesSinceMs = knows < thread.sent ? monotonicMs() : undefined
      while (thread.editions.length > 1 && thread.editions[1]!.news <= knows) thread.editions.shift()
      if (!closing && !thread.counts && thread.welcomed && knows === number) {
        thread.counts = true
        post(thread, { listen: true })
      }
      release()
      settle()
    }
    if (ready) {
      thread.listens = true
      restartAfterMs = RESTART_AFTER_MS
      thread.settle.resolve()
    }
    if (failed !== undefined) thread.settle.reject(new Error(failed))
    if (decided) hear(decided, thread)
    if (used) deps.onUsed?.(...used)
  }
  // What one decision left behind may not end the service, as it would not in this thread.
  const hear = (decided: Float64Array, { heard }: Thread): void => {
    try {
      deps.hear(decided)
    } catch (error) {
      log.error({ err: error }, 'what a thread decided could not be remembered')
    }
    Atomics.add(heard, 0, decided.length)
    Atomics.notify(heard, 0)
  }

  const start = async (): Promise<void> => {
    const heard = sharedArray(Int32Array, 1)
    const room = roomMemory(deps.room)
    const worker = new Worker(deps.module, { workerData: { ...deps.settings, heard, room }, name: 'aside-decides' })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const thread: Thread = {
      ...{ worker, heard, settle: { resolve, reject }, sent: 0, knows: 0, owesSinceMs: undefined, editions: [] },
      ...{ welcomed: false, counts: false, listens: false },
    }
    worker.on('message', (message: FromDecisionThread) => receive(thread, message))
    worker.on('error', (error) => {
      log.error({ err: error }, 'a decision thread fell over')
      reject(error)
    })
    worker.on('exit', () => {
      threads.delete(thread)
      emptyRoom(room)
      if (closing) resolve()
      else reject(new Error('a decision thread ended before it listened'))
      release()
      settle()
      if (!closing) restart()
    })
    flushChanges()
    threads.add(thread)
    await Promise.all([promise, welcome(thread)])
  }
  // Changes that come meanwhile are told as well, and what is told later is never older.
  const welcome = async (thread: Thread): Promise<void> => {
    for (const some of entitiesOf(directory, ENTITIES_AT_ONCE)) {
      send(thread, { number, changes: some })
      await nextTurn()
    }
    thread.welcomed = true
    send(thread, { number, ...source.all() })
  }
  const restart = (): void => {
    const afterMs = restartAfterMs
    restartAfterMs = Math.min(restartAfterMs * 2, RESTART_AFTER_MAX_MS)
    log.warn({ afterMs }, 'a decision thread is started anew')
    const again = () => start().catch(() => {}) // what was wrong is logged, and how it ends decides what comes next
    setTimeout(() => closing || again(), afterMs).unref()
  }
  const hanging = (): Thread[] => {
    const nowMs = monotonicMs()
    return [...threads].filter(
      ({ owesSinceMs = nowMs, counts }) => nowMs - owesSinceMs >= (counts ? HANGS_AFTER_MS : STARTS_WITHIN_MS),
    )
  }
  // Where this thread itself stood still for so long, their word is here and was not read yet: it is read between two looks.
  const endHanging = (): void => {
    if (hanging().length > 0) setImmediate(() => closing || hanging().forEach(end))
  }
  const end = ({ worker }: Thread): void => {
    log.error('a decision thread does not answer; it is ended')
    void worker.terminate()
  }

  source.edition()
  const started = Promise.all(Array.from({ length: deps.count }, start)).then(() => undefined)
  started.catch(() => {}) // told to whoever asks

  const pool: DecisionThreads = {
    started,
    tellNews() {
      endHanging()
      flushChanges()
      const news = { ...source.board(), ...source.rates(), ...source.edition(), ...source.trafficRules() }
      if (Object.keys(news).length > 0) tell(news)
    },
    noteChange(change) {
      if (changes.push(change) === 1) setImmediate(flushChanges)
    },
    async settled() {
      flushChanges()
      // An edition that comes after this call holds all that changed before it. A timer may fire a little early.
      const known = source.newestEdition()
      for (let tries = 0; tries < EDITION_TRIES && source.newestEdition() === known; tries++) {
        const waitMs = source.adsWaitMs()
        if (waitMs === undefined || waitMs > EDITION_WAIT_MAX_MS) break
        if (waitMs > 0) await sleep(Math.ceil(waitMs))
        pool.tellNews()
      }
      const due = number
      if (![...threads].some(({ counts, knows }) => counts && knows < due)) return
      await new Promise<void>((resolve) => {
        const one = { number: due, resolve: () => leave() }
        const leave = (): void => {
          clearTimeout(late)
          waiting.delete(one)
          resolve()
        }
        const late = setTimeout(leave, SETTLES_WITHIN_MS)
        waiting.add(one)
      })
    },
    listening() {
      return [...threads].filter(({ listens }) => listens).length
    },
    async close() {
      closing = true
      await Promise.all([...threads].map(stop))
    },
  }
  return pool
}

// One that still starts hears of it as soon as it can: ended in the midst of that, it may take the whole process with it.
async function stop({ worker }: Thread): Promise<void> {
  await new Promise<void>((resolve) => {
    const cut = setTimeout(() => void worker.terminate(), THREADS_WITHIN_MS)
    worker.once('exit', () => {
      clearTimeout(cut)
      resolve()
    })
    worker.postMessage({ close: true } satisfies ToDecisionThread)
  })
}

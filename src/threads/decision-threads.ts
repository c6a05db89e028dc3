// The threads that decide beside the main one: starts them, keeps what they know up to date, starts anew one that fell over.
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Log } from '../base/log.ts'
import type { CatalogEditions } from '../engine/catalog-editions.ts'
import type { Directory } from '../engine/directory.ts'
import type { RateModel } from '../engine/learn/rate-model.ts'
import type { BoardMemory } from '../engine/pacing/board.ts'
import type { InventoryChange } from '../store/contract.ts'
import type { Feed, FromDecisionThread, ToDecisionThread } from './protocol.ts'

export interface DecisionThreads {
  /** Resolves once all of them listen. Rejects where one cannot start; the others work on. */
  readonly started: Promise<void>
  /** Tells the threads what is new: budgets, rates, inventory. Cheap where nothing is; for a job that runs often. */
  feed(): void
  /** A publisher, advertiser, campaign or key is new or changed: told at the end of this turn. */
  noteChange(change: InventoryChange): void
  /** Resolves once every thread decides by all that changed before, unless threads must be spared from many changes of ads. */
  settled(): Promise<void>
  /** How many threads answer now. */
  readonly listening: number
  /** They stop accepting, finish what runs and tell the rest. */
  close(): Promise<void>
}

export interface DecisionThreadsDeps {
  /** The module that a thread runs. */
  readonly module: URL
  readonly count: number
  readonly settings: unknown
  readonly directory: Directory
  readonly board: () => BoardMemory
  readonly rates: Pick<RateModel, 'version' | 'state'>
  readonly editions: CatalogEditions
  /** Counts changes of ads. */
  readonly adChanges: () => number
  /** Takes in what an outbox sends. */
  readonly hear: (decided: Float64Array) => void
  readonly monotonicMs: () => number
  readonly log: Pick<Log, 'error' | 'warn'>
}

interface Thread {
  readonly worker: Worker
  /** The last feed that it decides by. */
  fed: number
  /** It knew all there was once, and may listen: from then on whoever changes something waits for it. */
  counts: boolean
  listens: boolean
  /** Editions that it was sent, by feed, until a later one is in use. */
  editions: { readonly feed: number; readonly edition: number }[]
  settle?: { readonly resolve: () => void; readonly reject: (error: Error) => void }
}

/** Copying what changes of the catalog may take this share of the time, so that few changes are passed on at once, and many together. */
const EDITION_SHARE = 1 / 50
/** Whoever changed an ad waits so long until it is passed on, or else for nothing. */
const EDITION_WAIT_MAX_MS = 250
const RATES_EVERY_MS = 1_000
/** Whoever changed something is not kept waiting for a thread that does not answer. */
const SETTLES_WITHIN_MS = 2_000
const STOPS_WITHIN_MS = 9_000
const RESTART_AFTER_MS = 1_000
const RESTART_AFTER_MAX_MS = 30_000

/** Starts them; changes can be noted from the first moment on. */
export function startDecisionThreads(deps: DecisionThreadsDeps): DecisionThreads {
  const { directory, editions, monotonicMs, log } = deps
  const threads = new Set<Thread>()
  const waiting: { readonly number: number; readonly resolve: () => void }[] = []
  let number = 0
  let changes: InventoryChange[] = []
  let board = deps.board()
  let ratesVersion = Number.NaN
  let ratesDueMs = 0
  let edition = editions.publish()?.number ?? 0
  let editionChanges = deps.adChanges()
  let editionDueMs = 0
  let restartAfterMs = RESTART_AFTER_MS
  let closing = false

  const settle = (): void => {
    const least = Math.min(...[...threads].filter(({ counts }) => counts).map(({ fed }) => fed))
    for (const one of waiting.splice(0)) {
      if (one.number <= least) one.resolve()
      else waiting.push(one)
    }
  }
  const release = (): void => {
    const used = [...threads].map((thread) => thread.editions[0]?.edition ?? Number.POSITIVE_INFINITY)
    const least = Math.min(...used, edition)
    if (least > 1) editions.release(least - 1)
  }
  const post = (thread: Thread, message: ToDecisionThread): void => thread.worker.postMessage(message)
  const send = (thread: Thread, feed: Feed): void => {
    if (feed.edition) thread.editions.push({ feed: feed.number, edition: feed.edition.number })
    post(thread, { feed })
  }
  const receive = (thread: Thread, message: FromDecisionThread): void => {
    if (message.fed !== undefined) {
      thread.fed = message.fed
      while (thread.editions.length > 1 && thread.editions[1]!.feed <= message.fed) thread.editions.shift()
      if (!thread.counts && message.fed === number) {
        thread.counts = true
        post(thread, { listen: true })
      }
      release()
      settle()
    }
    if (message.ready) {
      thread.listens = true
      restartAfterMs = RESTART_AFTER_MS
      thread.settle?.resolve()
    }
    if (message.failed !== undefined) thread.settle?.reject(new Error(message.failed))
    if (message.decided) deps.hear(message.decided)
  }

  const start = (): Promise<void> => {
    const worker = new Worker(deps.module, { workerData: deps.settings, name: 'aside-decides' })
    const thread: Thread = { worker, fed: 0, counts: false, listens: false, editions: [] }
    const started = new Promise<void>((resolve, reject) => {
      thread.settle = { resolve, reject }
    })
    worker.on('message', (message: FromDecisionThread) => receive(thread, message))
    worker.on('error', (error) => {
      log.error({ err: error }, 'a decision thread fell over')
      thread.settle?.reject(error)
    })
    worker.on('exit', () => {
      threads.delete(thread)
      thread.settle?.reject(new Error('a decision thread ended before it listened'))
      release()
      settle()
      if (thread.listens && !closing) restart()
    })
    flushChanges()
    threads.add(thread)
    const newest = editions.newest()
    const all = { board, rates: deps.rates.state, changes: everythingIn(directory) }
    send(thread, { number, ...all, ...(newest && { edition: newest }) })
    return started
  }
  const restart = (): void => {
    log.warn({ afterMs: restartAfterMs }, 'a decision thread is started anew')
    setTimeout(() => {
      if (closing) return
      start().catch((error) => {
        log.error({ err: error }, 'a decision thread could not be started')
        if (!closing) restart()
      })
    }, restartAfterMs).unref()
    restartAfterMs = Math.min(restartAfterMs * 2, RESTART_AFTER_MAX_MS)
  }
  const tell = (feed: Omit<Feed, 'number'>): void => {
    number++
    for (const thread of threads) send(thread, { number, ...feed })
  }
  // A campaign's lots are on the board before the campaign is known, and the campaign before its ads.
  const tellBoard = (): Pick<Feed, 'board'> => {
    const newest = deps.board()
    if (newest === board) return {}
    board = newest
    return { board }
  }
  const flushChanges = (): void => {
    if (changes.length === 0) return
    const taken = changes
    changes = []
    tell({ ...tellBoard(), changes: taken })
  }
  // The counts themselves lie in shared memory; what is made of them now and then does not.
  const newRates = (): Pick<Feed, 'rates'> => {
    if (deps.rates.version === ratesVersion || monotonicMs() < ratesDueMs) return {}
    ratesVersion = deps.rates.version
    ratesDueMs = monotonicMs() + RATES_EVERY_MS
    return { rates: deps.rates.state }
  }
  const newEdition = (): Pick<Feed, 'edition'> => {
    const fromMs = monotonicMs()
    if (fromMs < editionDueMs) return {}
    const adChanges = deps.adChanges()
    const newest = editions.publish()
    if (newest === undefined) return {}
    editionChanges = adChanges
    edition = newest.number
    editionDueMs = monotonicMs() + (monotonicMs() - fromMs) / EDITION_SHARE
    return { edition: newest }
  }

  const started = Promise.all(Array.from({ length: deps.count }, start)).then(() => undefined)
  started.catch(() => {}) // told to whoever asks

  const pool: DecisionThreads = {
    started,
    feed() {
      flushChanges()
      const feed = { ...tellBoard(), ...newRates(), ...newEdition() }
      if (Object.keys(feed).length > 0) tell(feed)
    },
    noteChange(change) {
      if (changes.push(change) === 1) setImmediate(flushChanges)
    },
    async settled() {
      flushChanges()
      if (deps.adChanges() !== editionChanges) {
        const waitMs = editionDueMs - monotonicMs()
        if (waitMs > EDITION_WAIT_MAX_MS) return
        if (waitMs > 0) await sleep(waitMs)
        pool.feed()
      }
      const due = number
      if (![...threads].some(({ counts, fed }) => counts && fed < due)) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, SETTLES_WITHIN_MS)
        waiting.push({ number: due, resolve: () => (clearTimeout(timer), resolve()) })
      })
    },
    get listening() {
      return [...threads].filter(({ listens }) => listens).length
    },
    async close() {
      closing = true
      await Promise.all([...threads].map(stop))
    },
  }
  return pool
}

async function stop({ worker }: Thread): Promise<void> {
  await new Promise<void>((resolve) => {
    const cut = setTimeout(() => void worker.terminate(), STOPS_WITHIN_MS)
    worker.once('exit', () => {
      clearTimeout(cut)
      resolve()
    })
    worker.postMessage({ close: true } satisfies ToDecisionThread)
  })
}

function everythingIn({ publishers, advertisers, campaigns, keys }: Directory): InventoryChange[] {
  return [
    ...[...publishers.all()].map((entity): InventoryChange => ({ kind: 'publisher', entity })),
    ...[...advertisers.all()].map((entity): InventoryChange => ({ kind: 'advertiser', entity })),
    ...[...campaigns.all()].map((entity): InventoryChange => ({ kind: 'campaign', entity })),
    ...[...keys.all()].map((entity): InventoryChange => ({ kind: 'key', entity })),
  ]
}

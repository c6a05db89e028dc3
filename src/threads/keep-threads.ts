// The life of decision threads: starts them, starts anew one that fell over, ends one that hangs, and stops them all.
import { Worker } from 'node:worker_threads'
import type { Log } from '../base/log.ts'
import { type CommonRoom, emptyRoom, roomMemory } from '../base/open-files.ts'
import { sharedArray } from '../base/shared-array.ts'
import { THREADS_WITHIN_MS } from '../base/stop-times.ts'
import type { FromDecisionThread, ToDecisionThread } from './protocol.ts'
import type { NewsSpread, NewsTaker } from './spread-news.ts'

export interface KeptThreads {
  /** Resolves once all of them listen or were closed. Rejects where one falls over before; it is started anew all the same. */
  readonly started: Promise<void>
  /** Ends those that do not answer; for a job that runs often. */
  endHanging(): void
  /** How many threads answer now. */
  listening(): number
  /** They stop accepting, finish what runs and tell the rest. */
  close(): Promise<void>
}

export interface KeepThreadsDeps {
  /** The module that a thread runs. */
  readonly module: URL
  readonly count: number
  /** Of the module; each thread gets a counter `heard` and a `room` besides, see `ThreadSettings`. */
  readonly settings: object
  /** Of all threads, for connections. */
  readonly room: CommonRoom
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
  readonly taker: NewsTaker
  listens: boolean
}

const RESTART_AFTER_MS = 1_000
const RESTART_AFTER_MAX_MS = 30_000

export function keepThreads(deps: KeepThreadsDeps, news: Pick<NewsSpread, 'welcome'>): KeptThreads {
  const { log } = deps
  const threads = new Set<Thread>()
  let restartAfterMs = RESTART_AFTER_MS
  let closing = false

  const start = async (): Promise<void> => {
    const heard = sharedArray(Int32Array, 1)
    const room = roomMemory(deps.room)
    const worker = new Worker(deps.module, { workerData: { ...deps.settings, heard, room }, name: 'aside-decides' })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const taker = news.welcome({ post: (message) => worker.postMessage(message), isClosing: () => closing })
    const thread: Thread = { worker, heard, settle: { resolve, reject }, taker, listens: false }
    threads.add(thread)
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
      taker.leave()
      if (!closing) restart()
    })
    await Promise.all([promise, taker.welcomed])
  }
  const receive = (thread: Thread, { knows, ready, failed, decided, used }: FromDecisionThread): void => {
    if (knows !== undefined) thread.taker.noteKnown(knows)
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
  const restart = (): void => {
    const afterMs = restartAfterMs
    restartAfterMs = Math.min(restartAfterMs * 2, RESTART_AFTER_MAX_MS)
    log.warn({ afterMs }, 'a decision thread is started anew')
    const again = () => start().catch(() => {}) // what was wrong is logged, and how it ends decides what comes next
    setTimeout(() => closing || again(), afterMs).unref()
  }
  const hanging = (): Thread[] => [...threads].filter(({ taker }) => taker.isHanging())
  const end = ({ worker }: Thread): void => {
    log.error('a decision thread does not answer; it is ended')
    void worker.terminate()
  }

  const started = Promise.all(Array.from({ length: deps.count }, start)).then(() => undefined)
  started.catch(() => {}) // told to whoever asks

  return {
    started,
    // Where this thread itself stood still for so long, their word is here and was not read yet: it is read between two looks.
    endHanging() {
      if (hanging().length > 0) setImmediate(() => closing || hanging().forEach(end))
    },
    listening() {
      return [...threads].filter(({ listens }) => listens).length
    },
    async close() {
      closing = true
      await Promise.all([...threads].map(stop))
    },
  }
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

// The timers of the service: each calls one action now and then, never twice at once, and outlives its failures.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../base/log.ts'
import { JOBS_WAIT_MS } from '../base/stop-times.ts'

export interface Job {
  readonly name: string
  /** Real milliseconds between the end of one run and the start of the next; more after failures in a row. */
  readonly everyMs: number
  /** @param stop a run that may take long heeds it; what it leaves undone is done after the next start */
  readonly run: (stop: AbortSignal) => Promise<unknown> | unknown
}

export interface Jobs {
  /** Stops the timers, waits a moment for what runs, and runs each job of `lastly` once more. */
  stop(lastly?: readonly string[]): Promise<void>
}

/** A run that of several processes over one database only the one that writes makes, for all of them. */
export function onceForAll<A extends unknown[]>(
  store: { isWriter(): boolean },
  run: (...args: A) => Promise<unknown> | unknown,
): (...args: A) => Promise<unknown> | unknown {
  return (...args) => (store.isWriter() ? run(...args) : undefined)
}

/** What failed several times in a row is tried ever more rarely, but so often at least. */
const RETRY_MAX_MS = 60_000

export function startJobs(jobs: readonly Job[], log: Pick<Log, 'info' | 'warn'>): Jobs {
  const timers = new Map<string, NodeJS.Timeout>()
  const running = new Map<string, Promise<void>>()
  const failures = new Map<string, number>() // in a row, by job
  const stopping = new AbortController()

  const runOnce = async (job: Job): Promise<void> => {
    const before = failures.get(job.name) ?? 0
    try {
      await job.run(stopping.signal)
    } catch (error) {
      failures.set(job.name, before + 1)
      sayFailed(job, before + 1, error)
      return
    }
    failures.delete(job.name)
    if (before > 1) log.info({ job: job.name, failures: before }, 'a job works again')
  }
  // What is wrong is mostly the same each time, and said by then.
  const sayFailed = (job: Job, inARow: number, error: unknown): void => {
    const about = { err: error, job: job.name }
    if (stopping.signal.aborted)
      log.warn(about, 'a job failed at the stop; what it left undone is lost or waits for a start')
    else if (inARow === 1) log.warn(about, 'a job failed; it will be tried again')
    else if (inARow === 2)
      log.warn(about, 'a job failed again; it is tried more rarely until it works, at least once a minute')
  }
  const waitMs = ({ name, everyMs }: Job): number => {
    const again = Math.max((failures.get(name) ?? 0) - 1, 0)
    return Math.max(everyMs, Math.min(everyMs * 2 ** again, RETRY_MAX_MS))
  }
  const schedule = (job: Job): void => {
    const timer = setTimeout(() => {
      const run = runOnce(job).finally(() => {
        running.delete(job.name)
        if (!stopping.signal.aborted) schedule(job)
      })
      running.set(job.name, run)
    }, waitMs(job))
    timer.unref()
    timers.set(job.name, timer)
  }
  for (const job of jobs) schedule(job)

  return {
    async stop(lastly = []) {
      stopping.abort()
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.race([Promise.all(running.values()), sleep(JOBS_WAIT_MS, undefined, { ref: false })])
      for (const job of jobs) {
        if (!lastly.includes(job.name)) continue
        await running.get(job.name)
        await runOnce(job)
      }
    },
  }
}

// The timers of the service: each calls one action now and then, never twice at once, and outlives its failures.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../base/log.ts'
import { JOBS_WAIT_MS } from '../base/stop-times.ts'

export interface Job {
  readonly name: string
  /** Real milliseconds between the end of one run and the start of the next. */
  readonly everyMs: number
  /** @param stop a run that may take long heeds it; what it leaves undone is done after the next start */
  readonly run: (stop: AbortSignal) => Promise<unknown> | unknown
}

export interface Jobs {
  /** Stops the timers, waits a moment for what runs, and runs each job of `lastly` once more. */
  stop(lastly?: readonly string[]): Promise<void>
}

export function startJobs(jobs: readonly Job[], log: Log): Jobs {
  const timers = new Map<string, NodeJS.Timeout>()
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()

  const runOnce = async (job: Job): Promise<void> => {
    try {
      await job.run(stopping.signal)
    } catch (error) {
      log.warn({ err: error, job: job.name }, 'a job failed; it will be tried again')
    }
  }
  const schedule = (job: Job): void => {
    const timer = setTimeout(() => {
      const run = runOnce(job).finally(() => {
        running.delete(job.name)
        if (!stopping.signal.aborted) schedule(job)
      })
      running.set(job.name, run)
    }, job.everyMs)
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

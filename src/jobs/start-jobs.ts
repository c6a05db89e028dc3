// The timers of the service: each calls one action now and then, never twice at once, and outlives its failures.
import type { Log } from '../base/log.ts'

export interface Job {
  readonly name: string
  /** Real milliseconds between the end of one run and the start of the next. */
  readonly everyMs: number
  readonly run: () => Promise<unknown> | unknown
}

export interface Jobs {
  /** Stops the timers, waits for what runs, and runs each job of `lastly` once more. */
  stop(lastly?: readonly string[]): Promise<void>
}

export function startJobs(jobs: readonly Job[], log: Log): Jobs {
  const timers = new Map<string, NodeJS.Timeout>()
  const running = new Map<string, Promise<void>>()
  let stopped = false

  const runOnce = async (job: Job): Promise<void> => {
    try {
      await job.run()
    } catch (error) {
      log.warn({ err: error, job: job.name }, 'a job failed; it will be tried again')
    }
  }
  const schedule = (job: Job): void => {
    const timer = setTimeout(() => {
      const run = runOnce(job).finally(() => {
        running.delete(job.name)
        if (!stopped) schedule(job)
      })
      running.set(job.name, run)
    }, job.everyMs)
    timer.unref()
    timers.set(job.name, timer)
  }
  for (const job of jobs) schedule(job)

  return {
    async stop(lastly = []) {
      stopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running.values())
      for (const job of jobs) if (lastly.includes(job.name)) await runOnce(job)
    },
  }
}

// What becomes of a command that somebody stops, as with Ctrl-C: it ends in words and not in silence.
import { constants } from 'node:os'
import { CliError } from './failures.ts'

/** A terminal signals all that it runs, and the launcher hands its own signal on, so each may come twice. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** Whatever still runs then is ended. */
const ENDS_WITHIN_MS = 2_000

/**
 * Waits for `work`, but no longer than until somebody stops it, which its signal tells it.
 * @param hint what whoever stops it should know
 * @throws CliError stopped; what `work` throws
 */
export async function untilStopped<T>(work: (stopped: AbortSignal) => Promise<T>, hint?: string): Promise<T> {
  const stopping = new AbortController()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = (signal: (typeof SIGNALS)[number]): void => {
    if (stopping.signal.aborted) return
    const exitCode = 128 + constants.signals[signal] // as shells do, so that a script tells this from a failure
    const error = new CliError('Stopped.', { exitCode, code: 'stopped', ...(hint && { hint }) })
    stopping.abort(error)
    reject(error)
    setTimeout(() => process.exit(exitCode), ENDS_WITHIN_MS).unref()
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  try {
    return await Promise.race([work(stopping.signal), stopped])
  } finally {
    // Once stopped, a signal that comes again may not end the process before it has said so.
    if (!stopping.signal.aborted) for (const signal of SIGNALS) process.off(signal, stop)
  }
}

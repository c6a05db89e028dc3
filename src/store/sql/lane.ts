// A thread of the store seen from the service.
import { Worker } from 'node:worker_threads'
import { errorText } from '../../base/error-text.ts'
import { createCalls, GoneError, type Lane } from './calls.ts'
import { errorOf, type FromThread, type ThreadSettings, type ToThread } from './protocol.ts'

export interface LaneOptions {
  readonly settings: ThreadSettings
  /** Beyond so many unanswered calls further ones are refused at once. */
  readonly callsMax: number
  readonly onMessage?: (message: FromThread) => void
  readonly onDeath?: (reason: string) => void
}

/** Who reads may wait for a line that is dead, or for a long answer, and leaves nothing unfinished. */
const READ_CLOSE_MS = 1_000

export async function openLane({ settings, callsMax, onMessage, onDeath }: LaneOptions): Promise<Lane> {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: settings,
    name: `store-${settings.role}`,
  })
  const post = (message: ToThread) => worker.postMessage(message)
  const calls = createCalls({ callsMax, post, onMessage })
  let started = false
  let gone = false
  let closing: Promise<void> | undefined
  let settleClose: (() => void) | undefined
  const start = Promise.withResolvers<void>()

  worker.on('message', (message: FromThread) => {
    // How a start went is no news of the database: whoever listens would take it for reached.
    if (message.failed) return start.reject(errorOf(message.failed))
    if (!message.ready) return calls.receive(message)
    started = true
    start.resolve()
  })
  worker.on('error', (error) => end(errorText(error)))
  worker.on('exit', () => end('its thread ended'))
  await start.promise

  return {
    call: calls.call,
    waiting: calls.waiting,
    close() {
      closing ??= new Promise((resolve) => {
        calls.close()
        if (gone) return resolve()
        settleClose = resolve
        calls.flush()
        post({ close: true })
        if (settings.role === 'read') setTimeout(() => void worker.terminate(), READ_CLOSE_MS).unref()
      })
      return closing
    },
  }

  function end(reason: string): void {
    if (!calls.end(reason)) return
    gone = true
    start.reject(new GoneError(reason))
    if (closing) settleClose?.()
    else if (started) onDeath?.(reason)
  }
}

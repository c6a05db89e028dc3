// A thread of the store seen from the service: calls go out once a turn of the event loop, answers settle their promises.
import { Worker } from 'node:worker_threads'
import { ServiceError } from '../../domain/errors.ts'
import type { OperationName, Operations } from './operations.ts'
import { type Call, errorOf, type FromThread, type PlainError, type ThreadSettings, type ToThread } from './protocol.ts'

/** What an operation comes to. */
export type Outcome<N extends OperationName> = Awaited<ReturnType<Operations[N]>>

export interface Lane {
  /** @throws ServiceError unavailable, as a rejection, where the thread is gone or has too much to do */
  call<N extends OperationName>(
    operation: N,
    args: readonly unknown[],
    onProgress?: (share: number) => void,
  ): Promise<Outcome<N>>
  /** Calls that are not answered yet. */
  waiting(): number
  close(): Promise<void>
}

export interface LaneOptions {
  readonly settings: ThreadSettings
  /** Beyond so many unanswered calls further ones are refused at once. */
  readonly callsMax: number
  readonly onMessage?: (message: FromThread) => void
  readonly onDeath?: (reason: string) => void
}

interface Waiting {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
  readonly onProgress: ((share: number) => void) | undefined
}

export async function openLane({ settings, callsMax, onMessage, onDeath }: LaneOptions): Promise<Lane> {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: settings,
    name: `store-${settings.role}`,
  })
  const waiting = new Map<number, Waiting>()
  let outbox: Call[] = []
  let lastId = 0
  let gone: string | undefined
  let started = false
  let closing: Promise<void> | undefined
  let settleStart: { resolve: () => void; reject: (error: Error) => void } | undefined
  let settleClose: (() => void) | undefined

  worker.on('message', receive)
  worker.on('error', (error) => end(error instanceof Error ? error.message : String(error)))
  worker.on('exit', () => end('its thread ended'))
  await new Promise<void>((resolve, reject) => {
    settleStart = { resolve, reject }
  })

  return {
    call(operation, args, onProgress) {
      if (gone !== undefined || closing) return Promise.reject(goneError(gone ?? 'it was closed'))
      if (waiting.size >= callsMax) {
        const message = 'The store has more to do than it can take; try again in a moment.'
        return Promise.reject(new ServiceError('unavailable', message, { retryAfterSeconds: 1 }))
      }
      return new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { resolve: resolve as (value: never) => void, reject, onProgress })
        // One message carries what all requests of this turn of the event loop ask for.
        if (outbox.push([id, operation, args]) === 1) setImmediate(sendOutbox)
      })
    },
    waiting: () => waiting.size,
    close() {
      closing ??= new Promise((resolve) => {
        if (gone !== undefined) return resolve()
        settleClose = resolve
        sendOutbox()
        post({ close: true })
      })
      return closing
    },
  }

  function sendOutbox(): void {
    const calls = outbox
    outbox = []
    if (calls.length > 0 && gone === undefined) post({ calls })
  }

  function post(message: ToThread): void {
    worker.postMessage(message)
  }

  function receive(message: FromThread): void {
    if (message.ready) {
      started = true
      settleStart?.resolve()
    }
    if (message.failed) settleStart?.reject(errorOf(message.failed))
    if (message.progress) waiting.get(message.progress[0])?.onProgress?.(message.progress[1])
    // Whoever listens hears of a change before the caller that made it goes on.
    onMessage?.(message)
    for (const [id, ok, value] of message.replies ?? []) {
      const call = waiting.get(id)
      waiting.delete(id)
      if (ok) call?.resolve(value as never)
      else call?.reject(errorOf(value as PlainError))
    }
  }

  function end(reason: string): void {
    if (gone !== undefined) return
    gone = reason
    settleStart?.reject(goneError(reason))
    for (const { reject } of waiting.values()) reject(goneError(reason))
    waiting.clear()
    outbox = []
    if (closing) settleClose?.()
    else if (started) onDeath?.(reason)
  }
}

export function goneError(reason: string): ServiceError {
  return new ServiceError('unavailable', `The store is gone: ${reason}.`)
}

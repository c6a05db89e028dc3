// Calls that are not answered yet, of whoever asks the store across a thread or a network: they go out once a turn of the event loop, and
// answers settle their promises.
import { ServiceError } from '../../domain/errors.ts'
import type { OperationName, Operations, Progress } from './operations.ts'
import { type Call, errorOf, type FromThread, type PlainError, type ToThread } from './protocol.ts'

/** What an operation comes to. */
export type Outcome<N extends OperationName> = Awaited<ReturnType<Operations[N]>>

/** What it is asked with: all that it takes, but for the ear for progress, which the thread lends it. */
export type Given<N extends OperationName> =
  Parameters<Operations[N]> extends [...infer Asked, Progress] ? Asked : Parameters<Operations[N]>

export interface Lane {
  /** @throws ServiceError unavailable, as a rejection, where the thread is gone (GoneError) or has too much to do */
  call<N extends OperationName>(operation: N, args: Given<N>, onProgress?: Progress): Promise<Outcome<N>>
  /** Calls that are not answered yet. */
  waiting(): number
  close(): Promise<void>
}

/** The store does not answer any more: what was asked may have been done or not. */
export class GoneError extends ServiceError {
  constructor(reason: string) {
    super('unavailable', `The store is gone: ${reason}.`, { retryAfterSeconds: 1 })
  }
}

export interface Calls extends Pick<Lane, 'call' | 'waiting'> {
  /** Takes what the other side says. */
  receive(message: FromThread): void
  /** Sends what is to go out at the end of this turn. */
  flush(): void
  /** Takes no more calls. */
  close(): void
  /** Refuses all that is not answered, and whatever is asked from then on; false where it was done before. */
  end(reason: string): boolean
}

export interface CallsOptions {
  /** Beyond so many unanswered calls further ones are refused at once. */
  readonly callsMax: number
  readonly post: (message: ToThread) => void
  readonly onMessage?: ((message: FromThread) => void) | undefined
}

interface Waiting {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
  readonly onProgress: ((share: number) => void) | undefined
}

export function createCalls({ callsMax, post, onMessage }: CallsOptions): Calls {
  const waiting = new Map<number, Waiting>()
  let outbox: Call[] = []
  let lastId = 0
  let gone: string | undefined
  let isClosing = false

  const flush = (): void => {
    const calls = outbox
    outbox = []
    if (calls.length > 0 && gone === undefined) post({ calls })
  }

  return {
    call(operation, args, onProgress) {
      if (gone !== undefined || isClosing) return Promise.reject(new GoneError(gone ?? 'it was closed'))
      if (waiting.size >= callsMax) return Promise.reject(tooMuchError())
      return new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { resolve: resolve as (value: never) => void, reject, onProgress })
        // One message carries what all requests of this turn of the event loop ask for.
        if (outbox.push([id, operation, args]) === 1) setImmediate(flush)
      })
    },
    waiting: () => waiting.size,
    receive(message) {
      if (message.progress) waiting.get(message.progress[0])?.onProgress?.(message.progress[1])
      // Whoever listens hears of a change before the caller that made it goes on.
      onMessage?.(message)
      for (const [id, ok, value] of message.replies ?? []) {
        const call = waiting.get(id)
        waiting.delete(id)
        if (ok) call?.resolve(value as never)
        else call?.reject(errorOf(value as PlainError))
      }
    },
    flush,
    close() {
      isClosing = true
    },
    end(reason) {
      if (gone !== undefined) return false
      gone = reason
      for (const { reject } of waiting.values()) reject(new GoneError(reason))
      waiting.clear()
      outbox = []
      return true
    },
  }
}

export function tooMuchError(): ServiceError {
  const message = 'The store has more to do than it can take; try again in a moment'
  return new ServiceError('unavailable', message, { retryAfterSeconds: 1 })
}

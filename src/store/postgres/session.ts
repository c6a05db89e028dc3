// One session with PostgreSQL for a thread that waits: the library that speaks to the server runs on a thread of its own.
//
// Everything that the store does is written as steps of one transaction, one after the other, as an embedded database has them. So the
// thread asks and waits, and what it need not wait for (a row that is added) is sent along with the next question.
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { sharedArray } from '../../base/shared-array.ts'
import type { SqlValue } from '../sql/database.ts'

export interface Request {
  readonly sql: string
  readonly values: readonly SqlValue[]
  /** Parsed once and kept by its text. */
  readonly isPrepared?: boolean
  /** Rows as lists of values. */
  readonly asArrays?: boolean
  /** Has no answer; a fault comes with the next one that has. */
  readonly isSilent?: boolean
  /** Faults that were not told yet are forgotten: it takes back what led to them. */
  readonly isRollback?: boolean
}

export interface Answer {
  readonly rows: unknown[]
  /** The first word of what was done, such as `COMMIT`. */
  readonly command: string
}

export interface PlainFault {
  readonly message: string
  /** SQLSTATE, or a code of the operating system. */
  readonly code: string | undefined
  /** The connection is gone. */
  readonly isLost: boolean
}

export interface SessionSettings {
  readonly url: string
  readonly name: string
  readonly port: MessagePort
  /** Two cells: how many answers there were, and whether the connection is lost. */
  readonly bell: Int32Array
}

export interface Session {
  /** @throws DatabaseFault */
  ask(request: Request): Answer
  /** Sends without waiting. */
  send(request: Request): void
  /** Whether the connection was lost or closed. */
  isGone(): boolean
  /** Ends the connection, and returns once the server knows. */
  close(): void
}

/** A fault that PostgreSQL, or the way to it, told. */
export class DatabaseFault extends Error {
  readonly code: string | undefined
  readonly isLost: boolean
  constructor({ message, code, isLost }: PlainFault) {
    super(message)
    this.name = 'DatabaseFault'
    this.code = code
    this.isLost = isLost
  }
}

const CLOSE_MS = 2_000
const SENT_MAX = 1_024
const BATCH = 32

/**
 * Connects, and returns once it is connected.
 * @param waitMs how long to wait for one answer before the connection is held to be lost; absent: as long as it takes
 * @throws DatabaseFault
 */
export function openSession({ url, name, waitMs }: { url: string; name: string; waitMs?: number }): Session {
  const { port1: port, port2: theirs } = new MessageChannel()
  const bell = sharedArray(Int32Array, 2)
  const worker = new Worker(new URL('./session-thread.ts', import.meta.url), {
    workerData: { url, name, port: theirs, bell } satisfies SessionSettings,
    transferList: [theirs],
    name: 'postgres',
  })
  // Its faults come as answers; without a listener they would end this thread as well.
  worker.on('error', () => {})
  worker.unref()
  let waiting: Request[] = []
  let unasked = 0 // sent since the last answer
  let isGone = false

  const wait = (mostMs = waitMs): Answer => {
    const untilMs = mostMs === undefined ? Infinity : performance.now() + mostMs
    for (;;) {
      const seen = Atomics.load(bell, 0)
      const received = receiveMessageOnPort(port) as { message: Answer | { fault: PlainFault } } | undefined
      if (received === undefined) {
        const leftMs = untilMs - performance.now()
        if (leftMs > 0 && Atomics.wait(bell, 0, seen, leftMs) !== 'timed-out') continue
        end()
        throw new DatabaseFault({ message: 'it did not answer', code: undefined, isLost: true })
      }
      if (!('fault' in received.message)) return received.message
      if (received.message.fault.isLost) end()
      throw new DatabaseFault(received.message.fault)
    }
  }
  const end = (): void => {
    isGone = true
    void worker.terminate()
    port.close()
  }
  const ask = (request: Request): Answer => {
    if (isGone) throw new DatabaseFault({ message: 'the connection was lost', code: undefined, isLost: true })
    port.postMessage([...waiting, request])
    waiting = []
    unasked = 0
    return wait()
  }
  wait()

  return {
    ask,
    send(request) {
      waiting.push({ ...request, isSilent: true })
      // Who only adds may not run ahead of what the line takes.
      if (++unasked === SENT_MAX) ask({ sql: 'SELECT 1', values: [] })
      else if (waiting.length === BATCH && !isGone) {
        // The server begins while more is made ready here.
        port.postMessage(waiting)
        waiting = []
      }
    },
    isGone() {
      if (!isGone && Atomics.load(bell, 1) !== 0) end()
      return isGone
    },
    close() {
      if (isGone) return
      port.postMessage('close')
      try {
        wait(CLOSE_MS)
        end()
      } catch {
        // It is gone in one way or the other.
      }
    },
  }
}

// Takes single requests of a connection to whoever answers them, and brings the answers back, so that the connection can
// say something else then.
import type { Socket } from 'node:net'
import { leave } from './join.ts'
import type { End } from './socket-pair.ts'

export interface Passage {
  /** Sends a whole request; the one before it has been answered. */
  send(request: Buffer): void
  /** The client has said all that he wants, and may be gone: whoever answers decides what that means. */
  end(): void
  /** Gives the inner connection up; nobody waits for an answer any more. False where there was none. */
  leave(): boolean
}

export interface PassageDeps {
  /**
   * Opens a connection to whoever answers, in the name of this one; undefined where either of them is gone. May call back at once.
   */
  readonly connectInside: (outer: Socket, done: (inner: End | undefined) => void) => void
  /** The whole answer has been written, the client has room for another, and another may follow. */
  readonly onAnswered: () => void
  /** Where the answer ends is for the two sides to know: `inner` is the connection's for good. Nobody listens to it any more. */
  readonly onStay: (inner: End, first: Buffer) => void
  /** Default: UNREAD_MS. */
  readonly unreadMs?: number
}

/**
 * Who reads nothing of an answer for so long, or twice as long where he had begun, is let go: all of it, such as a picture, may be waiting
 * here in memory.
 */
const UNREAD_MS = 60_000

export function createPassage(outer: Socket, deps: PassageDeps): Passage {
  const { connectInside, onAnswered, onStay, unreadMs = UNREAD_MS } = deps
  let inner: End | undefined
  let head: Buffer = Buffer.alloc(0) // of an answer, as far as it is there
  let left = 0 // bytes of the answer's body still to come
  let isAsked = false
  let isOver = false

  const onData = (chunk: Buffer): void => {
    // Nobody knows what the client would take it for.
    if (!isAsked) return void outer.destroy()
    if (left > 0) return pass(chunk, left)
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0 && head.length <= HEAD_BYTES_MAX) return
    const whole = head
    head = Buffer.alloc(0)
    const bodyBytes = end < 0 ? undefined : bodyBytesOf(whole.toString('latin1', 0, end + 2))
    if (bodyBytes === undefined) onStay(letGo(), whole)
    else pass(whole, end + 4 + bodyBytes)
  }
  const pass = (chunk: Buffer, due: number): void => {
    if (chunk.length > due) return void outer.destroy()
    left = due - chunk.length
    // Written with all others of this turn: a reader who is awake already need not be woken.
    outer.cork()
    setImmediate(() => outer.uncork())
    const hasRoom = outer.write(chunk)
    if (left === 0) isAsked = false
    if (hasRoom) return goOn()
    inner!.pause()
    outer.setTimeout(unreadMs, cut) // it begins anew with all that is read
    outer.once('drain', onDrain)
  }
  const cut = (): void => void outer.destroy()
  const onDrain = (): void => {
    outer.setTimeout(0).off('timeout', cut)
    goOn()
  }
  const goOn = (): void => {
    inner?.resume()
    if (left === 0) onAnswered()
  }
  // Who answers has ended, which between two answers means nothing.
  const onEnd = (): void => {
    letGo().destroy()
    if (isAsked) outer.destroySoon()
  }
  const letGo = (): End => {
    const it = inner!
    inner = undefined
    it.off('data', onData).off('end', onEnd).off('close', onEnd).pause()
    return it
  }
  const meet = (opened: End | undefined, request: Buffer): void => {
    if (!opened) return void outer.destroy()
    inner = opened.on('error', ignore).on('data', onData).on('end', onEnd).on('close', onEnd)
    opened.write(request)
    if (outer.destroyed) giveUp()
    else if (isOver) opened.end()
  }
  const giveUp = (): boolean => {
    if (!inner) return false
    leave(letGo())
    return true
  }

  return {
    send(request) {
      isAsked = true
      if (inner) inner.write(request)
      else connectInside(outer, (opened) => meet(opened, request))
    },
    end() {
      isOver = true
      inner?.end()
    },
    leave: giveUp,
  }
}

const HEAD_BYTES_MAX = 16 * 1024

/** Undefined where it is not told beforehand, or where the answer is the last one. */
function bodyBytesOf(head: string): number | undefined {
  if (/^(?:transfer-encoding|connection: *close)/im.test(head)) return undefined
  const status = Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
  if (status === 204 || status === 304) return 0
  const length = /^content-length: *(\d{1,15})\r$/im.exec(head)?.[1]
  return status < 200 || length === undefined ? undefined : Number(length)
}

function ignore(): void {}

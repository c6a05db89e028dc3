// What holds for the connections of every listener.
import type { Socket } from 'node:net'
import type { Room } from '../../base/open-files.ts'

/** At a time, of all listeners that a thread has on one port, or for connections that other threads hand over. */
export const CONNECTIONS_MAX = 20_000

/** Lets a connection in where there is room, until it closes; or else sends it away without a word. */
export function letIn(socket: Socket, inside: Set<Socket>, room: Room): boolean {
  if (inside.size >= CONNECTIONS_MAX || !room.letIn()) {
    socket.destroy()
    return false
  }
  inside.add(socket)
  socket.once('close', () => {
    inside.delete(socket)
    room.giveBack(1)
  })
  return true
}

/**
 * How many listeners those are. From each, libuv takes one connection in a turn of its loop (libuv#3696), so behind a single one a
 * new client waits for as many turns as clients came before it, and turns are long where there is much to answer.
 */
export const LISTENERS = 8

/** How long clients are waited for. */
export interface TimeLimits {
  /** Between two requests. */
  readonly keepAliveMs: number
  /** For the head of a request. */
  readonly headersMs: number
  /** For all of a request. */
  readonly requestMs: number
  /** For the rest of a plain request by the front; then by whoever knows what to say to slow senders. */
  readonly patienceMs: number
  /** How often somebody looks who is late. */
  readonly patrolMs: number
}

export const TIME_LIMITS: TimeLimits = {
  keepAliveMs: 65_000, // longer than the 60 s of common load balancers, or they would meet a closing socket
  headersMs: 5_000,
  requestMs: 10_000,
  patienceMs: 2_000,
  patrolMs: 1_000,
}

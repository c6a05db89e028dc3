// The HTTP door of a decision thread: answers plain ad requests from its own sockets, on a port that it shares with the main
// thread, and takes everything else to that one.
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { ENDLESS, type Room } from '../../base/open-files.ts'
import { DOORS_WITHIN_MS } from '../../base/stop-times.ts'
import { letIn, TIME_LIMITS, type TimeLimits } from './connection-limits.ts'
import { createFront, type FrontDeps } from './front.ts'
import { createHandOver, HAND_OVER_FILES } from './hand-over.ts'
import type { Door } from './inner-door.ts'
import { addListeners, type MoreListeners } from './more-listeners.ts'
import { sayWhyNotShared } from './shared-port.ts'

export interface ThreadFrontDeps extends Omit<FrontDeps, keyof TimeLimits | 'room'> {
  /** Of the main thread's server, from its `listenInside`. */
  readonly door: Door
  /** What connections may take of the files that the process may hold open; absent: as much as there is. */
  readonly room?: Room
}

export interface ThreadFront {
  /** Resolves once connections are accepted. The port is one that the main thread listens on already. */
  listen(at: { port: number; host: string }): Promise<void>
  /**
   * Stops accepting, lets running requests finish, cuts what is left after `graceMs` (default `DOORS_WITHIN_MS`). What was handed over ends when
   * the main thread's server is done with it, so both must be closed at the same time.
   */
  close(options?: { graceMs?: number }): Promise<void>
}

export function createThreadFront({ door, room = ENDLESS, ...deps }: ThreadFrontDeps): ThreadFront {
  const handOver = createHandOver(door, room)
  // As in an HTTP server, a client that has said all it wants still gets its answer.
  const server = createServer({ allowHalfOpen: true, noDelay: true })
  const front = createFront(
    { ...deps, room, ...TIME_LIMITS },
    {
      isClosing: () => !server.listening,
      connectInside: handOver.connect,
      passageFiles: HAND_OVER_FILES,
      takeOver: (socket, bytes) => handOver.give(socket, bytes, false),
      breakOff: (socket, bytes) => handOver.give(socket, bytes, true),
    },
  )
  const sockets = new Set<Socket>() // bounded by CONNECTIONS_MAX
  server.on('connection', (socket) => {
    if (letIn(socket, sockets, room)) front.meet(socket)
    front.makeRoom()
  })

  let more: MoreListeners | undefined

  return {
    async listen(at) {
      server.listen({ ...at, reusePort: true })
      await once(server, 'listening').catch(sayWhyNotShared)
      more = await addListeners(server, at).catch((error) => {
        // Else the thread would live on, and take in clients whom it never serves.
        server.close()
        for (const socket of sockets) socket.destroy()
        handOver.close()
        throw error
      })
    },
    async close({ graceMs = DOORS_WITHIN_MS } = {}) {
      const closed = Promise.all([new Promise((resolve) => server.close(resolve)), more?.close()])
      const cut = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, graceMs)
      // A connection whose last answer has just gone out stays open for the next request unless it is let go of.
      const letGo = setInterval(front.close, 100)
      await closed
      clearInterval(letGo)
      clearTimeout(cut)
      front.close()
      handOver.close()
    },
  }
}

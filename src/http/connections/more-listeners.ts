// Several listeners of one thread on one port, so that many clients who come at once are taken in soon.
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { LISTENERS } from './connection-limits.ts'

/** The listeners besides a server's own. */
export interface MoreListeners {
  /** Stops accepting at once, as the server must, too; resolves when the connections that came by them have ended. */
  close(): Promise<void>
}

/**
 * Opens them where `server` listens with `reusePort`; their connections become the server's, whose owner counts them.
 * @throws Error of the system, after which none of them accepts any more
 */
export async function addListeners(server: Server, at: { port: number; host: string }): Promise<MoreListeners> {
  // As the server's own.
  const options = { allowHalfOpen: true, noDelay: true }
  const listeners = Array.from({ length: LISTENERS - 1 }, () =>
    createServer(options, (socket) => void server.emit('connection', socket)),
  )
  const close = async (): Promise<void> => {
    await Promise.all(listeners.map((listener) => new Promise((resolve) => listener.close(resolve))))
  }
  try {
    await Promise.all(listeners.map((listener) => once(listener.listen({ ...at, reusePort: true }), 'listening')))
  } catch (error) {
    void close() // who was let in already is the owner's to send away
    throw error
  }
  return { close }
}

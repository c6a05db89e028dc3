// How a connection is ended whose client may still be sending.
import type { Socket } from 'node:net'

const HEAR_OUT_MS = 1_000
/** For whoever reads slowly, to take what was said before. */
const TAKE_MS = 60_000
const leaving = new WeakSet<Socket>()

/**
 * Ends our side once all that was written has gone out, and reads what the client still sends without heeding it, until he ends his, or for a
 * second more: who is cut off while he sends may lose the answer with the connection (RFC 9112, 9.6).
 */
export function hearOut(socket: Socket): void {
  socket.resume()
  if (leaving.has(socket)) return
  leaving.add(socket)
  const cutAfter = (ms: number) => setTimeout(() => socket.destroy(), ms)
  let cut = cutAfter(TAKE_MS)
  socket.once('close', () => clearTimeout(cut))
  socket.end(() => {
    clearTimeout(cut)
    if (!socket.destroyed) cut = cutAfter(HEAR_OUT_MS)
  })
}

/** Has whoever closes it, such as Node's server with the last answer of a connection, hear its client out. */
export function hearOutAtLast(socket: Socket): void {
  socket.destroySoon = () => hearOut(socket)
}

/** Whether what it says still is heeded no more: requests behind the last answer of a connection are nobody's. */
export function isHeardOut(socket: Socket): boolean {
  return leaving.has(socket)
}

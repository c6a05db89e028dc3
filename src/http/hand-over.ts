// Hands connections over to the main thread: what they sent so far, then whatever is said on either side, until one side is done.
import { connect, type Socket } from 'node:net'
import type { Door } from './inner-door.ts'
import { type Peer, writePreface } from './peer-preface.ts'

export interface HandOver {
  /** Gives a connection away. `bytes` were read from it already; `ended`: nothing follows them. Nobody else may listen to it. */
  give(socket: Socket, bytes: Buffer | undefined, ended: boolean): void
  /** No connection is given any more; those that were go on. */
  close(): void
}

/** Where the door cannot be reached, connections are closed without an answer. */
export function createHandOver({ path, secret }: Door): HandOver {
  const knock = (peer: Peer): Socket => {
    const inner = connect({ path, allowHalfOpen: true })
    inner.write(writePreface(secret, peer))
    return inner
  }
  // As long as this one is open, the door is open too.
  const presence = knock({ address: '', port: 0 })
  presence.on('error', ignore)
  presence.resume()
  presence.unref()

  return {
    give(socket, bytes, ended) {
      const { remoteAddress: address, remotePort: port } = socket
      // A client that is gone has no address any more.
      if (address === undefined || port === undefined) return void socket.destroy()
      const inner = knock({ address, port })
      if (bytes) inner.write(bytes)
      join(socket, inner, ended)
    },
    close() {
      presence.end()
    },
  }
}

/**
 * Both ways with back-pressure, and without time limits, which are the main thread's. The client may end its side and still be answered.
 * When the main thread ends, it is done with the connection, and so are we.
 */
function join(outer: Socket, inner: Socket, ended: boolean): void {
  outer.on('error', ignore) // 'close' follows in both cases
  inner.on('error', ignore)
  // What the client said before it left still counts, such as a click whose answer it does not await.
  outer.once('close', () => inner.destroySoon())
  inner.once('end', () => outer.destroySoon())
  inner.once('close', () => outer.destroySoon())
  if (ended) inner.end()
  else outer.pipe(inner)
  inner.pipe(outer, { end: false })
}

function ignore(): void {}

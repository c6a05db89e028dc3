// Where the main thread takes the connections that other threads accepted and hand over.
//
//   client ══> thread front ── not a plain ad request: preface, bytes so far, then both ways ──> inner door ─> HTTP server
import { once } from 'node:events'
import { createServer, isIP, type Socket } from 'node:net'
import { randomHex, type RandomBytes } from '../../base/random.ts'
import { CONNECTIONS_MAX, LISTENERS } from './connection-limits.ts'
import { hearOutAtLast } from './hear-out.ts'
import { type Peer, readPreface, SECRET_BYTES } from './peer-preface.ts'

/** What a thread needs to know in order to hand over; plain data, so that it can be sent to one. */
export interface Door {
  /** Sockets without files (Linux), any of which will do. Every process of the machine may knock, so that the secret decides. */
  readonly paths: readonly string[]
  readonly secret: Uint8Array
}

export interface InnerDoor {
  readonly door: Door
  /** Resolves once no thread and no connection is left; who knocks before is still let in. */
  close(): Promise<void>
  /** Cuts all connections, and takes none any more. */
  cut(): void
}

export interface InnerDoorDeps {
  /** Serves a connection, which says of itself what the client's would: `remoteAddress`, `remotePort`. */
  readonly receive: (socket: Socket) => void
  readonly randomBytes: RandomBytes
  /** How long a connection may take to say whose it is. */
  readonly prefaceWithinMs?: number
  /** How many connections are let in at a time; whoever comes beyond is closed without a word. */
  readonly connectionsMax?: number
}

/** A full queue refuses at once where the system asks for no more; it may allow fewer. */
const BACKLOG = 4_096
/** Threads are on this machine and send the preface with their first bytes. */
const PREFACE_WITHIN_MS = 5_000

/** @throws Error of the system where it has no such sockets */
export async function openInnerDoor({
  receive,
  randomBytes,
  prefaceWithinMs = PREFACE_WITHIN_MS,
  connectionsMax = CONNECTIONS_MAX,
}: InnerDoorDeps): Promise<InnerDoor> {
  const secret = randomBytes(new Uint8Array(SECRET_BYTES))
  const name = `\0aside-${randomHex(randomBytes, 16)}`
  const paths = Array.from({ length: LISTENERS }, (_, i) => `${name}-${i}`)
  const sockets = new Set<Socket>() // bounded by connectionsMax
  // As in an HTTP server, a client that has said all it wants still gets its answer.
  const meet = (socket: Socket): void => {
    if (sockets.size >= connectionsMax) return void socket.destroy()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    receivePreface(socket, secret, prefaceWithinMs, (peer) => {
      // The word of a thread that it is there: nothing follows, and it ends when no connection can come from it any more.
      if (peer.address === '') return void socket.on('end', () => socket.end()).resume()
      introduce(socket, peer)
      // Else the thread would write what is still to come to a socket that is gone, and lose the answer, which it has not read yet.
      hearOutAtLast(socket)
      receive(socket)
    })
  }
  const servers = paths.map((path) => createServer({ allowHalfOpen: true }, meet).listen({ path, backlog: BACKLOG }))
  const stop = (): void => {
    for (const server of servers) server.close()
  }
  await Promise.all(servers.map((server) => once(server, 'listening'))).catch((error) => {
    stop()
    throw error
  })

  return {
    door: { paths, secret },
    async close() {
      while (sockets.size > 0)
        await Promise.all([...sockets].map((socket) => new Promise((go) => socket.once('close', go))))
      stop()
    },
    cut() {
      stop()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Reads the preface and puts back what is behind it; a connection that brings none, or a wrong one, is closed without a word. */
function receivePreface(socket: Socket, secret: Uint8Array, withinMs: number, done: (peer: Peer) => void): void {
  let bytes: Buffer = Buffer.alloc(0)
  let isDone = false
  const refuse = () => void socket.destroy()
  // Where this thread itself was busy for so long, the preface is there and was not read yet: sockets are read between the two.
  const late = setTimeout(() => setImmediate(() => isDone || refuse()), withinMs)
  const onData = (chunk: Buffer): void => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
    const read = readPreface(bytes, secret)
    if (read === 'forged') return refuse()
    if (read === undefined) return
    leave()
    socket.pause()
    if (bytes.length > read.length) socket.unshift(bytes.subarray(read.length))
    done(read.peer)
    socket.resume()
  }
  const leave = (): void => {
    isDone = true
    clearTimeout(late)
    socket.off('data', onData)
    socket.off('end', refuse)
    socket.off('close', leave)
  }
  socket.on('data', onData)
  socket.on('end', refuse)
  socket.on('close', leave)
  socket.on('error', ignore) // 'close' follows
}

/** The connection's own ends are in this process, which nobody wants to know. */
export function introduce(socket: Socket, { address, port }: Peer): void {
  const own = (value: unknown) => ({ value, configurable: true })
  Object.defineProperties(socket, {
    remoteAddress: own(address),
    remotePort: own(port),
    remoteFamily: own(`IPv${isIP(address)}`),
  })
}

function ignore(): void {}

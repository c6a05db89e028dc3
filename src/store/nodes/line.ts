// A line between two processes of an installation: messages as threads exchange them, over TLS that both ends open with the same secret.
import { createServer, connect, type TLSSocket } from 'node:tls'
import { deserialize, serialize } from 'node:v8'

export interface Line {
  /** Says something to the other end; nothing where the line is gone. */
  send(message: object): void
  close(): void
}

/** Where one listens: on all addresses where none is named, and on any port where that is 0. */
export interface ListeningPlace extends Pick<Place, 'port' | 'secret'> {
  readonly host?: string | undefined
}

/** It takes connections and says nothing, as a process does that hangs. */
export class SilentError extends Error {}

export interface LineEnds {
  readonly onMessage: (message: never) => void
  /** Called once the line is gone, not by `close`. */
  readonly onEnd: (reason: string) => void
}

export interface Place {
  readonly host: string
  readonly port: number
  /** 32 random bytes in hexadecimal, which both ends know from the database. */
  readonly secret: string
}

/** Each end says so often that it lives, */
const BEAT_MS = 1_000
/** and takes the other for dead after so many beats of silence, which a stopped process and a cut cable share. */
const SILENT_BEATS_MAX = 5
const CONNECT_MS = 3_000
/** Connections at a time, of whoever: a stranger has CONNECT_MS to show the secret, and takes none of the files that clients need. */
const CONNECTIONS_MAX = 256
/** What waits to be sent to one that does not read. */
const UNSENT_BYTES_MAX = 64 * 2 ** 20
const FRAME_BYTES_MAX = 64 * 2 ** 20
const HEAD_BYTES = 4
const BEAT = Buffer.alloc(HEAD_BYTES)

// A secret that both know takes the place of certificates (RFC 5489); keys are new for each line.
const TLS = { ciphers: 'ECDHE-PSK-CHACHA20-POLY1305', maxVersion: 'TLSv1.2', minVersion: 'TLSv1.2' } as const
const IDENTITY = 'aside'

/** @returns the port that it listens on, and what ends it */
export async function listenForLines(
  { host, port, secret }: ListeningPlace,
  take: (line: { open(ends: LineEnds): Line }) => void,
): Promise<{ port: number; close(): void }> {
  const psk = Buffer.from(secret, 'hex')
  const server = createServer({ ...TLS, pskCallback: () => psk, handshakeTimeout: CONNECT_MS, noDelay: true })
  server.maxConnections = CONNECTIONS_MAX
  let isClosed = false
  server.on('secureConnection', (socket) => {
    // It may have begun before the end; nobody would answer it.
    if (isClosed) socket.destroy()
    else take({ open: (ends) => lineOver(socket, ends) })
  })
  // Whoever does not know the secret is no reason to stop listening.
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ ...(host !== undefined && { host }), port }, resolve)
  })
  server.on('error', () => {})
  server.unref()
  return {
    port: (server.address() as { port: number }).port,
    close() {
      isClosed = true
      server.close()
    },
  }
}

/** @throws Error where nobody listens there, or somebody who does not know the secret; SilentError */
export function openLine({ host, port, secret }: Place, ends: LineEnds): Promise<Line> {
  const psk = Buffer.from(secret, 'hex')
  return new Promise((resolve, reject) => {
    const socket = connect({
      ...TLS,
      host,
      port,
      pskCallback: () => ({ psk, identity: IDENTITY }),
      checkServerIdentity: () => undefined,
    })
    let isReached = false
    socket.once('connect', () => (isReached = true))
    const timer = setTimeout(() => {
      socket.destroy(isReached ? new SilentError('it does not answer') : new Error('there is no way to it'))
    }, CONNECT_MS)
    socket.once('error', reject)
    socket.once('close', () => {
      clearTimeout(timer)
      reject(new Error('the connection was closed'))
    })
    socket.once('secureConnect', () => {
      clearTimeout(timer)
      socket.setNoDelay(true)
      resolve(lineOver(socket, ends))
    })
  })
}

function lineOver(socket: TLSSocket, { onMessage, onEnd }: LineEnds): Line {
  let isClosed = false
  let silentBeats = 0
  const pieces: Buffer[] = []
  let bytes = 0
  const beat = setInterval(() => {
    // Beats, not a clock: what came while this thread was busy has not been heard yet.
    if (++silentBeats > SILENT_BEATS_MAX) socket.destroy(new Error('it says nothing'))
    else socket.write(BEAT)
  }, BEAT_MS).unref()
  let reason = 'the connection was closed'
  socket.on('error', (error) => (reason = error.message))
  socket.on('close', () => {
    clearInterval(beat)
    if (!isClosed) onEnd(reason)
  })
  socket.on('data', (piece: Buffer) => {
    silentBeats = 0
    pieces.push(piece)
    bytes += piece.length
    if (bytes >= HEAD_BYTES) takeFrames()
  })

  return {
    send(message) {
      if (isClosed || socket.destroyed) return
      const body = serialize(message)
      const head = Buffer.alloc(HEAD_BYTES)
      head.writeUInt32BE(body.length)
      socket.cork()
      socket.write(head)
      socket.write(body)
      socket.uncork()
      if (socket.writableLength > UNSENT_BYTES_MAX) socket.destroy(new Error('it does not read'))
    },
    close() {
      isClosed = true
      clearInterval(beat)
      socket.end()
      setTimeout(() => socket.destroy(), BEAT_MS).unref()
    },
  }

  function takeFrames(): void {
    // Pieces are put together once a whole frame is there, not with each one that comes.
    if (bytes < frameBytes()) return
    let all = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
    while (all.length >= HEAD_BYTES) {
      const length = all.readUInt32BE(0)
      if (length > FRAME_BYTES_MAX) return void socket.destroy(new Error('a message is too long'))
      if (all.length < HEAD_BYTES + length) break
      if (length > 0 && !isClosed) {
        const message = messageOf(all.subarray(HEAD_BYTES, HEAD_BYTES + length))
        if (message === undefined) return void socket.destroy(new Error('what it says cannot be read'))
        onMessage(message as never)
      }
      all = all.subarray(HEAD_BYTES + length)
    }
    pieces.length = 0
    bytes = all.length
    if (bytes > 0) pieces.push(all)
  }

  function frameBytes(): number {
    if (pieces[0]!.length < HEAD_BYTES) pieces.splice(0, pieces.length, Buffer.concat(pieces))
    const length = pieces[0]!.readUInt32BE(0)
    return length > FRAME_BYTES_MAX ? 0 : HEAD_BYTES + length
  }
}

/** Undefined where it is none: another release of Node may write in a way that this one does not know. */
function messageOf(bytes: Buffer): object | undefined {
  try {
    const message: unknown = deserialize(bytes)
    return typeof message === 'object' && message !== null ? message : undefined
  } catch {
    return undefined
  }
}

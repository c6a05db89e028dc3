// Meets each connection first: plain ad requests are answered from the socket, and the first thing that is anything else
// hands the whole connection on to node:http.
//
//   connection ─> front ── plain ad request ─> desk ─> steps of the route ─> one write
//                   └── everything else, with all its bytes ─> node:http
//
// Most of what node:http does for a request is of no use to this one, and cost as much as deciding.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createDesk, type Desk, type Letter } from './desk.ts'
import { type PlainHead, readPlainHead } from './plain-request.ts'
import type { AdsRequestSteps } from './routes/ads-request.ts'

export interface Front {
  /** Lets go of the connections that wait for a next request. The server must have stopped listening. */
  close(): void
}

export interface FrontDeps {
  readonly steps: AdsRequestSteps
  readonly clock: { monotonicMs(): number }
  /** How long a connection may be silent between two requests. */
  readonly keepAliveMs: number
}

/** Puts the front before a server's own handling of connections. Time limits for slow senders stay the server's. */
export function putFrontBefore(server: Server, deps: FrontDeps): Front {
  const handlers = server.listeners('connection') as ((this: Server, socket: Socket) => void)[]
  const isClosing = () => !server.listening
  const desk = createDesk({ ...deps, isClosing })
  const visits = new Set<Visit>() // bounded by the server's maxConnections
  const toServer = (socket: Socket) => {
    for (const handler of handlers) handler.call(server, socket)
  }
  const breakOff = (socket: Socket) => {
    server.emit('clientError', new Error('The connection ended within a request'), socket)
  }
  server.removeAllListeners('connection')
  server.on('connection', (socket) => {
    const visit = createVisit(socket, { ...deps, desk, isClosing, toServer, breakOff })
    visits.add(visit)
    visit.onLeave = () => visits.delete(visit)
  })
  const patrol = setInterval(() => {
    const nowMs = deps.clock.monotonicMs()
    for (const visit of visits) visit.patrol(nowMs)
  }, PATROL_MS).unref()

  return {
    close() {
      clearInterval(patrol)
      desk.clear()
      for (const visit of visits) visit.close()
    },
  }
}

const PATROL_MS = 1_000
/** Half a request is waited for that long here, then by node:http, which knows what to say to slow senders. */
const PATIENCE_MS = 2_000

/** One connection while it is the front's. */
interface Visit {
  /** Called once, when the connection ends or is handed on. */
  onLeave: () => void
  patrol(nowMs: number): void
  close(): void
}

interface VisitDeps extends FrontDeps {
  readonly desk: Desk
  readonly isClosing: () => boolean
  readonly toServer: (socket: Socket) => void
  /** Says what node:http says to a sender who ends within a request. */
  readonly breakOff: (socket: Socket) => void
}

function createVisit(socket: Socket, { clock, keepAliveMs, desk, isClosing, toServer, breakOff }: VisitDeps): Visit {
  let begun: { head: PlainHead; chunks: Buffer[]; bytes: number } | undefined // a request whose body is not all there
  let served = false
  let sinceMs = clock.monotonicMs() // when the connection or the newest request began

  const onData = (chunk: Buffer): void => {
    if (begun) return onMore(chunk)
    sinceMs = clock.monotonicMs()
    const head = readPlainHead(chunk)
    if (!head) handOn(chunk)
    else onBytes(head, chunk)
  }
  const onMore = (chunk: Buffer): void => {
    begun!.chunks.push(chunk)
    begun!.bytes += chunk.length
    if (begun!.bytes < begun!.head.bodyAt + begun!.head.bodyBytes) return
    const { head, chunks, bytes } = begun!
    begun = undefined
    onBytes(head, Buffer.concat(chunks, bytes))
  }
  // More than one request at a time is rare, and node:http keeps their answers in order.
  const onBytes = (head: PlainHead, bytes: Buffer): void => {
    const end = head.bodyAt + head.bodyBytes
    if (bytes.length > end) handOn(bytes)
    else if (bytes.length < end) begun = { head, chunks: [bytes], bytes: bytes.length }
    else {
      served = true
      desk.take({ headers: head.headers, body: bytes.subarray(head.bodyAt), arrivedMs: sinceMs, write })
    }
  }
  const write = ({ text, encoding }: Letter): void => {
    if (!socket.write(text, encoding)) {
      socket.pause() // whoever does not read answers asks nothing more
      socket.once('drain', () => socket.resume())
    }
    if (isClosing()) socket.end()
  }
  const onEnd = (): void => {
    desk.clear()
    if (!begun) return void socket.end()
    leave()
    breakOff(socket)
  }
  const handOn = (rest?: Buffer): void => {
    const bytes = begun ? Buffer.concat(begun.chunks, begun.bytes) : rest
    desk.clear()
    leave()
    // Paused, so that what is put back waits for the new listener.
    socket.pause()
    if (bytes) socket.unshift(bytes)
    toServer(socket)
    socket.resume()
  }
  const leave = (): void => {
    socket.off('data', onData)
    socket.off('end', onEnd)
    socket.off('error', ignore)
    socket.off('close', leave)
    visit.onLeave()
  }

  const visit: Visit = {
    onLeave: ignore,
    patrol(nowMs) {
      if (served && !begun) {
        if (nowMs - sinceMs > keepAliveMs) socket.destroy()
      } else if (nowMs - sinceMs > PATIENCE_MS) handOn()
    },
    close() {
      if (begun) handOn()
      else socket.destroySoon()
    },
  }
  socket.on('data', onData)
  socket.on('end', onEnd)
  socket.on('error', ignore) // 'close' follows, and there is nobody left to tell
  socket.on('close', leave)
  return visit
}

function ignore(): void {}

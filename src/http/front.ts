// Meets each connection first: plain ad requests are answered from the socket, and the first thing that is anything else
// hands the whole connection on to node:http.
//
//   connection ─> front ── plain ad request ─> desk ─> steps of the route ─> one write
//                   └── everything else, with all its bytes ─> node:http
//
// Most of what node:http does for a request is of no use to this one, and cost as much as deciding.
import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { HeaderSink } from './cors.ts'
import { JSON_TYPE } from './errors.ts'
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
  const desk = createDesk()
  const visits = new Set<Visit>() // bounded by the server's maxConnections
  const toServer = (socket: Socket) => {
    for (const handler of handlers) handler.call(server, socket)
  }
  const breakOff = (socket: Socket) => {
    server.emit('clientError', new Error('The connection ended within a request'), socket)
  }
  server.removeAllListeners('connection')
  server.on('connection', (socket) => {
    const visit = createVisit(socket, { ...deps, desk, isClosing: () => !server.listening, toServer, breakOff })
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

function createVisit(
  socket: Socket,
  { steps, clock, keepAliveMs, desk, isClosing, toServer, breakOff }: VisitDeps,
): Visit {
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
    else desk.take({ head, body: bytes.subarray(head.bodyAt), arrivedMs: sinceMs, answer, write })
  }
  const answer = ({ head: { headers }, body, arrivedMs }: Errand): Letter => {
    served = true
    const answer = createAnswer(keepAliveMs, isClosing())
    try {
      const caller = steps.admit(headers, answer)
      const { requestId, json } = steps.answer(caller, body, { monotonicMs: arrivedMs })
      return { text: answer.ofAds(requestId, json), encoding: 'latin1' }
    } catch (thrown) {
      const refusal = steps.refuse(thrown, headers, answer)
      for (const [name, value] of Object.entries(refusal.headers)) answer.setHeader(name, value)
      return { text: answer.of(refusal.status, refusal.body), encoding: 'utf8' }
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

/** A whole request, and how its connection has it answered. */
interface Errand {
  readonly head: PlainHead
  readonly body: Buffer
  readonly arrivedMs: number
  readonly answer: (errand: Errand) => Letter
  readonly write: (letter: Letter) => void
}

interface Letter {
  readonly text: string
  readonly encoding: BufferEncoding
}

interface Desk {
  take(errand: Errand): void
  /** Answers what was taken, in that order. */
  clear(): void
}

// What arrives in one turn of the event loop is first read, then decided, then answered, as Redis does it: what each of the
// three needs stays in the processor's caches meanwhile, and a reader of answers who is awake already need not be woken.
function createDesk(): Desk {
  let errands: Errand[] = []
  const clear = (): void => {
    const taken = errands
    errands = []
    for (let from = 0; from < taken.length; from += LETTERS_MAX) {
      const some = taken.slice(from, from + LETTERS_MAX)
      const letters = some.map((errand) => errand.answer(errand))
      for (let i = 0; i < some.length; i++) some[i]!.write(letters[i]!)
    }
  }
  return {
    take(errand) {
      if (errands.push(errand) === 1) setImmediate(clear)
    },
    clear,
  }
}

/** So that no answer waits for more than so many decisions. */
const LETTERS_MAX = 8

/** The bytes of one answer as text; header fields are set first. */
function createAnswer(keepAliveMs: number, isLast: boolean) {
  const connection = isLast
    ? 'connection: close\r\n'
    : `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(keepAliveMs / 1_000)}\r\n`
  let fields = ''
  return {
    setHeader(name: string, value: string) {
      fields += `${name}: ${value}\r\n`
    },
    ofAds: (requestId: string, json: string) =>
      `HTTP/1.1 200 OK\r\ncontent-type: ${JSON_TYPE}\r\ncontent-length: ${json.length}\r\nx-request-id: ${requestId}\r\n${fields}${dateLine()}${connection}\r\n${json}`,
    of: (status: number, body: string) =>
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${fields}${dateLine()}${connection}\r\n${body}`,
  } satisfies HeaderSink & Record<string, unknown>
}

let date = { second: 0, line: '' }

// Written anew each second, as node:http does.
function dateLine(): string {
  const second = Math.floor(Date.now() / 1_000)
  if (date.second !== second) date = { second, line: `date: ${new Date(second * 1_000).toUTCString()}\r\n` }
  return date.line
}

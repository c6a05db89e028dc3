// Speaks HTTP/1.1 by the byte, for what no client library would send, and reads the answers as they come.
import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
}

export interface RawOptions {
  /** How many answers are waited for; default 1. */
  readonly answers?: number
  /** Whether requests were HEAD, whose answers have no body. */
  readonly head?: boolean
  /** The writing side is closed behind the bytes. */
  readonly halfClose?: boolean
  readonly patienceMs?: number
}

/** Sends bytes on a connection of their own. Resolves with the answers that came before it was closed or time ran out. */
export function sendBytes(port: number, bytes: Buffer, options: RawOptions = {}): Promise<RawAnswer[]> {
  const { answers: wanted = 1, head = false, halfClose = false, patienceMs = 15_000 } = options
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const answers: RawAnswer[] = []
    let rest: Buffer = Buffer.alloc(0)
    const timer = setTimeout(finish, patienceMs)
    function finish(): void {
      clearTimeout(timer)
      socket.destroy()
      resolve(answers)
    }
    socket.on('data', (chunk: Buffer) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      for (let read = readAnswer(rest, head); read; read = readAnswer(rest, head)) {
        rest = rest.subarray(read.bytes)
        if (read.answer.status >= 200) answers.push(read.answer)
        if (answers.length === wanted) return finish()
      }
    })
    socket.on('end', finish)
    socket.on('error', finish)
    if (halfClose) socket.end(bytes)
    else socket.write(bytes)
  })
}

/** An open connection to which bytes can be dripped; `closed` resolves with the milliseconds until the server ended it. */
export function openSocket(port: number): { socket: Socket; closed: Promise<number> } {
  const startedMs = performance.now()
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  socket.resume()
  return {
    socket,
    closed: new Promise((resolve) => socket.once('close', () => resolve(performance.now() - startedMs))),
  }
}

/** The first whole answer in the bytes, or undefined where more must come. A stream of events counts once its head is there. */
function readAnswer(bytes: Buffer, head: boolean): { answer: RawAnswer; bytes: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const status = Number(statusLine.split(' ')[1])
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const from = end + 4
  const whole = (to: number) => ({ answer: { status, headers, text: bytes.toString('utf8', from, to) }, bytes: to })
  if (head || status < 200 || status === 204 || status === 304) return whole(from)
  if (headers.get('content-type')?.startsWith('text/event-stream')) return whole(from)
  const length = headers.get('content-length')
  if (length !== undefined) return bytes.length < from + Number(length) ? undefined : whole(from + Number(length))
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(bytes, from, status, headers)
  return undefined
}

function readChunks(bytes: Buffer, from: number, status: number, headers: RawAnswer['headers']) {
  const parts: Buffer[] = []
  for (let at = from; ;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const next = lineEnd + 2 + size + 2
    if (bytes.length < next) return undefined
    if (size === 0) return { answer: { status, headers, text: Buffer.concat(parts).toString('utf8') }, bytes: next }
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = next
  }
}

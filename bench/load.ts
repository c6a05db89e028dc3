// Load from raw sockets: requests are bytes made beforehand, answers are only counted, so that the server is what is measured.
import { connect, type Socket } from 'node:net'
import { type Latency, latencyOf } from './statistics.ts'

export interface Load {
  readonly requests: number
  readonly seconds: number
  readonly perSecond: number
  /** In milliseconds; of an open loop counted from the moment a request was due, not from when it could be sent. */
  readonly latency: Latency
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<number, number>>
  readonly answerBytes: number
}

export interface Target {
  readonly baseUrl: string
  /** Whole HTTP/1.1 requests; they are sent in turn. */
  readonly requests: readonly Buffer[]
}

/** A POST as it goes over the wire. */
export function postBytes(path: string, headers: Readonly<Record<string, string>>, body: string): Buffer {
  const lines = Object.entries({ ...headers, 'content-type': 'application/json' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n`
  return Buffer.from(head + body)
}

export function getBytes(path: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nuser-agent: Mozilla/5.0 (X11) Firefox/140.0\r\n\r\n`)
}

/** Every connection sends its next request as soon as the last one is answered: what the server can do at most. */
export async function closedLoop(target: Target, connections: number, requests: number): Promise<Load> {
  const recorder = createRecorder()
  let started = 0
  const drive = async (line: Line) => {
    while (started < requests) {
      const bytes = target.requests[started++ % target.requests.length]!
      const sentMs = performance.now()
      const answer = await line.exchange(bytes)
      recorder.note(performance.now() - sentMs, answer)
    }
  }
  return onLines(target, connections, recorder, (lines) => Promise.all(lines.map(drive)))
}

/** Requests come at their own pace, as people do, whether or not the server keeps up. */
export async function openLoop(target: Target, ratePerSecond: number, seconds: number): Promise<Load> {
  const recorder = createRecorder()
  return onLines(target, OPEN_LOOP_CONNECTIONS, recorder, (lines) => {
    const idle = [...lines]
    const total = Math.floor(ratePerSecond * seconds)
    const startMs = performance.now() + 20
    const dueMs = (i: number) => startMs + (i * 1_000) / ratePerSecond
    let next = 0
    let answered = 0
    return new Promise((resolve, reject) => {
      const send = () => {
        const nowMs = performance.now()
        while (idle.length > 0 && next < total && dueMs(next) <= nowMs) {
          // In turn, so that no connection is silent for so long that the server gives it up.
          const line = idle.shift()!
          const due = dueMs(next)
          line.exchange(target.requests[next++ % target.requests.length]!).then((answer) => {
            recorder.note(performance.now() - due, answer)
            idle.push(line)
            if (++answered === total) resolve(undefined)
          }, reject)
        }
        // Timers are a millisecond coarse, which is longer than most answers take; so the loop is kept turning instead.
        if (answered < total) setImmediate(send)
      }
      send()
    })
  })
}

const OPEN_LOOP_CONNECTIONS = 64

interface Answer {
  readonly status: number
  readonly bytes: number
}

function createRecorder() {
  const latencies: number[] = []
  const statuses: Record<number, number> = {}
  let answerBytes = 0
  return {
    note(latencyMs: number, { status, bytes }: Answer): void {
      latencies.push(latencyMs)
      statuses[status] = (statuses[status] ?? 0) + 1
      answerBytes += bytes
    },
    loadIn: (seconds: number): Load => ({
      requests: latencies.length,
      seconds,
      perSecond: latencies.length / seconds,
      latency: latencyOf(latencies),
      statuses,
      answerBytes: answerBytes / latencies.length,
    }),
  }
}

async function onLines(
  { baseUrl }: Target,
  count: number,
  recorder: ReturnType<typeof createRecorder>,
  work: (lines: readonly Line[]) => Promise<unknown>,
): Promise<Load> {
  const { hostname, port } = new URL(baseUrl)
  const lines = await Promise.all(Array.from({ length: count }, () => openLine(hostname, Number(port))))
  const startedMs = performance.now()
  try {
    await work(lines)
    return recorder.loadIn((performance.now() - startedMs) / 1_000)
  } finally {
    for (const line of lines) line.close()
  }
}

/** One keep-alive connection with one request under way at a time. */
interface Line {
  /** @throws Error where the connection ends, or the answer's length is not given */
  exchange(request: Buffer): Promise<Answer>
  close(): void
}

function openLine(host: string, port: number): Promise<Line> {
  let waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined
  let head = ''
  let status = 0
  let length = 0
  let left = -1 // bytes of the body still to come; below 0 while the head is read

  const take = (chunk: Buffer): void => {
    let from = 0
    if (left < 0) {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      from = chunk.length - (head.length - end - 4)
      status = Number(head.slice(9, 12))
      length = status === 204 || status === 304 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
      if (Number.isNaN(length)) throw new Error(`an answer without a length: ${head.slice(0, 200)}`)
      left = length
      head = ''
    }
    left -= chunk.length - from
    if (left > 0) return
    left = -1
    const done = waiting!
    waiting = undefined
    done.resolve({ status, bytes: length })
  }

  return new Promise((resolve, reject) => {
    const buffer = Buffer.allocUnsafe(64 * 1024)
    const onread = {
      buffer,
      callback: (size: number) => {
        take(buffer.subarray(0, size))
        return true
      },
    }
    const socket: Socket = connect({ host, port, noDelay: true, onread }, () =>
      resolve({
        exchange: (request) =>
          new Promise((answered, failed) => {
            waiting = { resolve: answered, reject: failed }
            socket.write(request)
          }),
        close: () => socket.destroy(),
      }),
    )
    const fail = (error: Error) => {
      reject(error)
      waiting?.reject(error)
    }
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('the server closed the connection')))
  })
}

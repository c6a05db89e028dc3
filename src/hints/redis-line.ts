// One try at Redis: a connection to publish and one to hear, which come up together and are lost together, for good.
//
// The library could connect again by itself, but would hold on to a server that accepts and never answers. So a line that is
// lost is thrown away whole, with all that waited in it, and the channel makes a new one.
import { createClient } from '@redis/client'
import { createHeartbeat } from './heartbeat.ts'
import { createReasonTeller } from './redis-reason.ts'

export interface RedisLineSettings {
  readonly url: string
  readonly name: string
  readonly backlogBytesMax: number
  readonly onMessage: (bytes: Uint8Array) => void
  readonly onUp: () => void
  /** Called at most once, after the line was handed out, and never once it is closed. */
  readonly onLost: (reason: string) => void
}

export interface RedisLine {
  publish(bytes: Uint8Array): void
  close(): Promise<void>
}

const CONNECT_MS = 5_000
const CLOSE_MS = 500
/** What a waiting message takes besides its bytes, in promises, lists and buffers: 590 were measured, and there is some slack. */
const MESSAGE_BYTES = 1_024
/** Only asks whether one may publish. Who hears it passes it over. */
const PROBE = Buffer.alloc(0)

/** Begins to connect. @throws TypeError | URIError where the address is none */
export function openRedisLine({ url, name, backlogBytesMax, onMessage, onUp, onLost }: RedisLineSettings): RedisLine {
  const reasonOf = createReasonTeller(url)
  const ending = new AbortController()
  let state: 'connecting' | 'up' | 'closing' | 'ended' = 'connecting'
  let waitingBytes = 0

  const end = (): void => {
    state = 'ended'
    for (const beat of beats) beat.stop()
    for (const client of [publisher, subscriber]) client.destroy()
    // The library forgets a socket that is still connecting.
    ending.abort()
  }
  const lose = (cause: unknown): void => {
    if (state === 'ended') return
    const isAwaited = state !== 'closing'
    end()
    if (isAwaited) onLost(reasonOf(cause))
  }
  const publisher = clientOf(url, ending.signal, lose)
  const subscriber = clientOf(url, ending.signal, lose)
  const beats = [publisher, subscriber].map((client) =>
    createHeartbeat({ ask: () => client.ping(), onSilent: () => lose(new Error('it does not answer')) }),
  )
  const [published, heard] = beats.map((beat) => beat.heard) as [() => void, () => void]

  const hear = (bytes: Buffer): void => {
    heard()
    if (bytes.length === 0) return
    // Not within the library: thrown there, an error would make it lose its place among the bytes that arrived.
    queueMicrotask(() => {
      if (state === 'up') onMessage(bytes)
    })
  }
  const connect = async (): Promise<void> => {
    await Promise.all([publisher.connect(), subscriber.connect()])
    await subscriber.subscribe(name, hear, true)
    await publisher.publish(name, PROBE)
    if (state !== 'connecting') return
    state = 'up'
    onUp()
  }
  connect().catch(lose)

  return {
    publish(bytes) {
      const size = bytes.length + MESSAGE_BYTES
      if (state !== 'up' || bytes.length === 0 || waitingBytes + size > backlogBytesMax) return
      waitingBytes += size
      // Not `publisher.publish`, whose promises and lists hold three times as much for each message that waits.
      publisher.sendCommand(['PUBLISH', name, Buffer.from(bytes)]).then(() => {
        waitingBytes -= size
        published()
      }, lose)
    },
    async close() {
      if (state === 'ended') return
      const wasUp = state === 'up'
      state = 'closing'
      if (wasUp) await within(CLOSE_MS, publisher.ping())
      end()
    },
  }
}

function clientOf(url: string, signal: AbortSignal, onLost: (cause: unknown) => void) {
  return createClient({
    url,
    RESP: 2,
    // Its limit makes a timer for each message; the heartbeat tells a hanging server as well.
    commandOptions: { timeout: undefined },
    // A user who may do little more than publish and subscribe will do.
    disableClientInfo: true,
    maintNotifications: 'disabled',
    socket: { reconnectStrategy: false, connectTimeout: CONNECT_MS, signal },
  }).on('error', onLost)
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => (timer = setTimeout(resolve, ms)))
  await Promise.race([work.catch(() => {}), late])
  clearTimeout(timer)
}

// The transport of the oldest revision: a stream that stays open, to which messages come in by POST. The stream is the
// session, and its id is as good as a key: 192 random bits, known to its reader alone and never logged.
import type { ServerResponse } from 'node:http'
import {
  parseJSONRPCMessage,
  serializeMessage,
  type JSONRPCMessage,
  type Server,
  type Transport,
} from '@modelcontextprotocol/server'
import type { RandomBytes } from '../base/random.ts'
import type { Caller } from '../domain/api-key.ts'

export interface EventStreams {
  /** False where the caller or the process has too many streams already; nothing has been written then. */
  hasRoomFor(caller: Caller): boolean
  /** Starts the stream: its first event tells where to post. */
  open(response: ServerResponse, caller: Caller, serve: (caller: Caller) => Server): Promise<void>
  /** Whose stream it is; undefined for an unknown id. */
  callerOf(sessionId: string): Caller | undefined
  /** Hands a message to its stream; false where it is none. */
  receive(sessionId: string, message: unknown): boolean
  close(): void
}

export interface StreamLimits {
  readonly perKeyMax: number
  readonly totalMax: number
  readonly keepAliveMs: number
  /** How often the key behind a stream is looked at again. */
  readonly recheckMs: number
  /** Bytes that wait for a slow reader before its stream is ended. */
  readonly waitingBytesMax: number
}

export const STREAM_LIMITS: StreamLimits = {
  perKeyMax: 5,
  totalMax: 500,
  keepAliveMs: 15_000,
  recheckMs: 1_000,
  waitingBytesMax: 1_048_576,
}

const SESSION_ID_BYTES = 24

/**
 * @param postPath path of the message address, with any prefix under which the service is mounted
 * @param isStillGood asked each second and at each message, since a key may be revoked while its stream is open
 */
export function createEventStreams(deps: {
  readonly postPath: string
  readonly limits: StreamLimits
  readonly randomBytes: RandomBytes
  readonly isStillGood: (keyId: string) => boolean
}): EventStreams {
  const { postPath, limits, isStillGood } = deps
  const streams = new Map<string, Stream>() // bounded by totalMax
  const countOf = (keyId: string) => streams.values().reduce((n, { caller }) => n + (caller.keyId === keyId ? 1 : 0), 0)

  return {
    hasRoomFor: ({ keyId }) => streams.size < limits.totalMax && countOf(keyId) < limits.perKeyMax,
    async open(response, caller, serve) {
      if (response.destroyed) return // its reader left while the door was made; no end of it would be heard of any more
      const id = Buffer.from(deps.randomBytes(new Uint8Array(SESSION_ID_BYTES))).toString('base64url')
      response.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
      const transport = createStreamTransport(response, limits.waitingBytesMax)
      const timers = [
        setInterval(() => transport.write(': keep-alive\n\n'), limits.keepAliveMs),
        setInterval(() => isStillGood(caller.keyId) || transport.close(), limits.recheckMs),
      ]
      response.once('close', () => {
        timers.forEach(clearInterval)
        streams.delete(id)
        void transport.close()
      })
      streams.set(id, { caller, transport })
      await serve(caller).connect(transport)
      transport.write(`event: endpoint\ndata: ${postPath}?sessionId=${id}\n\n`)
    },
    callerOf(sessionId) {
      const stream = streams.get(sessionId)
      if (stream === undefined || isStillGood(stream.caller.keyId)) return stream?.caller
      void stream.transport.close()
      return undefined
    },
    receive(sessionId, message) {
      const { transport } = streams.get(sessionId) ?? {}
      if (!transport) return false
      let parsed: JSONRPCMessage
      try {
        parsed = parseJSONRPCMessage(message)
      } catch {
        return false
      }
      transport.onmessage?.(parsed)
      return true
    },
    close() {
      for (const { transport } of streams.values()) void transport.close()
    },
  }
}

interface Stream {
  readonly caller: Caller
  readonly transport: StreamTransport
}

interface StreamTransport extends Transport {
  write(text: string): void
}

/** Sends messages as events; ends the stream of a reader that lets more than `waitingBytesMax` pile up. */
function createStreamTransport(response: ServerResponse, waitingBytesMax: number): StreamTransport {
  let closed = false
  const transport: StreamTransport = {
    start: async () => {},
    async send(message) {
      transport.write(`event: message\ndata: ${serializeMessage(message).trimEnd()}\n\n`)
    },
    write(text) {
      if (closed) return
      response.write(text)
      if (response.writableLength > waitingBytesMax) void transport.close()
    },
    async close() {
      if (closed) return
      closed = true
      // A reader that is behind would keep an orderly end waiting for ever.
      if (response.writableLength > waitingBytesMax) response.destroy()
      else response.end()
      transport.onclose?.()
    },
  }
  return transport
}

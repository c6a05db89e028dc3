// What is said to connections that send no proper HTTP, too much of it, or too slowly; and who may take longer.
import type { Socket } from 'node:net'
import type { IncomingMessage } from 'node:http'
import type { IdSource } from '../../base/ids.ts'
import { STATUS_CODES } from '../../base/node-http.ts'
import { ServiceError } from '../../domain/errors.ts'
import { answerError } from '../errors.ts'
import { hearOut, isHeardOut } from './hear-out.ts'

/** Connections whose running request may take minutes to arrive. */
const unhurried = new WeakSet<Socket>()
const STALLED_MS = 60_000

/**
 * Exempts a streamed upload from the 10 s that a request has to arrive whole. It must still make progress: after a
 * minute of silence the connection is cut. Call it before the body is read.
 */
export function allowSlowBody(request: IncomingMessage, stalledMs = STALLED_MS): void {
  const { socket } = request
  const cut = () => socket.destroy()
  unhurried.add(socket)
  socket.setTimeout(stalledMs, cut)
  request.once('close', () => {
    unhurried.delete(socket)
    socket.off('timeout', cut)
    // Where the answer went out before, the limit between two requests is set by now.
    if (socket.timeout === stalledMs) socket.setTimeout(0)
  })
}

/** Somebody asks for a tunnel to elsewhere. */
export class TunnelError extends Error {
  readonly code = 'TUNNEL'
}

export function createClientErrorHandler(ids: Pick<IdSource, 'next'>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && unhurried.has(socket)) return
    if (isHeardOut(socket)) return // and told already what is wrong
    // An answer that has begun cannot be mended by a second one behind it.
    const begun = (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent === true
    if (error.code === 'ECONNRESET' || begun || !socket.writable) {
      socket.destroy()
      return
    }
    const [status, message] = FAULTS[error.code ?? ''] ?? [400, 'This is not a well-formed HTTP request']
    const { headers, body } = answerError(new ServiceError('validation_error', message), ids.next('req'))
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
    hearOut(socket)
  }
}

const FAULTS: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are larger than 16 KiB'],
  TUNNEL: [400, 'This is no proxy, and CONNECT is for proxies; send the request itself'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time: its headers have 5 seconds, all of it has 10'],
}

// RFC 9112, 3.2: a request of HTTP/1.1 names its host once; with two it is anybody's guess which of them a proxy went by.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { IdSource } from '../base/ids.ts'
import { ServiceError } from '../domain/errors.ts'
import { answerError } from './errors.ts'

/** HTTP/1.0 may do without. */
export function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  // Names and values by turns; `headersDistinct` would make a list of each header, for several microseconds a request.
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1')
}

/** In our words, since Node refuses without any; the connection ends. */
export function refuseHosts(response: ServerResponse, ids: Pick<IdSource, 'next'>): void {
  const fault = new ServiceError('validation_error', 'A request of HTTP/1.1 names its host once, in the header Host')
  const { status, headers, body } = answerError(fault, ids.next('req'))
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' }).end(body)
}

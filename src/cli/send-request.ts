// Sends one request and reads its whole answer. Not by `fetch`, which gives up by itself where no answer begins within 300 s.
import type { IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline, Readable } from 'node:stream'
import { request as requestHttp } from '../base/node-http.ts'

interface Sent {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Readable | undefined
  /** Without one the answer may take as long as it likes. */
  readonly signal?: AbortSignal
}

export interface Answer {
  readonly status: number
  /** Its media type, as it was named; empty where it was not. */
  readonly type: string
  readonly text: string
  /** True where it carries an `X-Request-Id`, as every answer of Aside does. */
  readonly isNumbered: boolean
}

/** @throws what the connection broke of, or the reason of the signal. The answer may come before the body has ended. */
export function sendRequest(url: URL, { body, signal, ...how }: Sent): Promise<Answer> {
  const open = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(signal?.aborted ? signal.reason : error)
    let answered = false
    const request = open(url, { ...how, ...(signal && { signal }) })
    request.on('response', (response) => {
      answered = true
      const { statusCode: status = 0, headers } = response
      const type = headers['content-type'] ?? ''
      const isNumbered = headers['x-request-id'] !== undefined
      readText(response).then((text) => resolve({ status, type, text, isNumbered }), fail)
    })
    // A server that refuses early closes the socket under the rest of the body; its answer tells more than that error.
    request.on('error', (error) => {
      if (!answered) fail(error)
    })
    if (body instanceof Readable) pipeline(body, request, () => {})
    else request.end(body)
  })
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

// A small HTTP client for storms: kept connections, no redirects followed, and a client name that a person could have.
import { Agent, request } from 'node:http'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** The body as JSON. @throws SyntaxError where it is none */
  json<T = any>(): T
}

export interface Call {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Texts and bytes go as they are; anything else as JSON. */
  readonly body?: unknown
  /** Milliseconds without an answer after which it fails; default 15 s. */
  readonly patienceMs?: number
}

export interface HttpClient {
  /** @throws Error where the connection fails or breaks off */
  send(url: string, call?: Call): Promise<Answer>
  close(): void
}

export const PERSON = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'

export function createHttpClient({ sockets = 64 }: { sockets?: number } = {}): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets })
  return {
    send: (url, call = {}) => send(agent, url, call),
    close: () => agent.destroy(),
  }
}

function send(agent: Agent, url: string, { method = 'GET', headers = {}, body, patienceMs = 15_000 }: Call) {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const payload = body === undefined || isRaw ? (body as string | Uint8Array | undefined) : JSON.stringify(body)
  const described = {
    'user-agent': PERSON,
    ...(payload !== undefined && {
      'content-length': String(Buffer.byteLength(payload)),
      ...(!isRaw && { 'content-type': 'application/json' }),
    }),
    ...headers,
  }
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(url, { agent, method, headers: described, timeout: patienceMs }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        const { statusCode = 0, headers: answered } = response
        resolve({ status: statusCode, headers: answered, text, json: () => JSON.parse(text) })
      })
    })
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${patienceMs} ms`)))
    sent.on('error', reject)
    sent.end(payload)
  })
}

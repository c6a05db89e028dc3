// A whole address of MCP as the SDK serves it: both eras of the protocol from one address, each request complete in itself.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { toWebRequest } from '@modelcontextprotocol/node'
import { createMcpHandler, type Server } from '@modelcontextprotocol/server'

export interface McpEndpoint<V extends object> {
  /** Answers a POST whose body was read and parsed before, by a server made for this visit. */
  answer(request: IncomingMessage, response: ServerResponse, message: unknown, visit: V): Promise<void>
  close(): Promise<void>
}

/**
 * @param path of the address
 * @param serverFor makes what answers one visit
 * @param onFault hears what the SDK refused and why; nothing of it has been shown to the caller
 */
export function createMcpEndpoint<V extends object>({
  path,
  serverFor,
  onFault,
  plainJson = false,
}: {
  readonly path: string
  readonly serverFor: (visit: V) => Server
  readonly onFault: (error: Error) => void
  /** Whether clients that take JSON alone are answered in it; else they are refused (406), as the older revisions say. */
  readonly plainJson?: boolean
}): McpEndpoint<V> {
  const handler = createMcpHandler(({ authInfo }) => serverFor(authInfo?.extra as unknown as V), { onerror: onFault })
  return {
    async answer(request, response, message, visit) {
      const gone = new AbortController()
      response.once('close', () => gone.abort())
      // The address is written anew: the real one may carry a key, and the SDK hands requests to error reports.
      const isPlain = plainJson && !/text\/event-stream|\*\/\*/.test(request.headers.accept ?? '*/*')
      const headers = { ...headersForSdk(request), ...(isPlain && { accept: BOTH_TYPES }) }
      const bare = Object.assign(Object.create(null), { method: 'POST', url: path, headers })
      const webRequest = await toWebRequest(bare, message, { signal: gone.signal })
      const answer = await handler.fetch(webRequest, {
        parsedBody: message,
        // The SDK hands this on to the factory and looks at nothing in it.
        authInfo: { token: '', clientId: '', scopes: [], extra: visit as Record<string, unknown> },
      })
      await (isPlain ? sendPlain(answer, response) : send(answer, response))
    },
    close: () => handler.close(),
  }
}

/** Clients may keep lists this long; a new version of the service may change them. */
const LIST_TTL_MS = 300_000
const LIST_HINT = { ttlMs: LIST_TTL_MS, cacheScope: 'private' } as const
/** For the server of a visit. */
export const CACHE_HINTS = { 'tools/list': LIST_HINT, 'server/discover': LIST_HINT } as const

const BOTH_TYPES = 'application/json, text/event-stream'

/**
 * Without keys; and who takes whatever comes takes both types of answers, which the SDK looks for by their names. The guard has
 * looked at the host, of which the SDK would make an address: with a port above 65535 that is none.
 */
function headersForSdk({ headers }: IncomingMessage): IncomingMessage['headers'] {
  const { authorization: _bearer, 'x-api-key': _key, host: _host, accept = '*/*', ...rest } = headers
  return { ...rest, accept: accept.includes('*/*') ? BOTH_TYPES : accept }
}

/** Writes status, type and body; the headers about caches are the door's own. */
async function send(answer: Response, response: ServerResponse): Promise<void> {
  for (const [name, value] of answer.headers) {
    if (name !== 'cache-control' && name !== 'connection') response.setHeader(name, value)
  }
  response.writeHead(answer.status)
  if (answer.body !== null) {
    for await (const chunk of answer.body) {
      if (response.destroyed) break
      if (!response.write(chunk)) await roomIn(response)
    }
  }
  response.end()
}

/** The last message of a stream, which is the answer, as JSON; what is no stream goes out as it is. */
async function sendPlain(answer: Response, response: ServerResponse): Promise<void> {
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return send(answer, response)
  const lines = (await answer.text()).split('\n').filter((line) => line.startsWith('data:'))
  const json = (lines.at(-1) ?? 'data:null').slice('data:'.length).trim()
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(json)
}

/** Resolves when a slow reader has caught up or is gone. */
function roomIn(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })
}

// Lets web pages that the guard let in read what MCP answers, and answers their preflights.
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Lets the page that asks read the answer; does nothing for clients that are no web page. */
export function allowPage({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.origin === undefined) return
  response.setHeader('access-control-allow-origin', headers.origin)
  response.setHeader('access-control-expose-headers', 'WWW-Authenticate, Mcp-Session-Id, Retry-After, X-Request-Id')
  response.setHeader('vary', 'Origin')
}

/** Answers a preflight and returns true, or returns false where the request is none. */
export function answerPreflight({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
  if (method !== 'OPTIONS' || headers.origin === undefined) return false
  if (headers['access-control-request-method'] === undefined) return false
  response.writeHead(204, PREFLIGHT).end()
  return true
}

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers':
    'Content-Type, Authorization, X-API-Key, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID',
  'access-control-max-age': '7200',
}

// Keeps web pages of strangers out: the Host must be ours, an Origin ours or a configured one. Answers CORS preflights.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { FOREIGN_HOST, type IsOwnHost } from '../base/own-hosts.ts'

export interface Guard {
  /** What is wrong with where a request comes from, in words; undefined where it may go on. */
  faultOf(request: IncomingMessage): string | undefined
  /** Lets the page that asks read the answer; does nothing for clients that are no web page. */
  allowPage(request: IncomingMessage, response: ServerResponse): void
  /** Answers a preflight and returns true, or returns false where the request is none. */
  answerPreflight(request: IncomingMessage, response: ServerResponse): boolean
}

/**
 * @param allowedOrigins foreign origins such as `https://app.example`; pages of our own hosts are never foreign
 */
export function createGuard(isOwnHost: IsOwnHost, allowedOrigins: readonly string[]): Guard {
  const origins = new Set(allowedOrigins.map((origin) => origin.toLowerCase().replace(/\/$/, '')))

  return {
    faultOf({ headers }) {
      if (!isOwnHost(headers.host)) return FOREIGN_HOST
      const origin = headers.origin?.toLowerCase()
      if (origin === undefined || origins.has(origin) || isOwnHost(hostOf(origin))) return undefined
      return 'Pages of this origin may not call this service; the operator sets ASIDE_ALLOWED_ORIGINS'
    },
    allowPage({ headers }, response) {
      if (headers.origin === undefined) return
      response.setHeader('access-control-allow-origin', headers.origin)
      response.setHeader('access-control-expose-headers', EXPOSED)
      response.setHeader('vary', 'Origin')
    },
    answerPreflight({ method, headers }, response) {
      if (method !== 'OPTIONS' || headers.origin === undefined) return false
      if (headers['access-control-request-method'] === undefined) return false
      response.writeHead(204, PREFLIGHT).end()
      return true
    },
  }
}

const EXPOSED = 'WWW-Authenticate, Mcp-Session-Id, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id'

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers':
    'Content-Type, Authorization, X-API-Key, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID',
  'access-control-max-age': '7200',
}

/** The host of an origin; empty where it has none, as `null` has not. */
function hostOf(origin: string): string {
  return /^https?:\/\/([^/]+)$/.exec(origin)?.[1] ?? ''
}

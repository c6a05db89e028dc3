// Which web pages may call: tracking, pictures and events are open to all; requests with a browser key to the origins of that key.
import type { IncomingMessage } from 'node:http'
import type { HeaderSink } from '../doors/header-sink.ts'

const OPEN = /^\/(?:c|i|v|f|why|img)\/|^\/api\/v1\/events\/?$|^\/(?:openapi\.json|aside\.js)$/
const WITH_KEY = /^\/api\/v1\/ads\/request\/?$/

const EXPOSED = 'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy'

/** Sets the CORS header of addresses that any page may call. */
export function openToAll(path: string, response: HeaderSink): void {
  if (!OPEN.test(path)) return
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-expose-headers', EXPOSED)
}

/** Lets the page of this origin read the answer. */
export function allowOrigin(response: HeaderSink, origin: string): void {
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('access-control-expose-headers', EXPOSED)
  response.setHeader('vary', 'Origin')
}

/** True for an address that pages of other origins may call at all. */
export function isOpenToPages(path: string): boolean {
  return OPEN.test(path) || WITH_KEY.test(path)
}

/** The headers that answer a preflight. It carries no key, so the origin is checked by the request that follows. */
export function preflightHeaders(request: IncomingMessage, methods: string): Record<string, string> {
  if (request.headers.origin === undefined) return {}
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': methods,
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, X-API-Key, X-Request-Id',
    'access-control-max-age': '7200',
  }
}

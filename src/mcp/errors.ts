// Every "no" of this door: before the body is read it speaks as the HTTP API does, after it as JSON-RPC does.
import type { ServerResponse } from 'node:http'
import { ServiceError, type ErrorCode } from '../domain/errors.ts'

/**
 * Answers with the error envelope of the HTTP API. A 401 carries the challenge; a 403 never says insufficient_scope, which
 * would send clients off to ask for a bigger OAuth token that nobody here can give.
 */
export function refuse(response: ServerResponse, code: ErrorCode, message: string, requestId: string): void {
  const [status, recovery] = STATUS[code] ?? INTERNAL
  if (status === 401) response.setHeader('www-authenticate', challenge(code))
  const body = JSON.stringify({ error: { code, message, recovery }, requestId })
  response.writeHead(status, { 'content-type': JSON_TYPE }).end(body)
}

/** Answers with a JSON-RPC error; `id` is that of the request where it could be read. */
export function refuseRpc(
  response: ServerResponse,
  { status, code, message, id = null }: { status: number; code: number; message: string; id?: RpcId | null },
): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id })
  response.writeHead(status, { 'content-type': JSON_TYPE }).end(body)
}

export type RpcId = string | number

/** JSON-RPC codes: the first two are the protocol's; ours are equal to the HTTP status, far from the reserved range. */
export const RPC = {
  parseError: -32_700,
  invalidRequest: -32_600,
  tooLarge: 413,
  unsupported: 415,
  rateLimited: 429,
} as const

/** The id of a single JSON-RPC request, by which its error finds back to it. */
export function rpcIdOf(message: unknown): RpcId | null {
  const id = (message as { id?: unknown } | null)?.id
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** What a model may read of a failed call: words of ours, and never those of an unforeseen error. */
export function faultTextOf(thrown: unknown, requestId: string): string {
  if (thrown instanceof ServiceError && thrown.code !== 'internal') return `${thrown.message.replace(/\.$/, '')}.`
  return `The ad service could not answer this call, and nothing was counted. The operator finds the cause under ${requestId}.`
}

const JSON_TYPE = 'application/json'

const INTERNAL = [500, 'transient'] as const

/** Status of each code that this door uses, and whether the caller can mend the request, wait, or must give up. */
const STATUS: Partial<Record<ErrorCode, readonly [number, 'correctable' | 'transient' | 'terminal']>> = {
  validation_error: [400, 'correctable'],
  auth_missing: [401, 'correctable'],
  auth_invalid: [401, 'correctable'],
  scope_insufficient: [403, 'terminal'],
  origin_not_allowed: [403, 'terminal'],
  not_found: [404, 'correctable'],
  method_not_allowed: [405, 'correctable'],
  rate_limited: [429, 'transient'],
  internal: INTERNAL,
}

function challenge(code: ErrorCode): string {
  return code === 'auth_invalid' ? 'Bearer realm="aside", error="invalid_token"' : 'Bearer realm="aside"'
}

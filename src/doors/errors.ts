// What an error looks like to the outside, whichever door it leaves by: status, headers and the JSON body of every "no".
import { ServiceError, type ErrorCode } from '../domain/errors.ts'

export type Recovery = 'correctable' | 'transient' | 'terminal'

/** Status of each code, and what the caller can do: mend the request, try again later, or give up. */
export const ERROR_TABLE: Readonly<Record<ErrorCode, { readonly status: number; readonly recovery: Recovery }>> = {
  invalid_json: { status: 400, recovery: 'correctable' },
  validation_error: { status: 400, recovery: 'correctable' },
  conflicting_credentials: { status: 400, recovery: 'correctable' },
  auth_missing: { status: 401, recovery: 'correctable' },
  auth_invalid: { status: 401, recovery: 'correctable' },
  scope_insufficient: { status: 403, recovery: 'terminal' },
  origin_not_allowed: { status: 403, recovery: 'terminal' },
  not_found: { status: 404, recovery: 'correctable' },
  method_not_allowed: { status: 405, recovery: 'correctable' },
  conflict: { status: 409, recovery: 'correctable' },
  idempotency_conflict: { status: 409, recovery: 'transient' },
  idempotency_mismatch: { status: 422, recovery: 'correctable' },
  payload_too_large: { status: 413, recovery: 'correctable' },
  unsupported_media_type: { status: 415, recovery: 'correctable' },
  rate_limited: { status: 429, recovery: 'transient' },
  unavailable: { status: 503, recovery: 'transient' },
  internal: { status: 500, recovery: 'transient' },
}

const GONE = { status: 410, recovery: 'terminal' } as const satisfies (typeof ERROR_TABLE)[ErrorCode]

export interface ErrorAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON text. */
  readonly body: string
}

export const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * A 401 carries the challenge. A 403 never says insufficient_scope, which would send MCP clients off to ask for a bigger OAuth
 * token that nobody here can give.
 */
export function answerServiceError(error: ServiceError, requestId: string): ErrorAnswer {
  const { field, issues, retryAfterSeconds, isGone } = error.details
  const { status, recovery } = isGone ? GONE : ERROR_TABLE[error.code]
  const headers: Record<string, string> = { 'content-type': JSON_TYPE, 'x-request-id': requestId }
  if (status === 401) headers['www-authenticate'] = challenge(error.code)
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds)
  if (status === 415) headers['accept-encoding'] = 'identity'
  const body = JSON.stringify({
    error: { code: error.code, message: error.message, field, issues, recovery, retryAfterSeconds },
    requestId,
  })
  return { status, headers, body }
}

/** Stands for everything unforeseen, which shows nothing of itself but the request id. */
export const INTERNAL = new ServiceError(
  'internal',
  'Something went wrong on our side. Try again; if it stays, give the request id to the operator.',
)

function challenge(code: ErrorCode): string {
  return code === 'auth_invalid' ? 'Bearer realm="aside", error="invalid_token"' : 'Bearer realm="aside"'
}

// The one place where an error becomes an HTTP answer: status, headers and the JSON body of every "no".
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

export interface ErrorAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON text. */
  readonly body: string
}

export const JSON_TYPE = 'application/json; charset=utf-8'

/** What to send for anything that was thrown. An error without a code of ours shows nothing of itself but the request id. */
export function answerError(thrown: unknown, requestId: string): ErrorAnswer {
  const error = asServiceError(thrown)
  const { status, recovery } = ERROR_TABLE[error.code]
  const { field, issues, retryAfterSeconds } = error.details
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

/** True where an error is a fault of ours that should stand in the log. */
export function isOurFault(thrown: unknown): boolean {
  return asServiceError(thrown).code === 'internal'
}

/** Any thrown thing as an error with a code; those of the web framework keep their meaning. */
export function asServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown
  const { code, statusCode, message } = (thrown ?? {}) as { code?: string; statusCode?: number; message?: string }
  const known = typeof code === 'string' ? FRAMEWORK_ERRORS[code] : undefined
  if (known) return known
  if (typeof code === 'string' && code.startsWith('FST_') && statusCode === 400) {
    return new ServiceError('validation_error', message ?? 'The request could not be read')
  }
  return INTERNAL
}

const INTERNAL = new ServiceError(
  'internal',
  'Something went wrong on our side. Try again; if it stays, give the request id to the operator.',
)

const FRAMEWORK_ERRORS: Readonly<Record<string, ServiceError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: unsupported(
    'Send the body with a Content-Type that this address takes; for most that is application/json',
  ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new ServiceError(
    'invalid_json',
    'The body is shorter or longer than its Content-Length says',
  ),
  FST_ERR_CTP_BODY_TOO_LARGE: new ServiceError('payload_too_large', 'The body is larger than this address takes'),
  FST_ERR_BAD_URL: new ServiceError('not_found', 'The path holds a malformed percent sequence'),
  FST_ERR_MAX_PARAM_LENGTH: new ServiceError('not_found', 'A part of the path is too long'),
}

export function unsupported(message: string): ServiceError {
  return new ServiceError('unsupported_media_type', message)
}

function challenge(code: ErrorCode): string {
  return code === 'auth_invalid' ? 'Bearer realm="aside", error="invalid_token"' : 'Bearer realm="aside"'
}

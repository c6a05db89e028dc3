// The one class of error that is meant for a caller, and the closed list of its codes.

export type ErrorCode =
  | 'invalid_json'
  | 'validation_error'
  | 'conflicting_credentials'
  | 'auth_missing'
  | 'auth_invalid'
  | 'scope_insufficient'
  | 'origin_not_allowed'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'idempotency_conflict'
  | 'idempotency_mismatch'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'unavailable'
  | 'internal'

/** One thing that is wrong with the input; `pointer` is a JSON pointer (RFC 6901) into it. */
export interface Issue {
  readonly pointer: string
  readonly keyword: string
  readonly message: string
}

export interface ErrorDetails {
  /** The field at fault in dotted form, such as `slots[0].count`. */
  readonly field?: string
  readonly issues?: readonly Issue[]
  readonly retryAfterSeconds?: number
  /** With `not_found`: it was there once, and never will be again. */
  readonly isGone?: boolean
  readonly cause?: unknown
}

/** An error that tells the caller what to do next. Anything else that is thrown is `internal`. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.name = 'ServiceError'
    this.code = code
    this.details = details
  }
}

/** A single fault of the input, with the same words as message and as issue. */
export function invalid(field: string, message: string, keyword = 'invalid'): ServiceError {
  return new ServiceError('validation_error', field === '' ? message : `${field} ${message}`, {
    field,
    issues: [{ pointer: pointerOf(field), keyword, message }],
  })
}

/** A field in dotted form as a JSON pointer: `slots[0].count` becomes `/slots/0/count`. */
export function pointerOf(field: string): string {
  return field === '' ? '' : `/${field.replace(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`
}

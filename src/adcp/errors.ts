// Every "no" of a tool in the protocol's shape: a code of its list, a sentence, where, and what the buyer can do about it.
import { type Issue, ServiceError, type ErrorCode } from '../domain/errors.ts'
import { OrderError, type OrderFault } from '../domain/order-error.ts'
import { ERROR_TABLE, INTERNAL, type Recovery } from '../doors/errors.ts'

/** An error as it stands in `errors[]` and in `adcp_error`. */
export interface AdcpError {
  readonly code: string
  readonly message: string
  /** Absent where the protocol wants nothing said beside code and message. */
  readonly recovery?: Recovery
  readonly field?: string
  readonly suggestion?: string
  readonly retry_after?: number
  readonly issues?: readonly Issue[]
  readonly details?: object
}

const OF_ORDERS: Readonly<Record<OrderFault, { readonly code: string; readonly suggestion: string }>> = {
  account_not_found: { code: 'ACCOUNT_NOT_FOUND', suggestion: 'list_accounts tells the accounts of this key' },
  account_ambiguous: { code: 'ACCOUNT_AMBIGUOUS', suggestion: 'Name the account by its account_id' },
  product_not_found: {
    code: 'PRODUCT_NOT_FOUND',
    suggestion: 'get_products tells the products and their pricing options',
  },
  media_buy_not_found: { code: 'MEDIA_BUY_NOT_FOUND', suggestion: 'get_media_buys tells the media buys of this key' },
  package_not_found: { code: 'PACKAGE_NOT_FOUND', suggestion: 'get_media_buys tells the packages of a media buy' },
  creative_not_found: {
    code: 'CREATIVE_NOT_FOUND',
    suggestion: 'sync_creatives adds creatives, list_creatives tells them',
  },
  unsupported: {
    code: 'UNSUPPORTED_FEATURE',
    suggestion: 'get_adcp_capabilities and get_products tell what is supported',
  },
  terms_rejected: {
    code: 'TERMS_REJECTED',
    suggestion: 'Leave the terms out: what this seller counts is what is billed',
  },
  budget_too_low: { code: 'BUDGET_TOO_LOW', suggestion: 'Give each package a budget above zero' },
  ended: { code: 'INVALID_STATE', suggestion: 'valid_actions of the media buy tells what it takes' },
  not_cancelable: { code: 'NOT_CANCELLABLE', suggestion: 'It is over already; nothing needs to be done' },
  revision_passed: { code: 'CONFLICT', suggestion: 'Read the media buy again, and send the revision that it has now' },
}

const OF_SERVICE: Readonly<Record<ErrorCode, string>> = {
  invalid_json: 'INVALID_REQUEST',
  validation_error: 'VALIDATION_ERROR',
  conflicting_credentials: 'INVALID_REQUEST',
  auth_missing: 'AUTH_REQUIRED',
  auth_invalid: 'AUTH_REQUIRED',
  scope_insufficient: 'PERMISSION_DENIED',
  origin_not_allowed: 'PERMISSION_DENIED',
  not_found: 'REFERENCE_NOT_FOUND',
  method_not_allowed: 'INVALID_REQUEST',
  conflict: 'CONFLICT',
  idempotency_conflict: 'SERVICE_UNAVAILABLE',
  idempotency_mismatch: 'IDEMPOTENCY_CONFLICT',
  payload_too_large: 'INVALID_REQUEST',
  unsupported_media_type: 'INVALID_REQUEST',
  rate_limited: 'RATE_LIMITED',
  unavailable: 'SERVICE_UNAVAILABLE',
  internal: 'SERVICE_UNAVAILABLE',
}

/** @param thrown anything; what was not foreseen shows nothing of itself but the request id */
export function adcpErrorOf(thrown: unknown, requestId: string): AdcpError {
  const error = thrown instanceof ServiceError ? thrown : INTERNAL
  if (error.code === 'idempotency_mismatch') return KEY_USED
  const { field, issues, retryAfterSeconds } = error.details
  const known = error instanceof OrderError ? OF_ORDERS[error.fault] : undefined
  const isLost = error.code === 'internal'
  const message = isLost ? `${error.message.replace(/\.$/, '')} (${requestId}).` : error.message
  return {
    code: known?.code ?? OF_SERVICE[error.code],
    message,
    recovery: ERROR_TABLE[error.code].recovery,
    ...(field && { field }),
    ...(known && { suggestion: known.suggestion }),
    ...(retryAfterSeconds !== undefined && { retry_after: retryAfterSeconds }),
    ...(issues && issues.length > 0 && { issues }),
  }
}

/** Nothing of what the key was used for may be told: it may be somebody else's guess. */
const KEY_USED: AdcpError = {
  code: 'IDEMPOTENCY_CONFLICT',
  message: 'This idempotency_key was used for another request; a new request takes a new key',
}

/** A tool's whole answer where it failed. */
export function failureOf(error: AdcpError, context: unknown): object {
  return { status: 'failed', adcp_error: error, errors: [error], ...(context !== undefined && { context }) }
}

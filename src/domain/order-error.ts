// What can be wrong with an order of media, named so that a buyer's protocol can say it in its own words.
import { ServiceError, type ErrorCode, type ErrorDetails } from './errors.ts'

/** Each with the code that it has elsewhere. */
const CODES = {
  account_not_found: 'not_found',
  account_ambiguous: 'validation_error',
  product_not_found: 'not_found',
  media_buy_not_found: 'not_found',
  package_not_found: 'not_found',
  creative_not_found: 'not_found',
  /** What the buyer asks for cannot be honoured here. */
  unsupported: 'validation_error',
  terms_rejected: 'validation_error',
  budget_too_low: 'validation_error',
  /** It is canceled or over. */
  ended: 'conflict',
  not_cancelable: 'conflict',
  revision_passed: 'conflict',
} as const satisfies Record<string, ErrorCode>

export type OrderFault = keyof typeof CODES

/** A `ServiceError` that says what of an order it is about. */
export class OrderError extends ServiceError {
  readonly fault: OrderFault

  constructor(fault: OrderFault, message: string, details: ErrorDetails = {}) {
    super(CODES[fault], message, details)
    this.fault = fault
  }
}

/** @param whose what the media buy is looked for under: the account that the request names, or all that its key reaches */
export function noMediaBuy(whose: 'account' | 'key', field = 'media_buy_id'): OrderError {
  const message =
    whose === 'account' ? 'The account has no such media buy' : 'There is no such media buy that this key may use'
  return new OrderError('media_buy_not_found', message, { field })
}

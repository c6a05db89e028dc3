// Where a publisher's withdrawals are paid to; the service notes it, and whoever pays reads it.

export interface PayoutMethod {
  /** Such as bank_transfer or paypal. */
  readonly type: string
  /** Account number or address, as the payer needs it. */
  readonly account: string
  readonly name?: string
}

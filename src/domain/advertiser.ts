// An advertiser pays: in advance (prepaid) or afterwards (invoiced).
import type { EntityBase } from './entity.ts'
import type { Micros } from './money.ts'
import type { BillingDetails } from './paper.ts'

export interface Advertiser extends EntityBase {
  readonly name: string
  /** Lower-case host name shown beside each ad. */
  readonly domain: string
  readonly billing: 'invoiced' | 'prepaid'
  /** What it pays in advance is told to run low below this; absent: not told. */
  readonly lowFundsMicros?: Micros
  /** What its invoices say of it. */
  readonly billingDetails?: BillingDetails
}

// An advertiser pays: in advance (prepaid) or afterwards (invoiced).
import type { EntityBase } from './entity.ts'
import type { Micros } from './money.ts'
import type { BillingDetails } from './paper.ts'

export interface Advertiser extends EntityBase {
  readonly name: string
  /** Lower-case host name shown beside each ad. */
  readonly domain: string
  readonly billing: 'invoiced' | 'prepaid'
  /** How much it may owe where it is invoiced; absent: as much as its campaigns may spend. */
  readonly creditLimitMicros?: Micros
  /** What it has left, of what it paid in advance or may owe, is told to run low below this; absent: not told. */
  readonly lowFundsMicros?: Micros
  /** What its invoices say of it. */
  readonly billingDetails?: BillingDetails
}

/** How far below zero its account may be charged; Infinity where nothing limits it. */
export function overdraftOf({ billing, creditLimitMicros }: Pick<Advertiser, 'billing' | 'creditLimitMicros'>): Micros {
  return billing === 'prepaid' ? 0 : (creditLimitMicros ?? Number.POSITIVE_INFINITY)
}

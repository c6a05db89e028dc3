// An advertiser pays: in advance (prepaid) or afterwards (invoiced).
import type { EntityBase } from './entity.ts'

export interface Advertiser extends EntityBase {
  readonly name: string
  /** Lower-case host name shown beside each ad. */
  readonly domain: string
  readonly billing: 'invoiced' | 'prepaid'
}

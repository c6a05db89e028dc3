// Makes an advertiser, who pays in advance or afterwards.
import type { Advertiser } from '../../domain/advertiser.ts'
import type { Caller } from '../../domain/api-key.ts'
import { createFaults, type Faults } from '../../domain/faults.ts'
import type { Micros } from '../../domain/money.ts'
import { demandScope } from '../authorise.ts'
import { checkAdvertiser } from './check-advertiser.ts'
import { type BillingDetailsChange, checkBillingDetails, mergeBillingDetails } from './check-billing-details.ts'
import { insertOnce, type InventoryDeps, type Names } from './manage-entities.ts'

export interface NewAdvertiser {
  readonly name: string
  readonly domain: string
  /** Default: invoiced. */
  readonly billing?: Advertiser['billing']
  /** Default: as much as its campaigns may spend. */
  readonly creditLimitMicros?: Micros
  /** Default: nobody is told that funds run low. */
  readonly lowFundsMicros?: Micros
  readonly billingDetails?: BillingDetailsChange
}

/** @throws ServiceError scope_insufficient, validation_error */
export type CreateAdvertiser = (
  caller: Caller,
  fields: NewAdvertiser,
  names?: Names,
  faults?: Faults,
) => Promise<Advertiser>

export function createCreateAdvertiser(deps: InventoryDeps): CreateAdvertiser {
  return async (caller, fields, names = deps.ids, faults = createFaults()) => {
    demandScope(caller, 'admin')
    const details = fields.billingDetails && checkBillingDetails(fields.billingDetails, faults, 'billingDetails')
    const shown = checkAdvertiser(fields, faults)
    const billingDetails = mergeBillingDetails(undefined, details)
    const nowMs = deps.clock.nowMs()
    const advertiser = await insertOnce(deps, caller, 'advertiser', {
      id: names.next('adv'),
      ...shown,
      billing: fields.billing ?? 'invoiced',
      ...(fields.creditLimitMicros !== undefined && { creditLimitMicros: fields.creditLimitMicros }),
      ...(fields.lowFundsMicros !== undefined && { lowFundsMicros: fields.lowFundsMicros }),
      ...(billingDetails && { billingDetails }),
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    })
    await deps.refreshInventory('others')
    return advertiser
  }
}

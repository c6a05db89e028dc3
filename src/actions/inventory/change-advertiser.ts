// Changes an advertiser's name or domain; how it pays and what it may owe is for the operator to say, and where people review ads also how it is called.
import type { Advertiser } from '../../domain/advertiser.ts'
import type { Caller } from '../../domain/api-key.ts'
import { createFaults, type Faults } from '../../domain/faults.ts'
import type { Micros } from '../../domain/money.ts'
import { demandScope } from '../authorise.ts'
import { checkAdvertiser } from './check-advertiser.ts'
import { type BillingDetailsChange, checkBillingDetails, mergeBillingDetails } from './check-billing-details.ts'
import type { AdDeps } from './create-ad.ts'
import { changeEntity, type InventoryDeps } from './manage-entities.ts'

export interface AdvertiserChange {
  readonly name?: string
  readonly domain?: string
  readonly billing?: Advertiser['billing']
  /** null: as much as its campaigns may spend. */
  readonly creditLimitMicros?: Micros | null
  /** null: nobody is to be told any more. */
  readonly lowFundsMicros?: Micros | null
  /** null: nothing but its name. */
  readonly billingDetails?: BillingDetailsChange | null
}

/** @throws ServiceError scope_insufficient, not_found, validation_error */
export type ChangeAdvertiser = (
  caller: Caller,
  id: string,
  change: AdvertiserChange,
  faults?: Faults,
) => Promise<Advertiser>

export function createChangeAdvertiser(
  deps: InventoryDeps & Pick<AdDeps, 'manualReview' | 'checkCopy'>,
): ChangeAdvertiser {
  const speaksToModels = (name: string) =>
    deps.checkCopy({ title: name, description: '', keywords: [], categories: [] }) !== undefined
  return (caller, id, change, faults = createFaults()) => {
    const { name, domain, billing, creditLimitMicros, lowFundsMicros, billingDetails } = change
    const details = billingDetails && checkBillingDetails(billingDetails, faults, 'billingDetails')
    const changed = (advertiser: Advertiser): Advertiser => {
      if (billing !== undefined && billing !== advertiser.billing) demandScope(caller, 'admin')
      const credit = creditLimitMicros === undefined ? advertiser.creditLimitMicros : (creditLimitMicros ?? undefined)
      if (credit !== advertiser.creditLimitMicros) demandScope(caller, 'admin')
      const named = { name: name ?? advertiser.name, domain: domain ?? advertiser.domain }
      const shown = checkAdvertiser(named, faults)
      // Both stand beside every ad, also beside those that were approved under another name.
      const isOther = shown.name !== advertiser.name || shown.domain !== advertiser.domain
      if (isOther && (deps.manualReview || speaksToModels(shown.name))) demandScope(caller, 'admin')
      const { creditLimitMicros: _, lowFundsMicros: lowBefore, billingDetails: detailsBefore, ...rest } = advertiser
      const merged = mergeBillingDetails(detailsBefore, details)
      const billed = merged === undefined ? detailsBefore : merged
      const low = lowFundsMicros === undefined ? lowBefore : lowFundsMicros
      return {
        ...rest,
        ...shown,
        billing: billing ?? advertiser.billing,
        ...(credit !== undefined && { creditLimitMicros: credit }),
        ...(low != null && { lowFundsMicros: low }),
        ...(billed != null && { billingDetails: billed }),
      }
    }
    // What an archived advertiser owes is still to be invoiced.
    const evenArchived =
      billingDetails !== undefined &&
      [name, domain, billing, creditLimitMicros, lowFundsMicros].every((one) => one === undefined)
    return changeEntity(deps, caller, 'advertiser', id, changed, { evenArchived })
  }
}

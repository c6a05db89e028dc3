// Changes a publisher: its name, whether it shows ads, and single fields of its policy.
import type { Caller } from '../../domain/api-key.ts'
import { createFaults, type Faults } from '../../domain/faults.ts'
import { DEFAULT_POLICY, type Policy, type Publisher, type PublisherStatus } from '../../domain/publisher.ts'
import type { PayoutMethod } from '../../domain/payout-method.ts'
import { demandScope } from '../authorise.ts'
import { type BillingDetailsChange, checkBillingDetails, mergeBillingDetails } from './check-billing-details.ts'
import { checkName } from './check-name.ts'
import { checkPolicy } from './check-policy.ts'
import { changeEntity, type InventoryDeps } from './manage-entities.ts'
import { mergeChange, type Change } from './merge-change.ts'

export interface PublisherChange {
  readonly name?: string
  /** Null: active. */
  readonly status?: PublisherStatus | null
  /** Null gives a field its default again; null for the whole policy all of them. */
  readonly policy?: Change<Policy> | null
  /** Null takes it away. */
  readonly payoutMethod?: PayoutMethod | null
  /** Null: nothing but its name. */
  readonly billingDetails?: BillingDetailsChange | null
}

/**
 * @param faults what the door found wrong with the change; told together with what is found here
 * @throws ServiceError scope_insufficient, validation_error, not_found
 */
export type ChangePublisher = (
  caller: Caller,
  id: string,
  change: PublisherChange,
  faults?: Faults,
) => Promise<Publisher>

export function createChangePublisher(deps: InventoryDeps): ChangePublisher {
  return async (caller, id, change, faults = createFaults()) => {
    const { name: given, status, policy, payoutMethod, billingDetails } = change
    demandScope(caller, 'admin')
    const name = given === undefined ? undefined : faults.attempt(() => checkName(given))
    const details = billingDetails && checkBillingDetails(billingDetails, faults, 'billingDetails')
    await checkPolicy(deps.store.inventory, policy, faults)
    faults.demandNone()
    const merged = (publisher: Publisher) =>
      mergeChange(publisher, {
        name,
        status,
        policy: policy === null ? DEFAULT_POLICY : mergeChange(publisher.policy, policy, DEFAULT_POLICY),
        payoutMethod,
        billingDetails: mergeBillingDetails(publisher.billingDetails, details),
      })
    // What an archived publisher has earned is still to be paid.
    const isOfMoney = payoutMethod !== undefined || billingDetails !== undefined
    const evenArchived = isOfMoney && [name, status, policy].every((one) => one === undefined)
    return changeEntity(deps, caller, 'publisher', id, merged, { evenArchived })
  }
}

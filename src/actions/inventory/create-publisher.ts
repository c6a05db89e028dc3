// Makes a publisher, whose policy says which ads its pages show and how.
import type { Caller } from '../../domain/api-key.ts'
import { createFaults, type Faults } from '../../domain/faults.ts'
import { DEFAULT_POLICY, type Policy, type Publisher, type PublisherStatus } from '../../domain/publisher.ts'
import type { PayoutMethod } from '../../domain/payout-method.ts'
import { demandScope } from '../authorise.ts'
import { type BillingDetailsChange, checkBillingDetails, mergeBillingDetails } from './check-billing-details.ts'
import { checkName } from './check-name.ts'
import { checkPolicy } from './check-policy.ts'
import { insertOnce, type InventoryDeps, type Names } from './manage-entities.ts'
import { mergeChange, type Change } from './merge-change.ts'

export interface NewPublisher {
  readonly name: string
  readonly status?: PublisherStatus
  readonly policy?: Change<Policy>
  readonly payoutMethod?: PayoutMethod
  readonly billingDetails?: BillingDetailsChange
}

/**
 * @param faults what the door found wrong with the fields; told together with what is found here
 * @throws ServiceError scope_insufficient, validation_error
 */
export type CreatePublisher = (
  caller: Caller,
  fields: NewPublisher,
  names?: Names,
  faults?: Faults,
) => Promise<Publisher>

export function createCreatePublisher(deps: InventoryDeps): CreatePublisher {
  return async (caller, fields, names = deps.ids, faults = createFaults()) => {
    const { name: given, status, policy, payoutMethod } = fields
    demandScope(caller, 'admin')
    const name = faults.attempt(() => checkName(given)) ?? ''
    const details = fields.billingDetails && checkBillingDetails(fields.billingDetails, faults, 'billingDetails')
    const billingDetails = mergeBillingDetails(undefined, details)
    await checkPolicy(deps.store.inventory, policy, faults)
    faults.demandNone()
    const nowMs = deps.clock.nowMs()
    const publisher = await insertOnce(deps, caller, 'publisher', {
      id: names.next('pub'),
      name,
      ...(status && { status }),
      policy: mergeChange(DEFAULT_POLICY, policy, DEFAULT_POLICY),
      ...(payoutMethod && { payoutMethod }),
      ...(billingDetails && { billingDetails }),
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    })
    await deps.refreshInventory('others')
    return publisher
  }
}

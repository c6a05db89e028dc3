// Puts money into an advertiser's account, and reads what is left of it.
import { fundsAccount } from '../../domain/account.ts'
import type { Caller } from '../../domain/api-key.ts'
import { invalid } from '../../domain/errors.ts'
import type { Micros } from '../../domain/money.ts'
import type { LedgerStore } from '../../store/contract.ts'
import { authorOf } from '../author-of.ts'
import { demandScope } from '../authorise.ts'
import { findReachable, type InventoryDeps } from '../inventory/manage-entities.ts'
import { writeIdOf } from '../write-hash.ts'

export interface FundsDeps extends Pick<InventoryDeps, 'clock' | 'ids'> {
  readonly store: InventoryDeps['store'] & { readonly ledger: Pick<LedgerStore, 'topUp' | 'balance'> }
}

export interface Payment {
  readonly advertiserId: string
  readonly amountMicros: Micros
  /** What the books show for it, such as "wire 17". */
  readonly reference: string
  /** The same key posts once for good, also long after its first answer is forgotten. */
  readonly idempotencyKey?: string
}

export interface TopUpResult {
  readonly balanceMicros: Micros
  /** True where this payment was in the books already. */
  readonly repeated: boolean
}

/** @throws ServiceError scope_insufficient, not_found, validation_error, conflict where the key was another payment's */
export type TopUpFunds = (caller: Caller, payment: Payment) => Promise<TopUpResult>

export function createTopUpFunds({ store, clock, ids }: FundsDeps): TopUpFunds {
  return async (caller, { advertiserId, amountMicros, reference, idempotencyKey }) => {
    demandScope(caller, 'admin')
    if (amountMicros <= 0) throw invalid('amount', 'must be above zero', 'minimum')
    // An archived one too: who was archived owing the last invoice still pays it.
    await findReachable({ store }, caller, 'advertiser', advertiserId)
    const postingId = writeIdOf('pay', { caller, idempotencyKey }, ids, 32)
    const by = authorOf({ clock, ids }, caller)
    return store.ledger.topUp({ postingId, advertiserId, amountMicros, reference, atMs: by.atMs }, by)
  }
}

/** Balance in micros. @throws ServiceError scope_insufficient, not_found */
export type ReadFunds = (caller: Caller, advertiserId: string) => Promise<Micros>

export function createReadFunds({ store }: Pick<FundsDeps, 'store'>): ReadFunds {
  return async (caller, advertiserId) => {
    await findReachable({ store }, caller, 'advertiser', advertiserId)
    return store.ledger.balance(fundsAccount(advertiserId))
  }
}

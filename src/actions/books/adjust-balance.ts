// Puts a balance right by hand: a credit to an advertiser, a correction of what a publisher is owed.
import type { Clock } from '../../base/clock.ts'
import type { IdSource } from '../../base/ids.ts'
import type { Caller } from '../../domain/api-key.ts'
import { invalid } from '../../domain/errors.ts'
import type { Micros } from '../../domain/money.ts'
import type { LedgerStore } from '../../store/contract.ts'
import { authorOf } from '../author-of.ts'
import { demandScope } from '../authorise.ts'

export interface AdjustmentRequest {
  /** One of the two. */
  readonly advertiserId?: string
  readonly publisherId?: string
  /** Above zero: in their favour. */
  readonly amountMicros: Micros
  /** The same reference for the same owner posts once. */
  readonly reference: string
}

export interface AdjustmentResult {
  readonly balanceMicros: Micros
  readonly repeated: boolean
}

/** @throws ServiceError scope_insufficient, validation_error, not_found, conflict where the reference was another one's */
export type AdjustBalance = (caller: Caller, adjustment: AdjustmentRequest) => Promise<AdjustmentResult>

export function createAdjustBalance(deps: {
  readonly ledger: Pick<LedgerStore, 'adjust'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly ids: Pick<IdSource, 'next'>
}): AdjustBalance {
  return async (caller, adjustment) => {
    demandScope(caller, 'admin')
    const { advertiserId, publisherId, amountMicros } = adjustment
    if ((advertiserId === undefined) === (publisherId === undefined)) {
      throw invalid('advertiserId', 'or publisherId is needed, and not both', 'required')
    }
    if (amountMicros === 0) throw invalid('amount', 'must not be zero', 'minimum')
    const by = authorOf(deps, caller)
    return deps.ledger.adjust({ ...adjustment, postingId: deps.ids.next('adj'), atMs: by.atMs }, by)
  }
}

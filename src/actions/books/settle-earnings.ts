// What a publisher is owed: earnings that are old enough become available, and leave in withdrawals.
import type { Clock } from '../../base/clock.ts'
import type { IdSource } from '../../base/ids.ts'
import { type Caller, holdsScope } from '../../domain/api-key.ts'
import { invalid, ServiceError } from '../../domain/errors.ts'
import { floorToMinorUnit, formatMicros, type Micros } from '../../domain/money.ts'
import type { Page } from '../../domain/page.ts'
import {
  type DocumentStatus,
  type LedgerDocument,
  PENDING_MS,
  type PublisherBalance,
  statusOf,
} from '../../domain/settlement.ts'
import type { Store } from '../../store/contract.ts'
import { authorOf } from '../author-of.ts'
import { demandScope, mayReach, notFound } from '../authorise.ts'
import { type DocumentQuery, listDocuments } from './list-documents.ts'
import { everyEntity } from '../inventory/manage-entities.ts'
import { writeIdOf } from '../write-hash.ts'

export type Withdrawal = LedgerDocument<'withdrawal'>

export interface SettleEarnings {
  /** @throws ServiceError scope_insufficient, not_found */
  balance(caller: Caller, publisherId: string): Promise<PublisherBalance>
  /**
   * Without an amount: all that is available, in whole minor units.
   * @throws ServiceError scope_insufficient, not_found, validation_error below the minimum, conflict where less is available
   * or no payout method is set, or where the key was another withdrawal's
   */
  withdraw(caller: Caller, request: WithdrawalRequest): Promise<Withdrawal>
  /**
   * A publisher may cancel what is only submitted; the rest is the operator's.
   * @throws ServiceError scope_insufficient, not_found, conflict where it cannot go there, or not by a publisher any more
   */
  move(caller: Caller, id: string, step: { status: DocumentStatus; note: string }): Promise<Withdrawal>
  find(caller: Caller, id: string): Promise<Withdrawal>
  list(caller: Caller, query: DocumentQuery): Promise<Page<Withdrawal>>
  /** Makes available what has waited long enough, for every publisher; reading a balance does it for one. */
  releaseAll(): Promise<void>
}

export interface WithdrawalRequest {
  readonly publisherId?: string
  readonly amountMicros?: Micros
  /** The same key withdraws once for good, also where the process was killed before its first answer was kept. */
  readonly idempotencyKey?: string
}

export interface SettleDeps {
  readonly store: Pick<Store, 'inventory' | 'settlement'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly ids: Pick<IdSource, 'next'>
  readonly currency: string
  readonly minWithdrawalMicros: Micros
}

export function createSettleEarnings(deps: SettleDeps): SettleEarnings {
  const { store, clock, ids } = deps
  const { settlement } = store

  return {
    async balance(caller, publisherId) {
      await findOwnPublisher(caller, publisherId)
      return releasedBalance(publisherId)
    },
    async withdraw(caller, { publisherId = caller.publisherId, amountMicros, idempotencyKey }) {
      demandLive(caller)
      if (publisherId === undefined) throw invalid('publisherId', 'is needed', 'required')
      const { payoutMethod: method } = await findOwnPublisher(caller, publisherId)
      const id = writeIdOf('wd', { caller, idempotencyKey }, ids)
      const made = idempotencyKey !== undefined && (await findMade(id, publisherId, amountMicros))
      if (made) return made
      if (!method)
        throw new ServiceError(
          'conflict',
          'This publisher has no payoutMethod yet; an operator sets it on the publisher',
        )
      const { availableMicros } = await releasedBalance(publisherId)
      const wanted = amountMicros ?? floorToMinorUnit(Math.max(availableMicros, 0), deps.currency)
      checkAmount(wanted)
      const by = authorOf(deps, caller)
      return settlement.withdraw({ id, publisherId, body: { amountMicros: wanted, method }, atMs: by.atMs }, by)
    },
    async move(caller, id, { status, note }) {
      demandLive(caller)
      const withdrawal = await findOwn(caller, id)
      // What is no longer only submitted is a matter of the withdrawal, and not of the key.
      const isOwnCancel =
        status === 'canceled' && (statusOf(withdrawal) === 'submitted' || !holdsScope(caller, 'admin'))
      if (!isOwnCancel) demandScope(caller, 'admin')
      // The operator may begin to pay between the look and the step.
      const from = isOwnCancel ? 'submitted' : undefined
      const by = authorOf(deps, caller)
      const step = { kind: 'withdrawal', id, from, status, note, atMs: by.atMs } as const
      return settlement.takeStep(step, by)
    },
    find: findOwn,
    async list(caller, { publisherId, ...page }) {
      demandScope(caller, 'reports:read')
      if (publisherId !== undefined) await findOwnPublisher(caller, publisherId, 'publisherId')
      const whose = { caller, own: caller.publisherId, asked: publisherId }
      return listDocuments(settlement, 'withdrawal', whose, page)
    },
    async releaseAll() {
      for await (const { id } of everyEntity(store.inventory, 'publisher')) await release(id)
    },
  }

  async function findOwnPublisher(caller: Caller, id: string, field?: string) {
    demandScope(caller, 'reports:read')
    const publisher = mayReach(caller, id) ? await store.inventory.find('publisher', id) : undefined
    if (!publisher) throw notFound('publisher', id, field)
    return publisher
  }

  async function findOwn(caller: Caller, id: string): Promise<Withdrawal> {
    demandScope(caller, 'reports:read')
    const found = await settlement.findDocument('withdrawal', id)
    if (!found || !mayReach(caller, found.owner)) throw notFound('withdrawal', id)
    return found
  }

  /** What an earlier request with the same key has made. */
  async function findMade(id: string, publisherId: string, amountMicros?: Micros): Promise<Withdrawal | undefined> {
    const made = await settlement.findDocument('withdrawal', id)
    if (!made) return undefined
    const isSame = made.owner === publisherId && (amountMicros ?? made.body.amountMicros) === made.body.amountMicros
    if (!isSame)
      throw new ServiceError('conflict', 'This Idempotency-Key was used for another withdrawal; take a new one')
    return made
  }

  async function releasedBalance(publisherId: string): Promise<PublisherBalance> {
    await release(publisherId)
    return settlement.balance(publisherId)
  }

  async function release(publisherId: string): Promise<void> {
    const nowMs = clock.nowMs()
    while (await settlement.release(publisherId, nowMs - PENDING_MS, nowMs));
  }

  /** A test key tries things out, and money that was earned is none to try them with. */
  function demandLive({ mode }: Caller): void {
    if (mode !== 'live') throw new ServiceError('scope_insufficient', `A ${mode} key moves no money; use a live one`)
  }

  function checkAmount(micros: Micros): void {
    if (micros < deps.minWithdrawalMicros) {
      const minimum = `${formatMicros(deps.minWithdrawalMicros)} ${deps.currency}`
      throw invalid('amount', `is ${formatMicros(micros)}; the least that can be withdrawn is ${minimum}`, 'minimum')
    }
    const payable = floorToMinorUnit(micros, deps.currency)
    if (payable !== micros) {
      throw invalid(
        'amount',
        `must be one that can be paid in ${deps.currency}, such as "${formatMicros(payable)}"`,
        'multipleOf',
      )
    }
  }
}

// What publishers are owed: earnings wait, become available, and leave in withdrawals; each move is a posting of its own.
import { createLruMap } from '../../base/lru-map.ts'
import { availableAccount, CASH_ACCOUNT, inTransitAccount, pendingAccount } from '../../domain/account.ts'
import { ServiceError } from '../../domain/errors.ts'
import { formatMicros } from '../../domain/money.ts'
import {
  type DocumentKind,
  type DocumentStatus,
  type LedgerDocument,
  type NewWithdrawal,
  NEXT_STATUS,
  type PublisherBalance,
  statusOf,
} from '../../domain/settlement.ts'
import type { NextStep } from '../contract.ts'
import type { Books } from './books.ts'
import type { Sql } from './database.ts'
import type { Documents } from './documents.ts'

export type Payouts = ReturnType<typeof createPayouts>

/** Charges that one release looks at, so that clicks do not wait behind it. */
const RELEASE_ROWS = 2_000
const CACHED_MAX = 10_000

interface EarningRow {
  readonly sequence: number
  readonly amount: number
  readonly at_ms: number
  readonly reversed: number
}

export function createPayouts(db: Sql, books: Books, documents: Documents) {
  const selectReleased = db.prepare(`
    SELECT p.id FROM entries e JOIN postings p ON p.number = e.posting
    WHERE e.account = (SELECT number FROM accounts WHERE name = ?) AND p.kind = 'release'
    ORDER BY e.sequence DESC LIMIT 1`)
  const selectEarnings = db.prepare(`
    SELECT e.sequence, e.amount_micros AS amount, p.at_ms, r.number IS NOT NULL AS reversed
    FROM entries e JOIN postings p ON p.number = e.posting LEFT JOIN postings r ON r.reverses = p.number
    WHERE e.account = (SELECT number FROM accounts WHERE name = ?) AND e.sequence > ? AND p.kind = 'charge'
    ORDER BY e.sequence`)
  const selectPaid = db.prepare(`
    SELECT total(-e.amount_micros) AS paid FROM entries e JOIN postings p ON p.number = e.posting
    WHERE e.account = (SELECT number FROM accounts WHERE name = ?) AND p.kind = 'payout'`)
  const releasedThrough = createLruMap<string, number>({ entriesMax: CACHED_MAX })

  return {
    /** The last entry of the pending account that was made available, or was passed over as reversed; 0 where none was. */
    throughOf,

    release(publisherId: string, beforeMs: number, atMs: number): boolean {
      let through = throughOf(publisherId)
      const availableMicros = books.balanceOf(availableAccount(publisherId))
      let amountMicros = 0
      let rows = 0
      let isMore = false
      const earnings = selectEarnings.iterate(pendingAccount(publisherId), through) as unknown as Iterable<EarningRow>
      for (const { sequence, amount, at_ms, reversed } of earnings) {
        if (at_ms > beforeMs) break
        isMore = rows++ >= RELEASE_ROWS
        if (isMore) break
        const releasedMicros = amountMicros + (reversed === 0 ? amount : 0)
        // An account that is full makes room again once something is withdrawn.
        if (!Number.isSafeInteger(availableMicros + releasedMicros)) break
        through = sequence
        amountMicros = releasedMicros
      }
      releasedThrough.set(publisherId, through)
      // What was looked at is all reversed: that moves no money, and is looked at once more only after a restart.
      if (amountMicros === 0) return isMore
      books.post({
        kind: 'release',
        id: `release:${publisherId}:${through}`,
        prepaid: false,
        reference: publisherId,
        atMs,
        entries: [
          { account: pendingAccount(publisherId), amountMicros: -amountMicros },
          { account: availableAccount(publisherId), amountMicros },
        ],
      })
      return isMore
    },

    balance: (publisherId: string): PublisherBalance => ({
      pendingMicros: books.balanceOf(pendingAccount(publisherId)),
      availableMicros: books.balanceOf(availableAccount(publisherId)),
      inTransitMicros: books.balanceOf(inTransitAccount(publisherId)),
      paidMicros: (selectPaid.get(inTransitAccount(publisherId)) as { paid: number }).paid,
    }),

    withdraw(withdrawal: NewWithdrawal): LedgerDocument<'withdrawal'> {
      const { id, publisherId, body, atMs } = withdrawal
      const { amountMicros } = body
      if (!Number.isSafeInteger(amountMicros) || amountMicros <= 0) {
        throw new ServiceError('validation_error', 'The amount must be above zero')
      }
      const availableMicros = books.balanceOf(availableAccount(publisherId))
      if (availableMicros < amountMicros) {
        const available = formatMicros(Math.max(availableMicros, 0))
        throw new ServiceError('conflict', `The amount is more than what is available, which is ${available}`)
      }
      move('withdrawal', id, publisherId, atMs, [
        { account: availableAccount(publisherId), amountMicros: -amountMicros },
        { account: inTransitAccount(publisherId), amountMicros },
      ])
      documents.add({ kind: 'withdrawal', id, owner: publisherId, body, atMs })
      return documents.mustFind('withdrawal', id)
    },

    takeStep<K extends DocumentKind>(step: NextStep<K>): LedgerDocument<K> {
      const { kind, id, status, note, atMs } = step
      const document = documents.mustFind(kind, id)
      const now = statusOf(document)
      const { from = now } = step
      if (now === undefined || now !== from || !NEXT_STATUS[now]?.includes(status)) {
        const next = ((now && NEXT_STATUS[now]) ?? []).filter((one) => one !== status)
        const way = next.length > 0 ? `what comes next is ${next.join(' or ')}` : 'that is final'
        throw new ServiceError('conflict', `This ${kind} is ${now}, and cannot become ${status}; ${way}`)
      }
      const posting = postStep(document, status, atMs)
      documents.addStep({ document: document.number, status, note, atMs, ...(posting !== undefined && { posting }) })
      return documents.mustFind(kind, id)
    },

    forgetReleases: () => releasedThrough.clear(),
  }

  function throughOf(publisherId: string): number {
    const known = releasedThrough.get(publisherId)
    if (known !== undefined) return known
    const row = selectReleased.get(availableAccount(publisherId)) as { id: string } | undefined
    const through = row ? throughOfRelease(row.id) : 0
    releasedThrough.set(publisherId, through)
    return through
  }

  function postStep(document: LedgerDocument, status: DocumentStatus, atMs: number): number | undefined {
    if (status !== 'paid' && status !== 'canceled') return undefined
    if (!isWithdrawal(document)) throw new Error(`a ${document.kind} cannot be ${status}`)
    const { id, owner } = document
    const { amountMicros } = document.body
    const account = status === 'paid' ? CASH_ACCOUNT : availableAccount(owner)
    return move(status === 'paid' ? 'payout' : 'withdrawal_canceled', id, owner, atMs, [
      { account: inTransitAccount(owner), amountMicros: -amountMicros },
      { account, amountMicros },
    ])
  }

  function move(
    kind: 'withdrawal' | 'withdrawal_canceled' | 'payout',
    id: string,
    reference: string,
    atMs: number,
    entries: readonly { account: string; amountMicros: number }[],
  ): number {
    return books.post({ kind, id: `${kind}:${id}`, prepaid: false, reference, atMs, entries })
  }
}

function isWithdrawal(document: LedgerDocument): document is LedgerDocument<'withdrawal'> {
  return document.kind === 'withdrawal'
}

/** A release is named after the last entry that it made available. */
export function throughOfRelease(id: string): number {
  return Number(id.slice(id.lastIndexOf(':') + 1))
}

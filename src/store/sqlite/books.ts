// Double entry: a posting moves money between accounts, its entries sum to zero, and none is ever changed or taken away.
import type { DatabaseSync } from 'node:sqlite'
import { ServiceError } from '../../domain/errors.ts'
import type { Micros } from '../../domain/money.ts'
import type { LedgerEntry, TopUp } from '../contract.ts'

export const CASH_ACCOUNT = 'external:cash'
export const FEES_ACCOUNT = 'platform:fees'
export const fundsAccount = (advertiserId: string) => `advertiser:${advertiserId}:funds`
export const pendingAccount = (publisherId: string) => `publisher:${publisherId}:pending`

export interface Posting {
  readonly kind: LedgerEntry['kind']
  readonly id: string
  /** Sequence of the event that is charged. */
  readonly event?: number
  readonly prepaid: boolean
  readonly reference: string
  readonly atMs: number
  readonly entries: readonly { readonly account: string; readonly amountMicros: Micros }[]
}

interface EntryRow {
  readonly sequence: number
  readonly id: string
  readonly kind: LedgerEntry['kind']
  readonly name: string
  readonly amount_micros: number
  readonly at_ms: number
  readonly reference: string
}

export function createBooks(db: DatabaseSync) {
  const insertPosting = db.prepare(
    'INSERT INTO postings (kind, id, event, prepaid, reference, at_ms) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const insertEntry = db.prepare('INSERT INTO entries (posting, account, amount_micros) VALUES (?, ?, ?)')
  const addToAccount = db.prepare(`
    INSERT INTO accounts (name, balance_micros) VALUES (?, ?)
    ON CONFLICT (name) DO UPDATE SET balance_micros = balance_micros + excluded.balance_micros
    RETURNING number`)
  const selectBalance = db.prepare('SELECT balance_micros FROM accounts WHERE name = ?')
  const selectBalances = db.prepare('SELECT name, balance_micros FROM accounts ORDER BY name')
  const selectTopUp = db.prepare(`
    SELECT a.name, e.amount_micros FROM postings p
    JOIN entries e ON e.posting = p.number JOIN accounts a ON a.number = e.account
    WHERE p.kind = 'top_up' AND p.id = ? AND e.amount_micros > 0`)
  const selectAdvertiser = db.prepare("SELECT 1 FROM entities WHERE id = ? AND kind = 'advertiser'")
  const entryColumns = 'e.sequence, p.id, p.kind, a.name, e.amount_micros, p.at_ms, p.reference'
  const entryTables = 'entries e JOIN postings p ON p.number = e.posting JOIN accounts a ON a.number = e.account'
  const selectEntries = db.prepare(
    `SELECT ${entryColumns} FROM ${entryTables} WHERE e.sequence > ? ORDER BY e.sequence LIMIT ?`,
  )
  const selectAccountEntries = db.prepare(`
    SELECT ${entryColumns} FROM ${entryTables}
    WHERE e.sequence > ? AND e.account = (SELECT number FROM accounts WHERE name = ?)
    ORDER BY e.sequence LIMIT ?`)

  return {
    post,
    balanceOf,
    topUp({ postingId, advertiserId, amountMicros, reference, atMs }: TopUp) {
      const account = fundsAccount(advertiserId)
      const known = selectTopUp.get(postingId) as { name: string; amount_micros: number } | undefined
      if (known) {
        if (known.name === account && known.amount_micros === amountMicros) {
          return { balanceMicros: balanceOf(account), repeated: true }
        }
        throw new ServiceError('conflict', `The posting ${postingId} was already used for another payment.`)
      }
      if (!selectAdvertiser.get(advertiserId)) {
        throw new ServiceError('not_found', `There is no advertiser ${advertiserId}.`)
      }
      refuseOddAmount(amountMicros, account)
      const entries = [
        { account: CASH_ACCOUNT, amountMicros: -amountMicros },
        { account, amountMicros },
      ]
      post({ kind: 'top_up', id: postingId, prepaid: false, reference, atMs, entries })
      return { balanceMicros: balanceOf(account), repeated: false }
    },
    balances: () =>
      (selectBalances.all() as unknown as { name: string; balance_micros: number }[]).map((row) => ({
        account: row.name,
        balanceMicros: row.balance_micros,
      })),
    entries({ after, limit, account }: { after: number; limit: number; account?: string }): LedgerEntry[] {
      const rows =
        account === undefined ? selectEntries.all(after, limit) : selectAccountEntries.all(after, account, limit)
      return (rows as unknown as EntryRow[]).map(entryOf)
    },
  }

  function post({ kind, id, event, prepaid, reference, atMs, entries }: Posting): void {
    const sum = entries.reduce((total, entry) => total + entry.amountMicros, 0)
    if (sum !== 0) throw new Error(`The entries of posting ${id} sum to ${sum}, not to 0.`)
    const posting = insertPosting.run(kind, id, event ?? null, prepaid ? 1 : 0, reference, atMs).lastInsertRowid
    for (const { account, amountMicros } of entries) {
      if (amountMicros === 0) continue
      const { number } = addToAccount.get(account, amountMicros) as { number: number }
      insertEntry.run(posting, number, amountMicros)
    }
  }

  function balanceOf(account: string): Micros {
    return (selectBalance.get(account) as { balance_micros: number } | undefined)?.balance_micros ?? 0
  }

  function refuseOddAmount(amountMicros: Micros, account: string): void {
    if (!Number.isSafeInteger(amountMicros) || amountMicros <= 0) {
      throw new ServiceError('validation_error', 'The amount must be above zero.')
    }
    const sums = [balanceOf(account) + amountMicros, amountMicros - balanceOf(CASH_ACCOUNT)]
    if (!sums.every(Number.isSafeInteger)) {
      throw new ServiceError('conflict', 'The books of one installation hold at most nine billion units.')
    }
  }
}

function entryOf(row: EntryRow): LedgerEntry {
  return {
    sequence: row.sequence,
    postingId: row.id,
    kind: row.kind,
    account: row.name,
    amountMicros: row.amount_micros,
    atMs: row.at_ms,
    reference: row.reference,
  }
}

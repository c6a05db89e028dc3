// Double entry: a posting moves money between accounts, its entries sum to zero, and none is ever changed or taken away.
import { createLruMap } from '../../base/lru-map.ts'
import { ADJUSTMENTS_ACCOUNT, availableAccount, CASH_ACCOUNT, fundsAccount } from '../../domain/account.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { Micros } from '../../domain/money.ts'
import type { Adjustment, LedgerEntry, TopUp } from '../contract.ts'
import type { Sql } from './database.ts'
import { createNextNumber } from './next-number.ts'

export interface Posting {
  readonly kind: LedgerEntry['kind']
  readonly id: string
  /** Sequence of the event that is charged. */
  readonly event?: number
  /** Number of the charge that is taken back. */
  readonly reverses?: number
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

interface Account {
  readonly number: number
  readonly balanceMicros: Micros
}

const CACHED_MAX = 10_000
/** Of an entry. */
const COLUMNS = 3

export type Books = ReturnType<typeof createBooks>

export function createBooks(db: Sql) {
  const insertPosting = db.prepare(
    'INSERT INTO postings (number, kind, id, event, reverses, prepaid, reference, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const insertEntries = [1, 2, 3].map((rows) =>
    db.prepare(
      `INSERT INTO entries (posting, account, amount_micros) VALUES ${Array(rows).fill('(?, ?, ?)').join(', ')}`,
    ),
  )
  const insertAccount = db.prepare('INSERT INTO accounts (number, name, balance_micros) VALUES (?, ?, ?)')
  const writeBalance = db.prepare('UPDATE accounts SET balance_micros = ? WHERE number = ?')
  const selectAccount = db.prepare('SELECT number, balance_micros AS balanceMicros FROM accounts WHERE name = ?')
  const selectBalances = db.prepare('SELECT name, balance_micros FROM accounts ORDER BY name')
  const selectPayment = db.prepare(`
    SELECT p.kind, a.name, e.amount_micros FROM postings p
    JOIN entries e ON e.posting = p.number JOIN accounts a ON a.number = e.account
    WHERE p.number = ? ORDER BY e.sequence DESC LIMIT 1`)
  const selectByPostingId = db.prepare('SELECT number FROM postings WHERE kind = ? AND id = ?')
  const selectByReference = db.prepare(
    'SELECT posting AS number FROM payment_references WHERE owner = ? AND reference = ?',
  )
  const insertReference = db.prepare('INSERT INTO payment_references (owner, reference, posting) VALUES (?, ?, ?)')
  const selectOwner = db.prepare('SELECT body FROM entities WHERE id = ? AND kind = ?')
  const entryColumns = 'e.sequence, p.id, p.kind, a.name, e.amount_micros, p.at_ms, p.reference'
  const entryTables = 'entries e JOIN postings p ON p.number = e.posting JOIN accounts a ON a.number = e.account'
  const selectEntries = db.prepare(
    `SELECT ${entryColumns} FROM ${entryTables} WHERE e.sequence > ? ORDER BY e.sequence LIMIT ?`,
  )
  const selectAccountEntries = db.prepare(`
    SELECT ${entryColumns} FROM ${entryTables}
    WHERE e.sequence > ? AND e.account = (SELECT number FROM accounts WHERE name = ?)
    ORDER BY e.sequence LIMIT ?`)

  const nextPosting = createNextNumber(db, 'postings', 'number')
  const nextAccount = createNextNumber(db, 'accounts', 'number')
  // Nobody else writes them, so what is known of them here is so.
  const accounts = createLruMap<string, Account>({ entriesMax: CACHED_MAX })
  const unwritten = new Map<string, Account>() // lives no longer than one call
  let isGathering = false

  return {
    post,
    /** Runs what makes many postings: what accounts hold then is written once for each of them, at the end. */
    gather<T>(run: () => T): T {
      isGathering = true
      try {
        const result = run()
        for (const { number, balanceMicros } of unwritten.values()) writeBalance.run(balanceMicros, number)
        return result
      } finally {
        isGathering = false
        unwritten.clear()
      }
    },
    balanceOf,
    /** What is known of accounts may have been rolled back. */
    forget(): void {
      accounts.clear()
      nextPosting.forget()
      nextAccount.forget()
    },
    topUp({ advertiserId, amountMicros, ...payment }: TopUp) {
      if (amountMicros <= 0) throw new ServiceError('validation_error', 'The amount must be above zero')
      findOwner('advertiser', advertiserId)
      const account = fundsAccount(advertiserId)
      return pay({ kind: 'top_up', owner: advertiserId, account, from: CASH_ACCOUNT, amountMicros, ...payment })
    },
    adjust({ advertiserId, publisherId, amountMicros, ...payment }: Adjustment) {
      const kind = advertiserId === undefined ? 'publisher' : 'advertiser'
      const owner = advertiserId ?? publisherId ?? ''
      const account = advertiserId === undefined ? availableAccount(owner) : fundsAccount(owner)
      const isPrepaid = (findOwner(kind, owner) as { billing?: string }).billing === 'prepaid'
      const from = ADJUSTMENTS_ACCOUNT
      return pay({ kind: 'adjustment', owner, account, from, amountMicros, isPrepaid, ...payment })
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

  /** @returns the number of the posting. @throws ServiceError conflict where an account would hold more than is exact */
  function post({ kind, id, event, reverses, prepaid, reference, atMs, entries }: Posting): number {
    const sum = entries.reduce((total, entry) => total + entry.amountMicros, 0)
    if (sum !== 0) throw new Error(`The entries of posting ${id} sum to ${sum}, not to 0.`)
    const posting = nextPosting.next()
    insertPosting.run(posting, kind, id, event ?? null, reverses ?? null, prepaid ? 1 : 0, reference, atMs)
    const rows: number[] = []
    for (const { account, amountMicros } of entries) {
      if (amountMicros === 0) continue
      const known = accountOf(account)
      const balanceMicros = (known?.balanceMicros ?? 0) + amountMicros
      if (!Number.isSafeInteger(balanceMicros)) {
        throw new ServiceError(
          'conflict',
          `The account ${account} would pass nine billion units, the most that one holds; book a smaller amount`,
        )
      }
      const number = known?.number ?? nextAccount.next()
      if (known && isGathering) unwritten.set(account, { number, balanceMicros })
      else if (known) writeBalance.run(balanceMicros, number)
      else insertAccount.run(number, account, balanceMicros)
      accounts.set(account, { number, balanceMicros })
      rows.push(posting, number, amountMicros)
    }
    const most = insertEntries.length * COLUMNS
    for (let from = 0; from < rows.length; from += most) {
      const some = rows.slice(from, from + most)
      insertEntries[some.length / COLUMNS - 1]!.run(...some)
    }
    return posting
  }

  /** A payment or correction, once for its id and once for its reference. The account's own entry is the last one. */
  function pay(payment: Payment): { balanceMicros: Micros; repeated: boolean } {
    const { kind, postingId, owner, account, from, amountMicros, isPrepaid = false, reference, atMs } = payment
    const known = (selectByPostingId.get(kind, postingId) ??
      (reference === '' ? undefined : selectByReference.get(owner, reference))) as { number: number } | undefined
    if (known) {
      const made = selectPayment.get(known.number) as { kind: string; name: string; amount_micros: number }
      if (made.kind === kind && made.name === account && made.amount_micros === amountMicros) {
        return { balanceMicros: balanceOf(account), repeated: true }
      }
      const name = selectByPostingId.get(kind, postingId) ? `posting ${postingId}` : `reference "${reference}"`
      throw new ServiceError('conflict', `The ${name} was already used for another payment; give this one its own`)
    }
    if (!Number.isSafeInteger(amountMicros) || amountMicros === 0) {
      throw new ServiceError('validation_error', 'The amount must be a whole number of micros other than zero')
    }
    if (isPrepaid && amountMicros < 0 && balanceOf(account) + amountMicros < 0) {
      throw new ServiceError(
        'conflict',
        'This advertiser pays in advance, so its funds cannot go below zero; take off no more than there is',
      )
    }
    const entries = [
      { account: from, amountMicros: -amountMicros },
      { account, amountMicros },
    ]
    const posting = post({ kind, id: postingId, prepaid: isPrepaid, reference, atMs, entries })
    if (reference !== '') insertReference.run(owner, reference, posting)
    return { balanceMicros: balanceOf(account), repeated: false }
  }

  function findOwner(kind: 'advertiser' | 'publisher', id: string): object {
    const row = selectOwner.get(id, kind) as { body: string } | undefined
    if (!row) throw new ServiceError('not_found', `There is no ${kind} ${id}`)
    return JSON.parse(row.body) as object
  }

  function balanceOf(account: string): Micros {
    return accountOf(account)?.balanceMicros ?? 0
  }

  function accountOf(name: string): Account | undefined {
    const known = accounts.get(name) ?? unwritten.get(name)
    if (known) return known
    const found = selectAccount.get(name) as Account | undefined
    if (found) accounts.set(name, { ...found })
    return found
  }
}

interface Payment {
  readonly kind: 'top_up' | 'adjustment'
  readonly postingId: string
  readonly owner: string
  readonly account: string
  readonly from: string
  readonly amountMicros: Micros
  readonly isPrepaid?: boolean
  readonly reference: string
  readonly atMs: number
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

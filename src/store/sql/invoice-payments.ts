// What is unpaid of invoices, by what was booked for their advertisers since. Nothing of it is kept: it follows from the entries.
//
//   owed at its end ─> a payment, refund or credit pays of it ─> a correction against takes that back ─> … ─> unpaid now
import { accountOwnerOf, ADJUSTMENTS_ACCOUNT, fundsAccount } from '../../domain/account.ts'
import { debtOf, type InvoiceDebt, type InvoicePayment, type StatementBody } from '../../domain/settlement.ts'
import type { Micros } from '../../domain/money.ts'
import type { Sql } from './database.ts'

/** An entry of an advertiser's funds that is no charge. */
interface Move {
  readonly sequence: number
  /** Below zero: a correction against the advertiser. */
  readonly amountMicros: Micros
}

interface InvoiceRow extends Pick<StatementBody, 'throughEntry' | 'closingMicros'> {
  readonly number: number
}

/** Invoices of one advertiser that are read at once. */
const CHUNK = 12

export type InvoicePayments = ReturnType<typeof createInvoicePayments>

export function createInvoicePayments(db: Sql) {
  const numberOf = (name: string) => `(SELECT a.number FROM accounts a WHERE a.name = ${name})`
  // What is added to funds is few among what is charged, and has an index. What a correction takes off is found by its
  // other side, which is added to the account of corrections.
  const selectMoves = db.prepare(`
    SELECT e.sequence, e.amount_micros AS amountMicros FROM entries e
    WHERE e.account = ${numberOf('?1')} AND e.sequence > ?2 AND e.amount_micros > 0
    UNION ALL
    SELECT o.sequence, o.amount_micros FROM entries t
    JOIN entries o ON o.posting = t.posting AND o.account = ${numberOf('?1')}
    WHERE t.account = ${numberOf(`'${ADJUSTMENTS_ACCOUNT}'`)} AND t.sequence > ?2 AND t.amount_micros > 0
    ORDER BY 1`)
  const selectTime = db.prepare(
    'SELECT p.at_ms AS "atMs" FROM entries e JOIN postings p ON p.number = e.posting WHERE e.sequence = ?',
  )
  const selectDebtors = db.prepare(
    `SELECT name FROM accounts WHERE name >= 'advertiser:' AND name < 'advertiser;' AND balance_micros <= ?`,
  )
  const selectInvoices = db.prepare(`
    SELECT d.number, CAST(json_extract(d.body, '$.throughEntry') AS BIGINT) AS throughEntry,
      CAST(json_extract(d.body, '$.closingMicros') AS BIGINT) AS closingMicros
    FROM documents d WHERE d.kind = 'invoice' AND d.owner = ? AND d.number < ? ORDER BY d.number DESC LIMIT ?`)

  return {
    /** What is unpaid of each. @param unitMicros the least that can be paid */
    of(debts: readonly InvoiceDebt[], unitMicros: Micros): InvoicePayment[] {
      const moves = new Map<string, readonly Move[]>() // lives no longer than one call
      for (const [advertiserId, own] of Map.groupBy(debts, (debt) => debt.advertiserId)) {
        moves.set(advertiserId, movesSince(advertiserId, Math.min(...own.map(({ throughEntry }) => throughEntry))))
      }
      return debts.map((debt) => {
        const { leftMicros, paidBy } = follow(debt, moves.get(debt.advertiserId)!, unitMicros)
        const unpaidMicros = Math.max(Math.floor(leftMicros / unitMicros) * unitMicros, 0)
        if (paidBy === undefined) return { unpaidMicros }
        return { unpaidMicros, paidAtMs: (selectTime.get(paidBy) as { atMs: number }).atMs }
      })
    },

    /** The numbers of all invoices that are not paid, newest first. @param owner absent: everybody's */
    unpaid(unitMicros: Micros, owner?: string): number[] {
      const owners = owner === undefined ? debtors(unitMicros) : [owner]
      return owners.flatMap((each) => unpaidOf(each, unitMicros)).toSorted((a, b) => b - a)
    },
  }

  /** Of whom an invoice may be unpaid: charges aside, that is never more than what the account is below zero. */
  function debtors(unitMicros: Micros): string[] {
    return (selectDebtors.all(-unitMicros) as { name: string }[]).flatMap(({ name }) => {
      const owner = accountOwnerOf(name)
      return typeof owner === 'object' ? owner.id : []
    })
  }

  /**
   * Newest first, and no further back than to one that what was booked since covers: of those before it less was owed, and at least
   * as much was booked since.
   */
  function unpaidOf(advertiserId: string, unitMicros: Micros): number[] {
    const found: number[] = []
    for (let before = Number.MAX_SAFE_INTEGER; ;) {
      const rows = selectInvoices.all(advertiserId, before, CHUNK) as InvoiceRow[]
      if (rows.length === 0) return found
      const { number, throughEntry } = rows.at(-1)!
      const moves = movesSince(advertiserId, throughEntry)
      for (const row of rows) {
        const { leftMicros, coveredMicros } = follow(debtOf(advertiserId, row), moves, unitMicros)
        if (leftMicros >= unitMicros) found.push(row.number)
        if (-row.closingMicros - coveredMicros < unitMicros) return found
      }
      before = number
    }
  }

  function movesSince(advertiserId: string, entry: number): readonly Move[] {
    return selectMoves.all(fundsAccount(advertiserId), entry) as Move[]
  }
}

/** What is left of a debt after each entry: a correction against takes back what was paid, and makes no debt larger than it was. */
function follow(
  { debtMicros, throughEntry }: InvoiceDebt,
  moves: readonly Move[],
  unitMicros: Micros,
): { leftMicros: Micros; coveredMicros: Micros; paidBy: number | undefined } {
  let leftMicros = debtMicros
  let coveredMicros = 0
  let paidBy: number | undefined
  for (const { sequence, amountMicros } of moves) {
    if (sequence <= throughEntry) continue
    coveredMicros += amountMicros
    leftMicros = Math.min(leftMicros - amountMicros, debtMicros)
    if (leftMicros >= unitMicros) paidBy = undefined
    else if (debtMicros >= unitMicros) paidBy ??= sequence
  }
  return { leftMicros, coveredMicros, paidBy }
}

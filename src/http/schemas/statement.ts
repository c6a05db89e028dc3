// Statements and invoices on the wire, as JSON and as CSV.
import type { Statement } from '../../actions/books/state-accounts.ts'
import { dateOf } from '../../domain/day.ts'
import { floorToMinorUnit, formatMicros, type Micros, moneyOnWire } from '../../domain/money.ts'
import { statusOf } from '../../domain/settlement.ts'
import { paperNumber } from '../../domain/paper.ts'
import { partySchema } from './billing-details.ts'
import { csvLine } from './csv.ts'
import { oneOf } from './common.ts'
import { type Books, isSimulated, moneySchema, simulatedSchema } from './money.ts'
import { isoTime, timeSchema } from './resource.ts'
import { Type } from '../../doors/type.ts'

const common = {
  id: Type.String(),
  number: Type.Optional(
    Type.String({
      description:
        'Such as "INV-000123" or "STM-000123": runs on without a gap. It and both sides are absent on what was made before there were any.',
    }),
  ),
  status: oneOf(['open', 'confirmed']),
  from: timeSchema,
  to: timeSchema,
  opening: moneySchema,
  closing: moneySchema,
  entries: Type.Object({ after: Type.Integer(), through: Type.Integer() }, { description: 'Of the ledger.' }),
  createdAt: timeSchema,
  confirmedAt: Type.Optional(timeSchema),
  issuer: Type.Optional(
    Type.Unsafe<object>({
      ...partySchema,
      description: 'Whom it is from: your letterhead as it was when it was made.',
    }),
  ),
  recipient: Type.Optional(
    Type.Unsafe<object>({
      ...partySchema,
      description: 'Whom it is to, as its billing details were when it was made.',
    }),
  ),
  note: Type.Optional(Type.String({ description: 'Of the letterhead, as it was.' })),
  test: simulatedSchema,
}
const lineFields = { model: Type.String(), events: Type.Integer(), amount: moneySchema, reversed: moneySchema }

export const statementSchema = Type.Object({
  ...common,
  publisherId: Type.String(),
  earned: moneySchema,
  reversed: moneySchema,
  adjusted: moneySchema,
  paid: moneySchema,
  lines: Type.Array(Type.Object({ date: Type.String(), ...lineFields })),
})
export const invoiceSchema = Type.Object({
  ...common,
  advertiserId: Type.String(),
  charged: moneySchema,
  refunded: moneySchema,
  adjusted: moneySchema,
  received: moneySchema,
  due: Type.Object(
    { amount: Type.String(), currency: Type.String() },
    {
      description: 'What is owed at its end in whole minor units, rounded down; the rest stays on the account.',
    },
  ),
  dueDate: Type.Optional(
    Type.String({
      description: 'Of who pays afterwards, where the letterhead says in how many days: YYYY-MM-DD, in UTC.',
    }),
  ),
  unpaid: Type.Object(
    { amount: Type.String(), currency: Type.String() },
    {
      description:
        'What is unpaid of `due` now: what is credited later pays the oldest first. It holds the debt of older invoices, so an advertiser owes what is unpaid of its newest one, never the sum.',
    },
  ),
  paidAt: Type.Optional(
    Type.Unsafe<string>({
      ...timeSchema,
      description:
        'When that was booked with which nothing was left; absent while something is, and where nothing was due.',
    }),
  ),
  overdue: Type.Boolean({ description: 'Whether something is unpaid and `dueDate` has passed, in UTC.' }),
  lines: Type.Array(Type.Object({ campaignId: Type.String(), ...lineFields })),
})

export function statementOnWire(statement: Statement, books: Books) {
  const { sums, lines } = statement.body
  const money = (micros: Micros | undefined) => moneyOnWire(micros ?? 0, books.currency)
  return {
    ...commonOnWire(statement, books),
    publisherId: statement.owner,
    earned: money(sums.charge),
    reversed: money(sums.reversal),
    adjusted: money(sums.adjustment),
    paid: money(-(sums.payout ?? 0) || 0),
    lines: lines.map(({ key, model, events, chargedMicros, reversedMicros }) => ({
      date: key,
      model,
      events,
      amount: money(chargedMicros),
      reversed: money(reversedMicros),
    })),
  }
}

/** An advertiser's charges leave its funds; on an invoice they stand without the minus. */
export function invoiceOnWire(invoice: Statement, books: Books) {
  const { sums, lines } = invoice.body
  const { unpaidMicros, paidAtMs, isOverdue } = invoice.payment!
  const money = (micros: Micros | undefined) => moneyOnWire(micros ?? 0, books.currency)
  return {
    ...commonOnWire(invoice, books),
    advertiserId: invoice.owner,
    charged: money(-(sums.charge ?? 0) || 0),
    refunded: money(sums.reversal),
    adjusted: money(sums.adjustment),
    received: money(sums.top_up),
    due: money(dueOn(invoice, books.currency)),
    ...(invoice.body.paper?.dueDate !== undefined && { dueDate: invoice.body.paper.dueDate }),
    unpaid: money(unpaidMicros),
    ...(paidAtMs !== undefined && { paidAt: isoTime(paidAtMs) }),
    overdue: isOverdue,
    lines: lines.map(({ key, model, events, chargedMicros, reversedMicros }) => ({
      campaignId: key,
      model,
      events,
      amount: money(-chargedMicros || 0),
      reversed: money(reversedMicros),
    })),
  }
}

function dueOn({ body }: Statement, currency: string): Micros {
  return floorToMinorUnit(Math.max(-body.closingMicros, 0), currency)
}

function commonOnWire(statement: Statement, books: Books) {
  const { id, body, atMs, steps } = statement
  const confirmed = steps.find(({ status }) => status === 'confirmed')
  return {
    id,
    status: statusOf(statement),
    from: isoTime(body.fromMs),
    to: isoTime(body.toMs),
    opening: moneyOnWire(body.openingMicros, books.currency),
    closing: moneyOnWire(body.closingMicros, books.currency),
    entries: { after: body.fromEntry, through: body.throughEntry },
    createdAt: isoTime(atMs),
    ...(confirmed && { confirmedAt: isoTime(confirmed.atMs) }),
    ...saidOn(statement),
    test: isSimulated(books),
  }
}

function saidOn({ kind, body: { paper } }: Statement) {
  if (paper === undefined) return undefined
  const { serial, issuer, recipient, note } = paper
  return {
    number: paperNumber(kind, serial),
    ...(issuer && { issuer }),
    ...(recipient && { recipient }),
    ...(note !== undefined && { note }),
  }
}

/**
 * One line for each of the statement, then one for each sum; money as plain decimals. Whose and of which time it is stands in each line, since
 * the files of a month are laid together.
 * @param names of the owner and of campaigns, by id
 */
export function statementAsCsv(statement: Statement, currency: string, names: ReadonlyMap<string, string>): string {
  const { id, owner, body, kind, atMs } = statement
  const { number = '', recipient, ...said } = { ...saidOn(statement), dueDate: body.paper?.dueDate }
  const isInvoice = kind === 'invoice'
  const sign = isInvoice ? -1 : 1
  const header = [kind, 'owner', 'line', 'model', 'events', 'amount', 'reversed', 'currency']
  const more = ['ownerName', 'lineName', 'from', 'to', 'number', 'date', 'dueDate', 'billedTo', 'taxId']
  const moreOf = (line: string) => [
    names.get(owner) ?? '',
    names.get(line) ?? '',
    isoTime(body.fromMs),
    isoTime(body.toMs),
    number,
    dateOf(atMs),
    said.dueDate ?? '',
    recipient?.name ?? '',
    recipient?.taxId ?? '',
  ]
  const rows = body.lines.map(({ key, model, events, chargedMicros, reversedMicros }) => {
    const amounts = [formatMicros(sign * chargedMicros || 0), formatMicros(reversedMicros)]
    return [id, owner, key, model, String(events), ...amounts, currency, ...moreOf(key)]
  })
  const sums: (readonly [string, Micros])[] = [
    ['opening', body.openingMicros],
    ...Object.entries(body.sums),
    ['closing', body.closingMicros],
    ...(isInvoice ? ([['due', dueOn(statement, currency)]] as const) : []),
  ]
  const totals = sums.map(([name, micros]) => [
    id,
    owner,
    name,
    '',
    '',
    formatMicros(micros),
    '',
    currency,
    ...moreOf(''),
  ])
  return [[...header, ...more], ...rows, ...totals].map(csvLine).join('')
}

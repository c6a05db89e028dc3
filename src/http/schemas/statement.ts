// Statements and invoices on the wire: as JSON, as CSV, and as a page to print.
import { Type } from 'typebox'
import type { Statement } from '../../actions/state-accounts.ts'
import { floorToMinorUnit, formatMicros, type Micros, moneyOnWire } from '../../domain/money.ts'
import { statusOf } from '../../domain/settlement.ts'
import { escapeHtml } from '../plain-page.ts'
import { csvCell } from './csv.ts'
import { oneOf } from './common.ts'
import { moneySchema } from './money.ts'
import { isoTime, timeSchema } from './resource.ts'

const common = {
  id: Type.String(),
  status: oneOf(['open', 'confirmed']),
  from: timeSchema,
  to: timeSchema,
  opening: moneySchema,
  closing: moneySchema,
  entries: Type.Object({ after: Type.Integer(), through: Type.Integer() }, { description: 'Of the ledger.' }),
  createdAt: timeSchema,
  confirmedAt: Type.Optional(timeSchema),
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
  lines: Type.Array(Type.Object({ campaignId: Type.String(), ...lineFields })),
})

export function statementOnWire(statement: Statement, currency: string) {
  const { sums, lines } = statement.body
  const money = (micros: Micros | undefined) => moneyOnWire(micros ?? 0, currency)
  return {
    ...commonOnWire(statement, currency),
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
export function invoiceOnWire(invoice: Statement, currency: string) {
  const { sums, lines, closingMicros } = invoice.body
  const money = (micros: Micros | undefined) => moneyOnWire(micros ?? 0, currency)
  return {
    ...commonOnWire(invoice, currency),
    advertiserId: invoice.owner,
    charged: money(-(sums.charge ?? 0) || 0),
    refunded: money(sums.reversal),
    adjusted: money(sums.adjustment),
    received: money(sums.top_up),
    due: money(floorToMinorUnit(Math.max(-closingMicros, 0), currency)),
    lines: lines.map(({ key, model, events, chargedMicros, reversedMicros }) => ({
      campaignId: key,
      model,
      events,
      amount: money(-chargedMicros || 0),
      reversed: money(reversedMicros),
    })),
  }
}

function commonOnWire(statement: Statement, currency: string) {
  const { id, body, atMs, steps } = statement
  const confirmed = steps.find(({ status }) => status === 'confirmed')
  return {
    id,
    status: statusOf(statement),
    from: isoTime(body.fromMs),
    to: isoTime(body.toMs),
    opening: moneyOnWire(body.openingMicros, currency),
    closing: moneyOnWire(body.closingMicros, currency),
    entries: { after: body.fromEntry, through: body.throughEntry },
    createdAt: isoTime(atMs),
    ...(confirmed && { confirmedAt: isoTime(confirmed.atMs) }),
  }
}

/** One line for each of the statement, then one for each sum; money as plain decimals. */
export function statementAsCsv(statement: Statement, currency: string): string {
  const { id, owner, body, kind } = statement
  const sign = kind === 'invoice' ? -1 : 1
  const header = [kind, 'owner', 'line', 'model', 'events', 'amount', 'reversed', 'currency']
  const rows = body.lines.map(({ key, model, events, chargedMicros, reversedMicros }) => {
    const amounts = [formatMicros(sign * chargedMicros || 0), formatMicros(reversedMicros)]
    return [id, owner, key, model, String(events), ...amounts, currency]
  })
  const sums = [['opening', body.openingMicros], ...Object.entries(body.sums), ['closing', body.closingMicros]] as const
  const totals = sums.map(([name, micros]) => [id, owner, name, '', '', formatMicros(Number(micros)), '', currency])
  return [header, ...rows, ...totals].map((cells) => `${cells.map((cell) => csvCell(cell)).join(',')}\r\n`).join('')
}

/** A page that prints on one or two sheets. */
export function statementAsHtml(statement: Statement, currency: string): { title: string; body: string } {
  const { kind, id, owner, body, atMs } = statement
  const isInvoice = kind === 'invoice'
  const wire = isInvoice ? invoiceOnWire(statement, currency) : statementOnWire(statement, currency)
  const sums: [string, { amount: string }][] = Object.entries(wire).filter(
    (field): field is [string, { amount: string; currency: string }] =>
      typeof field[1] === 'object' && field[1] !== null && 'amount' in field[1],
  )
  const cell = (text: string, tag = 'td') => `<${tag}>${escapeHtml(text)}</${tag}>`
  const row = (cells: readonly string[], tag?: string) => `<tr>${cells.map((text) => cell(text, tag)).join('')}</tr>`
  const head = row([isInvoice ? 'Campaign' : 'Day (UTC)', 'Model', 'Events', 'Amount', 'Reversed'], 'th')
  const rows = wire.lines.map((line) => {
    const name = 'date' in line ? line.date : line.campaignId
    return row([name, line.model, String(line.events), line.amount.amount, line.reversed.amount])
  })
  const title = `${isInvoice ? 'Invoice' : 'Statement'} ${id}`
  return {
    title,
    body: `<p>${escapeHtml(owner)} · ${isoTime(body.fromMs).slice(0, 16)} to ${isoTime(body.toMs).slice(0, 16)} UTC · ${escapeHtml(
      wire.status ?? '',
    )} · made ${isoTime(atMs).slice(0, 10)} · ${currency}</p>
<table>${head}${rows.join('')}</table>
<dl>${sums.map(([name, { amount }]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(amount)} ${currency}</dd>`).join('')}</dl>`,
  }
}

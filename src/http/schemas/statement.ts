// Statements and invoices on the wire: as JSON, as CSV, and as a page to print.
import type { Statement } from '../../actions/books/state-accounts.ts'
import { dateOf } from '../../domain/day.ts'
import { floorToMinorUnit, formatMicros, type Micros, moneyOnWire } from '../../domain/money.ts'
import { statusOf } from '../../domain/settlement.ts'
import { clockNotice } from '../pages/clock-notice.ts'
import { escapeMarkup } from '../pages/escape-markup.ts'
import { csvLine } from './csv.ts'
import { oneOf } from './common.ts'
import { type Books, isSimulated, moneySchema, simulatedSchema } from './money.ts'
import { isoTime, timeSchema } from './resource.ts'
import { Type } from '../../doors/type.ts'

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
  const money = (micros: Micros | undefined) => moneyOnWire(micros ?? 0, books.currency)
  return {
    ...commonOnWire(invoice, books),
    advertiserId: invoice.owner,
    charged: money(-(sums.charge ?? 0) || 0),
    refunded: money(sums.reversal),
    adjusted: money(sums.adjustment),
    received: money(sums.top_up),
    due: money(dueOn(invoice, books.currency)),
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
    test: isSimulated(books),
  }
}

/**
 * One line for each of the statement, then one for each sum; money as plain decimals. Whose and of which time it is stands in each line, since
 * the files of a month are laid together.
 * @param names of the owner and of campaigns, by id
 */
export function statementAsCsv(statement: Statement, currency: string, names: ReadonlyMap<string, string>): string {
  const { id, owner, body, kind } = statement
  const isInvoice = kind === 'invoice'
  const sign = isInvoice ? -1 : 1
  const header = [kind, 'owner', 'line', 'model', 'events', 'amount', 'reversed', 'currency']
  const more = ['ownerName', 'lineName', 'from', 'to']
  const moreOf = (line: string) => [
    names.get(owner) ?? '',
    names.get(line) ?? '',
    isoTime(body.fromMs),
    isoTime(body.toMs),
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

/** A page that prints on a few sheets. @param names of the owner and of campaigns, by id; a missing one is shown as its id */
export function statementAsHtml(
  statement: Statement,
  books: Books,
  names: ReadonlyMap<string, string>,
): { title: string; body: string } {
  const { kind, id, owner, body, atMs } = statement
  const isInvoice = kind === 'invoice'
  const wire = isInvoice ? invoiceOnWire(statement, books) : statementOnWire(statement, books)
  const named = (of: string) => (names.has(of) ? `${names.get(of)} (${of})` : of)
  const day = (ms: number) => isoTime(ms).slice(0, 16).replace('T', ' ')
  const facts = [
    [isInvoice ? 'Advertiser' : 'Publisher', named(owner)],
    ['Period', `${day(body.fromMs)} to ${day(body.toMs)} UTC`],
    ['Status', `${wire.status}${wire.confirmedAt ? ` on ${wire.confirmedAt.slice(0, 10)}` : ''}`],
    ['Made', dateOf(atMs)],
    ['Currency', books.currency],
    ['Entries of the ledger', `${body.fromEntry + 1} to ${body.throughEntry}`],
  ]
  const sums = Object.entries(SUM_LABELS).flatMap(([field, label]) => {
    const sum = (wire as unknown as Record<string, { amount: string } | undefined>)[field]
    return sum ? [[label, sum.amount]] : []
  })
  const lines = wire.lines.map((line) => {
    const name = 'date' in line ? line.date : named(line.campaignId)
    return [name, line.model, String(line.events), line.amount.amount, line.reversed.amount]
  })
  const header = [isInvoice ? 'Campaign' : 'Day (UTC)', 'Model', 'Events', 'Amount', 'Reversed']
  return {
    title: `${isInvoice ? 'Invoice' : 'Statement'} ${id}`,
    body: `<style>${SHEET}</style>${clockNotice(books.clockSpeed)}
${table(facts)}${table(sums, 'sums')}${lines.length > 0 ? table(lines, 'lines', header) : ''}`,
  }
}

/** In the order of the page. What a statement or invoice does not have is left out. */
const SUM_LABELS = {
  opening: 'Opening balance',
  received: 'Payments received',
  charged: 'Charged',
  refunded: 'Refunded',
  earned: 'Earned',
  reversed: 'Reversed',
  adjusted: 'Credits and corrections',
  paid: 'Paid out',
  closing: 'Closing balance',
  due: 'Amount due',
}

function table(rows: readonly (readonly string[])[], name = 'facts', header?: readonly string[]): string {
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((text) => `<${tag}>${escapeMarkup(text)}</${tag}>`).join('')}</tr>`
  const body = rows.map((cells) => row(cells, 'td')).join('')
  const head = header ? `<thead>${row(header, 'th')}</thead>` : ''
  return `<div class="wide"><table class="${name}">${head}<tbody>${body}</tbody></table></div>\n`
}

const SHEET = `main{max-width:52rem}h1,.facts td:last-child{overflow-wrap:anywhere}.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;margin:0 0 1.5rem}
td,th{padding:.25rem .5rem;text-align:left;border-bottom:1px solid #8886;font-variant-numeric:tabular-nums}
.facts td:first-child{width:min(12rem,35vw);opacity:.7}.sums td:last-child,.lines :is(td,th):nth-child(n+3){text-align:right}
.sums tr:last-child{font-weight:600}tr{break-inside:avoid}@media print{body{padding:0;font-size:11pt}}`

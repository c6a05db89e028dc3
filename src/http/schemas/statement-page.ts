// A statement or invoice as a page that prints like a letter: whom it is from, whom it is to, its sums, its lines.
import type { Statement } from '../../actions/books/state-accounts.ts'
import { dateOf } from '../../domain/day.ts'
import type { BillingDetails } from '../../domain/paper.ts'
import { clockNotice } from '../pages/clock-notice.ts'
import { escapeMarkup } from '../pages/escape-markup.ts'
import type { Books } from './money.ts'
import { isoTime } from './resource.ts'
import { invoiceOnWire, statementOnWire } from './statement.ts'

/** @param names of the owner and of campaigns, by id; a missing one is shown as its id */
export function statementAsHtml(
  statement: Statement,
  books: Books,
  names: ReadonlyMap<string, string>,
): { title: string; above: string; body: string } {
  const { kind, id, owner, body, atMs } = statement
  const isInvoice = kind === 'invoice'
  const wire = isInvoice ? invoiceOnWire(statement, books) : statementOnWire(statement, books)
  const { number, issuer, recipient, note } = wire
  const dueDate = 'dueDate' in wire ? wire.dueDate : undefined
  const named = (of: string) => (names.has(of) ? `${names.get(of)} (${of})` : of)
  const day = (ms: number) => isoTime(ms).slice(0, 16).replace('T', ' ')
  const facts = [
    ...(number === undefined ? [] : [['Number', number]]),
    ['Date', dateOf(atMs)],
    ...(dueDate === undefined ? [] : [['Due by', dueDate]]),
    ['Period', `${day(body.fromMs)} to ${day(body.toMs)} UTC`],
    [isInvoice ? 'Advertiser' : 'Publisher', named(owner)],
    ['Status', `${wire.status}${wire.confirmedAt ? ` on ${wire.confirmedAt.slice(0, 10)}` : ''}`],
    ['Currency', books.currency],
    ['Entries of the ledger', `${body.fromEntry + 1} to ${body.throughEntry}`],
    ...(number === undefined ? [] : [['Reference', id]]),
  ]
  const sums = Object.entries(SUM_LABELS).flatMap(([field, label]) => {
    const sum = (wire as unknown as Record<string, { amount: string } | undefined>)[field]
    return sum ? [[label, sum.amount]] : []
  })
  const lines = wire.lines.map((line) => {
    const name = 'date' in line ? line.date : named(line.campaignId)
    return [name, MODEL_WORDS[line.model], String(line.events), line.amount.amount, line.reversed.amount]
  })
  const header = [isInvoice ? 'Campaign' : 'Day (UTC)', 'Model', 'Events', 'Amount', 'Reversed']
  const sides = [issuer && party('from', issuer), recipient && party('to', recipient)].filter(Boolean)
  return {
    title: `${isInvoice ? 'Invoice' : 'Statement'} ${number ?? id}`,
    above: sides.length === 0 ? '' : `<div class="sides">${sides.join('')}</div>`,
    body: `<style>${SHEET}</style>${clockNotice(books.clockSpeed)}
${table(facts)}${table(sums, 'sums')}${lines.length > 0 ? table(lines, 'lines', header) : ''}${note === undefined ? '' : `<p class="said">${escapeMarkup(note)}</p>\n`}`,
  }
}

/** Its name, and below it each line of what else is known of it. */
function party(side: 'from' | 'to', { name, address, taxId, email }: BillingDetails): string {
  const lines = [address, taxId === undefined ? undefined : `Tax id ${taxId}`, email].filter((one) => one !== undefined)
  const first = name === undefined ? '' : `<b>${escapeMarkup(name)}</b>\n`
  return `<address class="${side}">${first}${escapeMarkup(lines.join('\n'))}</address>`
}

const MODEL_WORDS = { cpc: 'per click', cpm: 'per 1,000 impressions', cpa: 'per conversion' }

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

const SHEET = `main{max-width:52rem}.sides{display:flex;flex-wrap:wrap;flex-direction:row-reverse;justify-content:space-between;gap:1.5rem 2rem;margin:0 0 2.5rem}
address{font-style:normal;white-space:pre-line;overflow-wrap:anywhere;max-width:100%}.from:not(:only-child){text-align:right}.to{margin-right:auto}.said{white-space:pre-line;overflow-wrap:anywhere}
h1,.facts td:last-child{overflow-wrap:anywhere}.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;margin:0 0 1.5rem}
td,th{padding:.25rem .5rem;text-align:left;border-bottom:1px solid #8886;font-variant-numeric:tabular-nums}
.facts td:first-child{width:min(12rem,35vw);opacity:.7}.sums td:last-child,.lines :is(td,th):nth-child(n+3){text-align:right}
.sums tr:last-child{font-weight:600}tr{break-inside:avoid}@page{margin:20mm}@media print{:root{color-scheme:light}body{padding:0;font-size:11pt}.to{padding-top:18mm}}`

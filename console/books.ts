// The books as the console reads them: who has how much, by account, and what came and went in a month.
import { withQuery, type Api } from './api.ts'
import { CURRENCY } from './format.ts'
import { readAll } from './hooks.ts'
import type { Report, ReportRow } from './report-shapes.ts'
import type { Advertiser, Money as Amount, Publisher } from './shapes.ts'

export type ById = ReadonlyMap<string, Amount>

export interface Books {
  readonly advertisers: readonly Advertiser[]
  /** Absent where the key sees no publishers. */
  readonly publishers?: readonly Publisher[]
  /** What each advertiser has, below zero where it owes. */
  readonly funds: ById
  /** Over the last 30 days; undefined where the key may not read reports. */
  readonly spent: ById | 'reading' | undefined
  readonly earned?: ById | 'reading'
  /** Of the ledger, by account; an operator's alone. */
  readonly accounts?: ById
}

/** @param show gets the books before it is asked what came and went, which holds up what is asked beside it where much has happened */
export async function readBooks(api: Api, signal: AbortSignal, show: (books: Books) => void): Promise<Books> {
  const [advertisers, publishers, balances] = await Promise.all([
    readAll<Advertiser>(api, 'advertisers?includeArchived=true', signal),
    readAll<Publisher>(api, 'publishers?includeArchived=true', signal),
    api.get<{ data: readonly { account: string; balance: Amount }[] }>('ledger/balances', signal),
  ])
  const accounts = new Map(balances.data.map(({ account, balance }) => [account, balance]))
  // Nothing was booked for most of those who are billed later; of who pays ahead it says that the ads wait.
  const none = (billing: Advertiser['billing']) =>
    billing === 'prepaid' ? { amount: '0', currency: CURRENCY } : undefined
  const funds = advertisers.map(
    ({ id, billing }) => [id, accounts.get(`advertiser:${id}:funds`) ?? none(billing)] as const,
  )
  const books: Books = { advertisers, publishers, funds: known(funds), spent: 'reading', earned: 'reading', accounts }
  show(books)
  const [spent, earned] = await Promise.all([readMonth(api, 'advertiser', signal), readMonth(api, 'publisher', signal)])
  return {
    ...books,
    spent: amountsIn(spent, 'advertiser', ({ spend }) => spend),
    earned: amountsIn(earned, 'publisher', ({ revenue }) => revenue),
  }
}

/** An advertiser's own. */
export async function readOwn(api: Api, id: string, mayReport: boolean, signal: AbortSignal): Promise<Books> {
  const path = `advertisers/${encodeURIComponent(id)}`
  const [advertiser, { balance }, spent] = await Promise.all([
    api.get<Advertiser>(path, signal),
    api.get<{ balance: Amount }>(`${path}/funds`, signal),
    mayReport ? readMonth(api, 'advertiser', signal) : undefined,
  ])
  return {
    advertisers: [advertiser],
    funds: new Map([[id, balance]]),
    spent: spent && amountsIn(spent, 'advertiser', ({ spend }) => spend),
  }
}

function known(amounts: readonly (readonly [string, Amount | undefined])[]): ById {
  return new Map(amounts.flatMap(([id, amount]) => (amount ? [[id, amount] as const] : [])))
}

type OwnerKind = 'advertiser' | 'publisher'

/** The last 30 days are what a report holds unless told otherwise. */
function readMonth(api: Api, groupBy: OwnerKind, signal: AbortSignal): Promise<Report> {
  const metrics = groupBy === 'advertiser' ? 'spend' : 'revenue'
  return api.get<Report>(withQuery('reports', { groupBy, metrics }), signal)
}

function amountsIn({ rows }: Report, kind: OwnerKind, of: (row: ReportRow) => Amount): ById {
  return new Map(rows.map((row) => [String(row[kind]), of(row)]))
}

export function valueIn(amounts: ById, id: string): number | undefined {
  const amount = amounts.get(id)?.amount
  return amount === undefined ? undefined : Number(amount)
}

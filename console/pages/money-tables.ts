// Advertisers and publishers with their money, as tables that are found in and sorted.
import { useState } from 'preact/hooks'
import { valueIn, type Books, type ById } from '../books.ts'
import { money, payable, sum, words } from '../format.ts'
import { html, type Children, type Element } from '../html.ts'
import { Button, Input, Pill } from '../parts/controls.ts'
import { Empty, NothingFits } from '../parts/states.ts'
import { LongTable } from '../parts/table.ts'
import { HistoryLink } from './history.ts'
import type { Advertiser, Money as Amount, Publisher } from '../shapes.ts'

const ROWS_FIRST = 10

/** What somebody sets about with an advertiser. */
export interface Act {
  readonly what: 'add' | 'edit' | 'archive' | 'history'
  readonly advertiser: Advertiser
}

interface AdvertisersProps {
  readonly books: Books
  readonly onAct: (act: Act) => void
  /** Who is none may change the advertiser alone. */
  readonly isOperator: boolean
}

export function Advertisers({ books, onAct, isOperator }: AdvertisersProps): Element {
  const { funds, spent } = books
  const isSeen = ({ id, archivedAt }: Advertiser) =>
    archivedAt === undefined || Number(funds.get(id)?.amount ?? 0) !== 0
  // Those between whom and us most money lies stand on top.
  const weight = ({ id }: Advertiser) => Math.abs(valueIn(funds, id) ?? 0)
  const columns = [
    {
      name: 'Advertiser',
      head: true,
      of: (advertiser: Advertiser) => {
        const { id, name, domain, archivedAt } = advertiser
        return html`<span class="two-lines">
          <b><bdi>${name}</bdi> ${archivedAt && html`<${Pill} of="archived" />`}</b><small>${domain}</small
          ><small class="mono">${id}</small>
          ${isOperator && html`<${HistoryLink} name=${name} onPress=${() => onAct({ what: 'history', advertiser })} />`}
        </span>`
      },
      by: ({ name }: Advertiser) => name,
    },
    { name: 'Billing', of: ({ billing }: Advertiser) => words(billing), by: ({ billing }: Advertiser) => billing },
    {
      name: 'Balance',
      right: true,
      of: (one: Advertiser) => balanceOf(one, funds.get(one.id)),
      by: ({ id }: Advertiser) => valueIn(funds, id),
    },
    ...(spent ? [amountColumn('Spent in 30 days', spent)] : []),
    {
      name: 'Action',
      right: true,
      of: (advertiser: Advertiser) => {
        const { id, name, archivedAt } = advertiser
        const act = (what: keyof typeof FIRST_WORDS, said: string) =>
          html`<${Button} label=${`${said} ${name}`} onPress=${() => onAct({ what, advertiser })}
            >${FIRST_WORDS[what]}<//
          >`
        const isOwing = Number(funds.get(id)?.amount ?? 0) < 0
        return html`<span class="actions">
          ${isOperator && (!archivedAt || isOwing) && act('add', 'Add funds for')}
          ${!archivedAt && act('edit', 'Change')} ${isOperator && !archivedAt && act('archive', 'Archive')}
        </span>`
      },
    },
  ]
  return html`<${Rows}
    label="Advertisers"
    columns=${columns}
    rows=${books.advertisers.filter(isSeen).toSorted((a, b) => weight(b) - weight(a))}
    empty="No advertisers yet"
  />`
}

const FIRST_WORDS = { add: 'Add funds', edit: 'Change', archive: 'Archive' } as const

function balanceOf({ billing, creditLimit, lowFunds }: Advertiser, balance: Amount | undefined): Children {
  const amount = Number(balance?.amount ?? 0)
  const told = balance === undefined ? '–' : sum(balance)
  // An invoiced advertiser without a limit has always something left.
  const left = billing === 'prepaid' ? amount : creditLimit && amount + Number(creditLimit.amount)
  const isLow = left !== undefined && lowFunds !== undefined && left < Number(lowFunds.amount)
  const notes = [
    billing === 'invoiced' && amount < 0 && 'owed',
    billing === 'invoiced' && creditLimit && `may owe ${money(creditLimit)}`,
    left !== undefined && (left <= 0 ? 'its ads wait' : isLow && 'low'),
  ]
  return html`${told} ${notes.filter(Boolean).map((note) => html`<small>${note}</small> `)}`
}

export function Publishers({ books, publishers }: { books: Books; publishers: readonly Publisher[] }): Element {
  const { accounts = new Map(), earned } = books
  const ofAccount = (part: string): ById =>
    new Map(
      publishers.flatMap(({ id }) => [[id, accounts.get(`publisher:${id}:${part}`)]]).filter(([, one]) => one) as [
        string,
        Amount,
      ][],
    )
  const parts = {
    Pending: ofAccount('pending'),
    Available: ofAccount('available'),
    'On its way': ofAccount('in_transit'),
  }
  const isSeen = ({ id, archivedAt }: Publisher) =>
    archivedAt === undefined || Object.values(parts).some((one) => Number(one.get(id)?.amount ?? 0) !== 0)
  const columns = [
    {
      name: 'Publisher',
      head: true,
      of: ({ id, name, archivedAt }: Publisher) =>
        html`<span class="two-lines">
          <b><bdi>${name}</bdi> ${archivedAt && html`<${Pill} of="archived" />`}</b><small class="mono">${id}</small>
        </span>`,
      by: ({ name }: Publisher) => name,
    },
    ...Object.entries(parts).map(([name, amounts]) =>
      amountColumn(name, amounts, name === 'Available' ? payable : sum),
    ),
    ...(earned ? [amountColumn('Earned in 30 days', earned)] : []),
  ]
  return html`<${Rows}
    label="Publishers"
    columns=${columns}
    rows=${publishers.filter(isSeen)}
    empty="No publishers yet"
  />`
}

interface RowsProps {
  readonly label: string
  readonly columns: readonly unknown[]
  readonly rows: readonly { readonly id: string; readonly name: string }[]
  readonly empty: string
}

function Rows({ label, columns, rows, empty }: RowsProps): Element {
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = rows.filter(({ name }) => name.toLowerCase().includes(wanted))
  if (rows.length === 0) return html`<${Empty} title=${empty} />`
  return html`<div>
    ${
      rows.length > ROWS_FIRST &&
      html`<div class="filters">
        <${Input}
          label=${`Find ${label.toLowerCase()}`}
          type="search"
          value=${search}
          onInput=${setSearch}
          placeholder="Name"
        />
      </div>`
    }
    ${found.length === 0 && html`<${NothingFits} of=${rows.length}>None has that name.<//>`}
    <${LongTable}
      label=${label}
      columns=${columns}
      rows=${found}
      rowsFirst=${ROWS_FIRST}
      keyOf=${({ id }: { id: string }) => id}
    />
  </div>`
}

/** Nothing was booked where there is no amount. */
function amountColumn(name: string, amounts: ById | 'reading', text = sum) {
  return {
    name,
    right: true,
    of: ({ id }: { id: string }) => {
      if (amounts === 'reading') return '…'
      const amount = amounts.get(id)
      return amount === undefined ? '–' : text(amount)
    },
    by: ({ id }: { id: string }) => (amounts === 'reading' ? undefined : valueIn(amounts, id)),
  }
}

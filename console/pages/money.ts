// Money: what advertisers have paid in and spent, what publishers have earned, and the papers about both.
import { useState } from 'preact/hooks'
import { readBooks, readOwn, type Books, type ById } from '../books.ts'
import { sum, sumOf } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useLoad } from '../hooks.ts'
import { Facts } from '../parts/facts.ts'
import { When } from '../parts/states.ts'
import type { Session } from '../session.ts'
import type { Advertiser, Balance } from '../shapes.ts'
import { AddFunds, type Payment } from './add-funds.ts'
import { Advertisers, Publishers } from './money-tables.ts'
import { Papers } from './papers.ts'
import { Withdrawals } from './withdrawals.ts'

export function Money({ session }: { session: Session }): Element {
  const { who } = session
  return html`<div class="page">
    <header class="page-head">
      <div>
        <h1>Money</h1>
        <p class="lead">${LEADS[who.role]}</p>
      </div>
    </header>
    ${(who.role === 'operator' || who.role === 'advertiser') && html`<${Accounts} session=${session} />`}
    ${who.role === 'publisher' && html`<${Earnings} session=${session} />`}
    ${who.may.reports && html`<${Papers} session=${session} />`}
    ${who.may.reports && who.role !== 'advertiser' && html`<${Withdrawals} session=${session} />`}
  </div>`
}

const LEADS = {
  operator: 'What advertisers have left, what publishers are owed, and the papers about both.',
  advertiser: 'What is left of your funds, and your invoices.',
  publisher: 'What you have earned, and your statements.',
  limited: 'Statements, invoices and withdrawals that this key may read.',
}

function Accounts({ session }: { session: Session }): Element {
  const { api, who } = session
  const isOperator = who.role === 'operator'
  const [adding, setAdding] = useState<Advertiser>()
  const [added, setAdded] = useState<Payment>()
  const loaded = useLoad<Books>(
    (signal) => (isOperator ? readBooks(api, signal) : readOwn(api, who.may.reports, signal)),
    [isOperator],
  )
  const done = (payment: Payment) => {
    setAdding(undefined)
    setAdded(payment)
    loaded.reload()
  }
  return html`<div class="stack">
    <div class="live" role="status">${added && html`<p class="notice good">${wordsOf(added)}</p>`}</div>
    <${When} loaded=${loaded} lines=${8}>
      ${(books: Books) => html`
        ${books.accounts && html`<${Totals} accounts=${books.accounts} />`}
        <section class="card">
          <h2>${isOperator ? 'Advertisers' : 'Funds'}</h2>
          <${Advertisers} books=${books} onAdd=${isOperator ? setAdding : undefined} />
        </section>
        ${
          books.publishers &&
          html`<section class="card">
            <h2>Publishers</h2>
            <${Publishers} books=${books} publishers=${books.publishers} />
          </section>`
        }
      `}
    <//>
    ${
      adding &&
      html`<${AddFunds}
        api=${api}
        advertiser=${adding}
        balance=${loaded.value?.funds.get(adding.id) ?? { amount: '0', currency: loaded.value?.currency }}
        onDone=${done}
        onClose=${() => setAdding(undefined)}
      />`
    }
  </div>`
}

function wordsOf({ advertiser, amount, balance, repeated }: Payment): string {
  if (repeated)
    return `This payment was in the books of ${advertiser.name} already; nothing was added to ${sum(balance)}.`
  return `${sum(amount)} were added for ${advertiser.name}, which has ${sum(balance)} now.`
}

/** Where all the money stands. */
function Totals({ accounts }: { accounts: ById }): Element {
  const all = [...accounts]
  const currency = all[0]?.[1].currency
  if (currency === undefined) return null
  const total = (isPart: (account: string, amount: number) => boolean) =>
    sumOf(
      all.filter(([account, { amount }]) => isPart(account, Number(amount))).map(([, amount]) => amount),
      currency,
    )
  const owedBy = total((account, amount) => /^advertiser:.*:funds$/.test(account) && amount < 0)
  const facts = [
    ['Paid in, not spent', total((account, amount) => /^advertiser:.*:funds$/.test(account) && amount > 0)],
    ['Owed by advertisers', { ...owedBy, amount: owedBy.amount.replace(/^-/, '') }],
    ['Owed to publishers', total((account) => account.startsWith('publisher:'))],
    ['Kept as fees', total((account) => account === 'platform:fees')],
  ] as const
  return html`<${Facts} label="All accounts" facts=${facts.map(([name, amount]) => [name, sum(amount)])} />`
}

/** A publisher's own. */
function Earnings({ session }: { session: Session }): Element {
  const { api, who } = session
  const loaded = useLoad(
    (signal) => api.get<Balance>(`publishers/${encodeURIComponent(who.ownId ?? '')}/balance`, signal),
    [],
  )
  return html`<${When} loaded=${loaded} lines=${2}>
    ${({ pending, available, inTransit, paid, minimumWithdrawal }: Balance) => html`
      <${Facts}
        label="Balance"
        facts=${[
          ['Available', sum(available)],
          ['Pending', sum(pending)],
          ['On its way', sum(inTransit)],
          ['Paid so far', sum(paid)],
        ]}
      />
      <p class="note">
        Earnings are pending for seven days, in which what is found invalid is taken back; then they are available. From
        ${' '}${sum(minimumWithdrawal)} on they can be withdrawn, over the API.
      </p>
    `}
  <//>`
}

// Money: what advertisers have paid in and spent, what publishers have earned, and the papers about both.
import { useState } from 'preact/hooks'
import { readBooks, readOwn, type Books, type ById } from '../books.ts'
import { CURRENCY, isolated, money, payable, sum, sumOf } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useDoing, useLoad, withChanged } from '../hooks.ts'
import { Button } from '../parts/controls.ts'
import { useOpen } from '../parts/dialog.ts'
import { Facts } from '../parts/facts.ts'
import { saveAs } from '../parts/file.ts'
import { Problem, When } from '../parts/states.ts'
import type { Session, Who } from '../session.ts'
import type { Advertiser, Balance, Publisher } from '../shapes.ts'
import { AddFunds, type Payment } from './add-funds.ts'
import { AdvertiserForm } from './advertiser-form.ts'
import { ArchiveAdvertiser } from './archive-advertiser.ts'
import { Correct } from './correct.ts'
import { History, HistoryDialog } from './history.ts'
import { Advertisers, Publishers, type Act } from './money-tables.ts'
import { Letterhead } from './letterhead.ts'
import { Papers } from './papers.ts'
import { Withdraw } from './withdraw.ts'
import { Withdrawals } from './withdrawals.ts'

export function Money({ session }: { session: Session }): Element {
  const { who } = session
  const [round, setRound] = useState(0)
  const moved = () => setRound((n) => n + 1)
  const [correcting, setCorrecting, close] = useOpen<true>()
  const [corrected, setCorrected] = useState<string>()
  const doneCorrecting = (words: string) => {
    close()
    setCorrected(words)
    moved()
  }
  const saving = useDoing(async () => {
    const { blob, name } = await session.api.download('ledger/export?format=csv', 'text/csv')
    saveAs(blob, name)
  })
  return html`<div class="page">
    <header class="page-head">
      <div>
        <h1>Money</h1>
        <p class="lead">${leadOf(who)}</p>
      </div>
      ${
        who.may.admin &&
        html`<div class="actions">
          <${Button} onPress=${() => setCorrecting(true)}>Correct a balance<//>
          <${Button} icon="download" busy=${saving.busy} onPress=${() => saving.run()}>Download ledger<//>
        </div>`
      }
    </header>
    <${Problem} text=${saving.fault} />
    <div class="live" role="status">${corrected && html`<p class="notice good">${corrected}</p>`}</div>
    ${(who.may.admin || (who.role === 'advertiser' && who.may.inventory)) && html`<${Accounts} session=${session} round=${round} />`}
    ${who.role === 'publisher' && html`<${Earnings} session=${session} round=${round} onAsked=${moved} />`}
    ${who.may.reports && html`<${Papers} session=${session} />`}
    ${who.may.admin && html`<${Letterhead} session=${session} />`}
    ${who.may.reports && who.role !== 'advertiser' && html`<${Withdrawals} session=${session} round=${round} onMoved=${moved} />`}
    ${correcting && html`<${Correct} api=${session.api} onDone=${doneCorrecting} onClose=${close} />`}
    ${who.role !== 'operator' && html`<${History} session=${session} occasions=${[round]} />`}
  </div>`
}

function leadOf({ role, may }: Who): string {
  if (role === 'publisher') return 'What you have earned, and your statements.'
  if (role === 'advertiser') {
    if (!may.inventory) return 'Your invoices.'
    return may.reports ? 'What is left of your funds, and your invoices.' : 'What is left of your funds.'
  }
  if (!may.admin) return 'Statements, invoices and withdrawals.'
  return 'What advertisers have left, what publishers are owed, and the papers about both.'
}

function Accounts({ session, round }: { session: Session; round: number }): Element {
  const { api, who } = session
  const { admin: isOperator, reports } = who.may
  const [open, setOpen, close] = useOpen<Act>()
  const [added, setAdded] = useState<Payment>()
  const loaded = useLoad<Books>(
    (signal, show) => (isOperator ? readBooks(api, signal, show) : readOwn(api, who.ownId ?? '', reports, signal)),
    [isOperator, round],
  )
  const done = (payment?: Payment) => {
    close()
    setAdded(payment)
    loaded.reload()
  }
  const saved = (one: Advertiser) => {
    loaded.take((books) => ({ ...books, advertisers: withChanged(books.advertisers, one) }))
    done()
  }
  const balanceOf = ({ id }: Advertiser) => loaded.value?.funds.get(id)
  return html`<div class="stack">
    <div class="live" role="status">${added && html`<p class="notice good">${wordsOf(added)}</p>`}</div>
    <${When} loaded=${loaded} lines=${8}>
      ${(books: Books) => html`
        ${books.accounts && html`<${Totals} accounts=${books.accounts} />`}
        <section class="card stack">
          <h2>${isOperator ? 'Advertisers' : 'Funds'}</h2>
          ${!isOperator && books.advertisers.some(({ billing }) => billing === 'prepaid') && html`<p class="note">${WHO_ADDS_FUNDS}</p>`}
          <${Advertisers} books=${books} onAct=${setOpen} isOperator=${isOperator} />
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
      open?.what === 'add' &&
      html`<${AddFunds}
        api=${api}
        advertiser=${open.advertiser}
        balance=${balanceOf(open.advertiser) ?? { amount: '0', currency: CURRENCY }}
        onDone=${done}
        onClose=${close}
      />`
    }
    ${open?.what === 'history' && html`<${HistoryDialog} session=${session} of=${open.advertiser} onClose=${close} />`}
    ${
      open?.what === 'edit' &&
      html`<${AdvertiserForm}
        api=${api}
        advertiser=${open.advertiser}
        isOperator=${isOperator}
        onDone=${saved}
        onClose=${close}
      />`
    }
    ${
      open?.what === 'archive' &&
      html`<${ArchiveAdvertiser}
        api=${api}
        advertiser=${open.advertiser}
        balance=${balanceOf(open.advertiser)}
        onDone=${done}
        onClose=${close}
      />`
    }
  </div>`
}

const WHO_ADDS_FUNDS =
  'You pay in advance: send the operator a payment, who adds it here. While nothing is left, your ads wait.'

function wordsOf({ advertiser, amount, balance, repeated }: Payment): string {
  const name = isolated(advertiser.name)
  if (repeated) return `This payment was in the books of ${name} already; nothing was added to ${money(balance)}.`
  return `${money(amount)} were added for ${name}, which has ${money(balance)} now.`
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

interface EarningsProps {
  readonly session: Session
  readonly round: number
  readonly onAsked: () => void
}

/** A publisher's own. */
function Earnings({ session, round, onAsked }: EarningsProps): Element {
  const { api, who } = session
  const [asking, setAsking, close] = useOpen<true>()
  const path = `publishers/${encodeURIComponent(who.ownId ?? '')}`
  const loaded = useLoad(
    async (signal) => {
      const [balance, publisher] = await Promise.all([
        api.get<Balance>(`${path}/balance`, signal),
        api.get<Publisher>(path, signal),
      ])
      return { balance, method: publisher.payoutMethod }
    },
    [round],
  )
  const done = () => {
    close()
    onAsked()
  }
  return html`<${When} loaded=${loaded} lines=${2}>
    ${({ balance, method }: { balance: Balance; method: Publisher['payoutMethod'] }) => html`
      <${Facts}
        label="Balance"
        facts=${[
          ['Available', payable(balance.available)],
          ['Pending', sum(balance.pending)],
          ['On its way', sum(balance.inTransit)],
          ['Paid so far', sum(balance.paid)],
        ]}
      />
      <p class="note">
        Earnings are pending for seven days, in which what is found invalid is taken back; then they are
        available.${' '} ${whenOf(balance, method)}
      </p>
      ${
        mayWithdraw(balance, method) &&
        html`<p><${Button} kind="primary" onPress=${() => setAsking(true)}>Withdraw<//></p>`
      }
      ${asking && html`<${Withdraw} api=${api} balance=${balance} method=${method} onDone=${done} onClose=${close} />`}
    `}
  <//>`
}

function mayWithdraw({ available, minimumWithdrawal }: Balance, method: Publisher['payoutMethod']): boolean {
  return method !== undefined && Number(available.amount) >= Number(minimumWithdrawal.amount)
}

function whenOf({ minimumWithdrawal }: Balance, method: Publisher['payoutMethod']): string {
  return method === undefined
    ? 'They can be withdrawn once the operator has set where you are paid to.'
    : `From ${sum(minimumWithdrawal)} on they can be withdrawn.`
}

// One statement or invoice: its sums and its lines, as a file too, also as one to print; an operator confirms it.
import { withQuery } from '../api.ts'
import { linesOf, type BillingDetails } from '../billing.ts'
import { bidModel, count, day, sum, timeHere } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useCampaignNames, useDoing, useLoad, useTitle } from '../hooks.ts'
import { amountColumn, nameIn, ownerOf, PAPERS, periodOf, useOwnerNames, type Kind, type Paper } from '../papers.ts'
import { Button, Pill } from '../parts/controls.ts'
import { FormDialog, useOpen } from '../parts/dialog.ts'
import { Facts } from '../parts/facts.ts'
import { saveAs } from '../parts/file.ts'
import { Icon } from '../parts/icons.ts'
import { Empty, Problem, When } from '../parts/states.ts'
import { Table } from '../parts/table.ts'
import type { Session } from '../session.ts'
import type { Invoice, Money } from '../shapes.ts'

const LIST = { href: '#/money', name: 'Money' } as const

export function PaperPage({ id, session }: { id: string; session: Session }): Element {
  const { api } = session
  const kind: Kind = id.startsWith('inv_') ? 'invoices' : 'statements'
  const path = `${kind}/${encodeURIComponent(id)}`
  const loaded = useLoad((signal) => api.get<Paper>(path, signal), [id])
  useTitle(loaded.value && `${PAPERS[kind].one} ${periodOf(loaded.value)}`)
  const saving = useDoing(async () => {
    const { blob, name } = await api.download(withQuery(path, { format: 'csv' }), 'text/csv')
    saveAs(blob, name)
  })
  // A file, since a page that is opened from here would have to do without its style under the policy of this one.
  const printing = useDoing(async () => {
    const { blob } = await api.download(withQuery(path, { format: 'html' }), 'text/html')
    saveAs(blob, `${id}.html`)
  })
  const [confirming, setConfirming, close] = useOpen<true>()
  const doing = useDoing(async () => {
    await api.send('PATCH', path, { status: 'confirmed' })
    close()
    loaded.reload()
  })
  return html`<div class="page">
    <a class="back" href=${LIST.href}><${Icon} name="back" /> ${LIST.name}</a>
    <${Problem} text=${saving.fault ?? printing.fault} />
    <${When} loaded=${loaded} back=${LIST}>
      ${(paper: Paper) => html`
        <header class="page-head">
          <div>
            <h1>${PAPERS[kind].one} ${paper.number} <${Pill} of=${paper.status} /></h1>
            <${PaperLead} paper=${paper} session=${session} />
            ${'due' in paper && html`<${Payment} invoice=${paper} />`}
          </div>
          <div class="actions">
            ${session.who.may.admin && paper.status === 'open' && html`<${Button} onPress=${() => setConfirming(true)}>Confirm<//>`}
            <${Button} icon="download" busy=${printing.busy} onPress=${() => printing.run()}>Download to print<//>
            <${Button} icon="download" busy=${saving.busy} onPress=${() => saving.run()}>Download CSV<//>
          </div>
        </header>
        <${Facts} label="Sums" facts=${factsOf(paper).map(([name, amount]) => [name, sum(amount)])} />
        <${Sides} paper=${paper} />
        <section class="card">
          <h2>${kind === 'invoices' ? 'By campaign' : 'By day'}</h2>
          <${Lines} paper=${paper} session=${session} />
        </section>
        ${
          confirming &&
          html`<${FormDialog} title="Confirm these figures?" action="Confirm" doing=${doing} onClose=${close}>
            <p>
              It says that both sides agree, and cannot be taken back. What nobody objects to is confirmed by itself a
              week after its end.
            </p>
          <//>`
        }
      `}
    <//>
  </div>`
}

function PaperLead({ paper, session }: { paper: Paper; session: Session }): Element {
  const names = useOwnerNames(session, [ownerOf(paper)])
  return html`<p class="lead">
    ${nameIn(names, ownerOf(paper))} · ${periodOf(paper)} (UTC) · <span class="mono">${paper.id}</span>
    ${paper.confirmedAt && ` · confirmed ${timeHere(paper.confirmedAt)}`}
    ${paper.status === 'open' && ' · open until it is confirmed, a week after its end at the latest; its figures stay'}
  </p>`
}

/** What became of it since; it is not on the paper, whose figures stay. */
function Payment({ invoice: { unpaid, paidAt, overdue } }: { invoice: Invoice }): Element {
  if (Number(unpaid.amount) > 0)
    return html`<p class="lead">Unpaid: <b>${sum(unpaid)}</b> ${overdue && html`<${Pill} of="overdue" />`}</p>`
  return paidAt === undefined ? null : html`<p class="lead">Paid on ${day(paidAt)}</p>`
}

/** As the paper itself has them; nothing on those of older releases. */
function Sides({ paper: { issuer, recipient, dueDate, note, createdAt } }: { paper: Paper }): Element {
  if (recipient === undefined) return null
  const side = (one: BillingDetails) => html`<span class="lines">${linesOf(one).join('\n')}</span>`
  const facts = [
    ...(issuer ? [['From', side(issuer)] as const] : []),
    ['To', side(recipient)] as const,
    ['Date (UTC)', createdAt.slice(0, 10)] as const,
    ...(dueDate === undefined ? [] : [['Due by', dueDate] as const]),
    ...(note === undefined ? [] : [['Below the figures', html`<span class="lines">${note}</span>`] as const]),
  ]
  return html`<${Facts} label="On the paper" facts=${facts} />`
}

function factsOf(paper: Paper): (readonly [name: string, amount: Money])[] {
  const { opening, adjusted, closing } = paper
  if ('due' in paper) {
    const { received, charged, refunded, due } = paper
    return [
      ['Opening balance', opening],
      ['Payments received', received],
      ['Charged', charged],
      ['Refunded', refunded],
      ['Credits and corrections', adjusted],
      ['Closing balance', closing],
      ['Amount due', due],
    ]
  }
  return [
    ['Opening balance', opening],
    ['Earned', paper.earned],
    ['Reversed', paper.reversed],
    ['Credits and corrections', adjusted],
    ['Paid out', paper.paid],
    ['Closing balance', closing],
  ]
}

type Line = Paper['lines'][number]

function Lines({ paper, session }: { paper: Paper; session: Session }): Element {
  const { api, who } = session
  const keyOf = (line: Line): string => ('date' in line ? line.date : line.campaignId)
  const isInvoice = 'due' in paper
  const names = useCampaignNames(api, who.may.inventory, isInvoice ? paper.lines.map(keyOf) : [])
  const lines: readonly Line[] = paper.lines
  if (lines.length === 0) return html`<${Empty} title="No events"><p>Payments or corrections alone were booked.</p><//>`
  const columns = [
    {
      name: isInvoice ? 'Campaign' : 'Day (UTC)',
      head: true,
      of: (line: Line) => names.get(keyOf(line)) ?? keyOf(line),
      by: (line: Line) => names.get(keyOf(line)) ?? keyOf(line),
    },
    { name: 'Model', of: ({ model }: Line) => bidModel(model) },
    { name: 'Events', right: true, of: ({ events }: Line) => count(events), by: ({ events }: Line) => events },
    amountColumn('Amount', ({ amount }: Line) => amount),
    amountColumn('Reversed', ({ reversed }: Line) => reversed),
  ]
  return html`<${Table}
    label="Lines"
    columns=${columns}
    rows=${lines}
    keyOf=${(line: Line) => `${keyOf(line)} ${line.model}`}
  />`
}

// Statements and invoices: the newest in a list, and new ones of what was booked since.
import { useState } from 'preact/hooks'
import { withQuery, type Api } from '../api.ts'
import { sum, words } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useLoad } from '../hooks.ts'
import {
  amountColumn,
  calledOf,
  type Kind,
  nameIn,
  ownerOf,
  type Paper,
  PAPERS,
  periodOf,
  useOwnerNames,
  useOwners,
} from '../papers.ts'
import { Button, Pill, Segments, Select } from '../parts/controls.ts'
import { useOpen } from '../parts/dialog.ts'
import { Empty, FIRST_SHOWN, More, When } from '../parts/states.ts'
import { Table } from '../parts/table.ts'
import type { Session } from '../session.ts'
import type { Invoice, Page, Statement } from '../shapes.ts'
import { ConfirmPapers } from './confirm-papers.ts'
import { NewPaper } from './new-paper.ts'

export function Papers({ session }: { session: Session }): Element {
  const { api, who } = session
  const [kind, setKind] = useState<Kind>(who.role === 'advertiser' ? 'invoices' : 'statements')
  const [limit, setLimit] = useState(FIRST_SHOWN)
  /** The publisher or advertiser whose papers alone are shown; empty: all. */
  const [owner, setOwner] = useState('')
  const [open, setOpen, close] = useOpen<'new' | 'confirm'>()
  const [payment, setPayment] = useState<'' | 'unpaid'>('')
  const isUnpaid = kind === 'invoices' && payment === 'unpaid'
  const only = { ...(owner !== '' && { [PAPERS[kind].ownerField]: owner }), ...(isUnpaid && { unpaid: true }) }
  // They say of which kind they are, since those of one kind stay until those of the other were read.
  const loaded = useLoad(
    async (signal) => ({
      kind,
      isUnpaid,
      ...(await api.get<Page<Paper>>(withQuery(kind, { limit, ...only }), signal)),
    }),
    [kind, owner, isUnpaid],
    [limit],
  )
  const hasBoth = who.role === 'operator'
  const { one } = PAPERS[kind]
  const done = () => {
    close()
    loaded.reload()
  }
  return html`<section class="card">
    <div class="card-head">
      <h2>${hasBoth ? 'Statements and invoices' : words(kind)}</h2>
      <div class="actions">
        ${
          hasBoth &&
          html`<${Segments}
            label="Kind"
            value=${kind}
            options=${[
              ['statements', 'Statements'],
              ['invoices', 'Invoices'],
            ]}
            onChange=${(next: Kind) => {
              setKind(next)
              setOwner('')
              setLimit(FIRST_SHOWN)
            }}
          />`
        }
        ${
          who.may.admin &&
          html`<${Button} onPress=${() => setOpen('confirm')}>Confirm several<//>
            <${Button} icon="plus" onPress=${() => setOpen('new')}>New ${one.toLowerCase()}<//>`
        }
      </div>
    </div>
    ${
      (who.may.admin || kind === 'invoices') &&
      html`<div class="filters">
        ${who.may.admin && html`<${OwnerChoice} kind=${kind} api=${api} value=${owner} onChange=${setOwner} />`}
        ${kind === 'invoices' && html`<${Select} label="Payment" value=${payment} options=${PAYMENTS} onChange=${setPayment} />`}
      </div>`
    }
    <${When} loaded=${loaded} lines=${4}>
      ${({ kind, isUnpaid, data, nextCursor }: Page<Paper> & { kind: Kind; isUnpaid: boolean }) =>
        data.length === 0 && isUnpaid
          ? html`<${Empty} title="No unpaid invoices"><p>Nothing is unpaid of the invoices that there are.</p><//>`
          : data.length === 0
            ? html`<${Empty} title=${`No ${kind} yet`}
                ><p>They are made when a month (UTC) has ended in which something was booked.</p><//
              >`
            : html`<${PaperTable} kind=${kind} papers=${data} session=${session} />
                <${More} limit=${limit} more=${nextCursor !== null} loading=${loaded.loading} onMore=${setLimit} />`}
    <//>
    ${open === 'new' && html`<${NewPaper} kind=${kind} session=${session} onClose=${done} />`}
    ${open === 'confirm' && html`<${ConfirmPapers} kind=${kind} api=${api} onClose=${done} />`}
  </section>`
}

const PAYMENTS = [
  ['', 'All'],
  ['unpaid', 'Unpaid only'],
] as const

interface OwnerChoiceProps {
  readonly kind: Kind
  readonly api: Api
  readonly value: string
  readonly onChange: (id: string) => void
}

/** Of many papers those of one month stand before those of the month before, and whoever asks is one of them. */
function OwnerChoice({ kind, api, value, onChange }: OwnerChoiceProps): Element {
  const { owner } = PAPERS[kind]
  const loaded = useOwners(api, kind)
  const options = (loaded.value ?? []).map((one) => [one.id, calledOf(one)] as const)
  return html`<${Select} label=${owner} value=${value} options=${[['', 'All'], ...options]} onChange=${onChange} />`
}

const unpaidColumn = {
  name: 'Unpaid',
  right: true,
  of: (paper: Paper) => {
    const { unpaid, overdue } = paper as Invoice
    return html`${overdue && html`<${Pill} of="overdue" />${' '}`}${sum(unpaid)}`
  },
  by: (paper: Paper) => Number((paper as Invoice).unpaid.amount),
}

interface PaperTableProps {
  readonly kind: Kind
  readonly papers: readonly Paper[]
  readonly session: Session
}

function PaperTable({ kind, papers, session }: PaperTableProps): Element {
  const names = useOwnerNames(session, papers.map(ownerOf))
  const columns = [
    {
      name: PAPERS[kind].one,
      head: true,
      of: (paper: Paper) =>
        html`<span class="two-lines">
          <a href=${`#/money/${encodeURIComponent(paper.id)}`}><b>${periodOf(paper)}</b></a
          ><small class="mono">${paper.number ?? paper.id}</small>
        </span>`,
      by: ({ to }: Paper) => Date.parse(to),
    },
    ...(session.who.role === 'publisher'
      ? []
      : [{ name: PAPERS[kind].owner, of: (paper: Paper) => nameIn(names, ownerOf(paper)) }]),
    { name: 'State', of: ({ status }: Paper) => html`<${Pill} of=${status} />` },
    ...(kind === 'invoices'
      ? [
          amountColumn('Charged', (paper: Paper) => (paper as Invoice).charged),
          amountColumn('Due', (paper: Paper) => (paper as Invoice).due),
          unpaidColumn,
        ]
      : [
          amountColumn('Earned', (paper: Paper) => (paper as Statement).earned),
          amountColumn('Closing balance', ({ closing }: Paper) => closing),
        ]),
  ]
  return html`<${Table} label=${words(kind)} columns=${columns} rows=${papers} keyOf=${({ id }: Paper) => id} />`
}

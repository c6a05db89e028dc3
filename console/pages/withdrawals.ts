// Withdrawals: what publishers asked for, and how far it is on its way; operators move it on.
import { useState } from 'preact/hooks'
import { withQuery } from '../api.ts'
import { sum, time, timeHere, words } from '../format.ts'
import { html, type Children, type Element } from '../html.ts'
import { useLoad } from '../hooks.ts'
import { amountColumn, nameIn, useOwnerNames } from '../papers.ts'
import { Button, Pill } from '../parts/controls.ts'
import { useOpen } from '../parts/dialog.ts'
import { Empty, FIRST_SHOWN, More, When } from '../parts/states.ts'
import { Table } from '../parts/table.ts'
import type { Session, Who } from '../session.ts'
import type { Page, Publisher, Withdrawal } from '../shapes.ts'
import { MoveWithdrawal, type Step } from './move-withdrawal.ts'

interface WithdrawalsProps {
  readonly session: Session
  /** Counts up with each change made elsewhere on the page. */
  readonly round: number
  readonly onMoved: () => void
}

export function Withdrawals({ session, round, onMoved }: WithdrawalsProps): Element {
  const { api, who } = session
  const [limit, setLimit] = useState(FIRST_SHOWN)
  const [open, setOpen, close] = useOpen<{ withdrawal: Withdrawal; step: Step }>()
  const path = withQuery('withdrawals', { limit })
  const isOwn = who.role === 'publisher'
  const loaded = useLoad<Asked>(
    async (signal) => {
      const page = await api.get<Page<Withdrawal>>(path, signal)
      if (!isOwn || page.data.length > 0) return page
      const own = await api.get<Publisher>(`publishers/${encodeURIComponent(who.ownId ?? '')}`, signal)
      return { ...page, isPaid: own.payoutMethod !== undefined }
    },
    [],
    [limit, round],
  )
  return html`<section class="card">
    <h2>Withdrawals</h2>
    <${When} loaded=${loaded} lines=${3}>
      ${({ data, nextCursor, isPaid }: Asked) =>
        data.length === 0
          ? html`<${Empty} title="No withdrawals yet"><p>${howTo(who, isPaid)}</p><//>`
          : html`<${WithdrawalTable}
                rows=${data}
                session=${session}
                onStep=${(withdrawal: Withdrawal, step: Step) => setOpen({ withdrawal, step })}
              /><${More} limit=${limit} more=${nextCursor !== null} loading=${loaded.loading} onMore=${setLimit} />`}
    <//>
    ${
      open &&
      html`<${MoveWithdrawal}
        ...${open}
        session=${session}
        onEnd=${() => {
          close()
          onMoved()
        }}
      />`
    }
  </section>`
}

interface Asked extends Page<Withdrawal> {
  /** Whether it is known where this publisher is paid to; read where there is none of its own yet. */
  readonly isPaid?: boolean
}

function howTo({ role, may, ownId }: Who, isPaid: boolean | undefined): Children {
  if (role !== 'publisher')
    return html`Publishers ask for what is available, here or over the API, once it is set where they are paid
    to${may.admin ? html`: on the page ${' '}<a href="#/publishers">Publishers</a>` : ''}.`
  if (isPaid) return 'You can ask for what is available.'
  return html`Nobody has set where you are paid to. Ask the operator for it; your id is${' '}
    <span class="mono">${ownId}</span>.`
}

/** Where a withdrawal may go from here, and by whom. */
function stepsOf({ status }: Withdrawal, { who }: Session): readonly Step[] {
  if (who.role === 'publisher') return status === 'submitted' ? ['canceled'] : []
  if (!who.may.admin) return []
  if (status === 'submitted') return ['processing', 'canceled']
  return status === 'processing' ? ['paid', 'canceled'] : []
}

const STEP_NAMES: Readonly<Record<Step, string>> = {
  processing: 'Start paying',
  paid: 'Mark as paid',
  canceled: 'Cancel',
}

interface TableProps {
  readonly rows: readonly Withdrawal[]
  readonly session: Session
  readonly onStep: (withdrawal: Withdrawal, step: Step) => void
}

function WithdrawalTable({ rows, session, onStep }: TableProps): Element {
  const names = useOwnerNames(
    session,
    rows.map(({ publisherId }) => publisherId),
  )
  const isOwn = session.who.role === 'publisher'
  const columns = [
    {
      name: 'Withdrawal',
      head: true,
      of: ({ id, createdAt }: Withdrawal) =>
        html`<span class="two-lines"> <b>${timeHere(createdAt)}</b><small class="mono">${id}</small> </span>`,
      by: ({ createdAt }: Withdrawal) => Date.parse(createdAt),
    },
    ...(isOwn ? [] : [{ name: 'Publisher', of: ({ publisherId }: Withdrawal) => nameIn(names, publisherId) }]),
    {
      name: 'Paid to',
      of: ({ payoutMethod: { type, account } }: Withdrawal) =>
        html`<span class="two-lines">${account}<small>${words(type)}</small></span>`,
    },
    { name: 'State', of: ({ status }: Withdrawal) => html`<${Pill} of=${status} />` },
    { name: 'Reference', of: ({ reference }: Withdrawal) => reference ?? '–' },
    amountColumn('Amount', ({ amount }: Withdrawal) => amount),
    ...(rows.some((one) => stepsOf(one, session).length > 0)
      ? [
          {
            name: 'Action',
            right: true,
            of: (one: Withdrawal) =>
              stepsOf(one, session).length === 0
                ? '–'
                : html`<span class="actions">
                    ${stepsOf(one, session).map(
                      (step) =>
                        html`<${Button}
                          label=${`${STEP_NAMES[step]}: ${sum(one.amount)}, ${nameOf(one)}`}
                          onPress=${() => onStep(one, step)}
                          >${STEP_NAMES[step]}<//
                        >`,
                    )}
                  </span>`,
          },
        ]
      : []),
  ]
  const nameOf = ({ publisherId, createdAt }: Withdrawal) => (isOwn ? time(createdAt) : (names.get(publisherId) ?? ''))
  return html`<${Table} label="Withdrawals" columns=${columns} rows=${rows} keyOf=${({ id }: Withdrawal) => id} />`
}

// Withdrawals: what publishers asked for, and how far it is on its way.
import { withQuery } from '../api.ts'
import { time } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useLoad } from '../hooks.ts'
import { amountColumn, nameIn, useOwnerNames } from '../papers.ts'
import { Pill } from '../parts/controls.ts'
import { Empty, When } from '../parts/states.ts'
import { Table } from '../parts/table.ts'
import type { Session } from '../session.ts'
import type { Page, Withdrawal } from '../shapes.ts'

const SHOWN = 20

export function Withdrawals({ session }: { session: Session }): Element {
  const { api, who } = session
  const loaded = useLoad((signal) => api.get<Page<Withdrawal>>(withQuery('withdrawals', { limit: SHOWN }), signal), [])
  return html`<section class="card">
    <h2>Withdrawals</h2>
    <${When} loaded=${loaded} lines=${3}>
      ${({ data, nextCursor }: Page<Withdrawal>) =>
        data.length === 0
          ? html`<${Empty} title="No withdrawals yet"
              ><p>Publishers ask for what is available with <code>POST /api/v1/withdrawals</code>.</p><//
            >`
          : html`<${WithdrawalTable} rows=${data} session=${session} isOwn=${who.role === 'publisher'} />
              ${nextCursor && html`<p class="note">The newest ${SHOWN} are shown.</p>`}`}
    <//>
  </section>`
}

function WithdrawalTable({
  rows,
  session,
  isOwn,
}: {
  rows: readonly Withdrawal[]
  session: Session
  isOwn: boolean
}): Element {
  const names = useOwnerNames(
    session,
    rows.map(({ publisherId }) => publisherId),
  )
  const columns = [
    {
      name: 'Withdrawal',
      head: true,
      of: ({ id, createdAt }: Withdrawal) =>
        html`<span class="two-lines"> <b>${time(createdAt)}</b><small class="mono">${id}</small> </span>`,
      by: ({ createdAt }: Withdrawal) => Date.parse(createdAt),
    },
    ...(isOwn ? [] : [{ name: 'Publisher', of: ({ publisherId }: Withdrawal) => nameIn(names, publisherId) }]),
    { name: 'State', of: ({ status }: Withdrawal) => html`<${Pill} of=${status} />` },
    { name: 'Reference', of: ({ reference }: Withdrawal) => reference ?? '–' },
    amountColumn('Amount', ({ amount }: Withdrawal) => amount),
  ]
  return html`<${Table} label="Withdrawals" columns=${columns} rows=${rows} keyOf=${({ id }: Withdrawal) => id} />`
}

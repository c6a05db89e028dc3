// Archiving an advertiser: what ends with it, and what becomes of the money that lies between it and the installation.
import type { Api } from '../api.ts'
import { sum } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useDoing } from '../hooks.ts'
import { FormDialog } from '../parts/dialog.ts'
import type { Advertiser, Money } from '../shapes.ts'

interface ArchiveAdvertiserProps {
  readonly api: Api
  readonly advertiser: Advertiser
  /** As it is now; undefined where nothing was ever booked. */
  readonly balance: Money | undefined
  readonly onDone: () => void
  readonly onClose: () => void
}

export function ArchiveAdvertiser({ api, advertiser, balance, onDone, onClose }: ArchiveAdvertiserProps): Element {
  const doing = useDoing(async () => {
    await api.send('DELETE', `advertisers/${encodeURIComponent(advertiser.id)}`)
    onDone()
  })
  return html`<${FormDialog}
    title="Archive this advertiser?"
    action="Archive"
    danger=${true}
    doing=${doing}
    onClose=${onClose}
  >
    <p>
      All campaigns and ads of <b><bdi>${advertiser.name}</bdi></b> stop serving, for good, and nothing of it can be
      changed. Its figures and invoices stay; what follows from ads that were shown before is still counted and charged.
    </p>
    <p>${whatIsLeft(balance)}</p>
  <//>`
}

function whatIsLeft(balance: Money | undefined): string {
  const amount = Number(balance?.amount ?? 0)
  if (balance === undefined || amount === 0) return 'No money is left, and none is owed.'
  if (amount > 0) {
    return `${sum(balance)} are left. They stay in the books until they are taken out by a correction; pay them back yourself.`
  }
  const owed = sum({ ...balance, amount: balance.amount.replace(/^-/, '') })
  return `It owes ${owed}, and can still be invoiced and pay.`
}

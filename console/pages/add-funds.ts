// Adding funds: what came in is typed, read once more, and only then posted, since a payment stays in the books.
import { useState } from 'preact/hooks'
import type { Api } from '../api.ts'
import { AMOUNT, isolated, money, sumOf } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useDoing } from '../hooks.ts'
import { useOnceKey } from '../once.ts'
import { Input } from '../parts/controls.ts'
import { FormDialog } from '../parts/dialog.ts'
import { issuesOf } from '../parts/faults.ts'
import type { Advertiser, Money } from '../shapes.ts'

export interface Payment {
  readonly advertiser: Advertiser
  readonly amount: Money
  readonly balance: Money
  /** It was in the books already. */
  readonly repeated: boolean
}

interface AddFundsProps {
  readonly api: Api
  readonly advertiser: Advertiser
  /** As it is now. */
  readonly balance: Money
  readonly onDone: (payment: Payment) => void
  readonly onClose: () => void
}

export function AddFunds({ api, advertiser, balance, onDone, onClose }: AddFundsProps): Element {
  const [amount, setAmount] = useState('')
  const [reference, setReference] = useState('')
  const [confirming, setConfirming] = useState(false)
  const once = useOnceKey([amount, reference])
  const doing = useDoing(async () => {
    if (!confirming) {
      if (Number(amount) === 0) throw new Error('Write an amount above zero.')
      setConfirming(true)
      return
    }
    const path = `advertisers/${encodeURIComponent(advertiser.id)}/funds`
    const sent = api.send<Omit<Payment, 'advertiser'>>('POST', path, { amount, reference: reference.trim() }, once)
    const answer = await sent.catch((error: unknown) => {
      // What is wrong with a field is told beside it.
      if (issuesOf(error).length > 0) setConfirming(false)
      throw error
    })
    onDone({ ...answer, advertiser })
  })
  const { currency } = balance
  const adding = money({ amount, currency })
  const after = money(sumOf([balance, { amount, currency }], currency))
  return html`<${FormDialog}
    title=${confirming ? 'Post this payment?' : `Add funds for ${isolated(advertiser.name)}`}
    action=${confirming ? `Add ${adding}` : 'Go on'}
    doing=${doing}
    onClose=${onClose}
  >
    ${
      confirming
        ? html`<p>
              <b>${adding}</b
              >${` for ${isolated(advertiser.name)}`}${reference && html`, with the reference <b><bdi>${reference}</bdi></b>`}${`. That makes ${after}.`}
            </p>
            <p class="note">
              A payment stays in the books; a wrong one is put right by a correction.${' '}
              <button type="button" class="link" onClick=${() => setConfirming(false)}>Change it</button>
            </p>`
        : html`<${Input}
              label="Amount"
              wire="amount"
              required=${true}
              placeholder="500.00"
              ...${AMOUNT}
              value=${amount}
              onInput=${setAmount}
              autofocus=${true}
              note=${`In ${currency}; there are ${money(balance)} now.`}
            />
            <${Input}
              label="Reference"
              wire="reference"
              maxLength=${200}
              placeholder="wire 17"
              value=${reference}
              onInput=${setReference}
              note="What the books show for it. The same reference posts once for an advertiser."
            />`
    }
  <//>`
}

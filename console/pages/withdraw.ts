// A publisher asks for what it has earned.
import { useState } from 'preact/hooks'
import { AMOUNT, isolated, payable, sum, words } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useDoing } from '../hooks.ts'
import { useOnceKey } from '../once.ts'
import { Input } from '../parts/controls.ts'
import { FormDialog } from '../parts/dialog.ts'
import type { Api } from '../api.ts'
import type { Balance, Publisher } from '../shapes.ts'

interface WithdrawProps {
  readonly api: Api
  readonly balance: Balance
  readonly method: NonNullable<Publisher['payoutMethod']>
  readonly onDone: () => void
  readonly onClose: () => void
}

export function Withdraw({ api, balance, method, onDone, onClose }: WithdrawProps): Element {
  const [amount, setAmount] = useState('')
  const once = useOnceKey([amount])
  const doing = useDoing(async () => {
    await api.send('POST', 'withdrawals', amount === '' ? {} : { amount }, once)
    onDone()
  })
  const { available, minimumWithdrawal } = balance
  return html`<${FormDialog} title="Withdraw earnings" action="Withdraw" doing=${doing} onClose=${onClose}>
    <p>
      ${'To '}<b><bdi>${method.account}</bdi></b
      >${` (${isolated(words(method.type))}). The operator transfers it; until that begins you can cancel.`}
    </p>
    <${Input}
      label="Amount"
      wire="amount"
      ...${AMOUNT}
      placeholder="All that is available"
      value=${amount}
      onInput=${setAmount}
      autofocus=${true}
      note=${`${payable(available)} are available; ${sum(minimumWithdrawal)} is the least.`}
    />
  <//>`
}

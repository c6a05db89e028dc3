// One step of a withdrawal: it is begun, paid or canceled, once what that means was read.
import { useState } from 'preact/hooks'
import { isolated, sum, words } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useDoing } from '../hooks.ts'
import { Input } from '../parts/controls.ts'
import { FormDialog } from '../parts/dialog.ts'
import type { Session } from '../session.ts'
import type { Withdrawal } from '../shapes.ts'

export type Step = Exclude<Withdrawal['status'], 'submitted'>

interface MoveProps {
  readonly withdrawal: Withdrawal
  readonly step: Step
  readonly session: Session
  /** Also where it was not moved: somebody else may have been faster. */
  readonly onEnd: () => void
}

export function MoveWithdrawal({ withdrawal, step, session, onEnd }: MoveProps): Element {
  const [reference, setReference] = useState(withdrawal.reference ?? '')
  const doing = useDoing(async () => {
    const path = `withdrawals/${encodeURIComponent(withdrawal.id)}`
    await session.api.send('PATCH', path, { status: step, ...(reference && { reference }) })
    onEnd()
  })
  const { title, action, told, danger } = STEPS[step]
  const { type, account, name } = withdrawal.payoutMethod
  return html`<${FormDialog}
    title=${title}
    action=${action}
    dismiss=${step === 'canceled' ? 'Keep it' : undefined}
    danger=${danger}
    doing=${doing}
    onClose=${onEnd}
  >
    <p>
      <b>${sum(withdrawal.amount)}</b>${` to `}<b><bdi>${account}</bdi></b
      >${` (${[words(type), name ?? ''].filter(Boolean).map(isolated).join(', ')}).`}
    </p>
    <p class="note">${session.who.may.admin ? told : 'The amount is available to you again.'}</p>
    ${
      session.who.may.admin &&
      html`<${Input}
        label="Reference"
        wire="reference"
        maxLength=${200}
        placeholder="batch 12"
        value=${reference}
        onInput=${setReference}
        note="Such as the number of the transfer. The publisher reads it too."
      />`
    }
  <//>`
}

interface StepWords {
  readonly title: string
  readonly action: string
  readonly told: string
  readonly danger?: boolean
}

const STEPS: Readonly<Record<Step, StepWords>> = {
  processing: {
    title: 'Start paying?',
    action: 'Start paying',
    told: 'From then on the publisher cannot cancel it. Transfer the money next, then mark it as paid: the service moves none itself.',
  },
  paid: {
    title: 'Mark as paid?',
    action: 'Mark as paid',
    told: 'The money has left. That cannot be taken back.',
  },
  canceled: {
    title: 'Cancel this withdrawal?',
    action: 'Cancel the withdrawal',
    told: 'The amount is available to the publisher again. Cancel nothing that was transferred.',
    danger: true,
  },
}

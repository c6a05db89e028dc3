// An operator's letterhead: what statements and invoices that are made from now on say of it.
import { useState } from 'preact/hooks'
import type { Api } from '../api.ts'
import { billingTexts, linesOf, type Letterhead as Head } from '../billing.ts'
import { html, type Element } from '../html.ts'
import { useDoing, useLoad } from '../hooks.ts'
import { Button, Input, TextArea } from '../parts/controls.ts'
import { FormDialog, useOpen } from '../parts/dialog.ts'
import { FactList } from '../parts/facts.ts'
import { Empty, When } from '../parts/states.ts'
import type { Session } from '../session.ts'
import { BillingFields } from './billing-fields.ts'
import { HistoryDialog } from './history.ts'

type Open = { readonly what: 'change'; readonly head: Head } | { readonly what: 'history' }

export function Letterhead({ session }: { session: Session }): Element {
  const { api } = session
  const loaded = useLoad((signal) => api.get<Head>('letterhead', signal), [])
  const [open, setOpen, close] = useOpen<Open>()
  const done = (head: Head) => {
    close()
    loaded.take(() => head)
    loaded.reload()
  }
  return html`<section class="card" aria-label="Letterhead">
    <div class="card-head">
      <h2>Letterhead</h2>
      <div class="actions">
        <${Button} label="History of the letterhead" onPress=${() => setOpen({ what: 'history' })}>History<//>
        ${loaded.value && html`<${Button} label="Change the letterhead" onPress=${() => setOpen({ what: 'change', head: loaded.value! })}>Change<//>`}
      </div>
    </div>
    <${When} loaded=${loaded} lines=${3}>
      ${(head: Head) =>
        Object.keys(head).length === 0
          ? html`<${Empty} title="No letterhead yet"
              ><p>Statements and invoices name whom they are to, and not whom they are from.</p><//
            >`
          : html`<div class="facts-row"><${FactList} facts=${factsOf(head)} /></div>`}
    <//>
    ${open?.what === 'change' && html`<${Change} api=${api} head=${open.head} onDone=${done} onClose=${close} />`}
    ${open?.what === 'history' && html`<${HistoryDialog} session=${session} of=${LETTERHEAD} onClose=${close} />`}
  </section>`
}

function factsOf(head: Head) {
  const said = (text: string) => html`<span class="lines">${text || '–'}</span>`
  return [
    ['From', said(linesOf(head).join('\n'))],
    ['Invoices are due', dueText(head)],
    ['Below the figures', said(head.note ?? '')],
  ] as const
}

const LETTERHEAD = { id: 'letterhead', name: 'Letterhead' } as const

function dueText({ dueDays }: Head): string {
  if (dueDays === undefined) return 'They do not say when'
  return dueDays === 1 ? 'a day after they were made' : `${dueDays} days after they were made`
}

interface ChangeProps {
  readonly api: Api
  readonly head: Head
  /** @param head as it was set */
  readonly onDone: (head: Head) => void
  readonly onClose: () => void
}

function Change({ api, head, onDone, onClose }: ChangeProps): Element {
  const [texts, setTexts] = useState(() => billingTexts(head))
  const [dueDays, setDueDays] = useState(head.dueDays === undefined ? '' : String(head.dueDays))
  const [note, setNote] = useState(head.note ?? '')
  const doing = useDoing(async () => {
    const fields = { ...texts, dueDays: dueDays === '' ? null : Number(dueDays), note }
    onDone(await api.send<Head>('PUT', 'letterhead', fields))
  })
  return html`<${FormDialog} title="Change the letterhead" action="Save" doing=${doing} onClose=${onClose}>
    <p class="note">For papers that are made from now on; those that are there stay as they are.</p>
    <${BillingFields} texts=${texts} called="Name" onChange=${setTexts} />
    <${Input}
      label="Days until an invoice is due"
      wire="dueDays"
      type="number"
      min=${0}
      max=${365}
      step="1"
      value=${dueDays}
      onInput=${setDueDays}
      note="Of advertisers that are billed afterwards. Empty: invoices do not say when."
    />
    <${TextArea}
      label="Below the figures"
      wire="note"
      rows=${2}
      maxLength=${1_000}
      value=${note}
      onInput=${setNote}
      placeholder="Reverse charge"
      note="All figures are net; say here what is to be said of tax."
    />
  <//>`
}

// Traffic: an operator's own rules of whom not to count, and events that are found invalid later.
import { useState } from 'preact/hooks'
import type { Api } from '../api.ts'
import { localZone, time } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useDoing, useLoad } from '../hooks.ts'
import { useOnceKey } from '../once.ts'
import { Button, Input } from '../parts/controls.ts'
import { FormDialog, useOpen } from '../parts/dialog.ts'
import { Empty, When } from '../parts/states.ts'
import { LongTable } from '../parts/table.ts'
import type { Session } from '../session.ts'
import type { Page } from '../shapes.ts'
import { TakeBack, wordsOf, type TakenBack } from './take-back.ts'
import { TakenBackList } from './taken-back.ts'

/** Whom an operator does not want counted. */
interface TrafficRule {
  readonly id: string
  readonly network?: string
  /** Stands in the User-Agent. */
  readonly userAgent?: string
  readonly note: string
  readonly createdAt: string
}

type Open = { readonly what: 'new' | 'take-back' } | { readonly what: 'remove'; readonly rule: TrafficRule }

export function Traffic({ session }: { session: Session }): Element {
  const { api } = session
  const [open, setOpen, close] = useOpen<Open>()
  const loaded = useLoad((signal) => api.get<Page<TrafficRule>>('traffic-rules', signal), [])
  const [taken, setTaken] = useState<TakenBack>()
  const [round, setRound] = useState(0)
  const readAgain = () => {
    loaded.reload()
    setRound((n) => n + 1)
  }
  const done = () => {
    close()
    loaded.reload()
  }
  const doneTaking = (events: TakenBack) => {
    close()
    setTaken(events)
  }
  return html`<div class="page">
    <header class="page-head">
      <div>
        <h1>Traffic</h1>
        <p class="lead">Whom not to count, beside known bots and data centres: kept, not billed, and shown no ads.</p>
      </div>
      <div class="actions">
        <${Button} icon="refresh" label="Read again" busy=${loaded.loading} onPress=${readAgain} />
        <${Button} onPress=${() => setOpen({ what: 'take-back' })}>Take events back<//>
        <${Button} kind="primary" icon="plus" onPress=${() => setOpen({ what: 'new' })}>New rule<//>
      </div>
    </header>
    <div class="live" role="status">${taken && html`<p class="notice good">Taken back: ${wordsOf(taken)}</p>`}</div>
    <section class="card">
      <${When} loaded=${loaded}>
        ${({ data }: Page<TrafficRule>) => html`<${Rules} rules=${data} onRemove=${(rule: TrafficRule) => setOpen({ what: 'remove', rule })} />`}
      <//>
    </section>
    <${TakenBackList} session=${session} occasions=${[taken, round]} />
    ${open?.what === 'new' && html`<${New} api=${api} onDone=${done} onClose=${close} />`}
    ${open?.what === 'take-back' && html`<${TakeBack} api=${api} onDone=${doneTaking} onClose=${close} />`}
    ${open?.what === 'remove' && html`<${Remove} api=${api} rule=${open.rule} onDone=${done} onClose=${close} />`}
  </div>`
}

interface RulesProps {
  readonly rules: readonly TrafficRule[]
  readonly onRemove: (rule: TrafficRule) => void
}

function Rules({ rules, onRemove }: RulesProps): Element {
  if (rules.length === 0)
    return html`<${Empty} title="No rules yet"
      ><p>Make one for your office, or for a crawler that calls itself a browser.</p><//
    >`
  const columns = [
    {
      name: 'Whom',
      head: true,
      of: (rule: TrafficRule) =>
        html`<span class="two-lines"><b class="mono">${nameOf(rule)}</b><small class="mono">${rule.id}</small></span>`,
      by: nameOf,
    },
    { name: 'Why', of: ({ note }: TrafficRule) => note || '–', by: ({ note }: TrafficRule) => note },
    {
      name: `Since (${localZone})`,
      of: ({ createdAt }: TrafficRule) => time(createdAt),
      by: ({ createdAt }: TrafficRule) => createdAt,
    },
    {
      name: 'Action',
      right: true,
      of: (rule: TrafficRule) =>
        html`<${Button} label=${`Remove ${nameOf(rule)}`} onPress=${() => onRemove(rule)}>Remove<//>`,
    },
  ]
  return html`<${LongTable} label="Rules" columns=${columns} rows=${rules} keyOf=${({ id }: TrafficRule) => id} />`
}

function nameOf({ network, userAgent }: TrafficRule): string {
  return [network, userAgent].filter((part) => part !== undefined).join(' · ')
}

interface NewProps {
  readonly api: Api
  readonly onDone: () => void
  readonly onClose: () => void
}

function New({ api, onDone, onClose }: NewProps): Element {
  const [network, setNetwork] = useState('')
  const [userAgent, setUserAgent] = useState('')
  const [note, setNote] = useState('')
  const once = useOnceKey([network, userAgent, note])
  const doing = useDoing(async () => {
    const named = {
      ...(network.trim() !== '' && { network: network.trim() }),
      ...(userAgent.trim() !== '' && { userAgent: userAgent.trim() }),
    }
    if (Object.keys(named).length === 0) throw new Error('Name a network, a User-Agent or both.')
    await api.send('POST', 'traffic-rules', { ...named, note }, once)
    onDone()
  })
  return html`<${FormDialog} title="New rule" action="Add rule" doing=${doing} onClose=${onClose}>
    <${Input}
      label="Network"
      wire="network"
      value=${network}
      maxLength=${64}
      onInput=${setNetwork}
      placeholder="203.0.113.0/24"
      note="An address or a block of addresses."
      autofocus=${true}
    />
    <${Input}
      label="In the User-Agent"
      wire="userAgent"
      value=${userAgent}
      maxLength=${200}
      onInput=${setUserAgent}
      placeholder="PriceWatch/"
      note="In capitals or not. Where there is a network, too, both must hold."
    />
    <${Input} label="Why" wire="note" value=${note} maxLength=${200} onInput=${setNote} placeholder="Our office" />
  <//>`
}

interface RemoveProps extends NewProps {
  readonly rule: TrafficRule
}

function Remove({ api, rule, onDone, onClose }: RemoveProps): Element {
  const doing = useDoing(async () => {
    await api.send('DELETE', `traffic-rules/${encodeURIComponent(rule.id)}`)
    onDone()
  })
  return html`<${FormDialog} title="Remove this rule?" action="Remove" danger=${true} doing=${doing} onClose=${onClose}>
    <p>
      What comes from <b class="mono">${nameOf(rule)}</b> counts from then on, unless the usual rules speak against it.
      What was kept out stays so.
    </p>
  <//>`
}

// Decisions: what was decided last, and why each came out as it did.
import { useState } from 'preact/hooks'
import { withQuery } from '../api.ts'
import { choicesOf } from '../choices.ts'
import { clock, count, localZone, money, percent, time, words } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useAdTitles, useLoad, usePublisherNames, useTitle } from '../hooks.ts'
import { Button, Input, Pill, Segments } from '../parts/controls.ts'
import { emptyBecause } from '../parts/empty-because.ts'
import { Icon } from '../parts/icons.ts'
import { Empty, When } from '../parts/states.ts'
import { LongTable, Table } from '../parts/table.ts'
import { adsWeighed, Why } from '../parts/why.ts'
import { reasonSentence } from '../reasons.ts'
import type { Session } from '../session.ts'
import type { Decision, SlotOutcome, SlotOutcomes } from '../shapes.ts'
import { OwnPolicy } from './own-policy.ts'

const SHOWN = 100

export function Decisions({ query, session }: { query: string; session: Session }): Element {
  const [{ kind, publisher }, choose] = choicesOf('decisions', query, {
    kind: ['all', 'live', 'test'],
    publisher: (id) => /^pub_\w+$/.test(id),
  })
  const test = kind === 'all' ? undefined : kind === 'test'
  const of = { test, publisherId: publisher || undefined }
  const loaded = useLoad(
    async (signal) => {
      const [{ data }, slots] = await Promise.all([
        session.api.get<{ data: Decision[] }>(withQuery('decisions', { ...of, limit: SHOWN }), signal),
        session.api.get<SlotOutcomes>(withQuery('decisions/slots', of), signal),
      ])
      // Kept with them, since they stand there while those of another kind are read.
      return { kind, of: publisher, data, slots }
    },
    [test, publisher],
  )
  const { slots } = loaded.value ?? {}
  const names = usePublisherNames(session.api, session.who.may.admin, publisher === '' ? [] : [publisher])
  const narrow = (publisher: string) => choose({ publisher })
  return html`<div class="page">
    <header class="page-head">
      <div>
        <h1>Decisions</h1>
        <p class="lead">
          The newest first; times are those of ${localZone}. What people wrote is not kept, only what was made of it.
        </p>
      </div>
      <div class="actions">
        <${Segments}
          label="Kind"
          value=${kind}
          options=${[
            ['all', 'All'],
            ['live', 'Live'],
            ['test', 'Test'],
          ]}
          onChange=${(kind: string) => choose({ kind })}
        />
        <${Button} icon="refresh" busy=${loaded.loading} onPress=${loaded.reload}>Read again<//>
      </div>
    </header>
    ${
      publisher !== '' &&
      html`<p class="filters">
        <button type="button" class="chip" title="Every publisher again" onClick=${() => narrow('')}>
          Only publisher <b><bdi>${names.get(publisher) ?? publisher}</bdi></b> <${Icon} name="close" />
        </button>
      </p>`
    }
    ${slots !== undefined && slots.data.length > 0 && html`<${Slots} outcomes=${slots} session=${session} onNarrow=${narrow} />`}
    ${session.who.role === 'publisher' && html`<${OwnPolicy} session=${session} />`}
    <section class="card">
      <div class="card-head">
        <h2>Newest</h2>
        <${OpenById} />
      </div>
      <${When} loaded=${loaded} lines=${8}>
        ${({ kind, of, data }: { kind: string; of: string; data: readonly Decision[] }) =>
          data.length === 0
            ? html`<${Empty}
                title=${`${kind === 'all' ? 'Nothing' : `No ${kind} request`}${of === '' ? '' : ' of this publisher'} was decided since the service started`}
                ><p>Ask something in the playground.</p><//
              >`
            : html`<${List} decisions=${data} session=${session} onNarrow=${narrow} />`}
      <//>
    </section>
  </div>`
}

/** A publisher's name, which narrows the page to it. */
function nameOf(id: string, names: ReadonlyMap<string, string>, onNarrow: (id: string) => void): Element {
  return html`<button type="button" class="link" title="Only this publisher" onClick=${() => onNarrow(id)}>
    ${names.get(id) ?? html`<small class="mono">${id}</small>`}
  </button>`
}

interface SlotsProps {
  readonly outcomes: SlotOutcomes
  readonly session: Session
  readonly onNarrow: (publisherId: string) => void
}

/** How often each slot stayed empty, and why: of the newest decisions alone no rate can be told. */
function Slots({ outcomes: { decisions, since, data }, session, onNarrow }: SlotsProps): Element {
  const isOperator = session.who.role === 'operator'
  const publishers = usePublisherNames(
    session.api,
    session.who.may.admin,
    data.map(({ publisherId }) => publisherId),
  )
  const publisher = {
    name: 'Publisher',
    of: ({ publisherId }: SlotOutcome) => nameOf(publisherId, publishers, onNarrow),
    by: ({ publisherId }: SlotOutcome) => publishers.get(publisherId),
  }
  const part = ({ filled, requests }: SlotOutcome) => filled / requests
  const columns = [
    { name: 'Slot', head: true, of: ({ slotId }: SlotOutcome) => slotId, by: ({ slotId }: SlotOutcome) => slotId },
    ...(isOperator ? [publisher] : []),
    { name: 'Format', of: ({ format }: SlotOutcome) => words(format), by: ({ format }: SlotOutcome) => format },
    {
      name: 'Requests',
      right: true,
      of: ({ requests }: SlotOutcome) => count(requests),
      by: ({ requests }: SlotOutcome) => requests,
    },
    { name: 'Filled', right: true, of: (one: SlotOutcome) => percent(part(one)), by: part },
    {
      name: 'Empty because',
      of: ({ empty }: SlotOutcome) => emptyBecause(empty),
    },
  ]
  return html`<section class="card stack">
    <h2>Slots</h2>
    <p class="note">
      ${`Of the last ${decisions === 1 ? 'decision' : `${count(decisions)} decisions`}${since === null ? '' : `, since ${time(since)}`}. Filled: with one ad at least.`}
      ${session.who.may.reports && html` <a href="#/reports?by=slot">Of any days</a>, with why they stayed empty.`}
    </p>
    <${LongTable}
      label="Slots"
      columns=${columns}
      rows=${data}
      rowsFirst=${SLOTS_FIRST}
      keyOf=${({ publisherId, slotId, format }: SlotOutcome) => `${publisherId} ${format} ${slotId}`}
    />
  </section>`
}

const SLOTS_FIRST = 20

interface ListProps {
  readonly decisions: readonly Decision[]
  readonly session: Session
  readonly onNarrow: (publisherId: string) => void
}

function List({ decisions, session, onNarrow }: ListProps): Element {
  const isOperator = session.who.role === 'operator'
  const publishers = usePublisherNames(
    session.api,
    session.who.may.admin,
    decisions.map(({ publisherId }) => publisherId),
  )
  const publisher = {
    name: 'Publisher',
    of: ({ publisherId }: Decision) => nameOf(publisherId, publishers, onNarrow),
  }
  const [decision, ...rest] = COLUMNS
  return html`<${Table}
    label="Decisions"
    columns=${isOperator ? [decision, publisher, ...rest] : COLUMNS}
    rows=${decisions}
    keyOf=${({ requestId }: Decision) => requestId}
  />`
}

/** A decision that is not in sight may still be known by the id of its request. */
function OpenById(): Element {
  const [id, setId] = useState('')
  const submit = (event: Event) => {
    event.preventDefault()
    location.hash = `#/decisions/${encodeURIComponent(id.trim())}`
  }
  return html`<form class="line" onSubmit=${submit}>
    <${Input} label="Request id" required=${true} placeholder="req_…" maxLength=${64} value=${id} onInput=${setId} />
    <${Button} submit>Open<//>
  </form>`
}

const COLUMNS = [
  {
    name: 'Decision',
    head: true,
    of: ({ requestId, decidedAt }: Decision) =>
      html`<span class="two-lines">
        <a href=${`#/decisions/${requestId}`}><b>${clock(decidedAt)}</b></a
        ><small class="mono">${requestId}</small>
      </span>`,
  },
  { name: 'Came out', of: (decision: Decision) => outcome(decision) },
  { name: 'Formats', of: ({ slots }: Decision) => slots.map(({ format }) => words(format)).join(', ') },
  { name: 'Intent', right: true, of: ({ explain }: Decision) => explain.signals.commercialIntent.toFixed(2) },
  { name: 'Weighed', right: true, of: ({ explain }: Decision) => count(adsWeighed(explain.candidates)) },
  { name: 'Kind', of: ({ test }: Decision) => html`<${Pill} of=${test ? 'test' : 'live'} />` },
]

function outcome({ slots }: Decision): string {
  const ads = slots.reduce((sum, slot) => sum + slot.ads.length, 0)
  const reasons = [...new Set(slots.flatMap(({ noFill }) => (noFill ? [words(noFill.reason).toLowerCase()] : [])))]
  return [ads > 0 && `${ads} ${ads === 1 ? 'ad' : 'ads'}`, ...reasons].filter(Boolean).join('; ')
}

const LIST = { href: '#/decisions', name: 'Decisions' } as const

export function DecisionPage({ id, session }: { id: string; session: Session }): Element {
  const loaded = useLoad((signal) => session.api.get<Decision>(`decisions/${encodeURIComponent(id)}`, signal), [id])
  useTitle(loaded.value && `Decision of ${clock(loaded.value.decidedAt)}`)
  return html`<div class="page">
    <a class="back" href=${LIST.href}><${Icon} name="back" /> ${LIST.name}</a>
    <${When} loaded=${loaded} back=${LIST}>
      ${(decision: Decision) => html`<${Detail} decision=${decision} session=${session} />`}
    <//>
  </div>`
}

function Detail({ decision, session }: { decision: Decision; session: Session }): Element {
  const { requestId, decidedAt, publisherId, test, slots, explain } = decision
  const placed = slots.flatMap((slot) => slot.ads.map(({ adId }) => adId))
  const titles = useAdTitles(session.api, session.who.may.inventory, placed)
  const mayName = session.who.may.admin || session.who.role === 'publisher'
  const publisher = usePublisherNames(session.api, mayName, [publisherId]).get(publisherId)
  return html`<div class="stack">
    <header class="page-head">
      <div>
        <h1>Decision <${Pill} of=${test ? 'test' : 'live'} /></h1>
        <p class="lead">
          ${time(decidedAt)} (${localZone}) · <span class="mono">${requestId}</span> · publisher${' '}
          ${publisher ? html`<bdi>${publisher}</bdi>` : html`<span class="mono">${publisherId}</span>`}
        </p>
      </div>
    </header>
    <section class="card stack">
      <h2>Slots</h2>
      ${slots.map(
        ({ slotId, format, ads, noFill }) =>
          html`<div class="slot" key=${slotId}>
            <p>
              <b><bdi>${slotId}</bdi></b> <span class="note">${words(format)}</span>
            </p>
            ${
              ads.length > 0 &&
              html`<ol>
                ${ads.map(
                  ({ adId, externalId, price }) =>
                    html`<li>
                      <bdi>${(adId && titles.get(adId)) ?? externalId ?? adId ?? 'An ad that is gone'}</bdi>${' '}
                      <span class="note">for ${money(price)}</span>
                    </li>`,
                )}
              </ol>`
            }
            ${noFill && html`<p class="no-ad"><b>${noFill.detail ?? words(noFill.reason)}</b> ${reasonSentence(noFill.reason)} <code>${noFill.reason}</code></p>`}
          </div>`,
      )}
    </section>
    <section class="card">
      <h2>Why</h2>
      <${Why} explain=${explain} shown=${new Set(placed.filter((id) => id !== undefined))} session=${session} />
    </section>
  </div>`
}

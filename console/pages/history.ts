// History: who changed something, when, and from what to what.
import { useState } from 'preact/hooks'
import { withQuery } from '../api.ts'
import { localZone, time, words } from '../format.ts'
import { html, type Children, type Element } from '../html.ts'
import { useLoad } from '../hooks.ts'
import { Dialog } from '../parts/dialog.ts'
import { Empty, More, When } from '../parts/states.ts'
import { Table } from '../parts/table.ts'
import type { Session } from '../session.ts'
import type { Change, FieldChange, Page } from '../shapes.ts'

const FIRST_CHANGES = 5

interface HistoryProps {
  readonly session: Session
  /** The id of what is told of; absent: of all that is the key's own. */
  readonly entity?: string
  /** Whatever is new where something may have been changed since. */
  readonly occasions?: readonly unknown[]
}

/** As a part of a page; nothing where the key may not read it. */
export function History({ session, entity, occasions }: HistoryProps): Element {
  if (!session.who.may.history) return null
  return html`<section class="card">
    <h2>History</h2>
    <${Changes} session=${session} entity=${entity} occasions=${occasions} />
  </section>`
}

interface HistoryDialogProps {
  readonly session: Session
  readonly of: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

export function HistoryDialog({ session, of, onClose }: HistoryDialogProps): Element {
  return html`<${Dialog} title="History" onClose=${onClose}>
    <div class="stack">
      <p>
        <b><bdi>${of.name}</bdi></b>
      </p>
      <${Changes} session=${session} entity=${of.id} />
    </div>
  <//>`
}

/** Below the name of something in a table, whose buttons have no room for another one. */
export function HistoryLink({ name, onPress }: { name: string; onPress: () => void }): Element {
  return html`<small
    ><button type="button" class="link" aria-label=${`History of ${name}`} onClick=${onPress}>History</button></small
  >`
}

function Changes({ session, entity, occasions = [] }: HistoryProps): Element {
  const [limit, setLimit] = useState(FIRST_CHANGES)
  const loaded = useLoad(
    (signal) => session.api.get<Page<Change>>(withQuery('changes', { entity, limit }), signal),
    [entity],
    [limit, ...occasions],
  )
  return html`<${When} loaded=${loaded} lines=${3}>
    ${({ data, nextCursor }: Page<Change>) =>
      data.length === 0
        ? html`<${Empty} title="Nothing is on record"><p>Changes are kept for 400 days.</p><//>`
        : html`<${Table}
              label="History"
              columns=${entity === undefined ? [WHEN, WHO, OF, WHAT] : [WHEN, WHO, WHAT]}
              rows=${data}
              keyOf=${({ id }: Change) => id}
            />
            <${More} limit=${limit} more=${nextCursor !== null} loading=${loaded.loading} onMore=${setLimit} />`}
  <//>`
}

const WHEN = { name: `When (${localZone})`, head: true, of: ({ occurredAt }: Change) => time(occurredAt) }
const WHO = {
  name: 'Who',
  of: ({ keyId, keyName }: Change) => {
    const name = keyName ?? NAMED[keyId]
    const id = html`<small class="mono">${keyId}</small>`
    return name === undefined ? id : html`<span class="two-lines"><bdi>${name}</bdi>${id}</span>`
  },
}
const OF = {
  name: 'Of',
  of: ({ kind, entityId }: Change) =>
    html`<span class="two-lines">${words(kind)}<small class="mono">${entityId}</small></span>`,
}
const WHAT = { name: 'What', of: (change: Change) => whatWasDone(change) }

/** Who has no key of the inventory. */
const NAMED: Readonly<Record<string, string>> = {
  key_operator: 'The operator',
  command_line: 'The command line',
  feed: 'The feed',
}

function whatWasDone({ action, changes }: Change): Children {
  const fields = html`<ul class="changed">
    ${changes.map(fieldLine)}
  </ul>`
  if (changes.length === 0) return words(action)
  // All that a new one has is much, and mostly not what is looked for.
  if (action === 'created') {
    return html`<details>
      <summary>${words(action)}</summary>
      ${fields}
    </details>`
  }
  return html`<div>${action !== 'changed' && words(action)} ${fields}</div>`
}

function fieldLine({ field, from, to }: FieldChange): Children {
  return html`<li>
    <span class="mono">${field}</span> ${from !== null && html`<bdi>${textOf(from)}</bdi> → `}
    <b><bdi>${to === null ? 'none' : textOf(to)}</bdi></b>
  </li>`
}

function textOf(value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ')
  if (isFlat(value))
    return Object.entries(value)
      .map(([name, one]) => `${words(name)}: ${one}`)
      .join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Such as where a publisher is paid to. */
function isFlat(value: unknown): value is Readonly<Record<string, string | number | boolean>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every((one) => ['string', 'number', 'boolean'].includes(typeof one))
}

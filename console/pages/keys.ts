// Keys: who may call; new ones are shown once, and a revoked one stops within two seconds.
import { useState } from 'preact/hooks'
import { API_ROOT } from '../api.ts'
import { html, type Element } from '../html.ts'
import { localZone, time } from '../format.ts'
import { readAll, useDoing, useLoad } from '../hooks.ts'
import { useOnceKey } from '../once.ts'
import { Button, CopyButton, Input, Pill, Select, type Option } from '../parts/controls.ts'
import { Dialog, FormDialog, useOpen } from '../parts/dialog.ts'
import { Empty, NothingFits, Skeleton, When } from '../parts/states.ts'
import { LongTable } from '../parts/table.ts'
import type { Session } from '../session.ts'
import type { IssuedKey, Key } from '../shapes.ts'
import { NewKey } from './key-form.ts'
import { type Owners, readOwners } from './owners.ts'

interface Shelf {
  readonly keys: readonly Key[]
  /** Undefined until all is read. */
  readonly owners?: Owners
}

type Open = { readonly what: 'new' } | { readonly what: 'revoke' | 'replace'; readonly key: Key }

export function Keys({ session }: { session: Session }): Element {
  const { api } = session
  const [open, setOpen, close] = useOpen<Open>()
  const [issued, setIssued] = useState<IssuedKey>()
  const [search, setSearch] = useState('')
  const loaded = useLoad<Shelf>(async (signal, show) => {
    const [keys, owners] = await Promise.all([
      readAll<Key>(api, 'keys', signal, (keys) => show({ keys })),
      readOwners(api, signal),
    ])
    return { keys, owners }
  }, [])
  const done = (made?: IssuedKey) => {
    close()
    if (made) setIssued(made)
    loaded.reload()
  }
  const owners = loaded.value?.owners
  return html`<div class="page">
    <header class="page-head">
      <div>
        <h1>Keys</h1>
        <p class="lead">A key is shown once, when it is made. Revoked, it stops within two seconds.</p>
      </div>
      <div class="actions">
        <${Button} kind="primary" icon="plus" disabled=${owners === undefined} onPress=${() => setOpen({ what: 'new' })}
          >New key<//
        >
      </div>
    </header>
    <section class="card">
      <div class="card-head filters">
        <${Input}
          label="Find"
          type="search"
          value=${search}
          onInput=${setSearch}
          placeholder="Name, owner or key"
          note="A leaked key is found where you paste it; it is not sent."
        />
      </div>
      <${When} loaded=${loaded}>
        ${(shelf: Shelf) => html`<${List} shelf=${shelf} loading=${loaded.loading} search=${search} onOpen=${setOpen} />`}
      <//>
    </section>
    ${open?.what === 'new' && owners && html`<${NewKey} api=${api} owners=${owners} onDone=${done} onClose=${close} />`}
    ${open?.what === 'revoke' && html`<${Revoke} of=${open.key} session=${session} onDone=${done} onClose=${close} />`}
    ${open?.what === 'replace' && html`<${Replace} of=${open.key} session=${session} onDone=${done} onClose=${close} />`}
    ${issued && html`<${ShownOnce} issued=${issued} onClose=${() => setIssued(undefined)} />`}
  </div>`
}

interface ListProps {
  readonly shelf: Shelf
  /** The rest is still read. */
  readonly loading: boolean
  readonly search: string
  readonly onOpen: (open: Open) => void
}

function List({ shelf, loading, search, onOpen }: ListProps): Element {
  const { publishers = [], advertisers = [] } = shelf.owners ?? {}
  const names = new Map([...publishers, ...advertisers].map(({ id, name }) => [id, name]))
  const ownerOf = ({ publisherId, advertiserId }: Key) => {
    const owner = publisherId ?? advertiserId
    return owner === undefined ? 'Operator' : (names.get(owner) ?? (shelf.owners ? owner : '…'))
  }
  const wanted = search.trim().toLowerCase()
  const fits = (key: Key) =>
    `${key.name ?? ''} ${ownerOf(key)} ${key.start}`.toLowerCase().includes(wanted) || search.includes(key.start)
  const rows = shelf.keys.filter(fits)
  if (rows.length === 0 && loading) return html`<${Skeleton} lines=${5} />`
  if (shelf.keys.length === 0)
    return html`<${Empty} title="No keys yet"><p>Make one for a publisher, so that it can ask for ads.</p><//>`
  if (rows.length === 0) return html`<${NothingFits} of=${shelf.keys.length}>No key that still works is called so.<//>`
  const columns = [
    {
      name: 'Key',
      head: true,
      of: (key: Key) =>
        html`<span class="two-lines">
          <b>${key.name || 'Without a name'}</b><small class="mono">${key.start}…${key.lastFour}</small>
        </span>`,
    },
    { name: 'Belongs to', of: ownerOf },
    { name: 'Mode', of: ({ mode }: Key) => html`<${Pill} of=${mode} />` },
    {
      name: 'May',
      of: ({ scopes }: Key) => html`<span class="scopes">${scopes.map((scope) => html`<code>${scope}</code>`)}</span>`,
    },
    {
      name: `Made (${localZone})`,
      of: (key: Key) => html`<span class="two-lines">${time(key.createdAt)}<small>${endOf(key)}</small></span>`,
    },
    {
      name: `Last used (${localZone})`,
      // The hour alone is known: a key that was just made would else be used before that.
      of: ({ lastUsedAt }: Key) =>
        lastUsedAt === undefined
          ? '–'
          : html`<span class="two-lines">${time(lastUsedAt)}<small>or within the hour</small></span>`,
    },
    {
      name: 'Action',
      right: true,
      of: (key: Key) =>
        html`<span class="actions">
          ${
            !hasEnded(key) &&
            html`<${Button}
              label=${`Replace ${key.name ?? key.start}`}
              onPress=${() => onOpen({ what: 'replace', key })}
              >Replace<//
            >`
          }
          <${Button} label=${`Revoke ${key.name ?? key.start}`} onPress=${() => onOpen({ what: 'revoke', key })}
            >Revoke<//
          >
        </span>`,
    },
  ]
  return html`<${LongTable} label="Keys" columns=${columns} rows=${rows} keyOf=${({ id }: Key) => id} />`
}

function endOf(key: Key): string {
  if (key.expiresAt === undefined) return ''
  return `${hasEnded(key) ? 'ended' : 'ends'} ${time(key.expiresAt)}`
}

function hasEnded({ expiresAt }: Key): boolean {
  return expiresAt !== undefined && Date.parse(expiresAt) <= Date.now()
}

interface ActProps {
  readonly of: Key
  readonly session: Session
  readonly onDone: (made?: IssuedKey) => void
  readonly onClose: () => void
}

function Revoke({ of: key, session, onDone, onClose }: ActProps): Element {
  const doing = useDoing(async () => {
    await session.api.send('DELETE', `keys/${encodeURIComponent(key.id)}`)
    onDone()
  })
  return html`<${FormDialog} title="Revoke this key?" action="Revoke" danger=${true} doing=${doing} onClose=${onClose}>
    <p>
      <b><bdi>${key.name || key.start}</bdi></b> stops working at once, and so does everything that uses it. There is no
      way back.
    </p>
  <//>`
}

function Replace({ of: key, session, onDone, onClose }: ActProps): Element {
  const [overlap, setOverlap] = useState('86400')
  const once = useOnceKey([overlap])
  const doing = useDoing(async () => {
    const body = { overlapSeconds: Number(overlap) }
    onDone(await session.api.send<IssuedKey>('POST', `keys/${encodeURIComponent(key.id)}/roll`, body, once))
  })
  return html`<${FormDialog} title="Replace this key?" action="Make a successor" doing=${doing} onClose=${onClose}>
    <p>
      A new key with the same rights is made. <b><bdi>${key.name || key.start}</bdi></b> works on beside it for a while.
    </p>
    <${Select} label="The old key ends" value=${overlap} options=${OVERLAPS} onChange=${setOverlap} />
  <//>`
}

/** By seconds. */
const OVERLAPS: readonly Option[] = [
  ['86400', 'In a day'],
  ['3600', 'In an hour'],
  ['604800', 'In a week'],
  ['0', 'At once: it has leaked'],
]

function ShownOnce({ issued, onClose }: { issued: IssuedKey; onClose: () => void }): Element {
  // Gone, it cannot be had again, so a key that slipped does not put it away.
  const stay = (event: Event) => event.preventDefault()
  return html`<${Dialog} title="Your new key" onClose=${onClose} onEscape=${stay}>
    <div class="stack">
      <p>Copy it now: it is kept as a hash and cannot be shown again.</p>
      <p class="secret"><code>${issued.key}</code><${CopyButton} text=${issued.key} /></p>
      ${tellsOfSales(issued) && html`<${PostbackAddress} secret=${issued.key} />`}
      <footer><${Button} kind="primary" onPress=${onClose}>I have kept it<//></footer>
    </div>
  <//>`
}

/** It can do nothing else, so it may stand in an address. */
const tellsOfSales = ({ advertiserId, scopes }: IssuedKey) =>
  advertiserId !== undefined && scopes.length === 1 && scopes[0] === 'events:write'

function PostbackAddress({ secret }: { secret: string }): Element {
  const query = `key=${secret}&clickId={sub_id}&transactionId={order_id}&value={amount}`
  const address = `${new URL('conversions/postback', API_ROOT)}?${query}`
  return html`<p>
      It can tell of sales and nothing else, so an affiliate network may open it as an address, with its own names for
      what stands in braces. The landing page hands it the click: <code>…?sub_id={click_id}</code>.
    </p>
    <p class="secret"><code>${address}</code><${CopyButton} text=${address} children="Copy the address" /></p>`
}

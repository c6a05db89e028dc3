// Webhooks: who is told of events as they come, what waits for each, and why a receiver did not take the last message. An operator sees
// everybody's, all others their own.
import { useState } from 'preact/hooks'
import { count, timeHere, words } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useDoing, useLoad, withChanged } from '../hooks.ts'
import { Button, CopyButton, Input, Pill } from '../parts/controls.ts'
import { Dialog, FormDialog, useOpen } from '../parts/dialog.ts'
import { Empty, NothingFits, Problem, When } from '../parts/states.ts'
import { LongTable } from '../parts/table.ts'
import type { Session } from '../session.ts'
import type { IssuedWebhook, Page, Ping, Webhook } from '../shapes.ts'
import { type Owners, readOwners } from './owners.ts'
import { WebhookForm } from './webhook-form.ts'

interface Shelf {
  readonly webhooks: readonly Webhook[]
  /** Undefined until all is read; nobody where all are one's own. */
  readonly owners?: Owners
}

type Open = { readonly what: 'new' } | { readonly what: 'change' | 'try' | 'delete'; readonly webhook: Webhook }

export function Webhooks({ session }: { session: Session }): Element {
  const { api, who } = session
  const [open, setOpen, close] = useOpen<Open>()
  const [issued, setIssued] = useState<IssuedWebhook>()
  const [search, setSearch] = useState('')
  const loaded = useLoad<Shelf>(async (signal, show) => {
    const [webhooks, owners] = await Promise.all([
      api.get<Page<Webhook>>('webhooks', signal).then(({ data }) => (show({ webhooks: data }), data)),
      who.may.admin ? readOwners(api, signal) : NOBODY,
    ])
    return { webhooks, owners }
  }, [])
  const done = () => {
    close()
    loaded.reload()
  }
  const made = (issued: IssuedWebhook) => {
    setIssued(issued)
    done()
  }
  const changed = (one: Webhook) => {
    loaded.take((shelf) => ({ ...shelf, webhooks: withChanged(shelf.webhooks, one) }))
    done()
  }
  const owners = loaded.value?.owners
  const told = who.role === 'publisher' ? 'events as they come' : 'events, of ads and of money as it comes'
  return html`<div class="page">
    <header class="page-head">
      <div>
        <h1>Webhooks</h1>
        <p class="lead">Addresses that are told of ${told}. What is not taken waits.</p>
      </div>
      <div class="actions">
        <${Button} icon="refresh" busy=${loaded.loading} onPress=${loaded.reload}>Read again<//>
        <${Button} kind="primary" icon="plus" disabled=${owners === undefined} onPress=${() => setOpen({ what: 'new' })}
          >New webhook<//
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
          placeholder=${who.may.admin ? 'Address, owner or id' : 'Address or id'}
        />
      </div>
      <${When} loaded=${loaded}>
        ${(shelf: Shelf) => html`<${List} shelf=${shelf} search=${search} session=${session} onOpen=${setOpen} onChanged=${loaded.reload} />`}
      <//>
    </section>
    ${
      (open?.what === 'new' || open?.what === 'change') &&
      owners &&
      html`<${WebhookForm}
        session=${session}
        owners=${owners}
        webhook=${open.what === 'change' ? open.webhook : undefined}
        onMade=${made}
        onChanged=${changed}
        onClose=${close}
      />`
    }
    ${open?.what === 'try' && html`<${Try} of=${open.webhook} session=${session} onClose=${close} />`}
    ${open?.what === 'delete' && html`<${Delete} of=${open.webhook} session=${session} onDone=${done} onClose=${close} />`}
    ${issued && html`<${ShownOnce} issued=${issued} onClose=${() => setIssued(undefined)} />`}
  </div>`
}

const NOBODY: Owners = { publishers: [], advertisers: [] }

interface ListProps {
  readonly shelf: Shelf
  readonly search: string
  readonly session: Session
  readonly onOpen: (open: Open) => void
  readonly onChanged: () => void
}

function List({ shelf: { webhooks, owners }, search, session, onOpen, onChanged }: ListProps): Element {
  const named = [...(owners?.publishers ?? []), ...(owners?.advertisers ?? [])]
  const names = new Map(named.map(({ id, name }) => [id, name]))
  const isOwn = !session.who.may.admin
  const ownerOf = ({ owner }: Webhook) => {
    if (isOwn) return ''
    return owner === undefined ? 'Everybody' : (names.get(owner) ?? (owners ? owner : '…'))
  }
  const wanted = search.trim().toLowerCase()
  const rows = webhooks.filter((one) => `${one.url} ${ownerOf(one)} ${one.id}`.toLowerCase().includes(wanted))
  if (webhooks.length === 0)
    return html`<${Empty} title="No webhooks yet"><p>Make one for an address that takes messages.</p><//>`
  if (rows.length === 0) return html`<${NothingFits} of=${webhooks.length}>No webhook fits that.<//>`
  const columns = [
    {
      name: 'Webhook',
      head: true,
      of: (webhook: Webhook) => {
        const { id, url } = webhook
        return html`<span class="two-lines">
          <b class="mono">${url}</b><small class="mono">${id}</small>
          ${
            owners &&
            html`<small
              ><button
                type="button"
                class="link"
                aria-label=${`Change ${url}`}
                onClick=${() => onOpen({ what: 'change', webhook })}
              >
                Change
              </button></small
            >`
          }
        </span>`
      },
      by: ({ url }: Webhook) => url,
    },
    {
      name: 'Hears of',
      of: (webhook: Webhook) => {
        const events = webhook.events.map(words).join(', ')
        return isOwn ? events : html`<span class="two-lines">${ownerOf(webhook)}<small>${events}</small></span>`
      },
      by: isOwn ? ({ events }: Webhook) => events.map(words).join() : ownerOf,
    },
    {
      name: 'Status',
      of: ({ status }: Webhook) => html`<${Pill} of=${status} />`,
      by: ({ status }: Webhook) => status,
    },
    {
      name: 'Waiting',
      right: true,
      of: ({ waiting, dropped }: Webhook) =>
        dropped === 0
          ? count(waiting)
          : html`<span class="two-lines">${count(waiting)}<small>${count(dropped)} dropped</small></span>`,
      by: ({ waiting }: Webhook) => waiting,
    },
    {
      name: 'Last failure',
      of: ({ lastFailure }: Webhook) =>
        lastFailure
          ? html`<span class="two-lines">${timeHere(lastFailure.at)}<small>${lastFailure.detail}</small></span>`
          : '–',
      by: ({ lastFailure }: Webhook) => lastFailure?.at,
    },
    {
      name: 'Action',
      right: true,
      of: (webhook: Webhook) =>
        html`<span class="actions">
          <${Button} label=${`Try ${webhook.url}`} onPress=${() => onOpen({ what: 'try', webhook })}>Try<//>
          <${Switch} key=${webhook.id} webhook=${webhook} session=${session} onChanged=${onChanged} />
          <${Button} label=${`Delete ${webhook.url}`} onPress=${() => onOpen({ what: 'delete', webhook })}>Delete<//>
        </span>`,
    },
  ]
  return html`<${LongTable} label="Webhooks" columns=${columns} rows=${rows} keyOf=${({ id }: Webhook) => id} />`
}

const pathOf = ({ id }: Webhook) => `webhooks/${encodeURIComponent(id)}`

interface SwitchProps {
  readonly webhook: Webhook
  readonly session: Session
  readonly onChanged: () => void
}

function Switch({ webhook, session, onChanged }: SwitchProps): Element {
  const isActive = webhook.status === 'active'
  const verb = isActive ? 'Pause' : 'Resume'
  const doing = useDoing(async () => {
    await session.api.send('PATCH', pathOf(webhook), { status: isActive ? 'paused' : 'active' })
    onChanged()
  })
  return html`<${Button} busy=${doing.busy} label=${`${verb} ${webhook.url}`} onPress=${() => doing.run()}>${verb}<//>
    <${Problem} text=${doing.fault} />`
}

interface TryProps {
  readonly of: Webhook
  readonly session: Session
  readonly onClose: () => void
}

function Try({ of: webhook, session, onClose }: TryProps): Element {
  const [tried, setTried] = useState<Ping>()
  const doing = useDoing(async () => {
    setTried(undefined)
    setTried(await session.api.send<Ping>('POST', `${pathOf(webhook)}/ping`))
  })
  return html`<${FormDialog}
    title="Try this webhook?"
    action=${tried ? 'Send another' : 'Send a message'}
    dismiss="Close"
    doing=${doing}
    onClose=${onClose}
  >
    <p>
      One signed message of the type <code>ping</code> goes to <b class="mono">${webhook.url}</b>. What waits is left as
      it is.
    </p>
    ${tried?.delivered && html`<p role="status"><${Pill} of="active">Taken<//> It answered ${tried.statusCode} after ${count(tried.durationMs)} ms.</p>`}
    <${Problem} text=${tried && !tried.delivered ? `It was not taken. ${tried.detail}.` : undefined} />
  <//>`
}

interface DeleteProps extends TryProps {
  readonly onDone: () => void
}

function Delete({ of: webhook, session, onDone, onClose }: DeleteProps): Element {
  const doing = useDoing(async () => {
    await session.api.send('DELETE', pathOf(webhook))
    onDone()
  })
  const { waiting } = webhook
  return html`<${FormDialog}
    title="Delete this webhook?"
    action="Delete"
    danger=${true}
    doing=${doing}
    onClose=${onClose}
  >
    <p>
      <b class="mono">${webhook.url}</b> is told nothing any more. What still waits for it is
      dropped${waiting > 0 && `: ${count(waiting)} ${waiting === 1 ? 'message' : 'messages'}`}. There is no way back.
    </p>
  <//>`
}

function ShownOnce({ issued, onClose }: { issued: IssuedWebhook; onClose: () => void }): Element {
  // Gone, it cannot be had again, so a key that slipped does not put it away.
  const stay = (event: Event) => event.preventDefault()
  return html`<${Dialog} title="The secret of your webhook" onClose=${onClose} onEscape=${stay}>
    <div class="stack">
      <p>Copy it now: every message is signed with it, and it is not shown again.</p>
      <p class="secret"><code>${issued.secret}</code><${CopyButton} text=${issued.secret} /></p>
      <footer><${Button} kind="primary" onPress=${onClose}>I have kept it<//></footer>
    </div>
  <//>`
}

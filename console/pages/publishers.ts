// Publishers: who shows ads, under which policy, and where their money goes.
import { useState } from 'preact/hooks'
import { count, decimal, isolated, money, words } from '../format.ts'
import { html, type Children, type Element } from '../html.ts'
import { readAll, useDoing, useLoad, withChanged } from '../hooks.ts'
import { Button, Input, Pill } from '../parts/controls.ts'
import { FormDialog, useOpen } from '../parts/dialog.ts'
import { Empty, NothingFits, Problem, Skeleton, When } from '../parts/states.ts'
import { LongTable } from '../parts/table.ts'
import type { Session } from '../session.ts'
import type { Advertiser, Policy, Publisher } from '../shapes.ts'
import { HistoryDialog, HistoryLink } from './history.ts'
import { PublisherForm } from './publisher-form.ts'

interface Shelf {
  readonly publishers: readonly Publisher[]
  readonly advertisers: readonly Advertiser[]
}

type Open =
  | { readonly what: 'form'; readonly publisher?: Publisher }
  | { readonly what: 'archive' | 'history'; readonly publisher: Publisher }

export function Publishers({ session }: { session: Session }): Element {
  const { api } = session
  const [open, setOpen, close] = useOpen<Open>()
  const [search, setSearch] = useState('')
  const [made, setMade] = useState<Children>()
  const loaded = useLoad<Shelf>(async (signal, show) => {
    const [publishers, advertisers] = await Promise.all([
      readAll<Publisher>(api, 'publishers', signal, (publishers) => show({ publishers, advertisers: [] })),
      readAll<Advertiser>(api, 'advertisers', signal),
    ])
    return { publishers, advertisers }
  }, [])
  const done = () => {
    close()
    loaded.reload()
  }
  const saved = (one: Publisher) => {
    const isNew = open?.what === 'form' && open.publisher === undefined
    setMade(
      isNew &&
        html`${isolated(one.name)} was made. It asks for ads with a key, which is made on the page
          <a href="#/keys">Keys</a>.`,
    )
    loaded.take((shelf) => ({ ...shelf, publishers: withChanged(shelf.publishers, one) }))
    done()
  }
  return html`<div class="page">
    <header class="page-head">
      <div>
        <h1>Publishers</h1>
        <p class="lead">Who shows ads, what each of them allows, and where its earnings are paid to.</p>
      </div>
      <div class="actions">
        <${Button}
          kind="primary"
          icon="plus"
          disabled=${loaded.value === undefined}
          onPress=${() => setOpen({ what: 'form' })}
          >New publisher<//
        >
      </div>
    </header>
    <div class="live" role="status">${made && html`<p class="notice good">${made}</p>`}</div>
    <section class="card">
      <div class="card-head filters">
        <${Input} label="Find" type="search" value=${search} onInput=${setSearch} placeholder="Name or id" />
      </div>
      <${When} loaded=${loaded}>
        ${({ publishers }: Shelf) => html`<${List} publishers=${publishers} loading=${loaded.loading} search=${search} session=${session} onOpen=${setOpen} onChanged=${loaded.reload} />`}
      <//>
    </section>
    ${
      open?.what === 'form' &&
      loaded.value &&
      html`<${PublisherForm}
        api=${api}
        advertisers=${loaded.value.advertisers}
        publisher=${open.publisher}
        onDone=${saved}
        onClose=${close}
      />`
    }
    ${open?.what === 'history' && html`<${HistoryDialog} session=${session} of=${open.publisher} onClose=${close} />`}
    ${open?.what === 'archive' && html`<${Archive} publisher=${open.publisher} session=${session} onDone=${done} onClose=${close} />`}
  </div>`
}

interface ListProps {
  readonly publishers: readonly Publisher[]
  /** The rest is still read. */
  readonly loading: boolean
  readonly search: string
  readonly session: Session
  readonly onOpen: (open: Open) => void
  readonly onChanged: () => void
}

function List({ publishers, loading, search, session, onOpen, onChanged }: ListProps): Element {
  const wanted = search.trim().toLowerCase()
  const rows = publishers.filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(wanted))
  if (rows.length === 0 && loading) return html`<${Skeleton} lines=${5} />`
  if (publishers.length === 0)
    return html`<${Empty} title="No publishers yet"><p>Make one, then a key for it on the page Keys.</p><//>`
  if (rows.length === 0) return html`<${NothingFits} of=${publishers.length}>No publisher is called so.<//>`
  const columns = [
    {
      name: 'Publisher',
      head: true,
      of: (publisher: Publisher) => {
        const { id, name } = publisher
        return html`<span class="two-lines">
          <b>${name}</b><small class="mono">${id}</small>
          <${HistoryLink} name=${name} onPress=${() => onOpen({ what: 'history', publisher })} />
        </span>`
      },
      by: ({ name }: Publisher) => name,
    },
    {
      name: 'Status',
      of: ({ status }: Publisher) => html`<${Pill} of=${status} />`,
      by: ({ status }: Publisher) => status,
    },
    {
      name: 'Share',
      right: true,
      of: ({ policy }: Publisher) => `${decimal(policy.revenueShare)}%`,
      by: ({ policy }: Publisher) => policy.revenueShare,
    },
    {
      name: 'Floor',
      right: true,
      of: ({ policy }: Publisher) => money(policy.floor),
      by: ({ policy }: Publisher) => Number(policy.floor.amount),
    },
    {
      name: 'Least relevance',
      right: true,
      of: ({ policy }: Publisher) => policy.minRelevance ?? 'As usual',
      by: ({ policy }: Publisher) => policy.minRelevance,
    },
    { name: 'Kept out', of: ({ policy }: Publisher) => keptOut(policy) },
    {
      name: 'Paid to',
      of: ({ payoutMethod }: Publisher) =>
        payoutMethod
          ? html`<span class="two-lines">${payoutMethod.account}<small>${words(payoutMethod.type)}</small></span>`
          : '–',
    },
    {
      name: 'Action',
      right: true,
      of: (publisher: Publisher) =>
        html`<span class="actions">
          <${Button} label=${`Change ${publisher.name}`} onPress=${() => onOpen({ what: 'form', publisher })}>Change<//>
          <${Switch} key=${publisher.id} publisher=${publisher} session=${session} onChanged=${onChanged} />
          <${Button} label=${`Archive ${publisher.name}`} onPress=${() => onOpen({ what: 'archive', publisher })}
            >Archive<//
          >
        </span>`,
    },
  ]
  return html`<${LongTable} label="Publishers" columns=${columns} rows=${rows} keyOf=${({ id }: Publisher) => id} />`
}

interface SwitchProps {
  readonly publisher: Publisher
  readonly session: Session
  readonly onChanged: () => void
}

function Switch({ publisher, session, onChanged }: SwitchProps): Element {
  const isActive = publisher.status === 'active'
  const verb = isActive ? 'Pause' : 'Resume'
  const doing = useDoing(async () => {
    const status = isActive ? 'paused' : 'active'
    await session.api.send('PATCH', `publishers/${encodeURIComponent(publisher.id)}`, { status })
    onChanged()
  })
  return html`<${Button} busy=${doing.busy} label=${`${verb} ${publisher.name}`} onPress=${() => doing.run()}
      >${verb}<//
    >
    <${Problem} text=${doing.fault} />`
}

interface ArchiveProps {
  readonly publisher: Publisher
  readonly session: Session
  readonly onDone: () => void
  readonly onClose: () => void
}

function Archive({ publisher, session, onDone, onClose }: ArchiveProps): Element {
  const doing = useDoing(async () => {
    await session.api.send('DELETE', `publishers/${encodeURIComponent(publisher.id)}`)
    onDone()
  })
  return html`<${FormDialog}
    title="Archive this publisher?"
    action="Archive"
    danger=${true}
    doing=${doing}
    onClose=${onClose}
  >
    <p>
      <b><bdi>${publisher.name}</bdi></b> gets no ads any more, for good, and cannot be changed. What it has earned
      stays its own, with its figures and papers.
    </p>
    ${!publisher.payoutMethod && html`<p class="note">Nobody has set where it is paid to yet; afterwards that can be set over the API alone.</p>`}
  <//>`
}

function keptOut({ blockedCategories, blockedDomains, blockedAdvertisers, allowedAdvertisers }: Policy): string {
  const parts: readonly (readonly [list: readonly string[], one: string, more: string])[] = [
    [blockedCategories, 'category', 'categories'],
    [blockedDomains, 'domain', 'domains'],
    [blockedAdvertisers, 'advertiser', 'advertisers'],
  ]
  const counted = parts.filter(([{ length }]) => length > 0)
  const told = counted.map(([{ length }, one, more]) => `${count(length)} ${length === 1 ? one : more}`)
  if (allowedAdvertisers.length > 0) {
    const [one, more] = ['advertiser', 'advertisers']
    told.unshift(`all but ${count(allowedAdvertisers.length)} ${allowedAdvertisers.length === 1 ? one : more}`)
  }
  return told.join(', ') || '–'
}

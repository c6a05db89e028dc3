// Campaigns: what runs, for whom and for how much; pause, resume, and make new ones.
import { useState } from 'preact/hooks'
import type { DeliveryReason } from '../delivery.ts'
import { html, type Children, type Element } from '../html.ts'
import type { Api } from '../api.ts'
import { choicesOf } from '../choices.ts'
import { stateOf } from '../campaign-rules.ts'
import { bidModel, isolated, money, sum, timeIn } from '../format.ts'
import { hindranceWords } from '../hindrances.ts'
import { readAll, useDoing, useLoad } from '../hooks.ts'
import { readLastDays, REPORT_DAYS_MAX } from '../last-days.ts'
import { Button, Input, Pill, Select } from '../parts/controls.ts'
import { useOpen } from '../parts/dialog.ts'
import { Empty, NothingFits, Problem, Skeleton, When } from '../parts/states.ts'
import { LongTable } from '../parts/table.ts'
import type { Session } from '../session.ts'
import type { Advertiser, Campaign, Money } from '../shapes.ts'
import { AdvertiserForm } from './advertiser-form.ts'
import { NewCampaign } from './campaign-forms.ts'

interface Stock {
  readonly campaigns: readonly Campaign[]
  readonly advertisers: readonly Advertiser[]
}

const STATUSES = [
  ['all', 'All'],
  ['active', 'Active'],
  ['scheduled', 'Scheduled'],
  ['paused', 'Paused'],
  ['ended', 'Ended'],
  ['stuck', 'Active, but cannot serve'],
] as const

export function Campaigns({ query, session }: { query: string; session: Session }): Element {
  const { api, who } = session
  const [making, setMaking, close] = useOpen<'advertiser' | 'campaign'>()
  const [made, setMade] = useState<Children>()
  const [{ find: search, status }, choose] = choicesOf('campaigns', query, {
    find: () => true,
    status: STATUSES.map(([status]) => status),
  })
  const loaded = useLoad<Stock>(async (signal, show) => {
    const [campaigns, advertisers] = await Promise.all([
      readAll<Campaign>(api, 'campaigns?delivery=true', signal, (campaigns) => show({ campaigns, advertisers: [] })),
      readAll<Advertiser>(api, 'advertisers', signal),
    ])
    return { campaigns, advertisers }
  }, [])
  // Where much has happened this takes seconds, also of what is asked beside it, and nobody pauses a campaign the later for it.
  const isThere = loaded.value !== undefined
  const spent = useLoad(async (signal) => (who.may.reports && isThere ? readSpent(api, signal) : undefined), [isThere])
  const advertisers = loaded.value?.advertisers ?? []
  const make = (what: 'advertiser' | 'campaign') => {
    setMade(undefined)
    setMaking(what)
  }
  const done = (words: Children) => {
    close()
    setMade(words)
    loaded.reload()
  }
  return html`<div class="page">
    <header class="page-head">
      <div>
        <h1>Campaigns</h1>
        <p class="lead">A change is served within two seconds.</p>
      </div>
      <div class="actions">
        ${who.may.admin && html`<${Button} icon="plus" onPress=${() => make('advertiser')}>New advertiser<//>`}
        <${Button} kind="primary" icon="plus" disabled=${advertisers.length === 0} onPress=${() => make('campaign')}
          >New campaign<//
        >
      </div>
    </header>
    <div class="live" role="status">${made && html`<p class="notice good">${made}</p>`}</div>
    <section class="card">
      <div class="card-head filters">
        <${Input}
          label="Find"
          type="search"
          value=${search}
          onInput=${(find: string) => choose({ find }, true)}
          placeholder="Name or advertiser"
        />
        <${Select}
          label="Status"
          value=${status}
          options=${STATUSES}
          onChange=${(status: string) => choose({ status })}
        />
      </div>
      <${When} loaded=${loaded} lines=${8}>
        ${(stock: Stock) =>
          html`<${List}
            stock=${stock}
            loading=${loaded.loading}
            spent=${spent.value}
            search=${search}
            status=${status}
            session=${session}
            onChanged=${loaded.reload}
          />`}
      <//>
    </section>
    ${making === 'advertiser' && html`<${AdvertiserForm} api=${api} isOperator=${true} onDone=${(one: Advertiser) => done(`${isolated(one.name)} was made and can have campaigns now.`)} onClose=${close} />`}
    ${making === 'campaign' && html`<${NewCampaign} session=${session} advertisers=${advertisers} onDone=${(one: Campaign) => done(html`${isolated(one.name)} was made and serves once it has ads. <a href=${`#/campaigns/${one.id}`}>Add them</a>`)} onClose=${close} />`}
  </div>`
}

interface ListProps {
  readonly stock: Stock
  /** The rest is still read. */
  readonly loading: boolean
  /** By campaign; undefined until it is read. */
  readonly spent: ReadonlyMap<string, Money> | undefined
  readonly search: string
  readonly status: string
  readonly session: Session
  readonly onChanged: () => void
}

function List({ stock, loading, spent, search, status, session, onChanged }: ListProps): Element {
  const names = new Map(stock.advertisers.map(({ id, name }) => [id, name]))
  const wanted = search.trim().toLowerCase()
  const rows = stock.campaigns.filter(
    (campaign) =>
      (status === 'all' || (status === 'stuck' ? hindranceOf(campaign) !== undefined : stateOf(campaign) === status)) &&
      `${campaign.name} ${names.get(campaign.advertiserId) ?? ''}`.toLowerCase().includes(wanted),
  )
  if (rows.length === 0 && loading) return html`<${Skeleton} lines=${8} />`
  if (stock.campaigns.length === 0) {
    return html`<${Empty} title="No campaigns yet"
      ><p>
        ${session.who.may.admin ? 'Make an advertiser, then a campaign, then put ads into it.' : 'Make one, then put ads into it.'}
      </p><//
    >`
  }
  if (rows.length === 0)
    return html`<${NothingFits} of=${stock.campaigns.length}>No campaign has that name and status.<//>`
  const spentBy = ({ id }: Campaign) => Number(spent?.get(id)?.amount ?? 0)
  const spentText = ({ id, budget: { currency } }: Campaign) =>
    spent ? sum(spent.get(id) ?? { amount: '0', currency }) : '…'
  const amount = (text: string | undefined) => (text === undefined ? undefined : Number(text))
  const columns = [
    {
      name: 'Campaign',
      head: true,
      by: ({ name }: Campaign) => name,
      of: ({ id, name, advertiserId }: Campaign) =>
        html`<span class="two-lines">
          <a href=${`#/campaigns/${id}`}><b>${name}</b></a
          ><small>${names.get(advertiserId) ?? (loading ? '…' : advertiserId)}</small>
        </span>`,
    },
    { name: 'Status', of: (one: Campaign) => html`<${Standing} campaign=${one} />` },
    { name: 'Bid', right: true, of: ({ bid }: Campaign) => html`${money(bid)} <small>${bidModel(bid.model)}</small>` },
    {
      name: 'Budget a day',
      right: true,
      of: ({ budget }: Campaign) => budgetText(budget.daily, budget.currency),
      by: ({ budget }: Campaign) => amount(budget.daily),
    },
    {
      name: 'Budget in all',
      right: true,
      of: ({ budget }: Campaign) => budgetText(budget.total, budget.currency),
      by: ({ budget }: Campaign) => amount(budget.total),
    },
    ...(session.who.may.reports
      ? [{ name: `Spent in ${REPORT_DAYS_MAX} days`, right: true, of: spentText, by: spentBy }]
      : []),
    {
      name: 'Action',
      right: true,
      of: (one: Campaign) =>
        html`<${Switch} key=${one.id} campaign=${one} session=${session} onChanged=${onChanged} />`,
    },
  ]
  return html`<${LongTable} label="Campaigns" columns=${columns} rows=${rows} keyOf=${({ id }: Campaign) => id} />`
}

/** Why one that should serve does not; what is paused, not begun or over says that itself. */
function hindranceOf(campaign: Campaign): DeliveryReason | undefined {
  return stateOf(campaign) === 'active' ? campaign.delivery?.reason : undefined
}

function Standing({ campaign }: { campaign: Campaign }): Element {
  const reason = hindranceOf(campaign)
  if (reason === undefined) return html`<${Pill} of=${stateOf(campaign)} />`
  const until = reason.until === undefined ? '' : ` until ${timeIn(reason.until, campaign.timeZone)}`
  return html`<span class="standing" title=${reason.message}>
    <${Pill} of="paused">Cannot serve<//>
    <small>${hindranceWords(reason.code)}${until}</small>
  </span>`
}

async function readSpent(api: Api, signal: AbortSignal): Promise<ReadonlyMap<string, Money>> {
  const { rows } = await readLastDays(api, REPORT_DAYS_MAX, { groupBy: 'campaign', metrics: 'spend' }, signal)
  return new Map(rows.map(({ campaign, spend }) => [String(campaign), spend]))
}

function budgetText(amount: string | undefined, currency: string): string {
  return amount === undefined ? 'No limit' : money({ amount, currency })
}

interface SwitchProps {
  readonly campaign: Campaign
  readonly session: Session
  readonly onChanged: () => void
}

export function Switch({ campaign, session, onChanged }: SwitchProps): Element {
  const isActive = campaign.status === 'active'
  const verb = isActive ? 'Pause' : 'Resume'
  const doing = useDoing(async () => {
    const status = isActive ? 'paused' : 'active'
    await session.api.send('PATCH', `campaigns/${encodeURIComponent(campaign.id)}`, { status })
    onChanged()
  })
  return html`<${Button} busy=${doing.busy} label=${`${verb} ${campaign.name}`} onPress=${() => doing.run()}>${verb}<//>
    <${Problem} text=${doing.fault} />`
}

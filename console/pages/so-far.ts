// What a campaign has spent and brought so far, beside its budgets and what its advertiser has left.
import { withQuery, type Api } from '../api.ts'
import { addDays, count, money, percent, sum } from '../format.ts'
import { useLoad } from '../hooks.ts'
import { REPORT_DAYS_MAX } from '../last-days.ts'
import { FactList } from '../parts/facts.ts'
import { html, type Children, type Element } from '../html.ts'
import { When } from '../parts/states.ts'
import type { Session } from '../session.ts'
import type { Advertiser, Campaign, Money, Report, ReportRow } from '../shapes.ts'

interface SoFarProps {
  readonly campaign: Campaign
  readonly advertiser: Advertiser
  readonly session: Session
}

interface Figures {
  readonly spentToday: Money
  readonly all: ReportRow
  /** Of prepaid advertisers alone. */
  readonly balance: Money | undefined
}

export function SoFar({ campaign, advertiser, session }: SoFarProps): Element {
  const loaded = useLoad((signal) => readSoFar(session.api, campaign, advertiser, signal), [campaign])
  const { daily, total, currency } = campaign.budget
  const of = (amount: string | undefined) =>
    html`<small>${amount === undefined ? 'no limit' : `of ${money({ amount, currency })}`}</small>`
  const facts = ({ spentToday, all, balance }: Figures): [name: string, value: Children][] => [
    [`Spent today (${campaign.timeZone.replaceAll('_', ' ')})`, html`${sum(spentToday)} ${of(daily)}`],
    ['Spent in all', html`${sum(all.spend)} ${of(total)}`],
    ['Impressions', count(all.impressions)],
    ['Clicks', html`${count(all.clicks)} ${all.impressions > 0 && html`<small>${percent(all.ctr)}</small>`}`],
    ['Conversions', count(all.conversions)],
    ...(balance ? [['Prepaid balance', sum(balance)] as [string, Children]] : []),
  ]
  return html`<section class="card facts-row" aria-label="So far">
    <${When} loaded=${loaded} lines=${2}> ${(figures: Figures) => html`<${FactList} facts=${facts(figures)} />`} <//>
  </section>`
}

async function readSoFar(api: Api, campaign: Campaign, advertiser: Advertiser, signal: AbortSignal): Promise<Figures> {
  const campaignId = campaign.id
  const isPrepaid = advertiser.billing === 'prepaid'
  const [hours, funds] = await Promise.all([
    api.get<Report>(withQuery('reports', { campaignId, groupBy: 'hour' }), signal),
    isPrepaid ? api.get<{ balance: Money }>(`advertisers/${advertiser.id}/funds`, signal) : undefined,
  ])
  const created = campaign.createdAt.slice(0, 10)
  const oldest = addDays(hours.to, 1 - REPORT_DAYS_MAX)
  const from = created > oldest ? created : oldest
  const all = await api.get<Report>(withQuery('reports', { campaignId, from, to: hours.to }), signal)
  return { spentToday: spentToday(hours, campaign), all: all.totals, balance: funds?.balance }
}

/** A budget's day is that of the campaign's time zone. */
function spentToday({ rows, to, totals }: Report, { timeZone }: Campaign): Money {
  const dates = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' })
  const today = dates.format(nowOn(to))
  const ofToday = rows.filter(({ hour }) => dates.format(new Date(String(hour))) === today)
  const amount = ofToday.reduce((sum, { spend }) => sum + Number(spend.amount), 0)
  return { amount: amount.toFixed(6), currency: totals.spend.currency }
}

/** The service's own date counts; where its clock runs ahead of ours, the end of its day stands for now. */
function nowOn(date: string): Date {
  const now = new Date()
  return now.toISOString().startsWith(date) ? now : new Date(`${date}T23:59:59Z`)
}

// What a campaign has spent and brought so far, beside its budgets and what its advertiser has left.
import type { Api } from '../api.ts'
import type { CampaignDelivery } from '../delivery.ts'
import { count, money, percent, sum } from '../format.ts'
import { useLoad } from '../hooks.ts'
import { readLastDays, REPORT_DAYS_MAX } from '../last-days.ts'
import { FactList } from '../parts/facts.ts'
import { html, type Children, type Element } from '../html.ts'
import { When } from '../parts/states.ts'
import type { Session } from '../session.ts'
import type { ReportRow } from '../report-shapes.ts'
import type { Advertiser, Campaign, Money } from '../shapes.ts'

interface SoFarProps {
  readonly campaign: Campaign
  readonly advertiser: Advertiser
  /** Undefined until it is read. */
  readonly spend: CampaignDelivery['spend'] | undefined
  readonly session: Session
}

interface Figures {
  readonly counted: ReportRow
  /** So many days are counted where it is older; undefined: all of them. */
  readonly days: number | undefined
  /** Of prepaid advertisers alone. */
  readonly balance: Money | undefined
}

export function SoFar({ campaign, advertiser, spend, session }: SoFarProps): Element {
  const loaded = useLoad((signal) => readSoFar(session.api, campaign, advertiser, signal), [campaign])
  const { daily, total, currency } = campaign.budget
  const spent = (amount: string | undefined, budget: string | undefined) =>
    html`${amount === undefined ? '…' : sum({ amount, currency })}${' '}
      <small>${budget === undefined ? 'no limit' : `of ${money({ amount: budget, currency })}`}</small>`
  const facts = ({ counted, days, balance }: Figures): [name: string, value: Children][] => {
    const of = (name: string) => (days === undefined ? name : `${name} in ${days} days`)
    return [
      [`Spent today (${campaign.timeZone.replaceAll('_', ' ')})`, spent(spend?.today, daily)],
      ['Spent in all', spent(spend?.total, total)],
      [of('Impressions'), count(counted.impressions)],
      [
        of('Clicks'),
        html`${count(counted.clicks)} ${counted.impressions > 0 && html`<small>${percent(counted.ctr)}</small>`}`,
      ],
      [of('Conversions'), count(counted.conversions)],
      ...(balance ? [['Prepaid balance', sum(balance)] as [string, Children]] : []),
    ]
  }
  return html`<section class="card facts-row" aria-label="So far">
    <${When} loaded=${loaded} lines=${2}> ${(figures: Figures) => html`<${FactList} facts=${facts(figures)} />`} <//>
    <p class="note links">
      Reports of it:
      ${REPORTS_BY.map((by) => html`<a href=${`#/reports?by=${by}&campaign=${encodeURIComponent(campaign.id)}`}>by ${by}</a>`)}
    </p>
  </section>`
}

/** What whoever runs a campaign asks of its figures first. */
const REPORTS_BY = ['day', 'ad', 'slot', 'country']

async function readSoFar(api: Api, campaign: Campaign, advertiser: Advertiser, signal: AbortSignal): Promise<Figures> {
  const isPrepaid = advertiser.billing === 'prepaid'
  const [report, funds] = await Promise.all([
    readLastDays(
      api,
      REPORT_DAYS_MAX,
      { campaignId: campaign.id, metrics: 'impressions,clicks,ctr,conversions' },
      signal,
    ),
    isPrepaid ? api.get<{ balance: Money }>(`advertisers/${advertiser.id}/funds`, signal) : undefined,
  ])
  const isOlder = campaign.createdAt.slice(0, 10) < report.from
  return { counted: report.totals, days: isOlder ? REPORT_DAYS_MAX : undefined, balance: funds?.balance }
}

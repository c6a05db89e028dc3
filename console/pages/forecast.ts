// What other bids would get a campaign: the auctions of late held again with each of them, drawn side by side.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Api } from '../api.ts'
import type { CampaignDelivery } from '../delivery.ts'
import { AMOUNT, bidModel, CLOCK_SPEED, count, decimal, microsOf, money, sum } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useDoing } from '../hooks.ts'
import { Bars } from '../parts/bars.ts'
import { Button, Input, Segments } from '../parts/controls.ts'
import { Empty, Problem } from '../parts/states.ts'
import type { Forecast } from '../report-shapes.ts'
import type { Session } from '../session.ts'
import type { Campaign, Money } from '../shapes.ts'

/** Of the bid that is asked about. */
const BIDS_BESIDE = [0.5, 0.75, 1, 1.5, 2]
const DAYS_DEFAULT = 30
const DAYS_MAX = 90
/** What a bid may be. */
const MICROS_MAX = 1_000_000_000 * 1e6
/** Below so many auctions won, chance has the larger say. */
const FEW_AUCTIONS = 30

interface Asked {
  readonly bid: string
  readonly daily: string
  readonly days: string
}

interface ForBid {
  readonly bid: Money
  readonly isAsked: boolean
  readonly forecast: Forecast
}

interface ForecastProps {
  readonly campaign: Campaign
  readonly session: Session
}

export function ForecastBids({ campaign, session }: ForecastProps): Element {
  const [asked, setAsked] = useState<Asked>(() => askedOf(campaign))
  const [told, setTold] = useState<{ readonly asked: Asked; readonly forBids: readonly ForBid[] }>()
  const leaving = useRef(new AbortController())
  useEffect(() => () => leaving.current.abort(), [])
  const doing = useDoing(async () => {
    setTold(undefined)
    setTold({ asked, forBids: await forecastBids(session.api, campaign, asked, leaving.current.signal) })
  })
  const change = (part: Partial<Asked>) => {
    setAsked((before) => ({ ...before, ...part }))
    doing.forget()
  }
  const submit = (event: Event) => {
    event.preventDefault()
    void doing.run()
  }
  const { currency, model } = campaign.bid
  return html`<section class="card stack" aria-label="Forecast">
    <h2>Forecast</h2>
    <form class="filters" onSubmit=${submit}>
      <${Input}
        label=${`Bid, in ${currency} ${bidModel(model)}`}
        required=${true}
        value=${asked.bid}
        onInput=${(bid: string) => change({ bid })}
        ...${AMOUNT}
      />
      <${Input}
        label=${`Budget a day, in ${currency}`}
        placeholder="No limit"
        value=${asked.daily}
        onInput=${(daily: string) => change({ daily })}
        ...${AMOUNT}
      />
      <${Input}
        label="Days"
        type="number"
        required=${true}
        min=${1}
        max=${DAYS_MAX}
        value=${asked.days}
        onInput=${(days: string) => change({ days })}
      />
      <${Button} submit busy=${doing.busy}>Forecast<//>
    </form>
    <${Problem} text=${doing.fault} />
    <div class="stack" role="status">
      ${told?.asked === asked && html`<${Told} of=${told.forBids} currency=${currency} />`}
    </div>
  </section>`
}

/** As the campaign stands, for the time that it has left; where the clock of the service runs faster than ours, that is not known. */
function askedOf({ bid, budget, endAt }: Campaign): Asked {
  const isKnown = endAt !== undefined && CLOCK_SPEED === 1
  const left = isKnown ? Math.ceil((Date.parse(endAt) - Date.now()) / 86_400_000) : DAYS_DEFAULT
  const days = left < 1 ? DAYS_DEFAULT : Math.min(left, DAYS_DEFAULT)
  return { bid: bid.amount, daily: budget.daily ?? '', days: String(days) }
}

/** One bid after the other, since the service holds one such auction at a time. */
async function forecastBids(
  api: Api,
  campaign: Campaign,
  { bid, daily, days }: Asked,
  signal: AbortSignal,
): Promise<ForBid[]> {
  const { id, budget, targeting } = campaign
  const { model, currency } = campaign.bid
  const total = budget.total && (await leftOf(api, campaign, budget.total))
  const { publishers, countries, regions, languages } = targeting
  const told: ForBid[] = []
  for (const micros of bidsBeside(microsOf(bid))) {
    signal.throwIfAborted()
    const amount = amountOf(micros)
    const forecast = await api.send<Forecast>('POST', 'forecast', {
      like: [id],
      bid: { model, amount },
      budget: { daily: daily || undefined, total },
      targeting: { publishers, countries, regions, languages },
      days: Number(days),
    })
    told.push({ bid: { amount, currency }, isAsked: micros === microsOf(bid), forecast })
  }
  return told
}

/** Each once, and none beside the asked one that is no bid: twice the most. */
function bidsBeside(asked: number): number[] {
  const bids = BIDS_BESIDE.map((part) => Math.round(asked * part))
  return [...new Set(bids)].filter((micros) => micros === asked || micros <= MICROS_MAX)
}

/** What of its total budget is not spent. */
async function leftOf(api: Api, { id }: Campaign, total: string): Promise<string> {
  const { spend } = await api.get<CampaignDelivery>(`campaigns/${encodeURIComponent(id)}/delivery`)
  return amountOf(Math.max(0, microsOf(total) - microsOf(spend.total)))
}

const amountOf = (micros: number): string => (micros / 1e6).toFixed(6)

const FIGURES = [
  ['clicks', 'Clicks'],
  ['impressions', 'Impressions'],
  ['reach', 'People'],
  ['spend', 'Spend'],
] as const
type Figure = (typeof FIGURES)[number][0]

function Told({ of, currency }: { of: readonly ForBid[]; currency: string }): Element {
  const [figure, setFigure] = useState<Figure>('clicks')
  const { basis } = of.find(({ isAsked }) => isAsked)!.forecast
  if (basis.auctions === 0) {
    return html`<${Empty} title="Nothing to go by"
      ><p>The campaign took part in none of the ${count(basis.decisions)} decisions on record.</p><//
    >`
  }
  // People are told apart only where requests name them.
  const options = FIGURES.filter(([key]) => key !== 'reach' || of.every(({ forecast }) => forecast.reach !== undefined))
  const show = figure === 'spend' ? (value: number) => sum({ amount: String(value), currency }) : count
  const bars = of.map(({ bid, isAsked, forecast }) => {
    const { low, expected, high } = rangeOf(forecast, figure)
    const notes = [isAsked && 'asked', forecast.limitedByBudget && 'the budget ends it'].filter(Boolean)
    return { name: money(bid), value: expected, range: [low, high] as const, note: notes.join(', ') }
  })
  return html`<${Segments} label="Figure" value=${figure} options=${options} onChange=${setFigure} />
    <${Bars} label=${`${FIGURES.find(([key]) => key === figure)![1]} by bid`} bars=${bars} show=${show} />
    <p class="note">${noteOf(basis)}</p>`
}

function rangeOf({ spend, ...counts }: Forecast, figure: Figure): Forecast['impressions'] {
  if (figure === 'spend') return { low: Number(spend.low), expected: Number(spend.expected), high: Number(spend.high) }
  return counts[figure]!
}

function noteOf({ decisions, auctions, won, hours }: Forecast['basis']): string {
  const held = `${count(auctions)} ${auctions === 1 ? 'auction' : 'auctions'} among ${count(decisions)} decisions`
  const span = hours < 1.5 ? 'an hour' : `${decimal(hours)} hours`
  const few = won < FEW_AUCTIONS ? ', which is little to go by' : ''
  const rests = `It rests on ${held} in ${span}. The bid that you asked about would have won ${count(won)} of them${few}.`
  return `${rests} What is told lies between the ends of the lines with 95% certainty, unless traffic or other bids change.`
}

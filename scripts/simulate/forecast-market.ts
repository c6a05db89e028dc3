// Forecasts campaigns from some days of a made-up month, and counts what they get in the days after.
import type { Decision } from '../../src/domain/decision.ts'
import type { LinkPayload } from '../../src/domain/link.ts'
import type { DecisionRecord } from '../../src/engine/decision-record.ts'
import { createForecast, type ForecastQuestion } from '../../src/engine/forecast.ts'
import type { RatePredictor } from '../../src/engine/learn/rate-model.ts'
import type { World } from '../../src/engine/thought.ts'
import { type MadeUpWorld, publisherOf } from './made-up-world.ts'
import { runAuctions } from './run-auctions.ts'

export interface Compared {
  readonly campaignNumber: number
  readonly forecast: { readonly impressions: number; readonly spendMicros: number }
  readonly delivered: { readonly impressions: number; readonly spendMicros: number }
}

/** The first share of the month is for learning, the next is logged, and the last is forecast. */
const LOGGED_FROM = 0.6
const LOGGED_TO = 0.8
const DAYS = 6
const MONTH_MS = 30 * 86_400_000
const START_MS = Date.UTC(2026, 0, 5)
/** The log of the service keeps so many. */
const LOG_MAX = 10_000

/** Every campaign with its own bid; spend is counted by true rates × prices, without the luck of single clicks. */
export function forecastAll(market: MadeUpWorld, { requests, seed }: { requests: number; seed: number }): Compared[] {
  const played = logAndDeliver(market, requests, seed)
  return market.stock.campaigns.map((campaign) => compare(market, campaign.number, played, played.delivered))
}

/** One campaign with another bid: forecast from a month in which it did not bid so, compared with one in which it does. */
export function forecastWithBid(
  market: MadeUpWorld,
  campaignNumber: number,
  factor: number,
  { requests, seed }: { requests: number; seed: number },
): Compared {
  const changed: MadeUpWorld = {
    ...market,
    stock: {
      ...market.stock,
      campaigns: market.stock.campaigns.map((campaign) =>
        campaign.number === campaignNumber
          ? { ...campaign, bid: { ...campaign.bid, amountMicros: Math.round(campaign.bid.amountMicros * factor) } }
          : campaign,
      ),
    },
  }
  const { delivered } = logAndDeliver(changed, requests, seed)
  return compare(changed, campaignNumber, logAndDeliver(market, requests, seed), delivered)
}

/** Median over campaigns of the error as a share of what was delivered; those that got fewer than `least` impressions are left out. */
export function medianError(compared: readonly Compared[], of: 'impressions' | 'spendMicros', least: number): number {
  const errors = compared
    .filter(({ delivered }) => delivered.impressions >= least)
    .map((one) => Math.abs(one.forecast[of] - one.delivered[of]) / one.delivered[of])
    .sort((a, b) => a - b)
  return errors[Math.floor(errors.length / 2)] ?? Number.NaN
}

type Delivered = Map<number, { impressions: number; spendMicros: number }>

function logAndDeliver(market: MadeUpWorld, requests: number, seed: number) {
  const records: DecisionRecord[] = []
  let rates: RatePredictor | undefined
  const delivered: Delivered = new Map()
  runAuctions(market, 'learned', {
    requests,
    seed,
    onDecision: (i, decision, world) => {
      const isLogged = i >= requests * LOGGED_FROM && i < requests * LOGGED_TO
      rates = world.rates
      if (isLogged && i >= requests * LOGGED_TO - LOG_MAX) {
        records.push(recordOf(i, START_MS + Math.floor((i / requests) * MONTH_MS), decision, world))
      }
      if (i >= requests * LOGGED_TO) count(market, decision, world, delivered)
    },
  })
  return { records, delivered, rates: rates! }
}

function clickRateBy(market: MadeUpWorld, rates: RatePredictor): ForecastQuestion['clickRateAt'] {
  const advertiserOf = new Map(market.stock.campaigns.map(({ number, advertiserId }) => [number, advertiserId]))
  return ({ adNumber, campaignNumber, relevance }, format, place) => {
    const advertiserNumber = Number(advertiserOf.get(campaignNumber)!.slice(4))
    const ad = { adNumber, campaignNumber, advertiserNumber, model: 'cpc' as const, relevance, rate: 0, evidence: 0 }
    rates.predict([ad], { format, place })
    return ad.rate
  }
}

function compare(
  market: MadeUpWorld,
  campaignNumber: number,
  { records, rates }: { records: readonly DecisionRecord[]; rates: RatePredictor },
  delivered: Delivered,
): Compared {
  const { bid } = market.stock.campaigns.find(({ number }) => number === campaignNumber)!
  const work = createForecast(
    {
      like: new Set([campaignNumber]),
      bid,
      budget: {},
      targeting: {},
      days: DAYS,
      conversionRate: market.conversionRateOf(campaignNumber),
      clickRateAt: clickRateBy(market, rates),
      priorityOf: () => 'standard',
    },
    () => publisherOf('value'),
  )
  for (const record of records) work.add(record)
  const told = work.result()
  return {
    campaignNumber,
    forecast: { impressions: told.impressions.expected, spendMicros: told.spend.expected },
    delivered: delivered.get(campaignNumber) ?? { impressions: 0, spendMicros: 0 },
  }
}

function count(market: MadeUpWorld, decision: Decision, world: World, delivered: Delivered): void {
  for (const { placements, format } of decision.slots) {
    placements.forEach(({ doc, relevance, priceMicros }, place) => {
      const campaignNumber = world.catalog.campaignNumberOf(doc)
      const { model } = world.directory.campaigns.byNumber(campaignNumber)!.bid
      const clickRate = market.clickRateOf(world.catalog.adNumberOf(doc), { format: format!, place, relevance })
      const rate = { cpm: 1, cpc: clickRate, cpa: clickRate * market.conversionRateOf(campaignNumber) }[model]
      const sum = delivered.get(campaignNumber) ?? { impressions: 0, spendMicros: 0 }
      delivered.set(campaignNumber, {
        impressions: sum.impressions + 1,
        spendMicros: sum.spendMicros + rate * priceMicros,
      })
    })
  }
}

function recordOf(i: number, atMs: number, decision: Decision, { catalog }: World): DecisionRecord {
  return {
    requestId: `req_${i}`,
    decision: NOBODY,
    user: NOBODY,
    clicked: 0,
    atMs,
    publisherNumber: 1,
    country: '',
    region: '',
    test: false,
    signals: decision.signals,
    timings: [],
    slots: decision.slots.map(({ slotId, format, placements }) => ({
      slotId,
      format: format ?? '',
      links: placements.map(() => ({ user: NOBODY }) as unknown as LinkPayload),
    })),
    candidates: decision.candidates.map(({ doc, priceSetBy, match, ...candidate }) => ({
      ...candidate,
      adNumber: catalog.adNumberOf(doc),
      campaignNumber: catalog.campaignNumberOf(doc),
    })),
  }
}

const NOBODY = new Uint8Array(8)

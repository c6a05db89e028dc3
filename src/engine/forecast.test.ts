import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_POLICY, type Publisher } from '../domain/publisher.ts'
import { DAY_MS } from '../base/clock.ts'
import type { Priority } from '../domain/campaign.ts'
import type { NoFillReason } from '../domain/decision.ts'
import type { LinkPayload } from '../domain/link.ts'
import type { DecisionRecord, LoggedCandidate } from './decision-record.ts'
import { createForecast, type ForecastQuestion } from './forecast.ts'

const publisher: Publisher = {
  id: 'pub_1',
  number: 1,
  revision: 1,
  createdAtMs: 0,
  updatedAtMs: 0,
  name: 'Chat App',
  policy: DEFAULT_POLICY,
}
const candidate = (campaignNumber: number, score: number) => ({
  adNumber: campaignNumber,
  campaignNumber,
  slot: 0,
  relevance: 0.5,
  rate: 0.01,
  evidence: Number.POSITIVE_INFINITY,
  score,
  bid: { model: 'cpc' as const, amountMicros: score / 0.005 },
  bidMicros: score / 0.005,
})
/** A day of a hundred auctions: campaign 1 bids 0.40 a click, its rival 0.20 to 0.595. */
const records = Array.from({ length: 100 }, (_, i): DecisionRecord => ({
  requestId: `req_${i}`,
  decision: new Uint8Array(16),
  user: new Uint8Array(8).fill(1 + (i % 50)),
  clicked: 0,
  atMs: (i * DAY_MS) / 99,
  publisherNumber: 1,
  country: i % 4 === 0 ? 'DE' : 'US',
  region: i % 8 === 0 ? 'DE-BY' : '',
  test: false,
  signals: { language: 'en', commercialIntent: 1, sensitiveTopics: [] },
  timings: [],
  slots: [{ slotId: 'main', format: 'action_card', links: [{} as LinkPayload] }],
  candidates: [candidate(1, 2_000), candidate(2, 1_000 + i * 20)],
}))
const QUESTION: ForecastQuestion = {
  like: new Set([1]),
  bid: { model: 'cpc', amountMicros: 400_000 },
  budget: {},
  targeting: {},
  days: 10,
  conversionRate: 0.02,
  clickRateAt: ({ rate }) => rate,
  priorityOf: () => 'standard',
}
function forecast(
  question: ForecastQuestion,
  records: readonly DecisionRecord[],
  publisherOf: Parameters<typeof createForecast>[1],
) {
  const work = createForecast(question, publisherOf)
  for (const record of records) work.add(record)
  return work.result()
}
const ask = (given: Partial<ForecastQuestion> = {}) => forecast({ ...QUESTION, ...given }, records, () => publisher)

test('a forecast counts the auctions that the bid would have won, scaled to the days asked for', () => {
  const { impressions, clicks, basis, reach } = ask()
  assert.equal(basis.won, 50)
  assert.equal(basis.auctions, 100)
  assert.ok(Math.abs(impressions.expected - 500) < 1e-6)
  assert.ok(Math.abs(clicks.expected - 5) < 1e-6)
  assert.ok(impressions.low < 500 && impressions.high > 500)
  assert.ok(reach && reach.expected > 50 && reach.expected < 75, `fifty people asked twice each: ${reach?.expected}`)
})

test('a higher bid wins more, a lower one less, and a click costs what the rival bids', () => {
  assert.equal(ask({ bid: { model: 'cpc', amountMicros: 600_000 } }).basis.won, 100)
  assert.equal(ask({ bid: { model: 'cpc', amountMicros: 210_000 } }).basis.won, 3)
  const { spend, clicks } = ask()
  assert.ok(Math.abs(spend.expected / clicks.expected - 298_000) < 1_000, `${spend.expected / clicks.expected}`)
})

test('clicks are counted by what is known now of the ad in the place that it would have', () => {
  const places: number[] = []
  const told = ask({
    clickRateAt: (ad, _format, place) => {
      places.push(place)
      return 3 * ad.rate
    },
  })
  assert.deepEqual([told.basis.won, new Set(places)], [50, new Set([0])], 'who wins is settled by what was known then')
  assert.ok(Math.abs(told.clicks.expected - 15) < 1e-6, `${told.clicks.expected}`)
})

test('days to come count by the requests that are expected of them', () => {
  const { impressions, basis } = ask({ requests: 300 })
  assert.equal(basis.won, 50)
  assert.ok(Math.abs(impressions.expected - 150) < 1e-6, `${impressions.expected}`)
})

test('a floor that a slot asked is read from who paid it', () => {
  const floor = { priceMicros: 390_000, priceSetBy: 'floor' as const }
  const told = (amountMicros: number) =>
    forecast(
      { ...QUESTION, bid: { model: 'cpc', amountMicros } },
      [{ ...records[0]!, candidates: [{ ...candidate(1, 2_000), ...floor }, candidate(2, 1_000)] }],
      () => publisher,
    )
  assert.equal(told(380_000).basis.won, 0)
  const { spend, clicks } = told(400_000)
  assert.ok(Math.abs(spend.expected / clicks.expected - 390_000) < 10, `${spend.expected / clicks.expected} a click`)
})

test('a second place goes to another campaign that still fits before it goes to a second ad of the first', () => {
  const links = [{} as LinkPayload, {} as LinkPayload]
  const rivals = [2, 3].map((adNumber) => ({ ...candidate(2, 5_000), adNumber, relevance: 0.9 }))
  const wonBy = (own: Partial<LoggedCandidate>) => {
    const candidates = [{ ...candidate(1, 1_000), ...own }, ...rivals]
    const record = { ...records[0]!, slots: [{ ...records[0]!.slots[0]!, links }], candidates }
    return forecast(QUESTION, [record], () => publisher).basis.won
  }
  assert.equal(wonBy({ relevance: 0.55 }), 1)
  assert.equal(wonBy({ relevance: 0.3 }), 0)
  assert.equal(wonBy({ relevance: 0.3, score: 90_000 }), 0, 'whatever is bid')
})

test('impressions that a publisher does not report are neither worth nor billed as if it did', () => {
  const askAt = (rate: number) => {
    const bid = { model: 'cpm' as const, amountMicros: 20_000_000 }
    const own = { ...candidate(1, 0), bid, rate, score: rate * 0.5 * bid.amountMicros, bidMicros: bid.amountMicros }
    const candidates = [own, candidate(2, 3_000)]
    return forecast({ ...QUESTION, bid }, [{ ...records[0]!, candidates }], () => publisher)
  }
  assert.equal(askAt(0.001).basis.won, 1)
  assert.equal(askAt(0.0002).basis.won, 0)
  const perImpression = (rate: number) => askAt(rate).spend.expected / askAt(rate).impressions.expected
  assert.ok(Math.abs(perImpression(0.0008) - perImpression(0.001)) < 1, 'the rival sets the price of what is reported')
})

test('a rival with a place in an earlier slot waits for who has none in the answer', () => {
  const slot = records[0]!.slots[0]!
  const wonBeside = (priceMicros: number | undefined) => {
    const candidates = [{ ...candidate(2, 9_000), priceMicros }, ...[1, 2].map((i) => candidate(i, i * 2_000))].map(
      (one, i) => ({ ...one, slot: i === 0 ? 0 : 1 }),
    )
    return forecast(QUESTION, [{ ...records[0]!, slots: [slot, slot], candidates }], () => publisher).basis.won
  }
  assert.equal(wonBeside(undefined), 0)
  assert.equal(wonBeside(50_000), 1)
})

test('no bid passes a sponsorship, and no house ad competes', () => {
  const wonAgainst = (rival: Priority, more: Partial<LoggedCandidate> = {}) => {
    const priorityOf = (campaignNumber: number) => (campaignNumber === 2 ? rival : 'standard')
    const record = {
      ...records[0]!,
      candidates: [candidate(1, 2_000), { ...candidate(2, 9_000), score: 1_000, ...more }],
    }
    return forecast({ ...QUESTION, priorityOf }, [record], () => publisher)
  }
  assert.equal(wonAgainst('standard').basis.won, 1)
  assert.equal(wonAgainst('sponsorship').basis.won, 0)
  const { basis, spend, clicks } = wonAgainst('house', { score: 9_000 })
  assert.equal(basis.won, 1)
  assert.ok(Math.abs(spend.expected / clicks.expected - DEFAULT_POLICY.floorMicros) < 100, 'nobody else sets the price')
})

test('what an ad lost by itself it would have lost at any bid, and what a budget kept from it would have been won', () => {
  const wonBy = (stoppedBy: LoggedCandidate['stoppedBy']) => {
    const stopped = { ...candidate(1, 0), bidMicros: 400_000, stoppedBy }
    return forecast(QUESTION, [{ ...records[0]!, candidates: [stopped] }], () => publisher).basis.won
  }
  const unfit = ['relevance_below_threshold', 'no_mention', 'price_limit', 'unwanted_brand'] as const
  const lost = [...unfit, 'dismissed', 'policy_blocked'] as const
  assert.deepEqual(lost.map(wonBy), [0, 0, 0, 0, 0, 0])
  assert.deepEqual((['budget_exhausted', 'pacing', 'frequency_cap'] as const).map(wonBy), [1, 1, 1])
})

test('a place that stayed empty would have been won beside a higher bid, unless the session had no room for it', () => {
  const stopped = { ...candidate(1, 0), bidMicros: 400_000, stoppedBy: 'budget_exhausted' as const }
  const wonBy = (reason: NoFillReason, adsPerSession = 0) => {
    const slots = [{ ...records[0]!.slots[0]!, noFill: { reason } }]
    const record = { ...records[0]!, slots, candidates: [candidate(2, 5_000), stopped] }
    return forecast(QUESTION, [record], () => ({ ...publisher, policy: { ...DEFAULT_POLICY, adsPerSession } })).basis
      .won
  }
  assert.equal(wonBy('budget_exhausted'), 1)
  assert.equal(wonBy('frequency_cap'), 1)
  assert.equal(wonBy('frequency_cap', 1), 0)
})

test('a budget ends what traffic would allow, and no range goes beyond it', () => {
  const free = ask()
  const total = ask({ budget: { totalMicros: 500_000 } })
  assert.equal(total.limitedByBudget, true)
  assert.equal(total.spend.expected, 500_000)
  assert.ok(total.spend.high <= 500_000)
  assert.ok(total.impressions.expected < free.impressions.expected)
  assert.equal(ask({ budget: { dailyMicros: 50_000 } }).spend.expected, 500_000)
  assert.equal(free.limitedByBudget, false)
})

test('targeting narrows what is counted', () => {
  const germany = ask({ targeting: { countries: { include: ['DE'], exclude: [] } } })
  assert.equal(germany.basis.auctions, 25)
  const bavaria = ask({ targeting: { regions: { include: ['DE-BY'], exclude: [] } } })
  assert.equal(bavaria.basis.auctions, 13)
  assert.equal(ask({ targeting: { publishers: { include: [], exclude: ['pub_1'] } } }).basis.auctions, 0)
})

test('who is shown ads in several slots of an answer is one person who asked once', () => {
  const slot = records[0]!.slots[0]!
  const twice = records.map((record, i) => ({
    ...record,
    user: new Uint8Array(8).fill(1 + i),
    slots: [slot, slot],
    candidates: record.candidates.flatMap((one) => [one, { ...one, slot: 1 }]),
  }))
  const { basis, impressions, reach } = forecast(QUESTION, twice, () => publisher)
  assert.deepEqual([basis.auctions, basis.won], [200, 100])
  assert.ok(Math.abs(impressions.expected - 1_000) < 1e-6)
  assert.ok(Math.abs(reach!.expected - 500) < 1e-6, `nobody asked twice: ${reach?.expected}`)
})

test('a floor above the bid wins nothing', () => {
  const { basis } = ask({ bid: { model: 'cpc', amountMicros: DEFAULT_POLICY.floorMicros - 1 } })
  assert.equal(basis.won, 0)
})

test('a house campaign that bids nothing gets the places that nobody pays for, below any floor', () => {
  const wonBeside = (rivals: LoggedCandidate[]) =>
    forecast(
      { ...QUESTION, bid: { model: 'cpm', amountMicros: 0 }, priorityOf: (one) => (one === 1 ? 'house' : 'standard') },
      [{ ...records[0]!, candidates: [candidate(1, 0), ...rivals] }],
      () => publisher,
    )
  assert.equal(wonBeside([]).basis.won, 1)
  assert.equal(wonBeside([]).spend.high, 0)
  assert.equal(wonBeside([candidate(2, 1)]).basis.won, 0)
})

test('from nothing nothing is told', () => {
  const told = forecast({ ...QUESTION, days: 1 }, [], () => publisher)
  assert.deepEqual(told.impressions, { low: 0, expected: 0, high: 0 })
  assert.equal(told.basis.hours, 0)
})

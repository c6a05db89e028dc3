import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSeededRandom } from '../../base/random.ts'
import type { EventOutcome } from '../../domain/ledger-event.ts'
import type { LinkPayload } from '../../domain/link.ts'
import { linkOf } from '../../../test/store/entities.ts'
import { calibrationError } from './calibration.ts'
import { drawFactor } from './exploration.ts'
import { createLearner } from './learner.ts'
import { createRateModel, type Predicted } from './rate-model.ts'

const ACCEPTED: EventOutcome = { status: 'accepted', chargedMicros: 0 }
const CHARGED: EventOutcome = { status: 'accepted', chargedMicros: 10_000 }
let decisions = 0

function linkFor(given: Partial<LinkPayload> = {}): LinkPayload {
  const decision = new Uint8Array(16)
  const view = new DataView(decision.buffer)
  view.setUint32(6, ++decisions)
  view.setUint32(10, decisions * 7)
  return linkOf(decisions, { decision, ...given })
}
// Campaigns 1 and 2 are of advertiser 1, campaigns 3 and 4 of advertiser 2.
const advertiserNumberOf = (campaignNumber: number) => Math.ceil(campaignNumber / 2)

function serve(
  learner: ReturnType<typeof createLearner>,
  times: number,
  every: number,
  given: Partial<LinkPayload> = {},
) {
  for (let i = 1; i <= times; i++) {
    const link = linkFor(given)
    learner.noteServed(link, 0.5)
    learner.noteEvent('impression', link, ACCEPTED)
    if (i % every === 0) learner.noteEvent('click', link, ACCEPTED)
  }
}
function rateOf(
  model: ReturnType<typeof createRateModel>,
  given: Partial<Predicted> = {},
  context: { format: 'action_card' | 'suffix'; place: number } = { format: 'action_card', place: 0 },
) {
  const candidate: Predicted = {
    adNumber: 1,
    campaignNumber: 1,
    advertiserNumber: 1,
    relevance: 0.5,
    model: 'cpc',
    rate: 0,
    evidence: 0,
    ...given,
  }
  model.predict([candidate], context)
  return candidate
}

test('before anything is known an impression is clicked once in two hundred times', () => {
  const { rate, evidence } = rateOf(createRateModel())
  assert.ok(Math.abs(rate - 0.005) < 1e-9)
  assert.ok(evidence > 1 && evidence < 20)
})

test('an ad that is clicked often is expected to be clicked often, and the more sure the more was seen', () => {
  const learner = createLearner({ advertiserNumberOf })
  serve(learner, 3_000, 50)
  serve(learner, 3_000, 500, { adNumber: 2, campaignNumber: 3 })
  const often = rateOf(learner.model)
  const seldom = rateOf(learner.model, { adNumber: 2, campaignNumber: 3, advertiserNumber: 2 })
  assert.ok(often.rate > 0.015 && often.rate < 0.025, `${often.rate}`)
  assert.ok(seldom.rate > 0.001 && seldom.rate < 0.004, `${seldom.rate}`)
  assert.ok(often.evidence > rateOf(learner.model, { adNumber: 9 }).evidence)
})

test('a new ad is judged by its campaign first, then by its advertiser', () => {
  const learner = createLearner({ advertiserNumberOf })
  serve(learner, 4_000, 40)
  serve(learner, 4_000, 1_000, { adNumber: 5, campaignNumber: 3 })
  const sibling = rateOf(learner.model, { adNumber: 9 }).rate
  const cousin = rateOf(learner.model, { adNumber: 9, campaignNumber: 2 }).rate
  const stranger = rateOf(learner.model, { adNumber: 9, campaignNumber: 9, advertiserNumber: 9 }).rate
  assert.ok(sibling > cousin && cousin > stranger, `${sibling} > ${cousin} > ${stranger}`)
})

test('where ads turned out alike a new one is judged by the others, where they differ by its own clicks', () => {
  // Two ads a campaign, which make four clicks in a hundred impressions between them: evenly, or nearly all by the first.
  const judgedIn = (everyOf: readonly [number, number]) => {
    const learner = createLearner({ advertiserNumberOf })
    for (let campaignNumber = 1; campaignNumber <= 40; campaignNumber++) {
      everyOf.forEach((every, i) => serve(learner, 400, every, { campaignNumber, adNumber: 2 * campaignNumber - i }))
    }
    const given = { adNumber: 100, campaignNumber: 99, advertiserNumber: 50 }
    serve(learner, 100, 12, given)
    return rateOf(learner.model, given).rate
  }
  const [alike, different] = [judgedIn([50, 50]), judgedIn([26, 400])]
  assert.ok(alike < 0.03, `${alike} where all others are clicked once in fifty times`)
  assert.ok(different > 0.045, `${different} where others are clicked once in 26 or 400 times`)
})

test('however often ads are clicked, the chance of a click is at most 1', () => {
  const learner = createLearner({ advertiserNumberOf })
  serve(learner, 200, 1)
  assert.equal(rateOf(learner.model).rate, 1)
  const ids = { adNumber: 1, campaignNumber: 1, advertiserNumber: 1 }
  const occasion = { ...ids, format: 'action_card', place: 0, relevanceBucket: 5 } as const
  assert.equal(learner.model.clickRate(occasion), 1)
})

test('the place of an ad is not taken for its quality', () => {
  const learner = createLearner({ advertiserNumberOf })
  const random = createSeededRandom(4)
  // Two equal ads; the one is mostly shown second, where half as many people click.
  for (let i = 0; i < 60_000; i++) {
    const adNumber = random() < 0.5 ? 1 : 2
    const ordinal = random() < (adNumber === 1 ? 0.2 : 0.8) ? 1 : 0
    const link = linkFor({ adNumber, campaignNumber: adNumber === 1 ? 1 : 3, ordinal })
    learner.noteServed(link, 0.5)
    learner.noteEvent('impression', link, ACCEPTED)
    if (random() < (ordinal === 0 ? 0.04 : 0.02)) learner.noteEvent('click', link, ACCEPTED)
  }
  const one = rateOf(learner.model).rate
  const two = rateOf(learner.model, { adNumber: 2, campaignNumber: 3, advertiserNumber: 2 }).rate
  assert.ok(Math.abs(one - two) < 0.15 * one, `${one} and ${two} in the first place`)
  const second = rateOf(learner.model, {}, { format: 'action_card', place: 1 }).rate
  assert.ok(second < 0.65 * one && second > 0.4 * one, `${second} in the second place`)
})

test('repeats, machines and tests teach nothing, a click beyond the budget does', () => {
  const learner = createLearner({ advertiserNumberOf })
  const link = linkFor()
  learner.noteServed(link, 0.5)
  const clicks = () => learner.model.state().ads.values[link.adNumber * 2]
  learner.noteEvent('click', link, { status: 'duplicate', reason: 'duplicate', chargedMicros: 0 })
  learner.noteEvent('click', link, { status: 'ignored', reason: 'bot', chargedMicros: 0 })
  learner.noteEvent('click', linkFor({ test: true }), ACCEPTED)
  assert.equal(clicks(), 0)
  learner.noteEvent('click', link, { status: 'ignored', reason: 'over_budget', chargedMicros: 0 })
  assert.equal(clicks(), 1)
})

test('served ads count as impressions until their publisher reports any; from then on reported ones do', () => {
  const learner = createLearner({ advertiserNumberOf })
  const exposure = (adNumber: number) => learner.model.state().ads.values[adNumber * 2 + 1]!
  learner.noteServed(linkFor(), 0.5)
  assert.ok(exposure(1) > 0.9)
  learner.noteEvent('impression', linkFor({ adNumber: 7 }), ACCEPTED)
  const unseen = linkFor({ adNumber: 2 })
  learner.noteServed(unseen, 0.5)
  assert.equal(exposure(2), 0)
  learner.noteEvent('impression', unseen, ACCEPTED)
  const once = exposure(2)
  assert.ok(once > 0.9)
  learner.noteEvent('click', unseen, ACCEPTED)
  assert.equal(exposure(2), once, 'the click implies no second impression')
})

test('an action is billed for where the click rate and the conversion rate lead', () => {
  const learner = createLearner({ advertiserNumberOf })
  const before = rateOf(learner.model, { model: 'cpa' }).rate
  for (let i = 1; i <= 4_000; i++) {
    const link = linkFor({ model: 'cpa' })
    learner.noteServed(link, 0.5)
    learner.noteEvent('impression', link, ACCEPTED)
    if (i % 100 === 0) learner.noteEvent('click', link, ACCEPTED)
    if (i % 200 === 0) learner.noteEvent('conversion', link, CHARGED)
  }
  const { rate } = rateOf(learner.model, { model: 'cpa' })
  assert.ok(Math.abs(before - 0.0001) < 1e-9)
  assert.ok(rate > 0.002 && rate < 0.008, `${rate} actions an impression, of 0.005`)
  assert.equal(rateOf(learner.model, { model: 'cpm' }).rate, 0.001)
})

test('conversions that nobody pays for teach nothing, and those that somebody pays for make no click worth more than one', () => {
  const learner = createLearner({ advertiserNumberOf })
  const mine = { model: 'cpa' } as const
  const others = { model: 'cpa', adNumber: 2, campaignNumber: 3, advertiserNumber: 2 } as const
  const rates = () => [rateOf(learner.model, mine).rate, rateOf(learner.model, others).rate]
  const click = (model: LinkPayload['model']) => {
    const link = linkFor({ model })
    learner.noteServed(link, 0.5)
    learner.noteEvent('impression', link, ACCEPTED)
    learner.noteEvent('click', link, ACCEPTED)
    return link
  }
  const perClick = click('cpc')
  const before = rates()
  for (let i = 0; i < 100; i++) learner.noteEvent('conversion', perClick, ACCEPTED)
  assert.deepEqual(rates(), before)
  const perAction = click('cpa')
  const clicked = rates()
  for (let i = 0; i < 100; i++) {
    learner.noteEvent('conversion', perAction, { ...ACCEPTED, status: 'ignored', reason: 'over_budget' })
  }
  assert.deepEqual(rates(), clicked)
  for (let i = 0; i < 100; i++) learner.noteEvent('conversion', perAction, CHARGED)
  const { rate: clickRate } = rateOf(learner.model)
  const [rate] = rates()
  assert.ok(rate! > clicked[0]! && rate! <= clickRate, `${rate}, of ${clickRate} clicks`)
})

test('exploration tries an ad as what better it may be, and tries harder the less is known', () => {
  const random = createSeededRandom(2)
  const drawn = (evidence: number) => Array.from({ length: 20_000 }, () => drawFactor(evidence, random()))
  const [few, many] = [drawn(3), drawn(300)]
  assert.ok([...few, ...many].every((factor) => factor >= 1))
  // What a gamma variate of mean 1 and shape k is above 1 on average: kᵏ ÷ (eᵏ × k!), which for a large k is 1 ÷ √(2πk).
  const above = (values: number[]) => values.reduce((sum, value) => sum + value - 1, 0) / values.length
  assert.ok(Math.abs(above(few) - 3 ** 3 / (Math.E ** 3 * 6)) < 0.01, `${above(few)}`)
  assert.ok(Math.abs(above(many) - 1 / Math.sqrt(2 * Math.PI * 300)) < 0.002, `${above(many)}`)
  assert.equal(drawFactor(Number.POSITIVE_INFINITY, random()), 1)
})

test('calibration is the distance between predicted and observed, weighed by impressions', () => {
  const bucket = (predicted: number, impressions: number, clicks: number) => ({
    from: predicted,
    to: predicted * 1.1,
    predicted,
    impressions,
    clicks,
  })
  const { error, meanRate } = calibrationError([bucket(0.01, 1_000, 10), bucket(0.02, 1_000, 30)], 2)
  assert.ok(Math.abs(error - 0.005) < 1e-12)
  assert.ok(Math.abs(meanRate - 0.02) < 1e-12)
})

test('one impression that anybody reports makes nobody a publisher that reports them, or its clicks would seem to be all there is', () => {
  const learner = createLearner({ advertiserNumberOf })
  for (let i = 1; i <= 3_000; i++) {
    const link = linkFor()
    learner.noteServed(link, 0.5)
    if (i === 1) learner.noteEvent('impression', link, ACCEPTED)
    if (i % 100 === 0) learner.noteEvent('click', link, ACCEPTED)
  }
  const { rate } = rateOf(learner.model)
  assert.ok(rate > 0.007 && rate < 0.013, `${rate}`)
})

test('where three ads of ten are seen and reported, those three are what is counted', () => {
  const learner = createLearner({ advertiserNumberOf })
  for (let i = 0; i < 10_000; i++) {
    const link = linkFor()
    learner.noteServed(link, 0.5)
    if (i % 10 < 3) learner.noteEvent('impression', link, ACCEPTED)
    if (i % 100 === 0) learner.noteEvent('click', link, ACCEPTED)
  }
  const { rate } = rateOf(learner.model)
  assert.ok(rate > 0.025 && rate < 0.04, `${rate}`)
})

test('a price for impressions counts as much as its publisher reports them, and again when it begins to', () => {
  const learner = createLearner({ advertiserNumberOf })
  const cpmRateAt = (publisher: number) => {
    const candidate: Predicted = { ...rateOf(learner.model), model: 'cpm' }
    learner.model.predict([candidate], { format: 'action_card', place: 0, publisher })
    return candidate.rate
  }
  assert.equal(cpmRateAt(1), 0.001)
  for (let i = 0; i < 2_000; i++) learner.noteServed(linkFor({ publisherNumber: 1, model: 'cpm' }), 0.5)
  assert.ok(cpmRateAt(1) < 0.00005)
  serve(learner, 2_000, 500, { publisherNumber: 2 })
  assert.equal(cpmRateAt(2), 0.001)
  serve(learner, 2_000, 500, { publisherNumber: 1 })
  assert.ok(cpmRateAt(1) > 0.0007)
})

// Sends the requests of a made-up world through the real decision, draws who clicks, and counts what is earned.
import { createSeededRandom } from '../../src/base/random.ts'
import type { LinkPayload } from '../../src/domain/link.ts'
import { decide } from '../../src/engine/decide.ts'
import { calibrationError, type CalibrationBucket } from '../../src/engine/learn/calibration.ts'
import { createLearner } from '../../src/engine/learn/learner.ts'
import type { Predicted, RatePredictor } from '../../src/engine/learn/rate-model.ts'
import type { Decision } from '../../src/domain/decision.ts'
import type { World } from '../../src/engine/thought.ts'
import { type MadeUpWorld, publisherOf } from './made-up-world.ts'
import { openEngine } from './open-engine.ts'

/** learned: as the service does it; oracle: knows the true rates; relevance: the best match first, whatever is bid. */
export type Policy = 'learned' | 'oracle' | 'relevance'

export interface Outcome {
  readonly policy: Policy
  readonly requests: number
  /** After the warm-up. What was charged for drawn clicks and conversions, in micros. */
  readonly billedMicros: number
  /** After the warm-up. The same without the luck of the draw: true rates × prices. */
  readonly expectedMicros: number
  /** As expectedMicros, had every winner paid the whole bid. */
  readonly expectedBidsMicros: number
  readonly impressions: number
  readonly clicks: number
  readonly microsecondsPerDecision: number
  /** Of the model's predictions, for "learned" alone. */
  readonly calibration?: { readonly error: number; readonly meanRate: number; readonly merged: CalibrationBucket[] }
}

export interface RunOptions {
  readonly requests: number
  readonly seed: number
  /** Share of the requests that are not counted, 0–1. */
  readonly warmUp?: number
  readonly onProgress?: (share: number) => void
  /** Hears of every decision. */
  readonly onDecision?: (i: number, decision: Decision, world: World) => void
}

const DAY_MS = 86_400_000
const START_MS = Date.UTC(2026, 0, 5)
/** The simulated time in which all requests come. */
const SPAN_MS = 30 * DAY_MS
const PROGRESS_EVERY = 10_000

export function runAuctions(market: MadeUpWorld, policy: Policy, options: RunOptions): Outcome {
  const { requests, seed, warmUp = 0.2, onProgress, onDecision } = options
  const advertiserOf = new Map(market.stock.campaigns.map(({ number, advertiserId }) => [number, advertiserId]))
  const learner = createLearner({
    advertiserNumberOf: (number) => Number(advertiserOf.get(number)!.slice(4)),
  })
  const world = openEngine(market.stock, { rates: policy === 'oracle' ? oracleOf(market) : learner.model })
  const publisher = publisherOf(policy === 'relevance' ? 'relevance' : 'value')
  const random = createSeededRandom(seed)
  const sums = { billedMicros: 0, expectedMicros: 0, expectedBidsMicros: 0, impressions: 0, clicks: 0 }
  let decidingMs = 0

  for (let i = 0; i < requests; i++) {
    const nowMs = START_MS + Math.floor((i / requests) * SPAN_MS)
    const request = market.requestAt(i)
    const from = performance.now()
    const decision = decide(request, world, {
      publisher,
      shown: world.exposures.shownTo({ user: '', session: '', conversation: '' }, nowMs),
      nowMs,
      random,
      invalidTraffic: false,
      monotonicMs: () => 0,
      deadlineMs: 1,
    })
    decidingMs += performance.now() - from
    onDecision?.(i, decision, world)

    const luck = createSeededRandom(Math.imul(seed, 0x27d4eb2f) ^ Math.imul(i + 1, 0x165667b1))
    const counts = i >= requests * warmUp
    const { placements, format } = decision.slots[0]!
    placements.forEach(({ doc, relevance, priceMicros }, place) => {
      const adNumber = world.catalog.adNumberOf(doc)
      const campaign = world.directory.campaigns.byNumber(world.catalog.campaignNumberOf(doc))!
      const { model, amountMicros } = campaign.bid
      const clickRate = market.clickRateOf(adNumber, { format: format!, place, relevance })
      const conversionRate = market.conversionRateOf(campaign.number)
      const clicked = luck() < clickRate
      const converted = luck() < conversionRate && clicked
      const link = linkOf(i, place, adNumber, campaign.number, model, priceMicros, format!)
      learner.noteServed(link, relevance)
      learner.noteEvent('impression', link, ACCEPTED)
      if (clicked) learner.noteEvent('click', link, ACCEPTED)
      if (converted)
        learner.noteEvent('conversion', link, { ...ACCEPTED, chargedMicros: model === 'cpa' ? priceMicros : 0 })
      if (!counts) return
      const expectedActions = { cpm: 1, cpc: clickRate, cpa: clickRate * conversionRate }[model]
      const actions = { cpm: 1, cpc: Number(clicked), cpa: Number(converted) }[model]
      sums.billedMicros += actions * priceMicros
      sums.expectedMicros += expectedActions * priceMicros
      sums.expectedBidsMicros += expectedActions * (model === 'cpm' ? amountMicros / 1_000 : amountMicros)
      sums.impressions++
      if (clicked) sums.clicks++
    })
    if (i % PROGRESS_EVERY === 0) onProgress?.(i / requests)
  }
  onProgress?.(1)
  return {
    policy,
    requests,
    ...sums,
    microsecondsPerDecision: (decidingMs * 1_000) / requests,
    ...(policy === 'learned' && { calibration: calibrationError(learner.calibration.buckets()) }),
  }
}

function oracleOf(market: MadeUpWorld): RatePredictor {
  return {
    explores: () => false,
    predict(candidates: readonly Predicted[], context) {
      for (const candidate of candidates) {
        const { model, adNumber, campaignNumber, relevance } = candidate
        const clickRate = market.clickRateOf(adNumber, { ...context, relevance })
        candidate.rate =
          model === 'cpm' ? 0.001 : model === 'cpc' ? clickRate : clickRate * market.conversionRateOf(campaignNumber)
        candidate.evidence = Number.POSITIVE_INFINITY
      }
    },
  }
}

const ACCEPTED = { status: 'accepted', chargedMicros: 0 } as const
const NOBODY = new Uint8Array(8)

function linkOf(
  i: number,
  ordinal: number,
  adNumber: number,
  campaignNumber: number,
  model: LinkPayload['model'],
  priceMicros: number,
  format: LinkPayload['format'],
): LinkPayload {
  const decision = new Uint8Array(16)
  new DataView(decision.buffer).setUint32(6, i, true)
  new DataView(decision.buffer).setUint32(10, i, true)
  return {
    decision,
    ordinal,
    adNumber,
    adVersion: 1,
    campaignNumber,
    publisherNumber: 1,
    model,
    priceMicros,
    format,
    slotId: 'main',
    country: '',
    user: NOBODY,
    test: false,
  }
}

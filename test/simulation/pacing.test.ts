// A few days of the pacing simulation, by one seed: the same world and the same figures as `simulate pacing`, made small.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { HOUR_MS } from '../../src/base/clock.ts'
import type { Campaign } from '../../src/domain/campaign.ts'
import { pacingFigures, type PacingFigures } from '../../scripts/simulate/pacing-figures.ts'
import {
  MONDAY_MS,
  type PacingOutcome,
  type PacingWorldOptions,
  plainCampaign,
  runPacingWorld,
} from '../../scripts/simulate/pacing-world.ts'

const hours = (count: number) => MONDAY_MS + count * HOUR_MS
const campaign = (number: number, given: Partial<Campaign>): Campaign =>
  plainCampaign(number, {
    budget: { dailyMicros: 20_000_000 },
    bid: { model: 'cpm', amountMicros: 10_000_000 },
    ...given,
  })
const edited = { atMs: hours(5 * 24 + 12), number: 3, change: { budget: { dailyMicros: 40_000_000 } } }
const world: PacingWorldOptions = {
  seed: 11,
  days: 6,
  requestsPerDay: 50_000,
  campaigns: [
    { campaign: campaign(1, {}), fits: 0.4, rate: 0.9 },
    { campaign: campaign(2, { timeZone: 'Pacific/Auckland' }), fits: 0.4, rate: 0.9 },
    { campaign: campaign(3, { timeZone: 'America/New_York' }), fits: 0.5, rate: 0.9 },
    {
      campaign: campaign(4, { bid: { model: 'cpc', amountMicros: 500_000 }, budget: { dailyMicros: 120_000_000 } }),
      fits: 0.5,
      rate: 0.1,
    },
    { campaign: campaign(5, { startAtMs: hours(3 * 24 + 15) }), fits: 0.4, rate: 0.9 },
    { campaign: campaign(6, { pacing: 'asap' }), fits: 0.2, rate: 0.9 },
  ],
  edits: [edited],
  spikes: [{ fromMs: hours(2 * 24 + 9), toMs: hours(2 * 24 + 10), factor: 3 }],
  outages: [{ fromMs: hours(4 * 24 + 14), toMs: hours(4 * 24 + 16), factor: 0 }],
  restartsMs: [hours(3 * 24 + 11)],
}

let outcome: PacingOutcome
let figures: PacingFigures
before(() => {
  outcome = runPacingWorld(world)
  figures = pacingFigures(outcome, world)
})

/** Spend against the share of fitting traffic that the rest of the day calls for, from one hour to the other. */
function paceIn(number: number, from: number, to: number, dayEnd: number, dueMicros: number): number {
  const { spentMicros, fitting } = outcome.campaigns[number - 1]!
  const sum = (values: Float64Array, first: number, last: number) =>
    values.subarray(first, last).reduce((total, value) => total + value, 0)
  return sum(spentMicros, from, to) / (dueMicros * (sum(fitting, from, to) / sum(fitting, from, dayEnd)))
}

test('nothing is ever charged beyond a budget', () => {
  assert.equal(figures.overchargeMicros, 0)
})

test('what was shown and could not be billed stays below one per cent of what was billed', () => {
  assert.ok(figures.overdelivery <= 0.01, `${figures.overdelivery}`)
})

test('even campaigns spend 97 to 100 per cent of each day, whatever their time zone', () => {
  assert.equal(figures.daysInRange, 1, figures.campaigns.map(({ worstDay }) => worstDay).join(' '))
})

test('the spend of an hour follows its share of the traffic', () => {
  assert.ok(figures.hourlyError <= 0.1, `${figures.hourlyError}`)
})

test('a campaign that starts in the afternoon spends its day by the traffic that is left of it', () => {
  const day = 3 * 24
  const pace = paceIn(5, day + 16, day + 20, day + 24, spentIn(5, day + 16, day + 24))
  assert.ok(Math.abs(pace - 1) < 0.2, `${pace}`)
  assert.ok(spentIn(5, day, day + 24) >= 0.97 * 20_000_000)
})

test('an edited budget is on its new plan within the hour', () => {
  const at = 5 * 24 + 12
  const dayEnd = 6 * 24 + 5 // midnight in New York
  assert.ok(dayEnd > 6 * 24, 'the world ends before that day does, so the rest of it is what the shape calls for')
  const before = spentIn(3, at - 3, at) / outcomeFits(3, at - 3, at)
  const after = spentIn(3, at + 1, at + 4) / outcomeFits(3, at + 1, at + 4)
  // At noon in UTC a sixth of that day's traffic is through: 20 of 24 parts are left for 36 instead of 16 dollars or so.
  assert.ok(after / before > 1.7 && after / before < 2.8, `${after / before} times as fast`)
})

test('a campaign that spends as soon as possible is done long before the day is', () => {
  for (const day of [2, 3, 4]) {
    assert.ok(spentIn(6, day * 24, day * 24 + 14) >= 0.97 * 20_000_000)
  }
})

test('a restart does not set a campaign off its pace', () => {
  const at = 3 * 24 + 11
  const before = spentIn(1, at - 2, at) / outcomeFits(1, at - 2, at)
  const after = spentIn(1, at + 1, at + 3) / outcomeFits(1, at + 1, at + 3)
  assert.ok(Math.abs(after / before - 1) < 0.25, `${after / before}`)
})

function spentIn(number: number, from: number, to: number): number {
  return outcome.campaigns[number - 1]!.spentMicros.subarray(from, to).reduce((sum, value) => sum + value, 0)
}

function outcomeFits(number: number, from: number, to: number): number {
  return outcome.campaigns[number - 1]!.fitting.subarray(from, to).reduce((sum, value) => sum + value, 0)
}

// A small market through the real decision: what is learned pays, and the same seed tells the same story.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMadeUpWorld } from '../../scripts/simulate/made-up-world.ts'
import { type Outcome, runAuctions } from '../../scripts/simulate/run-auctions.ts'

const SEED = 7
const market = createMadeUpWorld({ seed: SEED, campaigns: 80 })
const told = ({ microsecondsPerDecision, ...outcome }: Outcome) => outcome

test('the same seed gives the same clicks and the same revenue to the micro', () => {
  const [one, other] = [1, 2].map(() => told(runAuctions(market, 'learned', { requests: 1_000, seed: SEED })))
  assert.deepEqual(one, other)
  assert.ok(one!.impressions > 500, 'most requests were answered')
})

test('learned rates earn most of what known ones would, and more than relevance alone', () => {
  const requests = 12_000
  const [oracle, learned, relevance] = (['oracle', 'learned', 'relevance'] as const).map((policy) =>
    runAuctions(market, policy, { requests, seed: SEED }),
  )
  const beside = learned!.expectedMicros / oracle!.expectedMicros
  assert.ok(beside > 0.6, `${beside.toFixed(3)} of the oracle's revenue`)
  const value = learned!.expectedBidsMicros / relevance!.expectedBidsMicros
  assert.ok(value > 1.1, `${value.toFixed(3)} of the value that relevance alone shows`)
  const { error, meanRate } = learned!.calibration!
  assert.ok(error < 0.6 * meanRate, `calibration error ${(error / meanRate).toFixed(3)} of the mean rate`)
})

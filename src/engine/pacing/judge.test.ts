import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestWorld, NOON_MS } from '../../../test/support/world.ts'
import type { Campaign } from '../../domain/campaign.ts'
import { dayOf } from '../../domain/time-zone.ts'
import { type Account, createAccount, pricesPerRequest } from './account.ts'
import { judge } from './judge.ts'
import { LOTS } from './lots.ts'
import { isSpokenFor } from './plan.ts'
import { createResponse } from './response.ts'
import { createTraffic } from './traffic.ts'

const PRICE = 500_000

/** One look at a campaign of clicks at 0.50 of which so much is spent, its account being as given. */
function lookAt(given: Partial<Campaign>, spentMicros: number, known: Partial<Account>) {
  const { world, ...make } = createTestWorld()
  const advertiser = make.advertiser()
  const campaign = make.campaign(advertiser, given)
  const { facts } = world
  facts.setSpend({
    campaignNumber: campaign.number,
    totalMicros: spentMicros,
    day: dayOf(NOON_MS, 'UTC'),
    dayMicros: spentMicros,
  })
  const flow = createTraffic().flowFor({}, () => undefined)
  const account: Account = { ...createAccount(campaign, advertiser.number, flow, NOON_MS), ...known }
  const stop = judge(account, { facts, response: createResponse() }, NOON_MS)
  return { account, stop }
}

test('a campaign that waits for links that are out paces, and is exhausted where what is left pays for no other', () => {
  const out = { served: 1_000, servedMicros: 1_000 * PRICE, billedMicros: 400 * PRICE, openMicros: 10 * PRICE }
  const budget = { totalMicros: 10_000_000 }
  assert.equal(lookAt({ budget }, 8_000_000, out).stop, 'pacing')
  assert.equal(lookAt({ budget }, 9_600_000, out).stop, 'budget_exhausted')
})

test('a share rises by half at most from one look to the next, unless the campaign took no part', () => {
  const terms = { budget: { dailyMicros: 100_000_000 }, pacing: 'even' as const }
  const shareFrom = (lots: number) => lookAt(terms, 0, { share: 0.1, lots }).account.share
  assert.ok(Math.abs(shareFrom(LOTS / 10) - 0.15) < 1e-9)
  assert.equal(shareFrom(0), 1)
})

test('a few ads served call for an early look at a campaign that spends evenly', () => {
  const terms = { budget: { dailyMicros: 100_000_000 }, pacing: 'even' as const }
  assert.equal(lookAt(terms, 0, {}).account.limitMicros, 4 * PRICE)
  assert.equal(lookAt(terms, 0, { shortMicros: 1_000 * PRICE }).account.limitMicros, (1_000 * PRICE * 2) / 60)
})

test('a campaign that bids nothing takes part in everything, whatever is left and however long it has until it starts', () => {
  const dayMs = 86_400_000
  const flight = { startAtMs: NOON_MS + dayMs, endAtMs: NOON_MS + 2 * dayMs, pacing: 'even' as const }
  for (const model of ['cpm', 'cpc', 'cpa'] as const) {
    const terms = { bid: { model, amountMicros: 0 }, priority: 'house' as const, budget: { totalMicros: 10 * PRICE } }
    for (const spentMicros of [0, 10 * PRICE, 11 * PRICE]) {
      const { account, stop } = lookAt({ ...terms, ...flight }, spentMicros, {})
      assert.deepEqual([stop, account.share], [undefined, 1], `${model}, ${spentMicros} spent`)
    }
  }
})

test('what has closed because links are out opens again only when a fifth of what is left is free', () => {
  const budget = { remainingMicros: 10_000_000, openMicros: 9_000_000, priceMicros: 1 }
  assert.equal(isSpokenFor(budget, false), false)
  assert.equal(isSpokenFor(budget, true), true)
  assert.equal(isSpokenFor({ ...budget, openMicros: 7_900_000 }, true), false)
})

test('what a request brings is read from the last day until the last quarter of an hour tells enough', () => {
  const { account } = lookAt({}, 0, { longRequests: 10_000, longMicros: 100 * PRICE })
  const brought = (shortRequests: number, shortMicros: number) =>
    pricesPerRequest({ ...account, shortRequests, shortMicros }) / PRICE
  assert.ok(Math.abs(brought(0, 0) - 0.01) < 0.001)
  assert.ok(brought(1, PRICE) < 0.02, 'one lucky request')
  assert.ok(brought(10_000, 1_000 * PRICE) > 0.09, 'a thousand of them')
})

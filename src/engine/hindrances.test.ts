import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createTestWorld, NOON_MS } from '../../test/support/world.ts'
import { DAY_MS } from '../base/clock.ts'
import { dayOf } from '../domain/time-zone.ts'
import { createBudgetGate } from './budget-gate.ts'
import { hindrancesOf, publisherStop } from './hindrances.ts'
import { createScreen } from './screen.ts'

// Mostly what lets a campaign serve, or each of them would have a hindrance.
const mostly = <T, U>(usual: T, ...others: readonly U[]) => fc.constantFrom(...Array<T>(9).fill(usual), ...others)
const hour = 12
const given = fc.record({
  terms: fc.record({
    status: mostly('active' as const, 'paused' as const),
    startAtMs: mostly(0, NOON_MS, NOON_MS + 1),
    endAtMs: mostly(NOON_MS + DAY_MS, NOON_MS, NOON_MS + 1),
    budget: mostly(
      {},
      { totalMicros: 500_000 },
      { dailyMicros: 500_000 },
      { dailyMicros: 600_000 },
      { totalMicros: 1_000_000, dailyMicros: 500_000 },
    ),
    bid: fc.record({
      model: fc.constantFrom('cpc' as const, 'cpm' as const),
      amountMicros: mostly(500_000, 20_000),
    }),
    pacing: fc.constantFrom('asap' as const, 'even' as const),
    priority: mostly('standard' as const, 'house' as const),
    targeting: fc.record({
      hours: mostly({ include: [], exclude: [] }, { include: [hour], exclude: [] }, { include: [], exclude: [hour] }),
      publishers: mostly(
        { include: [], exclude: [] },
        { include: ['pub_2'], exclude: [] },
        { include: [], exclude: ['pub_1'] },
      ),
    }),
  }),
  archived: mostly({}, { archivedAtMs: NOON_MS }),
  owner: mostly({}, { archivedAtMs: NOON_MS }, { billing: 'prepaid' as const }, { billing: 'prepaid' as const }),
  policy: mostly(
    {},
    { floorMicros: 100_000 },
    { floorMicros: 600_000 },
    { blockedDomains: ['brand-1.example'] },
    { allowedAdvertisers: ['adv_other'] },
  ),
  spentMicros: fc.constantFrom(0, 495_000, 500_000),
  fundsMicros: fc.constantFrom(0, 5_000_000),
})

test('whatever a campaign is, it has a hindrance or a publisher that stops it where screening does, and none where it does not', () => {
  let admitted = 0
  fc.assert(
    fc.property(given, ({ terms, archived, owner, policy, spentMicros, fundsMicros }) => {
      const { world, ...make } = createTestWorld()
      const { directory, facts } = world
      const publisher = make.publisher(policy)
      const advertiser = make.advertiser(owner)
      const campaign = make.campaign(advertiser, { ...terms, ...archived })
      const spent = { totalMicros: spentMicros, day: dayOf(NOON_MS, 'UTC'), dayMicros: spentMicros }
      facts.setSpend({ campaignNumber: campaign.number, ...spent })
      facts.setFunds({ advertiserNumber: advertiser.number, balanceMicros: fundsMicros })
      const budgets = createBudgetGate({ directory, facts })
      const screening = createScreen({ directory, budgets }).screen(
        { publisher, country: '', region: '', language: 'und', placement: '', deviceType: '' },
        { floorMicros: 0, blockedAdvertisers: [], blockedDomains: [] },
        {
          shown: facts.exposures.shownTo({ user: '', session: '', conversation: '' }, NOON_MS),
          speaks: () => false,
          nowMs: NOON_MS,
          lot: () => 0,
        },
      )
      const found = hindrancesOf(campaign, { directory, budgets }, NOON_MS)
      const stop = publisherStop({ campaign, formats: ['suffix'] }, publisher, { directory, budgets }, NOON_MS)
      // That what is left is below the floor is found for each ad, after screening.
      const canServe = found.length === 0 && (stop === undefined || stop === 'budget_exhausted')
      assert.equal(canServe, screening.admitted[campaign.number] === 1, JSON.stringify({ found, stop }))
      if (canServe) admitted++
    }),
    { numRuns: 200, seed: 7 },
  )
  assert.ok(admitted > 20 && admitted < 180, `${admitted} may serve`)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestWorld, NOON_MS } from '../../test/support/world.ts'
import { dayOf } from '../domain/time-zone.ts'
import type { ShownAd } from './exposures/exposures.ts'

const SOMEBODY = { user: 'u1', session: '', conversation: '' }
const HOUR = 3_600_000
const shown = (given: Partial<ShownAd> = {}): ShownAd => ({
  impressionId: 'imp_1',
  adNumber: 1,
  campaignNumber: 1,
  advertiserNumber: 1,
  publisherNumber: 1,
  servedAtMs: NOON_MS,
  turn: 1,
  seen: false,
  ...given,
})

test('an ad that nobody reported as seen is given back after two hours, where the publisher reports impressions', () => {
  const { facts } = createTestWorld().world
  facts.exposures.noteShown(SOMEBODY, shown())
  assert.equal(
    facts.exposures.shownTo(SOMEBODY, NOON_MS + 3 * HOUR).count('user', 9),
    1,
    'this publisher never reported any',
  )
  facts.exposures.noteSeen('imp_other', 1, true)
  assert.equal(facts.exposures.shownTo(SOMEBODY, NOON_MS + 2 * HOUR - 1).count('user', 9), 1)
  assert.equal(facts.exposures.shownTo(SOMEBODY, NOON_MS + 2 * HOUR).count('user', 9), 0)
  assert.equal(facts.exposures.shownTo(SOMEBODY, NOON_MS + 3 * HOUR).count('user', 9), 0)
})

test('one report in hundred ads gives none of the others back, whoever sent it', () => {
  const { facts } = createTestWorld().world
  for (let i = 0; i < 100; i++) facts.exposures.noteShown(SOMEBODY, shown({ impressionId: `imp_${i}` }))
  facts.exposures.noteSeen('imp_0', 1, true)
  for (let i = 100; i < 200; i++) facts.exposures.noteShown(SOMEBODY, shown({ impressionId: `imp_${i}` }))
  assert.equal(facts.exposures.shownTo(SOMEBODY, NOON_MS + 3 * HOUR).count('user', 999), 200)
})

test('an ad that was reported as seen counts on', () => {
  const { facts } = createTestWorld().world
  facts.exposures.noteShown(SOMEBODY, shown())
  facts.exposures.noteSeen('imp_1', 1, true)
  assert.equal(facts.exposures.shownTo(SOMEBODY, NOON_MS + 30 * HOUR).count('user', 9), 1)
})

test('a click shows that an ad was seen, but not that its publisher reports impressions', () => {
  const { facts } = createTestWorld().world
  facts.exposures.noteShown(SOMEBODY, shown({ impressionId: 'imp_1' }))
  facts.exposures.noteShown(SOMEBODY, shown({ impressionId: 'imp_2' }))
  facts.exposures.noteSeen('imp_1', 1, false)
  assert.equal(facts.exposures.shownTo(SOMEBODY, NOON_MS + 3 * HOUR).count('user', 9), 2)
  facts.exposures.noteSeen('imp_other', 1, true)
  assert.equal(
    facts.exposures.shownTo(SOMEBODY, NOON_MS + 3 * HOUR).count('user', 9),
    1,
    'the one that was clicked stays',
  )
})

test('somebody unknown was shown nothing', () => {
  const { facts } = createTestWorld().world
  facts.exposures.noteShown({ user: '', session: '', conversation: '' }, shown())
  assert.equal(facts.exposures.shownTo({ user: '', session: '', conversation: '' }, NOON_MS).count('user', 9), 0)
})

test('the day of a daily budget is that of the campaign’s time zone', () => {
  const maker = createTestWorld()
  const campaign = maker.campaign(maker.advertiser(), {
    budget: { dailyMicros: 1_000_000 },
    timeZone: 'Pacific/Auckland',
  })
  const late = Date.UTC(2026, 10, 21, 10, 59) // 23:59 in Auckland
  const { facts } = maker.world
  facts.setSpend({
    campaignNumber: campaign.number,
    totalMicros: 900_000,
    day: dayOf(late, campaign.timeZone),
    dayMicros: 900_000,
  })
  assert.equal(facts.remainingMicros(campaign, late), 100_000)
  assert.equal(facts.remainingMicros(campaign, late + 60_000), 1_000_000, 'a minute later a new day has begun there')
})

test('a prepaid campaign has what its advertiser has left', () => {
  const maker = createTestWorld()
  const advertiser = maker.advertiser({ billing: 'prepaid' })
  const campaign = maker.campaign(advertiser, { budget: { totalMicros: 5_000_000 } })
  assert.equal(maker.world.facts.remainingMicros(campaign, NOON_MS), 0)
  maker.world.facts.setFunds({ advertiserNumber: advertiser.number, balanceMicros: 2_000_000 })
  assert.equal(maker.world.facts.remainingMicros(campaign, NOON_MS), 2_000_000)
})

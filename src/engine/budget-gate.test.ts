import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createTestWorld, NOON_MS } from '../../test/support/world.ts'
import { createSeededRandom } from '../base/random.ts'
import type { Campaign } from '../domain/campaign.ts'
import { dayOf, endOfDayMs } from '../domain/time-zone.ts'
import { createBudgetGate } from './budget-gate.ts'

const HOUR = 3_600_000
const MINUTE = 60_000

function gateWith(given: Parameters<ReturnType<typeof createTestWorld>['campaign']>[1]) {
  const maker = createTestWorld()
  const campaign = maker.campaign(maker.advertiser(), given)
  const { facts, directory } = maker.world
  const gate = createBudgetGate({ directory, facts, random: createSeededRandom(1) })
  return { gate, facts, campaign, directory }
}

test('a campaign that spends as soon as possible takes part in all requests until its money is gone', () => {
  const { gate, facts, campaign } = gateWith({ budget: { dailyMicros: 1_000_000 } })
  gate.refresh(NOON_MS)
  assert.equal(gate.paceOf(campaign.number).share, 1)
  assert.equal(gate.draw(() => 0.99)[campaign.number], 1)
  facts.setSpend({ campaignNumber: 1, totalMicros: 991_000, day: dayOf(NOON_MS, 'UTC'), dayMicros: 991_000 })
  gate.refresh(NOON_MS)
  assert.equal(gate.stopOf(1), 'budget_exhausted', 'less is left than the least that an action costs')
  assert.equal(gate.draw(() => 0)[1], 0)
})

test('the day of a budget begins and ends in the campaign’s own time zone, also where clocks change', () => {
  const zone = 'America/New_York' // clocks forward on 8 March 2026: a day of 23 hours
  const noon = Date.UTC(2026, 2, 8, 16)
  const { gate, facts } = gateWith({ budget: { dailyMicros: 1_000_000 }, timeZone: zone })
  facts.setSpend({ campaignNumber: 1, totalMicros: 1_000_000, day: dayOf(noon, zone), dayMicros: 1_000_000 })
  const end = endOfDayMs(noon, zone)
  assert.equal(end, Date.UTC(2026, 2, 9, 4), 'midnight in New York is four in the morning in UTC by then')
  gate.refresh(end - MINUTE)
  assert.equal(gate.stopOf(1), 'budget_exhausted')
  gate.refresh(end + MINUTE)
  assert.equal(gate.stopOf(1), undefined)
})

test('a campaign that spent its day serves again with the first request of the next one', () => {
  const { gate, facts } = gateWith({ budget: { dailyMicros: 1_000_000 }, timeZone: 'Asia/Kathmandu' })
  const end = endOfDayMs(NOON_MS, 'Asia/Kathmandu')
  assert.equal(end, Date.UTC(2026, 10, 21, 18, 15))
  facts.setSpend({
    campaignNumber: 1,
    totalMicros: 1_000_000,
    day: dayOf(NOON_MS, 'Asia/Kathmandu'),
    dayMicros: 1_000_000,
  })
  gate.refresh(end - 1)
  assert.equal(gate.stopOf(1), 'budget_exhausted')
  gate.refresh(end)
  assert.equal(gate.stopOf(1), undefined)
})

test('a campaign that is ahead of the clock is looked at again each minute, though no money moved', () => {
  const { gate, facts } = gateWith({ budget: { dailyMicros: 2_400_000 }, pacing: 'even' })
  // Half a day and a twelfth of one, in which it may run ahead, are worth 1,400,000.
  facts.setSpend({ campaignNumber: 1, totalMicros: 1_401_000, day: dayOf(NOON_MS, 'UTC'), dayMicros: 1_401_000 })
  gate.refresh(NOON_MS)
  assert.equal(gate.stopOf(1), 'pacing')
  gate.refresh(NOON_MS + MINUTE)
  assert.equal(gate.stopOf(1), undefined)
})

test('a campaign whose budget is lifted takes part in all requests again', () => {
  const { gate, facts, campaign, directory } = gateWith({ budget: { dailyMicros: 2_400_000 }, pacing: 'even' })
  facts.setSpend({ campaignNumber: 1, totalMicros: 2_000_000, day: dayOf(NOON_MS, 'UTC'), dayMicros: 2_000_000 })
  gate.refresh(NOON_MS)
  assert.equal(gate.paceOf(1).share, 0)
  directory.campaigns.put({ ...campaign, budget: {} })
  gate.refresh(NOON_MS)
  assert.equal(gate.paceOf(1).share, 1)
})

test('an edited budget counts from the next request on', () => {
  const { gate, facts, campaign, directory } = gateWith({ budget: { totalMicros: 1_000_000 } })
  facts.setSpend({ campaignNumber: 1, totalMicros: 1_000_000, day: 0, dayMicros: 0 })
  gate.refresh(NOON_MS)
  assert.equal(gate.stopOf(1), 'budget_exhausted')
  directory.campaigns.put({ ...campaign, budget: { totalMicros: 2_000_000 } })
  gate.refresh(NOON_MS + 1)
  assert.equal(gate.stopOf(1), undefined)
})

test('what came of impressions is not expected of clicks, where a campaign changes what it pays for', () => {
  const cpm = { model: 'cpm', amountMicros: 10_000_000 } as const
  const { gate, facts, campaign, directory } = gateWith({ budget: { totalMicros: 100_000_000 }, bid: cpm })
  gate.refresh(NOON_MS)
  for (let i = 0; i < 10_000; i++) gate.noteServed(1, 10_000)
  facts.setSpend({ campaignNumber: 1, totalMicros: 90_000_000, day: 0, dayMicros: 0 })
  gate.refresh(NOON_MS + HOUR)
  directory.campaigns.put({ ...campaign, bid: { model: 'cpc', amountMicros: 500_000 } })
  gate.refresh(NOON_MS + HOUR + 1)
  gate.noteServed(1, 500_000)
  const { openMicros } = gate.paceOf(1)
  assert.ok(openMicros < 10_000, `one ad in two hundred is clicked, and this one is taken to cost ${openMicros}`)
})

test('an advertiser who begins to pay in advance, or no longer does, is judged so from the next request on', () => {
  const maker = createTestWorld()
  const advertiser = maker.advertiser({ billing: 'invoiced' })
  const campaign = maker.campaign(advertiser, {})
  const { facts, directory } = maker.world
  const gate = createBudgetGate({ directory, facts, random: createSeededRandom(1) })
  const stopWhere = (billing: 'prepaid' | 'invoiced', atMs: number) => {
    directory.advertisers.put({ ...advertiser, billing })
    gate.refresh(atMs)
    return gate.stopOf(campaign.number)
  }
  gate.refresh(NOON_MS)
  assert.equal(stopWhere('prepaid', NOON_MS + 1), 'budget_exhausted', 'nothing was paid in')
  assert.equal(stopWhere('invoiced', NOON_MS + 2), undefined)
})

test('ads wait while the links that are out may use up what is left, and go on once it is clear that they do not', () => {
  const { gate, facts } = gateWith({ budget: { totalMicros: 10_000_000 } })
  let atMs = NOON_MS
  let clicks = 0
  const serve = (count: number, clicked: boolean) => {
    for (let i = 0; i < count; i++) {
      gate.noteRequest(1, '')
      gate.noteServed(1, 500_000)
      gate.noteDelay('cpc', MINUTE)
      if (clicked) clicks++
      facts.setSpend({ campaignNumber: 1, totalMicros: clicks * 500_000, day: dayOf(atMs, 'UTC'), dayMicros: 0 })
      gate.refresh((atMs += 1_000))
    }
  }
  serve(16, true)
  assert.equal(gate.stopOf(1), undefined)
  atMs += 10 * MINUTE // those links are through
  gate.refresh(atMs)
  let served = 0
  while (gate.stopOf(1) === undefined && served < 200) {
    serve(1, false)
    served++
  }
  assert.equal(gate.stopOf(1), 'pacing')
  assert.ok(served >= 2 && served <= 60, `${served} links for four clicks' worth of money`)
  for (let i = 0; i < 30; i++) gate.refresh((atMs += MINUTE))
  assert.equal(gate.stopOf(1), undefined, 'half an hour later nobody will click them any more')
})

test('what pacing learned is taken up after a restart', () => {
  const { gate, facts, directory } = gateWith({ budget: { dailyMicros: 60_000_000 }, pacing: 'even' })
  const random = createSeededRandom(3)
  let served = 0
  let atMs = NOON_MS - 12 * HOUR
  for (let request = 0; request < 6_000; request++, atMs += 7_000) {
    gate.noteRequest(1, '')
    gate.refresh(atMs)
    if (gate.draw(random)[1] !== 1) continue
    gate.noteServed(1, 400_000)
    const dayMicros = Math.floor(++served / 25) * 400_000 // one in 25 is clicked
    facts.setSpend({ campaignNumber: 1, totalMicros: dayMicros, day: dayOf(atMs, 'UTC'), dayMicros })
  }
  const before = gate.paceOf(1)
  assert.ok(before.share > 0 && before.share < 1, `share ${before.share}`)
  const again = createBudgetGate({ directory, facts, random: createSeededRandom(2) })
  again.restore(gate.save(atMs))
  again.refresh(atMs + MINUTE)
  const after = again.paceOf(1)
  assert.ok(Math.abs(after.share / before.share - 1) < 0.4, `share ${before.share} became ${after.share}`)
  const forgetful = createBudgetGate({ directory, facts, random: createSeededRandom(2) })
  forgetful.refresh(atMs + MINUTE)
  assert.equal(forgetful.paceOf(1).share, 1, 'without it, it would start at full speed')
})

/** Requests of a day and a half, a third of them from Germany, where one in twenty brings an ad; then one edit, as the store would hand it on. */
function shareAfter(change: Partial<Campaign>) {
  const targeting = { countries: { include: ['DE'], exclude: [] } }
  const { gate, facts, campaign, directory } = gateWith({
    budget: { dailyMicros: 60_000_000 },
    pacing: 'even',
    targeting,
  })
  const others = { ...campaign, id: 'cmp_2', number: 2, targeting: { countries: { include: ['FR'], exclude: [] } } }
  directory.campaigns.put(others)
  const random = createSeededRandom(3)
  const spend = { total: 0, day: 0, today: 0 }
  for (let atMs = NOON_MS - 36 * HOUR, served = 0; atMs < NOON_MS; atMs += 4_000) {
    for (const country of ['DE', 'FR', 'FR']) gate.noteRequest(1, country)
    gate.refresh(atMs)
    if (gate.draw(random)[1] !== 1 || random() > 1 / 20) continue
    gate.noteServed(1, 500_000)
    if (++served % 4 > 0) continue // one in four is clicked
    const day = dayOf(atMs, 'UTC')
    spend.today = (day === spend.day ? spend.today : 0) + 500_000
    spend.day = day
    spend.total += 500_000
    facts.setSpend({ campaignNumber: 1, totalMicros: spend.total, day, dayMicros: spend.today })
  }
  const before = gate.paceOf(1).share
  directory.campaigns.put(structuredClone({ ...campaign, ...change }))
  gate.refresh(NOON_MS)
  return { before, after: gate.paceOf(1).share }
}

test('an edit that leaves alone whom a campaign reaches leaves alone what was learned of them', () => {
  const renamed = shareAfter({ name: 'Spring' })
  assert.ok(renamed.before > 0.1 && renamed.before < 1, `${renamed.before}`)
  assert.ok(Math.abs(renamed.after / renamed.before - 1) < 0.1, `${renamed.before} became ${renamed.after}`)
  const elsewhere = shareAfter({ targeting: { countries: { include: ['FR'], exclude: [] } } })
  assert.ok(
    elsewhere.after > 0 && elsewhere.after < elsewhere.before / 5,
    `${elsewhere.after}: an ad a request is the first guess`,
  )
})

test('a first burst of requests is not taken for a day of them, and follows the clock', () => {
  // Created at ten, so that two of its fourteen hours are over at noon, and a twelfth may be ahead of them.
  const terms = { budget: { dailyMicros: 12_000_000 }, pacing: 'even' as const, createdAtMs: NOON_MS - 2 * HOUR }
  const { gate, facts } = gateWith(terms)
  const day = dayOf(NOON_MS, 'UTC')
  const burst = (spentMicros: number) => {
    facts.setSpend({ campaignNumber: 1, totalMicros: spentMicros, day, dayMicros: spentMicros })
    for (let i = 0; i < 300; i++) gate.noteRequest(1, '')
    gate.refresh(NOON_MS + 1_000)
    return gate.paceOf(1)
  }
  gate.refresh(NOON_MS)
  assert.deepEqual([burst(0).share, burst(2_700_000).share], [1, 1])
  assert.equal(burst(2_720_000).stop, 'pacing')
})

test('requests to come are told once a day was seen, by its hours', () => {
  const { gate } = gateWith({ budget: {} })
  const midnight = NOON_MS - 12 * HOUR
  const play = (from: number, to: number) => {
    for (let atMs = midnight + from * HOUR; atMs < midnight + to * HOUR; atMs += MINUTE) {
      const isNight = new Date(atMs).getUTCHours() < 8
      for (let i = 0; i < (isNight ? 1 : 4); i++) gate.noteRequest(1, '')
      gate.refresh(atMs)
    }
  }
  play(0, 20)
  assert.equal(
    gate.expectedRequests(midnight + 20 * HOUR, midnight + 44 * HOUR),
    undefined,
    'four hours of the day are still to be seen',
  )
  play(20, 49)
  const day = gate.expectedRequests(midnight + 49 * HOUR, midnight + 73 * HOUR)!
  assert.ok(Math.abs(day / (8 * 60 + 16 * 240) - 1) < 0.1, `${day} a day`)
})

test('each lot goes to as many campaigns as hold it, and a share is met over many requests', () => {
  const { gate, campaign } = gateWith({ budget: { dailyMicros: 50_000_000 }, pacing: 'even' })
  const random = createSeededRandom(5)
  let taken = 0
  let wanted = 0
  let atMs = NOON_MS - 12 * HOUR
  for (let request = 0; request < 40_000; request++, atMs += 1_000) {
    gate.noteRequest(1, '')
    gate.refresh(atMs)
    wanted += gate.paceOf(campaign.number).share
    if (gate.draw(random)[campaign.number] !== 1) continue
    taken++
    gate.noteServed(campaign.number, 500_000)
  }
  assert.ok(Math.abs(taken / wanted - 1) < 0.05, `${taken} of ${wanted}`)
})

test('whatever is served, billed, edited and waited for, a campaign without money for one action never takes part', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('serve' as const), price: fc.integer({ min: 10_000, max: 500_000 }) }),
    fc.record({ do: fc.constant('bill' as const), price: fc.integer({ min: 10_000, max: 500_000 }) }),
    fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 0, max: 2_000 }) }),
    fc.record({ do: fc.constant('edit' as const), daily: fc.integer({ min: 10_000, max: 3_000_000 }) }),
    fc.record({ do: fc.constant('pace' as const), pacing: fc.constantFrom('even' as const, 'asap' as const) }),
  )
  const zones = fc.constantFrom('UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Auckland')
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), zones, fc.integer(), (steps, timeZone, seed) => {
      const budget = { dailyMicros: 1_000_000, totalMicros: 4_000_000 }
      const { gate, facts, campaign, directory } = gateWith({ budget, timeZone, pacing: 'even' })
      const random = createSeededRandom(seed)
      let now = campaign
      let atMs = Date.UTC(2026, 2, 7)
      const spent = { total: 0, days: new Map<number, number>() }
      for (const one of steps) {
        const day = dayOf(atMs, timeZone)
        const today = spent.days.get(day) ?? 0
        if (one.do === 'wait') atMs += one.minutes * MINUTE
        if (one.do === 'serve') gate.noteServed(1, one.price)
        if (one.do === 'edit')
          directory.campaigns.put((now = { ...now, budget: { ...now.budget, dailyMicros: one.daily } }))
        if (one.do === 'pace') directory.campaigns.put((now = { ...now, pacing: one.pacing }))
        if (one.do === 'bill' && today + one.price <= now.budget.dailyMicros! && spent.total + one.price <= 4_000_000) {
          spent.total += one.price
          spent.days.set(day, today + one.price)
          facts.setSpend({ campaignNumber: 1, totalMicros: spent.total, day, dayMicros: today + one.price })
        }
        gate.noteRequest(1, '')
        gate.refresh(atMs)
        const dayLeft = now.budget.dailyMicros! - (spent.days.get(dayOf(atMs, timeZone)) ?? 0)
        const left = Math.min(dayLeft, 4_000_000 - spent.total)
        const takesPart = gate.draw(random)[1] === 1
        if (left < 10_000) assert.ok(!takesPart && gate.stopOf(1) === 'budget_exhausted', `${left} left`)
        // With less than an action usually costs, it depends on whether the links that are out may still use that up.
        else if (left >= now.bid.amountMicros) assert.notEqual(gate.stopOf(1), 'budget_exhausted', `${left} left`)
      }
    }),
    { numRuns: 300 },
  )
})

test('what an advertiser paid in advance lets as many links out, however many campaigns it is split into', () => {
  const shownWith = (campaigns: number) => {
    const { world, ...make } = createTestWorld()
    const advertiser = make.advertiser({ billing: 'prepaid' })
    for (let i = 0; i < campaigns; i++) make.campaign(advertiser, { bid: { model: 'cpc', amountMicros: 5_000_000 } })
    world.facts.setFunds({ advertiserNumber: advertiser.number, balanceMicros: 5_000_000 })
    const gate = createBudgetGate({ ...world, random: createSeededRandom(1) })
    let shown = 0
    for (let i = 0; i < 20_000; i++) {
      gate.refresh(NOON_MS + i)
      const number = 1 + (i % campaigns)
      if (gate.stopOf(number) !== undefined) continue
      gate.noteServed(number, 5_000_000)
      shown++
    }
    return shown
  }
  const alone = shownWith(1)
  const split = shownWith(50)
  assert.ok(split <= 2 * alone, `${split} and ${alone}`)
})

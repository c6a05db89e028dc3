import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createTestWorld, NOON_MS, requestFor } from '../../test/support/world.ts'
import { createSeededRandom } from '../base/random.ts'
import type { FrequencyCap } from '../domain/campaign.ts'
import type { Publisher } from '../domain/publisher.ts'
import { type PlacedAd, wouldPassCap } from './caps.ts'
import { decide } from './decide.ts'

const SOMEBODY = { user: 'u', session: 's', conversation: 'c' }

/** A world in which each request is noted as a service does, and says which ads were served. */
function capped(caps: readonly (readonly FrequencyCap[])[], policy = {}) {
  const maker = createTestWorld()
  const publisher: Publisher = maker.publisher({ intentGate: false, ...policy })
  const advertiser = maker.advertiser()
  const ads = new Map<number, { campaignNumber: number; advertiserNumber: number }>()
  for (const frequencyCaps of caps) {
    const campaign = maker.campaign(advertiser, { frequencyCaps })
    for (const size of ['thirteen', 'fourteen']) {
      const ad = maker.ad(campaign, { title: `Feather laptop ${size}`, description: 'A light laptop for travel' })
      ads.set(ad.number, { campaignNumber: campaign.number, advertiserNumber: advertiser.number })
    }
  }
  const { world } = maker
  let served = 0
  return {
    world,
    ask(nowMs: number, { count = 1, slots = 1, subjects = SOMEBODY, turns = 1 } = {}) {
      const messages = Array.from({ length: turns - 1 }, (_, i) => ({ role: 'user' as const, content: `and ${i}` }))
      const request = requestFor('Which light laptop should I buy for travel?', {
        conversation: { messages, ...(subjects.conversation && { conversationId: subjects.conversation }) },
        slots: Array.from({ length: slots }, () => ({ count })),
      })
      const decision = decide(request, world, {
        publisher,
        shown: world.facts.exposures.shownTo(subjects, nowMs),
        nowMs,
        random: createSeededRandom(served),
        invalidTraffic: false,
        monotonicMs: () => 0,
        deadlineMs: 1_000,
      })
      const numbers = decision.slots.flatMap(({ placements }) =>
        placements.map(({ doc }) => world.catalog.adNumberOf(doc)),
      )
      for (const adNumber of numbers) {
        const of = ads.get(adNumber)!
        const impressionId = `imp_${served++}`
        world.facts.exposures.noteShown(subjects, {
          impressionId,
          adNumber,
          ...of,
          publisherNumber: publisher.number,
          servedAtMs: nowMs,
          turn: decision.turn,
          seen: true,
        })
      }
      return { ads: numbers, reasons: decision.slots.map(({ noFill }) => noFill?.reason) }
    },
  }
}

const cap = (given: Partial<FrequencyCap>): FrequencyCap => ({
  scope: 'campaign',
  per: 'user',
  max: 2,
  windowSeconds: 3_600,
  ...given,
})

for (const windowSeconds of [60, 3_600, 86_400, 30 * 86_400, 92 * 86_400]) {
  test(`a cap of two in ${windowSeconds} seconds lets two through, and the third one the moment the first leaves the window`, () => {
    const { ask } = capped([[cap({ windowSeconds })]])
    const windowMs = windowSeconds * 1_000
    assert.equal(ask(NOON_MS).ads.length, 1)
    assert.equal(ask(NOON_MS + 1_000).ads.length, 1)
    assert.deepEqual(ask(NOON_MS + 2_000), { ads: [], reasons: ['frequency_cap'] })
    assert.equal(ask(NOON_MS + windowMs - 1).ads.length, 0)
    assert.equal(ask(NOON_MS + windowMs).ads.length, 1)
    assert.equal(ask(NOON_MS + windowMs).ads.length, 0)
  })
}

test('one answer with several places and slots does not pass a cap either', () => {
  const { ads, reasons } = capped([[cap({ max: 1 })]]).ask(NOON_MS, { count: 2 })
  assert.deepEqual([ads.length, reasons], [1, ['frequency_cap']])
  assert.equal(capped([[cap({ max: 1 })]]).ask(NOON_MS, { slots: 2 }).ads.length, 1)
  assert.equal(
    capped([[cap({ max: 3, scope: 'advertiser' })], [cap({ max: 3, scope: 'advertiser' })]]).ask(NOON_MS, { count: 4 })
      .ads.length,
    3,
  )
  assert.equal(capped([[cap({ max: 1, scope: 'ad' })]]).ask(NOON_MS, { count: 2 }).ads.length, 2, 'two ads, each once')
})

test('where the clock was set back, what was served before it counts no longer than that', () => {
  const { ask } = capped([[{ scope: 'campaign', per: 'user', max: 1, windowSeconds: 86_400 }]])
  const ahead = NOON_MS + 30 * 86_400_000
  assert.deepEqual(
    [ask(ahead), ask(ahead), ask(NOON_MS), ask(NOON_MS)].map(({ ads }) => ads.length),
    [1, 0, 1, 0],
  )
})

test('a cap on single ads lets the campaign’s other ad through', () => {
  const { ask } = capped([[cap({ max: 1, scope: 'ad' })]])
  const seen = [ask(NOON_MS).ads, ask(NOON_MS + 1).ads].flat()
  assert.equal(new Set(seen).size, 2)
  assert.deepEqual(ask(NOON_MS + 2).reasons, ['frequency_cap'])
})

test('a cap on single ads forgets an ad the moment it leaves the window', () => {
  const { ask } = capped([[cap({ max: 1, scope: 'ad' })]])
  const [first] = ask(NOON_MS).ads
  ask(NOON_MS + 1_000)
  assert.equal(ask(NOON_MS + 3_600_000 - 1).ads.length, 0)
  assert.deepEqual(ask(NOON_MS + 3_600_000).ads, [first])
})

test('a cap per session or conversation counts that one alone', () => {
  for (const per of ['session', 'conversation'] as const) {
    const { ask } = capped([[cap({ max: 1, per })]])
    assert.equal(ask(NOON_MS).ads.length, 1)
    assert.equal(ask(NOON_MS).ads.length, 0)
    assert.equal(ask(NOON_MS, { subjects: { ...SOMEBODY, [per]: 'another' } }).ads.length, 1)
  }
})

test('what a person saw of others does not fill up a cap in the middle of an answer', () => {
  for (const scope of ['ad', 'campaign', 'advertiser'] as const) {
    const { world } = capped([[cap({ scope, max: 2 })]])
    const campaign = world.directory.campaigns.byNumber(1)!
    const own = { adNumber: 1, campaignNumber: 1, advertiserNumber: 1 }
    const passesAfterSeeing = (ad: PlacedAd) => {
      const rest = { publisherNumber: 1, servedAtMs: NOON_MS, turn: 1, seen: true }
      world.facts.exposures.noteShown(SOMEBODY, { impressionId: `imp_${ad.adNumber}`, ...ad, ...rest })
      const shown = world.facts.exposures.shownTo(SOMEBODY, NOON_MS)
      return wouldPassCap(campaign, own, [own], { shown, nowMs: NOON_MS })
    }
    assert.equal(passesAfterSeeing({ adNumber: 9, campaignNumber: 9, advertiserNumber: 9 }), false, scope)
    assert.equal(passesAfterSeeing(own), true, scope)
  }
})

test('a cap that is raised counts as it is now', () => {
  for (const scope of ['campaign', 'advertiser'] as const) {
    const { ask, world } = capped([[cap({ scope, max: 1 })]])
    assert.deepEqual([ask(NOON_MS).ads.length, ask(NOON_MS + 1).ads.length], [1, 0])
    const campaign = world.directory.campaigns.byNumber(1)!
    world.directory.campaigns.put({ ...campaign, frequencyCaps: [cap({ scope, max: 2 })] })
    assert.deepEqual([ask(NOON_MS + 2).ads.length, ask(NOON_MS + 3).ads.length], [1, 0])
  }
})

test('a session holds no more ads than its publisher allows, within one answer and over several', () => {
  const { ask } = capped([[], []], { adsPerSession: 3 })
  assert.equal(ask(NOON_MS, { count: 2 }).ads.length, 2)
  const { ads, reasons } = ask(NOON_MS, { slots: 2 })
  assert.equal(ads.length, 1)
  assert.deepEqual(reasons, [undefined, 'frequency_cap'])
  assert.deepEqual(ask(NOON_MS).reasons, ['frequency_cap'])
  assert.equal(ask(NOON_MS, { subjects: { ...SOMEBODY, session: 'another' } }).ads.length, 1)
})

test('the first ad waits for its turn, and the next one for the gap', () => {
  const { ask } = capped([[]], { firstAdTurn: 2, minTurnGap: 2 })
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((turns) => ask(NOON_MS + turns, { turns }).ads.length),
    [0, 1, 0, 1, 0],
  )
  for (const known of [{ session: 's' }, { conversation: 'c' }]) {
    const { ask: askOne } = capped([[]], { minTurnGap: 2 })
    const subjects = { user: '', session: '', conversation: '', ...known }
    assert.deepEqual(
      [1, 2, 3].map((turns) => askOne(NOON_MS + turns, { turns, subjects }).ads.length),
      [1, 0, 1],
    )
  }
})

test('an ad of an earlier conversation of the session came before all messages of this one', () => {
  for (const [earlier, now] of [
    ['a', 'b'],
    ['', ''],
  ] as const) {
    const { ask } = capped([[]], { minTurnGap: 2 })
    const askIn = (conversation: string, turns: number) =>
      ask(NOON_MS + turns, { turns, subjects: { user: '', session: 's', conversation } }).ads.length
    assert.equal(askIn(earlier, 20), 1)
    assert.deepEqual(
      [1, 2, 3, 4].map((turns) => askIn(now, turns)),
      [0, 1, 0, 1],
    )
  }
  const { ask } = capped([[]], { minTurnGap: 2 })
  const asked = (['a', 'b'] as const).map((conversation) =>
    ask(NOON_MS, { turns: 3, subjects: { ...SOMEBODY, conversation } }),
  )
  assert.deepEqual(
    asked.map(({ ads }) => ads.length),
    [1, 1],
  )
})

test('whatever is asked for in whatever order, no cap is ever passed', () => {
  const someCap = fc.record({
    scope: fc.constantFrom('ad' as const, 'campaign' as const, 'advertiser' as const),
    per: fc.constantFrom('user' as const, 'session' as const, 'conversation' as const),
    max: fc.integer({ min: 1, max: 3 }),
    windowSeconds: fc.constantFrom(60, 3_600, 86_400),
  })
  const name = fc.constantFrom('', 'a', 'b')
  const request = fc.record({
    afterSeconds: fc.constantFrom(0, 1, 59, 60, 61, 3_599, 3_600, 90_000),
    count: fc.integer({ min: 1, max: 4 }),
    slots: fc.integer({ min: 1, max: 2 }),
    subjects: fc.record({ user: name, session: name, conversation: name }),
  })
  fc.assert(
    fc.property(
      fc.array(fc.array(someCap, { maxLength: 3 }), { minLength: 1, maxLength: 2 }),
      fc.array(request, { maxLength: 12 }),
      (caps, requests) => {
        const { ask, world } = capped(caps)
        const log: { ad: number; campaign: number; atMs: number; subjects: typeof SOMEBODY; answer: number }[] = []
        let nowMs = NOON_MS
        requests.forEach((one, answer) => {
          nowMs += one.afterSeconds * 1_000
          for (const ad of ask(nowMs, one).ads) {
            log.push({ ad, campaign: Math.ceil(ad / 2), atMs: nowMs, subjects: one.subjects, answer })
          }
        })
        for (const [at, { ad, campaign, atMs, subjects, answer }] of log.entries()) {
          for (const { scope, per, max, windowSeconds } of world.directory.campaigns.byNumber(campaign)!
            .frequencyCaps) {
            const held = log.filter(
              (other, before) =>
                before <= at &&
                (subjects[per] === '' ? other.answer === answer : other.subjects[per] === subjects[per]) &&
                (scope === 'advertiser' || (scope === 'campaign' ? other.campaign === campaign : other.ad === ad)) &&
                atMs - other.atMs < windowSeconds * 1_000,
            )
            assert.ok(
              held.length <= max,
              `${held.length} of at most ${max} a ${scope} per ${per} in ${windowSeconds} s`,
            )
          }
        }
      },
    ),
    { numRuns: 150 },
  )
})

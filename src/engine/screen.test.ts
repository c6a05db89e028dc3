import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestWorld, NOON_MS } from '../../test/support/world.ts'
import { HOUR_MS } from '../base/clock.ts'
import { createSeededRandom } from '../base/random.ts'
import type { Advertiser } from '../domain/advertiser.ts'
import { type Campaign, PRIORITIES, type Targeting } from '../domain/campaign.ts'
import type { Policy } from '../domain/publisher.ts'
import { type Audience, blocksOf, stopFor } from './campaign-stops.ts'

const NO_LIMITS = { floorMicros: 0, blockedAdvertisers: [], blockedDomains: [] }

/** A screen over campaigns with these targetings; it counts how often the first one is looked at while screening. */
function screenOver(...targetings: Targeting[]) {
  const { world, ...make } = createTestWorld()
  const publisher = make.publisher()
  const advertiser = make.advertiser()
  const campaigns = targetings.map((targeting) => make.campaign(advertiser, { targeting }))
  const { facts, screen } = world
  let looks = 0
  let isScreening = false
  const [first] = campaigns as [Campaign]
  for (const field of ['targeting', 'bid'] as const) {
    const value = first[field]
    Object.defineProperty(first, field, { get: () => ((looks += Number(isScreening)), value) })
  }
  const shown = facts.exposures.shownTo({ user: '', session: '', conversation: '' }, NOON_MS)
  /** @param said phrases that stand in the conversation */
  const stopsOf = (audience: Partial<Audience>, ...said: string[]) => {
    const unknown = { country: '', region: '', language: 'und', placement: 'post_response', deviceType: '' }
    const whole = { publisher, ...unknown, ...audience }
    const speaks = (phrases: readonly string[]) => phrases.some((phrase) => said.includes(phrase))
    isScreening = true
    const screening = screen.screen(whole, NO_LIMITS, { shown, speaks, nowMs: NOON_MS, lot: () => 0.5 })
    isScreening = false
    return campaigns.map((campaign) => screening.stopOf(campaign))
  }
  return {
    stopsOf,
    looks: () => looks,
    addPublisher: make.publisher,
    addCampaign: (targeting: Targeting) => campaigns.push(make.campaign(advertiser, { targeting })),
  }
}

/** Why each of these campaigns of one advertiser may not serve a publisher, at one moment after another. */
function stopsOver(
  given: readonly Partial<Campaign>[],
  { advertiser = {}, policy = {} }: { advertiser?: Partial<Advertiser>; policy?: Partial<Policy> } = {},
) {
  const { world, ...make } = createTestWorld()
  const publisher = make.publisher(policy)
  const owner = make.advertiser(advertiser)
  const campaigns = given.map((one) => make.campaign(owner, one))
  const audience = { publisher, country: '', region: '', language: 'und', placement: '', deviceType: '' }
  return (nowMs: number) => {
    const shown = world.facts.exposures.shownTo({ user: '', session: '', conversation: '' }, nowMs)
    const limits = { ...NO_LIMITS, floorMicros: publisher.policy.floorMicros }
    const { stopOf } = world.screen.screen(audience, limits, { shown, speaks: () => false, nowMs, lot: () => 0.5 })
    return campaigns.map(stopOf)
  }
}

const only = (...include: string[]) => ({ include, exclude: [] })
const not = (...exclude: string[]) => ({ include: [], exclude })

test('each thing that targeting may name is told apart, also where one screen is asked after another', () => {
  const { stopsOf } = screenOver(
    { countries: only('DE') },
    { regions: only('US-CA') },
    { languages: only('de') },
    { placements: only('sidebar') },
    { device: only('phone') },
  )
  const stopsButOf = (served: number) => [0, 1, 2, 3, 4].map((at) => (at === served ? undefined : 'targeting'))
  const audiences = [
    { country: 'DE' },
    { region: 'US-CA' },
    { language: 'de' },
    { placement: 'sidebar' },
    { deviceType: 'phone' },
  ]
  assert.deepEqual(stopsOf({}), stopsButOf(-1))
  audiences.forEach((audience, served) => assert.deepEqual(stopsOf(audience), stopsButOf(served)))
})

test('a campaign that targets words serves where one of them is said, and none that it excludes', () => {
  for (const rule of ['keywords', 'categories'] as const) {
    const { stopsOf } = screenOver({ [rule]: only('tent') }, { [rule]: not('war') }, {})
    assert.deepEqual(stopsOf({}), ['targeting', undefined, undefined], rule)
    assert.deepEqual(stopsOf({}, 'tent'), [undefined, undefined, undefined], rule)
    assert.deepEqual(stopsOf({}, 'tent', 'war'), [undefined, 'targeting', undefined], rule)
  }
  const { stopsOf } = screenOver({ keywords: only('tent'), categories: not('war') })
  assert.deepEqual(stopsOf({}, 'tent'), [undefined])
  assert.deepEqual(stopsOf({}, 'tent', 'war'), ['targeting'])
})

test('a placement and a device type are told apart whatever characters they are made of', () => {
  const { stopsOf } = screenOver({ placements: only('a|x') }, { placements: only('a') }, { device: only('x|') })
  assert.deepEqual(stopsOf({ placement: 'a|x', deviceType: '' }), [undefined, 'targeting', 'targeting'])
  assert.deepEqual(stopsOf({ placement: 'a', deviceType: 'x|' }), ['targeting', undefined, undefined])
})

test('what no campaign names costs no look at the campaigns, however many values there are', () => {
  const screened = screenOver(
    { placements: only('sidebar'), device: not('watch') },
    { countries: only('DE'), languages: only('de'), regions: not('DE-BY') },
  )
  const nobody = (i: number) => ({
    placement: `message-${i}`,
    deviceType: `device-${i}`,
    country: `X${i}`,
    region: `XX-${i}`,
    language: `x${i}`,
  })
  assert.deepEqual(screened.stopsOf(nobody(0)), ['targeting', 'targeting'])
  const looks = screened.looks()
  for (let i = 1; i < 1_000; i++) assert.deepEqual(screened.stopsOf(nobody(i)), ['targeting', 'targeting'])
  assert.equal(screened.looks(), looks)
  assert.deepEqual(screened.stopsOf({ placement: 'sidebar' }), [undefined, 'targeting'])
  assert.deepEqual(screened.stopsOf({ placement: 'sidebar', deviceType: 'watch' }), ['targeting', 'targeting'])
  assert.deepEqual(screened.stopsOf({ country: 'DE', language: 'de' }), ['targeting', undefined])
  const bavaria = { country: 'DE', region: 'DE-BY', language: 'de' }
  assert.deepEqual(screened.stopsOf(bavaria), ['targeting', 'targeting'])
})

test('publishers on the same terms cost one look at the campaigns, unless a campaign tells them apart', () => {
  const { stopsOf, addPublisher, addCampaign, ...screened } = screenOver({})
  const [shunned, ...others] = Array.from({ length: 1_000 }, () => addPublisher())
  const dear = addPublisher({ floorMicros: 10_000_000 })
  addCampaign({ publishers: not(shunned!.id) })
  assert.deepEqual(stopsOf({ publisher: others[0] }), [undefined, undefined])
  const before = screened.looks()
  for (const publisher of others) assert.deepEqual(stopsOf({ publisher }), [undefined, undefined])
  assert.equal(screened.looks(), before)
  assert.deepEqual(stopsOf({ publisher: shunned }), [undefined, 'targeting'])
  assert.deepEqual(stopsOf({ publisher: dear }), ['below_floor', 'below_floor'])
})

test('whoever asks, what is screened together is what each rule says of each campaign', () => {
  const random = createSeededRandom(20_261_126)
  const among = <T>(...some: T[]): T => some[Math.floor(random() * some.length)]!
  const { world, ...make } = createTestWorld()
  const advertisers = [make.advertiser(), make.advertiser({ name: 'Blocked' }), make.advertiser()]
  const floors = [0, 400_000, 600_000]
  const publishers = Array.from({ length: 12 }, () =>
    make.publisher({
      floorMicros: among(...floors),
      blockedAdvertisers: among([], ['blocked']),
      ...among({}, { allowedAdvertisers: among([], [advertisers[0]!.id], [advertisers[1]!.id, advertisers[2]!.id]) }),
    }),
  )
  const rule = <T>(...values: T[]) =>
    among(undefined, { include: [among(...values)], exclude: [] }, { include: [], exclude: [among(...values)] })
  const campaigns = Array.from({ length: 60 }, () =>
    make.campaign(among(...advertisers), {
      priority: among('standard', 'standard', 'sponsorship', 'house'),
      status: among('active', 'active', 'active', 'paused'),
      ...among({}, {}, { startAtMs: NOON_MS + HOUR_MS }, { endAtMs: NOON_MS + HOUR_MS }),
      targeting: {
        publishers: rule(publishers[0]!.id, publishers[1]!.id),
        countries: rule('DE', 'FR'),
        regions: among(undefined, undefined, rule('DE-BY', 'US-CA')),
        languages: rule('de', 'fr'),
        placements: rule('sidebar'),
        device: rule('phone'),
        hours: rule(12, 13),
      },
    }),
  )
  const shown = world.facts.exposures.shownTo({ user: '', session: '', conversation: '' }, NOON_MS)
  const seen = new Set<string | undefined>()
  for (let round = 0; round < 1_000; round++) {
    const publisher = among(...publishers)
    const audience = {
      publisher,
      country: among('', 'DE', 'FR', 'US'),
      region: among('', '', 'DE-BY', 'US-CA', 'US-NY'),
      language: among('und', 'de', 'fr'),
      placement: among('', 'sidebar', 'x'),
      deviceType: among('', 'phone'),
    }
    const limits = { ...NO_LIMITS, floorMicros: publisher.policy.floorMicros }
    const nowMs = NOON_MS + among(-1, 0, 0, 0, 1, 2) * HOUR_MS
    const screening = world.screen.screen(audience, limits, { shown, speaks: () => false, nowMs, lot: () => 0.5 })
    const [stopped, missed] = [screening.stopped(), screening.missed()]
    for (const campaign of campaigns) {
      const stop = stopFor(campaign, audience, world.directory, blocksOf(publisher.policy), nowMs)
      assert.equal(screening.stopOf(campaign), stop)
      seen.add(stop)
      const { number } = campaign
      const told = { admitted: screening.admitted[number], stopped: stopped[number], missed: missed[number] }
      assert.deepEqual(told, {
        admitted: Number(stop === undefined),
        stopped: Number(stop === 'below_floor' || stop === 'policy_blocked'),
        missed: Number(stop === 'targeting'),
      })
    }
    for (const tier of PRIORITIES) {
      const its = screening.admittedIn(tier)
      for (const { number, priority } of campaigns) {
        assert.equal(its?.[number] ?? 0, priority === tier ? screening.admitted[number] : 0, tier)
      }
    }
  }
  assert.equal(seen.size, 5, 'every reason came up')
})

test('a value that a new campaign names is told apart from then on', () => {
  const { stopsOf, addCampaign } = screenOver({})
  assert.deepEqual(stopsOf({ placement: 'sidebar' }), [undefined])
  addCampaign({ placements: not('sidebar') })
  assert.deepEqual(stopsOf({ placement: 'footer' }), [undefined, undefined])
  assert.deepEqual(stopsOf({ placement: 'sidebar' }), [undefined, 'targeting'])
})

test('a campaign begins, ends and has its days and hours to the moment, though nothing but the clock moved', () => {
  const moments: [given: Partial<Campaign>, atMs: number, before: string | undefined, after: string | undefined][] = [
    [{ startAtMs: NOON_MS + 1_000 }, NOON_MS + 1_000, 'not_running', undefined],
    [{ endAtMs: NOON_MS + 1_000 }, NOON_MS + 1_000, undefined, 'not_running'],
    // Noon is that of a Saturday.
    [{ targeting: { days: { include: [0], exclude: [] } } }, NOON_MS + 12 * HOUR_MS, 'targeting', undefined],
    [{ targeting: { hours: { include: [13], exclude: [] } } }, NOON_MS + HOUR_MS, 'targeting', undefined],
    [{ targeting: { hours: { include: [], exclude: [13] } } }, NOON_MS + HOUR_MS, undefined, 'targeting'],
  ]
  for (const [given, atMs, before, after] of moments) {
    const stopsAt = stopsOver([given])
    assert.deepEqual([NOON_MS, atMs - 1, atMs].flatMap(stopsAt), [before, before, after])
  }
})

test('a clock that is set back is believed', () => {
  const stopsAt = stopsOver([{ endAtMs: NOON_MS }, { startAtMs: NOON_MS }])
  assert.deepEqual(stopsAt(NOON_MS + HOUR_MS), ['not_running', undefined])
  assert.deepEqual(stopsAt(NOON_MS - HOUR_MS), [undefined, 'not_running'])
})

test('an advertiser that is archived, blocked or bids less than its publisher asks serves nowhere', () => {
  const bid = { model: 'cpc', amountMicros: 20_000 } as const
  const stopFor = (of: Parameters<typeof stopsOver>[1]) => stopsOver([{ bid }], of)(NOON_MS)[0]
  assert.equal(stopFor({}), undefined)
  assert.equal(stopFor({ advertiser: { archivedAtMs: NOON_MS - 1 } }), 'not_running')
  assert.equal(stopFor({ policy: { floorMicros: 20_000 } }), undefined)
  assert.equal(stopFor({ policy: { floorMicros: 20_001 } }), 'below_floor')
  assert.equal(stopFor({ advertiser: { id: 'adv_7' }, policy: { blockedAdvertisers: ['adv_7'] } }), 'policy_blocked')
  assert.equal(stopFor({ advertiser: { name: 'Seven' }, policy: { blockedAdvertisers: ['Seven'] } }), 'policy_blocked')
  assert.equal(stopFor({ advertiser: { name: 'seven' }, policy: { blockedAdvertisers: ['Seven '] } }), 'policy_blocked')
  assert.equal(stopFor({ advertiser: { name: 'Seven ' }, policy: { blockedAdvertisers: ['seven'] } }), 'policy_blocked')
  for (const domain of ['seven.example', 'shop.seven.example']) {
    assert.equal(stopFor({ advertiser: { domain }, policy: { blockedDomains: ['seven.example'] } }), 'policy_blocked')
  }
  const other = { advertiser: { domain: 'notseven.example' }, policy: { blockedDomains: ['seven.example'] } }
  assert.equal(stopFor(other), undefined)
})

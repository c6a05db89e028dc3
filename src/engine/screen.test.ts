import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestWorld, NOON_MS } from '../../test/support/world.ts'
import { HOUR_MS } from '../base/clock.ts'
import type { Advertiser } from '../domain/advertiser.ts'
import type { Campaign, Targeting } from '../domain/campaign.ts'
import type { Policy } from '../domain/publisher.ts'
import type { Audience } from './screen.ts'

const NO_LIMITS = { floorMicros: 0, blockedAdvertisers: [], blockedDomains: [] }

/** A screen over campaigns with these targetings; it counts how often all of them are walked. */
function screenOver(...targetings: Targeting[]) {
  const { world, ...make } = createTestWorld()
  const publisher = make.publisher()
  const advertiser = make.advertiser()
  const campaigns = targetings.map((targeting) => make.campaign(advertiser, { targeting }))
  const { directory, facts, screen } = world
  const { all } = directory.campaigns
  let walks = 0
  directory.campaigns.all = () => {
    walks++
    return all()
  }
  const shown = facts.shownTo({ user: '', session: '', conversation: '' }, NOON_MS)
  /** @param said phrases that stand in the conversation */
  const stopsOf = (audience: Partial<Audience>, ...said: string[]) => {
    const whole = { publisher, country: '', language: 'und', placement: 'post_response', deviceType: '', ...audience }
    const screening = screen.screen(
      whole,
      NO_LIMITS,
      shown,
      (phrases) => phrases.some((phrase) => said.includes(phrase)),
      NOON_MS,
      () => 0.5,
    )
    return campaigns.map((campaign) => screening.stopOf(campaign))
  }
  return {
    stopsOf,
    walks: () => walks,
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
  const audience = { publisher, country: '', language: 'und', placement: '', deviceType: '' }
  return (nowMs: number) => {
    const shown = world.facts.shownTo({ user: '', session: '', conversation: '' }, nowMs)
    const limits = { ...NO_LIMITS, floorMicros: publisher.policy.floorMicros }
    const { stopOf } = world.screen.screen(
      audience,
      limits,
      shown,
      () => false,
      nowMs,
      () => 0.5,
    )
    return campaigns.map(stopOf)
  }
}

const only = (...include: string[]) => ({ include, exclude: [] })
const not = (...exclude: string[]) => ({ include: [], exclude })

test('each thing that targeting may name is told apart, also where one screen is asked after another', () => {
  const { stopsOf } = screenOver(
    { countries: only('DE') },
    { languages: only('de') },
    { placements: only('sidebar') },
    { device: only('phone') },
  )
  const stopsButOf = (served: number) => [0, 1, 2, 3].map((at) => (at === served ? undefined : 'targeting'))
  const audiences = [{ country: 'DE' }, { language: 'de' }, { placement: 'sidebar' }, { deviceType: 'phone' }]
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

test('what no campaign names costs no walk over the campaigns, however many values there are', () => {
  const screened = screenOver(
    { placements: only('sidebar'), device: not('watch') },
    { countries: only('DE'), languages: only('de') },
  )
  const nobody = (i: number) => ({
    placement: `message-${i}`,
    deviceType: `device-${i}`,
    country: `X${i}`,
    language: `x${i}`,
  })
  assert.deepEqual(screened.stopsOf(nobody(0)), ['targeting', 'targeting'])
  const walks = screened.walks()
  for (let i = 1; i < 1_000; i++) assert.deepEqual(screened.stopsOf(nobody(i)), ['targeting', 'targeting'])
  assert.equal(screened.walks(), walks)
  assert.deepEqual(screened.stopsOf({ placement: 'sidebar' }), [undefined, 'targeting'])
  assert.deepEqual(screened.stopsOf({ placement: 'sidebar', deviceType: 'watch' }), ['targeting', 'targeting'])
  assert.deepEqual(screened.stopsOf({ country: 'DE', language: 'de' }), ['targeting', undefined])
})

test('publishers on the same terms cost one walk over the campaigns, unless a campaign tells them apart', () => {
  const { stopsOf, addPublisher, addCampaign, ...screened } = screenOver({})
  const [shunned, ...others] = Array.from({ length: 1_000 }, () => addPublisher())
  const dear = addPublisher({ floorMicros: 10_000_000 })
  addCampaign({ publishers: not(shunned!.id) })
  assert.deepEqual(stopsOf({ publisher: others[0] }), [undefined, undefined])
  const before = screened.walks()
  for (const publisher of others) assert.deepEqual(stopsOf({ publisher }), [undefined, undefined])
  assert.equal(screened.walks(), before)
  assert.deepEqual(stopsOf({ publisher: shunned }), [undefined, 'targeting'])
  assert.deepEqual(stopsOf({ publisher: dear }), ['below_floor', 'below_floor'])
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

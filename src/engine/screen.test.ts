import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestWorld, NOON_MS } from '../../test/support/world.ts'
import type { Targeting } from '../domain/campaign.ts'

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
  const stopsOf = (
    audience: { country?: string; language?: string; placement?: string; deviceType?: string },
    ...said: string[]
  ) => {
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
    get walks() {
      return walks
    },
    addCampaign: (targeting: Targeting) => campaigns.push(make.campaign(advertiser, { targeting })),
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
  const { walks } = screened
  for (let i = 1; i < 1_000; i++) assert.deepEqual(screened.stopsOf(nobody(i)), ['targeting', 'targeting'])
  assert.equal(screened.walks, walks)
  assert.deepEqual(screened.stopsOf({ placement: 'sidebar' }), [undefined, 'targeting'])
  assert.deepEqual(screened.stopsOf({ placement: 'sidebar', deviceType: 'watch' }), ['targeting', 'targeting'])
  assert.deepEqual(screened.stopsOf({ country: 'DE', language: 'de' }), ['targeting', undefined])
})

test('a value that a new campaign names is told apart from then on', () => {
  const { stopsOf, addCampaign } = screenOver({})
  assert.deepEqual(stopsOf({ placement: 'sidebar' }), [undefined])
  addCampaign({ placements: not('sidebar') })
  assert.deepEqual(stopsOf({ placement: 'footer' }), [undefined, undefined])
  assert.deepEqual(stopsOf({ placement: 'sidebar' }), [undefined, 'targeting'])
})

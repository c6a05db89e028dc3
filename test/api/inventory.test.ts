// Advertisers, campaigns and ads over the wire: made, changed and refused.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AdminService, startAdminService } from './admin-service.ts'
import { adOf, campaignOf } from './drafts.ts'

let service: AdminService
before(async () => {
  service = await startAdminService()
})
after(() => service.stop())

test('what the contract shows is made, answered with its defaults and read again the same', async () => {
  const publisher = await service.make('publishers', { name: 'Chat App' })
  assert.match(publisher.id, /^pub_/)
  assert.equal(publisher.status, 'active')
  assert.deepEqual(publisher.policy, {
    intentGate: true,
    ranking: 'value',
    sensitiveTopics: {},
    blockedCategories: [],
    blockedAdvertisers: [],
    allowedAdvertisers: [],
    blockedDomains: [],
    formats: [],
    requireImpression: false,
    requireConsent: false,
    adFreeTiers: [],
    labelLanguage: 'en',
    houseAds: 'fitting',
    revenueShare: 70,
    firstAdTurn: 0,
    minTurnGap: 0,
    adsPerSession: 0,
    floor: { amount: '0.01', currency: 'USD' },
  })
  const advertiser = await service.make('advertisers', { name: 'Feather', domain: 'Feather.example' })
  assert.equal(advertiser.billing, 'invoiced')
  assert.equal(advertiser.domain, 'feather.example')
  const campaign = await service.make('campaigns', campaignOf(advertiser.id))
  assert.deepEqual(campaign.budget, { total: '1000.00', daily: '100.00', currency: 'USD' })
  assert.deepEqual(campaign.bid, { model: 'cpc', amount: '0.50', currency: 'USD' })
  assert.equal(campaign.priority, 'standard')
  assert.equal(campaign.timeZone, 'UTC')
  const ad = await service.make('ads', adOf(campaign.id, { id: 'my-1', price: '€899' }))
  assert.match(ad.id, /^ad_/)
  assert.equal(ad.externalId, 'my-1')
  assert.equal(ad.review, 'approved')
  assert.deepEqual(ad.formats, ['action_card', 'suffix', 'entity_link'])
  for (const [path, made] of Object.entries({
    publishers: publisher,
    advertisers: advertiser,
    campaigns: campaign,
    ads: ad,
  })) {
    assert.deepEqual((await service.call('GET', `/api/v1/${path}/${made.id}`)).body, made)
  }
})

test('the names of publishers and campaigns are made plain, and nothing hides in them', async () => {
  const { advertiser } = await service.makeAdvertiser('Plain')
  const terms = { advertiserId: advertiser.id, bid: { model: 'cpc', amount: '0.50' } }
  for (const [resource, more] of [
    ['publishers', {}],
    ['campaigns', terms],
  ] as const) {
    const { id, name } = await service.make(resource, { ...more, name: ' Chat\nApp ' })
    assert.equal(name, 'Chat App')
    const path = `/api/v1/${resource}`
    for (const bad of ['   ', 'a\u202eb', 'a\u0000']) {
      for (const reply of [
        await service.call('POST', path, { ...more, name: bad }),
        await service.call('PATCH', `${path}/${id}`, { name: bad }),
      ])
        assert.deepEqual([reply.status, reply.body.error?.field], [400, 'name'], JSON.stringify(bad))
    }
    assert.equal((await service.call('PATCH', `${path}/${id}`, { name: '\tChat App 2' })).body.name, 'Chat App 2')
  }
})

test('a change touches the fields it names, also inside budget, bid, targeting and policy; null clears', async () => {
  const { campaign } = await service.makeAdvertiser('Merge')
  const patch = async (change: object) => {
    const reply = await service.call('PATCH', `/api/v1/campaigns/${campaign.id}`, change)
    assert.equal(reply.status, 200, reply.text)
    return reply.body
  }
  await patch({
    budget: { total: '10.00', daily: '1.00' },
    targeting: { countries: ['de', 'AT'], languages: ['deu-AT', 'de'] },
  })
  const { targeting } = (await service.call('GET', `/api/v1/campaigns/${campaign.id}`)).body
  assert.deepEqual(targeting.languages, ['de'])
  const changed = await patch({
    budget: { daily: null },
    bid: { amount: '0.75' },
    targeting: { languages: null, hours: { exclude: [0, 1] } },
    endAt: '2030-01-01T00:00:00+01:00',
  })
  assert.deepEqual(changed.budget, { total: '10.00', currency: 'USD' })
  assert.deepEqual(changed.bid, { model: 'cpc', amount: '0.75', currency: 'USD' })
  assert.deepEqual(changed.targeting, { countries: ['DE', 'AT'], hours: { include: [], exclude: [0, 1] } })
  assert.equal(changed.endAt, '2029-12-31T23:00:00.000Z')
  assert.equal((await patch({ endAt: null })).endAt, undefined)

  const { id } = await service.make('publishers', { name: 'Chat', policy: { minRelevance: 0.4, revenueShare: 60 } })
  const reply = await service.call('PATCH', `/api/v1/publishers/${id}`, {
    policy: { minRelevance: null, floor: { amount: '0.05' }, surprise: 1 },
  })
  assert.equal(reply.body.policy.minRelevance, undefined)
  assert.equal(reply.body.policy.revenueShare, 60)
  assert.equal(reply.body.policy.floor.amount, '0.05')
  assert.equal(reply.body.policy.surprise, undefined)
})

test('a changed text is a new version of the ad; a changed status is not', async () => {
  const { campaign } = await service.makeAdvertiser('Version')
  const ad = await service.make('ads', adOf(campaign.id, { price: '$5' }))
  const paused = await service.call('PATCH', `/api/v1/ads/${ad.id}`, { status: 'paused' })
  assert.equal(paused.body.version, 1)
  const renamed = await service.call('PATCH', `/api/v1/ads/${ad.id}`, { title: 'Feather 14', price: null })
  assert.equal(renamed.body.version, 2)
  assert.equal(renamed.body.price, undefined)
})

test('twenty changes of one campaign at once all arrive', async () => {
  const { campaign } = await service.makeAdvertiser('Race')
  const changes = ['name', 'pacing', 'priority', 'status', 'timeZone'].flatMap((field, i) => {
    const values = [
      ['A', 'B'],
      ['even', 'asap'],
      ['house', 'standard'],
      ['paused', 'active'],
      ['Europe/Berlin', 'UTC'],
    ]
    return values[i]!.map((value) => service.call('PATCH', `/api/v1/campaigns/${campaign.id}`, { [field]: value }))
  })
  const replies = await Promise.all(changes)
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200])
})

test('a time zone is taken in any case, and shown as it is spelt', async () => {
  const { campaign } = await service.makeAdvertiser('Zone')
  const path = `/api/v1/campaigns/${campaign.id}`
  assert.equal((await service.call('PATCH', path, { timeZone: 'aSiA/tOkYo' })).body.timeZone, 'Asia/Tokyo')
  assert.equal((await service.call('PATCH', path, { timeZone: null })).body.timeZone, 'UTC')
})

test('an external id is taken once in a campaign, and free in another', async () => {
  const [one, two] = [await service.makeAdvertiser('Onecamp'), await service.makeAdvertiser('Twocamp')]
  await service.make('ads', adOf(one.campaign.id, { id: 'same' }))
  await service.make('ads', adOf(two.campaign.id, { id: 'same' }))
  const again = await service.call('POST', '/api/v1/ads', adOf(one.campaign.id, { id: 'same' }))
  assert.equal(again.status, 409)
  assert.equal(again.body.error.code, 'conflict')
})

const badAds: [name: string, field: string, more: object][] = [
  ['a title of 151 characters', 'title', { title: 'x'.repeat(151) }],
  ['no title', 'title', { title: ' ' }],
  ['a title with a zero-width space', 'title', { title: 'in\u200bvisible' }],
  ['a description of 5,001 characters', 'description', { description: 'x'.repeat(5_001) }],
  ['a landing page without TLS', 'landingUrl', { landingUrl: 'http://feather.example' }],
  ['a landing page that is a script', 'landingUrl', { landingUrl: 'javascript:alert(1)' }],
  ['a picture that is a script', 'imageUrl', { imageUrl: 'data:text/html,x' }],
  ['a button of 25 characters', 'ctaText', { ctaText: 'x'.repeat(25) }],
  ['an unknown format', 'formats[0]', { formats: ['banner'] }],
  ['keywords that are no list', 'keywords', { keywords: 7 }],
  ['a brand with a right-to-left override', 'brand', { brand: 'a\u202eb' }],
]

for (const [name, field, more] of badAds) {
  test(`an ad with ${name} is refused, and the field is named`, async () => {
    const { campaign } = await service.makeAdvertiser('Bad')
    const reply = await service.call('POST', '/api/v1/ads', adOf(campaign.id, more))
    assert.equal(reply.status, 400, reply.text)
    assert.equal(reply.body.error.code, 'validation_error')
    assert.equal(reply.body.error.field, field)
  })
}

const badCampaigns: [name: string, field: string, more: object][] = [
  ['a blank name', 'name', { name: '  ' }],
  ['a publisher that is none', 'targeting.publishers', { targeting: { publishers: ['pub_nope'] } }],
  ['an excluded publisher that is none', 'targeting.publishers', { targeting: { publishers: { exclude: ['pub_x'] } } }],
  ['money as a number', 'bid.amount', { bid: { model: 'cpc', amount: 0.5 } }],
  ['a negative bid', 'bid.amount', { bid: { model: 'cpc', amount: '-1' } }],
  ['a bid of nothing', 'bid.amount', { bid: { model: 'cpc', amount: '0' } }],
  ['another currency', 'budget.currency', { budget: { total: '1', currency: 'EUR' } }],
  ['an unknown bid model', 'bid.model', { bid: { model: 'cpx', amount: '1' } }],
  ['a country that is none', 'targeting.countries', { targeting: { countries: ['Atlantis'] } }],
  ['a region that is none', 'targeting.regions', { targeting: { regions: ['Bavaria'] } }],
  ['a region without its country', 'targeting.regions', { targeting: { regions: ['BY'] } }],
  ['a region of no country', 'targeting.regions', { targeting: { regions: { exclude: ['ZZ-BY'] } } }],
  ['keywords without a word', 'targeting.keywords', { targeting: { keywords: ['kettle', '😀'] } }],
  ['an hour 24', 'targeting.hours', { targeting: { hours: [24] } }],
  ['an end before its start', 'endAt', { startAt: '2026-05-01T00:00:00Z', endAt: '2026-04-01T00:00:00Z' }],
  ['a start on a day that is none', 'startAt', { startAt: '2026-02-31T00:00:00Z' }],
  ['a time zone that is none', 'timeZone', { timeZone: 'Mars/Olympus' }],
  ['an offset in place of a time zone', 'timeZone', { timeZone: '+00:07' }],
  ['a cap of nothing', 'frequencyCaps[0].max', { frequencyCaps: [{ max: 0, windowSeconds: 60 }] }],
  ['no name', 'name', { name: '' }],
]

for (const [name, field, more] of badCampaigns) {
  test(`a campaign with ${name} is refused, and the field is named`, async () => {
    const { advertiser, campaign } = await service.makeAdvertiser('Badcamp')
    for (const reply of [
      await service.call('POST', '/api/v1/campaigns', { ...campaignOf(advertiser.id), ...more }),
      await service.call('PATCH', `/api/v1/campaigns/${campaign.id}`, more),
    ]) {
      assert.equal(reply.status, 400, reply.text)
      assert.ok(reply.body.error.field.startsWith(field), reply.text)
    }
  })
}

const mended: [what: object, message: string][] = [
  [
    { targeting: { countries: ['Germany'] } },
    'targeting.countries has "Germany", which is not an ISO 3166-1 alpha-2 code such as "DE"',
  ],
  [
    { targeting: { regions: ['DE-BY', 'CA'] } },
    'targeting.regions has "CA", which is not an ISO 3166-2 code such as "DE-BY"',
  ],
  [
    { targeting: { languages: ['German'] } },
    'targeting.languages has "German", which is not a BCP 47 language tag such as "de-AT"',
  ],
  [{ targeting: { keywords: ['😀'] } }, 'targeting.keywords has "😀", which holds no word'],
  [
    { budget: { total: '99999999999' } },
    'budget.total must be a decimal string from "0" to "1000000000" with at most 6 decimals, such as "0.50"',
  ],
]

for (const [what, message] of mended) {
  test(`a campaign with ${JSON.stringify(what)} is told what would be right`, async () => {
    const { advertiser } = await service.makeAdvertiser('Mended')
    const reply = await service.call('POST', '/api/v1/campaigns', { ...campaignOf(advertiser.id), ...what })
    assert.equal(reply.body.error?.message, message)
  })
}

test('caps say per user and campaign where they say nothing', async () => {
  const { advertiser } = await service.makeAdvertiser('Caps')
  const caps = [{ max: 3, windowSeconds: 86_400 }]
  const campaign = await service.make('campaigns', { ...campaignOf(advertiser.id), frequencyCaps: caps })
  assert.deepEqual(campaign.frequencyCaps, [{ max: 3, windowSeconds: 86_400, per: 'user', scope: 'campaign' }])
})

test('far too large a body is answered with 413 while it is still being sent, and never with a reset', async () => {
  const body = { name: 'x'.repeat(20_000_000) }
  for (let i = 0; i < 5; i++) {
    const { status, body: answer } = await service.call('POST', '/api/v1/publishers', body)
    assert.deepEqual([status, answer.error.code], [413, 'payload_too_large'])
  }
})

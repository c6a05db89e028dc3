// Publishers, advertisers, campaigns, ads and keys over the wire.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { DEFAULT_POLICY } from '../../src/domain/publisher.ts'
import { openStore } from '../../src/store/open.ts'
import { type AdminService, startAdminService } from './admin-service.ts'

let service: AdminService
before(async () => {
  service = await startAdminService()
})
after(() => service.stop())

const campaignOf = (advertiserId: string) => ({
  advertiserId,
  name: 'Spring',
  status: 'active',
  budget: { total: '1000.00', daily: '100.00', currency: 'USD' },
  bid: { model: 'cpc', amount: '0.50' },
  pacing: 'asap',
})
const adOf = (campaignId: string, more: object = {}) => ({
  campaignId,
  title: 'Feather 13',
  landingUrl: 'https://feather.example/13',
  ...more,
})

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

test('a policy names the sensitive topics that there are, and no others', async () => {
  const policy = (topics: object) => ({ policy: { sensitiveTopics: topics } })
  const { id } = await service.make('publishers', { name: 'Topics', ...policy({ all: 'block', politics: 'allow' }) })
  for (const reply of [
    await service.call('PATCH', `/api/v1/publishers/${id}`, policy({ foo: 'allow' })),
    await service.call('POST', '/api/v1/publishers', { name: 'Typo', ...policy({ toString: 'allow' }) }),
  ]) {
    assert.deepEqual([reply.status, reply.body.error.field], [400, 'policy.sensitiveTopics'])
    assert.match(reply.body.error.message, /they are self_harm, .*finance_distress, all$/)
  }
  const kept = (await service.call('GET', `/api/v1/publishers/${id}`)).body.policy.sensitiveTopics
  assert.deepEqual(kept, { all: 'block', politics: 'allow' })
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

test('what was stored of a publisher before it was checked is still read, and does not stop another change', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aside-topics-'))
  const store = await openStore({ dataDir: folder })
  const sensitiveTopics = { foo: 'allow' } as const
  // As of a time before there were tiers, advertisers that are let in alone, and labels in other languages.
  const { adFreeTiers, allowedAdvertisers, labelLanguage, houseAds, ...policy } = { ...DEFAULT_POLICY, sensitiveTopics }
  await store.inventory.insert('publisher', {
    id: 'pub_old',
    name: 'O\u202eld',
    policy,
    createdAtMs: 1,
    updatedAtMs: 1,
  })
  await store.close()
  const old = await startAdminService({ ASIDE_DATA_DIR: folder })
  try {
    assert.deepEqual((await old.call('GET', '/api/v1/publishers/pub_old')).body.policy.sensitiveTopics, sensitiveTopics)
    const changed = await old.call('PATCH', '/api/v1/publishers/pub_old', { policy: { minRelevance: 0.3 } })
    assert.deepEqual([changed.status, changed.body.policy.sensitiveTopics], [200, sensitiveTopics])
    const statusOf = async (status: unknown) => (await old.call('PATCH', '/api/v1/publishers/pub_old', { status })).body
    assert.deepEqual(changed.body.policy.adFreeTiers, adFreeTiers)
    assert.deepEqual(changed.body.policy.allowedAdvertisers, allowedAdvertisers)
    assert.equal(changed.body.policy.labelLanguage, labelLanguage)
    assert.equal(changed.body.policy.houseAds, houseAds)
    assert.equal(changed.body.status, 'active', 'nobody had paused it')
    for (const [given, kept] of [['paused'], ['active'], ['paused'], [null, 'active']] as const)
      assert.equal((await statusOf(given)).status, kept ?? given)
    assert.equal((await statusOf('archived')).error.field, 'status')
  } finally {
    await old.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a policy allows advertisers that are there, by their ids alone, and keeps one that is archived later', async () => {
  const { advertiser } = await service.makeAdvertiser('Allowed')
  const allowed = (...ids: unknown[]) => ({ policy: { allowedAdvertisers: ids } })
  const { id } = await service.make('publishers', { name: 'Choosy', ...allowed(advertiser.id) })
  for (const reply of [
    await service.call('PATCH', `/api/v1/publishers/${id}`, allowed(advertiser.id, 'adv_misspelt')),
    await service.call('POST', '/api/v1/publishers', { name: 'Named', ...allowed('Allowed') }),
  ]) {
    assert.deepEqual([reply.status, reply.body.error.field], [400, 'policy.allowedAdvertisers'])
    assert.match(reply.body.error.message, /names no advertiser with ".+"; give ids, not names, as GET/)
  }
  await service.call('DELETE', `/api/v1/advertisers/${advertiser.id}`)
  const read = (await service.call('GET', `/api/v1/publishers/${id}`)).body
  assert.deepEqual(read.policy.allowedAdvertisers, [advertiser.id])
  const again = await service.call('PATCH', `/api/v1/publishers/${id}`, { policy: read.policy })
  assert.deepEqual([again.status, again.body.policy], [200, read.policy])
  const cleared = await service.call('PATCH', `/api/v1/publishers/${id}`, { policy: { allowedAdvertisers: null } })
  assert.deepEqual(cleared.body.policy.allowedAdvertisers, [])
})

test('tiers without ads are kept as they are compared, within bounds, and null takes them away', async () => {
  const { id } = await service.make('publishers', { name: 'Tiers', policy: { adFreeTiers: [' Premium', 'STAFF'] } })
  const change = (adFreeTiers: unknown) =>
    service.call('PATCH', `/api/v1/publishers/${id}`, { policy: { adFreeTiers } })
  for (const wrong of [[''], [' '], ['x'.repeat(129)], Array(51).fill('x'), 'premium'])
    assert.match((await change(wrong)).body.error.field, /^policy\.adFreeTiers/)
  const kept = (await service.call('GET', `/api/v1/publishers/${id}`)).body.policy.adFreeTiers
  assert.deepEqual(kept, ['premium', 'staff'])
  assert.deepEqual((await change(null)).body.policy.adFreeTiers, [])
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

test('what is archived leaves the lists, can be read, and can no longer be changed', async () => {
  const { campaign } = await service.makeAdvertiser('Archive')
  const ad = await service.make('ads', adOf(campaign.id))
  const archived = await service.call('DELETE', `/api/v1/ads/${ad.id}`)
  assert.equal(archived.status, 200)
  assert.ok(archived.body.archivedAt)
  assert.equal((await service.call('GET', `/api/v1/ads/${ad.id}`)).status, 200)
  assert.equal((await service.call('PATCH', `/api/v1/ads/${ad.id}`, { title: 'X' })).status, 404)
  assert.equal((await service.call('DELETE', `/api/v1/ads/${ad.id}`)).status, 404)
  const ids = async (query: string) =>
    (await service.call('GET', `/api/v1/ads?campaignId=${campaign.id}${query}`)).body.data.map(({ id }: any) => id)
  assert.deepEqual(await ids(''), [])
  assert.deepEqual(await ids('&includeArchived=true'), [ad.id])
})

test('an id of an archived ad is refused with what to do, and an import brings that ad back', async () => {
  const { campaign } = await service.makeAdvertiser('Return')
  const { id } = await service.make('ads', adOf(campaign.id, { id: 'sku-1' }))
  const again = () => service.call('POST', '/api/v1/ads', adOf(campaign.id, { id: 'sku-1' }))
  assert.equal(
    (await again()).body.error.message,
    'The campaign already has an ad with the id sku-1; change that one, or take another id',
  )
  await service.call('DELETE', `/api/v1/ads/${id}`)
  const { status, body } = await again()
  assert.equal(status, 409)
  assert.equal(
    body.error.message,
    'The campaign has an archived ad with the id sku-1; import it to bring it back, or take another id',
  )
  const line = JSON.stringify({ id: 'sku-1', title: 'Back', landingUrl: 'https://return.example/back' })
  assert.equal((await service.importAds(campaign.id, line)).body.updated, 1)
  assert.equal((await service.call('GET', `/api/v1/ads/${id}`)).body.archivedAt, undefined)
})

test('what belongs to something archived leaves the lists with it, for the operator and for its advertiser', async () => {
  const { advertiser, campaign, key } = await service.makeAdvertiser('Followers')
  const rest = { budget: campaign.budget, bid: campaign.bid, advertiserId: advertiser.id }
  const ended = await service.make('campaigns', { ...rest, name: 'Ended' })
  const ad = await service.make('ads', adOf(campaign.id))
  const lost = await service.make('ads', adOf(ended.id))
  const ids = async (path: string, withKey?: string) =>
    (await service.call('GET', `/api/v1/${path}`, undefined, withKey ? { key: withKey } : {})).body.data.map(
      ({ id }: any) => id,
    )
  await service.call('DELETE', `/api/v1/campaigns/${ended.id}`)
  assert.deepEqual(await ids(`ads?advertiserId=${advertiser.id}`), [ad.id])
  assert.deepEqual(await ids('ads', key), [ad.id])
  assert.deepEqual(await ids(`ads?campaignId=${ended.id}`), [])
  assert.deepEqual(await ids(`ads?campaignId=${ended.id}&includeArchived=true`), [lost.id])

  await service.call('DELETE', `/api/v1/advertisers/${advertiser.id}`)
  for (const path of [`campaigns?advertiserId=${advertiser.id}`, `ads?advertiserId=${advertiser.id}`]) {
    assert.deepEqual(await ids(path), [], path)
    assert.deepEqual(await ids(path, key), [], path)
  }
  assert.deepEqual(await ids('campaigns?limit=1&status=active', key), [])
  assert.deepEqual(await ids(`campaigns?advertiserId=${advertiser.id}&includeArchived=true`), [ended.id, campaign.id])
  assert.deepEqual(await ids(`ads?advertiserId=${advertiser.id}&includeArchived=true`), [lost.id, ad.id])
})

test('what belongs to something archived is not changed, and nothing is made or imported for it', async () => {
  const { advertiser, campaign } = await service.makeAdvertiser('Leaving')
  const ad = await service.make('ads', adOf(campaign.id))
  const publisher = await service.make('publishers', { name: 'Leaving' })
  const publishersKey = { publisherId: publisher.id, mode: 'live', scopes: ['ads:request'] }
  const { id: keyId } = await service.make('keys', publishersKey)
  await service.call('DELETE', `/api/v1/advertisers/${advertiser.id}`)
  await service.call('DELETE', `/api/v1/publishers/${publisher.id}`)

  const line = JSON.stringify({ id: 'late', title: 'Late', landingUrl: 'https://leaving.example/late' })
  for (const [reply, field] of [
    [await service.call('POST', '/api/v1/ads', adOf(campaign.id)), 'campaignId'],
    [await service.importAds(campaign.id, line), 'campaign'],
    [await service.call('PATCH', `/api/v1/ads/${ad.id}`, { title: 'Late' })],
    [await service.call('PATCH', `/api/v1/campaigns/${campaign.id}`, { name: 'Late' })],
    [
      await service.call('POST', '/api/v1/keys', { advertiserId: advertiser.id, scopes: ['reports:read'] }),
      'advertiserId',
    ],
    [await service.call('POST', '/api/v1/keys', publishersKey), 'publisherId'],
    [await service.call('POST', `/api/v1/keys/${keyId}/roll`, {}), 'publisherId'],
  ] as const) {
    assert.equal(reply.status, 404, reply.text)
    assert.equal(reply.body.error.field, field)
  }

  const { campaign: other } = await service.makeAdvertiser('Staying')
  const lone = await service.make('ads', adOf(other.id))
  await service.call('DELETE', `/api/v1/campaigns/${other.id}`)
  assert.equal((await service.call('PATCH', `/api/v1/ads/${lone.id}`, { title: 'Late' })).status, 404)
  assert.equal((await service.call('DELETE', `/api/v1/ads/${lone.id}`)).status, 200, 'it may still be taken away')
})

test('lists are walked by their cursor, newest first, and narrowed by status', async () => {
  const { campaign } = await service.makeAdvertiser('Pages')
  const made: string[] = []
  for (let i = 0; i < 7; i++) {
    made.unshift((await service.make('ads', adOf(campaign.id, { status: i % 2 ? 'paused' : 'active' }))).id)
  }
  const walk = async (query: string) => {
    const seen: string[] = []
    let cursor = ''
    do {
      const { body } = await service.call('GET', `/api/v1/ads?campaignId=${campaign.id}&limit=3${query}${cursor}`)
      seen.push(...body.data.map(({ id }: any) => id))
      cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`
    } while (cursor !== '')
    return seen
  }
  assert.deepEqual(await walk(''), made)
  assert.deepEqual(
    await walk('&status=paused'),
    made.filter((_, i) => i % 2 === 1),
  )
})

test('ads that wait for review are listed oldest first, without those that nobody can review any more', async () => {
  const { campaign, advertiser } = await service.makeAdvertiser('Queue')
  const rest = { budget: campaign.budget, bid: campaign.bid, advertiserId: advertiser.id }
  const ended = await service.make('campaigns', { ...rest, name: 'Ended' })
  const make = async (campaignId: string, review: string) => {
    const { id } = await service.make('ads', adOf(campaignId))
    await service.call('PATCH', `/api/v1/ads/${id}`, { review })
    return id
  }
  const first = await make(campaign.id, 'pending')
  const approved = await make(campaign.id, 'approved')
  const lost = await make(ended.id, 'pending')
  const rejected = await make(campaign.id, 'rejected')
  const last = await make(campaign.id, 'pending')
  await service.call('DELETE', `/api/v1/campaigns/${ended.id}`)
  const ids = async (query: string) => {
    const { body } = await service.call('GET', `/api/v1/ads?advertiserId=${advertiser.id}&${query}`)
    assert.equal(body.nextCursor, null)
    return body.data.map(({ id }: any) => id)
  }
  assert.deepEqual(await ids('review=pending&order=oldest'), [first, last])
  assert.deepEqual(await ids('review=pending&includeArchived=true'), [last, lost, first])
  assert.deepEqual(await ids(`review=rejected&campaignId=${campaign.id}`), [rejected])
  assert.deepEqual(await ids('review=approved'), [approved])
  assert.deepEqual(await ids('order=oldest'), [first, approved, rejected, last])
  const page = await service.call(
    'GET',
    `/api/v1/ads?advertiserId=${advertiser.id}&review=pending&order=oldest&limit=1`,
  )
  assert.deepEqual(
    page.body.data.map(({ id }: any) => id),
    [first],
  )
  assert.ok(page.body.nextCursor)
  assert.equal((await service.call('GET', '/api/v1/ads?review=perhaps')).status, 400)
})

test('a list of what belongs to nobody says so, and one of what belongs to something archived does not', async () => {
  const { advertiser, campaign, key } = await service.makeAdvertiser('Gone')
  const asked = [
    ['ads', 'campaignId'],
    ['ads', 'advertiserId'],
    ['campaigns', 'advertiserId'],
    ['keys', 'publisherId'],
    ['keys', 'advertiserId'],
  ] as const
  for (const [path, field] of asked) {
    const { status, body } = await service.call('GET', `/api/v1/${path}?${field}=typo`)
    assert.deepEqual([status, body.error?.code, body.error?.field], [404, 'not_found', field], `${path} ${field}`)
    assert.match(body.error.message, /^There is no (?:campaign|advertiser|publisher) typo$/)
  }
  await service.call('DELETE', `/api/v1/campaigns/${campaign.id}`)
  for (const query of [`campaignId=${campaign.id}`, `advertiserId=${advertiser.id}`]) {
    assert.equal((await service.call('GET', `/api/v1/ads?${query}`, undefined, { key })).status, 200)
  }
})

test('an ad is found by the id that its advertiser gave it', async () => {
  const { campaign, key } = await service.makeAdvertiser('Stilt')
  const ad = await service.make('ads', adOf(campaign.id, { id: 'sku 17' }))
  await service.make('ads', adOf(campaign.id, { id: 'sku 18' }))
  const list = (query: string) => service.call('GET', `/api/v1/ads?${query}`, undefined, { key })
  const { body } = await list(`campaignId=${campaign.id}&externalId=%20sku+17`)
  assert.deepEqual([body.data.map(({ id }: any) => id), body.nextCursor], [[ad.id], null])
  assert.deepEqual((await list(`campaignId=${campaign.id}&externalId=sku`)).body.data, [])
  const alone = await list('externalId=sku+17')
  assert.deepEqual([alone.status, alone.body.error.field], [400, 'campaignId'])
  assert.match(alone.body.error.message, /is unique within a campaign alone, so name both/)
})

test('what a list cannot be narrowed by is ignored', async () => {
  const { advertiser, campaign } = await service.makeAdvertiser('Wide')
  const { id: publisherId } = await service.make('publishers', { name: 'Wide' })
  for (const [path, id] of [
    ['campaigns?review=pending&campaignId=cmp_none', campaign.id],
    ['advertisers?status=active&campaignId=cmp_none', advertiser.id],
    ['publishers?status=active&advertiserId=adv_none', publisherId],
  ] as const) {
    const { body } = await service.call('GET', `/api/v1/${path}&limit=1`)
    assert.deepEqual(
      body.data.map((one: any) => one.id),
      [id],
      path,
    )
  }
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

test('an empty filter is refused, and not taken for none', async () => {
  for (const path of [
    'ads?campaignId=',
    'ads?status=',
    'ads?review=',
    'campaigns?advertiserId=',
    'keys?publisherId=',
    'statements?publisherId=',
    'withdrawals?publisherId=',
  ]) {
    const { status, body } = await service.call('GET', `/api/v1/${path}`)
    assert.deepEqual([status, body.error?.field], [400, /\?(\w+)=/.exec(path)![1]], path)
  }
})

test('caps say per user and campaign where they say nothing', async () => {
  const { advertiser } = await service.makeAdvertiser('Caps')
  const caps = [{ max: 3, windowSeconds: 86_400 }]
  const campaign = await service.make('campaigns', { ...campaignOf(advertiser.id), frequencyCaps: caps })
  assert.deepEqual(campaign.frequencyCaps, [{ max: 3, windowSeconds: 86_400, per: 'user', scope: 'campaign' }])
})

test('what belongs to another advertiser is not there: not to read, list, change, fill, archive or count', async () => {
  const [mine, other] = [await service.makeAdvertiser('Mine'), await service.makeAdvertiser('Other')]
  const theirs = await service.make('ads', adOf(other.campaign.id, { id: 'theirs' }))
  const attempts: [method: string, path: string, body?: object][] = [
    ['GET', `advertisers/${other.advertiser.id}`],
    ['PATCH', `advertisers/${other.advertiser.id}`, { name: 'X' }],
    ['DELETE', `advertisers/${other.advertiser.id}`],
    ['GET', `advertisers/${other.advertiser.id}/funds`],
    ['GET', `campaigns/${other.campaign.id}`],
    ['PATCH', `campaigns/${other.campaign.id}`, { name: 'X' }],
    ['DELETE', `campaigns/${other.campaign.id}`],
    ['POST', 'campaigns', campaignOf(other.advertiser.id)],
    ['GET', `ads/${theirs.id}`],
    ['PATCH', `ads/${theirs.id}`, { title: 'X' }],
    ['DELETE', `ads/${theirs.id}`],
    ['POST', 'ads', adOf(other.campaign.id)],
  ]
  const shape = ({ status, body }: any, id: string) => [
    status,
    body.error.code,
    body.error.message.replaceAll(id, 'ID'),
  ]
  for (const [method, path, body] of attempts) {
    const id = /(?:adv|cmp|ad)_[0-9A-Z]+/.exec(path + JSON.stringify(body ?? ''))![0]
    const unknown = id.replace(/.{4}$/, 'ZZZZ')
    const reply = await service.call(method, `/api/v1/${path}`, body, { key: mine.key })
    assert.equal(reply.status, 404, `${method} ${path}: ${reply.text}`)
    const none = await service.call(
      method,
      `/api/v1/${path.replace(id, unknown)}`,
      body && JSON.parse(JSON.stringify(body).replace(id, unknown)),
      { key: mine.key },
    )
    assert.deepEqual(shape(reply, id), shape(none, unknown))
  }
  assert.equal((await service.importAds(other.campaign.id, '{}', undefined, { key: mine.key })).status, 404)
  for (const query of [`advertiserId=${other.advertiser.id}`, `campaignId=${other.campaign.id}`]) {
    assert.equal((await service.call('GET', `/api/v1/ads?${query}`, undefined, { key: mine.key })).status, 404)
  }
  const seen = await service.call('GET', '/api/v1/campaigns', undefined, { key: mine.key })
  assert.deepEqual(
    seen.body.data.map(({ id }: any) => id),
    [mine.campaign.id],
  )
  assert.equal((await service.call('GET', `/api/v1/ads/${theirs.id}`)).body.title, 'Feather 13')
})

test('what only operators may do is refused to advertisers and publishers with the scope it needs', async () => {
  const { key, advertiser, campaign } = await service.makeAdvertiser('Limited')
  const ad = await service.make('ads', adOf(campaign.id))
  const attempts: [method: string, path: string, body?: object][] = [
    ['GET', 'publishers'],
    ['POST', 'publishers', { name: 'X' }],
    ['GET', 'keys'],
    ['POST', 'keys', { scopes: ['admin'] }],
    ['POST', 'advertisers', { name: 'X', domain: 'x.example' }],
    ['POST', `advertisers/${advertiser.id}/funds`, { amount: '1.00' }],
    ['PATCH', `advertisers/${advertiser.id}`, { billing: 'prepaid' }],
    ['PATCH', `ads/${ad.id}`, { review: 'rejected' }],
    ['PATCH', `campaigns/${campaign.id}`, { priority: 'sponsorship' }],
    ['PATCH', `campaigns/${campaign.id}`, { priority: 'house' }],
    [
      'POST',
      'campaigns',
      { advertiserId: advertiser.id, name: 'X', priority: 'house', bid: { model: 'cpc', amount: '0' } },
    ],
    ['GET', 'ledger/balances'],
    ['GET', 'ledger/entries'],
    ['POST', 'ledger/verify'],
  ]
  for (const [method, path, body] of attempts) {
    const reply = await service.call(method, `/api/v1/${path}`, body, { key })
    assert.equal(reply.status, 403, `${method} ${path}: ${reply.text}`)
    assert.equal(reply.body.error.code, 'scope_insufficient')
  }
})

test('a sponsorship is kept by its advertiser as it was sold: paused and renamed, but neither longer nor cheaper', async () => {
  const { key, campaign } = await service.makeAdvertiser('Sponsor')
  const path = `/api/v1/campaigns/${campaign.id}`
  const sold = {
    priority: 'sponsorship',
    endAt: '2031-02-03T00:00:00Z',
    budget: { total: '10.00' },
    frequencyCaps: [{ max: 1, windowSeconds: 3_600 }],
    targeting: { countries: ['DE'], hours: { exclude: [3] } },
  }
  const before = await service.call('PATCH', path, sold)
  assert.equal(before.status, 200, before.text)
  const change = (body: object) => service.call('PATCH', path, body, { key })
  const attempts: Record<string, unknown> = {
    bid: { amount: '0.01' },
    budget: { total: null },
    startAt: '2026-01-01T00:00:00Z',
    endAt: null,
    timeZone: 'Pacific/Niue',
    frequencyCaps: [],
    targeting: { countries: null },
  }
  for (const [field, value] of Object.entries(attempts)) {
    const reply = await change({ [field]: value })
    assert.equal(reply.status, 403, `${field}: ${reply.text}`)
    assert.deepEqual([reply.body.error.code, reply.body.error.field], ['scope_insufficient', field])
  }
  const sentBack = await change({ ...before.body, status: 'paused', name: 'Ours' })
  assert.deepEqual([sentBack.status, sentBack.body.status, sentBack.body.name], [200, 'paused', 'Ours'])
  assert.equal((await change({ priority: 'standard', bid: { amount: '0.01' } })).status, 200)
  assert.equal((await change({ priority: 'sponsorship' })).status, 403)
})

test('a key of the operator with one scope reaches everything by that scope, and nothing by another', async () => {
  const { campaign } = await service.makeAdvertiser('Reach')
  const inventory = await service.make('keys', { scopes: ['inventory:write'] })
  const read = (path: string, key: string) => service.call('GET', `/api/v1/${path}`, undefined, { key })
  assert.equal((await read(`campaigns/${campaign.id}`, inventory.key)).status, 200)
  const house = { priority: 'house', bid: { amount: '0' } }
  const given = await service.call('PATCH', `/api/v1/campaigns/${campaign.id}`, house, { key: inventory.key })
  assert.equal(given.status, 200, given.text)
  assert.equal((await read('reports', inventory.key)).status, 403)
  assert.equal((await read('publishers', inventory.key)).status, 403)
  const publisher = await service.make('publishers', { name: 'Odd' })
  const odd = await service.make('keys', { publisherId: publisher.id, scopes: ['inventory:write'] })
  assert.equal((await read(`campaigns/${campaign.id}`, odd.key)).status, 404)
  assert.deepEqual((await read('campaigns', odd.key)).body.data, [])
})

test('a publisher reads itself with its own key, and no other publisher', async () => {
  const [own, other] = [
    await service.make('publishers', { name: 'Own' }),
    await service.make('publishers', { name: 'Other' }),
  ]
  const { key } = await service.make('keys', { publisherId: own.id, scopes: ['ads:request'] })
  assert.equal((await service.call('GET', `/api/v1/publishers/${own.id}`, undefined, { key })).body.name, 'Own')
  const { body } = await service.call('GET', '/api/v1/publishers', undefined, { key })
  assert.deepEqual([body.data.map(({ name }: any) => name), body.nextCursor], [['Own'], null])
  assert.equal((await service.call('GET', `/api/v1/publishers/${other.id}`, undefined, { key })).status, 403)
  assert.equal((await service.call('PATCH', `/api/v1/publishers/${own.id}`, { name: 'X' }, { key })).status, 403)
})

test('a browser key, which stands in web pages for all to read, does not tell of its publisher', async () => {
  const { id } = await service.make('publishers', { name: 'Page' })
  const origin = 'https://page.example'
  const { key } = await service.make('keys', {
    publisherId: id,
    mode: 'browser',
    scopes: ['ads:request'],
    origins: [origin],
  })
  for (const path of ['publishers', `publishers/${id}`]) {
    const reply = await service.call('GET', `/api/v1/${path}`, undefined, { key, headers: { origin } })
    assert.equal(reply.status, 403, path)
  }
})

test('any key reads what it may do and whose it is, and no secret', async () => {
  const self = async (key?: string, headers = {}) => {
    const { status, body } = await service.call('GET', '/api/v1/keys/self', undefined, { key, headers })
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const { id: publisherId } = await service.make('publishers', { name: 'Told' })
  const { advertiser } = await service.makeAdvertiser('Teller')
  const advertiserId = advertiser.id
  const everything = ['ads:explain', 'events:write', 'reports:read', 'inventory:write', 'admin']
  const operators = { mode: 'live', scopes: everything, origins: [] }
  assert.deepEqual(await self(), { id: 'key_operator', ...operators, rateLimit: 1_000 })

  const expiresAt = '2099-01-01T00:00:00.000Z'
  const origin = 'https://page.example'
  const page = { publisherId, mode: 'browser', scopes: ['ads:request'], origins: [origin] }
  for (const [made, told, headers] of [
    [
      { scopes: ['admin'], name: 'Second' },
      { ...operators, name: 'Second' },
    ],
    [{ scopes: ['reports:read'] }, { scopes: ['reports:read'] }],
    [
      { advertiserId, scopes: ['reports:read'], mode: 'test', expiresAt },
      { ownerName: advertiser.name, scopes: ['reports:read'] },
    ],
    [
      { publisherId, scopes: ['ads:request', 'ads:explain'], rateLimit: 7 },
      { ownerName: 'Told', scopes: ['ads:request', 'ads:explain'] },
    ],
    // It stands in web pages for all to read.
    [{ ...page, name: 'Of the page' }, page, { origin }],
  ] as [any, object, object?][]) {
    const { key, id } = await service.make('keys', made)
    const { scopes, name, ...rest } = made
    const plain = { mode: 'live', origins: [], rateLimit: 100 }
    assert.deepEqual(await self(key, headers), { id, ...plain, ...rest, ...told })
  }
  assert.equal((await service.call('GET', '/api/v1/keys/self', undefined, { key: 'ak_nobodys' })).status, 401)
})

test('a key is shown once, rolls with an overlap, and stops working when it is revoked', async () => {
  const publisher = await service.make('publishers', { name: 'Keys' })
  const issued = await service.make('keys', {
    publisherId: publisher.id,
    mode: 'live',
    scopes: ['reports:read'],
    name: 'first',
  })
  assert.match(issued.key, /^ak_live_/)
  const works = async (key: string) => (await service.call('GET', '/api/v1/reports', undefined, { key })).status
  assert.equal(await works(issued.key), 200)

  const read = await service.call('GET', `/api/v1/keys/${issued.id}`)
  assert.equal(read.body.key, undefined)
  assert.ok(!read.text.includes(issued.key.slice(20)))
  assert.ok(!/secretHash/.test(read.text))

  const rolled = await service.call('POST', `/api/v1/keys/${issued.id}/roll`, { overlapSeconds: 60 })
  assert.equal(rolled.status, 201, rolled.text)
  assert.deepEqual(rolled.body.scopes, ['reports:read'])
  assert.deepEqual([await works(issued.key), await works(rolled.body.key)], [200, 200])
  const atOnce = await service.call('POST', `/api/v1/keys/${rolled.body.id}/roll`, { overlapSeconds: 0 })
  assert.deepEqual([await works(rolled.body.key), await works(atOnce.body.key)], [401, 200])
  const ended = await service.call('POST', `/api/v1/keys/${rolled.body.id}/roll`)
  assert.deepEqual([ended.status, ended.body.error.code], [409, 'conflict'])
  assert.match(ended.body.error.message, /has ended and cannot be rolled; make a new one/)
  assert.equal((await service.call('POST', `/api/v1/keys/${issued.id}/roll`)).status, 201)

  const { data: before } = (await service.call('GET', `/api/v1/keys?publisherId=${publisher.id}`)).body
  const racing = Array.from({ length: 4 }, () => service.call('POST', `/api/v1/keys/${issued.id}/roll`))
  const made = await Promise.all(racing)
  for (const { status, text } of made) assert.equal(status, 201, text)
  const { data: after } = (await service.call('GET', `/api/v1/keys?publisherId=${publisher.id}`)).body
  assert.equal(after.length, before.length + made.length, 'no key whose text nobody was shown')

  const revoked = await service.call('DELETE', `/api/v1/keys/${issued.id}`)
  assert.equal(revoked.status, 200)
  assert.ok(revoked.body.revokedAt)
  assert.equal(await works(issued.key), 401)
})

test('a key rolls without a body, also where a type is named for none', async () => {
  const { id: publisherId } = await service.make('publishers', { name: 'Bodiless' })
  const { id } = await service.make('keys', { publisherId, scopes: ['reports:read'] })
  for (const headers of [undefined, { 'content-type': 'application/json' }]) {
    const rolled = await service.call('POST', `/api/v1/keys/${id}/roll`, undefined, headers && { headers })
    assert.equal(rolled.status, 201, rolled.text)
  }
})

test('a key is revoked also while others change and roll it', async () => {
  const { id: publisherId } = await service.make('publishers', { name: 'Hurry' })
  for (let round = 0; round < 3; round++) {
    const issued = await service.make('keys', { publisherId, mode: 'live', scopes: ['reports:read'] })
    const path = `/api/v1/keys/${issued.id}`
    const [revoked, ...others] = await Promise.all([
      ...Array.from({ length: 4 }, (_, i) => service.call('PATCH', path, { name: `name ${i}` })),
      service.call('DELETE', path),
      ...Array.from({ length: 4 }, () => service.call('POST', `${path}/roll`)),
    ]).then((replies) => [replies[4]!, ...replies])
    assert.equal(revoked!.status, 200, revoked!.text)
    assert.ok(revoked!.body.revokedAt)
    assert.ok(others.every(({ status, text }) => status !== 409 || text.includes('was revoked')))
    assert.equal((await service.call('GET', '/api/v1/reports', undefined, { key: issued.key })).status, 401)
  }
})

test('new ads wait for a person where the installation reviews, and an operator approves them', async () => {
  const reviewing = await startAdminService({ ASIDE_MANUAL_REVIEW: 'on' })
  try {
    const { advertiser, campaign, key } = await reviewing.makeAdvertiser('Review')
    const ad = await reviewing.make('ads', adOf(campaign.id))
    assert.equal(ad.review, 'pending')
    const path = `/api/v1/advertisers/${advertiser.id}`
    for (const change of [{ name: 'Your Bank' }, { domain: 'bank.example' }])
      assert.equal((await reviewing.call('PATCH', path, change, { key })).status, 403, 'nobody would look at it again')
    assert.equal((await reviewing.call('PATCH', path, { name: advertiser.name }, { key })).status, 200)
    assert.equal((await reviewing.call('PATCH', path, { name: 'Review Ltd' })).body.name, 'Review Ltd')
    const ofCampaign = `/api/v1/campaigns/${campaign.id}`
    const parameters = { landingParameters: 'to=elsewhere' }
    const added = await reviewing.call('PATCH', ofCampaign, parameters, { key })
    assert.deepEqual([added.status, added.body.error.code], [403, 'scope_insufficient'])
    assert.equal((await reviewing.call('PATCH', ofCampaign, parameters)).status, 200)
    const same = await reviewing.call('PATCH', ofCampaign, { ...parameters, status: 'paused' }, { key })
    assert.deepEqual([same.status, same.body.status], [200, 'paused'], 'sent back as it was read')
    const terms = { advertiserId: advertiser.id, name: 'Other', bid: { model: 'cpc', amount: '0.50' } }
    assert.equal((await reviewing.call('POST', '/api/v1/campaigns', { ...terms, ...parameters }, { key })).status, 403)
    const approved = await reviewing.call('PATCH', `/api/v1/ads/${ad.id}`, { review: 'approved' })
    assert.equal(approved.body.review, 'approved')
    const changed = await reviewing.call('PATCH', `/api/v1/ads/${ad.id}`, { title: 'Other words' }, { key })
    assert.equal(changed.body.review, 'pending')
    await reviewing.call('PATCH', `/api/v1/ads/${ad.id}`, { review: 'approved' })
    const priced = async (price: string | null) =>
      (await reviewing.call('PATCH', `/api/v1/ads/${ad.id}`, { price }, { key })).body.review
    for (const price of ['€899', '1,049.00 USD', null]) assert.equal(await priced(price), 'approved', String(price))
    assert.equal(await priced('free for members'), 'pending', 'that is more than a price')
    await reviewing.call('PATCH', `/api/v1/ads/${ad.id}`, { review: 'approved', price: null })
    const whole = { ...changed.body, review: 'approved', title: 'Words that nobody read' }
    const sentBack = await reviewing.call('PATCH', `/api/v1/ads/${ad.id}`, whole, { key })
    assert.deepEqual([sentBack.status, sentBack.body.review], [200, 'pending'], 'sent back whole as it was read')
    const line = JSON.stringify({ id: 'in-a-feed', title: 'Oboe', landingUrl: 'https://review.example' })
    const feed = `/api/v1/ads/import?campaign=${campaign.id}`
    const fed = await reviewing.call('POST', feed, line, { headers: { 'content-type': 'application/x-ndjson' } })
    assert.deepEqual([fed.body.imported, fed.body.review], [1, 'pending'])
  } finally {
    await reviewing.stop()
  }
})

test('a verdict on a version that is shown no more is refused, and nothing of it is kept', async () => {
  const { campaign, key } = await service.makeAdvertiser('Swift')
  const ad = await service.make('ads', adOf(campaign.id))
  const path = `/api/v1/ads/${ad.id}`
  await service.call('PATCH', path, { review: 'pending' })
  const looked = (await service.call('PATCH', path, { status: 'paused' })).body
  assert.equal(looked.version, 1, 'a pause shows nothing else')
  await service.call('PATCH', path, { title: 'Something else' }, { key })

  const stale = await service.call('PATCH', path, { review: 'approved', status: 'active', ifVersion: looked.version })
  assert.deepEqual([stale.status, stale.body.error.code, stale.body.error.recovery], [409, 'conflict', 'correctable'])
  assert.match(stale.body.error.message, /version 2[\s\S]+read it again/)
  const { body: now } = await service.call('GET', path)
  assert.deepEqual([now.review, now.status, now.version, now.title], ['pending', 'paused', 2, 'Something else'])

  const fresh = await service.call('PATCH', path, { review: 'approved', ifVersion: now.version })
  assert.deepEqual([fresh.status, fresh.body.review, fresh.body.version], [200, 'approved', 2])
  const sentBack = await service.call('PATCH', path, { ...looked, review: 'approved' }, { key })
  assert.equal(sentBack.status, 200, 'the version that an answer told is no condition when it is sent back')
})

test('a rejected ad stays so until it shows something else, and then waits for a person, however it was changed', async () => {
  const { campaign, key } = await service.makeAdvertiser('Refused')
  const ad = await service.make('ads', adOf(campaign.id, { id: 'refused-1' }))
  const path = `/api/v1/ads/${ad.id}`
  const reviewAfter = async (change: object) => (await service.call('PATCH', path, change, { key })).body.review
  const reviewAfterFeed = async (title: string) => {
    const line = JSON.stringify({ id: 'refused-1', title, landingUrl: ad.landingUrl })
    assert.equal((await service.importAds(campaign.id, line, undefined, { key })).status, 200)
    return (await service.call('GET', path)).body.review
  }
  await service.call('PATCH', path, { review: 'rejected' })
  assert.equal(await reviewAfter({ status: 'paused' }), 'rejected')
  assert.equal(await reviewAfterFeed(ad.title), 'rejected')
  assert.equal(await reviewAfter({ title: 'Mended' }), 'pending')
  assert.equal(await reviewAfter({ title: 'Mended once more' }), 'pending')
  await service.call('PATCH', path, { review: 'rejected' })
  assert.equal(await reviewAfterFeed('Mended by the feed'), 'pending')
  assert.equal(await reviewAfterFeed('Mended by the feed once more'), 'pending')
})

test('what a person rejected waits for a person, also where its advertiser deletes it and makes it again', async () => {
  const { campaign, key } = await service.makeAdvertiser('Again')
  const fields = { title: 'Wins every bet!', description: 'Always.', landingUrl: 'https://again.example/bets' }
  const make = async (more: object, as = key) =>
    (await service.call('POST', '/api/v1/ads', { campaignId: campaign.id, ...fields, ...more }, { key: as })).body
  const reviewOf = async (id: string) => (await service.call('GET', `/api/v1/ads/${id}`)).body.review
  const change = (id: string, body: object, as?: string) =>
    service.call('PATCH', `/api/v1/ads/${id}`, body, { key: as })
  const neighbour = await make({ title: 'Neighbour' })
  const ad = await make({})
  assert.deepEqual([neighbour.review, ad.review], ['approved', 'approved'])
  await change(ad.id, { review: 'rejected' })
  // Shown as something else in between, so that no ad stands any more as it was rejected.
  await change(ad.id, { title: 'Fine', landingUrl: 'https://again.example/fine' }, key)
  assert.equal((await service.call('DELETE', `/api/v1/ads/${ad.id}`, undefined, { key })).status, 200)

  const elsewhere = 'https://again.example/other'
  assert.equal((await make({})).review, 'pending')
  assert.equal((await make({ title: 'wins  every BET', landingUrl: elsewhere })).review, 'pending', 'the text')
  assert.equal((await make({ title: 'Something new' })).review, 'pending', 'the page')
  const line = JSON.stringify({ id: 'again-1', ...fields })
  assert.equal((await service.importAds(campaign.id, line, undefined, { key })).body.imported, 1)
  const { body: list } = await service.call('GET', `/api/v1/ads?campaignId=${campaign.id}&limit=1`)
  assert.deepEqual([list.data[0].externalId, list.data[0].review], ['again-1', 'pending'])
  const fresh = await make({ id: 'fresh-1', title: 'New', landingUrl: elsewhere })
  assert.equal(fresh.review, 'approved')
  await change(fresh.id, { title: fields.title, description: fields.description }, key)
  assert.equal(await reviewOf(fresh.id), 'pending', 'an approved ad that turns into it')
  await change(neighbour.id, { price: '€9' }, key)
  assert.equal(await reviewOf(neighbour.id), 'approved', 'an approved ad that led there before')

  const asNew = async (landingUrl: string) => (await make({ title: landingUrl, landingUrl })).review
  for (const same of ['?utm_source=chat', '?click={click_id}', '/', '#top', '?x=1']) {
    assert.equal(await asNew(fields.landingUrl + same), 'pending', `the page, as ${same}`)
  }
  await change(neighbour.id, { landingUrl: `${fields.landingUrl}?utm_source=chat` }, key)
  assert.equal(await reviewOf(neighbour.id), 'approved', 'an approved ad that led there before, tracked otherwise')
  const product = await make({ title: 'Product', landingUrl: 'https://again.example/item?id=1' })
  await change(product.id, { review: 'rejected' })
  assert.equal(await asNew('https://again.example/item?id=2'), 'approved', 'another product')
  assert.equal(await asNew('https://again.example/item?id=1&x=1'), 'pending')

  const again = await make({ landingUrl: `${fields.landingUrl}?x=1` })
  await change(again.id, { review: 'approved' })
  assert.equal(
    (await make({ landingUrl: `${fields.landingUrl}?x=1` })).review,
    'approved',
    'what it waited for is settled',
  )
  assert.equal((await make({})).review, 'approved', 'the newest verdict holds')
  const other = await service.makeAdvertiser('Another')
  await change(again.id, { review: 'rejected' })
  assert.equal((await make({ campaignId: other.campaign.id }, other.key)).review, 'approved', 'nobody else')
})

test('a rejection says why, to the advertiser and to whoever looks at the mended ad, until the ad is approved', async () => {
  const { campaign, key } = await service.makeAdvertiser('Told')
  const ad = await service.make('ads', adOf(campaign.id, { id: 'told-1' }))
  const path = `/api/v1/ads/${ad.id}`
  const why = async () => (await service.call('GET', path, undefined, { key })).body.reviewReason
  const change = async (body: object, options?: object) => {
    const { status, body: answer } = await service.call('PATCH', path, body, options)
    return [status, answer.error?.code ?? answer.review, answer.error?.field ?? answer.reviewReason]
  }
  const reviewReason = 'No source for "the best"'
  const untold = { review: 'approved', reviewReason: 'Nice' }
  assert.deepEqual(await change(untold), [400, 'validation_error', 'reviewReason'])
  assert.deepEqual(await change({ reviewReason }, { key }), [403, 'scope_insufficient', undefined])
  const hidden = { review: 'rejected', reviewReason: 'a\u202eb' }
  assert.deepEqual(await change(hidden), [400, 'validation_error', 'reviewReason'])
  assert.equal((await change({ review: 'rejected', reviewReason: 'x'.repeat(501) }))[0], 400)
  assert.equal((await service.call('GET', path)).body.review, 'approved')

  assert.deepEqual(await change({ review: 'rejected' }), [200, 'rejected', undefined])
  assert.deepEqual(await change({ reviewReason: ` ${reviewReason}\n` }), [200, 'rejected', reviewReason])
  assert.equal(await why(), reviewReason)
  const { body: read } = await service.call('GET', path, undefined, { key })
  const sentBack = { ...read, title: 'Mended' }
  assert.deepEqual(await change(sentBack, { key }), [200, 'pending', reviewReason], 'it helps whoever looks again')
  const line = JSON.stringify({ id: 'told-1', title: 'Mended more', landingUrl: ad.landingUrl })
  await service.importAds(campaign.id, line, undefined, { key })
  assert.equal(await why(), reviewReason)

  assert.deepEqual(await change({ review: 'rejected' }), [200, 'rejected', undefined], 'each verdict has its own')
  await change({ reviewReason })
  assert.deepEqual(await change({ reviewReason: null }), [200, 'rejected', undefined])
  await change({ reviewReason })
  assert.deepEqual(await change({ review: 'approved' }), [200, 'approved', undefined])
})

test('what a key may do is not changed, and nobody is left to believe that it was', async () => {
  const publisher = await service.make('publishers', { name: 'Chat App' })
  const scopes = ['ads:request', 'ads:explain']
  const key = await service.make('keys', { publisherId: publisher.id, scopes })
  const path = `/api/v1/keys/${key.id}`
  for (const [field, value] of Object.entries({
    scopes: ['ads:request'],
    mode: 'test',
    origins: ['https://a.example'],
  })) {
    const refused = await service.call('PATCH', path, { [field]: value })
    assert.deepEqual([refused.status, refused.body.error.field], [400, field])
  }
  const { body: read } = await service.call('GET', path)
  const renamed = await service.call('PATCH', path, { ...read, name: 'Renamed' })
  assert.deepEqual([renamed.status, renamed.body.name, renamed.body.scopes], [200, 'Renamed', scopes])
})

test('a blocked domain is kept as the host that landing pages are compared with', async () => {
  const blockedDomains = ['https://www.Feather.example/', 'bücher.example']
  const { policy } = await service.make('publishers', { name: 'Chat App', policy: { blockedDomains } })
  assert.deepEqual(policy.blockedDomains, ['feather.example', 'xn--bcher-kva.example'])
})

test('far too large a body is answered with 413 while it is still being sent, and never with a reset', async () => {
  const body = { name: 'x'.repeat(20_000_000) }
  for (let i = 0; i < 5; i++) {
    const { status, body: answer } = await service.call('POST', '/api/v1/publishers', body)
    assert.deepEqual([status, answer.error.code], [413, 'payload_too_large'])
  }
})

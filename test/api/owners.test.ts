// Which keys reach what: their own, and no more than their scopes open.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AdminService, startAdminService } from './admin-service.ts'
import { adOf, campaignOf } from './drafts.ts'

let service: AdminService
before(async () => {
  service = await startAdminService()
})
after(() => service.stop())

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

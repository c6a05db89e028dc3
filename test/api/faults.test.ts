// What is wrong with a thing that is made or changed is told all at once, so that one round mends it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AdminService, startAdminService } from './admin-service.ts'

let service: AdminService
before(async () => {
  service = await startAdminService()
})
after(() => service.stop())

test('all that is wrong with a campaign is told at once, also what takes a second look', async () => {
  const { advertiser, campaign } = await service.makeAdvertiser('Thrice')
  const wrong = {
    name: ' ',
    startAt: '2026-05-01T00:00:00Z',
    endAt: '2026-04-01T00:00:00Z',
    timeZone: 'Mars/Olympus',
    budget: { total: '9999999999', currency: 'EUR' },
    bid: { model: 'cpc', amount: '0' },
    targeting: { countries: ['DE', 'Atlantis', 'Utopia'], publishers: ['pub_a', 'pub_b'] },
  }
  const places = [
    ...['/budget/currency', '/budget/total', '/targeting/countries', '/targeting/countries', '/name'],
    ...['/targeting/publishers', '/targeting/publishers', '/endAt', '/timeZone', '/bid/amount'],
  ]
  const made = await service.call('POST', '/api/v1/campaigns', { advertiserId: advertiser.id, ...wrong })
  assert.equal(made.status, 400, made.text)
  assert.deepEqual(placesOf(made), places)
  assert.equal(made.body.error.field, 'budget.currency')
  assert.match(made.body.error.message, /^budget\.currency must be USD, .* \(and 9 more; see issues\)$/)
  const other = (await service.makeAdvertiser('Other')).advertiser.id
  const changed = await service.call('PATCH', `/api/v1/campaigns/${campaign.id}`, { ...wrong, advertiserId: other })
  assert.deepEqual(placesOf(changed), places.toSpliced(7, 0, '/advertiserId'))
  assert.deepEqual((await service.call('GET', `/api/v1/campaigns/${campaign.id}`)).body, campaign)
  const many = {
    advertiserId: advertiser.id,
    name: 'Many',
    bid: { model: 'cpc', amount: '1' },
    targeting: { countries: Array.from({ length: 100 }, (_, i) => `no ${i}`) },
  }
  assert.equal(placesOf(await service.call('POST', '/api/v1/campaigns', many)).length, 20)
})

test('all that is wrong with an advertiser, a publisher, a key, an ad and a forecast is told at once', async () => {
  const { campaign } = await service.makeAdvertiser('Twice')
  const scopes = ['ads:request', 'admin']
  const cases: [path: string, body: object, places: string[]][] = [
    ['advertisers', { name: ' ', domain: 'https://a.example/x' }, ['/name', '/domain']],
    [
      'publishers',
      {
        name: ' ',
        policy: { sensitiveTopics: { cats: 'block', dogs: 'block' }, floor: { amount: '1', currency: 'EUR' } },
      },
      ['/policy/floor/currency', '/name', '/policy/sensitiveTopics', '/policy/sensitiveTopics'],
    ],
    [
      'keys',
      { mode: 'browser', scopes, origins: ['a', 'b'], expiresAt: '2020-01-01T00:00:00Z' },
      ['/publisherId', '/origins/0', '/origins/1', '/scopes', '/expiresAt'],
    ],
    ['ads', { campaignId: campaign.id, id: ' ', title: ' ', landingUrl: 'x' }, ['/id', '/landingUrl', '/title']],
    [
      'forecast',
      { like: [campaign.id], bid: { model: 'cpc', amount: '9999999999' }, targeting: { countries: ['x', 'y'] } },
      ['/bid/amount', '/targeting/countries', '/targeting/countries'],
    ],
  ]
  for (const [path, body, places] of cases) {
    const reply = await service.call('POST', `/api/v1/${path}`, body)
    assert.equal(reply.status, 400, reply.text)
    assert.deepEqual(placesOf(reply), places, reply.text)
  }
})

test('of a change to a version that is shown no more only that is told, and what is wrong with the newest one is not', async () => {
  const { campaign } = await service.makeAdvertiser('Stale')
  const fields = { campaignId: campaign.id, title: 'Shoes', landingUrl: 'https://stale.example/1' }
  const ad = (await service.call('POST', '/api/v1/ads', fields)).body
  const change = { title: ' ', ifVersion: ad.version + 1 }
  assert.equal((await service.call('PATCH', `/api/v1/ads/${ad.id}`, change)).status, 409)
  assert.equal((await service.call('PATCH', `/api/v1/ads/${ad.id}`, { ...change, ifVersion: ad.version })).status, 400)
})

const placesOf = (reply: { body: { error: { issues: { pointer: string }[] } } }) =>
  reply.body.error.issues.map(({ pointer }) => pointer)

// Publishers and their policies over the wire.
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

test('a blocked domain is kept as the host that landing pages are compared with', async () => {
  const blockedDomains = ['https://www.Feather.example/', 'bücher.example']
  const { policy } = await service.make('publishers', { name: 'Chat App', policy: { blockedDomains } })
  assert.deepEqual(policy.blockedDomains, ['feather.example', 'xn--bcher-kva.example'])
})

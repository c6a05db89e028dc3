// What is archived, and what belongs to it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AdminService, startAdminService } from './admin-service.ts'
import { adOf } from './drafts.ts'

let service: AdminService
before(async () => {
  service = await startAdminService()
})
after(() => service.stop())

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

// Lists of inventory over the wire.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AdminService, startAdminService } from './admin-service.ts'
import { adOf } from './drafts.ts'

let service: AdminService
before(async () => {
  service = await startAdminService()
})
after(() => service.stop())

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

// What people said of ads, over real sockets: said by the links of an answer, read by whom it concerns, and by nobody else.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AdminService, startAdminService } from './admin-service.ts'

let service: AdminService
/** Somebody else each time, since what a person dismissed is not shown to that person again. */
let people = 0
/** Two publishers, each of which showed the ad of one advertiser. */
const shown: Shown[] = []

interface Shown {
  readonly publisherId: string
  readonly publisherKey: string
  readonly advertiserId: string
  readonly advertiserKey: string
  readonly campaignId: string
  readonly adId: string
  /** An ad as it was answered, of another request each time. */
  ask(options?: object): Promise<{ readonly impressionId: string; readonly path: string }>
}

before(async () => {
  service = await startAdminService()
  shown.push(await show('Feather', 'bassoon reeds'), await show('Heron', 'piccolo case'))
})
after(() => service.stop())

async function show(advertiserName: string, title: string): Promise<Shown> {
  const { advertiser, campaign, key: advertiserKey } = await service.makeAdvertiser(advertiserName)
  const { id: publisherId } = await service.make('publishers', {
    name: `${advertiserName} talk`,
    policy: { intentGate: false, minRelevance: 0 },
  })
  const { key } = await service.make('keys', { publisherId, scopes: ['ads:request', 'reports:read'] })
  const ad = { campaignId: campaign.id, id: 'sku-1', title, landingUrl: 'https://shop.example' }
  const { id: adId } = await service.make('ads', ad)
  return {
    publisherId,
    publisherKey: key,
    advertiserId: advertiser.id,
    advertiserKey,
    campaignId: campaign.id,
    adId,
    async ask(options = {}) {
      const slots = [{ slotId: 'main', format: 'action_card' }]
      const asked = {
        conversationContext: { query: title },
        userContext: { userId: `person-${++people}` },
        slots,
        options,
      }
      const { body } = await service.call('POST', '/api/v1/ads/request', asked, { key })
      const [{ impressionId, tracking }] = body.slots[0].ads
      return { impressionId, path: tracking.feedbackUrl.slice(service.config.baseUrl.length) }
    },
  }
}

async function say(path: string, reaction: string, reasons: readonly string[] = []): Promise<void> {
  const reply = await service.call('POST', path, { reaction, reasons, comment: 'Call me at 555-0100' })
  assert.deepEqual([reply.status, reply.body.status], [200, 'accepted'], reply.text)
}

async function list(query = '', key?: string) {
  return service.call('GET', `/api/v1/feedback${query}`, undefined, key === undefined ? {} : { key })
}

async function said(query = '', key?: string): Promise<string[]> {
  const { status, text, body } = await list(query, key)
  assert.equal(status, 200, text)
  return body.data.map(({ adId, reaction }: any) => `${adId} ${reaction}`)
}

test('what people say is read by whom it concerns, the newest first, and not who said it', async () => {
  const [feather, heron] = shown as [Shown, Shown]
  const first = await feather.ask()
  await say(first.path, 'report', ['scam', 'misleading'])
  await say((await heron.ask()).path, 'up')
  await say(first.path, 'dismiss')
  await say((await heron.ask({ test: true })).path, 'report')

  const ofFeather = [`${feather.adId} dismiss`, `${feather.adId} report`]
  assert.deepEqual(await said(), [ofFeather[0], `${heron.adId} up`, ofFeather[1]])
  for (const key of [feather.advertiserKey, feather.publisherKey]) assert.deepEqual(await said('', key), ofFeather)
  assert.deepEqual(await said('', heron.advertiserKey), [`${heron.adId} up`])
  assert.deepEqual(await said('?test=true'), [`${heron.adId} report`])

  const { body, text } = await list('?reaction=report')
  const { createdAt, ...report } = body.data[0]
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000)
  assert.deepEqual(report, {
    id: `${first.impressionId}:feedback:report`,
    reaction: 'report',
    reasons: ['scam', 'misleading'],
    impressionId: first.impressionId,
    adId: feather.adId,
    externalId: 'sku-1',
    title: 'bassoon reeds',
    adVersion: 1,
    campaignId: feather.campaignId,
    advertiserId: feather.advertiserId,
    publisherId: feather.publisherId,
    slotId: 'main',
    format: 'action_card',
    test: false,
  })
  assert.doesNotMatch(text, /person-7|user|555/)

  // The impression's id is the click id by which a shop knows who came.
  const ofAdvertiser = await list('?reaction=report', feather.advertiserKey)
  assert.match(ofAdvertiser.body.data[0].id, /^said_\d+$/)
  assert.doesNotMatch(ofAdvertiser.text, /imp_/)
  assert.deepEqual((await list('?reaction=report', feather.publisherKey)).body.data, body.data)
})

test('a list is narrowed by ad, campaign, advertiser, publisher and reaction, and goes on page by page', async () => {
  const [feather, heron] = shown as [Shown, Shown]
  await say((await feather.ask()).path, 'down')
  const { adId, campaignId, advertiserId } = feather
  for (const narrowed of [`adId=${adId}`, `campaignId=${campaignId}`, `advertiserId=${advertiserId}`]) {
    const found = await said(`?${narrowed}`)
    assert.equal(found[0], `${feather.adId} down`)
    assert.ok(found.every((one) => one.startsWith(feather.adId)))
  }
  assert.deepEqual(await said(`?publisherId=${heron.publisherId}&reaction=up`), [`${heron.adId} up`])
  assert.deepEqual(await said(`?publisherId=${heron.publisherId}&reaction=down`), [])
  assert.deepEqual(await said(`?campaignId=${heron.campaignId}&adId=${adId}`), [])
  const ofOwn = await said(`?campaignId=${campaignId}`, feather.advertiserKey)
  assert.deepEqual(ofOwn, await said('', feather.advertiserKey))
  const second = await service.make('campaigns', { advertiserId, name: 'Quiet', bid: { model: 'cpc', amount: '0.5' } })
  assert.deepEqual(await said(`?campaignId=${second.id}`), [])

  const pages: string[] = []
  for (let cursor = ''; ;) {
    const { body } = await list(`?limit=1${cursor && `&cursor=${cursor}`}`)
    pages.push(...body.data.map(({ id }: any) => id))
    cursor = body.nextCursor
    if (body.nextCursor === null) break
  }
  assert.deepEqual(
    pages,
    (await list()).body.data.map(({ id }: any) => id),
  )
  assert.equal(new Set(pages).size, pages.length)
})

test('whoever names what is not there, or is somebody else’s, is told', async () => {
  const [feather, heron] = shown as [Shown, Shown]
  const statusOf = async (query: string, key?: string) => (await list(query, key)).status
  for (const query of [
    '?adId=ad_nobody',
    '?advertiserId=adv_nobody',
    '?publisherId=pub_nobody',
    '?campaignId=cmp_nobody',
  ])
    assert.equal(await statusOf(query), 404, query)
  for (const query of ['?reaction=love', '?cursor=x', '?adId=', '?campaignId=', '?limit=201'])
    assert.equal(await statusOf(query), 400, query)
  assert.equal(await statusOf(`?adId=${heron.adId}`, feather.advertiserKey), 404)
  assert.equal(await statusOf(`?advertiserId=${heron.advertiserId}`, feather.advertiserKey), 404)
  assert.equal(await statusOf(`?publisherId=${heron.publisherId}`, feather.publisherKey), 404)
  assert.equal(await statusOf(`?campaignId=${heron.campaignId}`, feather.advertiserKey), 404)
  assert.deepEqual(await said(`?adId=${heron.adId}`, feather.publisherKey), [], 'a publisher may ask for any ad')
  assert.deepEqual(await said(`?campaignId=${heron.campaignId}`, feather.publisherKey), [], 'and for any campaign')
  for (const query of ['?slotId=main', '?slotId=a&slotId=b', '?before=1']) {
    const { status, text, body } = await list(query)
    assert.equal(status, 200, text)
    assert.match(body.warnings[0].message, /is no parameter here and was ignored/)
    assert.deepEqual(body.data, (await list()).body.data)
  }
  const { key } = await service.make('keys', { publisherId: feather.publisherId, scopes: ['events:write'] })
  const refused = await list('', key)
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'scope_insufficient'])
  assert.equal((await fetch(`${service.config.baseUrl}/api/v1/feedback`)).status, 401)
})

test('reports count what people said, until it is taken back by the name that the list gives it', async () => {
  const [feather] = shown as [Shown]
  const metrics = 'thumbsUp,thumbsDown,dismissed,reported'
  const counted = async (key?: string) => {
    const path = `/api/v1/reports?groupBy=ad&metrics=${metrics}&campaignId=${feather.campaignId}`
    const { rows } = (await service.call('GET', path, undefined, key === undefined ? {} : { key })).body
    const { ad, thumbsUp, thumbsDown, dismissed, reported } = rows[0]
    return [ad, thumbsUp, thumbsDown, dismissed, reported]
  }
  assert.deepEqual(await counted(), [feather.adId, 0, 1, 1, 1])
  assert.deepEqual(await counted(feather.advertiserKey), await counted())
  const csv = await service.call('GET', `/api/v1/reports?metrics=${metrics}&format=csv`)
  assert.match(csv.text, /^thumbsUp,thumbsDown,dismissed,reported,currency\r?\n1,1,1,1,USD/)

  const [{ id }] = (await list('?reaction=report')).body.data
  await service.make('reversals', { reason: 'a rival', events: [id] })
  assert.deepEqual(await counted(), [feather.adId, 0, 1, 1, 0])
  assert.deepEqual(await said('?reaction=report'), [])
  assert.deepEqual((await service.store.ledger.verify()).faults, [])
})

// What webhooks tell of ads and money, over real sockets: of reviews, of total budgets that are spent and of funds that are gone.
import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import { until } from '../support/until.ts'
import { openWebhookReceiver } from '../support/webhook-receiver.ts'
import { type AdminService, startAdminService } from './admin-service.ts'

let service: AdminService
let publisherId: string
let publisherKey: string

before(async () => {
  service = await startAdminService({
    ASIDE_TRAFFIC_FILTER: 'report',
    ASIDE_WEBHOOK_PRIVATE: 'on',
    ASIDE_MANUAL_REVIEW: 'on',
  })
  const policy = { intentGate: false, minRelevance: 0 }
  publisherId = (await service.make('publishers', { name: 'Chat', policy })).id
  publisherKey = (await service.make('keys', { publisherId, scopes: ['ads:request', 'reports:read'] })).key
})
after(() => service.stop())

/** An advertiser whose clicks cost 0.01, with one ad that nobody approved yet, and the way to click on it once it is. */
async function shopOf(name: string, title: string, { budget = {}, ...terms }: Record<string, unknown> = {}) {
  const advertiser = await service.make('advertisers', { name, domain: `${name.toLowerCase()}.example`, ...terms })
  const bid = { model: 'cpc', amount: '0.01' }
  const { id: advertiserId } = advertiser
  const campaign = await service.make('campaigns', { advertiserId, name, bid, budget, pacing: 'asap' })
  const { key } = await service.make('keys', { advertiserId, scopes: ['inventory:write', 'reports:read'] })
  const own = { key: key as string }
  const slots = [{ slotId: 'main', format: 'action_card' }]
  const asked = { conversationContext: { query: title }, slots }
  async function makeAd() {
    const ad = { campaignId: campaign.id, title, landingUrl: 'https://shop.example' }
    return (await service.call('POST', '/api/v1/ads', ad, own)).body
  }
  async function judge(id: string, body: object) {
    const { status, text } = await service.call('PATCH', `/api/v1/ads/${id}`, body)
    assert.equal(status, 200, text)
  }
  /** The links of the next ad, which may come a moment after it was approved or paid for. */
  async function tokenOfNext(): Promise<string> {
    let ad: any
    await until('there is an ad', 10_000, async () => {
      const { body } = await service.call('POST', '/api/v1/ads/request', asked, { key: publisherKey })
      ;[ad] = body.slots[0].ads
      return ad !== undefined
    })
    return ad.tracking.clickUrl.split('/').at(-1)
  }
  async function click(token: string): Promise<void> {
    const { body, text } = await service.call('POST', '/api/v1/events', { events: [{ type: 'click', token }] })
    assert.equal(body.results[0].status, 'accepted', text)
  }
  return { advertiserId, campaignId: campaign.id as string, own, makeAd, judge, tokenOfNext, click }
}

/** A webhook of the caller, and what it hears. */
async function listen(t: TestContext, events: readonly string[], options = {}) {
  const receiver = await openWebhookReceiver((response) => response.writeHead(204).end())
  t.after(() => receiver.close())
  const made = await service.call('POST', '/api/v1/webhooks', { url: receiver.url, events }, options)
  assert.equal(made.status, 201, made.text)
  const messages = () => receiver.heard.map(({ body }) => JSON.parse(body) as Message)
  async function first(count: number): Promise<Message[]> {
    await until(`${count} messages are heard`, 10_000, () => receiver.heard.length >= count)
    assert.equal(messages().length, count, JSON.stringify(messages()))
    return messages()
  }
  /** What it has heard once nothing waits for it any more. */
  async function all(): Promise<Message[]> {
    const path = `/api/v1/webhooks/${made.body.id}`
    const isDone = async () => (await service.call('GET', path, undefined, options)).body.waiting === 0
    await until('no message waits', 10_000, isDone)
    return messages()
  }
  return { first, all }
}

interface Message {
  readonly id: string
  readonly type: string
  readonly data: Record<string, any>
}

test('an ad that waits for review and is then approved is told of to its advertiser and the operator, to nobody else', async (t) => {
  const shop = await shopOf('Avocet', 'Bassoon reeds')
  const other = await shopOf('Bittern', 'Oboe case')
  const events = ['ad_review']
  const [own, operator, foreign] = [
    await listen(t, events, shop.own),
    await listen(t, events),
    await listen(t, events, other.own),
  ]
  const ad = await shop.makeAd()
  assert.equal(ad.review, 'pending')
  const [waits] = await own.first(1)
  await shop.judge(ad.id, { review: 'rejected', reviewReason: 'No such shop' })
  await own.first(2)
  await shop.judge(ad.id, { review: 'approved' })
  const heard = await own.first(3)

  const { campaignId, advertiserId } = shop
  const told = { adId: ad.id, version: 1, title: 'Bassoon reeds' }
  assert.deepEqual(
    heard.map(({ type, data }) => [type, data]),
    [{ review: 'pending' }, { review: 'rejected', reviewReason: 'No such shop' }, { review: 'approved' }].map(
      (review) => ['ad_review', { campaignId, advertiserId, ads: [{ ...told, ...review }] }],
    ),
  )
  assert.equal(heard[0]!.id, waits!.id)
  assert.equal(new Set(heard.map(({ id }) => id)).size, 3)
  assert.deepEqual(
    (await operator.first(3)).map(({ id }) => id),
    heard.map(({ id }) => id),
  )
  assert.deepEqual(await foreign.all(), [])
})

test('a campaign whose total budget clicks have spent is told of once', async (t) => {
  const shop = await shopOf('Curlew', 'Harp string', { budget: { total: '0.02' } })
  const ad = await shop.makeAd()
  await shop.judge(ad.id, { review: 'approved' })
  const own = await listen(t, ['click', 'total_budget_spent'], shop.own)
  const operator = await listen(t, ['total_budget_spent'])
  await shop.click(await shop.tokenOfNext())
  assert.deepEqual(
    (await own.first(1)).map(({ type }) => type),
    ['click'],
    'half of it is left',
  )
  await shop.click(await shop.tokenOfNext())
  const heard = await own.first(3)
  const notices = heard.filter(({ type }) => type === 'total_budget_spent')
  const { campaignId, advertiserId } = shop
  assert.deepEqual(
    notices.map(({ data }) => data),
    [{ campaignId, advertiserId, total: '0.02', spent: '0.02' }],
  )
  assert.deepEqual(await operator.all(), notices)
})

test('a prepaid advertiser whose funds clicks have used up is told of, and again once what was paid in since is gone too', async (t) => {
  const shop = await shopOf('Dunlin', 'Flute stand', { billing: 'prepaid' })
  const { advertiserId } = shop
  const pay = async (amount: string) => {
    const { status, text } = await service.call('POST', `/api/v1/advertisers/${advertiserId}/funds`, { amount })
    assert.equal(status, 201, text)
  }
  const ad = await shop.makeAd()
  await shop.judge(ad.id, { review: 'approved' })
  const own = await listen(t, ['click', 'no_funds'], shop.own)
  await pay('0.02')
  await shop.click(await shop.tokenOfNext())
  await shop.click(await shop.tokenOfNext())
  const noFunds = (heard: readonly Message[]) => heard.filter(({ type }) => type === 'no_funds')
  const once = noFunds(await own.first(3))
  assert.deepEqual(
    once.map(({ data }) => data),
    [{ advertiserId, balance: '0.00' }],
  )
  await pay('0.01')
  await shop.click(await shop.tokenOfNext())
  const twice = noFunds(await own.first(5))
  assert.deepEqual([twice.length, new Set(twice.map(({ id }) => id)).size], [2, 2])
  assert.deepEqual(twice[1]!.data, { advertiserId, balance: '0.00' })
})

test('an invoiced advertiser that owes as much as it may is told of, with its limit', async (t) => {
  const limits = { creditLimit: { amount: '0.02' }, lowFunds: { amount: '0.02' } }
  const shop = await shopOf('Curlew', 'Cello stand', limits)
  const { advertiserId } = shop
  const ad = await shop.makeAd()
  await shop.judge(ad.id, { review: 'approved' })
  const own = await listen(t, ['low_funds', 'no_funds'], shop.own)
  await shop.click(await shop.tokenOfNext())
  await shop.click(await shop.tokenOfNext())
  assert.deepEqual(
    (await own.first(2)).map(({ type, data }) => [type, data]),
    [
      ['low_funds', { advertiserId, balance: '-0.01', creditLimit: '0.02', lowFunds: '0.02' }],
      ['no_funds', { advertiserId, balance: '-0.02', creditLimit: '0.02' }],
    ],
  )
})

test('an advertiser is told once that its funds run low, below what it has chosen, and again after it has paid', async (t) => {
  const shop = await shopOf('Plover', 'Bassoon stand', { billing: 'prepaid' })
  const path = `/api/v1/advertisers/${shop.advertiserId}`
  const choose = async (lowFunds: object | null) => (await service.call('PATCH', path, { lowFunds }, shop.own)).body
  const clickOnce = async () => shop.click(await shop.tokenOfNext())
  const pay = (amount: string) => service.call('POST', `${path}/funds`, { amount })
  const ad = await shop.makeAd()
  await shop.judge(ad.id, { review: 'approved' })
  const own = await listen(t, ['click', 'low_funds', 'no_funds'], shop.own)
  assert.deepEqual((await choose({ amount: '0.03' })).lowFunds, { amount: '0.03', currency: 'USD' })
  await pay('0.04')
  await clickOnce()
  await clickOnce()
  await clickOnce()
  await pay('0.02')
  await clickOnce()
  await choose(null)
  assert.equal((await service.call('GET', path)).body.lowFunds, undefined)
  await pay('0.02')
  await clickOnce()
  await clickOnce()
  const told = (await own.first(8)).filter(({ type }) => type !== 'click')
  const { advertiserId } = shop
  assert.deepEqual(
    told.map(({ type, data }) => [type, data]),
    ['0.02', '0.02'].map((balance) => ['low_funds', { advertiserId, balance, lowFunds: '0.03' }]),
  )
  assert.equal(new Set(told.map(({ id }) => id)).size, 2)
})

test('what is wrong with a threshold is told with all else that is wrong', async () => {
  const fields = { name: 'Godwit', domain: 'https://godwit.example', lowFunds: { amount: '5.00', currency: 'EUR' } }
  const made = await service.call('POST', '/api/v1/advertisers', fields)
  assert.equal(made.status, 400)
  assert.deepEqual(
    made.body.error.issues.map(({ pointer }: { pointer: string }) => pointer),
    ['/lowFunds/currency', '/domain'],
  )
})

test('an advertiser without funds that is switched to prepaid is not told of', async (t) => {
  const shop = await shopOf('Egret', 'Tuba mute')
  const own = await listen(t, ['no_funds'], shop.own)
  const changed = await service.call('PATCH', `/api/v1/advertisers/${shop.advertiserId}`, { billing: 'prepaid' })
  assert.deepEqual([changed.status, changed.body.billing], [200, 'prepaid'])
  assert.deepEqual(await own.all(), [])
})

for (const event of ['ad_review', 'total_budget_spent', 'low_funds', 'no_funds']) {
  test(`a webhook of a publisher cannot be made or changed to hear of ${event}`, async () => {
    const url = 'https://hooks.chat.example/aside'
    const byPublisher = { key: publisherKey }
    const make = (body: object, options = {}) => service.call('POST', '/api/v1/webhooks', body, options)
    const made = await make({ url, events: ['click'] }, byPublisher)
    const path = `/api/v1/webhooks/${made.body.id}`
    const refused = [
      await make({ url, events: ['click', event] }, byPublisher),
      await make({ url, events: [event], owner: publisherId }),
      await service.call('PATCH', path, { events: [event] }, byPublisher),
      await service.call('PATCH', path, { events: [event] }),
    ]
    for (const { status, body } of refused) {
      assert.deepEqual([status, body.error?.code, body.error?.field], [400, 'validation_error', 'events'])
      assert.match(body.error.message, new RegExp(`${event}.*publishers`))
    }
    assert.deepEqual((await service.call('GET', path, undefined, byPublisher)).body.events, ['click'])
    assert.equal((await service.call('GET', '/api/v1/webhooks', undefined, byPublisher)).body.data.length, 1)
    await service.call('DELETE', path, undefined, byPublisher)
  })
}

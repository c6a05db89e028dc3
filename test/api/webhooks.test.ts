// Webhooks over real sockets: signed, tried again until they are heard, bounded, and never into a private network.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { isPublic } from '../../src/actions/public-hosts.ts'
import { checkWebhookUrl, createSendWebhook } from '../../src/actions/webhooks/send-webhook.ts'
import { until } from '../support/until.ts'
import { type Heard, openWebhookReceiver } from '../support/webhook-receiver.ts'
import { type AdminService, startAdminService } from './admin-service.ts'

const SOON_MS = 10_000

let service: AdminService
let receiver: Awaited<ReturnType<typeof openWebhookReceiver>>
let url: string
let heard: readonly Heard[]
let answer = 200

before(async () => {
  service = await startAdminService({ ASIDE_TRAFFIC_FILTER: 'report', ASIDE_WEBHOOK_PRIVATE: 'on' })
  receiver = await openWebhookReceiver((response) => response.writeHead(answer, { location: `${url}/elsewhere` }).end())
  ;({ url, heard } = receiver)
})
after(async () => {
  await service.stop()
  receiver.close()
})

test('an advertiser hears of its clicks and conversions once, signed with its own secret, and of no tests', async () => {
  const own = await service.makeAdvertiser('Feather')
  const other = await service.makeAdvertiser('Heron')
  const { id } = await service.make('publishers', { name: 'Chat', policy: { intentGate: false, minRelevance: 0 } })
  const { key } = await service.make('keys', { publisherId: id, scopes: ['ads:request'] })
  await service.make('ads', { campaignId: own.campaign.id, title: 'Bassoon reeds', landingUrl: 'https://shop.example' })
  const make = (body: object, by = own.key) => service.call('POST', '/api/v1/webhooks', body, { key: by })
  const made = (await make({ url, events: ['click', 'conversion'] })).body
  assert.match(made.secret, /^whsec_[\w-]{43}$/)
  await make({ url, events: ['click', 'conversion'] }, other.key)

  const asked = { conversationContext: { query: 'bassoon reeds' }, slots: [{ slotId: 'main', format: 'action_card' }] }
  const request = async (options = {}) =>
    (await service.call('POST', '/api/v1/ads/request', { ...asked, options }, { key })).body.slots[0].ads[0]
  const [trial, ad] = [await request({ test: true }), await request()]
  const headers = {
    'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  }
  answer = 503
  for (const { tracking } of [trial, ad, ad]) {
    await service.call('GET', tracking.clickUrl.slice(service.config.baseUrl.length), undefined, { headers })
  }
  await until('the click is told', SOON_MS, () => heard.length === 1)
  answer = 200
  const sale = { clickId: ad.impressionId, transactionId: 'order-1', type: 'purchase', value: '49.90' }
  const converted = await service.call('POST', '/api/v1/conversions', sale, { key: own.key })
  assert.deepEqual([converted.body.status, converted.body.attribution], ['accepted', 'click'])
  // The click that was not heard comes again after ten seconds.
  await until('the conversion is told', SOON_MS, () => heard.length === 2)
  const [click, conversion] = heard.map((message) => JSON.parse(message.body))
  assert.deepEqual([click.type, click.data.charged, click.data.campaignId], ['click', '0.01', own.campaign.id])
  const { transactionId, value, attribution, publisherId } = conversion.data
  assert.deepEqual([transactionId, value, attribution, publisherId], ['order-1', '49.90', 'click', id])
  for (const { body: text, signature } of heard) {
    const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature)!
    assert.equal(hex, createHmac('sha256', made.secret).update(`${seconds}.${text}`).digest('hex'))
  }
  const waits = async () => (await service.store.webhooks.due(Date.now() + 60_000, 10)).map(({ attempts }) => attempts)
  // What was heard is noted only after it was answered.
  await until('one message alone waits', SOON_MS, async () => (await waits()).length === 1)
  assert.deepEqual(await waits(), [1])
  const again = await service.call('POST', '/api/v1/conversions', sale, { key: own.key })
  assert.equal(again.body.status, 'duplicate')
  assert.deepEqual(await waits(), [1], 'what was heard is not told again')

  assert.deepEqual((await service.call('GET', '/api/v1/webhooks', undefined, { key: other.key })).body.data.length, 1)
  const path = `/api/v1/webhooks/${made.id}`
  assert.equal((await service.call('DELETE', path, undefined, { key: other.key })).status, 404)
  assert.equal((await service.call('DELETE', path, undefined, { key: own.key })).status, 200)
  assert.deepEqual(await service.store.webhooks.due(Date.now() + 60_000, 10), [])
})

test('an impression that a click implied is told too, marked so and with what it cost', async () => {
  const own = await service.makeAdvertiser('Egret')
  const { id } = await service.make('publishers', { name: 'Prattle', policy: { intentGate: false, minRelevance: 0 } })
  const { key } = await service.make('keys', { publisherId: id, scopes: ['ads:request'] })
  const bid = { model: 'cpm', amount: '0.50' }
  const views = await service.make('campaigns', { advertiserId: own.advertiser.id, name: 'Views', bid, pacing: 'asap' })
  await service.make('ads', { campaignId: views.id, title: 'Piccolo case', landingUrl: 'https://shop.example' })
  const made = await service.make('webhooks', { url, events: ['impression', 'click'], owner: own.advertiser.id })
  const before = heard.length
  const asked = { conversationContext: { query: 'piccolo case' }, slots: [{ slotId: 'main', format: 'action_card' }] }
  const [ad] = (await service.call('POST', '/api/v1/ads/request', asked, { key })).body.slots[0].ads
  const token = ad.tracking.clickUrl.split('/').at(-1)
  await service.call('POST', '/api/v1/events', { events: [{ type: 'click', token }] })
  await until('click and impression are told', SOON_MS, () => heard.length === before + 2)
  const told = heard.slice(before).map(({ body }) => JSON.parse(body))
  const [click, impression] = told.sort((a, b) => a.type.localeCompare(b.type))
  assert.deepEqual([click.type, click.data.charged, click.data.implied], ['click', '0.00', undefined])
  assert.deepEqual([impression.type, impression.data.implied], ['impression', true])
  const { totals } = (await service.call('GET', `/api/v1/reports?campaignId=${views.id}`)).body
  assert.deepEqual([totals.impressions, totals.clicks], [1, 1])
  assert.equal(Number(impression.data.charged), Number(totals.spend.amount))
  await service.call('DELETE', `/api/v1/webhooks/${made.id}`)
})

test('who listens for feedback hears which ad was reported and why, and by what name it is listed', async () => {
  const own = await service.makeAdvertiser('Dunlin')
  const { id } = await service.make('publishers', { name: 'Gossip', policy: { intentGate: false, minRelevance: 0 } })
  const { key } = await service.make('keys', { publisherId: id, scopes: ['ads:request'] })
  const ad = { campaignId: own.campaign.id, title: 'Zither strings', landingUrl: 'https://shop.example' }
  const { id: adId } = await service.make('ads', ad)
  const made = []
  for (const owner of [null, own.advertiser.id, id])
    made.push(await service.make('webhooks', { url, events: ['feedback'], owner }))
  const before = heard.length
  const asked = { conversationContext: { query: 'zither strings' }, slots: [{ slotId: 'main', format: 'action_card' }] }
  const [{ impressionId, tracking }] = (await service.call('POST', '/api/v1/ads/request', asked, { key })).body.slots[0]
    .ads
  const said = { reaction: 'report', reasons: ['scam'] }
  const path = tracking.feedbackUrl.slice(service.config.baseUrl.length)
  for (const feedback of [said, said, { reaction: 'dismiss' }]) await service.call('POST', path, feedback)
  await until('all three hear of the feedback', SOON_MS, () => heard.length === before + 3)
  const [listed] = (await service.call('GET', '/api/v1/feedback?reaction=report')).body.data
  const names = { campaignId: own.campaign.id, advertiserId: own.advertiser.id, publisherId: id }
  const [ofAdvertiser] = (await service.call('GET', '/api/v1/feedback', undefined, { key: own.key })).body.data.slice(
    -1,
  )
  const told = { adId, ...names, charged: '0.00', ...said }
  const messages = heard.slice(before).map(({ body }) => JSON.parse(body))
  const whole = messages.filter(({ id }) => id === listed.id)
  assert.deepEqual(
    whole.map(({ type, data }) => [type, data]),
    Array(2).fill(['feedback', { impressionId, ...told }]),
    'to the operator and the publisher',
  )
  const [unsigned] = messages.filter(({ id }) => id === ofAdvertiser.id)
  assert.deepEqual(
    [unsigned.type, unsigned.data],
    ['feedback', told],
    'whose click it was is not told to the advertiser',
  )
  for (const { id } of made) await service.call('DELETE', `/api/v1/webhooks/${id}`)
})

test('a webhook is made for an advertiser or publisher that is there, and for nobody else', async () => {
  const { advertiser, campaign, key } = await service.makeAdvertiser('Plover')
  const { id } = await service.make('publishers', { name: 'Small talk' })
  const make = async (owner: string | null, by?: { key: string }) => {
    const made = await service.call('POST', '/api/v1/webhooks', { url, events: ['click'], owner }, by)
    if (made.status === 201) await service.call('DELETE', `/api/v1/webhooks/${made.body.id}`)
    return made.status
  }
  const statuses = [await make(advertiser.id), await make(id), await make(null)]
  assert.deepEqual(statuses, [201, 201, 201])
  assert.deepEqual([await make('adv_nobody'), await make(campaign.id)], [404, 404])
  assert.deepEqual([await make(advertiser.id, { key }), await make(id, { key })], [201, 404])
})

test('a webhook is read by its id, without its secret, by its owner alone', async () => {
  const [own, other] = [await service.makeAdvertiser('Dotterel'), await service.makeAdvertiser('Ruff')]
  const { secret, ...made } = (await service.call('POST', '/api/v1/webhooks', { url, events: ['click'] }, own)).body
  const read = async (by: { key: string }) => service.call('GET', `/api/v1/webhooks/${made.id}`, undefined, by)
  assert.deepEqual((await read(own)).body, made)
  assert.equal((await read(other)).status, 404)
  await service.call('DELETE', `/api/v1/webhooks/${made.id}`)
  assert.equal((await read(own)).status, 404)
})

test('a publisher hears that there was a sale, and neither its number nor what it was worth', async () => {
  const own = await service.makeAdvertiser('Crane')
  const { id } = await service.make('publishers', { name: 'Talk', policy: { intentGate: false, minRelevance: 0 } })
  const { key } = await service.make('keys', { publisherId: id, scopes: ['ads:request', 'reports:read'] })
  await service.make('ads', { campaignId: own.campaign.id, title: 'Oboe reeds', landingUrl: 'https://shop.example' })
  const made = await service.call('POST', '/api/v1/webhooks', { url, events: ['conversion'] }, { key })
  const asked = { conversationContext: { query: 'oboe reeds' }, slots: [{ slotId: 'main', format: 'action_card' }] }
  const [ad] = (await service.call('POST', '/api/v1/ads/request', asked, { key })).body.slots[0].ads
  const token = ad.tracking.clickUrl.split('/').at(-1)
  await service.call('POST', '/api/v1/events', { events: [{ type: 'impression', token }] })
  const before = heard.length
  const sale = { clickId: ad.impressionId, transactionId: 'order-471', type: 'purchase', value: '49.90' }
  assert.equal((await service.call('POST', '/api/v1/conversions', sale, { key: own.key })).body.status, 'accepted')
  await until('the sale is told', SOON_MS, () => heard.length > before)
  const { body } = heard.at(-1)!
  const { data } = JSON.parse(body)
  assert.deepEqual([data.conversionType, data.attribution, data.publisherId], ['purchase', 'view', id])
  assert.doesNotMatch(body, /order-471|49\.90/)
  await service.call('DELETE', `/api/v1/webhooks/${made.body.id}`, undefined, { key })
})

test('a receiver that redirects has not heard, and is not followed', async () => {
  answer = 302
  const before = heard.length
  const send = createSendWebhook({ allowPrivate: true })
  assert.equal((await send({ url, secret: 's', body: '{}', nowMs: 0 })).heard, false)
  assert.equal(heard.length, before + 1)
  answer = 200
  assert.equal((await send({ url, secret: 's', body: '{}', nowMs: 0 })).heard, true)
})

test('whoever tries a receiver of their own machine is told what allows it', () => {
  for (const address of [url, 'https://localhost/hook', 'https://10.0.0.1/hook']) {
    assert.throws(
      () => checkWebhookUrl(address, { allowPrivate: false }),
      /the operator sets ASIDE_WEBHOOK_PRIVATE=on$/,
    )
    assert.equal(checkWebhookUrl(address, { allowPrivate: true }), new URL(address).href)
  }
})

test('no address leads into a private network, however it is written', async () => {
  const port = new URL(url).port
  const written = [
    '127.0.0.1',
    'localhost',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
  ]
  const send = createSendWebhook({ allowPrivate: false })
  const before = heard.length
  for (const host of written) {
    for (const scheme of ['http', 'https']) {
      const address = `${scheme}://${host}:${port}/`
      assert.throws(() => checkWebhookUrl(address, { allowPrivate: false }), { code: 'validation_error' }, address)
      assert.equal((await send({ url: address, secret: 's', body: '{}', nowMs: 0 })).heard, false)
    }
  }
  // A name that resolves to this machine is refused when it is looked up.
  const named = await send({ url: `https://localhost.localdomain:${port}/`, secret: 's', body: '{}', nowMs: 0 })
  assert.equal(named.heard, false)
  assert.equal(heard.length, before)
  for (const bad of ['https://user:pass@shop.example/', 'https://shop.example:22/', 'ftp://shop.example/', 'shop']) {
    assert.throws(() => checkWebhookUrl(bad, { allowPrivate: false }), { code: 'validation_error' }, bad)
  }
  assert.equal(checkWebhookUrl('https://shop.example/hook', { allowPrivate: false }), 'https://shop.example/hook')
  const inside = [
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    'fd00::1',
    'fe80::1',
    '64:ff9b::a00:1',
    '::7f00:1',
    '::10.0.0.1',
  ]
  assert.deepEqual(inside.filter(isPublic), [])
  assert.equal(isPublic('1.1.1.1'), true)
})

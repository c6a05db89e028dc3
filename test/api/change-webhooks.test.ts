// Webhooks that are changed, over real sockets: what waits reaches the new receiver, under the same secret, and all is checked as at first.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../support/until.ts'
import { openWebhookReceiver } from '../support/webhook-receiver.ts'
import { type AdminService, startAdminService } from './admin-service.ts'

let service: AdminService
let publisherKey: string

before(async () => {
  service = await startAdminService({ ASIDE_TRAFFIC_FILTER: 'report', ASIDE_WEBHOOK_PRIVATE: 'on' })
  const policy = { intentGate: false, minRelevance: 0 }
  const { id: publisherId } = await service.make('publishers', { name: 'Chat', policy })
  publisherKey = (await service.make('keys', { publisherId, scopes: ['ads:request'] })).key
})
after(() => service.stop())

/** A receiver that answers with a status. */
async function receiverOf(t: TestContext, status: number) {
  const receiver = await openWebhookReceiver((response) => response.writeHead(status).end())
  t.after(() => receiver.close())
  const types = () => receiver.heard.map(({ body }) => JSON.parse(body).type as string)
  return { ...receiver, types }
}

/** An advertiser of its own, and how its one ad is clicked on. */
async function shopOf(name: string, title: string) {
  const own = await service.makeAdvertiser(name)
  await service.make('ads', { campaignId: own.campaign.id, title, landingUrl: 'https://shop.example' })
  const slots = [{ slotId: 'main', format: 'action_card' }]
  const asked = { conversationContext: { query: title }, slots }
  async function click(): Promise<void> {
    const { body } = await service.call('POST', '/api/v1/ads/request', asked, { key: publisherKey })
    const token = body.slots[0].ads[0].tracking.clickUrl.split('/').at(-1)
    const told = await service.call('POST', '/api/v1/events', { events: [{ type: 'click', token }] })
    assert.equal(told.body.results[0].status, 'accepted', told.text)
  }
  const make = async (body: object) => (await service.call('POST', '/api/v1/webhooks', body, own)).body
  const change = (id: string, body: object, options: object = own) =>
    service.call('PATCH', `/api/v1/webhooks/${id}`, body, options)
  return { ...own, click, make, change }
}

/** A webhook without what goes on meanwhile. */
function still({ waiting: _waiting, ...webhook }: Record<string, unknown>) {
  return webhook
}

test('what the old address did not take reaches the new one at once, signed with the same secret', async (t) => {
  const [down, well] = [await receiverOf(t, 503), await receiverOf(t, 204)]
  const shop = await shopOf('Avocet', 'Bassoon reeds')
  const { secret, ...made } = await shop.make({ url: down.url, events: ['click'] })
  await shop.click()
  await until('the old address is tried', 5_000, () => down.heard.length === 1)
  const changed = await shop.change(made.id, { url: well.url })
  assert.deepEqual([changed.status, still(changed.body)], [200, still({ ...made, url: well.url })])
  const read = await service.call('GET', `/api/v1/webhooks/${made.id}`, undefined, shop)
  assert.deepEqual(still(read.body), still(changed.body))

  // The next try at the old address was ten seconds away.
  await until('the new address hears of it', 5_000, () => well.heard.length === 1)
  assert.deepEqual([well.types(), down.heard.length], [['click'], 1])
  assert.equal(well.heard[0]!.body, down.heard[0]!.body)
  const [{ body, signature }] = well.heard as [{ body: string; signature: string }]
  const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature)!
  assert.equal(hex, createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'))
})

test('from then on a webhook hears of the events that it was changed to', async (t) => {
  const receiver = await receiverOf(t, 204)
  const shop = await shopOf('Bittern', 'Oboe case')
  const made = await shop.make({ url: receiver.url, events: ['conversion'] })
  await shop.click()
  const { body } = await shop.change(made.id, { events: ['click', 'impression', 'click'] })
  assert.deepEqual([body.url, body.events], [receiver.url, ['click', 'impression']])
  await shop.click()
  await until('both events are heard', 5_000, () => receiver.heard.length === 2)
  assert.deepEqual(receiver.types().toSorted(), ['click', 'impression'])
})

test('a webhook that is paused is sent nothing, and what came meanwhile once it goes on', async (t) => {
  const receiver = await receiverOf(t, 204)
  const shop = await shopOf('Gannet', 'Tuba mute')
  const { secret: _secret, ...made } = await shop.make({ url: receiver.url, events: ['click'] })
  assert.equal(made.status, 'active')
  const paused = await shop.change(made.id, { status: 'paused' })
  assert.deepEqual([paused.status, paused.body], [200, { ...made, status: 'paused' }])
  await shop.click()
  await shop.click()
  // Sent every second.
  await sleep(2_500)
  assert.equal(receiver.heard.length, 0)
  assert.deepEqual(still((await shop.change(made.id, { status: 'active' })).body), still(made))
  await until('both clicks are heard', 5_000, () => receiver.heard.length === 2)
  assert.equal((await shop.change(made.id, { status: 'asleep' })).body.error.field, 'status')
})

test('a change is checked as what is new is, and refused whole', async (t) => {
  const strict = await startAdminService()
  t.after(() => strict.stop())
  const url = 'https://hooks.feather.example/aside'
  const made = await strict.make('webhooks', { url, events: ['click'] })
  const path = `/api/v1/webhooks/${made.id}`
  const { advertiser } = await strict.makeAdvertiser('Curlew')
  for (const [change, field] of [
    [{ events: ['conversion'], url: 'http://127.0.0.1/hook' }, 'url'],
    [{ events: ['conversion'], url: 'https://10.0.0.1/hook' }, 'url'],
    [{ events: ['conversion'], url: '' }, 'url'],
    [{ url: 'https://other.example/', events: [] }, 'events'],
    [{ url: 'https://other.example/', events: ['ping'] }, 'events[0]'],
    [{ url: 'https://other.example/', owner: advertiser.id }, 'owner'],
  ] as const) {
    const { status, body } = await strict.call('PATCH', path, change)
    assert.deepEqual([status, body.error?.code, body.error?.field], [400, 'validation_error', field])
  }
  const { secret: _secret, ...kept } = made
  assert.deepEqual((await strict.call('GET', path)).body, kept)
  assert.deepEqual((await strict.call('PATCH', path, kept)).body, kept, 'what was read may be sent back')
})

test('a webhook is changed by its owner and the operator alone; what nobody reads is named', async (t) => {
  const receiver = await receiverOf(t, 204)
  const [shop, other] = [await shopOf('Dunlin', 'Flute stand'), await service.makeAdvertiser('Egret')]
  const made = await shop.make({ url: receiver.url, events: ['click'] })
  const { key: scopeless } = await service.make('keys', {
    advertiserId: shop.advertiser.id,
    scopes: ['inventory:write'],
  })
  const statuses = []
  for (const options of [shop, {}, other, { key: scopeless }])
    statuses.push((await shop.change(made.id, { events: ['feedback'] }, options)).status)
  assert.deepEqual(statuses, [200, 200, 404, 403])
  assert.equal((await shop.change('wh_of_nobody', {})).status, 404)

  const { warnings } = (await shop.change(made.id, { event: ['click'], secret: 'whsec_mine' })).body
  assert.deepEqual(
    warnings.map(({ code, field }: { code: string; field: string }) => [code, field]),
    [
      ['unknown_field', 'event'],
      ['unknown_field', 'secret'],
    ],
  )
})

test('a change that is sent again with its Idempotency-Key is not made again', async (t) => {
  const receiver = await receiverOf(t, 204)
  const shop = await shopOf('Fulmar', 'Harp string')
  const made = await shop.make({ url: receiver.url, events: ['click'] })
  const options = { key: shop.key, headers: { 'idempotency-key': 'change once' } }
  const first = await shop.change(made.id, { events: ['conversion'] }, options)
  await shop.change(made.id, { events: ['feedback'] })
  const again = await shop.change(made.id, { events: ['conversion'] }, options)
  assert.deepEqual([again.text, again.headers.get('idempotent-replayed')], [first.text, 'true'])
  assert.equal((await shop.change(made.id, { events: ['click'] }, options)).status, 422)
  const { body } = await service.call('GET', `/api/v1/webhooks/${made.id}`, undefined, shop)
  assert.deepEqual(body.events, ['feedback'])
})

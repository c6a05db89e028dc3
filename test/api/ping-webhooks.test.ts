// Pings of webhooks over real sockets: one signed message each, what came of it, and nothing else changed by it.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../support/service.ts'
import { until } from '../support/until.ts'
import { type Heard, openWebhookReceiver } from '../support/webhook-receiver.ts'
import { type AdminService, startAdminService } from './admin-service.ts'

let service: AdminService
let receiver: Awaited<ReturnType<typeof openWebhookReceiver>>
let url: string
let heard: readonly Heard[]
let answer: (response: ServerResponse) => void
const taken = (response: ServerResponse) => void response.writeHead(204).end()

before(async () => {
  service = await startAdminService({ ASIDE_TRAFFIC_FILTER: 'report', ASIDE_WEBHOOK_PRIVATE: 'on' })
  receiver = await openWebhookReceiver((response) => answer(response))
  ;({ url, heard } = receiver)
})
afterEach(() => {
  answer = taken
  receiver.forget()
})
after(async () => {
  await service.stop()
  receiver.close()
})
answer = taken

const ping = (id: string, options = {}, of = service) =>
  of.call('POST', `/api/v1/webhooks/${id}/ping`, undefined, options)

test('a ping is one signed message, and its answer says what the receiver did', async () => {
  const own = await service.makeAdvertiser('Avocet')
  const made = (await service.call('POST', '/api/v1/webhooks', { url, events: ['click'] }, own)).body
  const { status, body } = await ping(made.id, own)
  const { id, durationMs, ...rest } = body
  assert.deepEqual([status, rest], [200, { delivered: true, statusCode: 204 }])
  assert.ok(Number.isInteger(durationMs) && durationMs >= 0 && durationMs < 5_000, `${durationMs}`)
  const [message] = heard
  const { createdAt, ...told } = JSON.parse(message!.body)
  assert.deepEqual(told, { id, type: 'ping', data: { webhookId: made.id } })
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000)
  const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(message!.signature)!
  assert.equal(hex, createHmac('sha256', made.secret).update(`${seconds}.${message!.body}`).digest('hex'))

  answer = (response) => void response.writeHead(500).end('what a receiver writes is nobody else’s')
  const refused = (await ping(made.id, own)).body
  assert.deepEqual([refused.delivered, refused.statusCode, refused.reason], [false, 500, 'status_code'])
  assert.equal(refused.detail, 'The receiver answered 500; only 2xx says that the message was taken')
  await sleep(1_500)
  assert.equal(heard.length, 2, 'none is tried again')
})

test('what waits for a webhook waits on as it did, whatever came of a ping', async () => {
  const own = await service.makeAdvertiser('Curlew')
  const { id } = await service.make('publishers', { name: 'Chat', policy: { intentGate: false, minRelevance: 0 } })
  const { key } = await service.make('keys', { publisherId: id, scopes: ['ads:request'] })
  await service.make('ads', { campaignId: own.campaign.id, title: 'Bassoon reeds', landingUrl: 'https://shop.example' })
  const made = await service.make('webhooks', { url, events: ['click'], owner: own.advertiser.id })
  answer = (response) => void response.writeHead(503).end()
  const asked = { conversationContext: { query: 'bassoon reeds' }, slots: [{ slotId: 'main', format: 'action_card' }] }
  const [ad] = (await service.call('POST', '/api/v1/ads/request', asked, { key })).body.slots[0].ads
  const token = ad.tracking.clickUrl.split('/').at(-1)
  await service.call('POST', '/api/v1/events', { events: [{ type: 'click', token }] })
  const waiting = () => service.store.webhooks.due(Date.now() + 60_000, 10)
  await until('the click was tried', 10_000, async () => (await waiting())[0]?.attempts === 1)
  const before = await waiting()
  assert.equal(before[0]?.attempts, 1)
  assert.equal((await ping(made.id)).body.delivered, false)
  answer = taken
  assert.equal((await ping(made.id)).body.delivered, true)
  assert.deepEqual(await waiting(), before)
  assert.equal((await service.call('GET', `/api/v1/webhooks/${made.id}`)).body.dropped, 0)
  assert.deepEqual(
    heard.map(({ body }) => JSON.parse(body).type),
    ['click', 'ping', 'ping'],
  )
  await service.call('DELETE', `/api/v1/webhooks/${made.id}`)
})

test('a receiver that is not there, or says nothing, is told apart', async () => {
  const port = await freePort()
  const gone = await service.make('webhooks', { url: `http://127.0.0.1:${port}/`, events: ['click'] })
  const refused = (await ping(gone.id)).body
  assert.deepEqual([refused.delivered, refused.statusCode, refused.reason], [false, undefined, 'connection_refused'])
  assert.equal(refused.detail, 'Nothing listens at the address; 127.0.0.1 refused')

  answer = () => {}
  const silent = await service.make('webhooks', { url, events: ['click'] })
  const late = (await ping(silent.id)).body
  assert.deepEqual([late.delivered, late.reason], [false, 'timeout'])
  assert.equal(late.detail, 'No answer came within 5 s')
  assert.ok(late.durationMs >= 4_900 && late.durationMs < 8_000, `${late.durationMs}`)
})

test('a webhook that leads into a private network is not called by a ping either', async (t) => {
  const strict = await startAdminService()
  t.after(() => strict.stop())
  // As one that was made while the operator let them in.
  const made = { owner: '', kinds: ['click'], status: 'active', createdAtMs: Date.now(), dropped: 0 } as const
  await strict.store.webhooks.add({ ...made, id: 'wh_http', url })
  await strict.store.webhooks.add({ ...made, id: 'wh_https', url: url.replace('http:', 'https:') })
  for (const [id, detail] of [
    ['wh_http', /^The URL must be an https URL; .*ASIDE_WEBHOOK_PRIVATE=on$/],
    ['wh_https', /^The URL must not lead into a private network; /],
  ] as const) {
    const { status, body } = await ping(id, {}, strict)
    assert.deepEqual([status, body.delivered, body.reason], [200, false, 'address_refused'])
    assert.match(body.detail, detail)
  }
  assert.equal(heard.length, 0)
})

test('a webhook is pinged by its owner and the operator, and by nobody else', async () => {
  const [own, other] = [await service.makeAdvertiser('Godwit'), await service.makeAdvertiser('Whimbrel')]
  const { key: scopeless } = await service.make('keys', {
    advertiserId: own.advertiser.id,
    scopes: ['inventory:write'],
  })
  const made = (await service.call('POST', '/api/v1/webhooks', { url, events: ['click'] }, own)).body
  const statuses = []
  for (const options of [own, {}, other, { key: scopeless }, { key: 'ak_of_nobody' }])
    statuses.push((await ping(made.id, options)).status)
  assert.deepEqual(statuses, [200, 200, 404, 403, 401])
  assert.equal((await ping('wh_of_nobody')).status, 404)
  assert.equal(heard.length, 2)
})

test('a webhook that is paused can be tried before it goes on', async () => {
  const made = await service.make('webhooks', { url, events: ['click'] })
  const { body } = await service.call('PATCH', `/api/v1/webhooks/${made.id}`, { status: 'paused' })
  assert.equal(body.status, 'paused')
  assert.equal((await ping(made.id)).body.delivered, true)
})

test('a ping that is sent twice with one Idempotency-Key is one message', async () => {
  const made = await service.make('webhooks', { url, events: ['click'] })
  const headers = { 'idempotency-key': 'ping once' }
  const [first, again] = [await ping(made.id, { headers }), await ping(made.id, { headers })]
  assert.deepEqual([first.text, again.headers.get('idempotent-replayed')], [again.text, 'true'])
  assert.equal(heard.length, 1)
})

test('a key has so many pings under way, and sends them at its own rate', async (t) => {
  const limited = await startAdminService({ ASIDE_RATE_LIMIT: 'on', ASIDE_WEBHOOK_PRIVATE: 'on' })
  t.after(() => limited.stop())
  const own = await limited.makeAdvertiser('Knot')
  const made = (await limited.call('POST', '/api/v1/webhooks', { url, events: ['click'] }, own)).body
  const held: ServerResponse[] = []
  answer = (response) => {
    held.push(response)
    if (held.length === 8) for (const one of held) taken(one)
  }
  const answers = await Promise.all(Array.from({ length: 9 }, () => ping(made.id, own, limited)))
  const refused = answers.filter(({ status }) => status === 429)
  assert.equal(refused.length, 1)
  assert.equal(refused[0]!.body.error.code, 'rate_limited')
  assert.match(refused[0]!.body.error.message, /8 pings of webhooks under way/)
  assert.equal(heard.length, 8)

  answer = taken
  const slow = { advertiserId: own.advertiser.id, scopes: ['reports:read'], rateLimit: 1 }
  const { key } = await limited.make('keys', slow)
  const rated = await Promise.all(Array.from({ length: 3 }, () => ping(made.id, { key }, limited)))
  assert.deepEqual(rated.map(({ status }) => status).toSorted(), [200, 429, 429])
})

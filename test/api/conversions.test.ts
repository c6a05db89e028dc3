import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { DAY_MS } from '../../src/base/clock.ts'
import { impressionIdOf } from '../../src/domain/link-token.ts'
import { openTracking, START, type Tracking } from './tracking-support.ts'

let service: Tracking
before(async () => {
  service = await openTracking()
})
after(() => service.close())
beforeEach(() => {
  service.clock.set(START)
  service.ledger.kept.length = 0
})

/** A click that was recorded, by the id that `{click_id}` gives to the advertiser. */
async function clicked(fields: Parameters<Tracking['link']>[0] = {}): Promise<string> {
  const link = service.link(fields)
  assert.equal((await service.get(`/c/${service.signer.sign(link)}`)).status, 302)
  service.ledger.kept.length = 0
  return impressionIdOf(link)
}
let orders = 0
const order = () => `order-${++orders}`
async function convert(body: Record<string, unknown>, key = 'feather') {
  const reply = await service.post(
    '/api/v1/conversions',
    { type: 'purchase', ...body },
    key ? { 'x-api-key': key } : {},
  )
  const answer = (await reply.json()) as { status?: string; reason?: string; error?: { code: string; field?: string } }
  return { http: reply.status, ...answer, code: answer.error?.code }
}

test('a sale is kept with its value, once for each transaction', async () => {
  const clickId = await clicked()
  const transactionId = order()
  const first = await convert({ clickId, transactionId, value: '49.90', currency: 'USD' })
  assert.deepEqual([first.http, first.status], [200, 'accepted'])
  assert.deepEqual(service.ledger.kept[0]!.conversion, { type: 'purchase', valueMicros: 49_900_000 })
  assert.equal((await convert({ clickId, transactionId, value: '49.90' })).status, 'duplicate')
  assert.equal((await convert({ impressionId: clickId, transactionId: order() })).status, 'accepted')
})

test('the token of a click’s link names the click as its id does', async () => {
  const clickId = service.signer.sign(service.link())
  await service.get(`/c/${clickId}`)
  assert.equal((await convert({ clickId, transactionId: order() })).status, 'accepted')
  const damaged = await convert({ clickId: `${clickId}x`, transactionId: order() })
  assert.deepEqual([damaged.http, damaged.error?.field], [404, 'clickId'])
})

test('of two names for a click one may be null, and a currency may be written small', async () => {
  const impressionId = await clicked()
  for (const body of [
    { clickId: null, impressionId, value: null, currency: null, occurredAt: null },
    { clickId: impressionId, impressionId: null, value: '1.00', currency: 'usd' },
  ]) {
    assert.equal((await convert({ ...body, transactionId: order() })).status, 'accepted')
  }
  assert.equal((await convert({ clickId: null, impressionId: null, transactionId: order() })).error?.field, 'clickId')
})

test('two names for one click may be sent, and two clicks at once are refused', async () => {
  const [clickId, other] = [await clicked(), await clicked()]
  assert.equal((await convert({ clickId, impressionId: clickId, transactionId: order() })).status, 'accepted')
  const transactionId = order()
  const { http, error } = await convert({ clickId, impressionId: other, transactionId })
  assert.deepEqual([http, error?.field], [400, 'impressionId'])
  assert.equal((await convert({ clickId, transactionId })).status, 'accepted', 'nothing was recorded')
})

test('the same transaction under another click of the same advertiser is a duplicate, and under another advertiser it is not', async () => {
  const transactionId = order()
  assert.equal((await convert({ clickId: await clicked(), transactionId })).status, 'accepted')
  assert.equal((await convert({ clickId: await clicked(), transactionId })).status, 'duplicate')
  const other = await clicked({ adNumber: 3, campaignNumber: 2 })
  assert.equal((await convert({ clickId: other, transactionId }, 'heron')).status, 'accepted')
})

test('of one transaction sent twenty times at once one is accepted', async () => {
  const clickId = await clicked()
  const transactionId = order()
  const results = await Promise.all(Array.from({ length: 20 }, () => convert({ clickId, transactionId })))
  assert.equal(results.filter(({ status }) => status === 'accepted').length, 1)
  assert.ok(results.every(({ status, code }) => status !== undefined || code === 'idempotency_conflict'))
})

test('somebody else’s click answers as one that never was', async () => {
  const clickId = await clicked({ campaignNumber: 2, adNumber: 3 })
  const theirs = await convert({ clickId, transactionId: order() })
  const nobodys = await convert({ clickId: 'imp_01ARZ3NDEKTSV4RRFFQ69G5FAV_00', transactionId: order() })
  assert.deepEqual([theirs.http, theirs.error], [404, nobodys.error])
  assert.equal((await convert({ clickId, transactionId: order() }, 'heron')).status, 'accepted')
  assert.equal((await convert({ clickId, transactionId: order() }, 'operator')).status, 'accepted')
})

test('conversions come from advertisers and the operator alone', async () => {
  const clickId = await clicked()
  const without = await convert({ clickId, transactionId: order() }, '')
  assert.deepEqual([without.http, without.code], [401, 'auth_missing'])
  const publisher = await convert({ clickId, transactionId: order() }, 'server')
  assert.deepEqual([publisher.http, publisher.code], [403, 'scope_insufficient'])
})

test('a sale that a test key reports of a real click counts for nothing and leaves its transaction free', async () => {
  const clickId = await clicked()
  const transactionId = order()
  const tried = await convert({ clickId, transactionId }, 'feather_tester')
  assert.deepEqual([tried.http, tried.status, tried.reason], [200, 'ignored', 'test'])
  assert.equal((await convert({ clickId, transactionId })).status, 'accepted')
})

test('a sale of an ad that was served and never reported is judged, and not unknown', async () => {
  const served = (fields: Parameters<Tracking['link']>[0] = {}) => {
    const link = service.link(fields)
    service.recent.set(impressionIdOf(link), link)
    return impressionIdOf(link)
  }
  const transactionId = order()
  await convert({ clickId: await clicked(), transactionId })
  assert.equal((await convert({ impressionId: served(), transactionId })).status, 'duplicate')
  assert.equal((await convert({ impressionId: served(), transactionId: order() })).http, 200)
  const theirs = served({ campaignNumber: 2, adNumber: 3 })
  const refused = await convert({ impressionId: theirs, transactionId: order() })
  assert.deepEqual([refused.http, refused.error?.field], [404, 'impressionId'])
})

test('a sale sent again with its Idempotency-Key gets the first answer', async () => {
  const body = { clickId: await clicked(), transactionId: order(), type: 'purchase' }
  const once = { 'x-api-key': 'feather', 'idempotency-key': 'sale-1' }
  const send = (sale: object) => service.post('/api/v1/conversions', sale, once)
  const [first, second] = [await send(body), await send(body)]
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.equal(await second.text(), await first.text())
  assert.equal((await send({ ...body, transactionId: order() })).status, 422)
})

test('a conversion later than 30 days is kept as expired and leaves its transaction free', async () => {
  const clickId = await clicked()
  const transactionId = order()
  service.clock.set(START + 30 * DAY_MS + 1)
  const late = await convert({ clickId, transactionId })
  assert.deepEqual([late.status, late.reason], ['ignored', 'expired'])
  assert.equal((await convert({ clickId: await clicked(), transactionId })).status, 'accepted')
})

test('a conversion that cannot be read says which field is wrong', async () => {
  const clickId = await clicked()
  const cases: [Record<string, unknown>, string][] = [
    [{ transactionId: 'x' }, 'clickId'],
    [{ clickId }, 'transactionId'],
    [{ clickId, transactionId: '' }, 'transactionId'],
    [{ clickId, transactionId: 'x', type: 5 }, 'type'],
    [{ clickId, transactionId: 'x', value: 49.9 }, 'value'],
    [{ clickId, transactionId: 'x', value: '49,90' }, 'value'],
    [{ clickId, transactionId: 'x', value: '-1' }, 'value'],
    [{ clickId, transactionId: 'x', value: '1', currency: 'EUR' }, 'currency'],
    [{ clickId, transactionId: 'x', occurredAt: 'now' }, 'occurredAt'],
  ]
  for (const [body, field] of cases) {
    const { http, code, error } = await convert(body)
    assert.deepEqual([http, code, error?.field], [400, 'validation_error', field])
  }
  assert.deepEqual(service.ledger.kept, [])
})

async function postBack(query: Record<string, string>, method = 'GET') {
  const parameters = new URLSearchParams({ key: 'feather_postbacks', ...query })
  const reply = await service.get(`/api/v1/conversions/postback?${parameters}`, {}, method)
  const text = await reply.text()
  assert.ok(method === 'HEAD' || reply.headers.get('cache-control') === 'no-store')
  return { http: reply.status, ...(text !== '' && JSON.parse(text)) }
}

test('a network tells of a sale by opening an address, with what it knows', async () => {
  const clickId = await clicked()
  const told = { clickId, transactionId: order(), type: 'sale', value: '49.90', currency: 'USD' }
  const first = await postBack(told)
  assert.deepEqual([first.http, first.status], [200, 'accepted'])
  assert.deepEqual(service.ledger.kept[0]!.conversion, { type: 'sale', valueMicros: 49_900_000 })
  assert.equal((await postBack(told)).status, 'duplicate')
  const posted = await convert({ clickId, transactionId: told.transactionId })
  assert.equal(posted.status, 'duplicate', 'both ways are one')

  const other = await clicked()
  const bare = { clickId: other, transactionId: '', type: '', value: '', currency: '', network: 'any' }
  assert.equal((await postBack(bare)).status, 'accepted')
  assert.deepEqual(service.ledger.kept.at(-1)!.conversion, { type: 'purchase' })
  assert.equal((await postBack(bare)).status, 'duplicate', 'one of a type for each click')
  assert.equal((await postBack({ ...bare, type: 'sign_up' })).status, 'accepted')
  // As long as one that is posted.
  assert.equal((await postBack({ ...bare, transactionId: '🛒'.repeat(128) })).status, 'accepted')
})

test('an address that is only looked at, or that cannot be read, sells nothing', async () => {
  const clickId = await clicked()
  assert.ok((await postBack({ clickId }, 'HEAD')).http >= 400)
  const cases: [Record<string, string>, string][] = [
    [{ clickId: '' }, 'clickId'],
    [{ clickId, value: '{amount}' }, 'value'],
    [{ clickId, currency: 'EUR' }, 'currency'],
    [{ clickId: service.signer.sign(service.link()) }, 'transactionId'],
  ]
  for (const [query, field] of cases) {
    const { http, error } = await postBack(query)
    assert.deepEqual([http, error.code, error.field], [400, 'validation_error', field])
  }
  assert.deepEqual(service.ledger.kept, [])
})

test('the key of an address can do nothing but tell of sales, and its advertiser’s alone', async () => {
  const clickId = await clicked()
  for (const [key, http, code] of [
    ['nobody', 401, 'auth_invalid'],
    ['feather', 403, 'scope_insufficient'],
    ['operator', 403, 'scope_insufficient'],
    ['server', 403, 'scope_insufficient'],
  ] as const) {
    const refused = await postBack({ key, clickId })
    assert.deepEqual([refused.http, refused.error.code], [http, code], key)
  }
  const theirs = await clicked({ campaignNumber: 2, adNumber: 3 })
  assert.equal((await postBack({ clickId: theirs })).http, 404)
  assert.deepEqual(service.ledger.kept, [])
})

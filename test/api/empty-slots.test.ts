// Why slots stayed empty over the wire: who sees what, in which shape, and what is not asked for in the right way.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '../support/until.ts'
import { type AdminService, startAdminService } from './admin-service.ts'

let service: AdminService
let own: { id: string; key: string }
let other: typeof own
const TODAY = new Date().toISOString().slice(0, 10)

before(async () => {
  service = await startAdminService()
  own = await openPublisher('Own')
  other = await openPublisher('Other')
  await ask(own.key, 'hello there', [
    { slotId: '=cmd()', format: 'action_card' },
    { slotId: 'side', format: 'banner' },
  ])
  await ask(own.key, 'buy an oboe', [{ slotId: 'side', format: 'action_card' }])
  await ask(other.key, 'hello', [{ slotId: 'main', format: 'action_card' }])
  await ask(own.key, 'hello', [{ slotId: 'main', format: 'action_card' }], { options: { test: true } })
  await until('all are counted', 10_000, async () => (await read('')).body.totals.count >= 4)
})
after(() => service.stop())

async function openPublisher(name: string): Promise<{ id: string; key: string }> {
  const { id } = await service.make('publishers', { name })
  const { key } = await service.make('keys', { publisherId: id, scopes: ['ads:request', 'reports:read'] })
  return { id, key }
}

async function ask(key: string, query: string, slots: object[], more: object = {}): Promise<void> {
  const body = { conversationContext: { query }, slots, ...more }
  assert.equal((await service.call('POST', '/api/v1/ads/request', body, { key })).status, 200)
}

const read = (query: string, key?: string, headers?: Record<string, string>) =>
  service.call('GET', `/api/v1/reports/empty-slots?${query}`, undefined, { key, headers })

test('empty slots are told by reason with its number, and all together', async () => {
  const { body, text } = await read('groupBy=reason')
  assert.deepEqual(body.rows, [
    { reason: 'low_commercial_intent', code: 5, count: 2 },
    { reason: 'no_candidates', code: 0, count: 1 },
    { reason: 'unsupported_format', code: 204, count: 1 },
  ])
  assert.deepEqual([body.totals, body.test, body.to], [{ count: 4 }, false, TODAY], text)
  assert.deepEqual((await read('')).body.rows, [{ count: 4 }])
  assert.equal((await read('test=true')).body.totals.count, 1)
  const { totals } = (await service.call('GET', '/api/v1/reports')).body
  assert.equal(totals.filled + body.totals.count, totals.requests)
})

test('dimensions come in every mixture, in the order in which they are asked for', async () => {
  const { body } = await read('groupBy=slot,day,publisher,reason', own.key)
  const [day, publisher, publisherName] = [TODAY, own.id, 'Own']
  assert.deepEqual(body.rows, [
    { slot: '=cmd()', day, publisher, publisherName, reason: 'low_commercial_intent', code: 5, count: 1 },
    { slot: 'side', day, publisher, publisherName, reason: 'no_candidates', code: 0, count: 1 },
    { slot: 'side', day, publisher, publisherName, reason: 'unsupported_format', code: 204, count: 1 },
  ])
})

test('a publisher reads its own, an operator those of one of them, and an advertiser is told that it has none', async () => {
  assert.equal((await read('', own.key)).body.totals.count, 3)
  assert.equal((await read(`publisherId=${own.id}`, own.key)).body.totals.count, 3)
  assert.equal((await read(`publisherId=${own.id}`)).body.totals.count, 3)
  for (const [id, key] of [
    [own.id, other.key],
    ['pub_none', undefined],
  ] as const) {
    const { status, body } = await read(`publisherId=${id}`, key)
    assert.deepEqual([status, body.error.code, body.error.field], [404, 'not_found', 'publisherId'])
  }
  const advertiser = await service.makeAdvertiser('Feather')
  const { key } = await service.make('keys', { advertiserId: advertiser.advertiser.id, scopes: ['reports:read'] })
  const refused = await read('', key)
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'scope_insufficient'])
  const explainer = await service.make('keys', { publisherId: own.id, scopes: ['ads:explain'] })
  assert.equal((await read('', explainer.key)).status, 403)
})

test('CSV comes by format or by Accept, as a file with a name, and no cell of it starts a formula', async () => {
  const reply = await read('groupBy=slot,reason&format=csv', own.key)
  const lines = [
    'slot,reason,code,count',
    "'=cmd(),low_commercial_intent,5,1",
    'side,no_candidates,0,1',
    'side,unsupported_format,204,1',
  ]
  assert.equal(reply.text, lines.map((line) => `${line}\r\n`).join(''))
  const named = await read('groupBy=publisher&format=csv', own.key)
  assert.equal(named.text, `publisher,publisherName,count\r\n${own.id},Own,3\r\n`)
  const { from, to } = (await read('')).body
  assert.match(reply.headers.get('content-disposition')!, new RegExp(`empty-slots-${from}-${to}\\.csv`))
  const accepted = await read('', own.key, { accept: 'text/csv' })
  assert.equal(accepted.text, 'count\r\n3\r\n')
})

test('a parameter that nobody reads is named', async () => {
  const { body } = await read('campaignId=cmp_1')
  assert.deepEqual(
    body.warnings.map(({ code, field }: any) => [code, field]),
    [['unknown_field', 'campaignId']],
  )
})

const bad: [name: string, query: string, field: string, message: RegExp][] = [
  ['a date that is none', 'from=2026-02-30', 'from', /2026-11-21/],
  ['days turned round', 'from=2026-03-02&to=2026-03-01', 'from', /later/],
  ['too many days', 'from=2020-01-01&to=2026-01-01', 'from', /400 days/],
  ['a dimension of other reports', 'groupBy=day,campaign', 'groupBy', /day, publisher, slot, reason/],
  ['an empty publisher', 'publisherId=', 'publisherId', /must not be empty/],
]
for (const [name, query, field, message] of bad) {
  test(`a report of empty slots with ${name} is refused, and says what there is`, async () => {
    const reply = await read(query)
    assert.equal(reply.status, 400)
    assert.equal(reply.body.error.field, field)
    assert.match(reply.body.error.message, message)
  })
}

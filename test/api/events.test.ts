import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { impressionIdOf } from '../../src/domain/link-token.ts'
import { openTracking, START, type Tracking } from './tracking-support.ts'

let service: Tracking
before(async () => {
  service = await openTracking()
})
after(() => service.close())
let host = 0
beforeEach(() => {
  service.clock.set(START)
  service.ledger.kept.length = 0
  service.ledger.broken = false
  host++
})

interface Result {
  eventId?: string
  status: string
  reason?: string
  message?: string
}
const send = (body: unknown, headers: Record<string, string> = {}) =>
  service.post('/api/v1/events', body, { 'x-forwarded-for': `203.0.${host}.7`, ...headers })
async function resultsOf(events: unknown[], headers: Record<string, string> = {}): Promise<Result[]> {
  const reply = await send({ events }, headers)
  assert.equal(reply.status, 200)
  return ((await reply.json()) as { results: Result[] }).results
}
const key = (name: string) => ({ authorization: `Bearer ${name}` })
const codeOf = async (reply: Response) => ((await reply.json()) as { error: { code: string } }).error.code

test('a page reports with tokens and without a key, and gets one result for each event in order', async () => {
  const token = service.token()
  const results = await resultsOf([
    { type: 'impression', token, eventId: 'a' },
    { type: 'viewable', token, eventId: 'b' },
    { type: 'impression', token, eventId: 'c' },
    { type: 'click', token },
  ])
  assert.deepEqual(results, [
    { eventId: 'a', status: 'accepted' },
    { eventId: 'b', status: 'accepted' },
    { eventId: 'c', status: 'duplicate', reason: 'duplicate' },
    { status: 'accepted' },
  ])
})

test('a beacon as browsers send it is taken from every origin', async () => {
  const beacon = JSON.stringify({ events: [{ type: 'impression', token: service.token() }] })
  const reply = await send(beacon, { 'content-type': 'text/plain;charset=UTF-8', origin: 'https://chat.example' })
  assert.equal(reply.status, 200)
  assert.equal(reply.headers.get('access-control-allow-origin'), '*')
  assert.deepEqual(await reply.json(), { results: [{ status: 'accepted' }] })
  assert.equal(await codeOf(await send('{', { 'content-type': 'text/plain' })), 'invalid_json')
})

test('one bad event never fails the others', async () => {
  const token = service.token()
  const results = await resultsOf([
    { type: 'impression', token: `${token}x`, eventId: '1' },
    { type: 'explode', token, eventId: '2' },
    'nonsense',
    null,
    { type: 'impression' },
    { type: 'impression', token, occurredAt: 'yesterday' },
    { type: 'impression', token, eventId: 'x'.repeat(200) },
    { type: 'impression', token, eventId: 'good' },
  ])
  assert.deepEqual(
    results.map(({ status, reason }) => reason ?? status),
    [
      'invalid_token',
      'invalid_event',
      'invalid_event',
      'invalid_event',
      'invalid_event',
      'invalid_event',
      'invalid_event',
      'accepted',
    ],
  )
  assert.match(results[0]!.message!, /token must be the last part of the path of one of the links/)
  assert.equal(results[1]!.eventId, '2')
  assert.match(results[1]!.message!, /type must be one of impression, viewable, click, dismiss, view_time/)
})

test('the id of an event is measured in characters', async () => {
  const [long, tooLong] = [128, 129].map((trains) => '🚆'.repeat(trains))
  const token = service.token()
  const results = await resultsOf([
    { type: 'impression', token, eventId: long },
    { type: 'viewable', token, eventId: tooLong },
  ])
  assert.deepEqual(results[0], { eventId: long, status: 'accepted' })
  assert.match(results[1]!.message!, /eventId must be a text of at most 128 characters/)
})

test('an impression id needs a key of the publisher that showed it, and is unknown to all others', async () => {
  const link = service.link()
  const id = impressionIdOf(link)
  service.recent.set(id, link)
  const events = [{ type: 'impression', impressionId: id }]
  assert.deepEqual(await resultsOf(events, key('other_server')), [{ status: 'ignored', reason: 'unknown_impression' }])
  assert.deepEqual(await resultsOf(events, key('server')), [{ status: 'accepted' }])
  assert.deepEqual(await resultsOf([{ type: 'click', impressionId: 'imp_gone' }], key('server')), [
    { status: 'ignored', reason: 'unknown_impression' },
  ])
  service.recent.clear()
  assert.deepEqual(await resultsOf([{ type: 'viewable', impressionId: id }], key('server')), [{ status: 'accepted' }])
})

test('a batch that needs a key throughout is refused without one, and a mixed batch only in those events', async () => {
  const byId = { type: 'impression', impressionId: 'imp_x' }
  const none = await send({ events: [byId] })
  assert.deepEqual([none.status, await codeOf(none)], [401, 'auth_missing'])
  const weak = await send({ events: [byId] }, key('reader'))
  assert.deepEqual([weak.status, await codeOf(weak)], [403, 'scope_insufficient'])
  const bad = await send({ events: [{ type: 'impression', token: service.token() }] }, key('wrong'))
  assert.deepEqual([bad.status, await codeOf(bad)], [401, 'auth_invalid'])
  const mixed = await resultsOf([byId, { type: 'impression', token: service.token() }])
  assert.deepEqual(mixed, [{ status: 'ignored', reason: 'key_required' }, { status: 'accepted' }])
})

test('a server may report for people from its data centre, and a page with a browser key may not hide there', async () => {
  const machine = { 'user-agent': 'node', 'x-forwarded-for': '198.51.100.9' }
  const event = () => [{ type: 'click', token: service.token() }]
  assert.equal((await resultsOf(event(), { ...machine, ...key('server') }))[0]!.status, 'accepted')
  assert.equal((await resultsOf(event(), { ...machine, ...key('other_server') }))[0]!.reason, 'bot')
  assert.equal((await resultsOf(event(), machine))[0]!.reason, 'bot')
  const page = { ...key('browser'), origin: 'https://chat.example' }
  assert.equal((await resultsOf(event(), { ...machine, ...page }))[0]!.reason, 'bot')
})

test('what a test key reports of an ad that was served live counts for nothing, and leaves the real click what it is', async () => {
  const link = service.link()
  service.recent.set(impressionIdOf(link), link)
  const token = service.signer.sign(link)
  const ignored = { status: 'ignored', reason: 'test' }
  assert.deepEqual(
    await resultsOf(
      [
        { type: 'click', impressionId: impressionIdOf(link) },
        { type: 'impression', token },
        { type: 'dismiss', token },
      ],
      key('tester'),
    ),
    [ignored, ignored, ignored],
  )
  assert.deepEqual(await resultsOf([{ type: 'click', token }]), [{ status: 'accepted' }])
  const tried = [{ type: 'click', token: service.token({ test: true }) }]
  assert.deepEqual(await resultsOf(tried, key('tester')), [{ status: 'accepted' }])
})

test('a batch sent again with its Idempotency-Key gets the first answer, and without an API key the header says nothing', async () => {
  const once = { ...key('server'), 'idempotency-key': 'batch-1' }
  const batch = { events: [{ type: 'impression', token: service.token() }] }
  const [first, second] = [await send(batch, once), await send(batch, once)]
  assert.deepEqual(
    [first.headers.get('idempotent-replayed'), second.headers.get('idempotent-replayed')],
    [null, 'true'],
  )
  assert.equal(await second.text(), await first.text())
  assert.equal(service.ledger.kept.length, 1)
  const other = await send({ events: [{ type: 'click', token: service.token() }] }, once)
  assert.deepEqual([other.status, await codeOf(other)], [422, 'idempotency_mismatch'])

  const anonymous = { 'idempotency-key': 'batch-1' }
  assert.equal((await resultsOf(batch.events, anonymous))[0]!.status, 'duplicate')
  assert.equal((await resultsOf([{ type: 'click', token: service.token() }], anonymous))[0]!.status, 'accepted')
})

test('the time of an event is moved between the decision and now', async () => {
  const token = service.token()
  service.clock.set(START + 60_000)
  const at = (ms: number) => new Date(START + ms).toISOString()
  await resultsOf([
    { type: 'impression', token, occurredAt: at(-5_000) },
    { type: 'viewable', token, occurredAt: at(30_000) },
    { type: 'click', token, occurredAt: at(9e9) },
  ])
  assert.deepEqual(
    service.ledger.kept.map((event) => event.occurredAtMs - START),
    [0, 30_000, 60_000],
  )
})

test('time in sight and a wish to see no more are kept', async () => {
  const token = service.token()
  const results = await resultsOf([
    { type: 'view_time', token, eventId: 'a', durationMs: 1_499.6 },
    { type: 'view_time', token, eventId: 'b', durationMs: 1e300 },
    { type: 'view_time', token, eventId: 'b', durationMs: 5 },
    { type: 'dismiss', token },
  ])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['accepted', 'accepted', 'duplicate', 'accepted'],
  )
  assert.deepEqual(
    service.ledger.kept.map(({ detail }) => detail),
    ['1500', '86400000', '5', undefined],
  )
})

test('a body that is no batch of 1 to 100 events is refused whole', async () => {
  for (const body of [{}, { events: 'x' }, { events: [] }, { events: Array(101).fill({}) }, [], 5]) {
    const reply = await send(body)
    assert.deepEqual([reply.status, await codeOf(reply)], [400, 'validation_error'], JSON.stringify(body).slice(0, 40))
  }
  assert.equal((await resultsOf(Array(100).fill({ type: 'impression', token: service.token() }))).length, 100)
})

test('when the ledger refuses, the sender is told to send the batch again, and may do so under its Idempotency-Key', async () => {
  const once = { ...key('server'), 'idempotency-key': 'batch-2' }
  const batch = { events: [{ type: 'impression', token: service.token() }] }
  service.ledger.broken = true
  const reply = await send(batch, once)
  assert.deepEqual([reply.status, await codeOf(reply)], [503, 'unavailable'])
  service.ledger.broken = false
  const again = await send(batch, once)
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, null])
})

test('in mode report the clicks of many people behind one address are all accepted, and what speaks against them is counted', async () => {
  const lenient = await openTracking({ mode: 'report', trustProxy: false })
  try {
    const events = Array.from({ length: 100 }, (_, i) => ({
      type: 'click',
      token: lenient.token({ user: new Uint8Array(8).fill(i + 1) }),
    }))
    const reply = await lenient.post('/api/v1/events', { events }, { 'user-agent': 'curl/8' })
    const { results } = (await reply.json()) as { results: Result[] }
    assert.deepEqual([...new Set(results.map(({ status }) => status))], ['accepted'])
    assert.deepEqual(lenient.flagged, Array(100).fill('bot'))
  } finally {
    await lenient.close()
  }
})

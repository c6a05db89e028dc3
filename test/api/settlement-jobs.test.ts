// What time does to money: earnings become available, months end, statements are confirmed; played on a clock set by hand.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createDeliverWebhooks } from '../../src/actions/webhooks/deliver-webhooks.ts'
import { createManageWebhooks } from '../../src/actions/webhooks/manage-webhooks.ts'
import type { SendWebhook } from '../../src/actions/webhooks/send-webhook.ts'
import { createSettleEarnings } from '../../src/actions/books/settle-earnings.ts'
import { createStateAccounts } from '../../src/actions/books/state-accounts.ts'
import { ofAnswer } from '../../src/actions/webhooks/webhook-outcome.ts'
import { createSecretOf } from '../../src/actions/webhooks/webhook-secret.ts'
import { createManualClock, DAY_MS, HOUR_MS } from '../../src/base/clock.ts'
import { createIdSource } from '../../src/base/ids.ts'
import { createRandomBytes } from '../../src/base/random.ts'
import type { Caller } from '../../src/domain/api-key.ts'
import { type StatementKind, statusOf } from '../../src/domain/settlement.ts'
import type { Store } from '../../src/store/contract.ts'
import { openStore } from '../../src/store/open.ts'
import { eventOf, linkOf, publisherDraft, seed } from '../store/entities.ts'
import { until } from '../support/until.ts'

const OPERATOR: Caller = { keyId: 'key_1', mode: 'live', scopes: new Set(['admin']), rateLimit: 100, origins: [] }
const START_MS = Date.UTC(2026, 2, 30, 12)
const SHARE = 350_000

let root: string
let store: Store
const clock = createManualClock(START_MS)
const ids = createIdSource({ clock, randomBytes: createRandomBytes() })
before(async () => {
  root = mkdtempSync(join(tmpdir(), 'aside-jobs-'))
  store = await openStore({ dataDir: join(root, 'data'), clock })
  await seed(store)
  await store.inventory.insert('publisher', publisherDraft({ id: 'pub_2', name: 'Idle' }))
})
after(async () => {
  await store.close()
  rmSync(root, { recursive: true })
})

const letterhead = { current: async () => ({ name: 'Example Ads Ltd', dueDays: 14 }) }

const clickOf = (serial: number) => {
  const atMs = clock.nowMs()
  return eventOf('click', linkOf(serial, { decidedAtMs: atMs }), { receivedAtMs: atMs })
}
const click = (serial: number) => store.ledger.append([clickOf(serial)])

test('earnings become available seven days after each, by themselves, and months are stated and confirmed', async () => {
  const accounts = createStateAccounts({ store, clock, ids, letterhead, currency: 'USD' })
  const earnings = createSettleEarnings({ store, clock, ids, currency: 'USD', minWithdrawalMicros: 1 })
  const list = async (kind: StatementKind) => (await accounts.list(OPERATOR, kind, { limit: 10 })).data
  const available = async () => (await store.settlement.balance('pub_1')).availableMicros
  await accounts.runMonthly()
  await click(1)
  clock.set(START_MS + DAY_MS)
  await click(2)
  await accounts.runMonthly()
  assert.deepEqual(await list('statement'), [], 'a month that goes on is not stated')

  // April: the third click belongs to it, also though the job runs only afterwards.
  clock.set(Date.UTC(2026, 3, 1, 0, 5))
  await click(3)
  clock.set(Date.UTC(2026, 3, 1, 1))
  await accounts.runMonthly()
  await accounts.runMonthly()
  const [statement, ...more] = await list('statement')
  assert.deepEqual(more, [], 'once for whoever had something booked')
  assert.deepEqual([statement!.owner, statement!.body.closingMicros], ['pub_1', 2 * SHARE])
  assert.equal(statement!.body.toMs, Date.UTC(2026, 3, 1))
  const recipient = { name: 'Chat App' }
  assert.deepEqual(statement!.body.paper, { serial: 1, issuer: { name: 'Example Ads Ltd' }, recipient })
  assert.equal((await list('invoice'))[0]!.body.paper!.dueDate, '2026-04-15')
  assert.equal((await list('invoice'))[0]!.body.closingMicros, -1_000_000)

  clock.set(START_MS + 7 * DAY_MS - 1)
  await earnings.releaseAll()
  assert.equal(await available(), 0)
  clock.set(START_MS + 7 * DAY_MS)
  await earnings.releaseAll()
  assert.equal(await available(), SHARE)
  clock.set(Date.UTC(2026, 3, 8) - HOUR_MS)
  await accounts.runMonthly()
  assert.equal(statusOf((await list('statement'))[0]!), 'open')
  clock.set(Date.UTC(2026, 3, 8) + HOUR_MS)
  let looks = 0
  const settlement: Store['settlement'] = {
    ...store.settlement,
    listDocuments(query) {
      assert.equal(query.limit, 1, 'read all papers to find those due')
      return store.settlement.listDocuments(query)
    },
    dueStatements(...asked) {
      looks++
      return store.settlement.dueStatements(...asked)
    },
  }
  const again = createStateAccounts({ store: { ...store, settlement }, clock, ids, letterhead, currency: 'USD' })
  await again.runMonthly()
  await again.runMonthly()
  assert.equal(looks, 2, 'those of each kind are looked for once an hour')
  assert.equal(statusOf((await list('statement'))[0]!), 'confirmed')
  assert.equal(statusOf((await list('invoice'))[0]!), 'confirmed')
  await earnings.releaseAll()
  assert.equal(await available(), 3 * SHARE)
  assert.deepEqual((await store.ledger.verify()).faults, [])
})

test('a month that ended before the job ran for the first time is stated too', async (t) => {
  const late = createManualClock(Date.UTC(2026, 2, 31, 23, 59))
  const young = await openStore({ dataDir: join(root, 'young'), clock: late })
  t.after(() => young.close())
  await seed(young)
  const receivedAtMs = late.nowMs()
  await young.ledger.append([eventOf('click', linkOf(1, { decidedAtMs: receivedAtMs }), { receivedAtMs })])
  late.set(Date.UTC(2026, 3, 1, 0, 20))
  const accounts = createStateAccounts({ store: young, clock: late, ids, letterhead, currency: 'USD' })
  await accounts.runMonthly()
  const { data } = await accounts.list(OPERATOR, 'statement', { limit: 10 })
  assert.deepEqual(
    data.map(({ body }) => [body.toMs, body.closingMicros]),
    [[Date.UTC(2026, 3, 1), SHARE]],
  )
})

function openWebhooks(send: SendWebhook) {
  const sending = { webhooks: store.webhooks, send, secretOf: createSecretOf('pepper'), clock }
  const { run: deliver, wake } = createDeliverWebhooks(sending)
  const about = { inventory: store.inventory, wake, allowPrivate: false, serviceClock: clock, ids }
  return { ...createManageWebhooks({ ...sending, ...about }), deliver }
}

test('whatever waits is sent at once, and a receiver that is down keeps nobody else waiting', async () => {
  const sent: string[] = []
  const webhooks = openWebhooks(async ({ url, body }) => {
    sent.push(`${new URL(url).host} ${JSON.parse(body).id}`)
    return ofAnswer(url.includes('well') ? 200 : 503)
  })
  const down = await webhooks.create(OPERATOR, { url: 'https://down.example/', kinds: ['click'] })
  const well = await webhooks.create(OPERATOR, { url: 'https://well.example/', kinds: ['click'] })
  clock.set(Date.UTC(2026, 3, 20))
  for (let i = 0; i < 1_200; i += 100) {
    await store.ledger.append(Array.from({ length: 100 }, (_, at) => clickOf(1_000 + i + at)))
  }
  await webhooks.deliver()
  const to = (host: string) => sent.filter((line) => line.startsWith(host))
  assert.equal(new Set(to('well')).size, 1_200)
  assert.equal(to('well').length, 1_200)
  assert.equal(to('down').length, 32, 'after one try it is left alone for a while')
  clock.set(clock.nowMs() + 999)
  await webhooks.deliver()
  assert.equal(to('down').length, 32)
  clock.set(clock.nowMs() + 1)
  await webhooks.deliver()
  assert.equal(to('down').length, 64)
  for (const { id } of [down, well]) await webhooks.remove(OPERATOR, id)
})

test('a receiver that takes its time keeps nobody else waiting, and a stop breaks it off', async () => {
  const heard: string[] = []
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const webhooks = openWebhooks(async ({ url, body }, stop) => {
    if (url.includes('slow')) {
      begun.resolve()
      stop!.addEventListener('abort', () => held.resolve())
      await held.promise
      return ofAnswer(503)
    }
    heard.push(JSON.parse(body).id)
    return ofAnswer(200)
  })
  const slow = await webhooks.create(OPERATOR, { url: 'https://slow.example/', kinds: ['click'] })
  const well = await webhooks.create(OPERATOR, { url: 'https://well.example/', kinds: ['click'] })
  const stop = new AbortController()
  await store.ledger.append(Array.from({ length: 100 }, (_, at) => clickOf(3_000 + at)))
  const delivering = webhooks.deliver(stop.signal)
  await begun.promise
  await until('the other one hears of all', 10_000, () => heard.length >= 100)
  assert.equal(heard.length, 100, 'more than go to it at once')
  await click(3_100)
  await until('it hears of what came meanwhile', 10_000, () => heard.length >= 101)
  assert.equal(heard.length, 101, 'also what came meanwhile')
  stop.abort()
  await delivering
  let left = 0
  // Of each webhook only so many are told at a time.
  for (let due; (due = await store.webhooks.due(clock.nowMs(), 200)).length > 0; left += due.length) {
    for (const { number } of due) await store.webhooks.settle(number, 'delivered')
  }
  assert.equal(left, 101, 'stays due for the slow one')
  for (const { id } of [slow, well]) await webhooks.remove(OPERATOR, id)
})

test('a message that nobody takes is tried twelve times, later and later, and then given up and counted', async () => {
  const tries: number[] = []
  const webhooks = openWebhooks(async ({ nowMs }) => {
    tries.push(nowMs)
    return ofAnswer(503)
  })
  await webhooks.create(OPERATOR, { url: 'https://shop.example/hook', kinds: ['click'] })
  clock.set(Date.UTC(2026, 4, 1))
  await click(9)
  for (let minute = 0; minute < 4 * 24 * 60; minute++) {
    clock.set(clock.nowMs() + 60_000)
    await webhooks.deliver()
  }
  assert.equal(tries.length, 12)
  const waits = tries.slice(1).map((at, i) => at - tries[i]!)
  assert.ok(
    waits.every((wait, i) => i === 0 || wait >= waits[i - 1]!),
    waits.join(),
  )
  assert.ok(waits.at(-1)! <= 6 * HOUR_MS + 60_000)
  assert.equal((await webhooks.list(OPERATOR))[0]!.dropped, 1)
  assert.deepEqual(await store.webhooks.due(Number.MAX_SAFE_INTEGER, 10), [])
})

// What of an invoice is unpaid, since when it is paid, and whether it is overdue, over HTTP.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createStateAccounts } from '../../src/actions/books/state-accounts.ts'
import { createManualClock, DAY_MS } from '../../src/base/clock.ts'
import { createIdSource } from '../../src/base/ids.ts'
import { createRandomBytes } from '../../src/base/random.ts'
import type { Caller } from '../../src/domain/api-key.ts'
import { until } from '../support/until.ts'
import { type AdminService, startAdminService } from './admin-service.ts'

const BROWSER = {
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
}
const OPERATOR: Caller = { keyId: 'key_1', mode: 'live', scopes: new Set(['admin']), rateLimit: 100, origins: [] }
const usd = (amount: string) => ({ amount, currency: 'USD' })

let service: AdminService
let chatKey: string
before(async () => {
  service = await startAdminService({ ASIDE_TRAFFIC_FILTER: 'report' })
  const policy = { intentGate: false, minRelevance: 0, floor: { amount: '0.50' } }
  const { id: publisherId } = await service.make('publishers', { name: 'Chat', policy })
  chatKey = (await service.make('keys', { publisherId, scopes: ['ads:request', 'events:write'] })).key
})
after(() => service.stop())

const get = async (path: string, key?: string) =>
  (await service.call('GET', `/api/v1/${path}`, undefined, key === undefined ? {} : { key })).body
let serial = 0
/** An invoiced advertiser whose ads are about something that nobody else sells. */
async function owing(goods: string) {
  const { advertiser, campaign, key } = await service.makeAdvertiser(goods)
  await service.make('ads', { campaignId: campaign.id, title: `${goods} reeds`, landingUrl: 'https://shop.example/' })
  const advertiserId: string = advertiser.id
  const unpaidOf = async (id: string) => {
    const { unpaid, paidAt, overdue } = await get(`invoices/${id}`)
    assert.equal(unpaid.currency, 'USD')
    return [unpaid.amount, paidAt !== undefined, overdue]
  }
  return {
    key,
    advertiserId,
    unpaidOf,
    /** 0.50 are charged. */
    async click(): Promise<string> {
      const request = {
        conversationContext: { query: `${goods} reeds` },
        slots: [{ slotId: 'main', format: 'action_card' }],
      }
      const { body } = await service.call('POST', '/api/v1/ads/request', request, { key: chatKey })
      const [ad] = body.slots[0].ads
      const path = ad.tracking.clickUrl.slice(service.config.baseUrl.length)
      assert.equal((await service.call('GET', path, undefined, { headers: BROWSER })).status, 302)
      return ad.impressionId
    },
    invoice: () => service.make('invoices', { advertiserId }),
    pay: (amount: string) =>
      service.make(`advertisers/${advertiserId}/funds`, { amount, reference: `wire ${++serial}` }),
    correct: (amount: string) =>
      service.make('adjustments', { advertiserId, amount, reference: `correction ${++serial}` }),
  }
}

test('an invoice of which nothing is due has nothing unpaid, and was never paid', async () => {
  const { pay, invoice, unpaidOf, click, correct } = await owing('Bassoon')
  await pay('5.00')
  await click()
  const made = await invoice()
  assert.deepEqual([made.due, made.unpaid, made.paidAt, made.overdue], [usd('0.00'), usd('0.00'), undefined, false])
  await correct('-20.00')
  assert.deepEqual(await unpaidOf(made.id), ['0.00', false, false], 'what is taken off later is on the next one')
})

test('a payment in part leaves the rest unpaid, and one of the rest tells when it was paid', async () => {
  const { pay, invoice, unpaidOf, correct } = await owing('Shawm')
  await correct('-10.00')
  const { id, due, unpaid } = await invoice()
  assert.deepEqual([due, unpaid], [usd('10.00'), usd('10.00')])
  await pay('4.00')
  assert.deepEqual(await unpaidOf(id), ['6.00', false, false])
  const beforeMs = Date.now()
  await pay('6.00')
  const paid = await get(`invoices/${id}`)
  assert.equal(paid.unpaid.amount, '0.00')
  assert.ok(Date.parse(paid.paidAt) >= beforeMs && Date.parse(paid.paidAt) <= Date.now())
  await pay('100.00')
  assert.equal((await get(`invoices/${id}`)).paidAt, paid.paidAt, 'what is paid beyond it changes nothing')
  const { body } = await service.call('PATCH', `/api/v1/invoices/${id}`, { status: 'confirmed' })
  assert.deepEqual([body.status, body.unpaid, body.paidAt], ['confirmed', usd('0.00'), paid.paidAt])
})

test('of two invoices the older one is paid first, and the newer one holds what is left of it', async () => {
  const { click, pay, invoice, unpaidOf } = await owing('Oboe')
  await click()
  const first = await invoice()
  await click()
  await click()
  const second = await invoice()
  assert.deepEqual([first.due.amount, second.due.amount], ['0.50', '1.50'])
  await pay('0.30')
  assert.deepEqual(
    [await unpaidOf(first.id), await unpaidOf(second.id)],
    [
      ['0.20', false, false],
      ['1.20', false, false],
    ],
  )
  await pay('0.20')
  assert.deepEqual(
    [await unpaidOf(first.id), await unpaidOf(second.id)],
    [
      ['0.00', true, false],
      ['1.00', false, false],
    ],
  )
  await pay('1.00')
  assert.deepEqual((await unpaidOf(second.id)).slice(0, 2), ['0.00', true])
})

test('what is charged later makes no invoice unpaid again', async () => {
  const { click, pay, invoice, unpaidOf } = await owing('Cornett')
  await click()
  const { id } = await invoice()
  await pay('0.50')
  for (let i = 0; i < 3; i++) await click()
  assert.deepEqual(await unpaidOf(id), ['0.00', true, false])
  assert.deepEqual(
    (await get(`invoices?advertiserId=${(await get(`invoices/${id}`)).advertiserId}&unpaid=true`)).data,
    [],
  )
})

test('a click that is taken back and a credit pay of what is owed, and a wrong payment is taken back by a correction', async () => {
  const { click, pay, correct, invoice, unpaidOf } = await owing('Dulcian')
  const ids = [await click(), await click(), await click()]
  const { id } = await invoice()
  assert.deepEqual(await unpaidOf(id), ['1.50', false, false])
  await service.make('reversals', { events: [`${ids[0]}:click`], reason: 'a script' })
  assert.deepEqual(await unpaidOf(id), ['1.00', false, false])
  await correct('0.25')
  assert.deepEqual(await unpaidOf(id), ['0.75', false, false])
  await pay('75.00')
  assert.deepEqual(await unpaidOf(id), ['0.00', true, false])
  await correct('-75.00')
  assert.deepEqual(await unpaidOf(id), ['0.75', false, false], 'the payment was a mistake')
  await correct('-3.00')
  assert.deepEqual(await unpaidOf(id), ['1.50', false, false], 'never more than was due')
  await pay('1.50')
  assert.deepEqual(await unpaidOf(id), ['0.00', true, false])
})

test('what money.md tells step by step is so', async () => {
  const { pay, correct, invoice, unpaidOf } = await owing('Tromba')
  const invoices: string[] = []
  const unpaid = () => Promise.all(invoices.map(async (id) => (await unpaidOf(id))[0]))
  await correct('-10.00')
  invoices.push((await invoice()).id)
  assert.deepEqual(await unpaid(), ['10.00'])
  await correct('-5.00')
  invoices.push((await invoice()).id)
  assert.deepEqual(await unpaid(), ['10.00', '15.00'])
  await pay('12.00')
  assert.deepEqual(await unpaid(), ['0.00', '3.00'])
  await correct('-12.00')
  await pay('2.00')
  assert.deepEqual(await unpaid(), ['8.00', '13.00'])
})

test('what is less than a cent can neither be due nor unpaid', async () => {
  const { correct, pay, invoice, unpaidOf } = await owing('Racket')
  await correct('-10.009')
  const { id, due, closing } = await invoice()
  assert.deepEqual([due.amount, closing.amount], ['10.00', '-10.009'])
  await pay('9.995')
  assert.deepEqual(await unpaidOf(id), ['0.01', false, false])
  await pay('0.005')
  assert.deepEqual(await unpaidOf(id), ['0.00', true, false])
})

test('those that are not paid are listed, newest first and page by page, and to each advertiser its own', async () => {
  const [one, other] = [await owing('Crumhorn'), await owing('Rackett')]
  const made: string[] = []
  for (let i = 0; i < 5; i++) {
    for (const { correct, invoice } of [one, other]) {
      await correct('-1.00')
      made.unshift((await invoice()).id)
    }
  }
  const [others, own] = [made.filter((_, i) => i % 2 === 0), made.filter((_, i) => i % 2 === 1)]
  await one.pay('2.00')
  await other.pay('4.50')
  const wanted = made.filter((id) => own.slice(0, 3).includes(id) || id === others[0])
  const found: string[] = []
  for (let cursor = ''; cursor !== undefined;) {
    const page = await get(`invoices?unpaid=true&limit=2${cursor && `&cursor=${cursor}`}`)
    assert.ok(page.data.length <= 2)
    for (const { unpaid } of page.data) assert.ok(Number(unpaid.amount) > 0)
    found.push(...page.data.map(({ id }: any) => id))
    cursor = page.nextCursor ?? undefined
  }
  assert.deepEqual(
    found.filter((id) => made.includes(id)),
    wanted,
  )
  const idsOf = async (query: string, key?: string) =>
    (await get(`invoices?${query}`, key)).data.map(({ id }: any) => id)
  assert.deepEqual(await idsOf(`unpaid=true&advertiserId=${one.advertiserId}`), own.slice(0, 3))
  assert.deepEqual(await idsOf('unpaid=true', other.key), [others[0]])
  const statements: { id: string }[] = (await get('statements?unpaid=true')).data
  assert.ok(
    statements.every(({ id }) => id.startsWith('st_')),
    'of statements it is unknown',
  )
  assert.deepEqual(await idsOf('unpaid=false', other.key), others, 'all of them')
  await service.call('PATCH', `/api/v1/invoices/${own[1]}`, { status: 'confirmed' })
  assert.deepEqual(await idsOf('unpaid=true&status=open', one.key), [own[0], own[2]])
  const elsewhere = await service.call('GET', `/api/v1/invoices/${own[0]}`, undefined, { key: other.key })
  assert.equal(elsewhere.status, 404)
  for (const wrong of ['unpaid=', 'unpaid=some'])
    assert.equal((await service.call('GET', `/api/v1/invoices?${wrong}`)).body.error.field, 'unpaid', wrong)
})

test('what stands on the paper stays, whatever is paid', async () => {
  const { correct, pay, invoice } = await owing('Sackbut')
  await correct('-7.00')
  const { id } = await invoice()
  const papers = () =>
    Promise.all(
      ['csv', 'html'].map(
        async (format) => (await service.call('GET', `/api/v1/invoices/${id}?format=${format}`)).text,
      ),
    )
  const before = await papers()
  await pay('7.00')
  assert.deepEqual(await papers(), before)
  assert.doesNotMatch(before.join(), /unpaid|overdue/i)
})

test('an invoice is overdue once the day is over by which it was due, in UTC, until it is paid', async () => {
  const { advertiserId, correct, pay } = await owing('Serpent')
  await correct('-2.00')
  const dueMs = Date.parse(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`) + 14 * DAY_MS
  const clock = createManualClock(Date.now())
  const ids = createIdSource({ clock, randomBytes: createRandomBytes() })
  const letterhead = { current: async () => ({ dueDays: 14 }) }
  const accounts = createStateAccounts({ store: service.store, clock, ids, letterhead, currency: 'USD' })
  const { id, body } = await accounts.open(OPERATOR, 'invoice', advertiserId)
  assert.equal(body.paper!.dueDate, new Date(dueMs).toISOString().slice(0, 10))
  const isOverdue = async () => {
    const { data } = await accounts.list(OPERATOR, 'invoice', { limit: 1, advertiserId })
    const found = await accounts.find(OPERATOR, 'invoice', id)
    assert.deepEqual(data[0], found)
    return found.payment!.isOverdue
  }
  clock.set(dueMs + DAY_MS - 1)
  assert.equal(await isOverdue(), false, 'not on the day itself')
  clock.set(dueMs + DAY_MS)
  assert.equal(await isOverdue(), true)
  await pay('1.99')
  assert.equal(await isOverdue(), true)
  await pay('0.01')
  assert.equal(await isOverdue(), false)
})

test('who waits until a due day has passed reads that an invoice is overdue', async () => {
  const fast = await startAdminService({ ASIDE_CLOCK: 'x86400' })
  try {
    await fast.call('PUT', '/api/v1/letterhead', { dueDays: 1 })
    const { advertiser } = await fast.makeAdvertiser('Ophicleide')
    await fast.make('adjustments', { advertiserId: advertiser.id, amount: '-5.00', reference: 'fee' })
    const { id } = await fast.make('invoices', { advertiserId: advertiser.id })
    const isOverdue = async () => (await fast.call('GET', `/api/v1/invoices/${id}`)).body.overdue
    await until('two days are over', 20_000, isOverdue)
    const { body } = await fast.call('GET', '/api/v1/invoices?unpaid=true')
    assert.deepEqual(body.data.map((one: any) => [one.id, one.overdue]).at(-1), [id, true])
    await fast.make(`advertisers/${advertiser.id}/funds`, { amount: '5.00', reference: 'INV-000001' })
    assert.equal(await isOverdue(), false)
  } finally {
    await fast.stop()
  }
})

// The same links with the embedded store behind them: what was answered is in the books, once.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createManualClock, HOUR_MS } from '../../src/base/clock.ts'
import { impressionIdOf } from '../../src/domain/link-token.ts'
import type { ReportRow } from '../../src/domain/report.ts'
import { openStore } from '../../src/store/open.ts'
import { seed } from '../store/entities.ts'
import { openTracking, START, type Tracking } from './tracking-support.ts'

const UNIT = 1_000_000
const dataDir = mkdtempSync(join(tmpdir(), 'aside-tracking-'))
let store: Awaited<ReturnType<typeof openStore>>
let service: Tracking
before(async () => {
  store = await openStore({ dataDir, clock: createManualClock(START) })
  await seed(store, { campaign: { budget: { totalMicros: 5 * UNIT } } })
  service = await openTracking({ store, mode: 'report' })
})
after(async () => {
  await service.close()
  await store.close()
  rmSync(dataDir, { recursive: true })
})

async function totals(): Promise<
  Pick<ReportRow, 'clicks' | 'impressions' | 'conversions' | 'spendMicros' | 'ignored'>
> {
  const day = new Date(START).toISOString().slice(0, 10)
  const rows = await store.reports.read({ from: day, to: day, groupBy: ['campaign'], test: false })
  const { clicks, impressions, conversions, spendMicros, ignored } = rows[0]!
  return { clicks, impressions, conversions, spendMicros, ignored }
}

test('one click link opened 200 times is billed once, and everybody lands on the page of the ad version', async () => {
  const path = `/c/${service.token()}`
  const replies = await Promise.all(Array.from({ length: 200 }, () => service.get(path)))
  assert.deepEqual(
    [...new Set(replies.map((reply) => `${reply.status} ${reply.headers.get('location')}`))],
    ['302 https://feather.example/tent'],
  )
  const { clicks, impressions, spendMicros, ignored } = await totals()
  assert.deepEqual(
    { clicks, impressions, spendMicros, ignored },
    { clicks: 1, impressions: 1, spendMicros: UNIT / 2, ignored: { duplicate: 199 } },
  )
})

test('clicks beyond the budget land and are kept as over budget, and the books close', async () => {
  const replies = await Promise.all(Array.from({ length: 30 }, () => service.get(`/c/${service.token()}`)))
  assert.ok(replies.every((reply) => reply.status === 302))
  const { spendMicros, ignored } = await totals()
  assert.deepEqual([spendMicros, ignored.over_budget], [5 * UNIT, 21])
  const verification = await store.ledger.verify()
  assert.deepEqual([verification.ok, verification.faults], [true, []])
})

test('a beacon by impression id and a sale find the click that the store knows', async () => {
  const link = service.link()
  await service.get(`/i/${service.signer.sign(link)}`)
  const reply = await service.post(
    '/api/v1/events',
    {
      events: [
        { type: 'viewable', impressionId: impressionIdOf(link) },
        { type: 'impression', impressionId: impressionIdOf(link) },
      ],
    },
    { 'x-api-key': 'server' },
  )
  const { results } = (await reply.json()) as { results: { status: string }[] }
  assert.deepEqual(
    results.map(({ status }) => status),
    ['accepted', 'duplicate'],
  )
  const sale = { clickId: impressionIdOf(link), transactionId: 'order-1', type: 'purchase', value: '20.00' }
  const sold = await Promise.all(
    [1, 2, 3].map(() => service.post('/api/v1/conversions', sale, { 'x-api-key': 'feather' })),
  )
  const statuses = await Promise.all(sold.map(async (one) => ((await one.json()) as { status?: string }).status))
  assert.equal(statuses.filter((status) => status === 'accepted').length, 1)
  assert.equal((await totals()).conversions, 1)
})

test('late clicks of programs, and known clicks that come again late, keep their reason and lead to no sale', async (t) => {
  const strict = await openTracking({ store, mode: 'on' })
  t.after(() => strict.close())
  const [opened, known] = [strict.link({ model: 'cpa' }), strict.link({ model: 'cpa' })]
  const taken = { impressionId: impressionIdOf(known), kind: 'click' } as const
  await strict.get(`/c/${strict.signer.sign(known)}`)
  await store.ledger.reverse({ id: 'rev_1', reason: 'a farm', facts: [taken], atMs: START })
  strict.clock.set(START + 25 * HOUR_MS)
  await strict.get(`/c/${strict.signer.sign(opened)}`, { 'user-agent': 'Googlebot/2.1' })
  const click = { type: 'click', token: strict.signer.sign(known) }
  const again = await strict.post('/api/v1/events', { events: [click] }, { 'x-api-key': 'server' })
  assert.deepEqual(await again.json(), { results: [{ status: 'duplicate', reason: 'duplicate' }] })
  for (const [i, link] of [opened, known].entries()) {
    const sale = { clickId: impressionIdOf(link), transactionId: `late-${i}`, type: 'purchase' }
    const sold = await strict.post('/api/v1/conversions', sale, { 'x-api-key': 'feather' })
    const { status, reason } = (await sold.json()) as { status: string; reason?: string }
    assert.deepEqual([status, reason], ['ignored', 'no_impression'])
  }
})

test('a click on a test link lands and costs nothing', async () => {
  const before = await totals()
  assert.equal((await service.get(`/c/${service.token({ test: true })}`)).status, 302)
  assert.deepEqual(await totals(), before)
})

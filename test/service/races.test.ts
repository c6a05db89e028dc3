// Budgets under a storm of clicks, and one fact sent hundreds of times: what is charged is exact.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSeededRandom } from '../../src/base/random.ts'
import { createHttpClient, type HttpClient } from '../support/http-client.ts'
import { openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { balancesOf, dayReport, entriesOf, microsOf, verifyBooks } from '../support/service-answers.ts'
import { addAd, adsFor, noFillOf, openCampaign, openShop, type Shop } from '../support/stock.ts'

const CAMPAIGNS = 50
const PRICE_MICROS = 100_000
const BUDGET_MICROS = 730_000
const LINKS = 1_200
const IN_FLIGHT = 64
const REPLAYS = 300
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6))

let place: Place
let service: RunningService
let shop: Shop
let client: HttpClient

before(async () => {
  place = await openPlace()
  service = await startProcess(place, { ASIDE_TRAFFIC_FILTER: 'report', ASIDE_RATE_LIMIT: 'off' })
  shop = await openShop(service, { floor: { amount: '0.10', currency: 'USD' } })
  client = createHttpClient({ sockets: IN_FLIGHT })
})
after(async () => {
  client?.close()
  await service?.kill()
  place?.remove()
})

test(`${CAMPAIGNS} budgets of 7.3 clicks are charged 7 clicks each, and never more at any moment`, async (t) => {
  t.diagnostic(`seed ${SEED}`)
  const query = 'Which pocket knife should I buy?'
  const campaigns = new Set<string>()
  for (let i = 0; i < CAMPAIGNS; i++) {
    const { campaignId } = await openCampaign(service, {
      campaign: { bid: { model: 'cpc', amount: '0.10' }, budget: { total: '0.73' } },
    })
    campaigns.add(campaignId)
    await addAd(service, campaignId, { title: 'Sturdy pocket knife', landingUrl: `https://knives.example/${i}` })
  }
  const urls: string[] = []
  while (urls.length < LINKS) {
    const ads = await adsFor(service, { key: shop.key, query, slots: 3, count: 10 })
    assert.equal(ads.length, 30)
    urls.push(...ads.map(({ tracking }) => tracking.clickUrl))
  }

  let storming = true
  const samples = sampleSpend(() => storming)
  await clickAll(shuffled(urls))
  storming = false
  assert.deepEqual((await samples).over, [], 'charged beyond a budget while the storm went on')
  assert.ok((await samples).taken >= 2)

  const { rows, totals } = await dayReport(service, 'campaign')
  const ours = rows.filter(({ campaign }: { campaign: string }) => campaigns.has(campaign))
  assert.deepEqual(new Set(ours.map(({ spend }: any) => microsOf(spend.amount))), new Set([7 * PRICE_MICROS]))
  assert.deepEqual([ours.length, totals.clicks, totals.ignored], [CAMPAIGNS, 350, { over_budget: urls.length - 350 }])
  assert.equal(await noFillOf(service, { key: shop.key, query }), 'budget_exhausted')
  assert.deepEqual(await verifyBooks(service), [])
})

test('an account that pays in advance is never overdrawn by a storm', async () => {
  const query = 'Which copper kettle should I buy?'
  const { advertiserId, campaignId } = await openCampaign(service, { advertiser: { billing: 'prepaid' } })
  await addAd(service, campaignId, { title: 'Copper kettle' })
  const payment = { amount: '1.25', currency: 'USD', reference: 'wire 18' }
  await service.must('POST', `/api/v1/advertisers/${advertiserId}/funds`, payment)
  const urls = []
  for (let i = 0; i < 60; i++) urls.push((await adsFor(service, { key: shop.key, query }))[0]!.tracking.clickUrl)
  await clickAll(urls)
  const { balance } = await service.must('GET', `/api/v1/advertisers/${advertiserId}/funds`)
  assert.equal(microsOf(balance.amount), 50_000)
  assert.deepEqual(await verifyBooks(service), [])
})

test(`one click, one view and one sale sent ${REPLAYS} times on 20 connections count once each`, async () => {
  const query = 'Which wooden sledge should I buy?'
  const { advertiserId, campaignId } = await openCampaign(service, {
    campaign: { bid: { model: 'cpc', amount: '0.50' } },
  })
  await addAd(service, campaignId, { title: 'Wooden sledge' })
  const { key } = await service.must('POST', '/api/v1/keys', { advertiserId, scopes: ['events:write'] })
  const [ad] = await adsFor(service, { key: shop.key, query, userId: 'one person' })
  const token = ad!.tracking.clickUrl.split('/').at(-1)
  const many = createHttpClient({ sockets: 20 })
  const repeat = (url: string, call = {}) => Promise.all(Array.from({ length: REPLAYS }, () => many.send(url, call)))

  const beacon = {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify({ events: [{ type: 'impression', token }] }),
  }
  const sale = {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: { clickId: ad!.impressionId, transactionId: 'order 1', type: 'purchase', value: '12.00' },
  }
  const views = await repeat(`${service.url}/api/v1/events`, beacon)
  const clicks = await repeat(ad!.tracking.clickUrl)
  const sales = await repeat(`${service.url}/api/v1/conversions`, sale)
  many.close()

  assert.deepEqual(tally(views.map((answer) => answer.json().results[0].status)), {
    accepted: 1,
    duplicate: REPLAYS - 1,
  })
  assert.deepEqual(tally(clicks.map(({ status }) => status)), { 302: REPLAYS })
  const sold = tally(sales.map((answer) => (answer.status === 409 ? 'being recorded' : answer.json().status)))
  assert.equal(sold.accepted, 1)
  assert.equal((sold.duplicate ?? 0) + (sold['being recorded'] ?? 0), REPLAYS - 1, JSON.stringify(sold))

  const { rows } = await dayReport(service, 'campaign')
  const { impressions, conversions, clicks: counted, spend } = rows.find(({ campaign }: any) => campaign === campaignId)
  assert.deepEqual([impressions, counted, conversions, spend.amount], [1, 1, 1, '0.10'])
  assert.deepEqual(await verifyBooks(service), [])
})

test('one payment sent many times under one key is booked once', async () => {
  const { advertiserId } = await openCampaign(service, { advertiser: { billing: 'prepaid' } })
  const pay = () =>
    client.send(`${service.url}/api/v1/advertisers/${advertiserId}/funds`, {
      method: 'POST',
      headers: { authorization: 'Bearer operator-key-of-the-service-tests', 'idempotency-key': 'payment-1' },
      body: { amount: '5.00', currency: 'USD', reference: 'wire 19' },
    })
  const statuses = tally((await Promise.all(Array.from({ length: 40 }, pay))).map(({ status }) => status))
  assert.ok((statuses[201] ?? 0) >= 1 && (statuses[201] ?? 0) + (statuses[409] ?? 0) === 40, JSON.stringify(statuses))
  const { balance } = await service.must('GET', `/api/v1/advertisers/${advertiserId}/funds`)
  assert.equal(microsOf(balance.amount), 5_000_000)
  const sum = (await entriesOf(service)).reduce((total, { micros }) => total + micros, 0)
  assert.equal(sum, 0)
  const own = [...(await balancesOf(service))].filter(([account]) => account.includes(advertiserId))
  assert.deepEqual(
    own.map(([, micros]) => micros),
    [5_000_000],
  )
})

async function clickAll(urls: readonly string[]): Promise<void> {
  let next = 0
  const walk = async () => {
    while (next < urls.length) assert.equal((await client.send(urls[next++]!)).status, 302)
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, walk))
}

async function sampleSpend(goesOn: () => boolean): Promise<{ taken: number; over: string[] }> {
  const over: string[] = []
  let taken = 0
  while (goesOn()) {
    for (const { campaign, spend } of (await dayReport(service, 'campaign')).rows)
      if (microsOf(spend.amount) > BUDGET_MICROS) over.push(`${campaign} ${spend.amount}`)
    taken++
    await sleep(30)
  }
  return { taken, over }
}

function shuffled<T>(items: readonly T[]): T[] {
  const random = createSeededRandom(SEED)
  return items
    .map((item) => ({ item, lot: random() }))
    .toSorted((a, b) => a.lot - b.lot)
    .map(({ item }) => item)
}

function tally(values: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

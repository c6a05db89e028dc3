// What an ad costs, and that budgets, funds and caps really stop it, seen from outside.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { dayReport, microsOf, verifyBooks } from '../support/service-answers.ts'
import { addAd, adsFor, noFillOf, openCampaign, openShop } from '../support/stock.ts'

let place: Place
let service: RunningService

before(async () => {
  place = await openPlace()
  service = await startProcess(place)
})
after(async () => {
  await service?.kill()
  place?.remove()
})

/** Each test has words, and so ads, of its own. */
const TOPICS = [
  'espresso machine',
  'mountain bike',
  'acoustic guitar',
  'camping tent',
  'electric drill',
  'winter jacket',
  'telescope',
  'aquarium filter',
  'picture frame',
  'garden hammock',
  'wooden chess set',
]
let nextTopic = 0
function topic(): { title: string; query: string } {
  const words = TOPICS[nextTopic++]!
  return { title: `Superb ${words}`, query: `Which ${words} should I buy?` }
}

async function spentBy(campaignId: string): Promise<number> {
  const { rows } = await dayReport(service, 'campaign')
  const row = rows.find(({ campaign }: { campaign: string }) => campaign === campaignId)
  return row === undefined ? 0 : microsOf(row.spend.amount)
}

const click = (ad: { tracking: { clickUrl: string } }) => service.client.send(ad.tracking.clickUrl)

test('a winner without a rival pays the floor of the publisher, or the higher one of the slot', async () => {
  const { title, query } = topic()
  const { campaignId } = await openCampaign(service)
  await addAd(service, campaignId, { title })
  const prices = []
  for (const [policy, slot] of [
    [{}, {}],
    [{ floor: { amount: '0.20', currency: 'USD' } }, {}],
    [{ floor: { amount: '0.20', currency: 'USD' } }, { floor: { amount: '0.25', currency: 'USD' } }],
    [{ floor: { amount: '0.20', currency: 'USD' } }, { floor: { amount: '0.05', currency: 'USD' } }],
  ]) {
    const { key } = await openShop(service, policy)
    const before = await spentBy(campaignId)
    const [ad] = await adsFor(service, { key, query, slot })
    await click(ad!)
    prices.push((await spentBy(campaignId)) - before)
  }
  assert.deepEqual(prices, [10_000, 200_000, 250_000, 200_000])
})

test('a bid below the floor of the slot is not served, and says so', async () => {
  const { title, query } = topic()
  const { campaignId } = await openCampaign(service)
  await addAd(service, campaignId, { title })
  const { key } = await openShop(service)
  assert.equal(
    await noFillOf(service, { key, query, slot: { floor: { amount: '0.51', currency: 'USD' } } }),
    'below_floor',
  )
})

test('between equal ads the higher bid wins and pays what the other would have', async () => {
  const { title, query } = topic()
  const { key } = await openShop(service)
  const high = await openCampaign(service, { campaign: { bid: { model: 'cpc', amount: '0.50' } } })
  const low = await openCampaign(service, { campaign: { bid: { model: 'cpc', amount: '0.30' } } })
  await addAd(service, high.campaignId, { title })
  await addAd(service, low.campaignId, { title })
  const [ad] = await adsFor(service, { key, query })
  await click(ad!)
  assert.equal(await spentBy(low.campaignId), 0)
  const paid = await spentBy(high.campaignId)
  assert.ok(paid === 300_000 || paid === 300_001, `paid ${paid} micros`)
})

test('a thousand impressions are paid one at a time, and an implied impression is paid too', async () => {
  const { title, query } = topic()
  const { key } = await openShop(service, { floor: { amount: '2.00', currency: 'USD' } })
  const { campaignId } = await openCampaign(service, { campaign: { bid: { model: 'cpm', amount: '5.00' } } })
  await addAd(service, campaignId, { title })
  const [shown] = await adsFor(service, { key, query })
  await service.client.send(shown!.tracking.impressionUrl)
  assert.equal(await spentBy(campaignId), 2_000)
  const [clicked] = await adsFor(service, { key, query })
  await click(clicked!)
  assert.equal(await spentBy(campaignId), 4_000)
})

test('each publisher earns its own share, and one that asks for impressions earns nothing without them', async () => {
  const { title, query } = topic()
  const { campaignId } = await openCampaign(service)
  await addAd(service, campaignId, { title })
  const floor = { amount: '0.10', currency: 'USD' }
  const half = await openShop(service, { floor, revenueShare: 50 })
  const odd = await openShop(service, { floor, revenueShare: 61.2345, requireImpression: true })
  const [plain] = await adsFor(service, { key: half.key, query })
  const [strict] = await adsFor(service, { key: odd.key, query })
  await click(plain!)
  await click(strict!)
  const earned = async () => {
    const { rows } = await dayReport(service, 'publisher')
    const of = (id: string) => rows.find(({ publisher }: { publisher: string }) => publisher === id)
    return [half, odd].map(({ publisherId }) => {
      const { clicks, revenue, ignored } = of(publisherId)
      return [clicks, revenue.amount, ignored]
    })
  }
  assert.deepEqual(await earned(), [
    [1, '0.05', {}],
    [0, '0.00', { no_impression: 1 }],
  ])
  await service.client.send(strict!.tracking.impressionUrl)
  await click(strict!)
  assert.deepEqual((await earned())[1], [1, '0.061234', { no_impression: 1 }])
})

for (const span of ['total', 'daily']) {
  test(`a ${span} budget stops delivery once it is spent, to the micro, and a raised one starts it again`, async () => {
    const { title, query } = topic()
    const { key } = await openShop(service, { floor: { amount: '0.50', currency: 'USD' } })
    const { campaignId } = await openCampaign(service, { campaign: { budget: { [span]: '1.20' } } })
    await addAd(service, campaignId, { title })
    const ads = []
    for (let i = 0; i < 4; i++) ads.push(...(await adsFor(service, { key, query, userId: `u${i}` })))
    assert.equal(ads.length, 4, 'links are handed out until money is spent')
    for (const ad of ads) assert.equal((await click(ad)).status, 302)
    assert.equal(await spentBy(campaignId), 1_000_000)
    assert.equal(await noFillOf(service, { key, query }), 'budget_exhausted')
    const { rows } = await dayReport(service, 'campaign')
    const row = rows.find(({ campaign }: { campaign: string }) => campaign === campaignId)
    assert.deepEqual([row.clicks, row.ignored], [2, { over_budget: 2 }])
    await service.must('PATCH', `/api/v1/campaigns/${campaignId}`, { budget: { [span]: '1.50' } })
    assert.equal((await adsFor(service, { key, query, userId: 'u9' })).length, 1)
  })
}

test('an advertiser that pays in advance is served while there are funds', async () => {
  const { title, query } = topic()
  const { key } = await openShop(service, { floor: { amount: '0.40', currency: 'USD' } })
  const { advertiserId, campaignId } = await openCampaign(service, { advertiser: { billing: 'prepaid' } })
  await addAd(service, campaignId, { title })
  assert.equal(await noFillOf(service, { key, query }), 'budget_exhausted')
  const payment = { amount: '0.50', currency: 'USD', reference: 'wire 17' }
  assert.equal((await service.admin('POST', `/api/v1/advertisers/${advertiserId}/funds`, payment)).status, 201)
  const [ad] = await adsFor(service, { key, query })
  await click(ad!)
  assert.equal(await noFillOf(service, { key, query }), 'budget_exhausted')
  const { balance } = await service.must('GET', `/api/v1/advertisers/${advertiserId}/funds`)
  assert.equal(microsOf(balance.amount), 100_000)
})

test('an advertiser that is invoiced is served until it owes as much as the operator lets it, and again once it has paid', async () => {
  const { title, query } = topic()
  const { key } = await openShop(service, { floor: { amount: '0.40', currency: 'USD' } })
  const creditLimit = { amount: '0.40', currency: 'USD' }
  const { advertiserId, campaignId } = await openCampaign(service, { advertiser: { creditLimit } })
  await addAd(service, campaignId, { title })
  const path = `/api/v1/advertisers/${advertiserId}`
  assert.deepEqual((await service.must('GET', path)).creditLimit, creditLimit)
  await click((await adsFor(service, { key, query, userId: 'ana' }))[0]!)
  assert.equal(await noFillOf(service, { key, query }), 'budget_exhausted')
  const why = async () => (await service.must('GET', `/api/v1/campaigns/${campaignId}/delivery`)).reasons[0]?.code
  assert.equal(await why(), 'credit_limit')

  await service.must('POST', `${path}/funds`, { amount: '0.40', currency: 'USD', reference: 'invoice 1' })
  await click((await adsFor(service, { key, query, userId: 'ben' }))[0]!)
  assert.equal(await noFillOf(service, { key, query }), 'budget_exhausted')
  await service.must('PATCH', path, { creditLimit: null })
  assert.equal((await adsFor(service, { key, query })).length, 1)
  assert.equal(await why(), undefined)

  const { key: own } = await service.must('POST', '/api/v1/keys', { advertiserId, scopes: ['inventory:write'] })
  const raised = await service.client.send(service.url + path, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${own}` },
    body: { creditLimit: { amount: '1000.00' } },
  })
  assert.deepEqual([raised.status, raised.json().error.code], [403, 'scope_insufficient'])
})

test('a cap per user stops that user and nobody else', async () => {
  const { title, query } = topic()
  const { key } = await openShop(service)
  const { campaignId } = await openCampaign(service, {
    campaign: { frequencyCaps: [{ max: 2, windowSeconds: 3_600, per: 'user', scope: 'campaign' }] },
  })
  await addAd(service, campaignId, { title })
  for (let i = 0; i < 2; i++) assert.equal((await adsFor(service, { key, query, userId: 'often' })).length, 1)
  assert.equal(await noFillOf(service, { key, query, userId: 'often' }), 'frequency_cap')
  assert.equal((await adsFor(service, { key, query, userId: 'seldom' })).length, 1)
})

test('what was spent and shown still counts after a kill, and the books close', async () => {
  const { title, query } = topic()
  const { key } = await openShop(service, { floor: { amount: '0.50', currency: 'USD' } })
  const { campaignId } = await openCampaign(service, { campaign: { budget: { total: '0.50' } } })
  await addAd(service, campaignId, { title })
  await click((await adsFor(service, { key, query }))[0]!)
  await service.kill()
  service = await startProcess(place)
  assert.equal(await noFillOf(service, { key, query }), 'budget_exhausted')
  assert.equal(await spentBy(campaignId), 500_000)
  assert.deepEqual(await verifyBooks(service), [])
})

// What is learned from clicks: it shows in explanations and reports, and outlives a restart.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { addAd, adsFor, ask, LAPTOP, openCampaign, openShop, type Shop } from '../support/stock.ts'

const SHOWN = 20
const CLICKED = 6

let place: Place
let service: RunningService
let shop: Shop
let campaignId: string
let adId: string

before(async () => {
  place = await openPlace()
  service = await startProcess(place, { ASIDE_TRAFFIC_FILTER: 'report' })
  shop = await openShop(service)
  ;({ campaignId } = await openCampaign(service))
  adId = await addAd(service, campaignId)
  const rival = await openCampaign(service, { advertiser: { name: 'Rival', domain: 'rival.example' } })
  await addAd(service, rival.campaignId, { ...LAPTOP, landingUrl: 'https://rival.example/1' })
})
after(async () => {
  await service?.kill()
  place?.remove()
})

const explained = async () => (await ask(service, { key: shop.key, count: 2, options: { explain: true } })).json()
const candidateOf = (answer: any) => answer.explain.candidates.find((candidate: any) => candidate.adId === adId)

test('before any click every ad is expected to be clicked alike, and prices say who set them', async () => {
  const answer = await explained()
  const [first, second] = answer.explain.candidates
  assert.ok(Math.abs(first.rate - 0.005) < 1e-9 && Math.abs(second.rate - 0.005) < 1e-9)
  assert.ok(first.evidence > 1)
  const setBy = answer.explain.candidates.map((candidate: any) => candidate.priceSetBy).sort()
  assert.equal(setBy[1], 'floor', 'the last place has no rival')
  assert.ok([first.adId, second.adId].includes(setBy[0]), 'the first place is paid by the bid of the second')
})

test('clicks raise the rate that is expected, and a decision can be read back with its chances', async () => {
  const before = candidateOf(await explained()).rate
  for (let i = 0; i < SHOWN; i++) {
    const ads = await adsFor(service, { key: shop.key, count: 2 })
    for (const ad of ads) await service.client.send(ad.tracking.impressionUrl)
    const own = ads.find(({ id }) => id === adId)!
    if (i < CLICKED) assert.equal((await service.client.send(own.tracking.clickUrl)).status, 302)
  }
  const answer = await explained()
  const after = candidateOf(answer).rate
  assert.ok(after > 1.5 * before, `${after} after, ${before} before`)

  const decision = await service.must('GET', `/api/v1/decisions/${answer.requestId}`)
  assert.deepEqual(Object.keys(decision.explain.signals).sort(), Object.keys(answer.explain.signals).sort())
  assert.deepEqual(decision.explain.signals.terms, [])
  assert.ok(answer.explain.signals.terms.length > 0)
  const chances = decision.explain.candidates.map((candidate: any) => candidate.chanceOfFirstPlace)
  const sum = chances.reduce((total: number, chance: number) => total + chance, 0)
  assert.ok(Math.abs(sum - 1) < 0.05, `${chances}`)
})

test('calibration counts each impression once, with the click that followed', async () => {
  const { buckets, meanRate } = await service.must('GET', '/api/v1/calibration')
  const impressions = buckets.reduce((sum: number, bucket: any) => sum + bucket.impressions, 0)
  const clicks = buckets.reduce((sum: number, bucket: any) => sum + bucket.clicks, 0)
  assert.equal(clicks, CLICKED)
  // Until the first report of an impression, the ads of explained requests counted as they were served.
  assert.ok(impressions >= 2 * SHOWN && impressions <= 2 * SHOWN + 6, `${impressions}`)
  assert.ok(Math.abs(meanRate - clicks / impressions) < 1e-9)
})

test('another policy is judged by the decisions and clicks of late', async () => {
  for (const policy of ['greedy', 'relevance', 'uniform']) {
    const judged = await service.must('GET', `/api/v1/policy-evaluation?policy=${policy}`)
    assert.ok(judged.choices >= SHOWN, `${judged.choices} choices`)
    assert.ok(judged.rewards <= CLICKED && judged.rewards > 0)
    for (const name of ['ips', 'snips', 'dr']) assert.ok(judged[name].low <= judged[name].value)
  }
})

test('a forecast replays the decisions of late', async () => {
  const body = { like: [campaignId], bid: { model: 'cpc', amount: '0.50' }, days: 1 }
  const told = await service.must('POST', '/api/v1/forecast', body)
  assert.ok(told.basis.auctions >= SHOWN && told.basis.won > 0)
  assert.ok(told.impressions.low <= told.impressions.expected && told.impressions.expected <= told.impressions.high)
  const nulls = {
    budget: { total: null, daily: null },
    targeting: { countries: null, languages: { include: null } },
    days: 1,
  }
  assert.deepEqual(
    (await service.must('POST', '/api/v1/forecast', { ...body, ...nulls })).impressions,
    told.impressions,
  )
  // The conversations were English; codes are read as those of a campaign are.
  const elsewhere = { ...body, targeting: { languages: { exclude: ['EN-gb'] } } }
  assert.equal((await service.must('POST', '/api/v1/forecast', elsewhere)).impressions.high, 0)
  const poor = await service.must('POST', '/api/v1/forecast', { ...body, budget: { total: '0.05' } })
  assert.ok(Number(poor.spend.high) <= 0.05)
})

test('what was learned outlives a restart', async () => {
  const before = candidateOf(await explained()).rate
  await service.terminate()
  service = await startProcess(place, { ASIDE_TRAFFIC_FILTER: 'report' })
  const after = candidateOf(await explained()).rate
  assert.ok(Math.abs(after - before) < 0.2 * before, `${after} after, ${before} before`)
  const { buckets } = await service.must('GET', '/api/v1/calibration')
  assert.equal(
    buckets.reduce((sum: number, bucket: any) => sum + bucket.clicks, 0),
    CLICKED,
  )
})

test('a click that was taken back is no reward', async () => {
  const rewards = async () => (await service.must('GET', '/api/v1/policy-evaluation')).rewards
  const before = await rewards()
  const request = {
    key: shop.key,
    query: 'Which laptop should I buy?',
    slot: { block: { domains: ['rival.example'] } },
  }
  const [ad] = await adsFor(service, request)
  assert.equal((await service.client.send(ad!.tracking.clickUrl)).status, 302)
  assert.equal(await rewards(), before + 1)
  const events = [`${ad!.impressionId}:click`]
  assert.equal((await service.must('POST', '/api/v1/reversals', { reason: 'invalid', events })).reversed, 2)
  assert.equal(await rewards(), before)
})

// From an empty folder to a paid sale: filled, asked, shown, clicked, converted and counted over real sockets.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { type Ad, addAd, adsFor, LAPTOP_QUERY, openCampaign, openShop, type Shop } from '../support/stock.ts'
import { askOverMcp, balancesOf, dayReport, entriesOf, verifyBooks } from '../support/service-answers.ts'

const READER = { userContext: { userId: 'reader', demographics: { country: 'DE' } } }

let place: Place
let service: RunningService
let shop: Shop
let advertiserId: string
let campaignId: string
let advertiserKey: string
let ad: Ad

before(async () => {
  place = await openPlace()
  service = await startProcess(place)
  shop = await openShop(service)
  ;({ advertiserId, campaignId } = await openCampaign(service))
  await addAd(service, campaignId, { landingUrl: 'https://feather.example/13?click={click_id}' })
  advertiserKey = (
    await service.must('POST', '/api/v1/keys', { advertiserId, scopes: ['events:write', 'reports:read'] })
  ).key
})
after(async () => {
  await service?.kill()
  place?.remove()
})

test('an ad bought over the admin API comes back from both doors', async () => {
  ad = (await adsFor(service, { key: shop.key, more: READER }))[0]!
  assert.equal(ad.content.title, 'Feather 13 quiet light laptop')
  const { ads } = await askOverMcp(service, shop.key, { query: LAPTOP_QUERY, count: 1 })
  assert.deepEqual([ads[0].id, ads[0].title], [ad.id, ad.content.title])
})

test('what happens to an ad is recorded once, and the click lands on the approved page', async () => {
  const { impressionUrl, viewableUrl, clickUrl } = ad.tracking
  assert.equal((await service.client.send(impressionUrl)).status, 204)
  assert.equal((await service.client.send(viewableUrl)).status, 204)
  const click = await service.client.send(clickUrl)
  assert.deepEqual([click.status, click.headers.location], [302, `https://feather.example/13?click=${ad.impressionId}`])
  const sale = { clickId: ad.impressionId, transactionId: 'order-1', type: 'purchase', value: '899.00' }
  const converted = await service.client.send(`${service.url}/api/v1/conversions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${advertiserKey}` },
    body: sale,
  })
  assert.deepEqual([converted.status, converted.json().status], [200, 'accepted'], converted.text)
})

test('a campaign tells its shop by parameters where people come from, on links that are out already, too', async () => {
  const path = `/api/v1/campaigns/${campaignId}`
  const landingParameters = '?utm_source=aside&utm_campaign={campaign_id}&click=twice'
  const changed = await service.must('PATCH', path, { landingParameters })
  assert.equal(changed.landingParameters, landingParameters.slice(1))
  const landsAt = async () => (await service.client.send(ad.tracking.clickUrl, { method: 'HEAD' })).headers.location
  const page = `https://feather.example/13?click=${ad.impressionId}`
  assert.equal(await landsAt(), `${page}&utm_source=aside&utm_campaign=${campaignId}`)

  const refused = await service.admin('PATCH', path, { landingParameters: 'utm_source=my chat' })
  assert.deepEqual([refused.status, refused.json().error.field], [400, 'landingParameters'])
  const cleared = await service.must('PATCH', path, { landingParameters: null })
  assert.ok(!('landingParameters' in cleared))
  assert.equal(await landsAt(), page)
})

test('reports by every dimension show the funnel exactly once', async () => {
  for (const dimension of ['day', 'hour', 'publisher', 'advertiser', 'campaign', 'ad', 'slot', 'country', 'format']) {
    const { rows, totals } = await dayReport(service, dimension)
    const counts = ({ impressions, viewable, clicks, conversions, spend, revenue, conversionValue }: any) =>
      [impressions, viewable, clicks, conversions, spend.amount, revenue.amount, conversionValue.amount].join(' ')
    const once = '1 1 1 1 0.01 0.007 899.00'
    assert.equal(counts(totals), once, `${dimension}: ${JSON.stringify(totals)}`)
    const busy = rows.filter((row: any) => row.clicks > 0)
    assert.deepEqual(busy.map(counts), [once], dimension)
    assert.deepEqual(Object.keys(totals.ignored), [], dimension)
    const expected: Record<string, string> = {
      publisher: shop.publisherId,
      advertiser: advertiserId,
      campaign: campaignId,
      ad: ad.id,
    }
    const named: Record<string, string> = {
      slot: 'slot-1',
      country: 'DE',
      format: 'action_card',
      day: new Date().toISOString().slice(0, 10),
    }
    const key = expected[dimension] ?? named[dimension]
    if (key) assert.equal(busy[0][dimension], key)
  }
})

test('an advertiser and a publisher see what is theirs in reports, and nobody sees the books', async () => {
  const { status, json } = await service.client.send(`${service.url}/api/v1/reports?groupBy=campaign`, {
    headers: { authorization: `Bearer ${advertiserKey}` },
  })
  assert.equal(status, 200)
  assert.equal(json().totals.clicks, 1)
  const books = await service.client.send(`${service.url}/api/v1/ledger/balances`, {
    headers: { authorization: `Bearer ${advertiserKey}` },
  })
  assert.equal(books.status, 403)
})

test('a test key goes the whole way and costs nobody anything', async () => {
  const before = await dayReport(service, 'campaign')
  const [probe] = await adsFor(service, { key: shop.testKey, userId: 'tester' })
  assert.equal((await service.client.send(probe!.tracking.impressionUrl)).status, 204)
  assert.equal((await service.client.send(probe!.tracking.clickUrl)).status, 302)
  const [optional] = await adsFor(service, { key: shop.key, userId: 'tester-2', options: { test: true } })
  assert.equal((await service.client.send(optional!.tracking.clickUrl)).status, 302)
  const after = await dayReport(service, 'campaign')
  assert.deepEqual(valid(after), valid(before))
  const { totals } = await service.must('GET', '/api/v1/reports?test=true')
  assert.deepEqual([totals.clicks, totals.spend.amount], [2, '0.00'])
})

test('the books close: every posting sums to zero, and the entries sum to the balances', async () => {
  assert.deepEqual(await verifyBooks(service), [])
  const entries = await entriesOf(service)
  assert.deepEqual(entries.map(({ account, amount }) => `${account.split(':')[0]} ${amount}`).toSorted(), [
    'advertiser -0.01',
    'platform 0.003',
    'publisher 0.007',
  ])
  const sums = new Map<string, number>()
  for (const { account, micros } of entries) sums.set(account, (sums.get(account) ?? 0) + micros)
  assert.deepEqual(Object.fromEntries(sums), Object.fromEntries(await balancesOf(service)))
})

test('everything survives an orderly stop and a killed process', async () => {
  const before = await dayReport(service, 'ad')
  for (const end of ['terminate', 'kill'] as const) {
    await service[end]()
    service = await startProcess(place)
    assert.deepEqual(valid(await dayReport(service, 'ad')), valid(before), `after ${end}`)
    assert.deepEqual(await verifyBooks(service), [])
    assert.equal((await service.client.send(ad.tracking.clickUrl)).status, 302, 'a link goes on working')
    assert.equal((await dayReport(service, 'ad')).totals.clicks, 1, 'and its click is known')
    assert.equal((await adsFor(service, { key: shop.key }))[0]?.id, ad.id, 'keys and inventory are there')
  }
})

/** What counts; replays go on being counted as such. */
function valid({ totals }: { totals: any }) {
  const { impressions, viewable, clicks, conversions, spend, revenue } = totals
  return { impressions, viewable, clicks, conversions, spend, revenue }
}

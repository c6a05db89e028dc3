// What an operator changes is served within two seconds of the answer, at both doors, and stays changed.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { askOverMcp } from '../support/service-answers.ts'
import { addAd, adsFor, ask, LAPTOP, LAPTOP_QUERY, openCampaign, openShop, type Shop } from '../support/stock.ts'
import { until } from '../support/until.ts'

const SOON_MS = 2_000

let place: Place
let service: RunningService
let shop: Shop
let advertiserId: string
let campaignId: string
let adId: string

before(async () => {
  place = await openPlace()
  service = await startProcess(place)
  shop = await openShop(service)
  ;({ advertiserId, campaignId } = await openCampaign(service))
  adId = await addAd(service, campaignId)
})
after(async () => {
  await service?.kill()
  place?.remove()
})

async function titles(): Promise<string[]> {
  return (await adsFor(service, { key: shop.key, count: 3 })).map(({ content }) => content.title)
}

async function serves(what: string, wanted: readonly string[]): Promise<void> {
  await until(what, SOON_MS, async () => JSON.stringify(await titles()) === JSON.stringify(wanted))
  const { ads } = await askOverMcp(service, shop.key, { query: LAPTOP_QUERY })
  assert.deepEqual(
    ads.map(({ title }: { title: string }) => title),
    wanted,
    'over MCP',
  )
}

test('pausing and resuming an ad or its campaign', async () => {
  for (const path of [`/api/v1/ads/${adId}`, `/api/v1/campaigns/${campaignId}`]) {
    await service.must('PATCH', path, { status: 'paused' })
    await serves(`${path} paused`, [])
    await service.must('PATCH', path, { status: 'active' })
    await serves(`${path} active`, [LAPTOP.title])
  }
})

test('a changed text, and a link that still leads where its version led', async () => {
  const [old] = await adsFor(service, { key: shop.key })
  const title = 'Feather 14 quiet light laptop'
  await service.must('PATCH', `/api/v1/ads/${adId}`, { title, landingUrl: 'https://feather.example/14' })
  await serves('the new title', [title])
  const [fresh] = await adsFor(service, { key: shop.key })
  const landing = async (ad: typeof old) => (await service.client.send(ad!.tracking.clickUrl)).headers.location
  assert.deepEqual(
    [await landing(old), await landing(fresh)],
    ['https://feather.example/13', 'https://feather.example/14'],
  )
  await service.must('PATCH', `/api/v1/ads/${adId}`, { title: LAPTOP.title, landingUrl: LAPTOP.landingUrl })
  await serves('the old title again', [LAPTOP.title])
})

test('a policy that blocks an advertiser', async () => {
  const path = `/api/v1/publishers/${shop.publisherId}`
  await service.must('PATCH', path, { policy: { blockedAdvertisers: [advertiserId] } })
  await serves('the advertiser is blocked', [])
  await service.must('PATCH', path, { policy: { blockedAdvertisers: [] } })
  await serves('the advertiser is let in again', [LAPTOP.title])
})

test('a policy that lets in another advertiser alone', async () => {
  const path = `/api/v1/publishers/${shop.publisherId}`
  const { advertiserId: other } = await openCampaign(service)
  const allow = (...allowedAdvertisers: string[]) => service.must('PATCH', path, { policy: { allowedAdvertisers } })
  await allow(other)
  await serves('others are let in alone', [])
  await allow(other, advertiserId)
  await serves('the advertiser is let in, too', [LAPTOP.title])
  await allow()
  await serves('all are let in again', [LAPTOP.title])
})

test('a thousand imported ads', async () => {
  const lines = Array.from({ length: 1_000 }, (_, i) =>
    JSON.stringify({ id: `k${i}`, title: `Copper kettle number ${i}`, landingUrl: `https://kettle.example/${i}` }),
  )
  const other = await openCampaign(service)
  const imported = await service.client.send(`${service.url}/api/v1/ads/import?campaign=${other.campaignId}`, {
    method: 'POST',
    headers: { authorization: `Bearer operator-key-of-the-service-tests`, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  })
  assert.equal(imported.json().imported, 1_000, imported.text)
  const answered = performance.now()
  await until('a kettle is served', SOON_MS, async () => {
    const ads = await adsFor(service, { key: shop.key, query: 'buy a copper kettle', count: 1 })
    return ads.length === 1
  })
  assert.ok(performance.now() - answered < SOON_MS)
})

test('a revoked key is refused at both doors, and a rolled one has its time', async () => {
  const other = await openShop(service)
  const statuses = async () => {
    const http = await ask(service, { key: other.key })
    const mcp = await service.client.send(`${service.url}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${other.key}`, accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    })
    return `${http.status} ${mcp.status}`
  }
  assert.equal(await statuses(), '200 200')
  const rolled = await service.must('POST', `/api/v1/keys/${other.keyId}/roll`, { overlapSeconds: 60 })
  assert.equal((await ask(service, { key: rolled.key })).status, 200)
  assert.equal(await statuses(), '200 200')
  await service.must('DELETE', `/api/v1/keys/${other.keyId}`)
  await until('the key is refused', SOON_MS, async () => (await statuses()) === '401 401')
  assert.equal((await ask(service, { key: rolled.key })).status, 200, 'its successor works on')
})

test('what was archived stays archived, over a restart too', async () => {
  const second = await addAd(service, campaignId, { title: 'Quiet light laptop for trains' })
  await service.must('DELETE', `/api/v1/ads/${second}`)
  await serves('the second ad archived', [LAPTOP.title])
  await service.must('DELETE', `/api/v1/campaigns/${campaignId}`)
  await serves('the campaign archived', [])
  await service.terminate()
  service = await startProcess(place)
  await serves('after the restart', [])
  assert.ok((await service.must('GET', `/api/v1/ads/${second}`)).archivedAt)
})

test('where the service moved to a public address, an ad that led to the machine it was on can be paused and mended', async () => {
  const { campaignId: inService } = await openCampaign(service)
  const id = await addAd(service, inService, { id: 'near', title: 'Tin whistle', landingUrl: 'http://localhost:9/x' })
  await service.terminate()
  service = await startProcess(place, { ASIDE_BASE_URL: 'https://ads.example' })
  const path = `/api/v1/ads/${id}`
  assert.equal((await service.must('PATCH', path, { status: 'paused' })).status, 'paused')
  const renamed = await service.admin('PATCH', path, { title: 'Brass whistle' })
  assert.deepEqual([renamed.status, renamed.json().error.field], [400, 'landingUrl'])
  await service.must('PATCH', path, { title: 'Brass whistle', landingUrl: 'https://feather.example/9' })
})

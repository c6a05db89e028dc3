// A page does not know where its person is; the proxy in front does, and campaigns for places serve by what it tells.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { addAd, openCampaign, openShop, type Shop } from '../support/stock.ts'

const ORIGIN = 'https://chat.example'

let place: Place
let service: RunningService
let shop: Shop
let pageKey: string

before(async () => {
  place = await openPlace()
  const proxy = { ASIDE_TRUST_PROXY: '1', ASIDE_COUNTRY_HEADER: 'CF-IPCountry', ASIDE_REGION_HEADER: 'CF-Region-Code' }
  service = await startProcess(place, { ASIDE_TRAFFIC_FILTER: 'report', ASIDE_WORKERS: '2', ...proxy })
  shop = await openShop(service)
  const page = { publisherId: shop.publisherId, mode: 'browser', scopes: ['ads:request'], origins: [ORIGIN] }
  pageKey = (await service.must('POST', '/api/v1/keys', page)).key
  for (const [title, targeting] of Object.entries({
    'Kettle for California': { regions: ['US-CA'] },
    'Kettle for Germany': { countries: ['DE'] },
  })) {
    const { campaignId } = await openCampaign(service, { campaign: { targeting } })
    await addAd(service, campaignId, { title, description: 'A steel kettle.' })
  }
})
after(async () => {
  await service?.kill()
  place?.remove()
})

/** Titles of the ads for a person of whom the proxy, or the body, tells this; by whichever thread takes the connection. */
async function adsFor(key: string, headers: Record<string, string>, demographics?: object): Promise<string[]> {
  const answer = await fetch(`${service.url}/api/v1/ads/request`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json', origin: ORIGIN, connection: 'close' },
      ...headers,
    },
    body: JSON.stringify({
      conversationContext: { query: 'buy a steel kettle' },
      ...(demographics && { userContext: { demographics } }),
      slots: [{ slotId: 'main', format: 'action_card', count: 2, minRelevance: 0.3 }],
    }),
  })
  assert.equal(answer.status, 200)
  const { slots } = (await answer.json()) as { slots: { ads: { content: { title: string } }[] }[] }
  return slots[0]!.ads.map(({ content }) => content.title)
}

const CALIFORNIA = { 'cf-ipcountry': 'US', 'cf-region-code': 'CA' }

test('a page gets the ads of the place that its proxy tells, from any thread', async () => {
  for (let time = 0; time < 6; time++) {
    assert.deepEqual(await adsFor(pageKey, CALIFORNIA), ['Kettle for California'])
    assert.deepEqual(await adsFor(pageKey, { 'cf-ipcountry': 'DE' }), ['Kettle for Germany'])
    assert.deepEqual(await adsFor(pageKey, { 'cf-ipcountry': 'T1' }), [])
  }
  assert.deepEqual(await adsFor(pageKey, CALIFORNIA, { country: 'DE' }), ['Kettle for Germany'])
})

test('the proxy of a server tells where the server is, which counts for nobody', async () => {
  assert.deepEqual(await adsFor(shop.key, CALIFORNIA), [])
  assert.deepEqual(await adsFor(shop.key, CALIFORNIA, { country: 'DE' }), ['Kettle for Germany'])
})

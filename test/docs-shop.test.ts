// The shop of docs/tracking.md as an advertiser would run it: from the click on an ad to the sale in the report, also past a service that is away.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freePort, openPlace, type Place, type RunningService, startProcess } from './support/service.ts'
import { addAd, adsFor, openCampaign, openShop, type Shop } from './support/stock.ts'
import { dayReport } from './support/service-answers.ts'
import { until } from './support/until.ts'

const EXAMPLE = fileURLToPath(new URL('../docs/examples/shop.mjs', import.meta.url))

let place: Place
let service: RunningService
let publisher: Shop
let campaignId: string
let key: string
let shop: { url: string; said: () => string; stop: () => void }

before(async () => {
  place = await openPlace()
  service = await startProcess(place)
  publisher = await openShop(service)
  const opened = await openCampaign(service)
  campaignId = opened.campaignId
  await service.must('PATCH', `/api/v1/campaigns/${campaignId}`, { landingParameters: 'click={click_id}' })
  key = (await service.must('POST', '/api/v1/keys', { advertiserId: opened.advertiserId, scopes: ['events:write'] }))
    .key
  shop = await openExample()
  await addAd(service, campaignId, { landingUrl: `${shop.url}/kettle` })
})
after(async () => {
  shop?.stop()
  await service?.kill()
  place?.remove()
})

test('who comes by an ad and buys is a conversion of that ad, also where the sale could not be told at once', async () => {
  const [ad] = await adsFor(service, { key: publisher.key })
  const landing = (await service.client.send(ad!.tracking.clickUrl)).headers.location!
  assert.equal(landing, `${shop.url}/kettle?click=${ad!.impressionId}`)
  const cookie = (await fetch(landing)).headers.get('set-cookie')!.split(';')[0]!
  await buy({ cookie: `theme=dark; ${cookie}` })
  await until('the sale is told', 20_000, async () => shop.said().includes(': accepted'))

  await service.kill()
  await buy({ cookie })
  await until('the shop sees that nobody hears', 20_000, async () => shop.said().includes('is told later'))
  service = await startProcess(place)
  await until('the second sale is told', 60_000, async () => shop.said().split(': accepted').length === 3)
  const { totals } = await dayReport(service, 'campaign')
  assert.deepEqual([totals.clicks, totals.conversions, totals.conversionValue.amount], [1, 2, '178.00'])
})

test('who comes by no ad buys without a word to anybody, and so does whoever makes up a click', async () => {
  const before = shop.said()
  const answer = await fetch(`${shop.url}/?click=imp_%0d%0aset-cookie:x`)
  assert.equal(answer.headers.get('set-cookie'), null)
  assert.match(await buy({}), /is on its way/)
  await buy({ cookie: 'click=imp_01KAAAAAAAAAAAAAAAAAAAAAAA_00' })
  await until('the shop is told that there was none', 20_000, async () =>
    shop.said().includes('No click or impression'),
  )
  assert.equal(shop.said().slice(before.length).split('Sale ').length, 2, 'the other sale is told to nobody')
})

test('whoever asks the shop for what is no address does not end it', async () => {
  await service.client.send(`${shop.url}//`)
  assert.equal((await fetch(shop.url)).status, 200)
})

async function openExample() {
  const port = await freePort()
  const child = spawn(process.execPath, [EXAMPLE], {
    env: { PORT: String(port), ASIDE_URL: service.url, ASIDE_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  await until('the shop listens', 20_000, async () => said.includes('Shop on'))
  return { url: `http://127.0.0.1:${port}`, said: () => said, stop: () => void child.kill() }
}

async function buy(headers: Record<string, string>): Promise<string> {
  return (await fetch(`${shop.url}/buy`, { method: 'POST', headers })).text()
}

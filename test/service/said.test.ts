// What a person says decides what is shown, seen from outside: what they dislike is none of it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPlace, type Place, type RunningService, startProcess, until } from '../support/service.ts'
import { addAd, adsFor, openCampaign, openShop, type Shop } from '../support/stock.ts'

const SOON_MS = 5_000

let place: Place
let service: RunningService
let shop: Shop

before(async () => {
  place = await openPlace()
  service = await startProcess(place)
  shop = await openShop(service)
  for (const [title, description] of [
    ['Tarno coffee', 'Coffee beans for people who love coffee.'],
    ['Vokka tea', 'Ten teas in small tins.'],
  ]) {
    const { campaignId } = await openCampaign(service, { advertiser: { name: title, domain: 'feather.example' } })
    await addAd(service, campaignId, { title, description, categories: [] })
  }
  await until('the stock serves', SOON_MS, async () => (await titlesFor('tea or coffee')).length === 2)
})
after(async () => {
  await service?.kill()
  place?.remove()
})

async function titlesFor(query: string, more: object = {}): Promise<string[]> {
  const ads = await adsFor(service, { key: shop.key, query, count: 3, slot: { minRelevance: 0 }, more })
  return ads.map(({ content }) => content.title).sort()
}

test('what somebody dislikes is not shown, what they ask for instead is', async () => {
  assert.deepEqual(await titlesFor('I hate coffee, what about tea?'), ['Vokka tea'])
  assert.deepEqual(await titlesFor("My wife doesn't like tea. Where can I buy coffee?"), ['Tarno coffee'])
  assert.deepEqual(await titlesFor('I hate that my coffee is cold, what should I buy?'), ['Tarno coffee'])
})

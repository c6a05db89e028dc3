// Who competes where ever so many ads match: no campaign keeps another one out that would have the place, or set its price.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ADMIN_KEY, openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { ask, openCampaign, openShop, type Shop } from '../support/stock.ts'

/** More than are looked at closely for one place. */
const CROWD = 30
const TITLE = 'Quiet light laptop'
const BEST = 'A quiet light laptop for train rides.'
/** Matches a little less well. */
const NEXT = 'A quiet light laptop for train rides, in four nice colours.'

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

interface Stock {
  readonly name: string
  readonly amount?: string
  readonly priority?: string
  readonly advertiserId?: string
  /** One ad each; fields of the ad. */
  readonly ads: readonly object[]
}

/** A campaign that only this publisher's requests meet. */
async function open(shop: Shop, { name, amount = '0.50', priority, advertiserId, ads }: Stock) {
  const domain = `${name.toLowerCase()}.example`
  const opened = await openCampaign(service, {
    advertiser: { name, domain },
    ...(advertiserId !== undefined && { advertiserId }),
    campaign: {
      targeting: { publishers: [shop.publisherId] },
      bid: { model: 'cpc', amount },
      ...(priority !== undefined && { priority }),
    },
  })
  const lines = ads.map((ad, i) =>
    JSON.stringify({ id: `${i}`, title: TITLE, description: BEST, landingUrl: `https://${domain}/${i}`, ...ad }),
  )
  const answer = await service.client.send(`${service.url}/api/v1/ads/import?campaign=${opened.campaignId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  })
  assert.equal(answer.json().imported, ads.length)
  return opened
}

const crowd = (ad: object = {}): object[] => Array.from({ length: CROWD }, () => ad)

/** Names of the advertisers that have the places of one answer, in order. */
async function winners(shop: Shop, given: { count?: number; slots?: number; query?: string } = {}): Promise<string[]> {
  const { slots } = (await ask(service, { key: shop.key, ...given })).json()
  return slots.flatMap(({ ads }: { ads: { advertiser: { name: string } }[] }) => ads.map((ad) => ad.advertiser.name))
}

test('a sponsor with ever so many ads keeps no other sponsor out', async () => {
  const shop = await openShop(service, { ranking: 'value' })
  for (let i = 0; i < CROWD; i++) await open(shop, { name: `Maker-${i}`, ads: [{}] })
  await open(shop, { name: 'Little', amount: '0.02', priority: 'sponsorship', ads: crowd() })
  assert.deepEqual(await winners(shop), ['Little'])
  await open(shop, { name: 'Large', amount: '20.00', priority: 'sponsorship', ads: [{ description: NEXT }] })
  assert.deepEqual(await winners(shop), ['Large'])
})
test('one ad that fits less among ever so many of its advertiser keeps no other bidder out', async () => {
  const shop = await openShop(service, { ranking: 'value' })
  const dear = { price: '$1,299' }
  await open(shop, { name: 'Crowd', ads: [{ price: '$20' }, ...crowd(dear)] })
  await open(shop, { name: 'Rival', amount: '5.00', ads: [{ ...dear, description: NEXT }] })
  const query = 'Which quiet light laptop for train rides over $1000 should I buy?'
  assert.deepEqual(await winners(shop, { query }), ['Rival'])
})
test('house ads, of ever so many accounts, fill only the places that nobody pays for', async () => {
  const shop = await openShop(service)
  await open(shop, { name: 'Payer-1', ads: [{}] })
  for (let i = 0; i < 2 * CROWD; i++)
    await open(shop, { name: `House-${i}`, amount: '0.00', priority: 'house', ads: [{}] })
  await open(shop, { name: 'Payer-2', ads: [{ description: NEXT }] })
  const [first, second, third] = await winners(shop, { count: 3 })
  assert.deepEqual([first, second].sort(), ['Payer-1', 'Payer-2'])
  assert.match(third!, /^House/)
})

test('ever so many house ads keep no paying ad of the same account out', async () => {
  const shop = await openShop(service)
  const { advertiserId } = await open(shop, { name: 'Own', amount: '0.00', priority: 'house', ads: crowd() })
  await open(shop, { name: 'Own', advertiserId, ads: [{ title: `${TITLE}, paying`, description: NEXT }] })
  const { slots } = (await ask(service, { key: shop.key })).json()
  assert.equal(slots[0].ads[0].content.title, `${TITLE}, paying`)
})

test('ever so many ads of a campaign keep no dearer campaign of the same advertiser out', async () => {
  const shop = await openShop(service, { ranking: 'value' })
  const { advertiserId } = await open(shop, { name: 'Own', amount: '0.05', ads: crowd() })
  await open(shop, { name: 'Other', ads: [{}] })
  assert.deepEqual(await winners(shop), ['Other'])
  await open(shop, { name: 'Own', amount: '5.00', advertiserId, ads: [{ description: NEXT }] })
  assert.deepEqual(await winners(shop), ['Own'])
})

test('where more advertisers match alike than are looked at, the newest has its turns too', async () => {
  const shop = await openShop(service, { ranking: 'value' })
  for (let i = 0; i < 2 * CROWD; i++) await open(shop, { name: `Maker-${i}`, ads: [{}] })
  await open(shop, { name: 'Newest', amount: '50.00', ads: [{}] })
  let turns = 0
  for (let i = 0; i < 40; i++) if ((await winners(shop))[0] === 'Newest') turns++
  assert.ok(turns > 20, `${turns} of 40`)
})

test('what is in another town than was asked for stands behind what is there, and sets no price', async () => {
  const shop = await openShop(service, { ranking: 'value' })
  const at = (town: string) => ({
    title: `Emergency plumber in ${town}`,
    description: 'A plumber within the hour, day and night.',
  })
  for (const [town, amount] of [
    ['London', '0.50'],
    ['Manchester', '5.00'],
    ['Paris', '9.00'],
  ] as const)
    await open(shop, { name: town, amount, ads: [at(town)] })
  await open(shop, {
    name: 'Anywhere',
    ads: [{ title: 'Emergency plumber', description: 'A plumber within the hour.' }],
  })
  for (const query of ['emergency plumber in London', 'I need an emergency plumber in london please']) {
    const all = await winners(shop, { query, count: 4 })
    assert.equal(all[0], 'London', query)
    assert.ok(!all.includes('Paris') || all.indexOf('Paris') > all.indexOf('Anywhere'), query)
  }
  assert.equal((await winners(shop, { query: 'emergency plumber' }))[0], 'Paris')
})

test('a bid for impressions wins nothing for ever where no impression is reported', async () => {
  const shop = await openShop(service, { ranking: 'value' })
  const { campaignId } = await open(shop, { name: 'Thousand', ads: [{}] })
  await service.must('PATCH', `/api/v1/campaigns/${campaignId}`, { bid: { model: 'cpm', amount: '20.00' } })
  await open(shop, { name: 'Click', amount: '1.00', ads: [{}] })
  assert.deepEqual(await winners(shop), ['Thousand'])
  for (let i = 0; i < 500; i++) await winners(shop)
  assert.deepEqual(await winners(shop), ['Click'])
})

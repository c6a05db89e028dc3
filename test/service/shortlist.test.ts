// Which ads are looked at: those that may not serve crowd out neither others nor the reason, and what hardly fits stays away.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ADMIN_KEY, openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { type Ad, addAd, adsFor, ask, LAPTOP, noFillOf, openCampaign, openShop, type Shop } from '../support/stock.ts'

interface Judged {
  readonly adId: string
  readonly slot: number
  readonly stoppedBy?: string
}

/** More than are looked at closely for any slot. */
const CROWD = 80

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

/** A campaign of its own advertiser that only this publisher's requests meet, full of ads that match best. */
async function openCrowd(shop: Shop, ad: object, campaign: object = {}): Promise<string> {
  const { campaignId } = await openCampaign(service, {
    advertiser: { name: 'Crowd', domain: 'crowd.example' },
    campaign: { targeting: { publishers: [shop.publisherId] }, ...campaign },
  })
  const lines = Array.from({ length: CROWD }, (_, i) =>
    JSON.stringify({
      id: `crowd-${i}`,
      title: `Quiet light laptop ${i}`,
      landingUrl: `https://crowd.example/${i}`,
      description: 'A quiet light laptop for train rides, to buy.',
      ...ad,
    }),
  )
  const answer = await service.client.send(`${service.url}/api/v1/ads/import?campaign=${campaignId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  })
  assert.equal(answer.json().imported, CROWD)
  return campaignId
}

/** One ad of another advertiser that matches less well. */
async function openQuiet(shop: Shop): Promise<string> {
  const { campaignId } = await openCampaign(service, {
    advertiser: { name: 'Feather', domain: 'feather.example' },
    campaign: { targeting: { publishers: [shop.publisherId] } },
  })
  return addAd(service, campaignId, LAPTOP)
}

test('ads of a blocked category, or that lead to a blocked domain, leave room for one that may serve', async () => {
  for (const [policy, ad] of [
    [{ blockedCategories: ['gambling'] }, { categories: ['Gambling > Laptops'] }],
    [{ blockedCategories: ['gambling>Big laptops '] }, { categories: ['Games > Gambling  >  big  Laptops'] }],
    [{ blockedDomains: ['crowd.example'] }, {}],
  ] as const) {
    const shop = await openShop(service, policy)
    await openCrowd(shop, ad)
    assert.equal(await noFillOf(service, { key: shop.key }), 'policy_blocked')
    const feather = await openQuiet(shop)
    const served = await adsFor(service, { key: shop.key })
    assert.deepEqual(
      served.map(({ id }) => id),
      [feather],
    )
  }
})

test('ads that cost more than was asked for leave room for one that does not, and are explained', async () => {
  const shop = await openShop(service)
  await openCrowd(shop, { price: '€1,999' })
  const query = 'I need a quiet light laptop for under 500 euros'
  assert.equal(await noFillOf(service, { key: shop.key, query }), 'relevance_below_threshold')
  const feather = await openQuiet(shop)
  await isServedPast(shop.key, query, feather, 'price_limit')
})

test('ads that cost less than was asked for stand behind those that do not', async () => {
  const shop = await openShop(service)
  const { campaignId } = await openCampaign(service, { campaign: { targeting: { publishers: [shop.publisherId] } } })
  const cheap = await addAd(service, campaignId, { ...LAPTOP, price: '$329' })
  const dear = await addAd(service, campaignId, { ...LAPTOP, price: '$1,299', landingUrl: `${LAPTOP.landingUrl}?dear` })
  const query = 'a quiet light laptop over $1000'
  const { explain } = (await ask(service, { key: shop.key, query, options: { explain: true } })).json()
  const relevanceOf = (id: string) => explain.candidates.find(({ adId }: Judged) => adId === id).relevance as number
  assert.equal(relevanceOf(cheap), relevanceOf(dear) / 2)
})

test('ads that cost less than was asked for, ever so many, leave room for one that does not', async () => {
  const shop = await openShop(service)
  await openCrowd(shop, { price: '$329' })
  const { campaignId } = await openCampaign(service, {
    campaign: { targeting: { publishers: [shop.publisherId] }, bid: { model: 'cpc', amount: '5.00' } },
  })
  const dear = await addAd(service, campaignId, {
    ...LAPTOP,
    description: 'It lasts all day, weighs less than a book and rides along in four colours.',
    price: '$1,299',
  })
  const query = 'a quiet light laptop for train rides over $1000'
  const first = async (query: string) => (await adsFor(service, { key: shop.key, query }))[0]?.id
  assert.equal(await first(query), dear)
  assert.notEqual(await first('a quiet light laptop for train rides'), dear, 'else it matches less well')
})

test('ads that cost less than was asked for, ever so many, leave those that do not their rivals', async () => {
  const shop = await openShop(service, { ranking: 'value' })
  await openCrowd(shop, { price: '$329' })
  const open = async (amount: string) => {
    const { campaignId } = await openCampaign(service, {
      campaign: { targeting: { publishers: [shop.publisherId] }, bid: { model: 'cpc', amount } },
    })
    return campaignId
  }
  const near = {
    title: 'Quiet light laptop',
    description: 'A quiet light laptop for train rides, to buy.',
    price: '$1,299',
  }
  const rival = await addAd(service, await open('0.40'), near)
  const dear = await addAd(service, await open('5.00'), {
    ...near,
    description: near.description.replace('to buy', 'by post'),
  })
  const query = 'a quiet light laptop for train rides over $1000, to buy'
  const { slots, explain } = (await ask(service, { key: shop.key, query, options: { explain: true } })).json()
  assert.equal(slots[0].ads[0].id, dear)
  assert.equal(explain.candidates.find(({ adId }: Judged) => adId === dear).priceSetBy, rival)
})

test('ads of a brand that is not wanted leave room for one of another, and are explained', async () => {
  const shop = await openShop(service)
  await openCrowd(shop, { brand: 'Vokka Mobile' })
  for (const query of [
    'I need a quiet light laptop, but not Vokka',
    'quiet light laptop, anything but a Vokka',
    'a quiet light laptop, I hate vokka',
  ])
    assert.equal(await noFillOf(service, { key: shop.key, query }), 'relevance_below_threshold', query)
  for (const query of ['I need a quiet light Vokka laptop', 'a quiet light laptop, not mobile'])
    assert.equal((await adsFor(service, { key: shop.key, query })).length, 1, query)
  const feather = await openQuiet(shop)
  const query = 'a quiet light laptop that is not from Vokka'
  await isServedPast(shop.key, query, feather, 'unwanted_brand')
})

test('ads that a person has seen often enough leave room for one that they have not', async () => {
  const shop = await openShop(service)
  await openCrowd(shop, {}, { frequencyCaps: [{ max: 1, windowSeconds: 3_600, per: 'user', scope: 'ad' }] })
  const ids = new Set<string>()
  for (let i = 0; i <= CROWD; i += 4) {
    const ads = await adsFor(service, { key: shop.key, userId: 'ann', count: 4 })
    for (const { id } of ads) ids.add(id)
  }
  assert.equal(ids.size, CROWD)
  assert.equal(await noFillOf(service, { key: shop.key, userId: 'ann' }), 'frequency_cap')
  const feather = await openQuiet(shop)
  const served = await adsFor(service, { key: shop.key, userId: 'ann' })
  assert.deepEqual(
    served.map(({ id }) => id),
    [feather],
  )
})

test('a cap that one slot of an answer fills up leaves the next slot to others', async () => {
  const shop = await openShop(service)
  await openCrowd(shop, {}, { frequencyCaps: [{ max: 1, windowSeconds: 3_600, per: 'user' }] })
  const feather = await openQuiet(shop)
  const served = await adsFor(service, { key: shop.key, userId: 'bob', slots: 2 })
  assert.equal(served.length, 2)
  assert.equal(served[1]!.id, feather)
})

test('one advertiser with ever so many ads has one place while another still fits', async () => {
  const shop = await openShop(service)
  await openCrowd(shop, {})
  const { campaignId } = await openCampaign(service, {
    advertiser: { name: 'Bolt', domain: 'bolt.example' },
    campaign: { targeting: { publishers: [shop.publisherId] } },
  })
  await addAd(service, campaignId, {
    title: 'Bolt, a quiet light laptop for train rides',
    description: 'Made of wood and steel in the north, to buy in four colours and two sizes.',
    landingUrl: 'https://bolt.example/',
  })
  for (const shape of [
    { count: 2, slots: 1 },
    { count: 1, slots: 2 },
  ]) {
    const ads = (await ask(service, { key: shop.key, ...shape }))
      .json()
      .slots.flatMap((slot: { ads: Ad[] }) => slot.ads)
    const names = ads.map(({ advertiser }: { advertiser: { name: string } }) => advertiser.name)
    assert.deepEqual(names.sort(), ['Bolt', 'Crowd'], JSON.stringify(shape))
  }
})

test('of one advertiser, ads that read the same wait for one that does not, in the next slot too', async () => {
  const shop = await openShop(service)
  const { campaignId } = await openCampaign(service, { campaign: { targeting: { publishers: [shop.publisherId] } } })
  const same = { title: 'Feather 13 quiet light laptop for train rides' }
  for (const price of ['$999', '$1,099', '$1,199']) await addAd(service, campaignId, { ...same, price })
  const other = await addAd(service, campaignId, { title: 'Feather 15 quiet light laptop for train rides' })
  for (const shape of [
    { count: 3, slots: 1 },
    { count: 1, slots: 3 },
  ]) {
    const served = await adsFor(service, { key: shop.key, ...shape })
    assert.equal(served.length, 3)
    assert.ok(
      served.slice(0, 2).some(({ id }) => id === other),
      JSON.stringify(shape),
    )
  }
})

test('a high bid takes no ad that hardly fits past the second ad of an advertiser that fits', async () => {
  const shop = await openShop(service, { ranking: 'value' })
  const targeting = { publishers: [shop.publisherId] }
  const feather = await openCampaign(service, { campaign: { targeting } })
  const fitting = [
    await addAd(service, feather.campaignId),
    await addAd(service, feather.campaignId, { price: '$999' }),
  ]
  const other = await openCampaign(service, { campaign: { targeting, bid: { model: 'cpc', amount: '50.00' } } })
  const ad = { title: 'Train tickets for quiet rides', description: 'To the sea.', landingUrl: 'https://rail.example/' }
  const dear = await addAd(service, other.campaignId, { ...ad, categories: ['Travel'] })
  const served = await adsFor(service, { key: shop.key, count: 3 })
  assert.deepEqual(new Set(served.slice(0, 2).map(({ id }) => id)), new Set(fitting))
  assert.equal(served[2]?.id, dear)
})

test('one advertiser with ever so many ads competes for the only place with others who fit as well', async () => {
  const ad = { title: 'Quiet light laptop', description: 'A quiet light laptop for train rides, in four colours.' }
  const shop = await openShop(service, { ranking: 'value' })
  await openCrowd(shop, {}, { bid: { model: 'cpc', amount: '1.00' } })
  const [first] = await adsFor(service, { key: shop.key })
  assert.match(first!.content.title, /^Quiet light laptop/)
  const open = async (name: string, amount: string) => {
    const { campaignId } = await openCampaign(service, {
      advertiser: { name, domain: `${name.toLowerCase()}.example` },
      campaign: { targeting: { publishers: [shop.publisherId] }, bid: { model: 'cpc', amount } },
    })
    return addAd(service, campaignId, { ...ad, landingUrl: `https://${name.toLowerCase()}.example/` })
  }
  const rival = await open('Bolt', '0.80')
  const { explain } = (await ask(service, { key: shop.key, options: { explain: true } })).json()
  const winner = explain.candidates.find(({ price }: { price?: object }) => price !== undefined)
  assert.equal(winner.priceSetBy, rival)
  const dear = await open('Quill', '5.00')
  const served = await adsFor(service, { key: shop.key })
  assert.equal(served[0]!.id, dear)
})

test('a high bid competes though ever so many advertisers match a little better', async () => {
  const shop = await openShop(service, { ranking: 'value' })
  const open = async (i: number, description: string, amount: string) => {
    const { campaignId } = await openCampaign(service, {
      advertiser: { name: `Maker ${i}`, domain: `maker-${i}.example` },
      campaign: { targeting: { publishers: [shop.publisherId] }, bid: { model: 'cpc', amount } },
    })
    return addAd(service, campaignId, {
      title: 'Quiet light laptop',
      description,
      landingUrl: `https://maker-${i}.example/`,
    })
  }
  for (let i = 0; i < 30; i++) await open(i, 'A quiet light laptop for train rides.', '0.50')
  const dear = await open(30, 'A quiet light laptop for train rides, in four colours.', '5.00')
  const [first] = await adsFor(service, { key: shop.key })
  assert.equal(first!.id, dear)
})

test('a sponsorship has its place before ever so many ads that match better', async () => {
  const shop = await openShop(service)
  for (let i = 0; i < 3; i++) await openCrowd(shop, {})
  const { campaignId } = await openCampaign(service, {
    advertiser: { name: 'Sponsor', domain: 'sponsor.example' },
    campaign: { targeting: { publishers: [shop.publisherId] }, priority: 'sponsorship' },
  })
  const sponsored = await addAd(service, campaignId, {
    title: 'A light laptop for those who travel',
    description: 'Made of wood and steel in the north, in four colours and two sizes.',
    landingUrl: 'https://sponsor.example/',
  })
  const served = await adsFor(service, { key: shop.key })
  assert.equal(served[0]!.id, sponsored)
})

test('a sponsorship that fits less keeps nobody from competing for the other places', async () => {
  const shop = await openShop(service, { ranking: 'value' })
  await openCrowd(shop, {}, { bid: { model: 'cpc', amount: '1.00' } })
  const targeting = { publishers: [shop.publisherId] }
  const sponsor = await openCampaign(service, { campaign: { targeting, priority: 'sponsorship' } })
  const sponsored = await addAd(service, sponsor.campaignId, {
    title: 'A light laptop for those who travel',
    description: 'Made of wood and steel in the north, in four colours and two sizes.',
  })
  const other = await openCampaign(service, { campaign: { targeting, bid: { model: 'cpc', amount: '5.00' } } })
  const dear = await addAd(service, other.campaignId, {
    title: 'Quiet light laptop',
    description: 'A quiet light laptop for train rides, in four colours.',
  })
  const answer = await ask(service, { key: shop.key, count: 2, options: { explain: true } })
  const { slots, explain } = answer.json()
  assert.deepEqual(
    slots[0].ads.map(({ id }: Ad) => id),
    [sponsored, dear],
  )
  const second = explain.candidates.find(({ adId }: Judged) => adId === dear)
  assert.match(second.priceSetBy, /^ad_/)
})

test('house ads take no place from whoever still fits', async () => {
  const shop = await openShop(service)
  await openCrowd(shop, { description: 'A light laptop for rides, made in the north.' }, { priority: 'house' })
  const open = async (name: string, description: string, ads: number) => {
    const domain = `${name.toLowerCase()}.example`
    const { campaignId } = await openCampaign(service, {
      advertiser: { name, domain },
      campaign: { targeting: { publishers: [shop.publisherId] } },
    })
    const ad = { title: 'Quiet light laptop', description, landingUrl: `https://${domain}/` }
    for (let i = 0; i < ads; i++) await addAd(service, campaignId, ad)
  }
  await open('Bolt', 'A quiet light laptop for train rides, to buy.', 2)
  await open('Quill', 'For rides in four colours and two sizes.', 1)
  const [slot] = (await ask(service, { key: shop.key, count: 2 })).json().slots
  const names = slot.ads.map(({ advertiser }: { advertiser: { name: string } }) => advertiser.name)
  assert.deepEqual(names.sort(), ['Bolt', 'Quill'])
})

test('beside an ad that fits, one that shares a stray word stays away, unless the publisher says how little is enough', async () => {
  const query = 'espresso machine for a small kitchen'
  const titles = async (policy: object) => {
    const shop = await openShop(service, policy)
    const { campaignId } = await openCampaign(service, { campaign: { targeting: { publishers: [shop.publisherId] } } })
    await addAd(service, campaignId, {
      title: 'Espresso machine for small kitchens',
      description: 'Coffee in a minute.',
    })
    await addAd(service, campaignId, {
      title: 'Garden hose',
      description: 'Waters any bed. Small leaks mend themselves.',
    })
    const ads = await adsFor(service, { key: shop.key, query, count: 3 })
    return ads.map(({ content }) => content.title)
  }
  assert.deepEqual(await titles({}), ['Espresso machine for small kitchens'])
  assert.deepEqual(await titles({ minRelevance: 0.05 }), ['Espresso machine for small kitchens', 'Garden hose'])
})

test('what hardly fits does not take the place of what has no money left', async () => {
  const query = 'espresso machine for a small kitchen'
  const shop = await openShop(service)
  const targeting = { publishers: [shop.publisherId] }
  const other = await openCampaign(service, { campaign: { targeting } })
  await addAd(service, other.campaignId, { title: 'Garden hose', description: 'Small leaks mend themselves.' })
  assert.equal((await adsFor(service, { key: shop.key, query })).length, 1)
  const spent = await openCampaign(service, { campaign: { targeting, budget: { total: '0.00', currency: 'USD' } } })
  await addAd(service, spent.campaignId, { title: 'Espresso machine for small kitchens', description: 'Coffee.' })
  assert.equal(await noFillOf(service, { key: shop.key, query }), 'budget_exhausted')
})

test('what hardly fits does not take the place of what is sold in another country, but of what is for another publisher or house ads', async () => {
  const query = 'espresso machine for a small kitchen'
  const shop = await openShop(service, { minRelevance: 0.051 })
  const targeting = { publishers: [shop.publisherId] }
  const addEspresso = async (campaign: Record<string, unknown>) =>
    addAd(service, (await openCampaign(service, { campaign })).campaignId, {
      title: 'Espresso machine for small kitchens',
    })
  const other = await openCampaign(service, { campaign: { targeting } })
  await addAd(service, other.campaignId, {
    title: 'Garden hose for small gardens',
    description: 'Small leaks mend themselves.',
  })
  await addEspresso({ targeting: { publishers: [(await openShop(service)).publisherId] } })
  await addEspresso({ targeting: { ...targeting, countries: ['DE'] }, priority: 'house' })
  assert.equal((await adsFor(service, { key: shop.key, query })).length, 1)
  const espresso = await addEspresso({ targeting: { ...targeting, countries: ['DE'] } })
  assert.equal(await noFillOf(service, { key: shop.key, query }), 'relevance_below_threshold')
  const inGermany = { userContext: { demographics: { country: 'DE' } } }
  const [served] = await adsFor(service, { key: shop.key, query, more: inGermany })
  assert.equal(served?.id, espresso)
})

test('a house ad that fits best keeps nobody out who pays', async () => {
  const query = 'espresso machine for a small kitchen'
  const shop = await openShop(service)
  const targeting = { publishers: [shop.publisherId] }
  const house = await openCampaign(service, { campaign: { targeting, priority: 'house' } })
  await addAd(service, house.campaignId, { title: 'Espresso machine for small kitchens', description: 'Coffee.' })
  await openCrowd(shop, { title: 'Espresso machine for small kitchens' }, { priority: 'house' })
  assert.equal((await adsFor(service, { key: shop.key, query })).length, 1)
  const { campaignId } = await openCampaign(service, { campaign: { targeting } })
  const paying = await addAd(service, campaignId, { title: 'Garden hose', description: 'Small leaks mend themselves.' })
  const served = await adsFor(service, { key: shop.key, query })
  assert.deepEqual(
    served.map(({ id }) => id),
    [paying],
  )
})

test('an explanation changes nothing of what it explains', async () => {
  const query = 'a wooden rocking horse'
  const [shop, other] = [await openShop(service), await openShop(service)]
  const { campaignId } = await openCampaign(service, { campaign: { targeting: { publishers: [other.publisherId] } } })
  await addAd(service, campaignId, { title: 'Spoons', description: 'Of steel, glass, brass, copper, or wooden ones.' })
  const reasonWith = (options: object) => noFillOf(service, { key: shop.key, query, options })
  assert.equal(await reasonWith({}), 'no_candidates')
  assert.equal(await reasonWith({ explain: true }), 'no_candidates')
})

test('campaigns that are meant for others do not hide why a slot stays empty', async () => {
  for (let i = 0; i < 25; i++) {
    const other = await openShop(service)
    const { campaignId } = await openCampaign(service, {
      campaign: { targeting: { publishers: [other.publisherId] } },
    })
    await addAd(service, campaignId, { title: `Quiet light laptop ${i} to buy for train rides` })
  }
  const stopped = async (policy: object, campaign: object) => {
    const shop = await openShop(service, policy)
    const targeting = { publishers: [shop.publisherId] }
    await addAd(service, (await openCampaign(service, { campaign: { targeting, ...campaign } })).campaignId)
    await ask(service, { key: shop.key, userId: 'eve' })
    return noFillOf(service, { key: shop.key, userId: 'eve' })
  }
  const cap = { frequencyCaps: [{ max: 1, windowSeconds: 3_600, per: 'user' }] }
  assert.equal(await stopped({}, cap), 'frequency_cap')
  assert.equal(await stopped({}, { budget: { total: '0.00', currency: 'USD' } }), 'budget_exhausted')
  assert.equal(await stopped({ floor: { amount: '0.60', currency: 'USD' } }, {}), 'below_floor')
  assert.equal(await stopped({ blockedAdvertisers: ['Feather'] }, {}), 'policy_blocked')
  const { advertiserId } = await openCampaign(service, {})
  assert.equal(await stopped({ allowedAdvertisers: [advertiserId] }, {}), 'policy_blocked')
})

/** One ad alone is shown, and 24 others are explained to be stopped by that. */
async function isServedPast(key: string, query: string, adId: string, stoppedBy: string): Promise<void> {
  const { slots, explain } = (await ask(service, { key, query, options: { explain: true } })).json()
  assert.deepEqual(
    slots[0].ads.map(({ id }: { id: string }) => id),
    [adId],
  )
  const stops: { stoppedBy?: string }[] = explain.candidates
  assert.equal(stops.filter((candidate) => candidate.stoppedBy === stoppedBy).length, 24)
}

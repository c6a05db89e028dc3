// House ads in slots that would stay empty, where a publisher wants them there: whatever they are about, and never where no ad may stand.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import {
  type Ad,
  addAd,
  askAgent,
  adsFor,
  ask,
  type AskOptions,
  noFillOf,
  openCampaign,
  openShop,
  type Shop,
} from '../support/stock.ts'
import { until } from '../support/until.ts'

const SOON_MS = 2_000
const PLAN = { title: 'Chat Plus', description: 'More answers a day.', landingUrl: 'https://chat.example/plus' }
/** Nothing in stock has one of these words. */
const OFF_TOPIC = 'Which inflatable kayak should I buy?'

let place: Place
let service: RunningService

before(async () => {
  place = await openPlace()
  service = await startProcess(place, { ASIDE_WORKERS: '2', ASIDE_TRAFFIC_FILTER: 'report' })
})
after(async () => {
  await service?.kill()
  place?.remove()
})

/** A campaign that this publisher's requests alone meet. */
async function openHouse(shop: Shop, campaign: object = {}): Promise<string> {
  const { campaignId } = await openCampaign(service, {
    advertiser: { name: 'Chat', domain: 'chat.example' },
    campaign: {
      priority: 'house',
      bid: { model: 'cpc', amount: '0' },
      targeting: { publishers: [shop.publisherId] },
      ...campaign,
    },
  })
  return campaignId
}

async function openBackfilled(policy: object = {}): Promise<Shop> {
  return openShop(service, { houseAds: 'backfill', ...policy })
}

/** Asks over connections of their own, so that each thread answers some, until all of ten answers hold just these ads. */
async function servesOnly(given: AskOptions, wanted: string[]): Promise<void> {
  await until(`${wanted.join()} is all that serves`, SOON_MS, async () => {
    for (let times = 0; times < 10; times++) {
      const ids = (await adsFor(service, given)).map(({ id }) => id)
      if (ids.join() !== wanted.join()) return false
    }
    return true
  })
}

test('a house ad fits or stays away, unless the publisher wants it in slots that would stay empty', async () => {
  const shop = await openShop(service)
  const ad = await addAd(service, await openHouse(shop), PLAN)
  const given = { key: shop.key, query: OFF_TOPIC }
  assert.equal(await noFillOf(service, given), 'no_candidates')
  await service.must('PATCH', `/api/v1/publishers/${shop.publisherId}`, { policy: { houseAds: 'backfill' } })
  await servesOnly(given, [ad])
  await service.must('PATCH', `/api/v1/publishers/${shop.publisherId}`, { policy: { houseAds: null } })
  await servesOnly(given, [])
})

test('it is labelled, linked and explained like any other, for nothing, and says that it is not about the question', async () => {
  const shop = await openBackfilled()
  const ad = await addAd(service, await openHouse(shop), PLAN)
  const given = { key: shop.key, query: OFF_TOPIC }
  await servesOnly(given, [ad])
  const { slots, explain } = (await ask(service, { ...given, options: { explain: true } })).json()
  assert.equal(slots[0].noFill, undefined)
  const [served] = slots[0].ads
  assert.equal(served.relevance, 0)
  assert.equal(served.disclosure.required, true)
  const told = explain.candidates.filter(({ adId }: { adId: string }) => adId === ad)
  assert.equal(told.length, 1)
  assert.equal(told[0].stoppedBy, undefined)
  assert.ok(told[0].rate > 0, 'it may be clicked like any other')
  assert.deepEqual([told[0].price.amount, told[0].priceSetBy], ['0.00', 'floor'])
  const answer = await fetch(served.tracking.clickUrl, { redirect: 'manual' })
  assert.equal(answer.headers.get('location'), PLAN.landingUrl)
})

test('nobody is told that its subject fits the conversation where it may have been chosen for lack of others', async () => {
  const shop = await openBackfilled()
  const ad = await addAd(service, await openHouse(shop), PLAN)
  const given = { key: shop.key, query: OFF_TOPIC }
  await servesOnly(given, [ad])
  const { whyUrl } = (await ask(service, given)).json().slots[0].ads[0].disclosure
  const { reason, paidBy } = (await service.client.send(whyUrl)).json()
  assert.equal(reason.basis, 'conversation_or_none')
  const page = await (await fetch(whyUrl, { headers: { accept: 'text/html' } })).text()
  for (const told of [reason.text, page]) assert.match(told, /or because no ad did/)
  assert.equal(paidBy, null)
  assert.match(page, /Who paid for it<\/dt><dd>Nobody</)
  assert.doesNotMatch(page, /a paid advertisement/)

  const { campaignId } = await openCampaign(service, { campaign: { targeting: { publishers: [shop.publisherId] } } })
  const paying = await addAd(service, campaignId, { title: 'Inflatable kayak Fjord', description: 'For two.' })
  await servesOnly(given, [paying])
  const paid = (await ask(service, given)).json().slots[0].ads[0].disclosure
  const told = (await service.client.send(paid.whyUrl)).json()
  assert.deepEqual(
    [told.reason.basis, told.reason.text.includes('no ad did'), told.paidBy],
    ['conversation', false, 'Feather'],
  )
})

test('whoever fits goes before it, and fills no further place with it', async () => {
  const shop = await openBackfilled()
  await addAd(service, await openHouse(shop), PLAN)
  const { campaignId } = await openCampaign(service, {
    campaign: { targeting: { publishers: [shop.publisherId] } },
  })
  const paying = await addAd(service, campaignId, {
    title: 'Inflatable kayak Fjord',
    description: 'An inflatable kayak for two.',
  })
  const given = { key: shop.key, query: OFF_TOPIC, count: 3 }
  await servesOnly(given, [paying])
  const [slot] = (await ask(service, given)).json().slots
  assert.equal(slot.noFill.detail, '1 of 3 filled')
})

test('an ad that was looked at and hardly fits may stand in, too, with the relevance that it has', async () => {
  const shop = await openBackfilled({ minRelevance: 0.9 })
  const ad = await addAd(service, await openHouse(shop), {
    ...PLAN,
    description: 'Which kayak should I buy? Ask more.',
  })
  const given = { key: shop.key, query: OFF_TOPIC }
  await servesOnly(given, [ad])
  const { slots, explain } = (await ask(service, { ...given, options: { explain: true } })).json()
  assert.ok(slots[0].ads[0].relevance > 0 && slots[0].ads[0].relevance < 0.9)
  assert.equal(explain.candidates.filter(({ adId }: { adId: string }) => adId === ad).length, 1, 'it is told once')
})

test('it stands nowhere that no ad may stand', async () => {
  const shop = await openBackfilled()
  const ad = await addAd(service, await openHouse(shop), PLAN)
  const given = { key: shop.key, query: OFF_TOPIC }
  await servesOnly(given, [ad])
  const cases: [reason: string, given: Partial<AskOptions>][] = [
    ['low_commercial_intent', { query: 'Thanks, have a nice evening!' }],
    ['sensitive_topic', { query: 'I want to kill myself' }],
    ['user_opt_out', { more: { userContext: { adsEnabled: false } } }],
    ['no_candidates', { slot: { minRelevance: 0.01 } }],
    ['missing_response_text', { slot: { format: 'entity_link' } }],
    ['no_candidates', { slot: { block: { advertisers: ['Chat'] } } }],
  ]
  for (const [reason, more] of cases) assert.equal(await noFillOf(service, { ...given, ...more }), reason)
  const linked = { conversationContext: { query: OFF_TOPIC, response: 'Take one of rubber.' } }
  assert.equal(await noFillOf(service, { ...given, slot: { format: 'entity_link' }, more: linked }), 'no_candidates')
})

test('it is of the format asked for, within its caps, and meant for the audience', async () => {
  const shop = await openBackfilled()
  const other = await openShop(service)
  const targeting = { publishers: [shop.publisherId] }
  const capped = await openHouse(shop, { frequencyCaps: [{ scope: 'ad', per: 'user', max: 1, windowSeconds: 3_600 }] })
  const card = await addAd(service, capped, { ...PLAN, formats: ['action_card'] })
  await addAd(service, await openHouse(shop, { targeting: { ...targeting, countries: ['DE'] } }), PLAN)
  await addAd(service, await openHouse(shop, { targeting: { publishers: [other.publisherId] } }), PLAN)
  const given = { key: shop.key, query: OFF_TOPIC }
  await servesOnly(given, [card])
  assert.equal((await adsFor(service, { ...given, slot: { format: 'suffix' } })).length, 0)
  assert.equal((await adsFor(service, { ...given, userId: 'u-1' })).length, 1)
  assert.equal(await noFillOf(service, { ...given, userId: 'u-1' }), 'no_candidates')
  assert.equal((await adsFor(service, { ...given, userId: 'u-2' })).length, 1)
  const german = { userContext: { demographics: { country: 'DE' } } }
  assert.equal((await adsFor(service, { ...given, slots: 3, more: german })).length, 2)
})

test('each that may stand in is as likely, no slot gets two of them, and those that end are gone in two seconds', async () => {
  const shop = await openBackfilled()
  const campaignId = await openHouse(shop)
  const add = (title: string) => addAd(service, campaignId, { ...PLAN, title })
  const all = [await add('Chat Plus'), await add('Chat Team'), await add('Chat Pro')]
  const given = { key: shop.key, query: OFF_TOPIC, count: 4 }
  await until('all three serve', SOON_MS, async () => (await adsFor(service, { ...given, slots: 3 })).length === 3)
  const seen = new Map<string, number>()
  for (let times = 0; times < 150; times++) {
    const ads: Ad[] = await adsFor(service, given)
    assert.equal(ads.length, 1)
    seen.set(ads[0]!.id, (seen.get(ads[0]!.id) ?? 0) + 1)
  }
  // Of 150 draws one in three falls below 20 once in a million times.
  for (const id of all) assert.ok(seen.get(id)! >= 20, `${id}: ${seen.get(id)} of 150`)
  await service.must('PATCH', `/api/v1/ads/${all[0]}`, { status: 'paused' })
  await service.must('PATCH', `/api/v1/ads/${all[1]}`, { status: 'paused' })
  await servesOnly(given, [all[2]!])
  await service.must('PATCH', `/api/v1/campaigns/${campaignId}`, { status: 'paused' })
  await servesOnly(given, [])
})

test('no answer shows the same card twice while there is another, nor more of a campaign than its cap lets it', async () => {
  const shop = await openBackfilled()
  const campaignId = await openHouse(shop)
  for (let i = 0; i < 6; i++) await addAd(service, campaignId, { ...PLAN, landingUrl: `${PLAN.landingUrl}/${i}` })
  await addAd(service, campaignId, { ...PLAN, title: 'Chat Team' })
  const given = { key: shop.key, query: OFF_TOPIC, slots: 2 }
  const titles = async () => (await adsFor(service, given)).map(({ content }) => content.title).toSorted()
  await until('both serve', SOON_MS, async () => (await titles()).join() === 'Chat Plus,Chat Team')
  for (let times = 0; times < 20; times++) assert.deepEqual(await titles(), ['Chat Plus', 'Chat Team'])
  assert.equal((await adsFor(service, { ...given, slots: 3 })).length, 3, 'where there is no other, it may')

  const frequencyCaps = [{ scope: 'campaign', per: 'user', max: 1, windowSeconds: 3_600 }]
  await service.must('PATCH', `/api/v1/campaigns/${campaignId}`, { frequencyCaps })
  await until('the cap holds within an answer', SOON_MS, async () => {
    const userId = `u-${Math.random()}`
    return (await adsFor(service, { ...given, slots: 3, userId })).length === 1
  })
})

test('agents that ask over MCP get it, too', async () => {
  const shop = await openBackfilled()
  const ad = await addAd(service, await openHouse(shop), PLAN)
  await servesOnly({ key: shop.key, query: OFF_TOPIC }, [ad])
  const { structuredContent } = await askAgent(service, shop.key, { query: OFF_TOPIC })
  assert.deepEqual(
    structuredContent.data.ads.map(({ id }: { id: string }) => id),
    [ad],
  )
})

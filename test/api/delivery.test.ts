// Why a campaign does not serve, over HTTP: what keeps it, and what recent decisions made of it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '../support/until.ts'
import { type AdminService, startAdminService } from './admin-service.ts'

const QUERY = 'I need a quiet laptop for train rides'

let service: AdminService
/** Of a publisher who takes all that bid half a unit, which is then what a click costs. */
let publisherKey: string
before(async () => {
  service = await startAdminService({ ASIDE_WORKERS: '1', ASIDE_DEMO: 'off', ASIDE_TRAFFIC_FILTER: 'report' })
  publisherKey = (await makePublisher({ floor: { amount: '0.50', currency: 'USD' } })).key
})
after(() => service.stop())

test('an explanation names the rule of targeting that an ad missed', async () => {
  const hour = new Date().getUTCHours()
  const weekday = new Date().getUTCDay()
  const rules: Record<string, object> = {
    publishers: { include: [(await makePublisher()).id] },
    countries: { include: ['FR'] },
    regions: { include: ['US-CA'] },
    languages: { exclude: ['en'] },
    placements: { include: ['sidebar'] },
    device: { include: ['tablet'] },
    days: { exclude: [weekday, (weekday + 1) % 7] },
    hours: { exclude: [hour, (hour + 1) % 24] },
    keywords: { exclude: ['train rides'] },
    categories: { include: ['gardening'] },
  }
  const shop = await makeShop('Ruler')
  const made = await Promise.all(
    Object.entries(rules).map(async ([name, rule]) => [
      name,
      await makeCampaign(shop, { targeting: { [name]: rule } }),
    ]),
  )
  const { explain } = await ask(publisherKey, { options: { explain: true } })
  const missed = new Map(explain.candidates.map((one: any) => [one.campaignId, [one.stoppedBy, one.missedRule]]))
  for (const [name, { id }] of made) assert.deepEqual(missed.get(id), ['targeting', name])
  await archive(shop)
})

test('a campaign for regions serves where the request names one of them, and one that keeps a region out wherever it does not', async () => {
  const [{ key }, shop] = [await makePublisher(), await makeShop('Regional')]
  const within = await makeCampaign(shop, { targeting: { regions: ['us-ca', 'DE-BY'] } })
  const without = await makeCampaign(shop, { targeting: { regions: { exclude: ['US-CA'] } } })
  const servedTo = async (demographics?: object) => {
    const { explain } = await ask(key, { options: { explain: true }, userContext: { demographics } })
    const stops = [within, without].map(({ id }) => explain.candidates.find((one: any) => one.campaignId === id))
    return stops.map(({ missedRule }) => missedRule !== 'regions')
  }
  assert.deepEqual(within.targeting, { regions: ['US-CA', 'DE-BY'] })
  assert.deepEqual(await servedTo({ country: 'US', region: 'US-CA' }), [true, false])
  assert.deepEqual(await servedTo({ country: 'us', region: 'ca' }), [true, false], 'the country is said beside it')
  assert.deepEqual(await servedTo({ region: 'DE-BY' }), [true, true])
  assert.deepEqual(await servedTo({ country: 'US', region: 'NY' }), [false, true])
  assert.deepEqual(await servedTo({ country: 'US' }), [false, true])
  assert.deepEqual(await servedTo({ region: 'CA' }), [false, true], 'of which country nobody knows')
  assert.deepEqual(await servedTo(), [false, true])

  const isTold = (told: any) => told.recent.missedRules.regions >= 4
  const { recent } = await deliveryOnce(within, 'its misses are counted', isTold)
  assert.deepEqual([recent.decisions, recent.missedRules], [7, { regions: 4 }])
  assert.deepEqual((await deliveryOf(without)).recent.missedRules, { regions: 2 })
  await archive(shop)
})

// What keeps a campaign; what mends it, where something does; and how long it lasts by itself.
const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const HINDRANCES: Record<
  string,
  (shop: any) => Promise<{ campaign: any; mend?: () => Promise<unknown>; until?: string }>
> = {
  async paused(shop) {
    const campaign = await makeCampaign(shop, { status: 'paused' })
    return { campaign, mend: () => change(campaign, { status: 'active' }) }
  },
  async scheduled(shop) {
    const until = inDays(1)
    const campaign = await makeCampaign(shop, { startAt: until })
    return { campaign, until, mend: () => change(campaign, { startAt: inDays(-1) }) }
  },
  async ended(shop) {
    const campaign = await makeCampaign(shop, { startAt: inDays(-2), endAt: inDays(-1) })
    return { campaign, mend: () => change(campaign, { endAt: inDays(1) }) }
  },
  async archived(shop) {
    const campaign = await makeCampaign(shop)
    await service.call('DELETE', `/api/v1/campaigns/${campaign.id}`)
    return { campaign }
  },
  async advertiser_archived(shop) {
    const campaign = await makeCampaign(shop)
    await archive(shop)
    return { campaign }
  },
  async closed_hours(shop) {
    const hourMs = 3_600_000
    const hour = new Date().getUTCHours()
    const next = (hour + 2) % 24
    const campaign = await makeCampaign(shop, { targeting: { hours: { include: [next] } } })
    const until = new Date((Math.floor(Date.now() / hourMs) + 2) * hourMs).toISOString()
    return { campaign, until, mend: () => change(campaign, { targeting: { hours: null } }) }
  },
  async total_budget_spent(shop) {
    const campaign = await makeCampaign(shop, { budget: { total: '0.50' } })
    await click()
    return { campaign, mend: () => change(campaign, { budget: { total: '5.00' } }) }
  },
  async daily_budget_spent(shop) {
    const campaign = await makeCampaign(shop, { budget: { daily: '0.50' } })
    await click()
    const until = `${inDays(1).slice(0, 10)}T00:00:00.000Z`
    return { campaign, until, mend: () => change(campaign, { budget: { daily: '5.00' } }) }
  },
  async no_funds(shop) {
    await service.call('PATCH', `/api/v1/advertisers/${shop.id}`, { billing: 'prepaid' })
    const funds = { amount: '20.00', currency: 'USD', reference: 'wire 1' }
    return { campaign: await makeCampaign(shop), mend: () => service.make(`advertisers/${shop.id}/funds`, funds) }
  },
  async pacing(shop) {
    const campaign = await makeCampaign(shop, { pacing: 'even', budget: { total: '10.00' }, endAt: inDays(100) })
    await click()
    return { campaign, mend: () => change(campaign, { pacing: 'asap' }) }
  },
  async no_ads(shop) {
    const campaign = await makeCampaign(shop, {}, null)
    return { campaign, mend: () => makeAd(shop, campaign) }
  },
  async ads_paused(shop) {
    const campaign = await makeCampaign(shop, {}, { status: 'paused' })
    return { campaign, mend: () => changeAds(campaign, { status: 'active' }) }
  },
  async ads_out_of_stock(shop) {
    const campaign = await makeCampaign(shop, {}, { availability: 'out_of_stock' })
    return { campaign, mend: () => changeAds(campaign, { availability: 'in_stock' }) }
  },
  async ads_pending(shop) {
    const campaign = await makeCampaign(shop)
    await changeAds(campaign, { review: 'pending' })
    return { campaign, mend: () => changeAds(campaign, { review: 'approved' }) }
  },
  async ads_rejected(shop) {
    const campaign = await makeCampaign(shop)
    await changeAds(campaign, { review: 'rejected' })
    return { campaign, mend: () => changeAds(campaign, { review: 'approved' }) }
  },
  async no_publisher(shop) {
    const bid = { model: 'cpc', amount: '0.001' }
    const campaign = await makeCampaign(shop, { bid })
    return { campaign, mend: () => change(campaign, { bid: { amount: '0.50' } }) }
  },
}

for (const [code, make] of Object.entries(HINDRANCES)) {
  test(`a campaign that cannot serve says ${code}, and can once that is mended`, async () => {
    const shop = await makeShop(`Shop-${code.replaceAll('_', '-')}`)
    const { campaign, mend, until } = await make(shop)
    const told = await deliveryOnce(campaign, 'it is kept from serving', ({ canServe }) => !canServe)
    assert.deepEqual(
      told.reasons.map((reason: any) => [reason.code, reason.until]),
      [[code, until]],
    )
    assert.match(told.reasons[0].message, /^[A-Z].+\.$/)
    assert.deepEqual(await listed(shop), [{ canServe: false, reason: told.reasons[0] }], 'the list says the same')
    assert.equal(await serves(shop), false)
    if (mend) {
      await mend()
      const mended = await deliveryOnce(campaign, 'it can serve again', ({ canServe }) => canServe)
      assert.deepEqual(mended.reasons, [])
      assert.deepEqual(await listed(shop), [{ canServe: true }])
      assert.equal(await serves(shop), true)
    }
    await archive(shop)
  })
}

test('a prepaid advertiser without funds is told what it can do itself, and the operator what it can', async () => {
  const shop = await makeShop('Prepaid')
  await service.call('PATCH', `/api/v1/advertisers/${shop.id}`, { billing: 'prepaid' })
  const campaign = await makeCampaign(shop)
  const told = await deliveryOnce(campaign, 'it is kept from serving', ({ canServe }) => !canServe)
  assert.match(told.reasons[0].message, /; add funds\.$/)
  const { key } = await service.make('keys', { advertiserId: shop.id, scopes: ['inventory:write'] })
  const own = await service.call('GET', `/api/v1/campaigns/${campaign.id}/delivery`, undefined, { key })
  assert.equal(own.body.reasons[0].code, 'no_funds')
  assert.match(own.body.reasons[0].message, /; send the operator a payment, who adds it to the funds\.$/)
  await archive(shop)
})

test('a campaign that several things keep from serving tells all of them', async () => {
  const shop = await makeShop('Several')
  const over = { startAt: inDays(-2), endAt: inDays(-1), status: 'paused' }
  const campaign = await makeCampaign(shop, over, { status: 'paused' })
  await makeAd(shop, campaign, { availability: 'out_of_stock' })
  const { canServe, reasons } = await deliveryOf(campaign)
  const codes = reasons.map(({ code }: any) => code).sort()
  assert.deepEqual([canServe, ...codes], [false, 'ads_out_of_stock', 'ads_paused', 'ended', 'paused'])

  await change(campaign, { status: 'active', endAt: null })
  await makeAd(shop, campaign)
  const { canServe: canNow } = await deliveryOf(campaign)
  assert.equal(canNow, true, 'one ad that serves is enough')
  await archive(shop)
})

test('a list of campaigns tells what keeps each first, narrowed to those that cannot serve or can, and only where it is asked for', async () => {
  const shop = await makeShop('Listed')
  const serving = await makeCampaign(shop)
  const bare = await makeCampaign(shop, {}, null)
  const over = await makeCampaign(shop, { startAt: inDays(-2), endAt: inDays(-1) }, null)
  const list = async (query: string, key?: string) => {
    const path = `/api/v1/campaigns?advertiserId=${shop.id}${query}`
    const { status, body, text } = await service.call('GET', path, undefined, key ? { key } : {})
    assert.equal(status, 200, text)
    return body.data.map((one: any) => [one.id, one.delivery?.reason?.code ?? one.delivery?.canServe])
  }
  assert.deepEqual(await list('&delivery=true'), [
    [over.id, 'ended'],
    [bare.id, 'no_ads'],
    [serving.id, true],
  ])
  assert.deepEqual(await list('&canServe=false'), [
    [over.id, 'ended'],
    [bare.id, 'no_ads'],
  ])
  assert.deepEqual(await list('&canServe=true'), [[serving.id, true]])
  assert.deepEqual(await list('&delivery=false'), await list(''))
  assert.deepEqual((await list(''))[0], [over.id, undefined])

  await service.call('PATCH', `/api/v1/advertisers/${shop.id}`, { billing: 'prepaid' })
  const { key } = await service.make('keys', { advertiserId: shop.id, scopes: ['inventory:write'] })
  const { body } = await service.call('GET', '/api/v1/campaigns?delivery=true', undefined, { key })
  assert.match(body.data[1].delivery.reason.message, /; send the operator a payment, who adds it to the funds\.$/)
  await archive(shop)
})

test('what is archived is said to lack no ads once those that it had have left memory', async () => {
  const inMemory = async () => {
    const { text } = await service.call('GET', '/metrics')
    return Number(/^aside_catalog_ads (\d+)$/m.exec(text)![1])
  }
  const shops = [await makeShop('Gone'), await makeShop('Left')]
  const campaigns = [await makeCampaign(shops[0]), await makeCampaign(shops[1])]
  const before = await inMemory()
  await service.call('DELETE', `/api/v1/campaigns/${campaigns[0].id}`)
  await archive(shops[1])
  await until('its ads have left memory', 10_000, async () => (await inMemory()) <= before - 2)
  const codes = campaigns.map(async (one) => (await deliveryOf(one)).reasons.map(({ code }: any) => code))
  assert.deepEqual(await Promise.all(codes), [['archived'], ['advertiser_archived']])
  await archive(shops[0])
})

test('publishers that do not take a campaign are counted by the reason', async () => {
  const shop = await makeShop('Picky')
  const bid = { model: 'cpc', amount: '0.50' }
  const terms = { bid, budget: { total: '0.30' } }
  const policies: Record<string, object> = {
    policy_blocked: { blockedDomains: [shop.domain] },
    below_floor: { floor: { amount: '0.60', currency: 'USD' } },
    budget_exhausted: { floor: { amount: '0.40', currency: 'USD' } },
    unsupported_format: { formats: ['entity_link'] },
  }
  const makeOne = async (include: string[]) =>
    makeCampaign(shop, { ...terms, targeting: { publishers: { include } } }, { formats: ['action_card'] })
  for (const [reason, policy] of Object.entries(policies)) {
    const publisher = await makePublisher(policy)
    const campaign = await makeOne([publisher.id])
    const { reasons, publishers } = await deliveryOf(campaign)
    assert.deepEqual(
      reasons.map(({ code }: any) => code),
      ['no_publisher'],
    )
    const { targeting, ...others } = publishers.stoppedBy
    assert.deepEqual([publishers.open, others], [0, { [reason]: 1 }])
    assert.ok(targeting > 0, 'it is meant for one publisher alone')
    assert.equal(await serves(shop, publisher.key), false)
    await service.call('DELETE', `/api/v1/publishers/${publisher.id}`)
    assert.equal((await deliveryOf(campaign)).publishers.stoppedBy[reason], undefined, 'it is archived')
  }
  const open = await makePublisher()
  assert.equal((await deliveryOf(await makeOne([open.id]))).publishers.open, 1)
  assert.equal(await serves(shop, open.key), true)
  await archive(shop)
})

test('recent decisions are told by what they made of a campaign', async () => {
  const shop = await makeShop('Recent')
  const german = { userContext: { demographics: { country: 'DE' } } }
  await ask(publisherKey, german)
  const frequencyCaps = [{ max: 1, windowSeconds: 3_600 }]
  const campaign = await makeCampaign(shop, { targeting: { countries: { include: ['DE'] } }, frequencyCaps })
  const fresh = { decisions: 0, since: null, served: 0, stoppedBy: {}, missedRules: {} }
  assert.deepEqual((await deliveryOf(campaign)).recent, fresh, 'what was decided before it was made does not count')

  const rivals = [await makeShop('Rival'), await makeShop('Another')]
  for (const rival of rivals) await makeCampaign(rival, { priority: 'sponsorship' })
  const dear = await makeAd(shop, campaign, { title: 'Laptop', description: 'A large screen.', price: '€2999' })
  await ask(publisherKey, { ...german, conversationContext: { query: `${QUERY}, under 500 euros` } })
  await ask(publisherKey)
  await ask(publisherKey, { options: { explain: true } })
  await service.call('DELETE', `/api/v1/ads/${dear.id}`)
  for (const rival of rivals) await archive(rival)
  const person = { userContext: { ...german.userContext, userId: 'u1' } }
  await ask(publisherKey, person)
  for (let i = 0; i < 3; i++) await ask(publisherKey, person)
  const floor = { amount: '0.90', currency: 'USD' }
  await ask(publisherKey, { ...german, slots: [{ slotId: 'main', format: 'action_card', floor }] })
  await ask(publisherKey, { ...german, conversationContext: { query: 'Which tulips should I buy?' } })
  await ask(publisherKey, { ...german, options: { test: true } })
  const { since, ...recent } = (await deliveryOf(campaign)).recent
  assert.ok(since >= campaign.createdAt && since <= new Date().toISOString())
  assert.deepEqual(recent, {
    decisions: 9,
    served: 1,
    stoppedBy: { outranked: 1, frequency_cap: 3, below_floor: 1 },
    missedRules: { countries: 2 },
  })
  await archive(shop)
})

test('what a campaign has spent is told in all and of its own day, less what was reversed', async () => {
  const shop = await makeShop('Spender')
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] // a day apart, so that it is another date in one of them
  const campaign = await makeCampaign(shop, { timeZone: zones[0] })
  const spend = (total: string, today: string) => ({ total, today, currency: 'USD' })
  assert.deepEqual((await deliveryOf(campaign)).spend, spend('0.00', '0.00'))
  await click()
  const isTold = (wanted: string) => (told: any) => told.spend.total === wanted
  assert.deepEqual((await deliveryOnce(campaign, 'the click is told', isTold('0.50'))).spend, spend('0.50', '0.50'))
  await change(campaign, { timeZone: zones[1] })
  assert.deepEqual((await deliveryOf(campaign)).spend, spend('0.50', '0.00'), 'nothing on this day there')
  await change(campaign, { timeZone: zones[0] })
  await service.make('reversals', { reason: 'test', filter: { campaignId: campaign.id } })
  assert.deepEqual((await deliveryOnce(campaign, 'the reversal is told', isTold('0.00'))).spend, spend('0.00', '0.00'))
  await archive(shop)
})

test('only who may read a campaign reads its delivery', async () => {
  const { campaign, key } = await service.makeAdvertiser('Own')
  const { key: others } = await service.makeAdvertiser('Other')
  const path = `/api/v1/campaigns/${campaign.id}/delivery`
  const statusFor = async (key: string, of = path) => (await service.call('GET', of, undefined, { key })).status
  assert.equal(await statusFor(key), 200)
  assert.equal(await statusFor(others), 404)
  assert.equal(await statusFor(publisherKey), 403)
  assert.equal(await statusFor(key, '/api/v1/campaigns/cmp_none/delivery'), 404)
})

async function makePublisher(policy: object = {}) {
  const { id } = await service.make('publishers', { name: 'Chat', policy })
  const { key } = await service.make('keys', { publisherId: id, scopes: ['ads:request', 'ads:explain'] })
  return { id: id as string, key: key as string }
}

async function makeShop(name: string, more: object = {}) {
  return service.make('advertisers', { name, domain: `${name.toLowerCase()}.example`, ...more })
}

/** With one ad that fits the question, or none. */
async function makeCampaign(shop: any, terms: object = {}, ad: object | null = {}) {
  const bid = { model: 'cpc', amount: '0.50' }
  const campaign = await service.make('campaigns', { advertiserId: shop.id, name: 'C', bid, pacing: 'asap', ...terms })
  if (ad) await makeAd(shop, campaign, ad)
  return campaign
}

const AD = { title: 'Feather 13 laptop', description: 'Quiet, light, fanless laptop for trains.' }

async function makeAd(shop: any, campaign: any, more: object = {}) {
  return service.make('ads', { ...AD, campaignId: campaign.id, landingUrl: `https://${shop.domain}/`, ...more })
}

async function change({ id }: { id: string }, terms: object, kind = 'campaigns'): Promise<void> {
  const reply = await service.call('PATCH', `/api/v1/${kind}/${id}`, terms)
  assert.equal(reply.status, 200, reply.text)
}

async function changeAds({ id }: { id: string }, content: object): Promise<void> {
  const { body } = await service.call('GET', `/api/v1/ads?campaignId=${id}`)
  for (const ad of body.data) await change(ad, content, 'ads')
}

/** What the list of an advertiser's campaigns says of each. */
async function listed(shop: { id: string }): Promise<any> {
  const path = `/api/v1/campaigns?advertiserId=${shop.id}&delivery=true&includeArchived=true`
  const { status, body, text } = await service.call('GET', path)
  assert.equal(status, 200, text)
  return body.data.map(({ delivery }: any) => delivery)
}

async function deliveryOf({ id }: { id: string }, key?: string): Promise<any> {
  const reply = await service.call('GET', `/api/v1/campaigns/${id}/delivery`, undefined, key ? { key } : {})
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

/** What a campaign says once something holds of it: money reaches memory a moment after the click was answered. */
async function deliveryOnce(campaign: { id: string }, what: string, holds: (told: any) => boolean): Promise<any> {
  let told: any
  await until(what, 5_000, async () => {
    told = await deliveryOf(campaign)
    return holds(told)
  })
  return told
}

async function serves(shop: any, key = publisherKey): Promise<boolean> {
  const { slots } = await ask(key)
  return slots[0].ads.some(({ advertiser }: any) => advertiser.domain === shop.domain)
}

/** Clicks the ad that is shown. */
async function click(): Promise<void> {
  const { slots } = await ask(publisherKey)
  const { status } = await fetch(slots[0].ads[0].tracking.clickUrl, { redirect: 'manual' })
  assert.equal(status, 302)
}

async function archive(shop: { id: string }): Promise<void> {
  await service.call('DELETE', `/api/v1/advertisers/${shop.id}`)
}

async function ask(key: string, more: object = {}): Promise<any> {
  const slots = [{ slotId: 'main', format: 'action_card' }]
  const body = { conversationContext: { query: QUERY }, slots, ...more }
  const reply = await service.call('POST', '/api/v1/ads/request', body, { key })
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

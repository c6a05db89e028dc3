// Reports over the wire: who sees what, in which shape, and what is not asked for in the right way.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '../support/until.ts'
import { type AdminService, startAdminService } from './admin-service.ts'

let service: AdminService
let own: Awaited<ReturnType<AdminService['makeAdvertiser']>>
let other: typeof own
let publisher: { id: string; key: string }
let ads: { own: string; other: string }

before(async () => {
  service = await startAdminService({ ASIDE_TRAFFIC_FILTER: 'report' })
  own = await service.makeAdvertiser('Own')
  other = await service.makeAdvertiser('Rival')
  const { id } = await service.make('publishers', { name: 'Chat', policy: { intentGate: false, minRelevance: 0 } })
  const { key } = await service.make('keys', {
    publisherId: id,
    scopes: ['ads:request', 'events:write', 'reports:read'],
  })
  publisher = { id, key }
  const adOf = (campaignId: string, title: string, more: object = {}) =>
    service.make('ads', { campaignId, title, landingUrl: 'https://shop.example', ...more })
  ads = {
    own: (await adOf(own.campaign.id, 'Bassoon reeds', { id: 'my-1' })).id,
    other: (await adOf(other.campaign.id, 'Kayak paddles')).id,
  }
  await showAndClick('bassoon reeds', true)
  await showAndClick('kayak paddles')
  // Counts of decisions reach the store once a second.
  await until('both are counted', 10_000, async () => (await total('requests')) >= 2)
})
after(() => service.stop())

const PERSON = {
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
}

async function showAndClick(query: string, isSeen = false): Promise<void> {
  const { body } = await service.call(
    'POST',
    '/api/v1/ads/request',
    { conversationContext: { query }, slots: [{ slotId: '=cmd()', format: 'action_card' }] },
    { key: publisher.key },
  )
  const [ad] = body.slots[0].ads
  const headers = PERSON
  const path = (url: string) => url.slice(service.config.baseUrl.length)
  await service.call('GET', path(ad.tracking.impressionUrl), undefined, { headers })
  if (isSeen) await service.call('GET', path(ad.tracking.viewableUrl), undefined, { headers })
  assert.equal((await service.call('GET', path(ad.tracking.clickUrl), undefined, { headers })).status, 302)
  await service.call('GET', path(ad.tracking.clickUrl), undefined, { headers })
}

async function total(metric: string): Promise<number> {
  return (await service.call('GET', '/api/v1/reports')).body.totals[metric]
}

test('no cache may keep what a key was answered, nor a refusal, whichever header the key stands in', async () => {
  for (const path of [
    '/reports',
    '/keys/self',
    `/campaigns/${own.campaign.id}`,
    `/campaigns/${other.campaign.id}`,
    '/keys',
  ]) {
    for (const headers of [undefined, { authorization: '', 'x-api-key': own.key }]) {
      const { status, headers: answered } = await service.call('GET', `/api/v1${path}`, undefined, {
        key: own.key,
        headers,
      })
      assert.equal(answered.get('cache-control'), 'no-store', `${path} ${status}`)
    }
  }
})

test('a report counts what happened, with money, rates and the reasons of what does not count', async () => {
  const { body, text } = await service.call('GET', '/api/v1/reports?groupBy=ad,campaign')
  const row = body.rows.find(({ ad }: any) => ad === ads.own)
  assert.ok(row, text)
  assert.equal(row.externalId, 'my-1')
  assert.equal(row.title, 'Bassoon reeds')
  assert.equal(row.campaign, own.campaign.id)
  assert.deepEqual([row.impressions, row.clicks, row.ctr], [1, 1, 1])
  assert.deepEqual(row.spend, { amount: '0.01', currency: 'USD' })
  assert.deepEqual(row.revenue, { amount: '0.007', currency: 'USD' })
  assert.deepEqual(row.ecpm, { amount: '10.00', currency: 'USD' })
  assert.equal(row.ignored.duplicate, 1)
  assert.deepEqual([row.viewable, row.viewableRate], [1, 1])
  assert.deepEqual([body.totals.viewable, body.totals.viewableRate], [1, 0.5])
  assert.equal(body.totals.clicks, 2)
  assert.equal(body.totals.requests, 2)
  assert.deepEqual(body.totals.spend, { amount: '0.02', currency: 'USD' })
})

test('metrics narrow the columns, and dimensions come in every mixture', async () => {
  const { body } = await service.call('GET', '/api/v1/reports?groupBy=day,publisher&metrics=clicks,spend')
  const today = new Date().toISOString().slice(0, 10)
  assert.deepEqual(body.rows, [
    {
      day: today,
      publisher: publisher.id,
      publisherName: 'Chat',
      clicks: 2,
      spend: { amount: '0.02', currency: 'USD' },
    },
  ])
  for (const dimension of ['hour', 'advertiser', 'slot', 'country', 'format']) {
    const reply = await service.call('GET', `/api/v1/reports?groupBy=${dimension}`)
    assert.equal(reply.status, 200, reply.text)
    assert.ok(
      reply.body.rows.every((row: any) => dimension in row),
      reply.text,
    )
  }
})

test('an advertiser sees its own figures alone, whatever it asks for', async () => {
  const read = (query: string) => service.call('GET', `/api/v1/reports?groupBy=ad${query}`, undefined, { key: own.key })
  const { body: mine } = await read('')
  assert.deepEqual(mine.rows.map(({ ad }: any) => ad).filter(Boolean), [ads.own])
  assert.equal(mine.totals.clicks, 1)
  for (const query of [`&advertiserId=${other.advertiser.id}`, `&campaignId=${other.campaign.id}`]) {
    assert.equal((await read(query)).status, 404)
  }
})

test('a publisher sees its own figures alone', async () => {
  const stranger = await service.make('publishers', { name: 'Stranger' })
  const { key } = await service.make('keys', { publisherId: stranger.id, scopes: ['reports:read'] })
  assert.equal((await service.call('GET', '/api/v1/reports', undefined, { key: publisher.key })).body.totals.clicks, 2)
  assert.equal((await service.call('GET', '/api/v1/reports', undefined, { key })).body.totals.clicks, 0)
  const asked = await service.call('GET', `/api/v1/reports?publisherId=${publisher.id}`, undefined, { key })
  assert.equal(asked.status, 404)
})

test('a report narrowed to nobody says so; one that is narrowed to others who are in it does not', async () => {
  const read = (query: string, key?: string) => service.call('GET', `/api/v1/reports?${query}`, undefined, { key })
  for (const field of ['publisherId', 'advertiserId', 'campaignId']) {
    const { status, body } = await read(`${field}=typo`)
    assert.deepEqual([status, body.error.code, body.error.field], [404, 'not_found', field])
    assert.equal((await read(`${field}=`)).body.error.message, `${field} must not be empty`)
  }
  assert.equal((await read(`campaignId=${other.campaign.id}`, publisher.key)).body.totals.clicks, 1)
  assert.equal((await read(`publisherId=${publisher.id}`, own.key)).body.totals.clicks, 1)
})

test('CSV comes by format or by Accept, and no cell of it starts a formula', async () => {
  const reply = await service.call('GET', '/api/v1/reports?groupBy=slot&metrics=clicks,spend,ignored&format=csv')
  assert.match(reply.headers.get('content-type')!, /^text\/csv/)
  assert.equal(reply.text, `slot,clicks,spend,ignored,currency\r\n'=cmd(),2,0.02,duplicate=2,USD\r\n`)
  const ofAds = await service.call('GET', '/api/v1/reports?groupBy=ad&metrics=clicks&format=csv')
  const [header, ...rows] = ofAds.text.split('\r\n')
  assert.equal(header, 'ad,externalId,title,clicks,currency')
  assert.ok(rows.includes(`${ads.own},my-1,Bassoon reeds,1,USD`), ofAds.text)
  const accepted = await service.call('GET', '/api/v1/reports', undefined, { headers: { accept: 'text/csv' } })
  assert.match(accepted.headers.get('content-type')!, /^text\/csv/)
})

test('a slot with two ads is one filled slot in the totals, however the report is grouped', async () => {
  const { body } = await service.call(
    'POST',
    '/api/v1/ads/request',
    {
      conversationContext: { query: 'bassoon reeds or kayak paddles' },
      slots: [{ slotId: 'pair', format: 'action_card', count: 2 }],
    },
    { key: publisher.key },
  )
  assert.equal(body.slots[0].ads.length, 2)
  await until('it is counted', 10_000, async () => (await total('requests')) >= 3)
  for (const groupBy of ['', 'ad', 'campaign', 'advertiser', 'day,ad', 'slot', 'publisher']) {
    const { totals, rows } = (await service.call('GET', `/api/v1/reports?groupBy=${groupBy}`)).body
    assert.deepEqual([totals.requests, totals.eligible, totals.filled, totals.fillRate], [3, 3, 3, 1], groupBy)
    const placed = rows.filter((row: any) => row.ad).map((row: any) => row.filled)
    if (groupBy === 'ad') assert.deepEqual(placed, [2, 2])
  }
  const mine = (await service.call('GET', '/api/v1/reports?groupBy=ad', undefined, { key: own.key })).body.totals
  assert.deepEqual([mine.requests, mine.filled, mine.fillRate], [0, 2, 0])
})

test('what a sale was worth is told to its advertiser and to no publisher', async () => {
  const { key } = await service.make('keys', { publisherId: publisher.id, scopes: ['reports:read'] })
  const totals = async (by: string, query = '') =>
    (await service.call('GET', `/api/v1/reports${query}`, undefined, { key: by })).body.totals
  const told = ({ conversionValue, roas, conversions }: any) => [conversionValue?.amount, roas, conversions]
  assert.deepEqual(told(await totals(own.key)), ['0.00', 0, 0])
  assert.deepEqual(told(await totals(key)), [undefined, undefined, 0])
  assert.deepEqual(await totals(key, '?metrics=roas,conversions'), { conversions: 0 })
})

test('decisions are listed to the last one, page by page', async () => {
  const read = async (query: string) => (await service.call('GET', `/api/v1/decisions?${query}`)).body
  const { data: all, nextCursor } = await read('limit=200')
  assert.equal(nextCursor, null)
  const paged: unknown[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: any = await read(`limit=1${cursor && `&cursor=${cursor}`}`)
    paged.push(...page.data)
    cursor = page.nextCursor
  }
  assert.deepEqual(paged, all)
  assert.deepEqual(await read('cursor=req_01KAAAAAAAAAAAAAAAAAAAAAAA'), { data: [], nextCursor: null })
  for (const none of ['', 'x', 'req_x']) assert.equal((await read(`cursor=${none}`)).error?.field, 'cursor', none)
})

test("a key without an owner is the operator's: what its scope opens is open for everybody", async () => {
  const keyWith = async (...scopes: string[]) => (await service.make('keys', { scopes })).key
  const reader = await keyWith('reports:read')
  assert.equal((await service.call('GET', '/api/v1/reports', undefined, { key: reader })).body.totals.clicks, 2)
  for (const { campaign } of [own, other]) assert.equal((await forecast(campaign.id, reader)).status, 200)

  const explainer = await keyWith('ads:explain')
  const { body } = await service.call('GET', '/api/v1/decisions', undefined, { key: explainer })
  assert.ok(body.data.length >= 2)
  const { requestId, slots } = body.data.at(-1)
  const { body: tests } = await service.call('GET', '/api/v1/decisions?test=true', undefined, { key: explainer })
  assert.deepEqual(tests.data, [])
  const { body: live } = await service.call('GET', '/api/v1/decisions?test=false', undefined, { key: explainer })
  assert.equal(live.data.length, body.data.length)
  const path = `/api/v1/decisions/${requestId}`
  assert.equal((await service.call('GET', path, undefined, { key: explainer })).status, 200)

  const reporter = await keyWith('events:write')
  const { impressionId } = slots[0].ads[0]
  const events = [{ type: 'dismiss', impressionId }]
  const reported = await service.call('POST', '/api/v1/events', { events }, { key: reporter })
  assert.deepEqual(
    reported.body.results.map(({ status }: any) => status),
    ['accepted'],
    reported.text,
  )
  const sale = { impressionId, transactionId: 'order-1', type: 'purchase' }
  const converted = await service.call('POST', '/api/v1/conversions', sale, { key: reporter })
  assert.deepEqual([converted.status, converted.body.status], [200, 'accepted'], converted.text)

  for (const [key, method, path, body] of [
    [explainer, 'POST', '/api/v1/forecast', forecastBody(own.campaign.id)],
    [reporter, 'GET', '/api/v1/decisions', undefined],
    [reader, 'POST', '/api/v1/conversions', sale],
  ] as const) {
    const { status, body: answer } = await service.call(method, path, body, { key })
    assert.deepEqual([status, answer.error.code], [403, 'scope_insufficient'], path)
  }
})

test('an advertiser forecasts its own campaigns, with a key that reads reports', async () => {
  const keyWith = async (owner: object, scope: string) =>
    (await service.make('keys', { ...owner, scopes: [scope] })).key
  const ofOwn = { advertiserId: own.advertiser.id }
  const reader = await keyWith(ofOwn, 'reports:read')
  assert.equal((await forecast(own.campaign.id, reader)).status, 200)
  assert.equal((await forecast(other.campaign.id, reader)).status, 404)
  assert.equal((await forecast(own.campaign.id, publisher.key)).status, 404)
  const keeper = await forecast(own.campaign.id, await keyWith(ofOwn, 'inventory:write'))
  assert.equal(keeper.status, 403)
  assert.match(keeper.body.error.message, /reports:read/)
})

const forecastBody = (like: string) => ({ like: [like], bid: { model: 'cpc', amount: '0.50' } })
const forecast = (like: string, key: string) => service.call('POST', '/api/v1/forecast', forecastBody(like), { key })

test('a slot id of 64 characters is carried whole by its links, whatever they are', async () => {
  const slotId = '😀'.repeat(64)
  const { body } = await service.call(
    'POST',
    '/api/v1/ads/request',
    { conversationContext: { query: 'bassoon reeds' }, slots: [{ slotId, format: 'action_card' }] },
    { key: publisher.key },
  )
  const [ad] = body.slots[0].ads
  const { pathname } = new URL(ad.tracking.clickUrl)
  assert.equal((await service.call('GET', pathname, undefined, { headers: PERSON })).status, 302)
  const { rows } = (await service.call('GET', '/api/v1/reports?groupBy=slot')).body
  assert.equal(rows.find(({ slot }: any) => slot === slotId)?.clicks, 1)
  const token = pathname.slice('/c/'.length)
  const sale = { clickId: token, transactionId: 'order-2', type: 'purchase' }
  assert.equal((await service.call('POST', '/api/v1/conversions', sale)).body.status, 'accepted')
})

test('events of test keys are kept apart', async () => {
  assert.equal((await service.call('GET', '/api/v1/reports?test=true')).body.totals.clicks, 0)
})

const bad: [name: string, query: string, field: string, message: RegExp][] = [
  ['a date that is none', 'from=2026-02-30', 'from', /2026-11-21/],
  ['a time in place of a date', 'to=2026-02-01T00:00:00Z', 'to', /date/],
  ['days turned round', 'from=2026-03-02&to=2026-03-01', 'from', /later/],
  ['too many days', 'from=2020-01-01&to=2026-01-01', 'from', /400 days/],
  ['an unknown dimension', 'groupBy=day,moon', 'groupBy', /publisher, advertiser/],
  ['an unknown metric', 'metrics=luck', 'metrics', /clicks, conversions/],
]
for (const [name, query, field, message] of bad) {
  test(`a report with ${name} is refused, and says what there is`, async () => {
    const reply = await service.call('GET', `/api/v1/reports?${query}`)
    assert.equal(reply.status, 400)
    assert.equal(reply.body.error.field, field)
    assert.match(reply.body.error.message, message)
  })
}

test('lists that come whole end as the others do: with a nextCursor of null', async () => {
  for (const path of ['/api/v1/decisions', '/api/v1/decisions/slots', '/api/v1/ledger/balances']) {
    const { body } = await service.call('GET', path)
    assert.deepEqual([Array.isArray(body.data), body.nextCursor], [true, null], path)
  }
})

test('a publisher reads how often each of its slots stayed empty, and why', async () => {
  const { id } = await service.make('publishers', { name: 'Slots' })
  const { key } = await service.make('keys', { publisherId: id, scopes: ['ads:request', 'ads:explain'] })
  const ask = (query: string, slots: object[], more: object = {}) =>
    service.call('POST', '/api/v1/ads/request', { conversationContext: { query }, slots, ...more }, { key })
  const read = async (query = '') =>
    (await service.call('GET', `/api/v1/decisions/slots${query}`, undefined, { key })).body
  assert.deepEqual(await read(), { decisions: 0, since: null, data: [], nextCursor: null })

  const card = { slotId: 'below', format: 'action_card' }
  const banner = { slotId: 'side', format: 'banner' }
  await ask('where can I buy bassoon reeds', [card, banner])
  await ask('hello, how are you', [card])
  await ask('hello again', [card])
  await ask('where can I buy bassoon reeds', [card], { options: { test: true } })
  const side = { publisherId: id, slotId: 'side', format: 'banner', requests: 1, filled: 0 }
  const below = { publisherId: id, slotId: 'below', format: 'action_card', filled: 1 }
  const live = await read('?test=false')
  assert.deepEqual([live.decisions, Math.abs(Date.now() - Date.parse(live.since)) < 60_000], [3, true])
  assert.deepEqual(live.data, [
    { ...below, requests: 3, empty: { low_commercial_intent: 2 } },
    { ...side, empty: { unsupported_format: 1 } },
  ])
  assert.deepEqual((await read('?test=true')).data, [{ ...below, requests: 1, empty: {} }])
  assert.equal((await read()).decisions, 4)

  const narrowed = async (more: string, as?: object) =>
    (await service.call('GET', `/api/v1/${more}`, undefined, as)).body
  assert.ok((await narrowed('decisions/slots')).decisions > 4, 'an operator reads those of everybody')
  assert.equal((await narrowed(`decisions/slots?publisherId=${id}`)).decisions, 4)
  const { data: own } = await narrowed(`decisions?publisherId=${id}&test=false`)
  assert.deepEqual([own.length, ...new Set(own.map((one: any) => one.publisherId))], [3, id])
  assert.equal((await narrowed(`decisions?publisherId=${id}`, { key })).data.length, 4)
  const foreign = await service.make('publishers', { name: 'No slots' })
  for (const path of ['decisions', 'decisions/slots']) {
    assert.equal((await narrowed(`${path}?publisherId=${foreign.id}`, { key })).error.code, 'not_found')
    assert.equal((await narrowed(`${path}?publisherId=pub_none`)).error.code, 'not_found')
  }

  for (let request = 0; request < 21; request++) {
    const slots = Array.from({ length: 10 }, (_, i) => ({ ...card, slotId: `s${request} ${i}` }))
    await ask('hello', slots)
  }
  const { data } = await read()
  assert.equal(data.length, 201)
  assert.deepEqual(
    data.find(({ slotId }: { slotId: string }) => slotId === '(other)'),
    {
      publisherId: id,
      slotId: '(other)',
      format: '(other)',
      requests: 15,
      filled: 2,
      empty: { low_commercial_intent: 12, unsupported_format: 1 },
    },
  )
})

test('rows tell names beside ids, to each key those that it may read, and of what was archived', async () => {
  const groupBy = 'publisher,advertiser,campaign'
  const namesFor = async (key?: string) => {
    const { body } = await service.call('GET', `/api/v1/reports?groupBy=${groupBy}`, undefined, { key })
    const row = body.rows.find(({ advertiser }: any) => advertiser === own.advertiser.id)
    return [row.publisherName, row.advertiserName, row.campaignName]
  }
  const [advertiserName, campaignName] = [own.advertiser.name, own.campaign.name]
  assert.deepEqual(await namesFor(), ['Chat', advertiserName, campaignName])
  assert.deepEqual(await namesFor(publisher.key), ['Chat', advertiserName, undefined])
  assert.deepEqual(await namesFor(own.key), [undefined, advertiserName, campaignName])

  const { body } = await service.call('GET', '/api/v1/reports?groupBy=advertiser')
  const slots = body.rows.find(({ advertiser }: any) => advertiser === '')
  assert.equal(slots.advertiserName, undefined, 'what was asked for belongs to nobody')

  await service.call('PATCH', `/api/v1/campaigns/${own.campaign.id}`, { name: '=Spring, reeds' })
  const csvFor = async (key?: string) => {
    const path = '/api/v1/reports?groupBy=campaign&metrics=clicks&format=csv'
    return (await service.call('GET', path, undefined, { key })).text.split('\r\n')
  }
  const [header, ...rows] = await csvFor()
  assert.equal(header, 'campaign,campaignName,clicks,currency')
  assert.ok(rows.includes(`${own.campaign.id},"'=Spring, reeds",2,USD`), rows.join('\n'))
  assert.ok((await csvFor(publisher.key)).includes(`${own.campaign.id},2,USD`), 'no column of what it may not read')
  await service.call('PATCH', `/api/v1/campaigns/${own.campaign.id}`, { name: campaignName })

  await service.call('DELETE', `/api/v1/advertisers/${own.advertiser.id}`)
  assert.deepEqual(await namesFor(), ['Chat', advertiserName, campaignName])
})

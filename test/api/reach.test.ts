// How many people saw a campaign, over the wire: by the ads that were served and reported, and who is told.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DAY_MS } from '../../src/base/clock.ts'
import { type AdminService, startAdminService } from './admin-service.ts'

let service: AdminService
let feather: Awaited<ReturnType<AdminService['makeAdvertiser']>>
let chat: string
let reader: string

before(async () => {
  service = await startAdminService({ ASIDE_TRAFFIC_FILTER: 'report' })
  feather = await service.makeAdvertiser('Feather')
  const content = { title: 'Bassoon reeds', landingUrl: 'https://feather.example/reeds' }
  await service.make('ads', { campaignId: feather.campaign.id, ...content })
  const policy = { intentGate: false, minRelevance: 0 }
  const { id: publisherId } = await service.make('publishers', { name: 'Chat', policy })
  chat = (await service.make('keys', { publisherId, scopes: ['ads:request', 'reports:read'] })).key
  reader = (await service.make('keys', { advertiserId: feather.advertiser.id, scopes: ['reports:read'] })).key
  for (const userContext of [
    ...['ana', 'ben', 'ana', 'ana'].map((userId) => ({ userId })),
    ...[{ sessionId: 'visit' }, {}, { userId: 'ana', consent: { gpc: true } }],
  ])
    await show(userContext)
})
after(() => service.stop())

async function show(userContext: object): Promise<void> {
  const slots = [{ slotId: 'main', format: 'action_card' }]
  const asked = { conversationContext: { query: 'bassoon reeds' }, userContext, slots }
  const { body } = await service.call('POST', '/api/v1/ads/request', asked, { key: chat })
  assert.equal((await fetch(body.slots[0].ads[0].tracking.impressionUrl)).status, 204)
}

const read = (query: string, key?: string) => service.call('GET', `/api/v1/reports/reach?${query}`, undefined, { key })
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

test('people, sessions and impressions of nobody known are told apart, to the operator and the advertiser', async () => {
  for (const key of [undefined, reader]) {
    const { status, body, text } = await read(`campaignId=${feather.campaign.id}`, key)
    assert.equal(status, 200, text)
    assert.deepEqual([body.people, body.sessions, body.perPerson], [2, 1, 2])
    assert.deepEqual(body.impressions, { people: 4, sessions: 1, unknown: 2 })
    assert.deepEqual(body.frequency.slice(0, 3), [
      { times: 1, people: 1, sessions: 1 },
      { times: 2, people: 0, sessions: 0 },
      { times: 3, people: 1, sessions: 0 },
    ])
    assert.deepEqual(body.frequency.at(-1), { times: 10, orMore: true, people: 0, sessions: 0 })
    assert.deepEqual([body.campaignId, body.to, body.test], [feather.campaign.id, dayOf(Date.now()), false])
  }
  const { totals } = (await service.call('GET', '/api/v1/reports')).body
  assert.equal(totals.impressions, 7, 'as many as the report says')
  const tests = await read(`campaignId=${feather.campaign.id}&test=true`)
  assert.deepEqual([tests.body.people, tests.body.perPerson, tests.body.test], [0, null, true])
})

test('others are told nothing: no other advertiser, and no publisher', async () => {
  const other = await service.makeAdvertiser('Heron')
  const { key } = await service.make('keys', { advertiserId: other.advertiser.id, scopes: ['reports:read'] })
  for (const [id, by] of [
    [feather.campaign.id, key],
    ['cmp_none', undefined],
  ] as const) {
    const { status, body } = await read(`campaignId=${id}`, by)
    assert.deepEqual([status, body.error.code, body.error.field], [404, 'not_found', 'campaignId'])
  }
  const refused = await read(`campaignId=${feather.campaign.id}`, chat)
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'scope_insufficient'])
})

test('what cannot be told is refused, with what can', async () => {
  const nameless = await read('')
  assert.deepEqual([nameless.status, nameless.body.error.field], [400, 'campaignId'])
  const of = `campaignId=${feather.campaign.id}`
  // Of what was seen 92 days ago, people are forgotten by now where it was decided the day before.
  const [first, before] = [dayOf(Date.now() - 91 * DAY_MS), dayOf(Date.now() - 92 * DAY_MS)]
  assert.equal((await read(`${of}&from=${first}`)).status, 200)
  const { status, body } = await read(`${of}&from=${before}`)
  assert.deepEqual([status, body.error.field], [400, 'from'])
  assert.match(body.error.message, new RegExp(`must be ${first} or later`))
  const unread = await read(`${of}&groupBy=day`)
  assert.deepEqual(unread.body.warnings?.[0]?.field, 'groupBy')
})

// An ad that somebody dismissed or reported is shown to that person no more: over real sockets, whichever way it is said.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '../support/until.ts'
import { type AdminService, startAdminService } from './admin-service.ts'

/** Enough connections for each thread to get some of them. */
const AT_ONCE = 16

let service: AdminService
const stock = { key: '', testKey: '', publisherId: '' }

before(async () => {
  service = await startAdminService()
  const { campaign } = await service.makeAdvertiser('Feather')
  const policy = { intentGate: false, minRelevance: 0 }
  stock.publisherId = (await service.make('publishers', { name: 'Chat', policy })).id
  const scopes = ['ads:request', 'ads:explain', 'events:write']
  stock.key = (await service.make('keys', { publisherId: stock.publisherId, scopes })).key
  stock.testKey = (await service.make('keys', { publisherId: stock.publisherId, scopes, mode: 'test' })).key
  for (const title of ['Bassoon reeds', 'Piccolo case'])
    await service.make('ads', { campaignId: campaign.id, id: title, title, landingUrl: 'https://feather.example/' })
  const isThreaded = async () => /aside_decision_threads\S* 2\n/.test((await service.call('GET', '/metrics')).text)
  await until('both threads listen', 20_000, isThreaded)
})
after(() => service.stop())

const REEDS = 'bassoon reeds'

async function ask(who: object, { query = REEDS, key = stock.key, explain = false } = {}) {
  const { body, text } = await service.call(
    'POST',
    '/api/v1/ads/request',
    {
      conversationContext: { query },
      userContext: who,
      slots: [{ slotId: 'main', format: 'action_card' }],
      options: { explain },
    },
    { key },
  )
  assert.ok(body?.slots, text)
  return body
}

async function adFor(who: object, options?: Parameters<typeof ask>[1]) {
  const [ad] = (await ask(who, options)).slots[0].ads
  assert.ok(ad, 'it is shown an ad')
  const path = (url: string) => url.slice(service.config.baseUrl.length)
  const token = path(ad.tracking.feedbackUrl).slice('/f/'.length)
  return { token, impressionId: ad.impressionId as string, title: ad.content.title as string }
}

/** How many of some requests at once, over as many connections, are shown the ad. */
async function shownTo(who: object, options?: Parameters<typeof ask>[1]): Promise<number> {
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => ask(who, options)))
  return answers.filter(({ slots }) => slots[0].ads.length > 0).length
}

async function report(event: object, key?: string) {
  const headers = { 'content-type': 'application/json', ...(key !== undefined && { 'x-api-key': key }) }
  const body = JSON.stringify({ events: [event] })
  const response = await fetch(`${service.config.baseUrl}/api/v1/events`, { method: 'POST', headers, body })
  const { results } = (await response.json()) as { results: { status: string; reason?: string }[] }
  return results[0]!
}

const WAYS: Readonly<Record<string, (ad: Awaited<ReturnType<typeof adFor>>) => Promise<unknown>>> = {
  'an event with its token': async ({ token }) =>
    assert.equal((await report({ type: 'dismiss', token })).status, 'accepted'),
  'an event with its impression id and a key': async ({ impressionId }) =>
    assert.equal((await report({ type: 'dismiss', impressionId }, stock.key)).status, 'accepted'),
  'its feedback link': ({ token }) => service.call('POST', `/f/${token}`, { reaction: 'dismiss' }),
  'a report': ({ token }) => service.call('POST', `/f/${token}`, { reaction: 'report', reasons: ['scam'] }),
  'the page "Why this ad"': ({ token }) =>
    service.call('POST', `/f/${token}`, 'reaction=dismiss', {
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    }),
}

for (const [way, say] of Object.entries(WAYS)) {
  test(`an ad that is dismissed by ${way} is shown to that person no more, by any thread`, async () => {
    const [ann, bob] = [{ userId: `ann, ${way}` }, { userId: `bob, ${way}` }]
    await say(await adFor(ann))
    assert.equal(await shownTo(ann), 0)
    assert.equal(await shownTo({ ...ann, sessionId: 'another' }), 0, 'in whatever session')
    assert.equal(await shownTo(bob), AT_ONCE, 'somebody else')
    assert.equal(await shownTo(ann, { query: 'piccolo case' }), AT_ONCE, 'another ad')
  })
}

test('why it is held back is told of the ad, and in the nearest words of the slot', async () => {
  const who = { userId: 'curious' }
  const { token } = await adFor(who)
  await report({ type: 'dismiss', token })
  const { slots, explain, requestId } = await ask(who, { explain: true })
  assert.deepEqual([slots[0].noFill.reason, slots[0].noFill.code], ['frequency_cap', 3])
  const stops = (candidates: any[]) => candidates.map(({ stoppedBy }) => stoppedBy)
  assert.deepEqual(stops(explain.candidates), ['dismissed'])
  assert.deepEqual(stops((await service.call('GET', `/api/v1/decisions/${requestId}`)).body.explain.candidates), [
    'dismissed',
  ])
})

test('where no user is named it holds in the session, and where neither is nothing can be held', async () => {
  const here = { sessionId: 'here' }
  await report({ type: 'dismiss', token: (await adFor(here)).token })
  assert.equal(await shownTo(here), 0)
  assert.equal(await shownTo({ sessionId: 'there' }), AT_ONCE)
  assert.equal(await shownTo({ userId: 'here' }), AT_ONCE, 'a user of the same name')
  await report({ type: 'dismiss', token: (await adFor({})).token })
  assert.equal(await shownTo({}), AT_ONCE)
})

test('said twice it is a duplicate, and what is forged, unknown or only liked hides nothing', async () => {
  const twice = { userId: 'twice' }
  const { token } = await adFor(twice)
  const told = [await report({ type: 'dismiss', token }), await report({ type: 'dismiss', token })]
  assert.deepEqual(
    told.map(({ status }) => status),
    ['accepted', 'duplicate'],
  )
  assert.equal(await shownTo(twice), 0)

  const other = { userId: 'other' }
  const liked = await adFor(other)
  const forged = `${liked.token.slice(0, -1)}${liked.token.endsWith('A') ? 'B' : 'A'}`
  assert.equal((await report({ type: 'dismiss', token: forged })).reason, 'invalid_token')
  assert.equal((await service.call('POST', `/f/${forged}`, { reaction: 'dismiss' })).status, 404)
  const unknown = { type: 'dismiss', impressionId: liked.impressionId.replace(/_\d\d$/, '_07') }
  assert.equal((await report(unknown, stock.key)).reason, 'unknown_impression')
  assert.equal((await report({ type: 'dismiss', token: liked.token }, stock.testKey)).reason, 'test')
  for (const reaction of ['up', 'down']) await service.call('POST', `/f/${liked.token}`, { reaction })
  assert.equal(await shownTo(other), AT_ONCE)
})

test('what is said of an ad that a test key was served is kept apart', async () => {
  const who = { userId: 'developer' }
  await report({ type: 'dismiss', token: (await adFor(who, { key: stock.testKey })).token })
  assert.equal(await shownTo(who, { key: stock.testKey }), 0)
  assert.equal(await shownTo(who), AT_ONCE)
})

test('it holds after a restart, of users and sessions', async () => {
  const people = [{ userId: 'stays' }, { sessionId: 'stays' }]
  for (const who of people) await report({ type: 'dismiss', token: (await adFor(who)).token })
  const { dataDir } = service
  await service.close()
  service = { ...(await startAdminService({ ASIDE_DATA_DIR: dataDir })), dataDir }
  for (const who of people) assert.equal(await shownTo(who), 0)
  assert.equal(await shownTo({ userId: 'somebody else' }), AT_ONCE)
})

// What people say and who they are goes through the whole funnel and is found nowhere afterwards: not in files, not in logs.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ADMIN_KEY, openPlace, type RunningService, startProcess } from '../support/service.ts'
import { askOverMcp } from '../support/service-answers.ts'
import { addAd, type Ad, openCampaign, openShop } from '../support/stock.ts'

/** Words that nothing else here contains. */
const CANARIES = {
  query: 'zanzibarquery',
  response: 'quokkaresponse',
  message: 'narwhalmessage',
  userId: 'user-canary-77aa',
  sessionId: 'session-canary-88bb',
  conversationId: 'talk-canary-99cc',
  interest: 'axolotlinterest',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) OkapiBrowser/7.1',
  address: '203.0.113.77',
  hitAddress: '198.51.100.23',
  metadata: 'pangolinmetadata',
  comment: 'tapircomment',
  transport: 'ibexreferer',
}

test('canary words of a whole funnel stand in no file and in no log line', async (t) => {
  const place = await openPlace()
  const service = await startProcess(place, { LOG_LEVEL: 'trace', ASIDE_TRUST_PROXY: '1' })
  t.after(async () => {
    await service.kill()
    place.remove()
  })
  const shop = await openShop(service)
  const { advertiserId, campaignId } = await openCampaign(service, {
    campaign: { frequencyCaps: [{ max: 50, windowSeconds: 3_600 }] },
  })
  await addAd(service, campaignId)
  const { key } = await service.must('POST', '/api/v1/keys', { advertiserId, scopes: ['events:write'] })
  await wholeFunnel(service, shop.key, key)
  await faults(service, shop.key)
  assert.ok(findings(service, ['Feather 13 quiet']).length > 0, 'what is kept in clear is found')
  const running = findings(service, [shop.key, shop.testKey, key])
  assert.deepEqual(running, [], 'while it runs, the log of the database included')
  await service.terminate()
  assert.deepEqual(findings(service, [shop.key, shop.testKey, key]), [], 'after the stop')
})

async function wholeFunnel(service: RunningService, key: string, advertiserKey: string): Promise<void> {
  const from = {
    'x-forwarded-for': CANARIES.hitAddress,
    referer: `https://${CANARIES.transport}.example/`,
    'user-agent': CANARIES.userAgent,
  }
  const body = {
    conversationContext: {
      query: `Which quiet light laptop should I buy for ${CANARIES.query}?`,
      response: `The Feather 13 quiet light laptop, says ${CANARIES.response}.`,
      messages: [{ role: 'user', content: `I like ${CANARIES.message} and laptops` }],
      conversationId: CANARIES.conversationId,
    },
    userContext: {
      userId: CANARIES.userId,
      sessionId: CANARIES.sessionId,
      demographics: { country: 'DE' },
      profile: { interests: [CANARIES.interest] },
      device: { ip: CANARIES.address, userAgent: CANARIES.userAgent, type: 'mobile' },
      consent: { personalization: true },
    },
    slots: [
      { slotId: 'card', format: 'action_card' },
      { slotId: 'link', format: 'entity_link' },
    ],
    options: { explain: true },
    metadata: { note: CANARIES.metadata },
  }
  const answer = await service.client.send(`${service.url}/api/v1/ads/request`, {
    method: 'POST',
    headers: { ...from, authorization: `Bearer ${key}` },
    body,
  })
  assert.equal(answer.status, 200, answer.text)
  const ad: Ad = answer.json().slots[0].ads[0]
  assert.ok(ad, answer.text)
  const { impressionUrl, viewableUrl, clickUrl, feedbackUrl } = ad.tracking
  for (const url of [impressionUrl, viewableUrl, clickUrl])
    assert.ok((await service.client.send(url, { headers: from })).status < 400)
  await service.client.send(feedbackUrl, {
    method: 'POST',
    headers: from,
    body: { reaction: 'dislike', comment: CANARIES.comment },
  })
  const events = {
    events: [{ type: 'view_time', impressionId: ad.impressionId, eventId: 'event-1', durationMs: 900 }],
  }
  await service.client.send(`${service.url}/api/v1/events`, {
    method: 'POST',
    headers: { ...from, authorization: `Bearer ${key}` },
    body: events,
  })
  await service.client.send(`${service.url}/api/v1/conversions`, {
    method: 'POST',
    headers: { ...from, authorization: `Bearer ${advertiserKey}` },
    body: { clickId: ad.impressionId, transactionId: 'order-1', type: 'purchase' },
  })
  await askOverMcp(service, key, {
    query: `quiet light laptop for ${CANARIES.query}`,
    user_id: CANARIES.userId,
    response: CANARIES.response,
  })
  await service.client.send(`${service.url}/mcp?token=${key}`, { method: 'POST', headers: from, body: CANARIES.query })
}

/** Bodies and addresses that are refused are where texts like to slip into messages. */
async function faults(service: RunningService, key: string): Promise<void> {
  const post = (body: unknown, headers = {}) =>
    service.client.send(`${service.url}/api/v1/ads/request`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body,
    })
  await post(`{"conversationContext": {"query": "${CANARIES.query}", }`)
  await post({ conversationContext: { query: CANARIES.query }, slots: CANARIES.query })
  await post({ conversationContext: CANARIES.query, userContext: { userId: [CANARIES.userId] }, slots: [] })
  await post({ conversationContext: { query: CANARIES.query } }, { 'content-type': `text/${CANARIES.query}` })
  await service.client.send(`${service.url}/${CANARIES.query}?q=${CANARIES.userId}&token=${key}`)
  await service.client.send(`${service.url}/c/${CANARIES.query}`)
}

/** Where a canary or a key stands in clear, in any usual writing of it. */
function findings(service: RunningService, keys: readonly string[]): string[] {
  const { dataDir } = service.place
  const names = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  assert.ok(names.length > 0)
  const places: (readonly [string, Buffer])[] = [
    ['the log', Buffer.from(service.output())],
    ...names.map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name))] as const),
  ]
  const wanted = [...Object.entries(CANARIES), ...[...keys, ADMIN_KEY].map((key, i) => [`key ${i}`, key] as const)]
  return wanted.flatMap(([what, word]) =>
    places
      .filter(([, bytes]) => writings(word).some((writing) => bytes.includes(writing)))
      .map(([where]) => `${what} in ${where}`),
  )
}

function writings(word: string): Buffer[] {
  const bytes = Buffer.from(word)
  return [
    bytes,
    Buffer.from(word.toUpperCase()),
    Buffer.from(word, 'utf16le'),
    Buffer.from(bytes.toString('hex')),
    // The end of a base64 text depends on what follows, its middle does not.
    ...[0, 1, 2].map((shift) =>
      Buffer.from(
        Buffer.concat([Buffer.alloc(shift), bytes])
          .toString('base64')
          .slice(shift === 0 ? 0 : 4, -4),
      ),
    ),
  ]
}

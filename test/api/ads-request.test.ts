import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, beforeEach, test } from 'node:test'
import { REQUEST_LIMITS, type AdRequest } from '../../src/domain/ad-request.ts'
import { SMALL, openHttpWorld, type ErrorBody, type HttpWorld } from './http-world.ts'

let world: HttpWorld
before(async () => {
  world = await openHttpWorld()
})
after(() => world.close())
beforeEach(() => {
  world.served.length = 0
})

const SLOT = { slotId: 'a', format: 'action_card' }
const ask = (conversationContext: unknown, rest: object = {}) => ({ conversationContext, slots: [SLOT], ...rest })
const user = (userContext: unknown) => ask({ query: 'laptop' }, { userContext })
const slots = (...given: unknown[]) => ask({ query: 'laptop' }, { slots: given })

/** Sends a body that must be served, and returns what the decision saw of it. */
async function understood(body: unknown): Promise<AdRequest> {
  const answer = await world.ask(body)
  assert.equal(answer.status, 200, await answer.clone().text())
  return world.served.at(-1)!.request
}

test('the older edition of the request is understood in all its fields', async () => {
  const request = await understood(JSON.parse(await fixture('request-older-edition')))
  assert.equal(request.conversation.query, 'quiet laptop for trains')
  assert.equal(request.conversation.response, 'Look at weight and fan noise.')
  assert.deepEqual(
    { ...request.user },
    {
      userId: 'u-17',
      sessionId: 's-90',
      country: 'DE',
      region: undefined,
      language: 'de',
      device: {},
      consent: undefined,
      adsEnabled: true,
      ageGroup: 'unknown',
      tier: undefined,
    },
  )
  assert.equal(request.slots[0]!.count, 2)
  assert.deepEqual(request.warnings, [])
})

test('the newer edition of the request is understood in all its fields', async () => {
  const request = await understood(JSON.parse(await fixture('request-newer-edition')))
  assert.equal(request.conversation.query, 'bluetooth headset for calls')
  assert.deepEqual([request.user.userId, request.user.sessionId], ['u-18', 's-91'])
  const { slotId, format, count, placement } = request.slots[0]!
  assert.deepEqual(
    { slotId, format, count, placement },
    { slotId: 'main-slot', format: 'action_card', count: 3, placement: 'post_response' },
  )
})

test('the answer is JSON and names the same request id in its header and its body', async () => {
  const answer = await world.ask(SMALL, { 'x-request-id': 'req_of-the-caller' })
  const body = (await answer.json()) as { requestId: string }
  assert.match(body.requestId, /^req_[0-9A-HJKMNP-TV-Z]{26}$/)
  assert.equal(answer.headers.get('x-request-id'), body.requestId)
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
})

const refused: readonly (readonly [string, unknown, string])[] = [
  ['a body that is a list', [], ''],
  ['a body that is a number', 7, ''],
  ['no conversation', { slots: [SLOT] }, 'conversationContext'],
  ['a conversation that is a text', ask('laptop'), 'conversationContext'],
  ['no query', ask({}), 'conversationContext.query'],
  ['a query of null', ask({ query: null }), 'conversationContext.query'],
  ['an empty query', ask({ query: '' }), 'conversationContext.query'],
  ['a query of blanks and control characters', ask({ query: ' \u0000\u0007\t\n ' }), 'conversationContext.query'],
  ['a query that is a number', ask({ query: 5 }), 'conversationContext.query'],
  ['a query of 8,001 characters', ask({ query: 'a'.repeat(8_001) }), 'conversationContext.query'],
  [
    'messages without one of the user',
    ask({ messages: [{ role: 'assistant', content: 'Hi' }] }),
    'conversationContext.query',
  ],
  ['messages that are a text', ask({ query: 'x', messages: 'hello' }), 'conversationContext.messages'],
  [
    'a message without a role',
    ask({ query: 'x', messages: [{ content: 'hello' }] }),
    'conversationContext.messages[0].role',
  ],
  [
    'a message whose content is a number',
    ask({ query: 'x', messages: [{ role: 'user', content: 1 }] }),
    'conversationContext.messages[0].content',
  ],
  [
    'a response of 32,001 characters',
    ask({ query: 'x', response: 'a'.repeat(32_001) }),
    'conversationContext.response',
  ],
  [
    'a conversation id of 129 characters',
    ask({ query: 'x', conversationId: 'c'.repeat(129) }),
    'conversationContext.conversationId',
  ],
  ['a user id of 129 characters', user({ userId: 'u'.repeat(129) }), 'userContext.userId'],
  ['a user id that is a number', user({ userId: 17 }), 'userContext.userId'],
  ['a user that is a list', user([]), 'userContext'],
  ['51 interests', user({ profile: { interests: Array(51).fill('x') } }), 'userContext.profile.interests'],
  ['an interest that is a number', user({ profile: { interests: ['x', 1] } }), 'userContext.profile.interests[1]'],
  ['an age group that there is not', user({ ageGroup: 'old' }), 'userContext.ageGroup'],
  ['adsEnabled as a text', user({ adsEnabled: 'false' }), 'userContext.adsEnabled'],
  ['coppa as a text', user({ consent: { coppa: 'yes' } }), 'userContext.consent.coppa'],
  ['a GPP section that is a text', user({ consent: { gppSid: [7, '8'] } }), 'userContext.consent.gppSid[1]'],
  ['no slots', { conversationContext: { query: 'x' } }, 'slots'],
  ['an empty list of slots', slots(), 'slots'],
  ['slots that are an object', ask({ query: 'x' }, { slots: SLOT }), 'slots'],
  ['11 slots', slots(...Array.from({ length: 11 }, (_, i) => ({ ...SLOT, slotId: `s${i}` }))), 'slots'],
  [
    '31 ads in all',
    slots(
      { ...SLOT, slotId: 'a', count: 10 },
      { ...SLOT, slotId: 'b', count: 10 },
      { ...SLOT, slotId: 'c', count: 10 },
      { ...SLOT, slotId: 'd' },
    ),
    'slots',
  ],
  ['a slot that is null', slots(null), 'slots[0]'],
  ['a slot without id', slots({ format: 'suffix' }), 'slots[0].slotId'],
  ['a slot with an empty id', slots({ ...SLOT, slotId: '' }), 'slots[0].slotId'],
  ['a slot id of 65 characters', slots({ ...SLOT, slotId: 's'.repeat(65) }), 'slots[0].slotId'],
  ['two slots of one id', slots(SLOT, SLOT), 'slots[1].slotId'],
  ['a slot without format', slots({ slotId: 'a' }), 'slots[0].format'],
  ['a format that is a number', slots({ slotId: 'a', format: 1 }), 'slots[0].format'],
  ['a count of 0', slots({ ...SLOT, count: 0 }), 'slots[0].count'],
  ['a count of 11', slots({ ...SLOT, count: 11 }), 'slots[0].count'],
  ['a count of -1', slots({ ...SLOT, count: -1 }), 'slots[0].count'],
  ['a count of 1.5', slots({ ...SLOT, count: 1.5 }), 'slots[0].count'],
  ['a count that is a text', slots({ ...SLOT, count: '2' }), 'slots[0].count'],
  ['a least relevance of 1.1', slots({ ...SLOT, minRelevance: 1.1 }), 'slots[0].minRelevance'],
  ['a floor that is a float', slots({ ...SLOT, floor: { amount: 0.5 } }), 'slots[0].floor.amount'],
  [
    'a floor in a foreign currency',
    slots({ ...SLOT, floor: { amount: '0.50', currency: 'EUR' } }),
    'slots[0].floor.currency',
  ],
  ['a deadline of 49 ms', ask({ query: 'x' }, { options: { timeoutMs: 49 } }), 'options.timeoutMs'],
  ['a deadline of 5,001 ms', ask({ query: 'x' }, { options: { timeoutMs: 5_001 } }), 'options.timeoutMs'],
  ['explain as a number', ask({ query: 'x' }, { options: { explain: 1 } }), 'options.explain'],
  ['metadata of more than 2 KiB', ask({ query: 'x' }, { metadata: { a: 'é'.repeat(1_100) } }), 'metadata'],
  ['metadata that is a text', ask({ query: 'x' }, { metadata: 'x' }), 'metadata'],
]

for (const [what, body, field] of refused) {
  test(`${what} is refused, and the answer names ${field || 'the body'}`, async () => {
    const answer = await world.ask(body)
    const { error } = (await answer.json()) as ErrorBody
    assert.equal(answer.status, 400)
    assert.equal(error.code, 'validation_error')
    assert.equal(error.field, field)
    assert.equal(error.recovery, 'correctable')
    const pointer = field === '' ? '' : `/${field.replaceAll(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`
    assert.equal(error.issues![0]!.pointer, pointer)
    assert.equal(world.served.length, 0)
  })
}

test('a message whose content comes in parts is told what to send instead', async () => {
  const content = [{ type: 'text', text: 'laptop' }]
  const answer = await world.ask(ask({ query: 'x', messages: [{ role: 'user', content }] }))
  const { error } = (await answer.json()) as ErrorBody
  assert.equal(
    error.message,
    'conversationContext.messages[0].content must be string, not array; where it comes in parts, send their texts as one',
  )
})

test('numbers beyond every range are refused and crash nothing', async () => {
  for (const [text, field] of [
    ['"slots":[{"slotId":"a","format":"suffix","count":1e400}]', 'slots[0].count'],
    ['"slots":[{"slotId":"a","format":"suffix","minRelevance":-1e400}]', 'slots[0].minRelevance'],
    ['"slots":[{"slotId":"a","format":"suffix"}],"metadata":{"a":{"b":1e400}}', 'metadata'],
  ]) {
    const answer = await world.ask(`{"conversationContext":{"query":"x"},${text}}`)
    assert.equal(answer.status, 400)
    assert.equal(((await answer.json()) as ErrorBody).error.field, field)
  }
})

test('all faults are told at once, but never more than 20', async () => {
  const two = (await (await world.ask({ conversationContext: {}, slots: [{ ...SLOT, count: 0 }] })).json()) as ErrorBody
  assert.deepEqual(
    two.error.issues!.map(({ pointer }) => pointer),
    ['/conversationContext/query', '/slots/0/count'],
  )
  const many = (await (await world.ask(user({ profile: { interests: Array(50).fill(0) } }))).json()) as ErrorBody
  assert.equal(many.error.issues!.length, 20)
})

test('the limits themselves are still served', async () => {
  await understood(ask({ query: 'a'.repeat(8_000), response: 'a'.repeat(32_000), conversationId: 'c'.repeat(128) }))
  await understood(ask({ query: '🚆'.repeat(8_000) }))
  await understood(
    slots(...Array.from({ length: 10 }, (_, i) => ({ slotId: `${i}`.repeat(64), format: 'suffix', count: 3 }))),
  )
  const request = await understood(
    ask({ query: 'x' }, { options: { timeoutMs: 50 }, metadata: { a: 'x'.repeat(2_040) } }),
  )
  assert.equal(request.options.timeoutMs, 50)
})

test('null is as good as absent for every field that may be left out', async () => {
  const request = await understood({
    conversationContext: { query: 'x', response: null, messages: null, conversationId: null, language: null },
    userContext: {
      userId: null,
      demographics: null,
      profile: { interests: null, behavior: null, purchaseIntent: null },
      device: null,
      consent: null,
      adsEnabled: null,
      ageGroup: null,
    },
    slots: [{ ...SLOT, count: null, placement: null, minRelevance: null, floor: null, block: null }],
    options: null,
    metadata: null,
  })
  assert.equal(request.slots[0]!.count, 1)
  assert.equal(request.user.adsEnabled, true)
  assert.deepEqual(request.options, { test: false, explain: false, timeoutMs: 800 })
  assert.deepEqual(request.warnings, [])
})

test('fields that nobody knows are ignored', async () => {
  await understood({ ...SMALL, client: { sdk: '0.1.3' }, slots: [{ ...SLOT, colour: 'red', count: 2 }] })
})

test('a format that nobody knows reaches the decision, which answers for that slot alone, however long it is', async () => {
  const endless = await understood(slots(SLOT, { slotId: 'b', format: 'x'.repeat(10_000) }))
  assert.equal(endless.slots[1]!.format, 'x'.repeat(128))
  const request = await understood(slots(SLOT, { slotId: 'b', format: 'hologram' }))
  assert.deepEqual(
    request.slots.map(({ format }) => format),
    ['action_card', 'hologram'],
  )
})

test('control characters are taken out of the query, tabs become blanks, and lines stay lines', async () => {
  const request = await understood(
    ask({ query: '\u0000 quiet\u0007 laptop\nfor\ttrains\r\nand\rplanes\u0085soon \u009f\n' }),
  )
  assert.equal(request.conversation.query, 'quiet laptop\nfor trains\nand\nplanes\nsoon')
})

test('without a query the newest user message is the query', async () => {
  const messages = [
    { role: 'user', content: 'a laptop' },
    { role: 'assistant', content: 'Which size?' },
    { role: 'user', content: 'a small one', id: 'm3' },
    { role: 'assistant', content: 'Sure.' },
  ]
  const request = await understood(ask({ messages }))
  assert.equal(request.conversation.query, 'a small one')
  assert.deepEqual(
    request.conversation.messages.map(({ content }) => content),
    ['a laptop', 'Which size?', 'Sure.'],
  )
})

test('only the 20 newest messages count, and the rest is cut with a warning', async () => {
  const messages = Array.from({ length: 25 }, (_, i) => ({ role: i % 2 ? 'assistant' : 'user', content: `turn ${i}` }))
  const { conversation, warnings } = await understood(ask({ query: 'x', messages }))
  assert.deepEqual(
    [conversation.messages.length, conversation.messages[0]!.content, conversation.messages[19]!.content],
    [20, 'turn 5', 'turn 24'],
  )
  assert.deepEqual(
    warnings.map(({ code, field }) => [code, field]),
    [['messages_cut', 'conversationContext.messages']],
  )
})

test('messages of more than 32,000 characters are cut from the oldest on, with a warning', async () => {
  const messages = ['a', 'b', 'c'].map((letter) => ({ role: 'user', content: letter.repeat(15_000) }))
  const { conversation, warnings } = await understood(ask({ query: 'x', messages }))
  assert.deepEqual(
    conversation.messages.map(({ content }) => `${content[0]}${content.length}`),
    ['a2000', 'b15000', 'c15000'],
  )
  assert.equal(warnings[0]!.code, 'messages_cut')
})

test('messages of tools are ignored with a warning', async () => {
  const messages = [
    { role: 'user', content: 'laptop' },
    { role: 'assistant', content: null, tool_calls: [] },
    { role: 'tool', content: '{"a":1}' },
  ]
  const { conversation, warnings } = await understood(ask({ query: 'a quiet one', messages }))
  assert.equal(conversation.messages.length, 1)
  assert.equal(warnings[0]!.code, 'messages_ignored')
})

test('codes that are none are ignored with a warning, never refused', async () => {
  const request = await understood(
    user({ demographics: { country: 'ZZ', region: 'Bavaria!', language: 'english' }, device: { ip: 'localhost' } }),
  )
  assert.deepEqual(
    [request.user.country, request.user.region, request.user.language, request.user.device.ip],
    [undefined, undefined, undefined, undefined],
  )
  assert.deepEqual(
    request.warnings.map(({ field }) => field),
    [
      'userContext.demographics.country',
      'userContext.demographics.region',
      'userContext.demographics.language',
      'userContext.device.ip',
    ],
  )
  const answer = (await (await world.ask(user({ demographics: { country: 'Germany' } }))).json()) as {
    warnings: { code: string }[]
  }
  assert.equal(answer.warnings[0]!.code, 'country_ignored')
})

test('codes are brought into their canonical form', async () => {
  const { user: read } = await understood(user({ demographics: { country: 'uk', region: 'de-by', language: 'pt_BR' } }))
  assert.deepEqual([read.country, read.region, read.language], ['GB', 'DE-BY', 'pt-BR'])
  for (const [given, wanted] of [
    ['eng', 'en'],
    ['GER-at', 'de-at'],
    ['iw', 'he'],
    ['nb-NO', 'no-NO'],
    ['nn', 'no'],
    ['gsw', 'gsw'],
    ['und', 'und'],
  ]) {
    assert.equal((await understood(user({ demographics: { language: given } }))).user.language, wanted)
  }
})

test('a region is read with its country, wherever that stands', async () => {
  const read = async (demographics: object) => {
    const { user: of, warnings } = await understood(user({ demographics }))
    return [of.country, of.region, ...warnings.map(({ code }) => code)]
  }
  assert.deepEqual(await read({ country: 'US', region: 'ca' }), ['US', 'US-CA'])
  assert.deepEqual(await read({ country: 'uk', region: 'UK-ENG' }), ['GB', 'GB-ENG'])
  assert.deepEqual(await read({ region: 'FR-75' }), ['FR', 'FR-75'], 'it tells its country')
  assert.deepEqual(await read({ region: 'CA' }), [undefined, undefined, 'region_ignored'])
  assert.deepEqual(await read({ country: 'US', region: 'ZZ-1' }), ['US', undefined, 'region_ignored'])
})

test('a profile is checked, wherever its purchase intent stands, and nothing of it is kept', async () => {
  const purchaseIntent = { categories: ['yachts'], timeline: 'this_month' }
  const profile = { interests: ['yachts'], behavior: { preferredTopics: ['yachts'] }, purchaseIntent }
  assert.doesNotMatch(JSON.stringify(await understood(user({ purchaseIntent, profile }))), /yachts|this_month/)
  const wrong = { categories: [7] }
  const fields = await Promise.all(
    [user({ purchaseIntent: wrong }), user({ profile: { purchaseIntent: wrong } })].map(
      async (body) => ((await (await world.ask(body)).json()) as ErrorBody).error.field,
    ),
  )
  assert.deepEqual(fields, [
    'userContext.purchaseIntent.categories[0]',
    'userContext.profile.purchaseIntent.categories[0]',
  ])
})

test('consent, device, age, floor, blocks and options arrive as they were sent', async () => {
  const consent = { gdprApplies: 1, gppSid: [7], gpc: true, coppa: 0, personalization: true }
  const device = {
    type: 'Mobile',
    os: 'iOS',
    userAgent: 'x'.repeat(2_000),
    ip: '203.0.113.9',
    timezone: 'Europe/Berlin',
  }
  const request = await understood({
    conversationContext: { query: 'x', language: 'de-AT' },
    userContext: { consent, device, adsEnabled: false, ageGroup: 'teen', tier: 'pro' },
    slots: [
      {
        ...SLOT,
        minRelevance: 0.5,
        floor: { amount: '0.25', currency: 'USD' },
        block: { domains: ['Feather.Example'] },
      },
    ],
    options: { test: true, explain: true, timeoutMs: 120 },
    metadata: { build: 7 },
  })
  assert.deepEqual(
    { ...request.user.consent },
    { gdprApplies: true, strings: undefined, gpc: true, coppa: false, personalization: true },
  )
  assert.deepEqual(
    { ...request.user.device, userAgent: request.user.device.userAgent!.length },
    { type: 'mobile', os: 'iOS', userAgent: 512, ip: '203.0.113.9', timeZone: 'Europe/Berlin' },
  )
  assert.deepEqual([request.user.adsEnabled, request.user.ageGroup, request.user.tier], [false, 'teen', 'pro'])
  assert.deepEqual([request.slots[0]!.floorMicros, request.slots[0]!.block.domains], [250_000, ['feather.example']])
  assert.deepEqual(request.options, { test: true, explain: true, timeoutMs: 120 })
  assert.deepEqual(request.metadata, { build: 7 })
})

test('explain needs the scope ads:explain', async () => {
  const { secret } = await world.issue({ scopes: ['ads:request'] })
  const answer = await world.ask({ ...SMALL, options: { explain: true } }, { authorization: `Bearer ${secret}` })
  assert.equal(answer.status, 403)
  const { error } = (await answer.json()) as ErrorBody
  assert.equal(error.code, 'scope_insufficient')
  assert.match(error.message, /ads:explain/)
})

test('the limits of the domain are those that are published', async () => {
  const { request } = (await (await fetch(`${world.url}/api/v1/limits`)).json()) as { request: object }
  assert.deepEqual(request, { ...REQUEST_LIMITS })
})

const fixture = (name: string) => readFile(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8')

// The tool as a model meets it: what it may send, what comes back, and what it is told when it sends something else.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import type { AdRequest } from '../../src/domain/ad-request.ts'
import { ServiceError } from '../../src/domain/errors.ts'
import { describeTool, parseArguments } from '../../src/mcp/ads-request-tool.ts'
import { openHttpWorld } from '../api/http-world.ts'
import { callTool, modernHeaders, modernMessage, serveFromStock, startService, type Service } from './support.ts'

let service: Service
before(async () => {
  service = await startService({
    serveAds(caller, request, arrival) {
      const { query } = request.conversation
      if (query === 'crash') throw new Error('password=hunter2 at /srv/aside/secret.ts')
      if (query === 'busy') throw new ServiceError('unavailable', 'The service is starting; try again in a moment')
      return serveFromStock(caller, request, arrival)
    },
  })
})
after(() => service.close())

function requestOf(args: unknown): AdRequest {
  const parsed = parseArguments(args)
  assert.ok('request' in parsed, JSON.stringify(parsed))
  return parsed.request
}

function faultOf(args: unknown): string {
  const parsed = parseArguments(args)
  assert.ok('fault' in parsed, 'should not have been taken')
  return parsed.fault
}

test('a query alone asks for three cards', () => {
  const { conversation, slots } = requestOf({ query: 'shoes' })
  assert.equal(conversation.query, 'shoes')
  assert.deepEqual([slots.length, slots[0]!.count, slots[0]!.format], [1, 3, 'action_card'])
})

test('every extra reaches the decision', () => {
  const { conversation, user, slots } = requestOf({
    query: 'shoes',
    response: 'Try these.',
    count: 5,
    user_id: 'u1',
    session_id: 's1',
    conversation_id: 'c1',
    country: 'de',
    language: 'de-AT',
    format: 'suffix',
  })
  assert.deepEqual(
    [conversation.response, conversation.conversationId, conversation.language],
    ['Try these.', 'c1', 'de-AT'],
  )
  assert.deepEqual([user.userId, user.sessionId, user.country, user.language], ['u1', 's1', 'DE', 'de-AT'])
  assert.deepEqual([slots[0]!.count, slots[0]!.format], [5, 'suffix'])
})

for (const count of ['2', ' 2 ', '2.0', 2]) {
  test(`a count of ${JSON.stringify(count)} is two`, () => {
    assert.equal(requestOf({ query: 'shoes', count }).slots[0]!.count, 2)
  })
}

test('optionals that are null or empty count as left out, and what is unknown is ignored', () => {
  const plain = requestOf({ query: 'shoes' })
  const loose = { count: null, response: '', user_id: null, country: null, language: '', format: null, mood: 'good' }
  assert.deepEqual(requestOf({ query: 'shoes', ...loose }), plain)
})

test('an id may come as a number', () => {
  assert.equal(requestOf({ query: 'shoes', user_id: 42 }).user.userId, '42')
})

test('a country or language that is none is ignored, and the answer says so', async () => {
  const wrong = { query: 'shoes', country: 'Germany', language: 'German, mostly' }
  const { user } = requestOf(wrong)
  assert.deepEqual([user.country, user.language], [undefined, undefined])
  const { result } = await callTool(service, wrong)
  assert.deepEqual(result.structuredContent.data.warnings, [
    {
      code: 'country_ignored',
      message: 'country is not an ISO 3166-1 alpha-2 code such as "DE" and was ignored',
      field: 'country',
    },
    {
      code: 'language_ignored',
      message: 'language is not a BCP 47 language tag such as "de-AT" and was ignored',
      field: 'language',
    },
  ])
  assert.deepEqual(
    requestOf({ query: 'shoes', country: 49 }).warnings.map(({ code }) => code),
    ['country_ignored'],
  )
  for (const left of [undefined, null, '', 'de'])
    assert.deepEqual(requestOf({ query: 'shoes', country: left, language: left }).warnings, [])
})

for (const count of [0, 11, -1, 2.5, '11', 'many', true, [3]]) {
  test(`a count of ${JSON.stringify(count)} is refused with the range`, () => {
    assert.match(faultOf({ query: 'shoes', count }), /count must be a whole number from 1 to 10/)
  })
}

for (const query of [undefined, null, '', ' \t\n', 7, ['shoes'], 'x'.repeat(8_001)]) {
  test(`a query of ${String(JSON.stringify(query)).slice(0, 12)} is refused with its limits`, () => {
    assert.match(faultOf({ query }), /query .*8000/)
  })
}

for (const character of ['x', '🎧']) {
  test(`the longest query passes, counted in characters such as ${character}`, () => {
    const query = character.repeat(8_000)
    assert.equal(requestOf({ query }).conversation.query, query)
    assert.match(faultOf({ query: query + character }), /query .*8000/)
  })
}

test('both doors read one request alike', async () => {
  const http = await openHttpWorld()
  const asked: AdRequest[] = []
  const mcp = await startService({
    rateLimit: false,
    serveAds(caller, request, arrival) {
      asked.push(request)
      return serveFromStock(caller, request, arrival)
    },
  })
  const overHttp = async (args: Arguments) => {
    const { query, response, count, format, country, language } = args
    const answer = await http.ask({
      conversationContext: { query, response, language, conversationId: args.conversation_id },
      userContext: {
        userId: args.user_id,
        sessionId: args.session_id,
        demographics: { country, language },
      },
      slots: [{ slotId: 'mcp', format, count }],
    })
    await answer.text()
    return http.served.splice(0).map(({ request }) => plain(request))
  }
  const overMcp = async (args: Arguments) => {
    await callTool(mcp, args)
    return asked.splice(0).map(plain)
  }
  // Each door names what was ignored by the names that it knows.
  const plain = ({ warnings: _, ...request }: AdRequest) => JSON.parse(JSON.stringify(request))
  try {
    await fc.assert(
      fc.asyncProperty(anyArguments, async (args) => {
        assert.deepEqual(await overMcp(args), await overHttp(args))
      }),
      { numRuns: 200 },
    )
  } finally {
    await mcp.close()
    await http.close()
  }
})

const text = (charsMax: number) =>
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', ' ', '\t\u0000\n', ' light\u0007 shoes\r\n', '🎧'.repeat(charsMax), 'x'.repeat(charsMax + 1)),
  )
const id = fc.option(text(128), { nil: undefined })
const anyArguments = fc.record({
  query: text(8_000),
  response: fc.option(text(32_000), { nil: undefined }),
  count: fc.integer({ min: -1, max: 12 }),
  user_id: id,
  session_id: id,
  conversation_id: id,
  country: fc.constantFrom(undefined, '', 'de', 'DE', 'uk', 'zz', 'EU', 'SU', 'Germany', '🇩🇪'),
  language: fc.constantFrom(undefined, '', 'de', 'de-AT', 'de_AT', 'x', 'German, mostly', 'zh-Hant-a-b-c-d-e'),
  format: fc.constantFrom('action_card', 'suffix', 'entity_link'),
})
type Arguments = typeof anyArguments extends fc.Arbitrary<infer T> ? T : never

test('all faults are named at once', () => {
  const fault = faultOf({ count: 99, format: 'poster', user_id: 'x'.repeat(200) })
  for (const name of ['query', 'count', 'format', 'user_id']) assert.match(fault, new RegExp(name))
})

for (const format of ['action_card', 'suffix', 'entity_link']) {
  test(`an answer with ads as ${format} says the same as text and as data, fits the schema and carries its label`, async () => {
    const { result } = await callTool(service, { query: 'headphones', format, response: 'Silent ones.' })
    assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent)
    assertFits(result.structuredContent)
    const { data } = result.structuredContent
    assert.equal(data.ads.length, 3)
    for (const ad of data.ads) {
      assert.deepEqual([ad.copy, ad.image, ad.url, ad.type], [ad.description, ad.imageUrl, ad.clickUrl, format])
      assert.match(ad.clickUrl, new RegExp(`^${service.url}/c/`))
      assert.match(ad.impressionUrl, new RegExp(`^${service.url}/i/`))
      assert.match(ad.impressionId, /^imp_/)
      assert.deepEqual(ad.disclosure, {
        required: true,
        label: 'Sponsored',
        by: ad.advertiser.name,
        contextUse: 'presentation_only',
        whyUrl: ad.clickUrl.replace('/c/', '/why/'),
      })
    }
  })
}

test('a card has the content of the HTTP API', async () => {
  const [ad] = (await callTool(service, { query: 'headphones' })).result.structuredContent.data.ads
  assert.equal(ad.externalId, 'sku-1')
  assert.equal(ad.price, '€89')
  assert.deepEqual(ad.content, {
    title: 'Silent headphones',
    description: 'Silent headphones, made "to last" \\ with care. Ça va? 日本語 🎧',
    imageUrl: 'https://img.example/0.png',
    imageAlt: 'Silent headphones',
    brand: { name: 'Silent Ltd' },
    price: '€89',
    ctaText: 'See it',
    destinationDomain: 'shop.example',
    ctaUrl: ad.clickUrl,
  })
})

test('a suffix has text and link, a linked word its place in the answer', async () => {
  const [suffix] = (await callTool(service, { query: 'headphones', format: 'suffix' })).result.structuredContent.data
    .ads
  assert.deepEqual(suffix.content, {
    text: 'Silent headphones: Silent headphones, made "to last" \\ with care. Ça va? 日本語 🎧',
    url: suffix.clickUrl,
    destinationDomain: 'shop.example',
  })
  const [link] = (await callTool(service, { query: 'headphones', format: 'entity_link', response: 'Silent' })).result
    .structuredContent.data.ads
  assert.equal(link.content, undefined)
  assert.deepEqual(link.enhancedFragments, [{ text: 'Silen', url: link.clickUrl, position: { start: 0, end: 5 } }])
})

test('no ad is an ordinary answer with its reason', async () => {
  const { result } = await callTool(service, { query: 'nothing of ours' })
  assert.equal(result.isError, false)
  assert.deepEqual(result.structuredContent.data.ads, [])
  assert.deepEqual(result.structuredContent.data.noFill, { reason: 'no_candidates', code: 0 })
  assertFits(result.structuredContent)
})

test('fewer ads than asked come with the reason too', async () => {
  const { data } = (await callTool(service, { query: 'shoes', count: 5 })).result.structuredContent
  assert.equal(data.ads.length, 2)
  assert.deepEqual(data.noFill, { reason: 'relevance_below_threshold', code: 4, detail: '2 of 5 filled' })
})

test('bad arguments are an error of the tool that says how to mend it', async () => {
  const { result } = await callTool(service, { query: 'shoes', count: 11 })
  assert.equal(result.isError, true)
  assert.match(result.content[0].text, /count must be a whole number from 1 to 10, and it was 11/)
  assert.equal(result.structuredContent, undefined)
})

test('arguments that are no object are bad arguments, and not a broken message', async () => {
  for (const given of [null, [], ['shoes'], 'shoes', 7, '{"query":"shoes"', '["shoes"]']) {
    const { result } = await callTool(service, given as never)
    assert.equal(result?.isError, true, JSON.stringify(given))
    assert.match(result.content[0].text, /query is missing: it must be a text/)
  }
})

test('arguments that are a text of JSON are read', async () => {
  const { result } = await callTool(service, ' {"query": "shoes", "count": 5}' as never)
  assert.equal(result.structuredContent.data.ads.length, 2)
})

test('what breaks inside stays inside', async () => {
  const { result } = await callTool(service, { query: 'crash' })
  assert.equal(result.isError, true)
  assert.doesNotMatch(JSON.stringify(result), /hunter2|secret\.ts/)
  assert.match(result.content[0].text, /under req_/)
})

test('an error that is meant for callers is said in its own words', async () => {
  const { result } = await callTool(service, { query: 'busy' })
  assert.equal(result.isError, true)
  assert.equal(result.content[0].text, 'The service is starting; try again in a moment.')
})

for (const fastCalls of [true, false]) {
  test(`the id of an answer is that of its decision, ${fastCalls ? 'on the short way' : 'by way of the SDK'}`, async () => {
    const own = await startService({ fastCalls })
    const response = await fetch(`${own.url}/mcp`, {
      method: 'POST',
      headers: { ...modernHeaders('tools/call', 'ads.request'), 'x-api-key': own.key },
      body: JSON.stringify(modernMessage('tools/call', { name: 'ads.request', arguments: { query: 'shoes' } })),
    })
    const { result } = (await response.json()) as any
    assert.equal(response.headers.get('x-request-id'), result.structuredContent.data.requestId)
    await own.close()
  })
}

test('the output schema is open at every level, so that a new field breaks no client', () => {
  const closed: string[] = []
  const walk = (schema: unknown, path: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    if ('additionalProperties' in schema || 'unevaluatedProperties' in schema) closed.push(path)
    for (const [key, value] of Object.entries(schema)) walk(value, `${path}/${key}`)
  }
  walk(describeTool('ads.request').outputSchema, '')
  assert.deepEqual(closed, [])
})

const fits = new Ajv2020({ strict: true }).compile(describeTool('ads.request').outputSchema)
function assertFits(output: unknown): void {
  assert.ok(fits(output), JSON.stringify(fits.errors))
}

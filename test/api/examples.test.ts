// The examples of the API description, sent to a whole service one after the other.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Ajv } from 'ajv'
import type { RouteExample } from '../../src/http/schemas/common.ts'
import { PERSON } from '../support/http-client.ts'
import { type AdminService, type Reply, startAdminService } from './admin-service.ts'

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[]
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: Schema }> }>
  readonly requestBody?: { readonly content: Record<string, { readonly examples?: object }> }
  readonly 'x-examples'?: readonly RouteExample[]
}

/** As much of JSON Schema as answers are described with. */
interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: object
  readonly additionalProperties?: unknown
}

let service: AdminService
let operations: readonly { method: string; path: string; operation: Operation }[]
let publisherKey: string
/** What stands in the place of an id that ends in "…", by what it begins with. */
const own = new Map<string, string>()

before(async () => {
  service = await startAdminService({ ASIDE_TRAFFIC_FILTER: 'report' })
  const { body } = await service.call('GET', '/openapi.json')
  assert.match(body.openapi, /^3\.1/)
  operations = Object.entries<Record<string, Operation>>(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const policy = { intentGate: false, minRelevance: 0 }
  const payoutMethod = { type: 'paypal', account: 'chat@example.com' }
  const publisher = await service.make('publishers', { name: 'Chat App', policy, payoutMethod })
  const { key, id: keyId } = await service.make('keys', {
    publisherId: publisher.id,
    scopes: ['ads:request', 'ads:explain', 'events:write'],
  })
  publisherKey = key
  const { advertiser, campaign } = await service.makeAdvertiser('Feather')
  const feed = { url: 'https://feather.example/feed.xml' }
  assert.equal((await service.call('PATCH', `/api/v1/campaigns/${campaign.id}`, { feed })).status, 200)
  const ad = await service.make('ads', {
    campaignId: campaign.id,
    title: 'Oboe',
    landingUrl: 'https://feather.example',
  })
  const asked = { conversationContext: { query: 'oboe' }, slots: [{ slotId: 'main', format: 'action_card' }] }
  const { body: answer } = await service.call('POST', '/api/v1/ads/request', asked, { key })
  const [{ impressionId, tracking }] = answer.slots[0].ads
  const clickPath = tracking.clickUrl.slice(service.config.baseUrl.length)
  const clicked = await service.call('GET', clickPath, undefined, { headers: { 'user-agent': PERSON } })
  assert.equal(clicked.status, 302)
  const ids = { pub: publisher.id, key: keyId, adv: advertiser.id, cmp: campaign.id, ad: ad.id, imp: impressionId }
  for (const [prefix, id] of Object.entries(ids)) own.set(`${prefix}_`, id)
  const postbacks = await service.make('keys', { advertiserId: advertiser.id, scopes: ['events:write'] })
  own.set('ak_live_', postbacks.key)
  own.set('/f/', `/f/${tracking.feedbackUrl.split('/f/')[1]}`)
})
after(() => service.stop())

test('every operation with a body has an example of it, in the description too', () => {
  const bare = operations.filter(({ operation }) => {
    const media = Object.values(operation.requestBody?.content ?? {})
    return media.length > 0 && !media.some(({ examples }) => examples)
  })
  assert.deepEqual(
    bare.map(({ method, path }) => `${method} ${path}`),
    [],
  )
})

test('every answer in JSON has its fields described', () => {
  const bare = operations.flatMap(({ method, path, operation }) =>
    Object.entries(operation.responses)
      .filter(([, { content }]) => content?.['application/json'] && isBare(content['application/json'].schema))
      .map(([status]) => `${method} ${path} ${status}`),
  )
  assert.deepEqual(bare, [])
})

test('what an answer may be besides JSON is said to be text, so that clients can tell the two apart', () => {
  const contents = operations.flatMap(({ operation }) =>
    Object.values(operation.responses).map(({ content = {} }) => content),
  )
  const texts = contents.flatMap((content) => Object.entries(content).filter(([type]) => /^text\/|ndjson/.test(type)))
  assert.ok(texts.length > 5)
  for (const [type, { schema }] of texts) assert.equal(schema?.type, 'string', type)
})

test('a write that may be sent twice is described with its Idempotency-Key, and nothing else is', () => {
  const named = operations.filter(({ operation }) =>
    operation.parameters?.some(({ name }) => name === 'Idempotency-Key'),
  )
  const names = new Set(named.map(({ method, path }) => `${method} ${path}`))
  assert.ok(named.every(({ method }) => method !== 'GET'))
  for (const write of [
    'POST /api/v1/campaigns',
    'PATCH /api/v1/ads/{id}',
    'DELETE /api/v1/keys/{id}',
    'POST /api/v1/events',
  ])
    assert.ok(names.has(write), write)
  for (const other of [
    'POST /api/v1/ads/request',
    'POST /api/v1/ads/import',
    'POST /f/{token}',
    'POST /api/v1/forecast',
  ])
    assert.ok(!names.has(other), other)
})

test('the examples answer as they say they do', async () => {
  let run = 0
  for (const { method, path, operation } of operations) {
    for (const { name, path: asked = path, body, type, status = 200 } of operation['x-examples'] ?? []) {
      const sent = typeof body === 'string' ? body : body && JSON.parse(filled(JSON.stringify(body)))
      const isPublishers = /\/(?:ads\/request|events)$/.test(path)
      const answer = await service.call(method, filled(asked), sent, {
        ...(isPublishers && { key: publisherKey }),
        ...(type && { headers: { 'content-type': type } }),
      })
      assert.equal(answer.status, status, `${method} ${path}: ${name}: ${answer.text}`)
      const contentType = answer.headers.get('content-type')!.split(';')[0]!
      const { responses } = operation
      const documented = responses[status < 400 ? status : 'default']?.content ?? {}
      assert.ok(contentType in documented, `${method} ${path}: ${name}: ${status} with ${contentType} is not described`)
      if (status < 300 && contentType === 'application/json') {
        assertDescribed(`${method} ${path}: ${name}`, operation, answer)
      }
      if (path === '/api/v1/events') assert.doesNotMatch(answer.text, /"ignored"/)
      if (path === '/api/v1/ads/import') assert.equal(answer.body.rejected, 0, answer.text)
      // What an example makes is what the next ones read and change.
      const made = /^(?:st|inv|wd|wh|rev)_/.exec(answer.body?.id ?? '')?.[0]
      if (made) own.set(made, answer.body.id)
      run++
    }
  }
  assert.ok(run >= 30, `${run} examples ran`)
})

test('the lines to copy on the API pages carry a key wherever one is of use', async () => {
  const { text } = await service.call('GET', '/docs')
  const lines = [...text.matchAll(/<code>(curl .*?)<\/code>/gs)].map(([, line]) =>
    line!.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
  )
  assert.ok(lines.length >= 30)
  const bare = lines.filter((line) => !line.includes('Authorization: Bearer $KEY'))
  const open = /^curl (?:-X POST )?'[^']*\/(?:f\/…|healthz|api\/v1\/limits|api\/v1\/conversions\/postback\?key=[^']*)'/
  assert.deepEqual(
    bare.filter((line) => !open.test(line)),
    [],
  )
})

test('what can be read answers in the shape that is described', async () => {
  const { operation } = operations.find(({ path }) => path === '/api/v1/ads/request')!
  for (const format of ['action_card', 'suffix', 'entity_link']) {
    const conversationContext = { query: 'oboe', response: 'Take an oboe.' }
    const slots = [{ slotId: 'main', format }]
    const asked = { conversationContext, slots, options: { explain: true }, metadata: { build: '7' } }
    const answer = await service.call('POST', '/api/v1/ads/request', asked, { key: publisherKey })
    assert.equal(answer.body.slots[0].ads.length, 1, answer.text)
    assertDescribed(`an ad as ${format}`, operation, answer)
    own.set('req_', answer.body.requestId)
  }
  const readable = operations.filter(
    ({ method, path, operation }) => method === 'GET' && path !== '/openapi.json' && isJson(operation, 200),
  )
  for (const { method, path, operation } of readable) {
    const needsQuery = operation.parameters?.some((one) => one.in === 'query' && one.required)
    const whole = needsQuery ? filled(operation['x-examples']![0]!.path!) : withOwnIds(path)
    const read = await service.call(method, whole)
    assert.equal(read.status, 200, `${method} ${path}: ${read.text}`)
    assertDescribed(`${method} ${path}`, operation, read)
  }
  assert.ok(readable.length >= 25, `${readable.length} were read`)
})

/** `{id}` and the like as what stands in their place: an id of the kind that the resource before it has. */
function withOwnIds(path: string): string {
  const [, resource] = /^\/api\/v1\/(\w+)\/\{/.exec(path) ?? []
  const prefixes: Record<string, string> = {
    invoices: 'inv_',
    statements: 'st_',
    withdrawals: 'wd_',
    reversals: 'rev_',
    webhooks: 'wh_',
    decisions: 'req_',
  }
  const prefix = prefixes[resource ?? ''] ?? [...own.keys()].find((start) => resource?.startsWith(start.slice(0, -1)))
  const id = resource === 'campaigns' ? own.get('cmp_') : own.get(prefix ?? '')
  return path.replace(/\{token\}/, own.get('/f/')!.slice('/f/'.length)).replace(/\{\w+\}/, id ?? '')
}

const schemas = new Ajv({ strict: false, formats: { uri: true, 'date-time': true } })

/** The answer is valid under its schema, and the schema names each of its fields. */
function assertDescribed(what: string, operation: Operation, { status, body }: Reply): void {
  if (!isJson(operation, status)) return
  const { schema } = operation.responses[status]!.content!['application/json']!
  assert.ok(schemas.validate(schema, body), `${what}: ${schemas.errorsText()}`)
  assert.deepEqual(unnamedIn(schema, body, ''), [], what)
}

/** Fields of an answer of which its schema says nothing. */
function unnamedIn(schema: Schema, value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => unnamedIn(schema.items ?? {}, item, `${path}/${i}`))
  if (typeof value !== 'object' || value === null) return []
  const forms = formsOf(schema)
  if (forms.some((form) => form.patternProperties || form.additionalProperties !== undefined)) return []
  return Object.entries(value).flatMap(([name, field]) => {
    const known = forms.map(({ properties }) => properties?.[name]).find((one) => one !== undefined)
    return known ? unnamedIn(known, field, `${path}/${name}`) : [`${path}/${name}`]
  })
}

function isBare({ $ref, type, anyOf }: Schema): boolean {
  return $ref === undefined && type === undefined && anyOf === undefined
}

function formsOf(schema: Schema): readonly Schema[] {
  return schema.anyOf?.flatMap(formsOf) ?? [schema]
}

function isJson(operation: Operation, status: number): boolean {
  return operation.responses[status]?.content?.['application/json'] !== undefined
}

function filled(text: string): string {
  return text
    .replaceAll(/([a-z_]+_|\/f\/)…/g, (whole, prefix: string) => own.get(prefix) ?? whole)
    .replaceAll('/backups/', `${service.dataDir}/`)
}

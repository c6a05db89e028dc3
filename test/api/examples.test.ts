// The examples of the API description, sent to a whole service one after the other.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { RouteExample } from '../../src/http/schemas/common.ts'
import { PERSON } from '../support/http-client.ts'
import { type AdminService, startAdminService } from './admin-service.ts'

interface Operation {
  readonly requestBody?: { readonly content: Record<string, { readonly examples?: object }> }
  readonly responses: Record<string, { readonly content?: Record<string, object> }>
  readonly 'x-examples'?: readonly RouteExample[]
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
      if (path === '/api/v1/events') assert.doesNotMatch(answer.text, /"ignored"/)
      if (path === '/api/v1/ads/import') assert.equal(answer.body.rejected, 0, answer.text)
      // What an example makes is what the next ones read and change.
      const made = /^(?:st|inv|wd)_/.exec(answer.body?.id ?? '')?.[0]
      if (made) own.set(made, answer.body.id)
      run++
    }
  }
  assert.ok(run >= 30, `${run} examples ran`)
})

function filled(text: string): string {
  return text
    .replaceAll(/([a-z]+_|\/f\/)…/g, (whole, prefix: string) => own.get(prefix) ?? whole)
    .replaceAll('/backups/', `${service.dataDir}/`)
}

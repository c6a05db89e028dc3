// The readable API pages say what the schemas of the routes say.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SCOPES } from '../../src/domain/api-key.ts'
import { type AdminService, startAdminService } from './admin-service.ts'

let service: AdminService
/** Parts of the page, by their anchors. */
let sections: Map<string, string>

before(async () => {
  service = await startAdminService()
  const { text } = await service.call('GET', '/docs')
  sections = new Map(text.split('<section id="').map((section) => [section.slice(0, section.indexOf('"')), section]))
})
after(() => service.stop())

test('a list names what it may hold, and a field that it may be null', () => {
  assert.match(rowOf('post-api-v1-keys', 'scopes'), new RegExp(`string\\[\\].*Each one of ${SCOPES.join(', ')}\\.`))
  assert.match(
    rowOf('post-api-v1-webhooks', 'events'),
    /string\[\].*Each one of impression, click, conversion, feedback, ad_review, total_budget_spent, low_funds, no_funds\./,
  )
  assert.match(rowOf('get-api-v1-ads', 'nextCursor'), /string or null\|.*Null on the last page\./)
  assert.match(rowOf('post-f-token', 'reasons'), /string\[\] or null\|.*Each one of misleading, /)
})

test('the body of an error is told whole', () => {
  assert.match(prose('errors'), /"recovery", "retryAfterSeconds"\}, "requestId"/)
})

test('what a key needs is told as it is', async () => {
  const publisher = await service.make('publishers', { name: 'Chat' })
  const { key: ofPublisher } = await service.make('keys', { publisherId: publisher.id, scopes: ['events:write'] })
  for (const [section, path] of [
    ['get-api-v1-publishers', '/api/v1/publishers'],
    ['get-api-v1-publishers-id', `/api/v1/publishers/${publisher.id}`],
  ] as const) {
    assert.match(prose(section), /A publisher reads itself, .* Needs a key\./)
    assert.equal((await service.call('GET', path, undefined, { key: ofPublisher })).status, 200)
  }

  assert.match(prose('post-api-v1-conversions'), /with the scope inventory:write or events:write\./)
  const { advertiser } = await service.makeAdvertiser('Feather')
  const sale = { clickId: 'imp_01ARZ3NDEKTSV4RRFFQ69G5FAV_00', transactionId: 'order-7', type: 'purchase' }
  for (const [scope, status] of [
    ['inventory:write', 404],
    ['events:write', 404],
    ['reports:read', 403],
  ] as const) {
    const { key } = await service.make('keys', { advertiserId: advertiser.id, scopes: [scope] })
    assert.equal((await service.call('POST', '/api/v1/conversions', sale, { key })).status, status, scope)
  }
})

function rowOf(section: string, field: string): string {
  const row = sections
    .get(section)
    ?.split('<tr>')
    .find((one) => one.startsWith(`<td><code>${field}</code>`))
  assert.ok(row, `${section} has no ${field}`)
  return row.replace(/<[^>]+>/g, '|')
}

const prose = (section: string) => sections.get(section)!.replace(/<[^>]+>/g, '')

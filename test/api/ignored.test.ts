// What callers of the administration say and nobody reads: it is ignored, and named in the answer.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AdminService, startAdminService } from './admin-service.ts'

let service: AdminService
before(async () => {
  service = await startAdminService()
})
after(() => service.stop())

const fieldsOf = (answer: { body: any }) => answer.body.warnings?.map(({ field }: { field: string }) => field)

test('a misspelt field of a write is named beside what was done, with those that there are', async () => {
  const body = { reason: 'a script', dryrun: true, filter: { from: '2026-11-01T00:00:00Z', campaign: 'cmp_x' } }
  const answer = await service.call('POST', '/api/v1/reversals?dryRun=true', body)
  assert.deepEqual([answer.status, answer.body.dryRun], [200, false])
  assert.deepEqual(answer.body.warnings, [
    { code: 'unknown_field', message: 'dryRun is no parameter here and was ignored', field: 'dryRun' },
    {
      code: 'unknown_field',
      message: 'dryrun is no field here and was ignored; there are reason, events, filter, dryRun',
      field: 'dryrun',
    },
    {
      code: 'unknown_field',
      message:
        'filter.campaign is no field here and was ignored; there are publisherId, advertiserId, campaignId, adId, country, slot, types, from, to',
      field: 'filter.campaign',
    },
  ])
  const known = await service.call('POST', '/api/v1/reversals', { reason: 'x', events: ['imp_x'], dryRun: true })
  assert.deepEqual([known.status, 'warnings' in known.body], [200, false])
})

test('each name is told once, at most twenty, however many items hold it', async () => {
  const events = Array.from({ length: 50 }, () => ({ impressionId: 'imp_x', kind: 'click' }))
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`${i}`.padEnd(200, 'x'), i]))
  const once = await service.call('POST', '/api/v1/reversals', { reason: 'x', events, dryRun: true })
  assert.deepEqual(fieldsOf(once), ['events[0].kind'])
  const flood = await service.call('POST', '/api/v1/reversals', { reason: 'x', events, dryRun: true, ...many })
  assert.deepEqual([flood.body.warnings.length, flood.body.warnings[1].field.length], [20, 64])
})

test('a misspelt filter of a list or report is named, and nothing where the answer is no object', async () => {
  const list = await service.call('GET', '/api/v1/ads?campain=cmp_x&status=active')
  assert.deepEqual([list.status, fieldsOf(list)], [200, ['campain']])
  const report = await service.call('GET', '/api/v1/reports?groupBy=day&advertiser=adv_x')
  assert.deepEqual([report.status, fieldsOf(report)], [200, ['advertiser']])
  assert.equal((await service.call('GET', '/api/v1/reports?advertiser=adv_x&format=csv')).status, 200)
  const clean = await service.call('GET', '/api/v1/ads?status=active')
  assert.deepEqual(Object.keys(clean.body), ['data', 'nextCursor'])
})

test('what was read may be sent back in a change, whole, and nothing is said of null', async () => {
  const { campaign } = await service.makeAdvertiser('Echo')
  const ad = await service.make('ads', { campaignId: campaign.id, title: 'E', landingUrl: 'https://echo.example/' })
  const publisher = await service.make('publishers', { name: 'Echo' })
  for (const [path, read] of Object.entries({ campaigns: campaign, ads: ad, publishers: publisher })) {
    const sent = {
      ...read,
      nothing: null,
      tittle: 'x',
      ...(path === 'campaigns' && { bid: { ...read.bid, amout: '9' } }),
    }
    const answer = await service.call('PATCH', `/api/v1/${path}/${read.id}`, sent)
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(fieldsOf(answer).toSorted(), path === 'campaigns' ? ['bid.amout', 'tittle'] : ['tittle'])
  }
})

test('a repeated write is answered with the same warnings, and a refused one with its error alone', async () => {
  const headers = { 'idempotency-key': 'ignored-1' }
  const send = (body: object) => service.call('POST', '/api/v1/publishers', body, { headers })
  const refused = await send({ nam: 'x' })
  assert.deepEqual([refused.status, refused.body.warnings], [400, undefined])
  const first = await send({ name: 'Once', polcy: {} })
  assert.deepEqual(fieldsOf(first), ['polcy'])
  assert.equal((await send({ name: 'Once', polcy: {} })).text, first.text)
})

test('the description says of each such answer that it may hold warnings', async () => {
  const { paths } = (await service.call('GET', '/openapi.json')).body
  const answerOf = (operation: any, status: number) =>
    operation.responses[status].content['application/json'].schema.properties
  assert.ok(answerOf(paths['/api/v1/reversals'].post, 201).warnings)
  assert.ok(answerOf(paths['/api/v1/ads'].get, 200).warnings)
  assert.equal(answerOf(paths['/api/v1/ads/{id}'].get, 200).warnings, undefined)
  assert.equal(answerOf(paths['/api/v1/events'].post, 200).warnings, undefined)
})

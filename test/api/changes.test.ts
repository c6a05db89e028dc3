// The history of changes over real sockets: what is told of a change, to whom, and what never is.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { startService } from '../../src/wire.ts'
import { createLog } from '../../src/base/log.ts'
import { type AdminService, adLine, OPERATOR_KEY, startAdminService } from './admin-service.ts'

let service: AdminService
before(async () => {
  service = await startAdminService({ ASIDE_WEBHOOK_PRIVATE: 'on' })
})
after(() => service.stop())

async function changes(query = '', key?: string): Promise<any[]> {
  const { status, text, body } = await service.call('GET', `/api/v1/changes${query}`, undefined, key ? { key } : {})
  assert.equal(status, 200, text)
  return body.data
}

const told = ({ action, changes }: any) => [action, changes]
const field = (field: string, from: unknown, to: unknown) => ({ field, from, to })

test('what became of a campaign is told from its making to its end, by whom and from what to what', async () => {
  const { advertiser, campaign, key } = await service.makeAdvertiser('Feather')
  const { body: own } = await service.call('GET', '/api/v1/keys/self', undefined, { key })
  const path = `/api/v1/campaigns/${campaign.id}`
  await service.call('PATCH', path, { budget: { daily: '50.00' }, targeting: { countries: ['DE'] } }, { key })
  await service.call('PATCH', path, { budget: { daily: '75.50' }, endAt: '2027-01-01T00:00:00Z' })
  await service.call('DELETE', path)
  const [end, second, first, made] = await changes(`?entity=${campaign.id}`)
  assert.deepEqual(told(made), [
    'created',
    [
      field('advertiserId', null, advertiser.id),
      field('name', null, 'Feather campaign'),
      field('status', null, 'active'),
      field('bid.model', null, 'cpc'),
      field('bid.amount', null, '0.50'),
      field('pacing', null, 'asap'),
      field('timeZone', null, 'UTC'),
      field('priority', null, 'standard'),
    ],
  ])
  assert.deepEqual(told(first), [
    'changed',
    [field('budget.daily', null, '50.00'), field('targeting', null, { countries: { include: ['DE'], exclude: [] } })],
  ])
  assert.deepEqual(told(second), [
    'changed',
    [field('budget.daily', '50.00', '75.50'), field('endAt', null, '2027-01-01T00:00:00.000Z')],
  ])
  assert.deepEqual(told(end), ['archived', []])
  assert.deepEqual([made.keyId, first.keyId, end.keyId], ['key_operator', own.id, 'key_operator'])
  assert.deepEqual(
    [second.kind, second.entityId, second.advertiserId, second.publisherId],
    ['campaign', campaign.id, advertiser.id, undefined],
  )
  assert.match(second.id, /^chg_/)
  assert.ok(Math.abs(Date.parse(second.occurredAt) - Date.now()) < 60_000)
})

test('a change that changes nothing, and one that is refused, are not told', async () => {
  const { campaign } = await service.makeAdvertiser('Heron')
  const path = `/api/v1/campaigns/${campaign.id}`
  assert.equal((await service.call('PATCH', path, { name: 'Heron campaign', budget: null })).status, 200)
  assert.equal((await service.call('PATCH', path, { bid: { amount: '0.00001' }, timeZone: 'Mars' })).status, 400)
  assert.equal((await changes(`?entity=${campaign.id}`)).length, 1)
})

test('a write that is sent twice under one Idempotency-Key is told once', async () => {
  const { advertiser } = await service.makeAdvertiser('Plover')
  const send = (method: string, path: string, body: object, name: string) =>
    service.call(method, path, body, { headers: { 'idempotency-key': name } })
  const ids = new Set<string>()
  const campaign = { advertiserId: advertiser.id, name: 'Once', bid: { model: 'cpc', amount: '1' } }
  for (let i = 0; i < 2; i++) ids.add((await send('POST', '/api/v1/campaigns', campaign, 'once')).body.id)
  for (let i = 0; i < 2; i++) await send('PATCH', `/api/v1/campaigns/${[...ids][0]}`, { status: 'paused' }, 'twice')
  const payment = { amount: '20.00', reference: 'wire 7' }
  for (let i = 0; i < 2; i++) await send('POST', `/api/v1/advertisers/${advertiser.id}/funds`, payment, 'pay')
  // Also where the payment itself is sent anew under its reference.
  await service.call('POST', `/api/v1/advertisers/${advertiser.id}/funds`, payment)
  assert.equal(ids.size, 1)
  assert.deepEqual(
    (await changes(`?entity=${[...ids][0]}`)).map(({ action }) => action),
    ['changed', 'created'],
  )
  const [funded, ...before] = await changes(`?entity=${advertiser.id}`)
  assert.equal(funded.action, 'funded')
  assert.deepEqual(
    [funded.changes[0], funded.changes[1].field, funded.changes.length],
    [field('balance', '0.00', '20.00'), 'posting', 2],
  )
  assert.deepEqual(
    before.map(({ action }) => action),
    ['created'],
  )
})

test('of keys and webhooks all is told but their secrets', async () => {
  const { advertiser, key } = await service.makeAdvertiser('Dunlin')
  const ofKey = { advertiserId: advertiser.id, scopes: ['inventory:write'], name: 'feeds' }
  const made = await service.make('keys', ofKey)
  await service.call('PATCH', `/api/v1/keys/${made.id}`, { rateLimit: 5 })
  const { body: rolled } = await service.call('POST', `/api/v1/keys/${made.id}/roll`, { overlapSeconds: 60 })
  await service.call('DELETE', `/api/v1/keys/${rolled.id}`)
  const url = 'http://127.0.0.1:9/hook'
  const { body: hook } = await service.call('POST', '/api/v1/webhooks', { url, events: ['click'] }, { key })
  await service.call('PATCH', `/api/v1/webhooks/${hook.id}`, { status: 'paused', events: ['click', 'feedback'] })
  await service.call('PATCH', `/api/v1/webhooks/${hook.id}`, { status: 'paused' })
  await service.call('DELETE', `/api/v1/webhooks/${hook.id}`)

  assert.deepEqual(
    (await changes(`?entity=${made.id}`)).map(({ action, changes }) => [action, changes.map((one: any) => one.field)]),
    [
      ['rolled', ['expiresAt', 'successor']],
      ['changed', ['rateLimit']],
      ['created', ['name', 'mode', 'advertiserId', 'scopes']],
    ],
  )
  const [revoked, born] = await changes(`?entity=${rolled.id}`)
  assert.deepEqual([revoked.action, born.action], ['revoked', 'created'])
  assert.deepEqual(
    revoked.changes.map((one: any) => [one.field, one.from]),
    [['revokedAt', null]],
  )
  // What is removed is not there any more; its history is.
  assert.deepEqual((await changes(`?entity=${hook.id}`)).map(told), [
    ['removed', []],
    ['changed', [field('events', ['click'], ['click', 'feedback']), field('status', 'active', 'paused')]],
    [
      'created',
      [
        field('owner', null, advertiser.id),
        field('url', null, url),
        field('events', null, ['click']),
        field('status', null, 'active'),
      ],
    ],
  ])
  const all = JSON.stringify(await changes('?limit=200'))
  for (const secret of [made.key, rolled.key, hook.secret, key, OPERATOR_KEY]) {
    assert.ok(!all.includes(secret), 'a secret was told')
    assert.ok(!all.includes(secret.slice(-8)), 'the end of a secret was told')
  }
  assert.ok(!/secretHash|[0-9a-f]{64}/.test(all))
})

test('ads that are changed one by one are told, with the verdict on them', async () => {
  const { campaign, key, advertiser } = await service.makeAdvertiser('Godwit')
  const ad = await service.make('ads', {
    campaignId: campaign.id,
    id: 'sku-1',
    title: 'A kettle',
    description: 'w'.repeat(700),
    landingUrl: 'https://shop.example/1',
  })
  const path = `/api/v1/ads/${ad.id}`
  await service.call('PATCH', path, { price: '€9', availability: 'out_of_stock' }, { key })
  await service.call('PATCH', path, { review: 'rejected', reviewReason: 'Not a kettle' })
  await service.call('DELETE', path, undefined, { key })
  const [end, verdict, change, made] = await changes(`?entity=${ad.id}`, key)
  assert.deepEqual(told(end), ['archived', []])
  assert.deepEqual(told(verdict), [
    'changed',
    [field('review', 'approved', 'rejected'), field('reviewReason', null, 'Not a kettle')],
  ])
  assert.deepEqual(told(change), [
    'changed',
    [field('availability', 'in_stock', 'out_of_stock'), field('price', null, '€9')],
  ])
  assert.equal(made.advertiserId, advertiser.id)
  const description = made.changes.find((one: any) => one.field === 'description')
  assert.equal(description.to, `${'w'.repeat(499)}…`, 'long values are cut')
})

test('an import is told once, of its campaign, with how many ads it changed', async () => {
  const { campaign, key } = await service.makeAdvertiser('Curlew')
  const lines = (from: number, to: number, more = {}) =>
    Array.from({ length: to - from }, (_, i) => adLine(`sku-${from + i}`, more)).join('\n')
  // Several batches, each in a transaction of its own.
  await service.importAds(campaign.id, lines(0, 450), undefined, { key })
  await service.importAds(campaign.id, `${lines(0, 300, { price: '€3' })}\n${lines(300, 460)}`)
  await service.importAds(campaign.id, lines(0, 300, { price: '€3' }))
  await service.importFeed(campaign.id, `${lines(10, 300, { price: '€3' })}\n${lines(300, 460)}`)
  const found = await changes(`?entity=${campaign.id}`)
  assert.deepEqual(found.slice(0, -1).map(told), [
    ['imported', [field('archived', null, 10)]],
    ['imported', [field('imported', null, 10), field('updated', null, 300)]],
    ['imported', [field('imported', null, 450)]],
  ])
})

test('publishers, their pause and policy, and what is paid out are told', async () => {
  const { id } = await service.make('publishers', { name: 'Chat', policy: { revenueShare: 60 } })
  const path = `/api/v1/publishers/${id}`
  await service.call('PATCH', path, { status: 'paused', policy: { revenueShare: 65.5, floor: { amount: '0.20' } } })
  await service.call('PATCH', path, { payoutMethod: { type: 'paypal', account: 'chat@chat.example' } })
  await service.call('POST', '/api/v1/adjustments', { publisherId: id, amount: '60.00', reference: 'outage' })
  const { key } = await service.make('keys', { publisherId: id, scopes: ['reports:read'] })
  const { body: withdrawal } = await service.call('POST', '/api/v1/withdrawals', {}, { key })
  await service.call('PATCH', `/api/v1/withdrawals/${withdrawal.id}`, { status: 'canceled' }, { key })
  const found = await changes(`?entity=${id}`, key)
  assert.deepEqual(
    found.map(({ action }) => action),
    ['adjusted', 'changed', 'changed', 'created'],
  )
  assert.deepEqual(found[0].changes[0], field('balance', '0.00', '60.00'))
  assert.deepEqual(found[1].changes, [field('payoutMethod', null, { type: 'paypal', account: 'chat@chat.example' })])
  assert.deepEqual(found[2].changes, [
    field('status', 'active', 'paused'),
    field('policy.floor', '0.01', '0.20'),
    field('policy.revenueShare', 60, 65.5),
  ])
  assert.ok(found.every(({ publisherId }) => publisherId === id))
  const steps = await changes(`?entity=${withdrawal.id}`, key)
  assert.deepEqual(
    steps.map(({ action, changes }) => [action, changes[0]]),
    [
      ['changed', field('status', 'submitted', 'canceled')],
      ['created', field('amount', null, '60.00')],
    ],
  )
})

test('an advertiser or publisher reads its own history alone, and nobody reads without the scope', async () => {
  const [one, other] = [await service.makeAdvertiser('Sandpiper'), await service.makeAdvertiser('Turnstone')]
  const isOwn = ({ advertiserId }: any) => advertiserId === one.advertiser.id
  assert.ok((await changes('?limit=200', one.key)).every(isOwn))
  assert.equal((await changes('', one.key)).length, 3, 'itself, its campaign and its key')
  for (const id of [other.campaign.id, other.advertiser.id, 'cmp_nowhere', 'key_nowhere']) {
    const { status, body } = await service.call('GET', `/api/v1/changes?entity=${id}`, undefined, { key: one.key })
    assert.deepEqual([status, body.error.code, body.error.field], [404, 'not_found', 'entity'])
  }
  const nobody = await service.call('GET', '/api/v1/changes?entity=cmp_nowhere')
  assert.equal(nobody.status, 404)
  const noKey = await service.call('GET', '/api/v1/changes?keyId=key_nowhere')
  assert.deepEqual([noKey.status, noKey.body.error.field], [404, 'keyId'])
  const narrow = await service.make('keys', { advertiserId: one.advertiser.id, scopes: ['inventory:write'] })
  const reports = await service.make('keys', { scopes: ['reports:read'] })
  for (const { key } of [narrow, reports]) {
    const refused = await service.call('GET', '/api/v1/changes', undefined, { key })
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'scope_insufficient'])
  }
})

test('the name of a key is told to operators and its owner, and to nobody else', async () => {
  const { advertiser, campaign, key } = await service.makeAdvertiser('Avocet')
  const admin = await service.make('keys', { scopes: ['admin'], name: 'Ben at night' })
  const own = await service.make('keys', {
    advertiserId: advertiser.id,
    scopes: ['inventory:write', 'reports:read'],
    name: 'their feed',
  })
  const path = `/api/v1/campaigns/${campaign.id}`
  await service.call('PATCH', path, { status: 'paused' }, { key: admin.key })
  await service.call('PATCH', path, { status: 'active' }, { key: own.key })
  const names = (found: any[]) => found.map(({ keyId, keyName }) => [keyId, keyName])
  const theirs = names(await changes(`?entity=${campaign.id}`, key)).slice(0, 2)
  assert.deepEqual(theirs, [
    [own.id, 'their feed'],
    [admin.id, undefined],
  ])
  const operators = names(await changes(`?entity=${campaign.id}`))
  assert.deepEqual(operators[1], [admin.id, 'Ben at night'])
  assert.deepEqual(
    (await changes(`?keyId=${admin.id}`)).map(({ entityId, changes }) => [entityId, changes]),
    [[campaign.id, [field('status', 'active', 'paused')]]],
  )
})

test('the token in the address of a feed is told to whoever may read the campaign', async () => {
  const { advertiser, campaign, key } = await service.makeAdvertiser('Curlew')
  const url = 'http://127.0.0.1:9/ads.csv?token=of-the-shop'
  await service.call('PATCH', `/api/v1/campaigns/${campaign.id}`, { feed: { url } })
  await service.call('PATCH', `/api/v1/campaigns/${campaign.id}`, { feed: null })
  const reports = await service.make('keys', { advertiserId: advertiser.id, scopes: ['reports:read'] })
  const told = async (by: string) => {
    const [end, start] = await changes(`?entity=${campaign.id}`, by)
    const urlIn = ({ changes }: any) => changes.find(({ field }: any) => field === 'feed.url')
    return [urlIn(start).to, urlIn(end).from]
  }
  assert.deepEqual(await told(key), [url, url])
  assert.deepEqual(await told(OPERATOR_KEY), [url, url])
  const hidden = 'http://127.0.0.1:9/ads.csv?…'
  assert.deepEqual(await told(reports.key), [hidden, hidden])
})

test('a long history is read page by page, and between two times', async () => {
  const { campaign } = await service.makeAdvertiser('Knot')
  for (let i = 1; i <= 5; i++) await service.call('PATCH', `/api/v1/campaigns/${campaign.id}`, { name: `Name ${i}` })
  const read: any[] = []
  const path = `/api/v1/changes?entity=${campaign.id}&limit=2`
  let pages = 0
  for (let cursor: string | null = ''; cursor !== null; pages++) {
    const { body } = await service.call('GET', `${path}${cursor && `&cursor=${cursor}`}`)
    read.push(...body.data)
    cursor = body.nextCursor
  }
  assert.equal(pages, 3)
  assert.deepEqual(
    read.map(({ changes }) => changes.at(-1).to),
    ['Name 5', 'Name 4', 'Name 3', 'Name 2', 'Name 1', 'standard'],
  )
  const whole = await changes(`?entity=${campaign.id}`)
  assert.deepEqual(read, whole)
  const [from, to] = [whole[3].occurredAt, whole[1].occurredAt]
  const between = await changes(`?entity=${campaign.id}&from=${from}&to=${to}`)
  assert.deepEqual(
    between.map(({ id }) => id),
    whole.filter(({ occurredAt }) => occurredAt >= from && occurredAt < to).map(({ id }) => id),
  )
  for (const bad of ['cursor=x', 'from=yesterday', 'limit=0']) {
    assert.equal((await service.call('GET', `/api/v1/changes?${bad}`)).status, 400, bad)
  }
})

test('the history is there after a restart, and in a backup', async () => {
  const { campaign } = await service.makeAdvertiser('Ruff')
  const before = await changes(`?entity=${campaign.id}`)
  const path = `${service.dataDir}/copy.db`
  await service.store.backup(path)
  const { openStore } = await import('../../src/store/open.ts')
  const { mkdtempSync, copyFileSync, rmSync } = await import('node:fs')
  const restored = mkdtempSync('/tmp/aside-changes-')
  copyFileSync(path, `${restored}/aside.db`)
  const store = await openStore({ dataDir: restored })
  const [kept] = await store.changes.list({ entityId: campaign.id, limit: 10 })
  await store.close()
  rmSync(restored, { recursive: true })
  assert.equal(kept?.id, before[0].id)

  await service.close()
  const config = readConfig({ ASIDE_DATA_DIR: service.dataDir, PORT: '0', ASIDE_ADMIN_KEY: OPERATOR_KEY })
  const again = await startService(config, { log: createLog({ level: 'silent', name: 'test' }) })
  const response = await fetch(`${again.config.baseUrl}/api/v1/changes?entity=${campaign.id}`, {
    headers: { authorization: `Bearer ${OPERATOR_KEY}` },
  })
  const { data } = (await response.json()) as { data: any[] }
  const books = await again.store.ledger.verify()
  await again.close()
  assert.deepEqual(data, before)
  assert.deepEqual(books.faults, [])
})

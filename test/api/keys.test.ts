// Keys over the wire: made, shown once, rolled and revoked.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AdminService, startAdminService } from './admin-service.ts'

let service: AdminService
before(async () => {
  service = await startAdminService()
})
after(() => service.stop())

test('any key reads what it may do and whose it is, and no secret', async () => {
  const self = async (key?: string, headers = {}) => {
    const { status, body } = await service.call('GET', '/api/v1/keys/self', undefined, { key, headers })
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const { id: publisherId } = await service.make('publishers', { name: 'Told' })
  const { advertiser } = await service.makeAdvertiser('Teller')
  const advertiserId = advertiser.id
  const everything = ['ads:explain', 'events:write', 'reports:read', 'inventory:write', 'admin']
  const operators = { mode: 'live', scopes: everything, origins: [] }
  assert.deepEqual(await self(), { id: 'key_operator', ...operators, rateLimit: 1_000 })

  const expiresAt = '2099-01-01T00:00:00.000Z'
  const origin = 'https://page.example'
  const page = { publisherId, mode: 'browser', scopes: ['ads:request'], origins: [origin] }
  for (const [made, told, headers] of [
    [
      { scopes: ['admin'], name: 'Second' },
      { ...operators, name: 'Second' },
    ],
    [{ scopes: ['reports:read'] }, { scopes: ['reports:read'] }],
    [
      { advertiserId, scopes: ['reports:read'], mode: 'test', expiresAt },
      { ownerName: advertiser.name, scopes: ['reports:read'] },
    ],
    [
      { publisherId, scopes: ['ads:request', 'ads:explain'], rateLimit: 7 },
      { ownerName: 'Told', scopes: ['ads:request', 'ads:explain'] },
    ],
    // It stands in web pages for all to read.
    [{ ...page, name: 'Of the page' }, page, { origin }],
  ] as [any, object, object?][]) {
    const { key, id } = await service.make('keys', made)
    const { scopes, name, ...rest } = made
    const plain = { mode: 'live', origins: [], rateLimit: 100 }
    assert.deepEqual(await self(key, headers), { id, ...plain, ...rest, ...told })
  }
  assert.equal((await service.call('GET', '/api/v1/keys/self', undefined, { key: 'ak_nobodys' })).status, 401)
})

test('a key is shown once, rolls with an overlap, and stops working when it is revoked', async () => {
  const publisher = await service.make('publishers', { name: 'Keys' })
  const issued = await service.make('keys', {
    publisherId: publisher.id,
    mode: 'live',
    scopes: ['reports:read'],
    name: 'first',
  })
  assert.match(issued.key, /^ak_live_/)
  const works = async (key: string) => (await service.call('GET', '/api/v1/reports', undefined, { key })).status
  assert.equal(await works(issued.key), 200)

  const read = await service.call('GET', `/api/v1/keys/${issued.id}`)
  assert.equal(read.body.key, undefined)
  assert.ok(!read.text.includes(issued.key.slice(20)))
  assert.ok(!/secretHash/.test(read.text))

  const rolled = await service.call('POST', `/api/v1/keys/${issued.id}/roll`, { overlapSeconds: 60 })
  assert.equal(rolled.status, 201, rolled.text)
  assert.deepEqual(rolled.body.scopes, ['reports:read'])
  assert.deepEqual([await works(issued.key), await works(rolled.body.key)], [200, 200])
  const atOnce = await service.call('POST', `/api/v1/keys/${rolled.body.id}/roll`, { overlapSeconds: 0 })
  assert.deepEqual([await works(rolled.body.key), await works(atOnce.body.key)], [401, 200])
  const ended = await service.call('POST', `/api/v1/keys/${rolled.body.id}/roll`)
  assert.deepEqual([ended.status, ended.body.error.code], [409, 'conflict'])
  assert.match(ended.body.error.message, /has ended and cannot be rolled; make a new one/)
  assert.equal((await service.call('POST', `/api/v1/keys/${issued.id}/roll`)).status, 201)

  const { data: before } = (await service.call('GET', `/api/v1/keys?publisherId=${publisher.id}`)).body
  const racing = Array.from({ length: 4 }, () => service.call('POST', `/api/v1/keys/${issued.id}/roll`))
  const made = await Promise.all(racing)
  for (const { status, text } of made) assert.equal(status, 201, text)
  const { data: after } = (await service.call('GET', `/api/v1/keys?publisherId=${publisher.id}`)).body
  assert.equal(after.length, before.length + made.length, 'no key whose text nobody was shown')

  const revoked = await service.call('DELETE', `/api/v1/keys/${issued.id}`)
  assert.equal(revoked.status, 200)
  assert.ok(revoked.body.revokedAt)
  assert.equal(await works(issued.key), 401)
})

test('a key rolls without a body, also where a type is named for none', async () => {
  const { id: publisherId } = await service.make('publishers', { name: 'Bodiless' })
  const { id } = await service.make('keys', { publisherId, scopes: ['reports:read'] })
  for (const headers of [undefined, { 'content-type': 'application/json' }]) {
    const rolled = await service.call('POST', `/api/v1/keys/${id}/roll`, undefined, headers && { headers })
    assert.equal(rolled.status, 201, rolled.text)
  }
})

test('a key is revoked also while others change and roll it', async () => {
  const { id: publisherId } = await service.make('publishers', { name: 'Hurry' })
  for (let round = 0; round < 3; round++) {
    const issued = await service.make('keys', { publisherId, mode: 'live', scopes: ['reports:read'] })
    const path = `/api/v1/keys/${issued.id}`
    const [revoked, ...others] = await Promise.all([
      ...Array.from({ length: 4 }, (_, i) => service.call('PATCH', path, { name: `name ${i}` })),
      service.call('DELETE', path),
      ...Array.from({ length: 4 }, () => service.call('POST', `${path}/roll`)),
    ]).then((replies) => [replies[4]!, ...replies])
    assert.equal(revoked!.status, 200, revoked!.text)
    assert.ok(revoked!.body.revokedAt)
    assert.ok(others.every(({ status, text }) => status !== 409 || text.includes('was revoked')))
    assert.equal((await service.call('GET', '/api/v1/reports', undefined, { key: issued.key })).status, 401)
  }
})

test('what a key may do is not changed, and nobody is left to believe that it was', async () => {
  const publisher = await service.make('publishers', { name: 'Chat App' })
  const scopes = ['ads:request', 'ads:explain']
  const key = await service.make('keys', { publisherId: publisher.id, scopes })
  const path = `/api/v1/keys/${key.id}`
  for (const [field, value] of Object.entries({
    scopes: ['ads:request'],
    mode: 'test',
    origins: ['https://a.example'],
  })) {
    const refused = await service.call('PATCH', path, { [field]: value })
    assert.deepEqual([refused.status, refused.body.error.field], [400, field])
  }
  const { body: read } = await service.call('GET', path)
  const renamed = await service.call('PATCH', path, { ...read, name: 'Renamed' })
  assert.deepEqual([renamed.status, renamed.body.name, renamed.body.scopes], [200, 'Renamed', scopes])
})

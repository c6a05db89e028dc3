import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { publicPartOf } from '../../src/domain/api-key-text.ts'
import { ServiceError } from '../../src/domain/errors.ts'
import { ADMIN_KEY, SMALL, openHttpWorld, type ErrorBody, type HttpWorld } from './http-world.ts'

let world: HttpWorld
before(async () => {
  world = await openHttpWorld()
})
after(() => world.close())

const PATH = '/api/v1/ads/request'
const post = (headers: Record<string, string>, path = PATH) =>
  fetch(world.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(SMALL),
  })
const outcome = async (answer: Response) =>
  `${answer.status} ${answer.status === 200 ? 'ok' : ((await answer.json()) as ErrorBody).error.code}`

const ways: readonly (readonly [string, (key: string) => Record<string, string>, string])[] = [
  ['a Bearer key', (key) => ({ authorization: `Bearer ${key}` }), '200 ok'],
  ['a Bearer key in a spelling of its own', (key) => ({ authorization: `bEARER   ${key}` }), '200 ok'],
  ['an X-API-Key', (key) => ({ 'x-api-key': key }), '200 ok'],
  ['the same key twice', (key) => ({ authorization: `Bearer ${key}`, 'x-api-key': key }), '200 ok'],
  ['another scheme and an X-API-Key', (key) => ({ authorization: 'Basic dTpw', 'x-api-key': key }), '200 ok'],
  ['no key', () => ({}), '401 auth_missing'],
  ['another scheme alone', () => ({ authorization: 'Basic dTpw' }), '401 auth_missing'],
  ['a key without its scheme', (key) => ({ authorization: key }), '401 auth_missing'],
  ['an unknown key', () => ({ authorization: 'Bearer ak_live_nobody' }), '401 auth_invalid'],
  ['an empty Bearer key', () => ({ authorization: 'Bearer ' }), '401 auth_invalid'],
  [
    'a key with one character changed',
    (key) => ({ authorization: `Bearer ${key.slice(0, 20)}${key[20] === 'a' ? 'b' : 'a'}${key.slice(21)}` }),
    '401 auth_invalid',
  ],
  ['a key in capitals', (key) => ({ 'x-api-key': key.toUpperCase() }), '401 auth_invalid'],
  ['a key of 10,000 characters', () => ({ 'x-api-key': `ak_live_${'a'.repeat(10_000)}` }), '401 auth_invalid'],
  [
    'a bad Bearer key and a good X-API-Key',
    (key) => ({ authorization: 'Bearer ak_bad', 'x-api-key': key }),
    '400 conflicting_credentials',
  ],
  [
    'a good Bearer key and a bad X-API-Key',
    (key) => ({ authorization: `Bearer ${key}`, 'x-api-key': 'ak_bad' }),
    '400 conflicting_credentials',
  ],
]

for (const [what, headers, wanted] of ways) {
  test(`${what} is answered with ${wanted}`, async () => {
    assert.equal(await outcome(await post(headers(world.key))), wanted)
  })
}

for (const [what, headers, isLetIn] of [
  ['the same Bearer key in two lines', (key) => ({ authorization: [`Bearer ${key}`, `bearer ${key}`] }), true],
  ['the same X-API-Key in two lines', (key) => ({ 'x-api-key': [key, key] }), true],
  ['another scheme in a line before a Bearer key', (key) => ({ authorization: ['Basic dTpw', `Bearer ${key}`] }), true],
  ['a good Bearer key before another one', (key) => ({ authorization: [`Bearer ${key}`, 'Bearer ak_bad'] }), false],
  ['a good X-API-Key before another one', (key) => ({ 'x-api-key': [key, 'ak_bad'] }), false],
] as readonly (readonly [string, (key: string) => OutgoingHttpHeaders, boolean])[]) {
  // The first address is read by itself, the other one by the framework, which finds fault with what is sent by whom it lets in.
  for (const [path, letIn] of [
    [PATH, '200 ok'],
    ['/api/v1/conversions', '400 validation_error'],
  ] as const) {
    test(`${what} is ${isLetIn ? 'let in' : 'refused'} at ${path}`, async () => {
      const asked = request(world.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers(world.key) },
      })
      asked.end(JSON.stringify(SMALL))
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      const { error } = (await json(answer)) as Partial<ErrorBody>
      assert.equal(`${answer.statusCode} ${error?.code ?? 'ok'}`, isLetIn ? letIn : '400 conflicting_credentials')
    })
  }
}

test('a key in the address counts as no key', async () => {
  assert.equal(await outcome(await post({}, `${PATH}?token=${world.key}`)), '401 auth_missing')
})

test('a 401 carries the challenge, with the error only where a key was sent', async () => {
  assert.equal((await post({})).headers.get('www-authenticate'), 'Bearer realm="aside"')
  assert.equal(
    (await post({ 'x-api-key': 'ak_bad' })).headers.get('www-authenticate'),
    'Bearer realm="aside", error="invalid_token"',
  )
})

test('no answer repeats the key that was sent', async () => {
  const text = await (await post({ 'x-api-key': 'ak_live_very-secret-text' })).text()
  assert.ok(!text.includes('very-secret'))
})

test('a revoked key is refused at once, though it was used before', async () => {
  const { secret, key } = await world.issue()
  assert.equal(await outcome(await post({ 'x-api-key': secret })), '200 ok')
  await world.keys.revokeKey(key.id)
  assert.equal(await outcome(await post({ 'x-api-key': secret })), '401 auth_invalid')
})

test('a key is refused from the moment it expires', async () => {
  const { secret } = await world.issue({ expiresAtMs: world.keyClock.nowMs() + 1_000 })
  assert.equal(await outcome(await post({ 'x-api-key': secret })), '200 ok')
  world.keyClock.advance(1_000)
  assert.equal(await outcome(await post({ 'x-api-key': secret })), '401 auth_invalid')
})

test('a rolled key and its successor overlap', async () => {
  const { secret, key } = await world.issue()
  const successor = await world.keys.rollKey(key.id, { overlapMs: 60_000 })
  assert.deepEqual(successor.key.scopes, key.scopes)
  assert.equal(await outcome(await post({ 'x-api-key': secret })), '200 ok')
  assert.equal(await outcome(await post({ 'x-api-key': successor.secret })), '200 ok')
  world.keyClock.advance(60_001)
  assert.equal(await outcome(await post({ 'x-api-key': secret })), '401 auth_invalid')
  assert.equal(await outcome(await post({ 'x-api-key': successor.secret })), '200 ok')
})

test('a key that was ended at once stays so where the clock is put back', async () => {
  const [rolled, revoked] = [await world.issue(), await world.issue()]
  const { previous } = await world.keys.rollKey(rolled.key.id, { overlapMs: 0 })
  assert.equal(previous.expiresAtMs, world.keyClock.nowMs())
  await world.keys.revokeKey(revoked.key.id)
  world.keyClock.advance(-3_600_000)
  for (const { secret } of [rolled, revoked])
    assert.equal(await outcome(await post({ 'x-api-key': secret })), '401 auth_invalid')
  world.keyClock.advance(3_600_000)
})

test('a plain key that was made elsewhere works', async () => {
  const { secret } = await world.issue({ secret: 'ak_brought-along-from-elsewhere' })
  assert.equal(await outcome(await post({ 'x-api-key': secret })), '200 ok')
})

test('the operator may not request ads, since that needs a publisher', async () => {
  const answer = await post({ 'x-api-key': ADMIN_KEY })
  const { error } = (await answer.json()) as ErrorBody
  assert.deepEqual([answer.status, error.code, error.recovery], [403, 'scope_insufficient', 'terminal'])
  assert.match(error.message, /ads:request/)
})

test('a key without the scope is refused, and the scope is named', async () => {
  const { secret } = await world.issue({ scopes: ['events:write'] })
  const answer = await post({ 'x-api-key': secret })
  const { error } = (await answer.json()) as ErrorBody
  assert.deepEqual([answer.status, error.code], [403, 'scope_insufficient'])
  assert.match(error.message, /ads:request/)
})

test('the key is looked at before the body', async () => {
  const answer = await fetch(world.url + PATH, { method: 'POST', headers: { 'content-type': 'text/html' }, body: '{' })
  assert.equal(await outcome(answer), '401 auth_missing')
})

test('a browser key works from its own origins alone, and lets their pages read the answer', async () => {
  const { secret } = await world.issue({ mode: 'browser', scopes: ['ads:request'], origins: ['https://chat.example'] })
  const from = (origin?: string) => post({ 'x-api-key': secret, ...(origin && { origin }) })
  const own = await from('https://chat.example')
  assert.deepEqual(
    [own.status, own.headers.get('access-control-allow-origin'), own.headers.get('vary')],
    [200, 'https://chat.example', 'Origin'],
  )
  for (const origin of [
    'https://other.example',
    'https://chat.example.evil.example',
    'http://chat.example',
    'null',
    undefined,
  ]) {
    assert.equal(await outcome(await from(origin)), '403 origin_not_allowed', origin)
  }
})

test('a page with a server key cannot read the answer', async () => {
  const answer = await post({ 'x-api-key': world.key, origin: 'https://chat.example' })
  assert.equal(answer.headers.get('access-control-allow-origin'), null)
})

test('a preflight is answered without a key', async () => {
  const answer = await fetch(world.url + PATH, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://chat.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  })
  assert.equal(answer.status, 204)
  assert.equal(answer.headers.get('access-control-allow-origin'), '*')
  assert.match(answer.headers.get('access-control-allow-methods')!, /POST/)
  assert.match(answer.headers.get('access-control-allow-headers')!, /Authorization/)
})

const impossible: readonly (readonly [string, Parameters<HttpWorld['issue']>[0], string])[] = [
  ['no scopes', { scopes: [] }, 'scopes'],
  ['ad requests without a publisher', { publisherId: undefined }, 'publisherId'],
  ['two owners', { advertiserId: 'adv_1' }, 'advertiserId'],
  ['admin for a publisher', { scopes: ['admin'] }, 'scopes'],
  ['a browser key without origins', { mode: 'browser', scopes: ['ads:request'] }, 'origins'],
  [
    'a browser key for reports',
    { mode: 'browser', scopes: ['reports:read'], origins: ['https://a.example'] },
    'scopes',
  ],
  ['an origin that is none', { mode: 'browser', scopes: ['ads:request'], origins: ['chat.example'] }, 'origins[0]'],
  ['an origin that is none on a server key', { origins: [''] }, 'origins[0]'],
  ['an end that is past', { expiresAtMs: 1 }, 'expiresAt'],
  ['a rate of nothing', { rateLimit: 0 }, 'rateLimit'],
  ['a short text of its own', { secret: 'ak_short' }, 'secret'],
]

for (const [what, key, field] of impossible) {
  test(`no key is made with ${what}`, async () => {
    await assert.rejects(world.issue(key), (error) => error instanceof ServiceError && error.details.field === field)
  })
}

test('keys say what they are, differ from one another, and are kept without their secret', async () => {
  const made = await Promise.all(
    (['live', 'test', 'browser'] as const).map((mode) =>
      world.issue({ mode, scopes: ['ads:request'], origins: ['https://a.example'] }),
    ),
  )
  assert.deepEqual(
    made.map(({ secret }) => secret.slice(0, 8)),
    ['ak_live_', 'ak_test_', 'pk_live_'],
  )
  for (const { secret, key } of made) {
    assert.match(secret, /^[ap]k_(live|test)_[0-9A-Za-z]{48}$/)
    assert.equal(publicPartOf(secret), key.publicId)
    assert.ok(!JSON.stringify(key).includes(secret.slice(16)))
    assert.equal(key.lastFour, secret.slice(-4))
  }
})

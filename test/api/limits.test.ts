import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { after, before, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { realClock } from '../../src/base/clock.ts'
import { SMALL, openHttpWorld, type ErrorBody, type HttpWorld } from './http-world.ts'

let world: HttpWorld
before(async () => {
  world = await openHttpWorld()
})
after(() => world.close())

const outcome = async (answer: Response) =>
  `${answer.status} ${answer.status === 200 ? 'ok' : ((await answer.json()) as ErrorBody).error.code}`
const nested = (depth: number) =>
  `{"conversationContext":{"query":"x"},"slots":[{"slotId":"a","format":"suffix"}],"extra":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
const filled = (bytes: number) => {
  const body = JSON.stringify({ ...SMALL, filler: '' })
  return body.replace('"filler":""', `"filler":"${'x'.repeat(bytes - body.length)}"`)
}

const bodies: readonly (readonly [string, string | Uint8Array, Record<string, string>, string])[] = [
  ['JSON with a charset', JSON.stringify(SMALL), { 'content-type': 'Application/JSON; charset="UTF-8"' }, '200 ok'],
  ['a type that ends in +json', JSON.stringify(SMALL), { 'content-type': 'application/vnd.aside+json' }, '200 ok'],
  ['JSON after a byte order mark', `\ufeff${JSON.stringify(SMALL)}`, {}, '200 ok'],
  ['a key given twice', `{"conversationContext":1,${JSON.stringify(SMALL).slice(1)}`, {}, '200 ok'],
  [
    'brackets inside of texts',
    JSON.stringify({ ...SMALL, extra: `${'['.repeat(99)}\\"${'{'.repeat(99)}` }),
    {},
    '200 ok',
  ],
  ['a body 32 levels deep', nested(32), {}, '200 ok'],
  ['a body 33 levels deep', nested(33), {}, '400 invalid_json'],
  ['a body 100,000 levels deep', nested(100_000), {}, '400 invalid_json'],
  ['a body of 256 KiB', filled(262_144), {}, '200 ok'],
  ['a body of 256 KiB and a byte', filled(262_145), {}, '413 payload_too_large'],
  ['a body of 3 MB', filled(3_000_000), {}, '413 payload_too_large'],
  ['a body of 20 MB', filled(20_000_000), {}, '413 payload_too_large'],
  ['an empty body', '', {}, '400 invalid_json'],
  ['a body that is cut off', JSON.stringify(SMALL).slice(0, -5), {}, '400 invalid_json'],
  ['a body that is no JSON', 'query=laptop', {}, '400 invalid_json'],
  ['a single quoted body', "{'a': 1}", {}, '400 invalid_json'],
  ['a lone null', 'null', {}, '400 validation_error'],
  [
    'invalid UTF-8',
    Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
    {},
    '400 invalid_json',
  ],
  ['a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, '415 unsupported_media_type'],
  ['plain text', JSON.stringify(SMALL), { 'content-type': 'text/plain' }, '415 unsupported_media_type'],
  [
    'another charset',
    JSON.stringify(SMALL),
    { 'content-type': 'application/json; charset=utf-16' },
    '415 unsupported_media_type',
  ],
  ['a compressed body', gzipSync(JSON.stringify(SMALL)), { 'content-encoding': 'gzip' }, '415 unsupported_media_type'],
  [
    'a type that only looks like JSON',
    JSON.stringify(SMALL),
    { 'content-type': 'application/jsonp' },
    '415 unsupported_media_type',
  ],
]

for (const [what, body, headers, wanted] of bodies) {
  test(`${what} is answered with ${wanted}`, async () => {
    assert.equal(await outcome(await world.ask(body, headers)), wanted)
  })
}

test('a request without a body is told that it is empty, with a content type and without', async () => {
  for (const headers of [{}, { 'content-type': 'application/json' }, { 'content-type': 'text/plain' }]) {
    const answer = await fetch(`${world.url}/api/v1/events`, { method: 'POST', headers })
    const { error } = (await answer.json()) as ErrorBody
    const message = 'The body is empty; send a JSON object'
    assert.deepEqual(error, { code: 'invalid_json', message, recovery: 'correctable' })
  }
  const nothing = { method: 'POST', headers: { 'content-type': 'application/json' }, body: 'null' }
  assert.equal(await outcome(await fetch(`${world.url}/api/v1/events`, nothing)), '400 validation_error')
})

test('keys that reach for prototypes change nothing and are not echoed', async () => {
  const metadata =
    '{"__proto__":{"polluted":1},"\\u005f_proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"a":1}'
  const answer = await world.ask(
    `{"__proto__":{"slots":[]},${JSON.stringify(SMALL).slice(1, -1)},"metadata":${metadata}}`,
  )
  assert.equal(answer.status, 200)
  const echoed = ((await answer.json()) as { metadata: object }).metadata
  assert.deepEqual(Object.keys(echoed), ['constructor', 'a'])
  assert.equal(({} as { polluted?: unknown }).polluted, undefined)
})

test('a fault in the JSON is told by its place and repeats nothing of the text', async () => {
  const text = await (await world.ask('{"query": "my secret" oops}')).text()
  assert.match(text, /position/)
  assert.ok(!/secret|oops/.test(text))
  assert.match(
    await (await world.ask('{"query": "my secret')).text(),
    /is not valid JSON \((at position \d+|it ends too early)\)/,
  )
  assert.match(await (await world.ask('{"query":')).text(), /it ends too early/)
})

test('a key may send its rate at once, and is then told how long to wait', async () => {
  const limited = await openHttpWorld({ config: { rateLimit: true } })
  try {
    const { secret } = await limited.issue({ rateLimit: 3 })
    const headers = { authorization: `Bearer ${secret}` }
    const answers = await Promise.all(Array.from({ length: 6 }, () => limited.ask(SMALL, headers)))
    const late = answers.filter(({ status }) => status === 429)
    assert.ok(late.length >= 2 && late.length <= 3, `${late.length} were refused`)
    const { error } = (await late[0]!.json()) as ErrorBody
    assert.deepEqual([error.code, error.recovery, error.retryAfterSeconds], ['rate_limited', 'transient', 1])
    assert.equal(late[0]!.headers.get('retry-after'), '1')
    assert.equal(late[0]!.headers.get('ratelimit-policy'), '"key";q=3;w=1')
    assert.equal(late[0]!.headers.get('ratelimit'), '"key";r=0;t=1')
    assert.equal((await limited.ask(SMALL)).status, 200, 'another key is not touched by it')
  } finally {
    await limited.close()
  }
})

test('headers of more than 16 KiB are refused with 431', async () => {
  const socket = await open()
  socket.write(`GET /healthz HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)
  assert.match(await allOf(socket), /^HTTP\/1\.1 431 /)
})

test('what is no HTTP is refused with 400', async () => {
  const socket = await open()
  socket.write('\u0016\u0003\u0001 hello\r\n\r\n')
  assert.match(await allOf(socket), /^HTTP\/1\.1 400 /)
})

test('a client that goes away in the middle of its body leaves the server well', async () => {
  const socket = await open()
  socket.write(
    `POST /api/v1/ads/request HTTP/1.1\r\nHost: a\r\nX-API-Key: ${world.key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":`,
  )
  await new Promise((resolve) => setTimeout(resolve, 20))
  socket.destroy()
  assert.equal((await world.ask(SMALL)).status, 200)
})

test('closing waits for what runs, refuses what is new, and leaves no connection open', async () => {
  const closing = await openHttpWorld()
  const socket = connect(closing.port, '127.0.0.1')
  const body = JSON.stringify(SMALL)
  socket.write(
    `POST /api/v1/ads/request HTTP/1.1\r\nHost: a\r\nX-API-Key: ${closing.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  )
  await new Promise((resolve) => socket.once('connect', resolve))
  // The server is in this same thread, so that these are turns in which it meets the connection and reads what was sent.
  for (let i = 0; i < 20; i++) await nextTurn()
  const startedMs = realClock.monotonicMs()
  const closed = closing.server.close({ graceMs: 5_000 })
  await assert.rejects(fetch(`${closing.url}/healthz`))
  socket.write(body.slice(10))
  assert.match(await allOf(socket), /^HTTP\/1\.1 200 /)
  await closed
  assert.ok(realClock.monotonicMs() - startedMs < 4_000)
})

async function open(): Promise<Socket> {
  const socket = connect(world.port, '127.0.0.1')
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

async function allOf(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}

// The front answers plain ad requests itself; whatever reaches it otherwise must be answered as node:http would.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { commonRoom, createRoom, roomMemory } from '../../src/base/open-files.ts'
import { sendBytes } from '../support/raw-socket.ts'
import { until } from '../support/until.ts'
import { SMALL, openHttpWorld, type HttpWorld } from './http-world.ts'

let world: HttpWorld
let port: number
let key: string
before(async () => {
  world = await openHttpWorld()
  port = Number(new URL(world.url).port)
  key = world.key
})
after(() => world.close())

const BODY = JSON.stringify({ ...SMALL, metadata: { naïve: 'zoë 漢 🙂' } })
/** A field that the front leaves to node:http, and that changes nothing of the answer. */
const BY_NODE = 'TE: trailers\r\n'

function post(body: string | Buffer = BODY, fields = ''): Buffer {
  const head = `POST /api/v1/ads/request HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${fields}\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)])
}

const GET = Buffer.from('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')

test('connections count as silent from the first moment until something is said, or they end', async (t) => {
  const room = createRoom(roomMemory(commonRoom({ most: 100, spare: 0 })))
  const { port, close } = await openHttpWorld({ deps: { room } })
  t.after(close)
  const sockets = Array.from({ length: 4 }, () => connect(port, '127.0.0.1'))
  const areSilent = (count: number) => until(`${count} are silent`, 5_000, async () => room.unheard() === count)
  await areSilent(4)
  sockets[0]!.destroy()
  await areSilent(3)
  sockets[1]!.write(GET.subarray(0, 5))
  await areSilent(2)
  sockets[2]!.write(Buffer.concat([GET, GET]))
  await areSilent(1)
  sockets[3]!.write('?')
  await areSilent(0)
  for (const socket of sockets) socket.destroy()
  await until('all are gone', 5_000, async () => room.wanted() === 0 && room.take(100))
  assert.equal(room.unheard(), 0)
})

test('an answer beyond ASCII arrives whole and says the same by both ways', async () => {
  const [[plain], [byNode]] = await Promise.all([sendBytes(port, post()), sendBytes(port, post(BODY, BY_NODE))])
  assert.equal(plain!.status, 200)
  assert.deepEqual(JSON.parse(plain!.text).metadata, { naïve: 'zoë 漢 🙂' })
  const { requestId: one, ...mine } = JSON.parse(plain!.text)
  const { requestId: other, ...theirs } = JSON.parse(byNode!.text)
  assert.deepEqual(mine, theirs)
  assert.equal(plain!.headers.get('x-request-id'), one)
  assert.equal(byNode!.headers.get('x-request-id'), other)
  assert.deepEqual([...plain!.headers.keys()].sort(), [...byNode!.headers.keys()].sort())
})

test('a refusal says the same by both ways', async () => {
  const bad = '{"slots":7}'
  const [[plain], [byNode]] = await Promise.all([sendBytes(port, post(bad)), sendBytes(port, post(bad, BY_NODE))])
  assert.equal(plain!.status, 400)
  assert.deepEqual(JSON.parse(plain!.text).error, JSON.parse(byNode!.text).error)
  assert.deepEqual([...plain!.headers.keys()].sort(), [...byNode!.headers.keys()].sort())
})

test('a request names its host once, whatever it asks for', async () => {
  for (const whole of [post(), GET]) {
    for (const hosts of ['', 'Host: a\r\nHost: b\r\n', 'Host: a\r\nhost: a\r\n']) {
      const bytes = Buffer.from(whole.toString('latin1').replace('Host: a\r\n', hosts), 'latin1')
      const [answer] = await sendBytes(port, bytes)
      assert.equal(answer!.status, 400, hosts)
      assert.match(JSON.parse(answer!.text).error.message, /names its host once/)
    }
  }
})

test('a request of HTTP/1.0 may do without a host', async () => {
  const bytes = Buffer.from(
    GET.toString('latin1').replace('HTTP/1.1\r\nHost: a', 'HTTP/1.0\r\nConnection: close'),
    'latin1',
  )
  const [answer] = await sendBytes(port, bytes)
  assert.equal(answer!.status, 200, answer!.text)
})

// RFC 9112, 3.2.2: a server takes them, though clients send them to proxies alone.
test('a request with a whole address in its first line gets the answer of the path', async () => {
  const whole = (bytes: Buffer) =>
    Buffer.from(bytes.toString('latin1').replace(' /', ' HTTP://ads.example:80/'), 'latin1')
  const [decided] = await sendBytes(port, whole(post()))
  assert.equal(decided!.status, 200)
  const opened = Buffer.from('GET /openapi.json?x=/ HTTP/1.1\r\nHost: a\r\nOrigin: https://chat.example\r\n\r\n')
  for (const bytes of [opened, whole(opened)]) {
    const [answer] = await sendBytes(port, bytes)
    assert.deepEqual([answer!.status, answer!.headers.get('access-control-allow-origin')], [200, '*'])
  }
  const [nowhere] = await sendBytes(port, Buffer.from('GET http://ads.example?x HTTP/1.1\r\nHost: a\r\n\r\n'))
  const [root] = await sendBytes(port, Buffer.from('GET /?x HTTP/1.1\r\nHost: a\r\n\r\n'))
  assert.equal(nowhere!.status, root!.status)
})

test('whoever takes us for a proxy is told that we are none', async () => {
  const bytes = Buffer.from('CONNECT ads.example:443 HTTP/1.1\r\nHost: a\r\n\r\nhello')
  const hasty = connect({ port, host: '127.0.0.1' })
  hasty.write(bytes)
  await once(hasty, 'data')
  hasty.resetAndDestroy()
  const [answer] = await sendBytes(port, bytes)
  const { error, requestId } = JSON.parse(answer!.text)
  assert.deepEqual([answer!.status, error.code], [400, 'validation_error'])
  assert.match(error.message, /no proxy/)
  assert.equal(answer!.headers.get('x-request-id'), requestId)
})

test('a page whose body is refused may read why', async () => {
  const { secret } = await world.issue({ mode: 'browser', scopes: ['ads:request'], origins: ['https://chat.example'] })
  const headers = {
    authorization: `Bearer ${secret}`,
    origin: 'https://chat.example',
    'content-type': 'application/json',
  }
  const answer = await fetch(`${world.url}/api/v1/ads/request`, { method: 'POST', headers, body: '{"slots":7}' })
  assert.equal(answer.status, 400)
  // Of two such fields in one answer, which fetch would give as a list, browsers believe none.
  assert.equal(answer.headers.get('access-control-allow-origin'), '*')
})

test('a page passes on that its person asks for privacy; what a server says of itself counts for nobody', async () => {
  const origin = 'https://chat.example'
  const { secret } = await world.issue({ mode: 'browser', scopes: ['ads:request'], origins: [origin] })
  // An address that is written otherwise takes the way through node:http.
  for (const path of ['/api/v1/ads/request', '/api/v1/ads/request?x']) {
    for (const [key, field, gpc] of [
      [secret, { 'sec-gpc': '1' }, true],
      [secret, { 'sec-gpc': '0' }, undefined],
      [secret, {}, undefined],
      [world.key, { 'sec-gpc': '1' }, undefined],
    ] as const) {
      const headers = { authorization: `Bearer ${key}`, origin, 'content-type': 'application/json', ...field }
      const answer = await fetch(world.url + path, { method: 'POST', headers, body: BODY })
      assert.equal(answer.status, 200)
      assert.equal(world.served.at(-1)!.request.user.consent?.gpc, gpc, `${path} ${JSON.stringify(field)}`)
    }
  }
})

// An address that is written otherwise takes the way through node:http.
const WAYS = ['/api/v1/ads/request', '/api/v1/ads/request?x']
const ORIGIN = 'https://chat.example'
const PLACES = { countryHeader: 'cf-ipcountry', regionHeader: 'x-region' }

test('of a page, the proxy tells the country and the region that its body does not name', async (t) => {
  const world = await openHttpWorld({ config: { ...PLACES, trustProxy: ['10.0.0.0/8', 'loopback'] } })
  t.after(world.close)
  const page = (await world.issue({ mode: 'browser', scopes: ['ads:request'], origins: [ORIGIN] })).secret
  const read = async (path: string, key: string, fields: object, demographics?: object) => {
    const headers = { authorization: `Bearer ${key}`, origin: ORIGIN, 'content-type': 'application/json', ...fields }
    const body = JSON.stringify({ ...SMALL, ...(demographics && { userContext: { demographics } }) })
    assert.equal((await fetch(world.url + path, { method: 'POST', headers, body })).status, 200)
    const { country, region } = world.served.at(-1)!.request.user
    return [country, region]
  }
  const us = { 'CF-IPCountry': 'US', 'X-Region': 'CA' }
  for (const way of WAYS) {
    const told = (fields: object, demographics?: object) => read(way, page, fields, demographics)
    assert.deepEqual(await told(us), ['US', 'US-CA'])
    assert.deepEqual(await told({ 'cf-ipcountry': 'de', 'x-region': 'DE-BY' }), ['DE', 'DE-BY'])
    assert.deepEqual(await told({ 'X-Region': 'US-CA' }), ['US', 'US-CA'])
    assert.deepEqual(await told({ 'X-Region': 'CA' }), [undefined, undefined])
    for (const unknown of ['XX', 'T1', 'ZZ', 'EU', '', 'Germany', 'DE, FR'])
      assert.deepEqual(await told({ 'CF-IPCountry': unknown, 'X-Region': 'CA' }), [undefined, undefined], unknown)
    assert.deepEqual(await told(us, { country: 'DE' }), ['DE', undefined], 'the body goes first')
    assert.deepEqual(await told(us, { country: 'US' }), ['US', 'US-CA'])
    assert.deepEqual(await told(us, { region: 'US-NY' }), ['US', 'US-NY'])
    assert.deepEqual(await told(us, { country: 'Atlantis' }), ['US', 'US-CA'])
    assert.deepEqual(await told({}), [undefined, undefined])
    assert.deepEqual(await read(way, world.key, us), [undefined, undefined], 'where a server stands')
  }
})

test('what tells a place counts for nothing where no proxy is trusted, or another than the one that connects', async (t) => {
  for (const trustProxy of [[], ['0'], ['10.0.0.0/8']]) {
    const world = await openHttpWorld({ config: { ...PLACES, trustProxy } })
    t.after(world.close)
    const page = (await world.issue({ mode: 'browser', scopes: ['ads:request'], origins: [ORIGIN] })).secret
    const fields = { origin: ORIGIN, 'cf-ipcountry': 'US', 'x-region': 'CA', 'content-type': 'application/json' }
    const headers = { authorization: `Bearer ${page}`, ...fields }
    for (const way of WAYS) {
      assert.equal((await fetch(world.url + way, { method: 'POST', headers, body: BODY })).status, 200)
      assert.equal(world.served.at(-1)!.request.user.country, undefined)
    }
  }
})

test('however often and however a proxy writes a place, the front reads it as node:http does', async (t) => {
  const world = await openHttpWorld({ config: { ...PLACES, trustProxy: ['1'] } })
  t.after(world.close)
  const page = (await world.issue({ mode: 'browser', scopes: ['ads:request'], origins: [ORIGIN] })).secret
  const name = fc.constantFrom('CF-IPCountry', 'cf-ipcountry', 'X-Region', 'x-region', 'X-Other')
  const value = fc.constantFrom('US', 'us', 'CA', 'US-CA', 'XX', 'T1', '', ' DE\t', 'DE, FR', 'D E')
  const line = fc.tuple(name, fc.constantFrom(':', ': ', ':\t'), value).map((parts) => `${parts.join('')}\r\n`)
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 4 }), async (lines) => {
      const bytes = post(BODY, `Origin: ${ORIGIN}\r\n${lines.join('')}`)
        .toString('latin1')
        .replace(key, page)
      const places = []
      for (const sent of [bytes, bytes.replace('\r\n\r\n', `\r\n${BY_NODE}\r\n`)]) {
        const [answer] = await sendBytes(world.port, Buffer.from(sent, 'latin1'))
        assert.equal(answer!.status, 200, answer!.text)
        const { country, region } = world.served.at(-1)!.request.user
        places.push([country, region])
      }
      assert.deepEqual(places[0], places[1], JSON.stringify(lines))
    }),
    { numRuns: 100 },
  )
})

test('one connection serves ad requests and everything else, in turns and in order', async () => {
  const answers = await sendBytes(port, Buffer.concat([post(), post(), GET, post(), GET]), { answers: 5 })
  assert.deepEqual(
    answers.map(({ status, text }) => [status, Object.keys(JSON.parse(text))[0]]),
    [
      [200, 'requestId'],
      [200, 'requestId'],
      [200, 'status'],
      [200, 'requestId'],
      [200, 'status'],
    ],
  )
})

test('a request may arrive in any pieces', async () => {
  const bytes = post()
  for (const cuts of [[10], [60], [bytes.length - 1], [150, 300], [bytes.length - 40, bytes.length - 20]]) {
    const socket = connect({ port, host: '127.0.0.1' })
    let text = ''
    socket.on('data', (chunk) => (text += chunk))
    let from = 0
    for (const cut of [...cuts, bytes.length]) {
      socket.write(bytes.subarray(from, cut))
      from = cut
      await sleep(5)
    }
    await until('the answer is there', 10_000, () => text.includes('"warnings"'))
    socket.destroy()
    assert.match(text, /^HTTP\/1\.1 200 OK\r\n/, `cut at ${cuts}`)
  }
})

test('a body that stays away is left to the limits of the server, and what came of it is not lost', async () => {
  const bytes = post()
  const socket = connect({ port, host: '127.0.0.1' })
  let text = ''
  socket.on('data', (chunk) => (text += chunk))
  socket.write(bytes.subarray(0, bytes.length - 10))
  await sleep(3_500) // longer than the front waits
  socket.write(bytes.subarray(bytes.length - 10))
  await until('the answer is there', 10_000, () => text.includes('"warnings"'))
  socket.destroy()
  assert.match(text, /^HTTP\/1\.1 200 OK\r\n/)
})

test('however a request is damaged, the front judges it as node:http does', async () => {
  const whole = post().toString('latin1')
  const heads = whole.indexOf('\r\n\r\n')
  const damage = fc.record({
    at: fc.nat(heads),
    drop: fc.nat(3),
    put: fc.oneof(
      fc.constantFrom(
        '\r',
        '\n',
        '\r\n',
        '\0',
        ' ',
        '\t',
        ':',
        ',',
        'é',
        '\x7f',
        'Content-Length: 3\r\n',
        'Host: b\r\n',
      ),
      fc.constantFrom(
        'Transfer-Encoding: chunked\r\n',
        'Connection: close\r\n',
        '\r\n folded',
        'x'.repeat(9_000),
        '-1',
        '0',
      ),
      fc.string({ maxLength: 3 }),
    ),
  })
  await fc.assert(
    fc.asyncProperty(damage, async ({ at, drop, put }) => {
      const damaged = Buffer.from(whole.slice(0, at) + put + whole.slice(at + drop), 'latin1')
      const toNode = Buffer.from(damaged.toString('latin1').replace(/\r\n\r\n/, `\r\n${BY_NODE}\r\n`), 'latin1')
      // The writing side is closed behind the bytes, so that nobody waits for more.
      const ask = (bytes: Buffer) => sendBytes(port, bytes, { halfClose: true, answers: 3, patienceMs: 4_000 })
      const [mine, theirs] = await Promise.all([ask(damaged), ask(toNode)])
      assert.deepEqual(
        mine.map(({ status }) => status),
        theirs.map(({ status }) => status),
        JSON.stringify(damaged.toString('latin1')),
      )
    }),
    { numRuns: 300 },
  )
})

// What the MCP addresses answer to the outside, row by row, without any client in between.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { modernHeaders, modernMessage, rawRequest, startService, type RawAnswer, type Service } from './support.ts'

interface Row {
  readonly says: string
  readonly path?: string
  readonly method?: string
  readonly headers?: Record<string, string | string[]>
  readonly body?: unknown
  readonly status: number
  readonly expect?: (answer: RawAnswer) => void
}

const PAGE = 'https://app.example'
let service: Service

before(async () => {
  service = await startService({ prefix: '/ads', allowedOrigins: [PAGE] })
})
after(() => service.close())

const list = modernMessage('tools/list')
const call = modernMessage('tools/call', { name: 'ads.request', arguments: { query: 'shoes' } })
const oldHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const initialize = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'suite', version: '1' } },
})

// In the headers KEY, POWERLESS and REVOKED stand for keys that exist once the service runs.
const KEY = { 'x-api-key': 'KEY' }
const challenged = (error?: string) => (answer: RawAnswer) => {
  const extra = error === undefined ? '' : `, error="${error}"`
  assert.equal(answer.headers['www-authenticate'], `Bearer realm="aside"${extra}`)
  assert.match(answer.text, /"code":"auth_/)
  assert.doesNotMatch(answer.text, /"tools"|"result"/)
}
const rpcError = (code: number, id: unknown) => (answer: RawAnswer) => {
  const message = JSON.parse(answer.text)
  assert.equal(message.error.code, code)
  assert.equal(message.id, id)
}
const ok = (answer: RawAnswer) => assert.match(answer.text, /"result":/)
const allows = (method: string) => (answer: RawAnswer) => assert.equal(answer.headers.allow, method)

const modern = (body: unknown, headers: Record<string, string | string[]>, method = 'tools/list', name?: string) => ({
  method: 'POST',
  body,
  headers: { ...modernHeaders(method, name), ...headers },
})

const ROWS: readonly Row[] = [
  { says: 'no key is 401', ...modern(list, {}), status: 401, expect: challenged() },
  {
    says: 'a wrong key is 401',
    ...modern(list, { 'x-api-key': 'ak_live_no' }),
    status: 401,
    expect: challenged('invalid_token'),
  },
  {
    says: 'an empty key is a bad key',
    ...modern(list, { 'x-api-key': '' }),
    status: 401,
    expect: challenged('invalid_token'),
  },
  {
    says: 'a revoked key is 401',
    ...modern(list, { 'x-api-key': 'REVOKED' }),
    status: 401,
    expect: challenged('invalid_token'),
  },
  {
    says: 'initialize without a key is 401',
    method: 'POST',
    headers: oldHeaders,
    body: initialize('2025-06-18'),
    status: 401,
    expect: challenged(),
  },
  { says: 'a key as Bearer is taken', ...modern(list, { authorization: 'Bearer KEY' }), status: 200, expect: ok },
  { says: 'a key as X-API-Key is taken', ...modern(list, KEY), status: 200, expect: ok },
  { says: 'a key in the address is taken', path: '/mcp?token=KEY', ...modern(list, {}), status: 200, expect: ok },
  { says: 'a key may come in two lines', ...modern(list, { 'x-api-key': ['KEY', 'KEY'] }), status: 200, expect: ok },
  {
    says: 'another scheme is no key',
    ...modern(list, { authorization: 'Basic KEY' }),
    status: 401,
    expect: challenged(),
  },
  {
    says: 'another scheme does not stand in the way of a key',
    ...modern(list, { authorization: 'Basic x', ...KEY }),
    status: 200,
    expect: ok,
  },
  {
    says: 'a bad Bearer decides over a good X-API-Key',
    ...modern(list, { authorization: 'Bearer no', ...KEY }),
    status: 401,
  },
  {
    says: 'a bad X-API-Key decides over a good token',
    path: '/mcp?token=KEY',
    ...modern(list, { 'x-api-key': 'no' }),
    status: 401,
  },
  {
    says: 'a key that may not ask for ads is 403 and not sent off for scopes',
    ...modern(list, { 'x-api-key': 'POWERLESS' }),
    status: 403,
    expect(answer) {
      assert.equal(answer.headers['www-authenticate'], undefined)
      assert.doesNotMatch(answer.text, /insufficient_scope/)
    },
  },
  { says: 'a foreign Host is 403 before the key is looked at', ...modern(list, { host: 'evil.example' }), status: 403 },
  {
    says: 'a foreign Origin is 403 before the key is looked at',
    ...modern(list, { origin: 'https://evil.example' }),
    status: 403,
  },
  { says: 'an Origin of null is 403', ...modern(list, { ...KEY, origin: 'null' }), status: 403 },
  {
    says: 'a host that only begins like ours is 403',
    ...modern(list, { ...KEY, host: 'localhost.evil.example' }),
    status: 403,
  },
  {
    says: 'a configured host is ours on its port',
    ...modern(list, { ...KEY, host: 'ads.example:8443' }),
    status: 200,
    expect: ok,
  },
  {
    says: 'a configured host is not ours on another port',
    ...modern(list, { ...KEY, host: 'ads.example:1' }),
    status: 403,
  },
  { says: 'loopback is ours on any port', ...modern(list, { ...KEY, host: 'localhost:1' }), status: 200, expect: ok },
  {
    says: 'also on a number that no port has',
    ...modern(list, { ...KEY, host: 'localhost:99999' }),
    status: 200,
    expect: ok,
  },
  {
    says: 'a page of our own host may call',
    ...modern(list, { ...KEY, origin: 'http://localhost:3000' }),
    status: 200,
    expect: ok,
  },
  {
    says: 'a page of a configured origin may call and read the answer',
    ...modern(list, { ...KEY, origin: PAGE }),
    status: 200,
    expect: (answer) => assert.equal(answer.headers['access-control-allow-origin'], PAGE),
  },
  {
    says: 'the preflight of a configured page needs no key',
    method: 'OPTIONS',
    headers: { origin: PAGE, 'access-control-request-method': 'POST' },
    status: 204,
    expect: (answer) => assert.match(String(answer.headers['access-control-allow-headers']), /MCP-Protocol-Version/),
  },
  {
    says: 'the preflight of a foreign page is 403',
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    status: 403,
  },
  { says: 'GET /mcp is 405', headers: KEY, status: 405, expect: allows('POST') },
  { says: 'DELETE /mcp is 405', method: 'DELETE', headers: KEY, status: 405, expect: allows('POST') },
  { says: 'PUT /mcp is 405', method: 'PUT', headers: KEY, body: {}, status: 405, expect: allows('POST') },
  {
    says: 'POST /sse is 405',
    path: '/sse',
    method: 'POST',
    headers: KEY,
    body: {},
    status: 405,
    expect: allows('GET'),
  },
  { says: 'GET /message is 405', path: '/message', headers: KEY, status: 405, expect: allows('POST') },
  { says: 'GET /sse without a key is 401 before any event', path: '/sse', status: 401, expect: challenged() },
  {
    says: 'GET /sse with a bad key is 401 before any event',
    path: '/sse?token=no',
    status: 401,
    expect: challenged('invalid_token'),
  },
  { says: 'GET /sse with a key that may not ask is 403', path: '/sse?token=POWERLESS', status: 403 },
  { says: 'a message without a stream is 400', path: '/message', ...modern(list, {}), status: 400 },
  { says: 'a message for an unknown stream is 404', path: '/message?sessionId=none', ...modern(list, {}), status: 404 },
  {
    says: 'a message with a bad key is 401',
    path: '/message?sessionId=none',
    ...modern(list, { 'x-api-key': 'no' }),
    status: 401,
  },
  { says: 'a body that is no JSON is 400', ...modern('{', KEY), status: 400, expect: rpcError(-32700, null) },
  { says: 'an empty body is 400', ...modern('', KEY), status: 400, expect: rpcError(-32700, null) },
  { says: 'another type of body is 415', ...modern(list, { ...KEY, 'content-type': 'text/plain' }), status: 415 },
  { says: 'a compressed body is 415', ...modern(list, { ...KEY, 'content-encoding': 'gzip' }), status: 415 },
  { says: 'a body above 256 KiB is 413', ...modern({ ...list, more: 'x'.repeat(270_000) }, KEY), status: 413 },
  {
    says: 'a body nested too deep is 400',
    ...modern(`${'['.repeat(40)}${']'.repeat(40)}`, KEY),
    status: 400,
    expect: rpcError(-32700, null),
  },
  {
    says: 'a body that goes on far above 256 KiB is 413, and the client sees it',
    ...modern({ ...list, more: 'x'.repeat(3_000_000) }, KEY),
    status: 413,
  },
  {
    says: 'a body in another charset is 415',
    ...modern(list, { ...KEY, 'content-type': 'application/json; charset=latin1' }),
    status: 415,
    expect: rpcError(415, null),
  },
  {
    says: 'a body may begin with a byte order mark',
    ...modern(`\ufeff${JSON.stringify(list)}`, KEY),
    status: 200,
    expect: ok,
  },
  { says: 'a key is asked for before the body is looked at', ...modern('{', {}), status: 401 },
  {
    says: 'an unknown revision is 400',
    ...modern(versioned('2030-01-01'), { ...KEY, 'mcp-protocol-version': '2030-01-01' }),
    status: 400,
    expect: rpcError(-32022, 1),
  },
  {
    says: 'a missing method header is 400',
    method: 'POST',
    body: list,
    headers: { ...oldHeaders, ...KEY, 'mcp-protocol-version': '2026-07-28' },
    status: 400,
    expect: rpcError(-32020, 1),
  },
  {
    says: 'an unknown method is 404',
    ...modern(modernMessage('ads/none'), KEY, 'ads/none'),
    status: 404,
    expect: rpcError(-32601, 1),
  },
  {
    says: 'an unknown tool is an error of the protocol',
    ...modern(modernMessage('tools/call', { name: 'x' }), KEY, 'tools/call', 'x'),
    status: 200,
    expect: rpcError(-32602, 1),
  },
  {
    says: 'OAuth discovery finds a JSON 404',
    path: '/.well-known/oauth-protected-resource/mcp',
    status: 404,
    expect: (answer) => assert.match(answer.text, /API key/),
  },
  {
    says: 'OAuth registration finds a JSON 404',
    path: '/register',
    method: 'POST',
    body: {},
    status: 404,
    expect: (answer) => assert.match(answer.text, /"not_found"/),
  },
  {
    says: 'a slash at the end of the address does not matter',
    path: '/mcp/',
    ...modern(list, KEY),
    status: 200,
    expect: ok,
  },
  { says: 'what lies below /mcp is a JSON 404', path: '/mcp/x', headers: KEY, status: 404 },
  ...['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'].map((revision): Row => ({
    says: `initialize of ${revision} is answered with that revision and no session`,
    method: 'POST',
    headers: { ...oldHeaders, ...KEY },
    body: initialize(revision),
    status: 200,
    expect(answer) {
      assert.match(answer.text, new RegExp(`"protocolVersion":"${revision}"`))
      assert.equal(answer.headers['mcp-session-id'], undefined)
    },
  })),
  ...['*/*', 'application/json, text/plain, */*'].map((accept) => ({
    says: `an older revision answers who accepts ${accept}`,
    method: 'POST',
    headers: { ...KEY, 'content-type': 'application/json', accept },
    body: initialize('2025-06-18'),
    status: 200,
    expect: ok,
  })),
  {
    says: 'an older revision answers who does not say what is accepted',
    method: 'POST',
    headers: { ...KEY, 'content-type': 'application/json' },
    body: initialize('2025-06-18'),
    status: 200,
    expect: ok,
  },
  {
    says: 'an older revision answers with a stream, and not who takes none',
    method: 'POST',
    headers: { ...KEY, 'content-type': 'application/json', accept: 'application/json' },
    body: initialize('2025-06-18'),
    status: 406,
  },
  {
    says: 'server/discover names the current revision and no changing lists',
    ...modern(modernMessage('server/discover'), KEY, 'server/discover'),
    status: 200,
    expect(answer) {
      const { result } = JSON.parse(answer.text)
      assert.deepEqual(result.supportedVersions, ['2026-07-28'])
      assert.deepEqual(result.capabilities, { tools: { listChanged: false } })
    },
  },
  {
    says: 'the tool is listed as ads.request',
    ...modern(list, KEY),
    status: 200,
    expect: (answer) => assert.deepEqual(namesIn(answer), ['ads.request']),
  },
  {
    says: 'the tool is listed as ads_request on demand',
    path: '/mcp?tool_names=safe',
    ...modern(list, KEY),
    status: 200,
    expect: (answer) => assert.deepEqual(namesIn(answer), ['ads_request']),
  },
  { says: 'the tool can be called', ...modern(call, KEY, 'tools/call', 'ads.request'), status: 200, expect: ok },
]

for (const { says, path = '/mcp', method, headers = {}, body, status, expect } of ROWS) {
  test(says, async () => {
    const real = (text: string) =>
      text.replace('KEY', service.key).replace('POWERLESS', service.powerlessKey).replace('REVOKED', revokedKey())
    const answer = await rawRequest(real(service.url + path), {
      method,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.map(real) : real(value)]),
      ),
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    assert.equal(answer.status, status, answer.text)
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.equal(answer.headers['referrer-policy'], 'no-referrer')
    assert.match(String(answer.headers['x-request-id']), /^req_/)
    if (answer.text !== '' && status !== 200) JSON.parse(answer.text)
    expect?.(answer)
  })
}

test('a key that asks too often waits, and is told how long', async () => {
  const ask = () =>
    rawRequest(`${service.url}/mcp`, {
      ...modern(call, { 'x-api-key': service.slowKey }, 'tools/call', 'ads.request'),
      body: JSON.stringify(call),
    })
  assert.equal((await ask()).status, 200)
  const second = await ask()
  assert.equal(second.status, 429)
  assert.equal(second.headers['retry-after'], '1')
  assert.equal(second.headers.ratelimit, '"key";r=0;t=1')
  assert.equal(second.headers['ratelimit-policy'], '"key";q=1;w=1')
  rpcError(429, 1)(second)
})

test('each message of a batch counts against the rate, and one that could never pass is refused as a whole', async () => {
  const batch = (size: number) =>
    rawRequest(`${service.url}/mcp`, {
      method: 'POST',
      headers: { ...oldHeaders, 'x-api-key': service.otherSlowKey },
      body: JSON.stringify(Array.from({ length: size }, (_, i) => ({ jsonrpc: '2.0', id: i, method: 'tools/list' }))),
    })
  const tooLarge = await batch(4)
  assert.equal(tooLarge.status, 400, tooLarge.text)
  assert.match(tooLarge.text, /at most 3 messages/)
  rpcError(-32600, null)(tooLarge)
  assert.equal((await batch(3)).status, 200, 'what was refused has cost nothing')
  const atOnce = await Promise.all(Array.from({ length: 2 }, () => batch(3)))
  assert.ok(atOnce.some(({ status }) => status === 429))
  const empty = await Promise.all(Array.from({ length: 10 }, () => batch(0)))
  assert.ok(
    empty.some(({ status }) => status === 429),
    'a batch of nothing counts as one',
  )
})

test('a key in the address never reaches a log', async () => {
  const lines: string[] = []
  const note = (...parts: unknown[]) => lines.push(JSON.stringify(parts))
  const loud = await startService({ log: { error: note, debug: note } as never })
  await rawRequest(`${loud.url}/mcp?token=${loud.key}`, {
    ...modern(list, {}, 'tools/call'),
    body: JSON.stringify(list),
  })
  await loud.close()
  assert.ok(lines.length > 0, 'the refusal should stand in the log')
  assert.ok(!lines.join('').includes(loud.key))
})

let revoked: string | undefined
function revokedKey(): string {
  if (revoked === undefined) {
    revoked = service.spareKey
    service.revoke(revoked)
  }
  return revoked
}

function versioned(revision: string): unknown {
  const message = modernMessage('tools/list')
  Object.assign(message.params._meta, { 'io.modelcontextprotocol/protocolVersion': revision })
  return message
}

function namesIn(answer: RawAnswer): string[] {
  return JSON.parse(answer.text).result.tools.map(({ name }: { name: string }) => name)
}

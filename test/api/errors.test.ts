import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { createIdSource } from '../../src/base/ids.ts'
import { realClock } from '../../src/base/clock.ts'
import { createRandomBytes } from '../../src/base/random.ts'
import { allowSlowBody, createClientErrorHandler } from '../../src/http/connections/client-errors.ts'
import { ERROR_TABLE } from '../../src/doors/errors.ts'
import { answerError } from '../../src/http/errors.ts'
import { createSchemaCompiler } from '../../src/doors/schema-compiler.ts'
import { inOneStep, SMALL, openHttpWorld, type ErrorBody, type HttpWorld } from './http-world.ts'

let world: HttpWorld
before(async () => {
  world = await openHttpWorld()
})
after(() => world.close())

const ADS = '/api/v1/ads/request'

const addresses: readonly (readonly [string, string, number, string?])[] = [
  ['GET', '/nowhere', 404],
  ['POST', '/nowhere', 404],
  ['GET', '/api/v1/nowhere', 404],
  ['GET', '/.well-known/oauth-protected-resource', 404],
  ['GET', '/.well-known/openid-configuration', 404],
  ['POST', '/register', 404],
  ['GET', '/authorize', 404],
  ['POST', '/token', 404],
  ['GET', '/%', 404],
  ['GET', '/%ff/%00', 404],
  ['GET', '/../../etc/passwd', 404],
  ['OPTIONS', '/nowhere', 404],
  ['PROPFIND', '/nowhere', 404],
  ['GET', ADS, 405, 'POST, OPTIONS'],
  ['GET', `${ADS}/?a=b`, 405, 'POST, OPTIONS'],
  ['HEAD', ADS, 405, 'POST, OPTIONS'],
  ['PUT', ADS, 405, 'POST, OPTIONS'],
  ['DELETE', ADS, 405, 'POST, OPTIONS'],
  ['PROPFIND', ADS, 405, 'POST, OPTIONS'],
  ['POST', '/healthz', 405, 'GET, HEAD, OPTIONS'],
  ['OPTIONS', '/healthz', 204, 'GET, HEAD, OPTIONS'],
  ['HEAD', '/healthz', 200],
  ['GET', '/healthz/', 200],
  ['GET', '/healthz?a=b', 200],
]

for (const [method, path, status, allow] of addresses) {
  test(`${method} ${path} is answered with ${status}${allow ? ` and Allow: ${allow}` : ''}`, async () => {
    const answer = await fetch(world.url + path, { method, body: method === 'POST' ? 'a=1' : null })
    assert.equal(answer.status, status)
    assert.equal(answer.headers.get('allow'), allow ?? null)
    assert.match(answer.headers.get('x-request-id')!, /^req_/)
    if (status < 400 || method === 'HEAD') return
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
    const body = (await answer.json()) as ErrorBody
    assert.equal(body.error.code, status === 404 ? 'not_found' : 'method_not_allowed')
    assert.equal(body.requestId, answer.headers.get('x-request-id'))
  })
}

test('a fault of ours is a 500 that shows nothing but the request id', async () => {
  const broken = await openHttpWorld({
    deps: {
      serveSteps: inOneStep(() => {
        throw new Error('secret detail about the inside')
      }),
      readiness: () => {
        throw new TypeError('another secret detail')
      },
    },
  })
  try {
    for (const answer of [await broken.ask(SMALL), await fetch(`${broken.url}/readyz`)]) {
      const text = await answer.text()
      assert.equal(answer.status, 500)
      assert.ok(!text.includes('secret'))
      const { error, requestId } = JSON.parse(text) as ErrorBody
      assert.deepEqual([error.code, error.recovery], ['internal', 'transient'])
      assert.equal(requestId, answer.headers.get('x-request-id'))
    }
  } finally {
    await broken.close()
  }
})

test('every code of an error has one status, and nothing thrown is left without an answer', () => {
  for (const thrown of [
    undefined,
    null,
    'text',
    7,
    {},
    new Error('x'),
    { code: 'FST_ERR_SOMETHING', statusCode: 400 },
  ]) {
    const { status, body } = answerError(thrown, 'req_1')
    const { error } = JSON.parse(body) as ErrorBody
    assert.equal(status, ERROR_TABLE[error.code as keyof typeof ERROR_TABLE].status)
  }
})

test('a server that is not ready says so and why', async () => {
  const waiting = await openHttpWorld({
    deps: { readiness: () => ({ ready: false, reasons: ['The store is being opened'] }) },
  })
  try {
    const answer = await fetch(`${waiting.url}/readyz`)
    assert.equal(answer.status, 503)
    assert.deepEqual(await answer.json(), { ready: false, reasons: ['The store is being opened'] })
    assert.equal((await fetch(`${waiting.url}/healthz`)).status, 200)
  } finally {
    await waiting.close()
  }
})

test('under a path prefix everything is served with it and without it', async () => {
  const prefixed = await openHttpWorld({
    config: { baseUrl: 'https://ads.example/aside', mcpUrl: 'https://ads.example/tools' },
  })
  try {
    for (const path of ['/healthz', '/aside/healthz', '/aside', '/aside/docs', '/docs', '/tools/healthz']) {
      assert.equal((await fetch(prefixed.url + path)).status, 200, path)
    }
    for (const path of ['/asidehealthz', '/other/healthz', '/aside/aside/healthz']) {
      const answer = await fetch(prefixed.url + path)
      assert.equal(answer.status, 404, path)
      assert.match(await answer.text(), /GET \/aside\/docs lists what there is/)
    }
    const answer = await fetch(`${prefixed.url}/aside${ADS}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': prefixed.key },
      body: JSON.stringify(SMALL),
    })
    assert.equal(answer.status, 200)
    assert.match(
      await (await fetch(`${prefixed.url}/docs`)).text(),
      /https:\/\/ads\.example\/aside\/api\/v1\/ads\/request/,
    )
    const described = (await (await fetch(`${prefixed.url}/openapi.json`)).json()) as { servers: { url: string }[] }
    assert.equal(described.servers[0]!.url, 'https://ads.example/aside')
  } finally {
    await prefixed.close()
  }
})

test('a prefix that looks like an address of ours hides none of them', async () => {
  const odd = await openHttpWorld({ config: { baseUrl: 'https://x.example/api' } })
  try {
    for (const path of ['/api/v1/limits', '/api/api/v1/limits', '/api/healthz', '/healthz']) {
      assert.equal((await fetch(odd.url + path)).status, 200, path)
    }
  } finally {
    await odd.close()
  }
})

test('other doors answer for their own first segments, with the prefix taken off', async () => {
  const mounted = await openHttpWorld({
    config: { baseUrl: 'https://x.example/aside' },
    deps: {
      mounts: [{ segments: ['mcp', 'sse'], handle: (request, response) => response.end(`door ${request.url}`) }],
    },
  })
  try {
    for (const [path, wanted] of [
      ['/mcp', 'door /mcp'],
      ['/aside/mcp?a=1', 'door /mcp?a=1'],
      ['/sse/x', 'door /sse/x'],
    ]) {
      assert.equal(await (await fetch(mounted.url + path)).text(), wanted)
    }
    assert.equal((await fetch(`${mounted.url}/mcpx`)).status, 404)
  } finally {
    await mounted.close()
  }
})

test('the pages load nothing from elsewhere and hold no script', async () => {
  for (const path of ['/', '/docs']) {
    const answer = await fetch(world.url + path)
    const page = await answer.text()
    assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(answer.headers.get('content-security-policy')!, /default-src 'none'/)
    assert.doesNotMatch(page, /<script|<link|<img|<iframe|@import|url\(/)
  }
})

test('the API pages show every address of the description', async () => {
  const { paths } = (await (await fetch(`${world.url}/openapi.json`)).json()) as { paths: Record<string, object> }
  const page = await (await fetch(`${world.url}/docs`)).text()
  assert.ok(Object.keys(paths).includes(ADS))
  for (const path of Object.keys(paths)) assert.ok(page.includes(`<code>${path}</code>`), path)
})

test('whatever may be left out of a new body may be null as well', async () => {
  const { paths } = (await (await fetch(`${world.url}/openapi.json`)).json()) as {
    paths: Record<string, { post?: { requestBody?: { content: Record<string, { schema: object }> } } }>
  }
  const bodies = Object.entries(paths).flatMap(([path, { post }]) =>
    Object.values(post?.requestBody?.content ?? {}).map(({ schema }) => [path, schema] as const),
  )
  assert.ok(bodies.length >= 10, `only ${bodies.length} bodies were seen`)
  const never = bodies.flatMap(([path, schema]) => neverNull(schema, path))
  assert.deepEqual(never, [])
})

/** Where fields of a schema may be left out and yet not be null. */
function neverNull(schema: any, at: string): string[] {
  const { properties = {}, required = [], items, anyOf = [] } = schema
  const takesNull = ({ type, enum: values, anyOf }: any): boolean =>
    anyOf?.some(takesNull) ?? (type === undefined ? values === undefined : [type].flat().includes('null'))
  return [
    ...Object.entries<any>(properties).flatMap(([name, field]) => [
      ...(required.includes(name) || takesNull(field) ? [] : [`${at} ${name}`]),
      ...neverNull(field, `${at} ${name}`),
    ]),
    ...(items ? neverNull(items, `${at} []`) : []),
    ...anyOf.flatMap((one: any) => neverNull(one, at)),
  ]
}

test('tracking links are described as open, with the statuses that they answer', async () => {
  type Operation = { security?: unknown[]; responses: Record<string, { content?: object }> }
  const { paths } = (await (await fetch(`${world.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  const links: [string, string, string[]][] = [
    ['/c/{token}', 'get', ['302', '303', '410', '503']],
    ['/i/{token}', 'get', ['200', '204']],
    ['/v/{token}', 'get', ['200', '204']],
    ['/why/{token}', 'get', ['200']],
    ['/f/{token}', 'post', ['200']],
  ]
  for (const [path, method, statuses] of links) {
    const { security, responses } = paths[path]![method]!
    assert.deepEqual([security, Object.keys(responses)], [[], [...statuses, 'default']], path)
  }
  assert.deepEqual(Object.keys(paths['/i/{token}']!.get!.responses['200']!.content!), ['image/gif'])
  assert.deepEqual(paths['/api/v1/events']!.post!.security![0], {}, 'events may come without a key')
})

const schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 5 },
    count: { type: 'integer', minimum: 1, maximum: 10 },
    kind: { enum: ['a', 'b'] },
    either: { anyOf: [{ const: 'x' }, { const: 'y' }] },
    at: { type: 'string', format: 'date-time' },
    maybe: { anyOf: [{ type: 'object', properties: { size: { type: 'integer', maximum: 9 } } }, { type: 'null' }] },
    list: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'object' }, { type: 'null' }] },
    price: {
      anyOf: [{ type: 'string', pattern: '^[0-9]+$', description: 'A whole number, such as "7".' }, { type: 'null' }],
    },
    'a/b': { type: 'array', maxItems: 1, items: { type: 'boolean' } },
  },
}
const faults: readonly (readonly [string, unknown, string, string])[] = [
  ['a missing field', {}, '/name', 'name is missing'],
  ['a wrong type', { name: 1 }, '/name', 'name must be string, not number'],
  ['null', { name: null }, '/name', 'name must be string, not null'],
  ['an empty text', { name: '' }, '/name', 'name must not be empty'],
  ['a long text', { name: 'abcdef' }, '/name', 'name must have at most 5 characters'],
  ['a number that is a text', { name: 'a', count: '2' }, '/count', 'count must be integer, not string'],
  ['a number out of all range', JSON.parse('{"name":"a","count":1e400}'), '/count', 'count is a number out of range'],
  ['a large number', { name: 'a', count: 11 }, '/count', 'count must be <= 10'],
  ['no member of a set', { name: 'a', kind: 'c' }, '/kind', 'kind must be one of a, b'],
  ['none of two forms', { name: 'a', either: 'z' }, '/either', 'either must be one of x, y'],
  ['no time', { name: 'a', at: 'tomorrow' }, '/at', 'at must be a time such as "2026-11-21T10:00:00Z"'],
  [
    'no time of the calendar',
    { name: 'a', at: '2026-02-31T10:00:00Z' },
    '/at',
    'at must be a time such as "2026-11-21T10:00:00Z"',
  ],
  ['a fault within a list', { name: 'a', 'a/b': [1] }, '/a~1b/0', 'a/b[0] must be boolean, not number'],
  ['a wrong type where null would do', { name: 'a', maybe: 5 }, '/maybe', 'maybe must be object, not number'],
  ['a fault within what may be null', { name: 'a', maybe: { size: 10 } }, '/maybe/size', 'maybe.size must be <= 9'],
  ['none of several types', { name: 'a', list: 5 }, '/list', 'list must be array or object, not number'],
  ['a fault within one of several types', { name: 'a', list: [5] }, '/list/0', 'list[0] must be string, not number'],
  ['a text of another form', { name: 'a', price: 'x' }, '/price', 'price must be a whole number, such as "7"'],
  [
    'a number for such a text',
    { name: 'a', price: 7 },
    '/price',
    'price must be a whole number, such as "7", not number',
  ],
  ['no object', [], '', 'The body must be a JSON object, not array'],
]
for (const [what, body, pointer, message] of faults) {
  test(`a schema that meets ${what} says: ${message}`, () => {
    const compiler = createSchemaCompiler()
    const check = compiler({ schema, method: 'POST', url: '/', httpPart: 'body' }) as ((body: unknown) => boolean) & {
      errors: unknown[]
    }
    assert.equal(check(body), false)
    const error = compiler.errorOf(check.errors, 'body')
    assert.equal(error.message, message)
    assert.equal(error.details.issues![0]!.pointer, pointer)
  })
}

test('a parameter of an address, which is always text, is told how to be written', () => {
  const compiler = createSchemaCompiler()
  const parameters = { type: 'object', properties: { test: { type: 'boolean' }, limit: { type: 'integer' } } }
  const check = compiler({ schema: parameters, method: 'GET', url: '/', httpPart: 'querystring' }) as ((
    query: unknown,
  ) => boolean) & { errors: unknown[] }
  assert.equal(check({ test: '1', limit: 'all' }), false)
  assert.deepEqual(
    compiler.errorOf(check.errors, 'querystring').details.issues!.map(({ message }) => message),
    ['must be true or false', 'must be a whole number'],
  )
})

test('each fault of a long list is told, also beside another item whose number begins alike', () => {
  const error = errorOfList(Array.from({ length: 11 }, (_, i) => (i === 1 ? true : i === 10 ? { size: true } : i)))
  assert.deepEqual(
    error.details.issues!.map(({ pointer }) => pointer),
    ['/1', '/10/size'],
  )
})

test('thousands of faults take no longer to tell than to find', () => {
  const startedMs = performance.now()
  const error = errorOfList(Array.from({ length: 5_000 }, () => true))
  assert.equal(error.details.issues!.length, 20)
  assert.ok(performance.now() - startedMs < 2_000)
})

/** What a list is answered whose items may have either of two forms. */
function errorOfList(items: readonly unknown[]) {
  const form = { anyOf: [{ type: 'object', properties: { size: { type: 'integer' } } }, { type: 'integer' }] }
  const compiler = createSchemaCompiler()
  const list = { type: 'array', items: form }
  const check = compiler({ schema: list, method: 'POST', url: '/', httpPart: 'body' }) as ((
    body: unknown,
  ) => boolean) & {
    errors: unknown[]
  }
  assert.equal(check(items), false)
  return compiler.errorOf(check.errors, 'body')
}

test('in a query numbers may be written as text, in a body not', () => {
  const compiler = createSchemaCompiler()
  const compile = (httpPart: string) =>
    compiler({ schema, method: 'GET', url: '/', httpPart }) as (value: unknown) => boolean
  const query = { name: 'a', count: '7' }
  assert.equal(compile('querystring')(query), true)
  assert.deepEqual(query, { name: 'a', count: 7 })
  assert.equal(compile('body')({ name: 'a', count: '7' }), false)
})

test('a number in a query that is too large for any number is out of range', () => {
  const compile = createSchemaCompiler()
  const bounded = { type: 'object', properties: { limit: { type: 'integer', minimum: 1, maximum: 200 } } }
  const check = compile({ schema: bounded, method: 'GET', url: '/', httpPart: 'querystring' }) as (
    value: unknown,
  ) => boolean
  for (const limit of ['1e400', '-1e400', 'NaN', 'Infinity']) assert.equal(check({ limit }), false, limit)
})

test('a streamed upload may take longer than a request may, and another one may not', { timeout: 15_000 }, async () => {
  const ids = createIdSource({ clock: realClock, randomBytes: createRandomBytes() })
  const server = createServer(
    { requestTimeout: 300, headersTimeout: 300, connectionsCheckingInterval: 100 },
    (request, response) => {
      if (request.url === '/import') allowSlowBody(request)
      let bytes = 0
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      request.on('end', () => response.end(`read ${bytes}`))
      request.on('error', () => undefined)
    },
  )
  server.on('clientError', createClientErrorHandler(ids))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const upload = async (path: string) => {
    let text = ''
    const socket = connect(port, '127.0.0.1')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        text += chunk
      })
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 10\r\n\r\n`)
    for (let i = 0; i < 10 && socket.writable; i++) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      socket.write('x')
    }
    await closed
    return text
  }
  const [slow, other] = await Promise.all([upload('/import'), upload('/other')])
  server.close()
  assert.match(slow, /^HTTP\/1\.1 200 [^]*read 10/)
  assert.match(other, /^HTTP\/1\.1 408 /)
})

test('thousands of hostile requests get a proper no, and the server lives', { timeout: 60_000 }, async () => {
  const random = seeded(20_261_121)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const base = JSON.stringify({
    ...SMALL,
    userContext: { userId: 'u', consent: { coppa: false } },
    options: { timeoutMs: 100 },
    metadata: { a: 1 },
  })
  const junk = [
    '1e999',
    '-0',
    'null',
    '[]',
    '{}',
    '"\\ud800"',
    '"\\u0000"',
    'true',
    '1e308',
    '"x"',
    '[[[[[[]]]]]]',
    '{"__proto__":1}',
    `"${'é'.repeat(9_000)}"`,
    '0.1',
    '99999999999999999999',
  ]
  const types = [
    'application/json',
    'application/json; charset=latin1',
    'text/xml',
    'application/ld+json',
    'multipart/form-data; boundary=x',
    '',
    'application/json;;;',
    '*/*',
  ]
  const mangle = (text: string): string | Uint8Array => {
    switch (Math.floor(random() * 7)) {
      case 0:
        return text.slice(0, Math.floor(random() * text.length))
      case 1: {
        const values = [...text.matchAll(/:("[^"]*"|\d+|true|false|\{|\[)/g)]
        const { index, 0: found } = pick(values)
        return `${text.slice(0, index + 1)}${pick(junk)}${/[[{]$/.test(found) ? ',' : ''}${text.slice(index + found.length)}`
      }
      case 2: {
        const bytes = Buffer.from(text)
        for (let i = 0; i < 3; i++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
        return bytes
      }
      case 3:
        return text.replace(/"(\w+)":/, (_all, name: string) => `"${name}":${pick(junk)},"${name}":`)
      case 4:
        return text + pick(['}', ' ', '\u0000', text, '//'])
      case 5:
        return pick(['[', '{', '"'] as const).repeat(Math.floor(random() * 3_000))
      default:
        return pick(junk)
    }
  }
  const seen = new Map<number, number>()
  const one = async () => {
    const headers: Record<string, string> = { 'content-type': random() < 0.85 ? 'application/json' : pick(types) }
    if (random() < 0.05) headers['content-encoding'] = pick(['gzip', 'br', 'identity', 'nonsense'])
    if (random() < 0.05)
      headers.authorization = pick([
        'Bearer',
        'Bearer x',
        'Basic Og==',
        `Bearer ${'k'.repeat(3_000)}`,
        'Bearer ä'.normalize('NFC'),
      ])
    const answer = await world.ask(mangle(base), headers)
    const text = await answer.text()
    assert.ok(answer.status < 500, `${answer.status} ${text}`)
    assert.doesNotThrow(() => JSON.parse(text))
    seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
  }
  for (let i = 0; i < 400; i++) await Promise.all(Array.from({ length: 10 }, one))
  assert.equal((await world.ask(SMALL)).status, 200)
  for (const status of [200, 400, 401, 415]) assert.ok((seen.get(status) ?? 0) > 20, `${status}: ${seen.get(status)}`)
})

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

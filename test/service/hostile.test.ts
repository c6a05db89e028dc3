// Thousands of requests that mean no good, over every route: each is answered in the contract's words, and nothing gives way.
//
// HOSTILE=50000 sends more of them; SEED repeats a run.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSeededRandom } from '../../src/base/random.ts'
import { type Ammunition, createHostileRequests, type HostileRequest, wireBytes } from '../support/hostile-requests.ts'
import { collectGarbage } from '../support/garbage.ts'
import { openSocket, type RawAnswer, sendBytes } from '../support/raw-socket.ts'
import { ADMIN_KEY, freePort, openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { askOverMcp, verifyBooks } from '../support/service-answers.ts'
import { addAd, adsFor, LAPTOP, LAPTOP_QUERY, openCampaign, openShop, type Shop } from '../support/stock.ts'

const REQUESTS = Number(process.env.HOSTILE ?? 5_000)
/** What is remembered up to a bound is mostly there by then. */
const WARM_UP = Math.max(2_000, REQUESTS / 5)
const IN_FLIGHT = 8
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6))
const GROWTH_MAX = 1.15
const FAULTS_SHOWN = 10

let place: Place
let service: RunningService
let shop: Shop
let inspectPort: number

before(async () => {
  place = await openPlace()
  inspectPort = await freePort()
  service = await startProcess(place, { ASIDE_RATE_LIMIT: 'off', NODE_OPTIONS: `--inspect=127.0.0.1:${inspectPort}` })
  shop = await openShop(service)
  const { campaignId } = await openCampaign(service)
  await addAd(service, campaignId)
})
after(async () => {
  await service?.kill()
  place?.remove()
})

test(`${REQUESTS} hostile requests are answered, none with a fault of ours, and leave no trace in memory`, async (t) => {
  const next = createHostileRequests(createSeededRandom(SEED), await ammunition())
  const statuses = new Map<number, number>()
  const faults: string[] = []
  let sent = 0

  async function send(): Promise<void> {
    const number = sent++
    const request = next()
    const answers = await sendBytes(place.port, wireBytes(request, `127.0.0.1:${place.port}`), {
      head: request.method === 'HEAD',
    })
    const status = answers[0]?.status ?? 0
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const fault = faultOf(request, answers[0])
    if (fault !== undefined && faults.length < FAULTS_SHOWN)
      faults.push(`request ${number}: ${fault}\n${shown(request)}`)
  }
  async function sendUntil(count: number): Promise<void> {
    const walk = async () => {
      while (sent < count) await send()
    }
    await Promise.all(Array.from({ length: IN_FLIGHT }, walk))
  }

  await sendUntil(WARM_UP)
  const warm = await weigh()
  await sendUntil(REQUESTS)
  const end = await weigh()
  const growth = { heap: end.heap / warm.heap, resident: end.resident / warm.resident }
  t.diagnostic(
    `seed ${SEED}; ${[...statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ')}`,
  )
  const inMb = ({ heap, resident }: typeof warm) =>
    `${Math.round(heap / 1e6)} MB of heap in ${Math.round(resident / 1e6)} MB`
  t.diagnostic(`after ${WARM_UP}: ${inMb(warm)}; after ${REQUESTS}: ${inMb(end)}`)

  assert.deepEqual(faults, [], `seed ${SEED}; the last words of the service: ${service.output().slice(-400)}`)
  assert.deepEqual(errorsInLog(), [], `seed ${SEED}`)
  assert.ok(
    (statuses.get(200) ?? 0) > REQUESTS * 0.05,
    'some requests get through, or nothing behind the door was tried',
  )
  assert.ok(growth.heap < GROWTH_MAX && growth.resident < GROWTH_MAX, `memory grew: ${JSON.stringify(growth)}`)
  await isFine()
})

test('requests that follow each other without waiting are answered in order', async () => {
  const one = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
  const answers = await sendBytes(place.port, Buffer.from(one('/healthz') + one('/nowhere') + one('/readyz')), {
    answers: 3,
  })
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 404, 200],
  )
})

test('a client that still sends when its connection gets its last answer reads all of it', async () => {
  const pieces = 60
  const head = `GET /docs HTTP/1.1\r\nHost: 127.0.0.1:${place.port}\r\nConnection: close\r\nContent-Length: ${pieces * 10_000}\r\n\r\n`
  // Enough of them that each thread meets some.
  for (let i = 0; i < 16; i++) {
    const socket = connect(place.port, '127.0.0.1')
    let text = ''
    socket.on('error', () => {}) // what was read tells
    socket.on('data', (bytes) => {
      text += bytes
      socket.pause()
      setTimeout(() => socket.resume(), 10)
    })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(head)
    for (let piece = 0; piece < pieces; piece++) {
      socket.write('x'.repeat(10_000))
      await sleep(1)
    }
    await closed
    assert.match(text, /^HTTP\/1\.1 200 [^]*<\/html>\s*$/)
  }
})

test('a client that has closed its half of the connection still gets its answer', async () => {
  const body = JSON.stringify({
    conversationContext: { query: LAPTOP_QUERY },
    slots: [{ slotId: 'a', format: 'suffix' }],
  })
  const bytes = wireBytes(
    {
      kind: 'good',
      method: 'POST',
      path: '/api/v1/ads/request',
      headers: [
        ['Authorization', `Bearer ${shop.key}`],
        ['Content-Type', 'application/json'],
      ],
      body: Buffer.from(body),
    },
    '127.0.0.1',
  )
  const answers = await sendBytes(place.port, bytes, { halfClose: true })
  assert.equal(answers[0]?.status, 200)
})

test('broken HTTP is refused in the words of the contract', async () => {
  for (const text of [
    'GET / HTTP/9.9\r\n\r\n',
    'hello\r\n\r\n',
    '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001',
    'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
    'POST /api/v1/events HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST /api/v1/events HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    'GET / HTTP/1.1\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nBad Header: x\r\n\r\n',
  ]) {
    const [answer] = await sendBytes(place.port, Buffer.from(text, 'latin1'))
    assert.ok(
      answer && answer.status >= 400 && answer.status < 500,
      `${JSON.stringify(text.slice(0, 60))}: ${answer?.status}`,
    )
    assert.equal(shapeFault(answer.text), undefined, text.slice(0, 60))
  }
  await isFine()
})

test(
  'connections that drip or say nothing are closed, and honest callers do not feel them',
  {
    timeout: 60_000,
  },
  async () => {
    const head = `POST /api/v1/ads/request HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${shop.key}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{`
    const slow = Array.from({ length: 60 }, (_, i) => ({
      drip: i % 2 === 0 ? 'X-A: b\r\n' : ' ',
      ...openSocket(place.port),
      i,
    }))
    const timers = slow.map(({ socket, drip, i }) => {
      socket.write(i % 2 === 0 ? 'GET / HTTP/1.1\r\nHost: a\r\n' : head)
      return setInterval(() => socket.write(drip), 500)
    })
    await sleep(1_000)
    assert.equal((await adsFor(service, { key: shop.key })).length, 1)
    const closedAfter = await Promise.all(slow.map(({ closed }) => closed))
    timers.forEach(clearInterval)
    assert.ok(Math.max(...closedAfter) < 15_000, `the last one was closed after ${Math.max(...closedAfter)} ms`)
    await isFine()
  },
)

async function ammunition(): Promise<Ammunition> {
  const doomed = await openShop(service)
  const other = await openCampaign(service)
  const adId = await addAd(service, other.campaignId, { title: 'Doomed wooden spoon', id: 'spoon' })
  const advertiserKey = (
    await service.must('POST', '/api/v1/keys', {
      advertiserId: other.advertiserId,
      scopes: ['events:write', 'inventory:write', 'reports:read'],
    })
  ).key
  const ads = await adsFor(service, { key: shop.key })
  const tokens = ads.map(({ tracking }) => tracking.clickUrl.split('/').at(-1)!)
  const request = {
    conversationContext: {
      query: LAPTOP_QUERY,
      response: 'Try the Feather 13.',
      messages: [{ role: 'user', content: 'hi' }],
      conversationId: 'c',
    },
    userContext: {
      userId: 'u',
      sessionId: 's',
      demographics: { country: 'DE', language: 'de' },
      profile: { interests: ['laptops'] },
      device: { type: 'mobile', ip: '203.0.113.7', userAgent: 'x' },
      consent: { gpc: false, tcString: 'x' },
    },
    slots: [
      {
        slotId: 'a',
        format: 'action_card',
        count: 2,
        floor: { amount: '0.02', currency: 'USD' },
        block: { domains: ['x.example'] },
      },
      { slotId: 'b', format: 'entity_link' },
    ],
    options: { explain: true, timeoutMs: 500 },
    metadata: { a: 1 },
  }
  const bodies: Record<string, unknown> = {
    'POST /api/v1/ads/request': request,
    'POST /api/v1/events': {
      events: [
        { type: 'impression', token: tokens[0] },
        {
          type: 'view_time',
          impressionId: ads[0]!.impressionId,
          eventId: 'e',
          durationMs: 5,
          occurredAt: '2026-01-01T00:00:00Z',
        },
      ],
    },
    'POST /api/v1/conversions': {
      clickId: ads[0]!.impressionId,
      transactionId: 't',
      type: 'purchase',
      value: '1.00',
      currency: 'USD',
      occurredAt: '2026-01-01T00:00:00Z',
    },
    'POST /api/v1/publishers': {
      name: 'p',
      policy: {
        minRelevance: 0.5,
        sensitiveTopics: { all: 'block' },
        floor: { amount: '0.10' },
        formats: ['suffix'],
        revenueShare: 50,
      },
    },
    'POST /api/v1/keys': {
      publisherId: doomed.publisherId,
      mode: 'live',
      scopes: ['ads:request'],
      origins: ['https://a.example'],
      expiresAt: '2030-01-01T00:00:00Z',
    },
    'POST /api/v1/advertisers': { name: 'a', domain: 'a.example', billing: 'prepaid' },
    'POST /api/v1/campaigns': {
      advertiserId: other.advertiserId,
      name: 'c',
      status: 'active',
      startAt: '2026-01-01T00:00:00Z',
      budget: { total: '10.00', daily: '1.00', currency: 'USD' },
      bid: { model: 'cpc', amount: '0.50' },
      pacing: 'even',
      timeZone: 'Europe/Berlin',
      frequencyCaps: [{ max: 1, windowSeconds: 60 }],
      targeting: { countries: ['DE'], hours: { include: [1], exclude: [2] } },
      priority: 'house',
    },
    'POST /api/v1/ads': {
      campaignId: other.campaignId,
      ...LAPTOP,
      title: 'Wooden spoon',
      keywords: ['spoon'],
      formats: ['suffix'],
      price: '€1',
      ctaText: 'Go',
    },
    'POST /api/v1/ads/import': { id: 'x', title: 'Imported spoon', landingUrl: 'https://a.example' },
    'POST /api/v1/advertisers/{id}/funds': { amount: '1.00', currency: 'USD', reference: 'r' },
    'POST /api/v1/keys/{id}/roll': { overlapSeconds: 1 },
    'PATCH /api/v1/publishers/{id}': { name: 'q', policy: { firstAdTurn: 1 } },
    'PATCH /api/v1/keys/{id}': { name: 'k', rateLimit: 5 },
    'PATCH /api/v1/advertisers/{id}': { name: 'b' },
    'PATCH /api/v1/campaigns/{id}': { budget: { daily: null }, bid: { amount: '0.60' }, status: 'paused' },
    'PATCH /api/v1/ads/{id}': { title: 'Other spoon', status: 'paused' },
    'POST /f/{token}': { reaction: 'dislike', reasons: ['irrelevant'] },
    'POST /mcp': {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'ads.request', arguments: { query: LAPTOP_QUERY, count: 2, user_id: 'u' } },
    },
    'POST /message': { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  }
  const { paths } = await service.must('GET', '/openapi.json')
  const described = Object.entries<Record<string, unknown>>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  )
  const more = [
    '/',
    '/docs',
    '/mcp',
    '/sse',
    '/.well-known/{id}',
    '/register',
    '/demo/{id}',
    '/demo/{id}/{id}',
    '/console',
    '/nowhere/{id}',
  ].map((path) => ({ method: 'GET', path }))
  const doors = Object.keys(bodies).map((key) => ({ method: key.split(' ')[0]!, path: key.split(' ')[1]! }))
  const targets = new Map(
    [...described, ...more, ...doors].map((target) => [`${target.method} ${target.path}`, target]),
  )
  return {
    targets: [...targets].map(([name, target]) => (name in bodies ? { ...target, body: bodies[name] } : target)),
    keys: [...Array.from({ length: 6 }, () => [ADMIN_KEY, shop.key]).flat(), shop.testKey, advertiserKey, ...BAD_KEYS],
    ids: [doomed.publisherId, doomed.keyId, other.advertiserId, other.campaignId, adId, ads[0]!.impressionId, 'pub_x'],
    tokens,
  }
}

/** What is wrong with an answer; undefined where nothing is. */
function faultOf(request: HostileRequest, answer: RawAnswer | undefined): string | undefined {
  if (answer === undefined) return 'no answer'
  const { status, headers, text } = answer
  // A browser that fetches a click ahead is told to come back; nothing has failed.
  if (status === 503 && request.headers.some(([name]) => name === 'Sec-Purpose')) return undefined
  if (status >= 500) return `${status}: ${text.slice(0, 300)}`
  if (status < 400 || request.method === 'HEAD') return undefined
  if (!headers.has('x-request-id') && !isMcp(request)) return `${status} without X-Request-Id`
  const isPage =
    headers.get('content-type')?.startsWith('text/html') && request.headers.some(([, value]) => value === 'text/html')
  if (isPage || isMcp(request)) return undefined
  const fault = shapeFault(text)
  return fault && `${status}: ${fault}: ${text.slice(0, 300)}`
}

/** MCP answers in the shapes of its own protocol, which its suites hold it to. */
function isMcp({ path }: HostileRequest): boolean {
  return /^(?:http:\/\/[^/]*)?\/+(?:\.?\/|x\/\.\.\/)?(?:mcp|sse|message)\b/i.test(path)
}

const BAD_KEYS = ['ak_live_wrong', 'x'.repeat(500), '\u00ff', '']
const RECOVERIES = ['correctable', 'transient', 'terminal']

function shapeFault(text: string): string | undefined {
  let body: { error?: Record<string, unknown>; requestId?: unknown }
  try {
    body = JSON.parse(text)
  } catch {
    return 'the body is not JSON'
  }
  const { error, requestId } = body ?? {}
  if (typeof error !== 'object' || error === null) return 'there is no error in it'
  if (typeof error.code !== 'string' || !/^[a-z_]+$/.test(error.code)) return 'the code is none'
  if (typeof error.message !== 'string' || error.message === '') return 'there is no message'
  if (!RECOVERIES.includes(error.recovery as string)) return 'the recovery is unknown'
  if (typeof requestId !== 'string' || !/^req_[0-9A-Z]{26}$/.test(requestId)) return 'the request id is none'
  return /at .*\.(?:ts|js):\d+|node_modules|SQLITE/.test(text) ? 'it shows how we are built' : undefined
}

function shown({ kind, method, path, headers, body }: HostileRequest): string {
  const lines = headers.map(([name, value]) => `${name}: ${value.slice(0, 80)}`)
  return [`(${kind}) ${method} ${path.slice(0, 200)}`, ...lines, body?.toString('utf8').slice(0, 400) ?? ''].join('\n')
}

/** Memory that is in use, and what the system counts for it a moment after the garbage is gone. */
async function weigh(): Promise<{ heap: number; resident: number }> {
  const heap = await collectGarbage(inspectPort)
  await sleep(500)
  return { heap, resident: service.memoryBytes() }
}

/** Log lines from `error` on, and anything that is not a log line and speaks of errors. */
function errorsInLog(): string[] {
  return service
    .output()
    .split('\n')
    .filter((line) =>
      line.startsWith('{"level":')
        ? Number(/"level":(\d+)/.exec(line)![1]) >= 50
        : /error|unhandled|warning:/i.test(line),
    )
    .slice(0, 10)
}

async function isFine(): Promise<void> {
  for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json'])
    assert.equal((await service.client.send(service.url + path)).status, 200, path)
  // One at least: among damaged requests some are still right, and may add an ad that fits.
  assert.notEqual((await adsFor(service, { key: shop.key })).length, 0)
  assert.notEqual((await askOverMcp(service, shop.key, { query: LAPTOP_QUERY })).ads.length, 0)
  assert.deepEqual(await verifyBooks(service), [])
}

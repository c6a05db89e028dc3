// The old transport: a stream by GET, messages by POST.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandomBytes } from '../../src/base/random.ts'
import { createEventStreams, STREAM_LIMITS } from '../../src/mcp/event-streams.ts'
import { createToolServer } from '../../src/mcp/tool-server.ts'
import { until } from '../support/until.ts'
import { listen, rawRequest, serveFromStock, startService, type Service } from './support.ts'

let service: Service
before(async () => {
  service = await startService({
    prefix: '/ads',
    streamLimits: { perKeyMax: 2, totalMax: 3, keepAliveMs: 40, waitingBytesMax: 200_000 },
  })
})
after(() => service.close())

interface Event {
  readonly event: string
  readonly data: string
}

interface Stream {
  /** The next event, or undefined where the stream has ended. Keep-alive comments are passed over. */
  next(): Promise<Event | undefined>
  readonly comments: string[]
  readonly sessionId: string
  close(): Promise<void>
}

async function open(key = service.key, query = ''): Promise<Stream> {
  const abort = new AbortController()
  const response = await fetch(`${service.url}/sse?token=${key}${query}`, { signal: abort.signal })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'text/event-stream')
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const comments: string[] = []
  let pending = ''
  const next = async (): Promise<Event | undefined> => {
    for (;;) {
      const end = pending.indexOf('\n\n')
      if (end < 0) {
        const { done, value } = await reader.read()
        if (done) return undefined
        pending += value
        continue
      }
      const block = pending.slice(0, end)
      pending = pending.slice(end + 2)
      if (block.startsWith(':')) comments.push(block)
      else return { event: /^event: (.*)$/m.exec(block)![1]!, data: /^data: (.*)$/m.exec(block)![1]! }
    }
  }
  const first = (await next())!
  assert.equal(first.event, 'endpoint')
  const sessionId = /^\/ads\/message\?sessionId=([\w-]+)$/.exec(first.data)?.[1]
  assert.ok(sessionId, `the first event should name the address with its prefix, not ${first.data}`)
  const close = async () => {
    abort.abort()
    await sleep(20)
  }
  return { next, comments, sessionId, close }
}

function post(sessionId: string, message: unknown, headers: Record<string, string> = {}) {
  return rawRequest(`${service.url}/message?sessionId=${sessionId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  })
}

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const call = (id: number, query = 'shoes') => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'ads.request', arguments: { query } },
})

test('a call posted without a key is answered on its stream', async () => {
  const stream = await open()
  assert.equal((await post(stream.sessionId, call(7))).status, 202)
  const { result, id } = JSON.parse((await stream.next())!.data)
  assert.equal(id, 7)
  assert.equal(JSON.parse(result.content[0].text).data.ads.length, 2)
  await stream.close()
})

test('a stream can ask for the safe name', async () => {
  const stream = await open(service.key, '&tool_names=safe')
  await post(stream.sessionId, { jsonrpc: '2.0', id: 1, method: 'tools/list' })
  assert.equal(JSON.parse((await stream.next())!.data).result.tools[0].name, 'ads_request')
  await stream.close()
})

test('a session id has at least 128 random bits and never comes twice', async () => {
  const streams = [await open(), await open()]
  const ids = streams.map(({ sessionId }) => sessionId)
  assert.ok(ids.every((id) => Buffer.from(id, 'base64url').length >= 16))
  assert.notEqual(ids[0], ids[1])
  await Promise.all(streams.map((stream) => stream.close()))
})

test('a key on the message must be of the same account', async () => {
  const stream = await open()
  const withKey = (key: string) => post(stream.sessionId, ping, { 'x-api-key': key })
  assert.equal((await withKey(service.sameOwnerKey)).status, 202)
  assert.equal((await withKey(service.otherOwnerKey)).status, 404)
  assert.equal((await withKey('ak_live_no')).status, 401)
  await stream.close()
})

test('what is no JSON-RPC message is 400', async () => {
  const stream = await open()
  assert.equal((await post(stream.sessionId, { hello: 1 })).status, 400)
  assert.equal((await post(stream.sessionId, '{')).status, 400)
  await stream.close()
})

test('a closed stream is forgotten', async () => {
  const stream = await open()
  await stream.close()
  assert.equal((await post(stream.sessionId, ping)).status, 404)
})

test('a key has so many streams, and the process so many in all', async () => {
  const refused = async (key: string) => {
    const answer = await rawRequest(`${service.url}/sse?token=${key}`, {})
    assert.equal(answer.status, 429)
    assert.ok(answer.headers['retry-after'])
  }
  const streams = [await open(), await open()]
  await refused(service.key)
  streams.push(await open(service.otherOwnerKey))
  await refused(service.sameOwnerKey)
  await Promise.all(streams.map((stream) => stream.close()))
  await (await open()).close()
})

test('a reader who left before his stream was opened takes no place of the others', async () => {
  const streams = createEventStreams({
    postPath: '/message',
    limits: { ...STREAM_LIMITS, perKeyMax: 1 },
    randomBytes: createRandomBytes(),
    isStillGood: () => true,
  })
  const caller = service.authenticate(service.key)!
  const serve = () => createToolServer({ version: '1', safeNames: false, call: async () => ({ json: '{}' }) })
  const opened = Promise.withResolvers<void>()
  const server = createServer((_request, response) => {
    response.once('close', () => void streams.open(response, caller, serve).then(opened.resolve, opened.reject))
    reader.destroy()
  })
  const reader = connect(await listen(server), '127.0.0.1')
  reader.write('GET /sse HTTP/1.1\r\nHost: here\r\n\r\n')
  await opened.promise
  assert.ok(streams.hasRoomFor(caller))
  streams.close()
  server.close()
})

test('an idle stream is kept alive by comments', async () => {
  const stream = await open()
  await sleep(100)
  await post(stream.sessionId, ping)
  await stream.next()
  assert.ok(stream.comments.length >= 1)
  await stream.close()
})

test('the next message or look at a revoked key ends its stream, and those of others not', async () => {
  const other = await startService({ prefix: '/ads', streamLimits: { recheckMs: 40 } })
  const swap = service
  service = other
  try {
    const asked = await open(other.key)
    const idle = await open(other.spareKey)
    const good = await open(other.otherOwnerKey)
    other.revoke(other.key)
    other.revoke(other.spareKey)
    assert.equal((await post(asked.sessionId, call(1))).status, 404)
    assert.equal(await asked.next(), undefined)
    assert.equal(await idle.next(), undefined)
    assert.equal((await post(good.sessionId, ping)).status, 202)
  } finally {
    service = swap
    await other.close()
  }
})

test('a reader that does not read is let go before its answers fill the memory', async () => {
  const big = 'x'.repeat(20_000)
  const other = await startService({
    prefix: '/ads',
    streamLimits: { waitingBytesMax: 100_000 },
    serveAds: (caller, request, arrival) => ({
      ...serveFromStock(caller, request, arrival),
      warnings: Array.from({ length: 40 }, () => ({ code: 'big', message: big })),
    }),
  })
  const swap = service
  service = other
  try {
    const { hostname, port } = new URL(other.url)
    const socket = connect(Number(port), hostname)
    socket.write(`GET /ads/sse?token=${other.key} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
    const head = await new Promise<string>((resolve) => {
      let text = ''
      socket.on('data', function read(chunk: Buffer) {
        text += chunk
        if (!/sessionId=[\w-]+\n/.test(text)) return
        socket.off('data', read).pause()
        resolve(text)
      })
    })
    const sessionId = /sessionId=([\w-]+)/.exec(head)![1]!
    let status = 202
    for (let i = 0; i < 100 && status === 202; i++) status = (await post(sessionId, call(i))).status
    assert.equal(status, 404)
    await until('nor does his connection wait for him', 10_000, async () => (await other.connections()) === 0)
    socket.destroy()
  } finally {
    service = swap
    await other.close()
  }
})

test('closing the service ends every stream', async () => {
  const other = await startService({ prefix: '/ads' })
  const swap = service
  service = other
  const stream = await open(other.key)
  service = swap
  await other.close()
  assert.equal(await stream.next().catch(() => undefined), undefined)
})

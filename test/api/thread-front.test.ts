// A thread's front answers plain ad requests itself; all else reaches the main thread's server through it, and back.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createGcra } from '../../src/base/gcra.ts'
import { dueTimesMemory } from '../../src/base/shared-due-times.ts'
import type { Caller } from '../../src/domain/api-key.ts'
import type { Mount } from '../../src/doors/mount.ts'
import { claimPort, portFor } from '../../src/http/connections/shared-port.ts'
import { writePreface } from '../../src/http/connections/peer-preface.ts'
import { sendBytes } from '../support/raw-socket.ts'
import { until } from '../support/until.ts'
import { SMALL, openHttpWorld } from './http-world.ts'
import type { ThreadSettings } from './thread-front-worker.ts'

let open: Awaited<ReturnType<typeof openThreadWorld>>
before(async () => {
  open = await openThreadWorld()
})
after(() => open.close())

const SOON_MS = 10_000
const GET = get('/healthz')
const LONG = randomBytes(6_000_000)
/** More than the system takes from a writer before anybody reads. */
const HUGE = Buffer.alloc(40_000_000)

test('ad requests are the thread’s, and what else comes on the same connection is the main thread’s', async () => {
  const bytes = Buffer.concat([open.post(), GET, open.post()])
  const socket = connect({ port: open.port, host: '127.0.0.1' })
  const first = await answerTo(socket, open.post())
  assert.match(first, /^HTTP\/1\.1 200 [^]*"requestId":"req_thread/)
  assert.match(await answerTo(socket, open.post()), /"requestId":"req_thread/)
  assert.match(await answerTo(socket, GET), /"status":"ok"/)
  assert.match(await answerTo(socket, GET), /"status":"ok"/)
  assert.match(await answerTo(socket, open.post()), /"requestId":"req_thread/)
  assert.match(await answerTo(socket, Buffer.from('GET /healthz HTTP/1.1\r\nHost: a\r\nTE: trailers\r\n\r\n')), /"ok"/)
  assert.match(await answerTo(socket, open.post()), /"requestId":"req_(?!thread)/, 'for good where it is not plain')
  socket.destroy()
  const answers = await sendBytes(open.port, bytes, { answers: 3 })
  assert.deepEqual(
    answers.map(({ status, text }) => [status, Object.keys(JSON.parse(text))[0]]),
    [
      [200, 'requestId'],
      [200, 'status'],
      [200, 'requestId'],
    ],
    'also where all of it comes at once',
  )
})

test('a request may arrive in any pieces, whoever answers it', async () => {
  const bytes = open.post()
  for (const cuts of [[10], [60], [bytes.length - 1], [150, 300], [bytes.length - 40, bytes.length - 20]]) {
    const socket = connect({ port: open.port, host: '127.0.0.1', noDelay: true })
    for (const [i, cut] of cuts.entries()) {
      socket.write(bytes.subarray(cuts[i - 1] ?? 0, cut))
      await sleep(5)
    }
    assert.match(await answerTo(socket, bytes.subarray(cuts.at(-1))), /^HTTP\/1\.1 200 /, `cut at ${cuts}`)
    socket.destroy()
  }
})

test('the main thread sees whose connection it is', async () => {
  const socket = connect({ port: open.port, host: '127.0.0.1', localAddress: '127.0.0.7' })
  const answer = await answerTo(socket, get('/test/peer'))
  assert.deepEqual(JSON.parse(answer.slice(answer.indexOf('{'))), {
    address: '127.0.0.7',
    port: socket.localPort,
    family: 'IPv4',
  })
  socket.destroy()
})

test('megabytes go through to a reader who takes his time, and come back whole', async () => {
  const sent = randomBytes(6_000_000)
  const answer = await fetch(`http://127.0.0.1:${open.port}/test/echo`, { method: 'POST', body: sent })
  assert.equal(answer.status, 200)
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), sent)
})

test('a stream stays open for as long as both sides want, and ends at the main thread when its reader goes away', async () => {
  const socket = connect({ port: open.port, host: '127.0.0.1' })
  const text = { all: '' }
  socket.on('data', (chunk) => (text.all += chunk))
  socket.write('GET /test/stream HTTP/1.1\r\nHost: a\r\n\r\n')
  await until('the stream is open', SOON_MS, () => open.streams.size === 1)
  const [stream] = open.streams
  await sleep(3_000) // longer than the front waits for anything
  stream!.write('data: one\n\n')
  await until('what was written is heard', SOON_MS, () => text.all.includes('data: one'))
  socket.destroy()
  await until('no stream is left', SOON_MS, () => open.streams.size === 0)
})

test('what comes while an answer is awaited is answered after it, whoever answers', async () => {
  for (const port of [open.port, open.world.port]) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const text = { all: '' }
    socket.on('data', (chunk) => (text.all += chunk))
    for (const bytes of [get('/test/slow'), open.post(), GET, get('/test/slow'), Buffer.concat([GET, open.post()])]) {
      socket.write(bytes)
      await sleep(5)
    }
    await until('all are answered', SOON_MS, () => text.all.split('HTTP/1.1 200').length === 7)
    assert.deepEqual(text.all.match(/slow|"requestId"|"ok"/g), [
      'slow',
      '"requestId"',
      '"ok"',
      'slow',
      '"ok"',
      '"requestId"',
    ])
    socket.destroy()
  }
})

test('whoever leaves while he waits leaves nothing behind', async () => {
  for (const port of [open.port, open.world.port]) {
    for (let i = 0; i < 20; i++) {
      const socket = connect({ port, host: '127.0.0.1' })
      socket.write(get('/test/stream?silent'))
      await until('the stream is open', SOON_MS, () => open.streams.size === 1)
      if (i % 2) socket.destroy()
      else socket.resetAndDestroy()
      await until('no stream is left', SOON_MS, () => open.streams.size === 0)
    }
  }
})

test('whoever leaves a long answer unread leaves nothing behind', async () => {
  // A body behind which nothing is read either, since the answer to it does not get through.
  const upload = Buffer.concat([
    Buffer.from('POST /test/endless HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n30d40\r\n'),
    Buffer.alloc(200_000),
  ])
  for (const port of [open.port, open.world.port]) {
    for (const [first, then] of [[get('/test/endless')], [get('/test/endless'), upload], [upload]] as const) {
      const sockets = Array.from({ length: 4 }, () => connect({ port, host: '127.0.0.1' }).on('error', () => {}))
      for (const socket of sockets) socket.write(first)
      await until('all answers have begun', SOON_MS, () => open.streams.size >= sockets.length)
      if (then) for (const socket of sockets) socket.write(then)
      await sleep(100)
      for (const [i, socket] of sockets.entries()) i % 2 ? socket.destroy() : socket.resetAndDestroy()
      await until('no stream is left', SOON_MS, () => open.streams.size === 0)
    }
  }
})

test('whoever says half a request, and is gone before he is told so, harms nobody', async () => {
  for (const port of [open.port, open.world.port]) {
    for (let i = 0; i < 60; i++) {
      const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {})
      socket.end(open.post().subarray(0, -5), () => socket.resetAndDestroy())
      await once(socket, 'close')
    }
    assert.equal((await sendBytes(port, GET))[0]!.status, 200)
  }
})

test('a long answer reaches a reader who takes his time, and his connection serves ads after it', async () => {
  for (const port of [open.port, open.world.port]) {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.write(get('/test/long'))
    const chunks: Buffer[] = []
    let bytes = 0
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      bytes += chunk.length
      socket.pause()
      setImmediate(() => socket.resume())
    })
    await until('all of it is read', SOON_MS, () => bytes > LONG.length && Buffer.concat(chunks).indexOf(LONG) > 0)
    socket.removeAllListeners('data')
    // Names as the front writes them; node:http writes some of its own with capitals.
    assert.match(await answerTo(socket, open.post()), /\r\nconnection: keep-alive\r\n/)
    socket.destroy()
  }
})

test('whoever breaks off within a request is told so, as by the main thread', async () => {
  const half = open.post().subarray(0, -5)
  for (const bytes of [half, Buffer.from('GET /heal'), Buffer.from('\x16\x03\x01')]) {
    const ask = (port: number) => sendBytes(port, bytes, { halfClose: true })
    const [[there], [here]] = await Promise.all([ask(open.port), ask(open.world.port)])
    assert.equal(there?.status, here?.status, bytes.toString('latin1'))
    assert.deepEqual(there && JSON.parse(there.text).error, here && JSON.parse(here.text).error)
  }
})

test('whoever is refused while he still sends hears why', async () => {
  const endless = Buffer.from(`GET /healthz HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(300_000)}\r\n\r\n`)
  for (let i = 0; i < 30; i++) {
    const [answer] = await sendBytes(open.port, endless)
    assert.equal(answer?.status, 431)
  }
})

test('what was said counts, also of those who do not await the answer', async () => {
  const before = open.seen.count
  for (let i = 0; i < 30; i++) {
    const socket = connect({ port: open.port, host: '127.0.0.1' }).on('error', () => {})
    socket.end('GET /test/count HTTP/1.1\r\nHost: a\r\n\r\n', () => socket.destroy())
  }
  await until('all are counted', SOON_MS, () => open.seen.count === before + 30)
})

test('whoever has said all he wants is answered', async () => {
  const [answer] = await sendBytes(open.port, open.post(), { halfClose: true })
  assert.match(answer!.text, /req_thread/)
})

test('a client that is cut off while it is handed over leaves nothing behind', async () => {
  for (let i = 0; i < 50; i++) {
    const socket = connect({ port: open.port, host: '127.0.0.1' })
    await once(socket, 'connect')
    socket.write('GET /test/stream HTTP/1.1\r\nHost: a\r\n\r\n')
    if (i % 2) await sleep(1)
    socket.resetAndDestroy()
  }
  const [answer] = await sendBytes(open.port, GET)
  assert.equal(answer!.status, 200)
  await until('no stream is left', SOON_MS, () => open.streams.size === 0)
})

test('without the secret nobody gets in by the inner door', async () => {
  const { paths, secret } = open.door
  const knock = async (key: Uint8Array, bytes: Buffer): Promise<string> => {
    const socket = connect({ path: paths[0]! })
    let text = ''
    socket.on('data', (chunk) => (text += chunk)).on('error', () => {})
    socket.write(Buffer.concat([writePreface(key, { address: '127.0.0.9', port: 9 }), bytes]))
    await until('there is an answer, or an end', SOON_MS, () => text !== '' || socket.destroyed)
    socket.destroy()
    return text
  }
  const wrong = Uint8Array.from(secret)
  wrong[31]! ^= 1
  assert.equal(await knock(wrong, GET), '')
  assert.equal(await knock(new Uint8Array(32), GET), '')
  assert.match(await knock(secret, GET), /^HTTP\/1\.1 200 /)
})

test('threads on one port share the connections, and the rate of a key', async () => {
  const keysMax = 100
  const memory = dueTimesMemory(keysMax)
  const caller = callerOf('key_slow', { rateLimit: 0.01 })
  const world = await openHttpWorld({
    config: { rateLimit: true },
    deps: { rateLimiter: createGcra({ keysMax, memory }), authenticate: () => caller },
    reusePort: true,
  })
  const { port, key } = world
  const door = await world.server.listenInside()
  const thread = await startThread({ door, port, key, caller, dueTimes: { keysMax, memory } })
  try {
    const ask = () => sendBytes(port, post(key))
    const answers = (await Promise.all(Array.from({ length: 60 }, ask))).map(([answer]) => answer!)
    const by = (who: RegExp) => answers.filter(({ text }) => who.test(text)).length
    assert.equal(by(/req_thread/) + by(/req_(?!thread)/), 60)
    assert.ok(by(/req_thread/) > 0 && by(/req_(?!thread)/) > 0, 'both of them answer')
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  } finally {
    await Promise.all([thread.close(), world.close()])
  }
})

test('a port that somebody else listens on is taken, also where he would share it', async () => {
  const one = await openHttpWorld({ reusePort: true })
  const rival = { port: one.port, reusePort: true }
  await assert.rejects(openHttpWorld(rival), { code: 'EADDRINUSE' })
  await one.close()
  const another = await openHttpWorld(rival)
  await another.close()
})

test('of two that find a port free at once, one alone gets it', { skip: process.platform !== 'linux' }, async () => {
  const at = { host: '127.0.0.1', port: await portFor({ port: 0, host: '127.0.0.1' }) }
  const first = await claimPort(at) // and does not listen yet
  const second = { port: at.port, reusePort: true }
  await assert.rejects(openHttpWorld(second), { code: 'EADDRINUSE' })
  first.giveUp()
  const world = await openHttpWorld(second)
  await world.close()
})

test('closing finishes what runs in either thread, refuses what is new, and leaves no connection open', async () => {
  const closing = await openThreadWorld()
  const bytes = closing.post()
  const [idle, begun, handed] = [1, 2, 3].map(() => connect({ port: closing.port, host: '127.0.0.1' }))
  assert.match(await answerTo(idle!, bytes), /req_thread/)
  assert.match(await answerTo(handed!, GET), /"status":"ok"/)
  begun!.write(bytes.subarray(0, -10))
  handed!.write(GET.subarray(0, -5))
  await sleep(50)
  const idleEnds = once(idle!, 'close')
  const closed = closing.close()
  await sleep(250)
  await assert.rejects(fetch(`http://127.0.0.1:${closing.port}/healthz`))
  await idleEnds
  const answers = await Promise.all([answerTo(begun!, bytes.subarray(-10)), answerTo(handed!, GET.subarray(-5))])
  for (const answer of answers) assert.match(answer, /^HTTP\/1\.1 200 [^]*\r\nconnection: close\r\n/i)
  await closed
})

test('closing does not wait for those who do not read', async () => {
  for (const path of ['/test/endless', '/test/huge']) {
    const closing = await openThreadWorld()
    const sockets = [closing.port, closing.world.port].map((port) => connect({ port, host: '127.0.0.1' }))
    for (const socket of sockets) socket.on('error', () => {}).write(get(path))
    await sleep(200)
    const fromMs = performance.now()
    await closing.world.close()
    assert.ok(performance.now() - fromMs < 4_000, path)
    for (const socket of sockets) socket.destroy()
    await closing.thread.close()
  }
})

test('a thread that ends takes its connections with it, and the main thread lives on', async () => {
  const ending = await openThreadWorld()
  const socket = connect({ port: ending.port, host: '127.0.0.1' }).on('error', () => {})
  socket.resume().write('GET /test/stream HTTP/1.1\r\nHost: a\r\n\r\n')
  await until('the stream is open', SOON_MS, () => ending.streams.size === 1)
  await ending.thread.worker.terminate()
  await until('no stream is left', SOON_MS, () => ending.streams.size === 0)
  assert.equal((await ending.world.ask(SMALL)).status, 200)
  await ending.world.close()
})

/** A main server, and a thread that listens on a port of its own, so that it is known who is asked. */
async function openThreadWorld() {
  const streams = new Set<ServerResponse>()
  const seen = { count: 0 }
  const world = await openHttpWorld({ deps: { mounts: [testMount(streams, seen)] } })
  const port = await portFor({ port: 0, host: '127.0.0.1' })
  const door = await world.server.listenInside()
  const thread = await startThread({ door, port, key: world.key, caller: callerOf(world.keyId) })
  return {
    world,
    port,
    door,
    thread,
    streams,
    seen,
    post: () => post(world.key),
    close: async () => void (await Promise.all([thread.close(), world.close()])),
  }
}

async function startThread(settings: ThreadSettings) {
  const worker = new Worker(new URL('./thread-front-worker.ts', import.meta.url), { workerData: settings })
  await Promise.race([once(worker, 'message'), once(worker, 'error').then(([error]) => Promise.reject(error))])
  return {
    worker,
    async close() {
      const exited = once(worker, 'exit')
      worker.postMessage('close')
      await exited
    },
  }
}

/** What an MCP door or a console would do, in short. */
function testMount(streams: Set<ServerResponse>, seen: { count: number }): Mount {
  const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
    '/peer': ({ socket: { remoteAddress: address, remotePort: port, remoteFamily: family } }, response) => {
      response.setHeader('content-length', JSON.stringify({ address, port, family }).length)
      response.end(JSON.stringify({ address, port, family }))
    },
    '/count': (_request, response) => {
      seen.count++
      response.end()
    },
    '/slow': (_request, response) => void sleep(40).then(() => response.end('slow')),
    '/huge': (_request, response) => response.setHeader('content-length', HUGE.length).end(HUGE),
    '/long': (_request, response) => response.setHeader('content-length', LONG.length).end(LONG),
    '/endless': (request, response) => {
      streams.add(response)
      response.once('close', () => streams.delete(response))
      pipeline(Readable.from(endless()), response, () => request.destroy())
    },
    '/echo': (request, response) => void sleep(20).then(() => request.pipe(response)),
    '/stream': (request, response) => {
      streams.add(response)
      response.once('close', () => streams.delete(response))
      if (request.url!.endsWith('?silent')) return
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    },
  }
  return {
    segments: ['test'],
    handle: (request, response) => answers[request.url!.replace(/^\/test|\?.*/g, '')]!(request, response),
  }
}

function* endless(): Generator<Buffer> {
  for (;;) yield LONG.subarray(0, 65_536)
}

function callerOf(keyId: string, rest: Partial<Caller> = {}): Caller {
  const scopes = new Set(['ads:request'] as const)
  return {
    keyId,
    publisherId: 'pub_1',
    mode: 'live',
    scopes,
    origins: [],
    rateLimit: 100,
    ...rest,
  } as unknown as Caller
}

function get(path: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
}

function post(key: string): Buffer {
  const body = JSON.stringify(SMALL)
  return Buffer.from(
    `POST /api/v1/ads/request HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
}

/** What comes back after the bytes, until it holds what ends an answer of these tests. */
async function answerTo(socket: Socket, bytes: Buffer, end = /\r\n\r\n[^]*\}/): Promise<string> {
  let text = ''
  const onData = (chunk: Buffer) => void (text += chunk)
  socket.on('data', onData)
  socket.write(bytes)
  await until('there is an answer, or an end', SOON_MS, () => end.test(text) || socket.destroyed)
  socket.off('data', onData)
  return text
}

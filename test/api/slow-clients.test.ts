// Who does not read, or does not go on, may keep neither memory nor a connection for long. Times are short here, and none is measured.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { asciiJson } from '../../src/base/ascii-json.ts'
import { UNDER_WAY_MAX } from '../../src/http/connections/few-at-a-time.ts'
import type { Mount } from '../../src/doors/mount.ts'
import { until } from '../support/until.ts'
import { SMALL, openHttpWorld, type HttpWorld, type HttpWorldOptions } from './http-world.ts'

const GET = Buffer.from('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
/** More than the system takes from a writer before anybody reads. */
const MUCH_BYTES = 40_000_000
const SOON_MS = 15_000

async function openWorld(t: TestContext, deps: HttpWorldOptions['deps'] = {}) {
  const world = await openHttpWorld({ deps })
  const sockets: Socket[] = []
  t.after(async () => {
    for (const socket of sockets) socket.destroy()
    await world.close()
  })
  const open = (): Socket => {
    const socket = connect({ port: world.port, host: '127.0.0.1', noDelay: true }).on('error', () => {})
    sockets.push(socket)
    return socket
  }
  return { world, open }
}

/** Makes every decision so long to tell. */
const tellingOf = (bytes: number): HttpWorldOptions['deps'] => ({
  presentAds: (decision) => asciiJson({ ...decision, filler: 'x'.repeat(bytes) }),
})
const ANSWER_BYTES = 500_000
const LONG_ANSWERS = tellingOf(ANSWER_BYTES)

/** Asks for one long answer after the other, each once that before was made, and reads none. Says how many were asked for. */
async function askWithoutReading(world: HttpWorld, socket: Socket): Promise<number> {
  socket.pause()
  const all = MUCH_BYTES / ANSWER_BYTES
  for (let asked = 1; asked <= all; asked++) {
    socket.write(post(world))
    if (!(await comes(() => world.served.length === asked))) return asked
  }
  assert.fail(`all ${all} were answered, and none was read`)
}

test('whoever does not read answers is asked nothing more, and is served on once he reads', async (t) => {
  const { world, open } = await openWorld(t, LONG_ANSWERS)
  const socket = open()
  const asked = await askWithoutReading(world, socket)
  const heard = listen(socket)
  await until('all that was asked is answered', SOON_MS, () => heard.answers === asked)
  socket.write(Buffer.concat([post(world), GET]))
  await until('what was asked since is answered', SOON_MS, () => heard.answers === asked + 2)
})

test('nor is whoever asks for much at once given all of it before he reads', async (t) => {
  const { world, open } = await openWorld(t, tellingOf(10_000))
  const socket = open()
  socket.pause()
  const all = MUCH_BYTES / 10_000
  socket.write(Buffer.concat(Array.from({ length: all }, () => post(world))))
  assert.equal(await comes(() => world.served.length === all), false, 'all were answered, and none was read')
  const heard = listen(socket)
  await until('all are answered', SOON_MS, () => heard.answers === all)
})

test('whoever never reads his answers is let go', { timeout: 15_000 }, async (t) => {
  const { world, open } = await openWorld(t, { ...LONG_ANSWERS, times: { keepAliveMs: 500, patrolMs: 20 } })
  const socket = open()
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await askWithoutReading(world, socket)
  socket.write(Buffer.alloc(MUCH_BYTES)) // he is not told before he says something
  await closed
})

test('nor does it help him to have asked for more at once', { timeout: 15_000 }, async (t) => {
  const { world, open } = await openWorld(t, { ...tellingOf(MUCH_BYTES), times: { keepAliveMs: 500, patrolMs: 20 } })
  const socket = open()
  socket.pause()
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(Buffer.concat([post(world), post(world)]))
  await until('the first is served', SOON_MS, () => world.served.length === 1)
  await sleep(1_000)
  socket.write(Buffer.alloc(MUCH_BYTES)) // he is not told before he says something
  await closed
})

test('whoever sends on while an answer is awaited is read from no more, until it is there', async (t) => {
  let answer: (() => void) | undefined
  const mount: Mount = {
    segments: ['test'],
    handle: (_request, response) => (answer = () => response.setHeader('content-length', 0).end()),
  }
  const { world, open } = await openWorld(t, { mounts: [mount] })
  const socket = open()
  const heard = listen(socket)
  socket.write('GET /test HTTP/1.1\r\nHost: a\r\n\r\n')
  await until('the request is taken up', SOON_MS, () => answer !== undefined)
  const body = JSON.stringify({ ...SMALL, filler: 'x'.repeat(250_000) })
  const some = Math.ceil(MUCH_BYTES / body.length)
  for (let i = 0; i < some; i++) socket.write(post(world, body))
  assert.equal(await comes(() => socket.writableLength === 0), false, 'all of it was taken')
  answer!()
  await until('all are answered', SOON_MS, () => heard.answers === 1 + some)
})

for (const [kind, more] of [
  ['plain requests', ''],
  ['requests that only node:http reads', 'TE: trailers\r\n'],
] as const) {
  test(`of many ${kind} that come at once few are taken up before those in front are answered`, async (t) => {
    const taken: { url: string; answer: () => void }[] = []
    const mount: Mount = {
      segments: ['test'],
      handle: ({ url = '' }, response) => {
        taken.push({ url, answer: () => response.setHeader('content-length', 0).end() })
      },
    }
    const { open } = await openWorld(t, { mounts: [mount] })
    const socket = open()
    const heard = listen(socket)
    const urls = Array.from({ length: 300 }, (_, i) => `/test/${i}`)
    socket.write(urls.map((url) => `GET ${url} HTTP/1.1\r\nHost: a\r\n${more}\r\n`).join(''))
    assert.equal(await comes(() => taken.length > UNDER_WAY_MAX), false, `${taken.length} were taken up`)
    for (let i = 0; i < urls.length; i++) {
      await until(`request ${i} is taken up`, SOON_MS, () => taken.length > i, 5)
      taken[i]!.answer()
    }
    await until('all are answered', SOON_MS, () => heard.answers === urls.length)
    assert.deepEqual(
      taken.map(({ url }) => url),
      urls,
    )
  })
}

test('whoever ends behind requests that he sent at once gets all of their answers', async (t) => {
  const { world, open } = await openWorld(t)
  for (const request of [GET, post(world)]) {
    const socket = open()
    const heard = listen(socket)
    socket.end(Buffer.concat(Array.from({ length: 5 }, () => request)))
    await once(socket, 'end')
    assert.equal(heard.answers, 5)
  }
})

test('a connection is read on after an answer for which another had to be read first', async (t) => {
  const { world, open } = await openWorld(t, tellingOf(8_000_000))
  const socket = open()
  socket.pause()
  for (const request of [post(world), post(world), GET]) {
    socket.write(request)
    await sleep(100) // so that each is read by itself
  }
  const heard = listen(socket)
  await until('all three are answered', SOON_MS, () => heard.answers === 3)
  socket.write(GET)
  await until('the fourth is answered', SOON_MS, () => heard.answers === 4)
})

test('requests that only node:http reads are taken up in the order of their bytes, however many were read before it came to them', async (t) => {
  const urls: string[] = []
  const mount: Mount = {
    segments: ['test'],
    handle: (request, response) => {
      urls.push(request.url!)
      const ms = urls.length === 1 ? 100 : 1
      request.resume().once('end', () => setTimeout(() => response.setHeader('content-length', 0).end(), ms))
    },
  }
  const { open } = await openWorld(t, { mounts: [mount] })
  const socket = open()
  const heard = listen(socket)
  const sent = Array.from({ length: 100 }, (_, i) => `/test/${i}`)
  const body = 'x'.repeat(5_000)
  const requests = sent.map((url, i) => {
    return `POST ${url} HTTP/1.1\r\nHost: a\r\n${i > 0 ? 'TE: trailers\r\n' : ''}Content-Length: 5000\r\n\r\n${body}`
  })
  socket.write(requests.join(''))
  await until('all are answered', SOON_MS, () => heard.answers === sent.length || socket.closed)
  assert.deepEqual(urls, sent)
})

test('a stop does not wait for those who sent more than is answered any more', async () => {
  const world = await openHttpWorld()
  const socket = connect({ port: world.port, host: '127.0.0.1' }).on('error', () => {})
  const heard = listen(socket)
  socket.write(Buffer.concat(Array.from({ length: 20_000 }, () => GET)))
  await until('the first is answered', SOON_MS, () => heard.answers > 0)
  const cut = Symbol()
  assert.notEqual(
    await Promise.race([world.server.close({ graceMs: 20_000 }), sleep(10_000, cut, { ref: false })]),
    cut,
  )
  socket.destroy()
})

test(
  'a connection on which nothing more is said is closed, whoever answered before',
  { timeout: 15_000 },
  async (t) => {
    const { world, open } = await openWorld(t, { times: { keepAliveMs: 100, patrolMs: 20 } })
    const forNode = Buffer.from(GET.toString().replace('Host', 'TE: trailers\r\nHost'))
    const ask = async (bytes: Buffer) => {
      const socket = open()
      const heard = listen(socket)
      socket.write(bytes)
      await once(socket, 'close')
      assert.equal(heard.answers, 1)
    }
    await Promise.all([post(world), GET, forNode].map(ask))
  },
)

for (const [part, times] of [
  ['the head of a request', { headersMs: 200 }],
  ['a request', { headersMs: 200, requestMs: 200 }],
] as const) {
  test(`whoever does not go on with ${part} is told so, and closed`, { timeout: 15_000 }, async (t) => {
    const { world, open } = await openWorld(t, { times: { ...times, patienceMs: 100, patrolMs: 20 } })
    const ads = post(world)
    const head = Buffer.from('POST /api/v1/events HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n')
    const heads = [ads.subarray(0, 60), head, Buffer.alloc(0)]
    const bodies = [
      ads.subarray(0, -10),
      Buffer.concat([head, Buffer.from('Content-Length: 9\r\n\r\n')]),
      Buffer.concat([head, Buffer.from('Transfer-Encoding: chunked\r\n\r\n5\r\n{"a"')]),
    ]
    const begin = async (bytes: Buffer) => {
      const socket = open()
      const heard = listen(socket)
      socket.write(bytes)
      await once(socket, 'close')
      assert.match(heard.end, /^HTTP\/1\.1 408 [^]*its headers have 5 seconds, all of it has 10[^]*"requestId":"req_/)
    }
    await Promise.all((part === 'a request' ? bodies : heads).map(begin))
  })
}

function post({ key }: HttpWorld, body = JSON.stringify(SMALL)): Buffer {
  return Buffer.from(
    `POST /api/v1/ads/request HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
}

/** Reads from here on: counts the good answers, and holds the end of what was said. */
function listen(socket: Socket) {
  const heard = { answers: 0, end: '' }
  const good = 'HTTP/1.1 200 OK'
  let cut = ''
  socket.on('data', (chunk: Buffer) => {
    const text = cut + chunk.toString('latin1')
    heard.answers += text.split(good).length - 1
    cut = text.slice(1 - good.length)
    heard.end = (heard.end + chunk.toString('latin1')).slice(-2_000)
  })
  socket.resume()
  return heard
}

/** Whether it becomes true within a while. */
async function comes(isTrue: () => boolean): Promise<boolean> {
  for (let i = 0; i < 60 && !isTrue(); i++) await sleep(5)
  return isTrue()
}

import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { freePort } from '../../../test/support/service.ts'
import type { UnheardReason } from '../../domain/webhook.ts'
import { createResolveName } from '../public-hosts.ts'
import { createSendWebhook } from './send-webhook.ts'

const MESSAGE = { secret: 'whsec_1', body: '{}', nowMs: 0 }

/** A receiver that meets whoever connects; it says how many did. */
async function receiverOf(t: TestContext, meet: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    meet(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, met: () => sockets.size }
}

test('whatever a receiver answers, and where it answers nothing, sending comes to an end', async (t) => {
  const send = createSendWebhook({ allowPrivate: true, timeoutMs: 200 })
  const answers: [answer: string | undefined, reason: UnheardReason | undefined][] = [
    ['HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', undefined],
    ['HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n', 'status_code'],
    ['HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n', 'connection_lost'],
    ['HTTP/1.1 100 Continue\r\n\r\n', 'timeout'],
    ['no HTTP\r\n\r\n', 'no_http'],
    [undefined, 'timeout'],
  ]
  for (const [answer, reason] of answers) {
    const { port } = await receiverOf(t, (socket) => socket.once('data', () => answer && socket.write(answer)))
    const outcome = await send({ ...MESSAGE, url: `http://127.0.0.1:${port}/` })
    assert.equal(outcome.heard, reason === undefined, answer)
    if (!outcome.heard) assert.equal(outcome.reason, reason, answer)
  }
})

test('why a message was not heard is told, in a code and in a sentence that says what to mend', async (t) => {
  const send = createSendWebhook({ allowPrivate: true, timeoutMs: 2_000 })
  const { port } = await receiverOf(t, (socket) => socket.destroy())
  const noTls = await receiverOf(t, (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  const cases: [url: string, reason: UnheardReason, detail: RegExp][] = [
    [`http://127.0.0.1:${port}/`, 'connection_lost', /ended before there was an answer$/],
    [`http://127.0.0.1:${await freePort()}/`, 'connection_refused', /^Nothing listens .*127\.0\.0\.1 refused$/],
    [`https://127.0.0.1:${noTls.port}/`, 'tls_failed', /^No TLS connection/],
    ['ftp://shop.example/', 'address_refused', /^The URL must be an https URL/],
  ]
  for (const [url, reason, detail] of cases) {
    const outcome = await send({ ...MESSAGE, url })
    assert.ok(!outcome.heard)
    assert.deepEqual([outcome.reason, outcome.statusCode], [reason, undefined], `${url}: ${outcome.detail}`)
    assert.match(outcome.detail, detail)
  }
})

test('a name that leads inside with any of its addresses is not called, whatever it was when it was given', async (t) => {
  const { port, met } = await receiverOf(t, (socket) => socket.destroy())
  const leadsTo =
    (...addresses: string[]) =>
    async () =>
      addresses.map((address) => ({ address, family: 4 }))
  for (const resolve of [leadsTo('127.0.0.1'), leadsTo('127.0.0.1', '1.1.1.1')]) {
    const send = createSendWebhook({ allowPrivate: false, timeoutMs: 500, resolve })
    const { heard, ...why } = await send({ ...MESSAGE, url: `https://shop.example:${port}/` })
    assert.equal(heard, false)
    assert.match(JSON.stringify(why), /"address_refused","detail":"shop\.example leads into a private network;/)
  }
  assert.equal(met(), 0)
})

test('a name without an address is said to have none', async () => {
  const resolve = createResolveName([`127.0.0.1:${await freePort()}`])
  const send = createSendWebhook({ allowPrivate: false, timeoutMs: 4_000, resolve })
  assert.deepEqual(await send({ ...MESSAGE, url: 'https://shop.example/' }), {
    heard: false,
    reason: 'unknown_host',
    detail: 'No address was found for shop.example',
  })
})

test('names that nobody answers for keep no other name waiting', async (t) => {
  const names = createSocket('udp4')
  names.on('message', (question, { port }) => {
    if (question.includes('quick')) names.send(answerTo(question), port)
  })
  await new Promise<void>((resolve) => names.bind(0, '127.0.0.1', resolve))
  t.after(() => names.close())
  const resolve = createResolveName([`127.0.0.1:${names.address().port}`])
  const slow = Array.from({ length: 64 }, (_, i) => resolve(`slow-${i}.example`).catch(() => []))
  const startedMs = performance.now()
  assert.deepEqual(await resolve('quick.example'), [{ address: '192.0.2.7', family: 4 }])
  assert.ok(performance.now() - startedMs < 1_000)
  await assert.rejects(resolve('127.0.0.1'), 'an address is no name')
  await Promise.all(slow)
})

/** A DNS answer to a question: 192.0.2.7 to one for an IPv4 address, nothing to others. */
function answerTo(question: Buffer): Buffer {
  const end = question.indexOf(0, 12) + 5
  const isV4 = question.readUInt16BE(end - 4) === 1
  const head = Buffer.concat([question.subarray(0, 2), Buffer.from([0x81, 0x80, 0, 1, 0, isV4 ? 1 : 0, 0, 0, 0, 0])])
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7])
  return Buffer.concat([head, question.subarray(12, end), ...(isV4 ? [record] : [])])
}

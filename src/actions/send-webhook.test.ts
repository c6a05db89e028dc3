import assert from 'node:assert/strict'
import type { lookup } from 'node:dns'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
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
  const answers: [answer: string | undefined, heard: boolean][] = [
    ['HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', true],
    ['HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n', false],
    ['HTTP/1.1 100 Continue\r\n\r\n', false],
    ['no HTTP\r\n\r\n', false],
    [undefined, false],
  ]
  for (const [answer, heard] of answers) {
    const { port } = await receiverOf(t, (socket) => socket.once('data', () => answer && socket.write(answer)))
    assert.equal(await send({ ...MESSAGE, url: `http://127.0.0.1:${port}/` }), heard, answer)
  }
})

test('a name that leads inside with any of its addresses is not called, whatever it was when it was given', async (t) => {
  const { port, met } = await receiverOf(t, (socket) => socket.destroy())
  const leadsTo = (...addresses: string[]) =>
    ((_name: string, _options: object, answer: (error: null, found: { address: string; family: 4 }[]) => void) =>
      answer(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      )) as unknown as typeof lookup
  for (const resolve of [leadsTo('127.0.0.1'), leadsTo('127.0.0.1', '1.1.1.1'), leadsTo()]) {
    const send = createSendWebhook({ allowPrivate: false, timeoutMs: 500, resolve })
    assert.equal(await send({ ...MESSAGE, url: `https://shop.example:${port}/` }), false)
  }
  assert.equal(met(), 0)
})

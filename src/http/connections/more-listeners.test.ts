import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { LISTENERS } from './connection-limits.ts'
import { addListeners } from './more-listeners.ts'
import { portFor } from './shared-port.ts'

const HOST = '127.0.0.1'
const onLinux = { skip: process.platform !== 'linux' && 'listeners share a port on Linux alone' }

test('clients that wait are taken in several at a turn', onLinux, async (t) => {
  const clients = 96
  const { server, port } = await openServer(t)
  let turns = 0
  let met = 0
  let takenWithin = 0
  server.on('connection', (socket) => {
    if (++met === clients) takenWithin = turns
    socket.destroy()
  })
  const count = setImmediate(function next() {
    turns++
    if (takenWithin === 0) setImmediate(next)
  })
  t.after(() => clearImmediate(count))
  // The system completes connections on its own, so all of them wait when this thread looks next.
  const closed = Array.from({ length: clients }, () => once(connect(port, HOST).resume(), 'close'))
  await Promise.all(closed)
  assert.ok(takenWithin > 0 && takenWithin < clients / 2, `${takenWithin} turns for ${clients} clients`)
})

test('closing refuses who is new and waits for who is there, by whichever listener', onLinux, async (t) => {
  const { server, more, port } = await openServer(t)
  const met: Socket[] = []
  server.on('connection', (socket) => met.push(socket))
  const sockets = Array.from({ length: LISTENERS * 6 }, () => connect(port, HOST))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  while (met.length < sockets.length) await new Promise(setImmediate)

  let isClosed = false
  const closed = Promise.all([new Promise((resolve) => server.close(resolve)), more.close()]).then(() => {
    isClosed = true
  })
  for (let i = 0; i < LISTENERS * 2; i++) {
    const [error] = await once(connect(port, HOST), 'error')
    assert.equal(error.code, 'ECONNREFUSED')
  }
  for (const socket of met.slice(1)) socket.destroy()
  await new Promise((resolve) => setTimeout(resolve, 50))
  assert.equal(isClosed, false, 'one is still there')
  met[0]!.destroy()
  await closed
})

async function openServer(t: TestContext) {
  const server = createServer()
  const at = { host: HOST, port: await portFor({ host: HOST, port: 0 }) }
  server.listen({ ...at, reusePort: true })
  await once(server, 'listening')
  const more = await addListeners(server, at)
  t.after(() => {
    server.close()
    void more.close()
  })
  return { server, more, port: (server.address() as AddressInfo).port }
}

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { hearOut } from './hear-out.ts'

const ANSWER_BYTES = 20_000_000 // more than lies between two sockets

test('a client that reads slowly gets all that was written before his connection ended, and is let go then', async () => {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.write(Buffer.alloc(ANSWER_BYTES))
    hearOut(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
  let bytes = 0
  client.on('data', (chunk) => (bytes += chunk.length)).pause()
  await sleep(1_500)
  client.resume()
  await once(client, 'end')
  assert.equal(bytes, ANSWER_BYTES)
  // The client never ends his side.
  await once(server.close(), 'close')
  client.destroy()
})

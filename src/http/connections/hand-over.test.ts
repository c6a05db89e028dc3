import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { createHandOver } from './hand-over.ts'

test('where the main thread is busy and too many wait at its door, they knock again, and lose nothing', async (t) => {
  const path = `\0aside-test-${process.pid}`
  const secret = new Uint8Array(32)
  const heard: string[] = []
  const door = createServer({ allowHalfOpen: true }, (socket) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
    socket.on('end', () => {
      if (text.includes('127.0.0.1')) heard.push(text.slice(text.indexOf('127.0.0.1')))
      socket.end('heard')
    })
  })
  door.listen({ path, backlog: 1 })
  await once(door, 'listening')
  const handOver = createHandOver({ paths: [path], secret })

  const given: Socket[] = []
  const server = createServer({ allowHalfOpen: true }, (socket) => given.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => [server.close(), door.close(), handOver.close()])
  const clients = Array.from({ length: 20 }, () => connect((server.address() as AddressInfo).port, '127.0.0.1'))
  const answers = clients.map(async (client, i) => {
    client.end(`, and ${i}`)
    const [answer] = await once(client, 'data')
    return String(answer)
  })
  while (given.length < clients.length) await new Promise((resolve) => setImmediate(resolve))
  for (const [i, socket] of given.entries()) handOver.give(socket, Buffer.from(` ${i}`), false)

  assert.deepEqual(new Set(await Promise.all(answers)), new Set(['heard']))
  assert.equal(heard.length, 20)
  for (const text of heard) assert.match(text, /^127\.0\.0\.1 \d+, and \d+$/)
})

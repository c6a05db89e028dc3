import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { allowSlowBody } from './client-errors.ts'

test('a connection whose upload was answered before its end is closed in time, like every other that is silent', async () => {
  const options = { keepAliveTimeout: 100, keepAliveTimeoutBuffer: 0 }
  const server = createServer(options, (request, response) => {
    allowSlowBody(request)
    request.resume()
    response.end('no')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  try {
    client.write('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\n12345')
    await once(client, 'data')
    client.write('67890')
    client.resume()
    const closed = once(client, 'close').then(() => 'closed')
    assert.equal(await Promise.race([closed, sleep(3_000, 'still open')]), 'closed')
  } finally {
    client.destroy()
    server.close()
    server.closeAllConnections()
  }
})

test('an upload that may take its time is cut where it makes no progress', { timeout: 15_000 }, async () => {
  const server = createServer((request, response) => {
    allowSlowBody(request, 100)
    request.on('error', () => {}).resume()
    request.once('end', () => response.end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  try {
    client.resume().write('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\n12345')
    await once(client, 'close')
  } finally {
    client.destroy()
    server.close()
    server.closeAllConnections()
  }
})

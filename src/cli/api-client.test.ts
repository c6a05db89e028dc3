import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { type ApiClient, createApiClient } from './api-client.ts'
import { CliError } from './failures.ts'

async function openClient(t: TestContext): Promise<{ client: ApiClient; server: Server }> {
  const server = createServer().listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { server, client: createApiClient({ url, key: 'k', keyName: 'key', warn: () => {} }) }
}

test('an answer may begin later than 300 s, where a command has that long', async (t) => {
  const { client, server } = await openClient(t)
  // `fetch` counts its own 300 s by what it is told twice a second.
  const twiceASecond: (() => void)[] = []
  t.mock.method(globalThis, 'setTimeout', (tell: () => void) => {
    twiceASecond.push(tell)
    return { refresh() {}, unref() {} }
  })
  const asked = once(server, 'request')
  const call = client.call<{ ok: boolean }>('POST', '/api/v1/ledger/verify', { timeoutMs: 30 * 60_000 })
  const [, response] = (await Promise.race([asked, call])) as [unknown, ServerResponse]
  for (let passedMs = 0; passedMs < 310_000; passedMs += 500) twiceASecond.forEach((tell) => tell())
  response.setHeader('x-request-id', 'req_1').end('{"ok":true}')
  assert.deepEqual(await call, { ok: true })
})

for (const [when, begin] of [
  ['begins', () => {}],
  ['ends', (response: ServerResponse) => response.write('{')],
] as const) {
  test(`an answer that never ${when} is given up once the time of the call is over`, async (t) => {
    const { client, server } = await openClient(t)
    server.on('request', (_request, response) => begin(response))
    await assert.rejects(client.call('GET', '/', { timeoutMs: 100 }), (error) => {
      assert.ok(error instanceof CliError)
      assert.match(error.message, /^http:\S+ took too long to answer\.$/)
      return error.failure.code === 'timeout'
    })
  })
}

test('a page in place of a CSV file is none, and is said to come from something else', async (t) => {
  const { client, server } = await openClient(t)
  const answers = [
    ['text/html', '<h1>Welcome</h1>'],
    ['text/csv; charset=utf-8', 'day,clicks'],
  ] as const
  let at = 0
  server.on('request', (_request, response) => {
    const [type, body] = answers[at++]!
    response.writeHead(200, { 'content-type': type, 'x-request-id': 'req_1' }).end(body)
  })
  const read = () => client.call('GET', '/api/v1/reports', { accept: 'text/csv' })
  await assert.rejects(read(), /^CliError: What answers at http:\S+ is not Aside\.$/)
  assert.equal(await read(), 'day,clicks')
})

// An orderly stop under load, and a second process that is not let in.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { readConfig } from '../../src/config.ts'
import { startService } from '../../src/wire.ts'
import { createHttpClient } from '../support/http-client.ts'
import { openSocket } from '../support/raw-socket.ts'
import { openPlace, refusedStart, startProcess } from '../support/service.ts'
import { dayReport, verifyBooks } from '../support/service-answers.ts'
import { addAd, adsFor, LAPTOP_QUERY, manyAdsFor, openCampaign, openShop } from '../support/stock.ts'
import { until } from '../support/until.ts'

const CALLERS = 24
const STOP_WITHIN_MS = 10_000

test('SIGTERM under load: every request that was taken is answered, and the process ends well', async (t) => {
  const place = await openPlace()
  let service = await startProcess(place, { ASIDE_RATE_LIMIT: 'off', ASIDE_TRAFFIC_FILTER: 'report' })
  t.after(async () => {
    await service.kill()
    place.remove()
  })
  const shop = await openShop(service)
  const { campaignId } = await openCampaign(service)
  for (let i = 0; i < 30; i++) await addAd(service, campaignId)
  const links = (await manyAdsFor(service, shop.key, 3_000)).map(({ tracking }) => tracking.clickUrl)

  const client = createHttpClient({ sockets: CALLERS })
  const idle = openSocket(place.port)
  const broken: string[] = []
  let clicked = 0
  let asked = 0
  let stopping = false
  async function call(i: number): Promise<void> {
    const isClick = i % 2 === 0
    const answer = isClick
      ? await client.send(links[clicked++]!)
      : await client.send(`${service.url}/api/v1/ads/request`, {
          method: 'POST',
          headers: { authorization: `Bearer ${shop.key}` },
          body: { conversationContext: { query: LAPTOP_QUERY }, slots: [{ slotId: 'a', format: 'suffix' }] },
        })
    if (answer.status !== (isClick ? 302 : 200)) broken.push(`answered ${answer.status}`)
    if (!isClick) asked++
  }
  let acknowledged = 0
  const callers = Array.from({ length: CALLERS }, async (_, i) => {
    for (;;) {
      try {
        await call(i)
        if (i % 2 === 0) acknowledged++
      } catch (error) {
        const { code = String(error) } = error as NodeJS.ErrnoException
        // A new connection is refused and a kept one that idled is closed; one that was answering must not break off.
        if (!stopping || !['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code)) broken.push(code)
        return
      }
    }
  })
  await sleep(500)
  stopping = true
  const exit = await service.terminate()
  await Promise.all(callers)
  client.close()
  idle.socket.destroy()
  t.diagnostic(
    `${acknowledged} clicks and ${asked} decisions were answered; stopped after ${Math.round(exit.afterMs)} ms`,
  )
  assert.deepEqual([exit.code, exit.signal], [0, null])
  assert.ok(exit.afterMs < STOP_WITHIN_MS)
  assert.deepEqual(broken, [])

  service = await startProcess(place)
  const { totals } = await dayReport(service, 'campaign')
  assert.ok(totals.clicks >= acknowledged, `${totals.clicks} of ${acknowledged} clicks are in the books`)
  assert.ok(totals.clicks <= clicked)
  assert.ok(totals.requests >= asked, 'counts of decisions are written at the stop')
  assert.deepEqual(await verifyBooks(service), [])
})

test('a stop right behind a start does not wait for threads that still start, and tells of no fault', async (t) => {
  const place = await openPlace()
  t.after(place.remove)
  for (const afterMs of [0, 200]) {
    const service = await startProcess(place)
    await sleep(afterMs)
    const exit = await service.terminate()
    assert.deepEqual([exit.code, exit.signal], [0, null])
    assert.ok(exit.afterMs < 5_000, `${exit.afterMs} ms`)
    assert.doesNotMatch(service.output(), /"level":[45]0/)
  }
})

test('a stop does not wait for slow receivers of webhooks, and what they missed is sent after the next start', async (t) => {
  const place = await openPlace()
  const heard = new Set<string>()
  let patienceMs = 4_000
  const receiver = createServer((request, response) => {
    const parts: string[] = []
    request.setEncoding('utf8').on('data', (part: string) => parts.push(part))
    request.on('end', () =>
      setTimeout(() => {
        if (!response.destroyed) heard.add(JSON.parse(parts.join('')).id)
        response.end()
      }, patienceMs),
    )
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const env = { ASIDE_WEBHOOK_PRIVATE: 'on', ASIDE_TRAFFIC_FILTER: 'report' }
  let service = await startProcess(place, env)
  t.after(async () => {
    receiver.close()
    receiver.closeAllConnections()
    await service.kill()
    place.remove()
  })
  const shop = await openShop(service)
  const { campaignId } = await openCampaign(service)
  for (let i = 0; i < 30; i++) await addAd(service, campaignId)
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  await service.must('POST', '/api/v1/webhooks', { url, events: ['click'] })
  const client = createHttpClient()
  let clicked = 0
  for (const ask of Array.from({ length: 6 }, () => adsFor(service, { key: shop.key, slots: 3, count: 10 }))) {
    for (const { tracking } of await ask) clicked += (await client.send(tracking.clickUrl)).status === 302 ? 1 : 0
  }
  client.close()
  await sleep(1_200)
  const exit = await service.terminate()
  assert.deepEqual([exit.code, exit.signal], [0, null])
  assert.ok(exit.afterMs < 3_000, `${exit.afterMs}`)
  assert.ok(clicked > 96 && heard.size < clicked, 'more rounds were to come')

  patienceMs = 0
  service = await startProcess(place, env)
  await until('all clicks are heard', 10_000, async () => heard.size === clicked)
})

test('a start that finds its port taken leaves nothing running', async (t) => {
  const { place, port } = await takenPort(t)
  const said: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) })
  for (const workers of ['1', '2']) {
    const config = readConfig({ PORT: String(port), ASIDE_DATA_DIR: place.dataDir, ASIDE_WORKERS: workers })
    await assert.rejects(startService(config, { log }), { code: 'EADDRINUSE' })
  }
  await sleep(1_500)
  assert.deepEqual(said, [], 'no job goes on without a store')
})

test('the operator key is kept only once it was shown, also where the first start found its port taken', async (t) => {
  const { place, port } = await takenPort(t)
  const env = { ASIDE_ADMIN_KEY: '' }
  const refused = await refusedStart({ dataDir: place.dataDir, port }, env)
  assert.equal(refused.code, 1, refused.output)
  const shown: (string | undefined)[] = []
  for (const times of ['first', 'second']) {
    const service = await startProcess(place, env)
    const keyIn = () => /Operator key, shown this once: (\S+)/.exec(service.output())?.[1]
    await until('the first words are said', 10_000, async () => service.output().includes('Aside listens on'))
    shown.push(keyIn())
    const headers = { authorization: `Bearer ${shown[0]}` }
    const answer = await service.client.send(`${service.url}/api/v1/publishers`, { headers })
    assert.equal((await service.terminate()).code, 0)
    assert.equal(answer.status, 200, `the ${times} start knows the key`)
  }
  assert.equal(shown[1], undefined, 'it is shown once')
})

test('a second process on the folder or on the port is refused in a sentence, and the first goes on', async (t) => {
  const place = await openPlace()
  const elsewhere = await openPlace()
  const service = await startProcess(place)
  t.after(async () => {
    await service.kill()
    place.remove()
    elsewhere.remove()
  })
  const sameFolder = await refusedStart({ dataDir: place.dataDir, port: elsewhere.port })
  assert.ok(sameFolder.code !== 0 && sameFolder.code !== null, sameFolder.output)
  assert.match(sameFolder.output, new RegExp(`data folder .* in use by .*${service.pid}`))
  const samePort = await refusedStart({ dataDir: elsewhere.dataDir, port: place.port })
  assert.ok(samePort.code !== 0 && samePort.code !== null, samePort.output)
  assert.match(samePort.output, /port .*taken|PORT/i)
  for (const { output } of [sameFolder, samePort]) assert.doesNotMatch(output, /^\s+at /m, 'a sentence, not a stack')
  assert.equal((await service.client.send(`${service.url}/readyz`)).status, 200)

  await service.kill()
  const next = await startProcess({ ...place, port: elsewhere.port })
  assert.equal((await next.terminate()).code, 0, 'a killed holder leaves the folder free')
})

test('where the data folder is gone, reports say that they cannot be read, and the log says why', async (t) => {
  const place = await openPlace()
  const service = await startProcess(place)
  t.after(() => service.kill())
  place.remove()
  const answer = await service.admin('GET', '/api/v1/reports')
  assert.deepEqual([answer.status, answer.json().error.code], [503, 'unavailable'], answer.text)
  assert.doesNotMatch(answer.text, /aside-service-/, 'callers do not read paths of the machine')
  // The log is written behind the answer.
  await until('the log says why', 10_000, async () => service.output().includes('a request failed'))
  assert.ok(service.output().includes(`${place.dataDir}/aside.db cannot be opened`), service.output())
})

/** A place for a service whose port somebody else has. */
async function takenPort(t: TestContext) {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const place = await openPlace()
  t.after(() => {
    taken.close()
    place.remove()
  })
  return { place, port: (taken.address() as AddressInfo).port }
}

// Feeds that the service fetches from the advertiser's host, over real sockets.
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { until } from '../support/until.ts'
import { type AdminService, startAdminService } from './admin-service.ts'

const SOON_MS = 15_000

let service: AdminService
before(async () => {
  service = await startAdminService({ ASIDE_WEBHOOK_PRIVATE: 'on' })
})
after(() => service.stop())

const line = (id: string, title = `Thing ${id}`) =>
  JSON.stringify({ id, title, landingUrl: `https://shop.example/${id}` })
const CSV = 'id,title,landingUrl\na,Thing a,https://shop.example/a\nb,Thing b,https://shop.example/b\n'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A host of feeds whose answer can be changed, and a campaign. */
async function openStage(t: TestContext, answer: Answer) {
  const stage = { answer, asked: [] as string[] }
  const server = createServer((request, response) => {
    stage.asked.push(request.url!)
    stage.answer(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { id: advertiserId } = await service.make('advertisers', { name: 'Shop', domain: 'shop.example' })
  const { key } = await service.make('keys', { advertiserId, scopes: ['inventory:write'] })
  const made = { advertiserId, name: 'Fed', bid: { model: 'cpc', amount: '0.10' } }
  const { id } = await service.make('campaigns', made)
  const path = `/api/v1/campaigns/${id}`
  const set = (feed: object | null) => service.call('PATCH', path, { feed }, { key })
  const read = async () => (await service.call('GET', `${path}/feed`, undefined, { key })).body
  async function ended(count: number): Promise<any> {
    let feed: any
    await until(`the feed was fetched ${count} times`, SOON_MS, async () => {
      feed = await read()
      return stage.asked.length >= count && feed.last !== undefined && feed.state === 'waiting'
    })
    return feed
  }
  async function titles(): Promise<string[]> {
    const { body } = await service.call('GET', `/api/v1/ads?campaignId=${id}&limit=200`)
    return body.data.map(({ title }: { title: string }) => title).toSorted()
  }
  return { ...stage, id, key, host, path, set, read, ended, titles, to: (next: Answer) => void (stage.answer = next) }
}

const send =
  (body: string | Buffer, headers: Record<string, string> = { 'content-type': 'application/x-ndjson' }): Answer =>
  (response) =>
    void response.writeHead(200, headers).end(body)

test('a feed is fetched at once, again when that is asked for, and archives what it does not name any more', async (t) => {
  const stage = await openStage(t, send([line('a'), line('b'), '{"id": 1', ''].join('\n')))
  const set = await stage.set({ url: `${stage.host}/ads.ndjson`, everyHours: 6 })
  assert.equal(set.status, 200, set.text)
  const wanted = { url: `${stage.host}/ads.ndjson`, everyHours: 6, missing: 'keep', missingMax: 50 }
  assert.deepEqual(set.body.feed, wanted)
  const first = await stage.ended(1)
  assert.deepEqual([first.last.outcome, first.last.result.imported, first.last.result.rejected], ['imported', 2, 1])
  assert.equal(first.last.result.errors[0].line, 3)
  assert.equal(Date.parse(first.nextAt) - Date.parse(first.last.at), 6 * 3_600_000)
  assert.deepEqual(await stage.titles(), ['Thing a', 'Thing b'])

  stage.to(send([line('b', 'Better b'), line('c'), ''].join('\n')))
  assert.equal((await stage.set({ missing: 'archive' })).body.feed.everyHours, 6)
  const asked = await service.call('POST', `${stage.path}/feed/fetch`, undefined, { key: stage.key })
  assert.equal(asked.status, 202, asked.text)
  const second = await stage.ended(2)
  const { imported, updated, archived } = second.last.result
  assert.deepEqual([imported, updated, archived], [1, 1, 1])
  assert.deepEqual(await stage.titles(), ['Better b', 'Thing c'])

  assert.equal((await stage.set(null)).body.feed, undefined)
  const gone = await service.call('GET', `${stage.path}/feed`, undefined, { key: stage.key })
  assert.deepEqual([gone.status, gone.body.error.code], [404, 'not_found'])
  assert.match(gone.body.error.message, /has no feed; PATCH it with/)
})

test('within a minute a fetch is not asked for twice, where rates are limited, and Retry-After says when it may be', async (t) => {
  const limited = await startAdminService({ ASIDE_RATE_LIMIT: 'on', ASIDE_WEBHOOK_PRIVATE: 'on' })
  t.after(() => limited.stop())
  const host = createServer((_request, response) => response.end(`${line('a')}\n`))
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  t.after(() => host.close())
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/ads.ndjson`
  const { campaign, key } = await limited.makeAdvertiser('Hasty')
  const path = `/api/v1/campaigns/${campaign.id}`
  await limited.call('PATCH', path, { feed: { url } }, { key })
  const ended = async (since?: string): Promise<string> => {
    let feed: any
    await until('the feed was fetched', SOON_MS, async () => {
      feed = (await limited.call('GET', `${path}/feed`, undefined, { key })).body
      return feed.last !== undefined && feed.last.at !== since && feed.state === 'waiting'
    })
    return feed.last.at
  }
  const first = await ended()
  const ask = () => limited.call('POST', `${path}/feed/fetch`, undefined, { key })
  assert.deepEqual(
    [(await ask()).status, (await ask()).status],
    [202, 202],
    'one that has not begun is wished for twice',
  )
  await ended(first)
  const { status, headers, body } = await ask()
  const waits = Number(headers.get('retry-after'))
  assert.deepEqual([status, body.error.code, body.error.recovery], [429, 'rate_limited', 'transient'])
  assert.ok(waits > 40 && waits <= 60, String(waits))
  assert.equal(body.error.retryAfterSeconds, waits)
  const message = `This feed was fetched only just, as somebody asked for it; wait ${waits} s and ask again`
  assert.equal(body.error.message, message)
})

test('the format is told by the content type or the name, packed or not, and by a redirect where it leads', async (t) => {
  const stage = await openStage(t, (response, request) => {
    const bytes = { '/moved': '', '/feed.csv.gz': gzipSync(CSV), '/feed?type=csv': CSV, '/packed': gzipSync(CSV) }
    const headers = {
      '/feed?type=csv': { 'content-type': 'text/csv; charset=utf-8' },
      '/packed': { 'content-type': 'text/csv', 'content-encoding': 'gzip' },
    }
    if (request.url === '/moved') response.writeHead(302, { location: '/feed.csv.gz' }).end()
    else response.writeHead(200, headers[request.url as '/packed'] ?? {}).end(bytes[request.url as '/packed'])
  })
  let asked = 0
  for (const [path, requests] of [
    ['/moved', 2],
    ['/feed?type=csv', 1],
    ['/packed', 1],
  ] as const) {
    await stage.set({ url: stage.host + path })
    const { last } = await stage.ended((asked += requests))
    assert.equal(last.outcome, 'imported', JSON.stringify(last))
    assert.equal(last.result.imported + last.result.unchanged, 2, path)
  }
})

test('what fails is told, keeps what there is, and is tried again sooner than else', async (t) => {
  const stage = await openStage(t, send([line('a'), line('b'), ''].join('\n')))
  await stage.set({ url: `${stage.host}/ads`, missing: 'archive', missingMax: 100 })
  await stage.ended(1)
  const failures: [Answer, RegExp][] = [
    [(response) => void response.writeHead(503).end(), /^127\.0\.0\.1 answered 503$/],
    [
      (response) =>
        void response
          .writeHead(200, { 'content-type': 'text/csv', 'content-length': 999 })
          .write(`${line('a')}\n`, () => response.destroy()),
      /^127\.0\.0\.1: the connection broke off before the file had ended$/,
    ],
    [send(gzipSync(CSV).subarray(0, 40), { 'content-type': 'text/csv' }), /^127\.0\.0\.1: the file is damaged: /],
    [send(CSV, {}), /^Neither its content type nor its name says what the file is; set the format of the feed$/],
    [send(CSV, { 'content-type': 'text/csv; charset=klingon' }), /klingon/],
    [
      (response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      /^The feed's URL must be an https URL/,
    ],
  ]
  for (const [i, [answer, message]] of failures.entries()) {
    stage.to(answer)
    await service.call('POST', `${stage.path}/feed/fetch`, undefined, { key: stage.key })
    const { last, nextAt } = await stage.ended(i + 2)
    assert.equal(last.outcome, 'failed')
    assert.match(last.message, message)
    assert.equal(Date.parse(nextAt) - Date.parse(last.at), Math.min(24 * 60, 15 * 2 ** i) * 60_000)
  }
  assert.deepEqual(await stage.titles(), ['Thing a', 'Thing b'])
  stage.to(send(CSV, { 'content-type': 'text/csv' }))
  await service.call('POST', `${stage.path}/feed/fetch`, undefined, { key: stage.key })
  const { last, nextAt } = await stage.ended(failures.length + 2)
  assert.equal(last.outcome, 'imported')
  assert.equal(Date.parse(nextAt) - Date.parse(last.at), 24 * 3_600_000)
})

test('a campaign is made with a feed, and a feed at another address begins anew', async (t) => {
  const stage = await openStage(t, send(`${line('a')}\n`))
  const { advertiserId } = (await service.call('GET', stage.path)).body
  const feed = { url: `${stage.host}/one.ndjson`, format: 'ndjson' }
  const made = await service.make('campaigns', {
    advertiserId,
    name: 'New',
    bid: { model: 'cpc', amount: '0.10' },
    feed,
  })
  assert.deepEqual(made.feed, { ...feed, everyHours: 24, missing: 'keep', missingMax: 50 })
  await stage.set({ url: `${stage.host}/two.ndjson` })
  await stage.ended(2)
  await stage.set({ url: `${stage.host}/three.ndjson`, everyHours: 1 })
  await stage.ended(3)
  assert.deepEqual(stage.asked.toSorted(), ['/one.ndjson', '/three.ndjson', '/two.ndjson'])
  const changed = await stage.set({ everyHours: 168, format: null })
  assert.equal(changed.body.feed.format, undefined)
  assert.equal(stage.asked.length, 3)
})

test('faults of a feed are told together, and who may not see a campaign sees no feed', async (t) => {
  const stage = await openStage(t, send(''))
  const { advertiserId } = (await service.call('GET', stage.path)).body
  const fields = {
    advertiserId,
    name: ' ',
    bid: { model: 'cpc', amount: '0.10' },
    feed: { url: 'ftp://shop.example/x' },
  }
  const made = await service.call('POST', '/api/v1/campaigns', fields)
  const pointers = made.body.error.issues.map(({ pointer }: { pointer: string }) => pointer)
  assert.deepEqual([made.status, pointers], [400, ['/name', '/feed/url']])
  const missing = await stage.set({ everyHours: 5 })
  assert.deepEqual([missing.status, missing.body.error.field], [400, 'feed.url'])
  assert.equal((await stage.set({ url: `${stage.host}/a`, everyHours: 169 })).status, 400)
  await stage.set({ url: `${stage.host}/a.csv` })
  const { id: otherId } = await service.make('advertisers', { name: 'Other', domain: 'other.example' })
  const { key } = await service.make('keys', { advertiserId: otherId, scopes: ['inventory:write'] })
  for (const [method, path] of [
    ['GET', 'feed'],
    ['POST', 'feed/fetch'],
  ] as const) {
    assert.equal((await service.call(method, `${stage.path}/${path}`, undefined, { key })).status, 404)
  }
  const { body } = await service.call('GET', '/api/v1/keys/self', undefined, { key })
  assert.equal(body.advertiserId, otherId)
})

test('a feed of an archived campaign is fetched no more, and without the setting none from a private network', async (t) => {
  const stage = await openStage(t, send(`${line('a')}\n`))
  await stage.set({ url: `${stage.host}/a.ndjson` })
  await stage.ended(1)
  await service.call('DELETE', stage.path)
  assert.equal((await service.call('POST', `${stage.path}/feed/fetch`)).status, 404)
  const closed = await startAdminService()
  t.after(() => closed.stop())
  const { id: advertiserId } = await closed.make('advertisers', { name: 'Shop', domain: 'shop.example' })
  for (const url of ['http://shop.example/a.csv', 'https://127.0.0.1:8443/a.csv', 'https://intranet/a.csv']) {
    const fields = { advertiserId, name: 'Fed', bid: { model: 'cpc', amount: '0.10' }, feed: { url } }
    const { status, body } = await closed.call('POST', '/api/v1/campaigns', fields)
    assert.deepEqual([status, body.error.field], [400, 'feed.url'], url)
  }
})

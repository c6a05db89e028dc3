// The commands for feeds beside a real server and a real host.
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { ADMIN_KEY, openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { openCampaign } from '../support/stock.ts'
import { runAside } from './run-aside.ts'

let place: Place
let service: RunningService
let host: Server
let url = ''
let file = ''

// Without limits, so that nobody waits a minute before they ask again.
const SETTINGS = { LOG_LEVEL: 'warn', ASIDE_WEBHOOK_PRIVATE: 'on', ASIDE_RATE_LIMIT: 'off' }
const aside = (...args: string[]) => runAside(args, { env: { ASIDE_URL: service.url, ASIDE_ADMIN_KEY: ADMIN_KEY } })
const line = (id: string) =>
  `${JSON.stringify({ id, title: `Thing ${id}`, landingUrl: `https://feather.example/${id}` })}\n`

before(async () => {
  host = createServer((_request, response) => (file === '' ? response.writeHead(503).end() : response.end(file)))
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/ads.ndjson`
  place = await openPlace()
  service = await startProcess(place, SETTINGS)
})
after(async () => {
  await service.terminate()
  place.remove()
  host.close()
})

test('a feed is set, fetched, shown and stopped', async () => {
  const { campaignId } = await openCampaign(service)
  file = line('a') + line('b')
  const path = `/api/v1/campaigns/${campaignId}`
  await service.must('PATCH', path, { feed: { url: `${url}?old`, format: 'csv', everyHours: 5 } })
  const set = await aside('feed', 'set', campaignId, url, '--every', '6', '--missing', 'archive')
  assert.equal(set.code, 0, set.err)
  assert.match(
    set.out,
    /^http:\S+\/ads\.ndjson every 6 hours, archives up to 50 % that it does not name; it is (?:fetched next|being fetched)\n$/,
  )
  assert.equal((await service.must('GET', path)).feed.format, undefined)
  const first = await aside('feed', 'fetch', campaignId)
  assert.equal(first.code, 0, first.err)
  assert.match(first.err, /^Fetching http:\S+ …\n$/)
  assert.match(
    first.out,
    /; next \d{4}-\S+Z\n\nFetched \S+Z: (?:2 imported, 0 updated, 0 unchanged|0 imported, 0 updated, 2 unchanged), 0 rejected\n$/,
  )

  file = line('b') + line('c') + '{"id": "d"}\n'
  const second = await aside('feed', 'fetch', campaignId, '--json')
  assert.equal(second.code, 3, second.err)
  const { imported, unchanged, archived, rejected } = JSON.parse(second.out).last.result
  assert.deepEqual([imported, unchanged, archived, rejected], [1, 1, 1, 1])
  const shown = await aside('feed', 'show', campaignId)
  assert.match(shown.out, /1 imported, 0 updated, 1 unchanged, 1 archived, 1 rejected\n\nline[\s\S]+ 3 /)

  file = ''
  const failed = await aside('feed', 'fetch', campaignId)
  assert.equal(failed.code, 1)
  assert.match(failed.out, /\n\nNot fetched \S+Z: 127\.0\.0\.1 answered 503\.\n$/)
  const stopped = await aside('feed', 'stop', campaignId)
  assert.equal(stopped.out, `${campaignId} has no feed any more; its ads stay.\n`)
  const none = await aside('feed', 'show', campaignId)
  assert.equal(none.code, 1)
  assert.match(none.err, new RegExp(`${campaignId} has no feed\\.[^]+aside feed set ${campaignId} https:`))
  assert.match((await aside('feed', 'fetch', campaignId)).err, /has no feed\.[^]+aside feed set/)
})

test('what the file is can be said where neither its host nor its name does, and is forgotten where it is not said again', async () => {
  const { campaignId } = await openCampaign(service, { advertiser: { name: 'Sieve', domain: 'sieve.example' } })
  const path = `/api/v1/campaigns/${campaignId}`
  const formatNow = async () => (await service.must('GET', path)).feed.format
  file = 'id,title,landingUrl\nv,Sieve,https://sieve.example/v\n'
  const nameless = new URL('/export?id=7', url).href
  const set = await aside('feed', 'set', campaignId, nameless, '--type', 'csv')
  assert.equal(set.code, 0, set.err)
  assert.match(set.out, /\/export\?id=7 as csv every 24 hours; it is (?:fetched next|being fetched)\n$/)
  assert.equal(await formatNow(), 'csv')
  const { out } = await aside('feed', 'fetch', campaignId)
  assert.match(
    out,
    /as csv every 24 hours; next \S+Z\n\nFetched \S+Z: [01] imported, 0 updated, [01] unchanged, 0 rejected\n$/,
  )
  for (const [type, format] of Object.entries({ ndjson: 'ndjson', tsv: 'merchant-tsv', xml: 'merchant-xml' })) {
    const { out } = await aside('feed', 'set', campaignId, nameless, '--type', type)
    assert.match(out, new RegExp(` as ${type} every 24 hours`))
    assert.equal(await formatNow(), format)
  }
  await aside('feed', 'set', campaignId, nameless)
  assert.equal(await formatNow(), undefined)
})

test('who asks again within a minute is told how long to wait, and not that the limit of a key may be raised', async (t) => {
  const other = await openPlace()
  const limited = await startProcess(other, { ...SETTINGS, ASIDE_RATE_LIMIT: 'on' })
  t.after(async () => {
    await limited.kill()
    other.remove()
  })
  const { campaignId } = await openCampaign(limited)
  file = line('a')
  await limited.must('PATCH', `/api/v1/campaigns/${campaignId}`, { feed: { url } })
  const env = { ASIDE_URL: limited.url, ASIDE_ADMIN_KEY: ADMIN_KEY }
  const first = await runAside(['feed', 'fetch', campaignId], { env })
  assert.equal(first.code, 0, first.err)
  const again = await runAside(['feed', 'fetch', campaignId], { env })
  assert.deepEqual([again.code, again.out], [1, ''])
  assert.match(
    again.err,
    /^Error: This feed was fetched only just, as somebody asked for it; wait \d+ s and ask again\.\nRequest id: /,
  )
})

test('what is used wrongly is said, and exits with 2', async () => {
  const { campaignId } = await openCampaign(service, { advertiser: { name: 'Whisk', domain: 'whisk.example' } })
  for (const [args, words] of [
    [['--every', 'often'], /--every takes a number of hours/],
    [['--every', '500'], /everyHours/],
    [['--type', 'merchant-pdf'], /"merchant-pdf" is no type of feed\.\nGive one of ndjson, csv, tsv, xml\./],
    [['--missing-max', '5'], /--missing-max bounds what --missing archive archives/],
  ] as const) {
    const { code, err } = await aside('feed', 'set', campaignId, url, ...args)
    assert.equal(code, 2, err)
    assert.match(err, words)
  }
  const odd = await aside('feed', 'set', campaignId, 'ftp://shop.example/x')
  assert.deepEqual([odd.code, /must be an https URL/.test(odd.err)], [2, true], odd.err)
})

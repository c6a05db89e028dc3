// The command line beside a real server: from an empty store to ads on the terminal, and the books that follow.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { ADMIN_KEY, openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { until } from '../support/until.ts'
import { runAside, type Said } from './run-aside.ts'

let place: Place
let service: RunningService
let campaignId: string
let publisherKey: string
const folder = mkdtempSync(join(tmpdir(), 'aside-cli-'))

const aside = (args: readonly string[], input?: string | Buffer, env: Record<string, string> = {}): Promise<Said> =>
  runAside(args, {
    env: { ASIDE_URL: service.url, ASIDE_ADMIN_KEY: ADMIN_KEY, ...env },
    ...(input !== undefined && { input }),
  })

const tent = (id: string, title = 'Ridgeline tent for two') =>
  JSON.stringify({ id, title, description: 'A light tent for hikers.', landingUrl: `https://ridgeline.example/${id}` })

before(async () => {
  place = await openPlace()
  service = await startProcess(place, { LOG_LEVEL: 'warn' })
  const advertiser = await service.must('POST', '/api/v1/advertisers', {
    name: 'Ridgeline',
    domain: 'ridgeline.example',
    billing: 'invoiced',
  })
  const campaign = await service.must('POST', '/api/v1/campaigns', {
    advertiserId: advertiser.id,
    name: 'Tents',
    status: 'active',
    budget: { total: '100.00', currency: 'USD' },
    bid: { model: 'cpc', amount: '0.50' },
    pacing: 'asap',
  })
  campaignId = campaign.id
})

after(async () => {
  await service.terminate()
  place.remove()
  rmSync(folder, { recursive: true, force: true })
})

test('a feed is imported, and a bad line makes the exit code 3 and is named', async () => {
  const file = join(folder, 'tents.ndjson')
  writeFileSync(file, `${tent('t-1')}\n{"id":"t-2"}\n${tent('t-3', 'Ridgeline tarp, two persons')}\n`)
  const { code, out } = await aside(['import', file, '--campaign', campaignId])
  assert.match(out, /^2 imported, 0 updated, 0 unchanged, 1 rejected\n/)
  assert.match(out, /^ +2 {2}t-2 +(?:title|landingUrl) /m)
  assert.equal(code, 3)
})

test('rejected lines are shown with all their errors, and of the others it is said how many there are', async () => {
  const lines = Array.from({ length: 13 }, (_, i) => `{"id":"bad-${i}"}\n`)
  const { out } = await aside(['import', '-', '--type', 'ndjson', '--campaign', campaignId], lines.join(''))
  const shown = out.match(/^ +\d+ {2}bad-\d+ /gm)!.map((line) => parseInt(line, 10))
  const errors = shown.filter((line) => line === 1).length
  assert.ok(errors > 1, out)
  assert.equal(shown.length, errors * new Set(shown).size)
  assert.match(out, new RegExp(`\nand ${13 * errors - shown.length} more errors\n$`))
})

test('a feed that is one long line is shown with its first errors alone, and each of them counts once', async () => {
  const feed = (items: number) =>
    `<rss><channel>${'<item><id>7</id><title>Tent</title></item>'.repeat(items)}</channel></rss>`
  const args = ['import', '-', '--type', 'xml', '--campaign', campaignId]
  const two = await aside(args, feed(2))
  assert.match(two.out, /2 rejected\n\n.*\n.*\n.* link +is missing\n$/, 'by the name that the file has for it')
  const many = await aside(args, feed(100))
  assert.match(many.out, /\nand 70 more errors\n$/)
})

test('columns that an import does not read are named', async () => {
  const csv = 'id,title,link,colour,size\nt-1,Ridgeline tent for two,https://ridgeline.example/t-1,red,2\n'
  const { out, err } = await aside(['import', '-', '--type', 'csv', '--campaign', campaignId], csv)
  assert.match(out, /^0 imported, 1 updated, .*\n$/)
  assert.match(err, /^Warning: colour is no field .* ignored\nWarning: size is no field .*\n$/)
  await aside(['import', '-', '--type', 'ndjson', '--campaign', campaignId], tent('t-1'))
})

test('what is there is listed with its id and the name of whom it belongs to, and archived ones where asked for', async () => {
  await service.must('PATCH', `/api/v1/campaigns/${campaignId}`, { endAt: '2040-01-31T22:30:00Z' })
  const campaigns = await aside(['list', 'campaigns'])
  assert.match(
    campaigns.out,
    /^id +name +advertiser +status +cannot serve +starts +ends +bid +total +daily\ncmp_\w+ +Tents +Ridgeline +active +no_publisher +2040-01-31T22:30Z +0\.50 cpc +100\.00\n$/,
  )
  await service.must('PATCH', `/api/v1/campaigns/${campaignId}`, { endAt: null })
  assert.match(
    (await aside(['list', 'campaigns', '--cannot-serve'])).out,
    /^cmp_\w+ +Tents +Ridgeline +active +no_pub/m,
  )
  assert.match(
    (await aside(['list', 'campaigns', '--cannot-serve', '--status', 'paused'])).out,
    /^There are no such campaigns\.$/m,
  )
  assert.match((await aside(['list', 'ads', '--cannot-serve'])).err, /ads cannot be narrowed by --cannot-serve/)
  const one = await aside(['list', 'ads', '--campaign', campaignId, '--limit', '1'])
  assert.match(one.out, /^ad_\w+ +t-3 +Ridgeline tarp, two persons +Tents +active +approved$/m)
  assert.match(one.err, /There are more than these 1; --limit shows them/)
  const { data, nextCursor } = JSON.parse((await aside(['list', 'ads', '--json'])).out)
  assert.deepEqual([data.map((ad: any) => ad.externalId), nextCursor], [['t-3', 't-1'], null])

  const { id } = await service.must('POST', '/api/v1/publishers', { name: 'Gone' })
  await service.must('DELETE', `/api/v1/publishers/${id}`)
  assert.match((await aside(['list', 'publishers'])).out, /^There are no publishers yet\.\n$/)
  const unknown = await aside(['list', 'ads', '--campaign', 'typo'])
  assert.deepEqual([unknown.code, unknown.out], [1, ''])
  assert.match(unknown.err, /There is no campaign typo\./)
  assert.match(
    (await aside(['list', 'publishers', '--archived'])).out,
    /^pub_\w+ +Gone +active +[\d-]{10} +[\d-]{10}$/m,
  )
})

test('who changed what is listed, of one thing and between two times', async () => {
  const { err } = await aside(['list', 'changes', '--entity', campaignId, '--archived'])
  assert.match(err, /Nothing of a list of changes is ever archived/)
  assert.match((await aside(['list', 'ads', '--entity', campaignId])).err, /ads cannot be narrowed by --entity/)
  assert.match((await aside(['list', 'changes', '--from', 'soon'])).err, /--from takes a time/)
  await service.must('PATCH', `/api/v1/campaigns/${campaignId}`, { budget: { daily: '120.00' } })
  await service.must('PATCH', `/api/v1/campaigns/${campaignId}`, { budget: { daily: '100.00' } })
  const { out } = await aside(['list', 'changes', '--entity', campaignId, '--key', 'key_operator'])
  assert.match(out, /^at +key +what +of +fields\n/)
  assert.match(out, /^\d{4}-\S+Z +key_operator +changed +cmp_\w+ +budget\.daily 120\.00 → 100\.00$/m)
  assert.match(out, /^\d{4}-\S+Z +key_operator +imported +cmp_\w+ +imported \d+/m)
  const { data } = JSON.parse((await aside(['list', 'changes', '--to', '2026-01-01', '--json'])).out)
  assert.deepEqual(data, [])
})

test('the same feed again, gzipped and through standard input, changes nothing', async () => {
  const { code, out } = await aside(
    ['import', '-', '--type', 'ndjson', '--campaign', campaignId, '--json'],
    gzipSync(`${tent('t-1')}\n`),
  )
  const { imported, updated, unchanged, rejected } = JSON.parse(out)
  assert.deepEqual(
    { code, imported, updated, unchanged, rejected },
    { code: 0, imported: 0, updated: 0, unchanged: 1, rejected: 0 },
  )
})

test('a whole feed archives what it does not name, and where it may not be whole the exit code is 3', async () => {
  const advertiser = await service.must('POST', '/api/v1/advertisers', { name: 'Whole', domain: 'whole.example' })
  const bid = { model: 'cpc', amount: '0.50' }
  const { id } = await service.must('POST', '/api/v1/campaigns', { advertiserId: advertiser.id, name: 'Whole', bid })
  const send = (feed: string, ...more: string[]) =>
    aside(['import', '-', '--type', 'ndjson', '--campaign', id, ...more], feed)
  await send(`${tent('w-1')}\n${tent('w-2')}\n${tent('w-3')}\n`)
  const cut = await send(`${tent('w-1')}\n${tent('w-2').slice(0, -20)}`, '--missing', 'archive')
  assert.match(cut.err, /^Warning: No ad was archived for not being in the file: line 2 does not say /m)
  assert.match(cut.out, /^0 imported, 0 updated, 1 unchanged, 1 rejected\n/)
  const few = await send(`${tent('w-1')}\n`, '--missing', 'archive')
  assert.match(few.err, /2 of 3 ads are not in it, more than 50 percent/)
  assert.deepEqual([cut.code, few.code], [3, 3])
  const done = await send(`${tent('w-1')}\n`, '--missing', 'archive', '--missing-max', '100')
  assert.deepEqual(
    [done.code, done.out, done.err],
    [0, '0 imported, 0 updated, 1 unchanged, 2 archived, 0 rejected\n', ''],
  )
  for (const wrong of [
    ['--missing', 'drop'],
    ['--missing-max', '10'],
    ['--missing', 'archive', '--missing-max', '101'],
  ]) {
    assert.equal((await send('', ...wrong)).code, 2, wrong.join(' '))
  }
  await service.must('DELETE', `/api/v1/advertisers/${advertiser.id}`)
})

test('a gzipped feed that is cut short is told', async () => {
  const whole = gzipSync(`${tent('t-1')}\n`)
  const args = ['import', '-', '--type', 'ndjson', '--campaign', campaignId]
  const { code, err } = await aside(args, whole.subarray(0, -9))
  assert.equal(code, 1)
  assert.match(err, /The gzipped file is damaged or cut short \(.+\)\.\n.*send the whole file/)
})

test('https where the server speaks http is told, with what to change', async () => {
  const { code, err } = await aside(['report', '--url', service.url.replace('http:', 'https:')])
  assert.equal(code, 1)
  assert.match(err, /The connection to https:\S+ broke: EPROTO\.\n.*Write http:\/\//)
})

test('an unknown campaign is told before the feed is sent', async () => {
  const { code, err } = await aside(['import', '-', '--type', 'csv', '--campaign', 'cmp_none'], 'id,title\n')
  assert.match(err, /campaign/i)
  assert.equal(code, 1)
})

test('a publisher and its key are made in one go, and the key alone is printed', async () => {
  const { code, out, err } = await aside(['keys', 'create', '--new-publisher', 'Chat App', '--name', 'the tests'])
  assert.equal(code, 0)
  assert.match(out, /^ak_live_\w+\n$/)
  assert.match(err, /shown this once/)
  publisherKey = out.trim()
})

test('an answer is drawn as cards with label, brand and link', async () => {
  await until('the tents are served', 5_000, async () =>
    (await aside(['ask', 'a tent for two persons'])).out.includes('Ridgeline tent'),
  )
  const { code, out } = await aside(['ask', 'a tent for two persons', '--key', publisherKey])
  assert.equal(code, 0)
  assert.match(out, /╭─ Sponsored · Ridgeline ─+ 0\.\d\d ─╮/)
  assert.match(out, /│ Ridgeline tent for two +│/)
  assert.ok(out.includes(`${service.url}/c/`), out)
  assert.match(out, /^req_\w+$/m)
  const widths = out
    .split('\n')
    .filter((line) => /^[╭│╰]/.test(line))
    .map((line) => line.length)
  assert.deepEqual([...new Set(widths)], [80], 'all lines of a card are as wide')
})

test('a question with the operator key is a test, and its key does not stay good', async () => {
  const { code, out, err } = await aside(['ask', 'a tent for two persons', '--json'])
  assert.equal(code, 0)
  assert.match(err, /^Asked for the newest publisher, .+; --publisher <id> names another\.$/m)
  assert.equal(JSON.parse(out).test, true)
  const { data } = await service.must('GET', '/api/v1/keys?limit=100')
  const left = data.filter((key: { name?: string; revokedAt?: string }) => key.name === 'aside ask' && !key.revokedAt)
  assert.deepEqual(left, [])
})

test('--explain shows what was understood and what became of each candidate', async () => {
  const { out } = await aside(['ask', '--explain', 'a tent for two persons', '--key', publisherKey])
  assert.match(out, /^language +(?:English|unknown, too few words tell it)$/m)
  assert.match(out, /^commercial intent +\d\.\d\d$/m)
  assert.match(out, /^t-1 .* shown$/m)
  const [, score] = /^t-1 +\S+ +(\S+)/m.exec(out) ?? []
  assert.match(score!, /^\d+(?:\.\d+)?$/, 'no powers of ten')
})

test('why tells of one decision how each candidate fared, at which price and who set it', async () => {
  const asked = JSON.parse((await aside(['ask', 'a tent for two persons', '--key', publisherKey, '--json'])).out)
  const { code, out } = await aside(['why', asked.requestId])
  assert.equal(code, 0)
  assert.match(out, new RegExp(`^${asked.requestId} .* pub_`, 'm'))
  const [head] = /^ad +relevance .*$/m.exec(out) ?? []
  assert.deepEqual(head?.trim().split(/ {2,}/), [
    'ad',
    'relevance',
    'rate',
    'bid',
    'score',
    'first',
    'pace',
    'price',
    'set by',
    'outcome',
  ])
  assert.match(out, /^t-1 +0\.\d+ +0\.\d+ +0\.50 cpc .* 0\.01 +floor +shown$/m)
  const told = JSON.parse((await aside(['why', asked.requestId, '--json'])).out)
  const [candidate] = told.explain.candidates.filter(({ externalId }: { externalId?: string }) => externalId === 't-1')
  assert.deepEqual(
    { share: candidate.pacing.share, setBy: candidate.priceSetBy, price: candidate.price.amount },
    { share: 1, setBy: 'floor', price: '0.01' },
  )
  assert.equal((await aside(['why', 'req_unknown'])).code, 1)
})

test('why tells of a campaign whether it can serve, what keeps it, and what recent decisions made of it', async () => {
  const { code, out } = await aside(['why', campaignId])
  assert.equal(code, 0)
  assert.match(out, new RegExp(`^${campaignId}  can serve$`, 'm'))
  assert.match(out, /^publishers: \d+ open$/m)
  assert.match(out, /^served +\d+ +\d+\.\d %$/m)

  const path = `/api/v1/campaigns/${campaignId}`
  const targeting = { countries: ['FR'] }
  await service.must('PATCH', path, { startAt: '2090-01-01T00:00:00Z', targeting })
  await aside(['ask', 'a tent for two persons', '--country', 'DE', '--key', publisherKey])
  const kept = (await aside(['why', campaignId])).out
  assert.match(kept, new RegExp(`^${campaignId}  cannot serve$`, 'm'))
  assert.match(kept, /^scheduled until 2090-01-01T00:00:00.000Z\nThe campaign has not begun/m)
  assert.match(kept, /^targeting: countries +[1-9]/m)
  await service.must('PATCH', path, { startAt: null })
  const warm = ['why', campaignId, '--query', 'Where can I buy a warm tent?']
  assert.match((await aside(warm)).out, /^Its targeting keeps the campaign away: countries\.$/m)
  assert.doesNotMatch((await aside([...warm, '--country', 'FR'])).out, /keeps the campaign away/)
  await service.must('PATCH', path, { targeting: null })
  const tried = await aside(warm)
  assert.match(tried.out, /language English, commercial intent \d\.\d\d, the best of all campaigns in flight \d\.\d{3}/)
  assert.match(tried.out, /^relevance +ad +title +words +outcome$/m)
  const match = JSON.parse((await aside(['why', campaignId, '--query', 'a tent', '--json'])).out)
  assert.deepEqual([match.campaignId, match.ads.length > 0], [campaignId, true])
  assert.equal((await aside(['why', 'cmp_unknown'])).code, 1)
})

test('a campaign for a region is shown to who is said to be there', async () => {
  const path = `/api/v1/campaigns/${campaignId}`
  await service.must('PATCH', path, { targeting: { regions: ['US-CA'] } })
  const adsIn = async (...options: string[]) =>
    JSON.parse((await aside(['ask', 'a tent for two persons', '--json', '--key', publisherKey, ...options])).out)
      .slots[0].ads.length
  assert.ok((await adsIn('--region', 'US-CA')) > 0)
  assert.ok((await adsIn('--country', 'US', '--region', 'CA')) > 0)
  assert.equal(await adsIn('--country', 'US'), 0)
  await service.must('PATCH', path, { targeting: null })
})

test('what the answer warns of stands on standard error, and --json stays what the API says', async () => {
  const { out, err } = await aside(['ask', 'a tent', '--country', 'QQ', '--json', '--key', publisherKey])
  const [{ message }] = JSON.parse(out).warnings
  assert.equal(err, `Warning: ${message}\n`)
  const shown = (await aside(['ask', 'a tent', '--country', 'QQ', '--key', publisherKey])).out
  assert.doesNotMatch(shown.replace(/https?:\S+|req_\w+/g, ''), /QQ/, 'links and ids hold letters by chance')

  // A server that no longer knows what we ask it for.
  const ignored = { code: 'unknown_field', message: 'limit is no parameter here and was ignored', field: 'limit' }
  const answers = { data: [], rows: [], nextCursor: null, id: 'key_1', warnings: [ignored, null, {}] }
  const server = createServer((_request, response) =>
    response.setHeader('x-request-id', 'req_1').end(JSON.stringify(answers)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const env = { ASIDE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  for (const command of [
    ['list', 'campaigns'],
    ['keys', 'list'],
    ['keys', 'revoke', 'key_1'],
    ['report', '--json'],
  ]) {
    const said = await aside(command, undefined, env)
    assert.deepEqual([said.code, said.err], [0, `Warning: ${ignored.message}\n`], command.join(' '))
  }
  server.close()
})

test('a slot that stays empty says why', async () => {
  const { code, out } = await aside(['ask', 'a tent', '--format', 'entity_link', '--key', publisherKey])
  assert.equal(code, 0)
  assert.match(out, /No ad: missing_response_text \(208\)/)
})

test('colours come where they are asked for and nowhere else', async () => {
  const args = ['ask', 'a tent for two persons', '--key', publisherKey]
  assert.doesNotMatch((await aside(args)).out, /\u001b/)
  assert.match((await aside(args, undefined, { FORCE_COLOR: '1' })).out, /\u001b\[33m Sponsored/)
  assert.doesNotMatch((await aside(args, undefined, { FORCE_COLOR: '1', NO_COLOR: '1' })).out, /\u001b/)
})

test('a click is in the report once, and the books close', async () => {
  const asked = JSON.parse(
    (await aside(['ask', 'a tent for two persons', '--key', publisherKey, '--count', '1', '--json'])).out,
  )
  const browser = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    accept: 'text/html',
    'accept-language': 'en',
  }
  const clicked = await fetch(asked.slots[0].ads[0].tracking.clickUrl, { redirect: 'manual', headers: browser })
  assert.equal(clicked.status, 302)
  const report = async () => JSON.parse((await aside(['report', '--group-by', 'campaign', '--json'])).out)
  await until('the click is in the report', 5_000, async () => (await report()).totals.clicks === 1)
  const { rows } = await report()
  assert.equal(rows.find((row: { campaign: string }) => row.campaign === campaignId).clicks, 1)

  const drawn = await aside(['report', '--group-by', 'campaign'])
  assert.match(drawn.out, /^Tents .* USD/m)
  assert.match(drawn.out, /^\(all requests\) +[1-9].*\ntotal /m, 'what belongs to no campaign comes last and says so')
  assert.match(drawn.out, /^campaign +requests +filled +fillRate +.* +ecpm$/m)
  assert.match(drawn.out, /^total +\d+ +\d+ +\d+\.\d\d % .* USD +\d+\.\d+ USD$/m)
  assert.match(drawn.out, /^Tents +0 +\d+ +[1-9]\d* +[^%]* \d+\.\d\d % /m, 'of a campaign alone there is no fill rate')
  assert.match(drawn.out, /^\(all requests\) [^%]*% [^%]*$/m, 'and of what was not shown no click rate')
  const own = JSON.parse((await aside(['report', '--campaign', campaignId, '--group-by', 'ad', '--json'])).out)
  assert.equal(own.totals.clicks, 1)
  assert.ok(
    own.rows.every(({ ad }: { ad: string }) => ad !== ''),
    'what belongs to no campaign is left out',
  )
  const empty = JSON.parse((await aside(['report', '--empty-slots', '--json'])).out)
  const { requests, filled } = (await report()).totals
  assert.equal(empty.totals.count, requests - filled)
  const reasons = await aside(['report', '--empty-slots', '--group-by', 'slot,reason'])
  assert.match(reasons.out, /^slot +reason +empty +share$/m)
  assert.match(reasons.out, /^\S+ +missing_response_text +1 +\d+\.\d\d %$/m)
  assert.match(reasons.out, new RegExp(`^total +${empty.totals.count}\\s*$`, 'm'))
  assert.match((await aside(['report', '--empty-slots', '--csv'])).out, /^reason,code,count\r?\n/)
  const reach = await aside(['report', '--reach', '--campaign', campaignId])
  assert.match(reach.out, /Impressions of nobody known: \d+\.\s*$/)
  const told = JSON.parse((await aside(['report', '--reach', '--campaign', campaignId, '--json'])).out)
  assert.deepEqual([told.campaignId, told.frequency.length], [campaignId, 10])
  const foreign = await aside(['report', '--publisher', 'pub_none'])
  assert.deepEqual([foreign.code, foreign.err.includes('There is no publisher pub_none')], [1, true])
  const csv = await aside(['report', '--group-by', 'campaign', '--csv'])
  assert.match(csv.out, /^campaign,/)
  assert.ok(csv.out.includes(`\n${campaignId},`) || csv.out.includes(`\r\n${campaignId},`), csv.out)

  const verified = await aside(['verify'])
  assert.match(verified.out, /^The books close: \d+ events, \d+ postings, \d+ entries\./)
  assert.equal(verified.code, 0)
})

test('a forecast tells what a campaign would get, bid by bid, and of what is left of its budget', async () => {
  const { code, out } = await aside(['forecast', campaignId, '--bid', '0.001, 0.50', '--days', '7'])
  assert.equal(code, 0)
  assert.match(out, new RegExp(`^${campaignId}  in 7 days$`, 'm'))
  assert.match(out, /^bid +impressions +clicks +people +spend, USD +won +ended by$/m)
  assert.match(out, /^0\.001 cpc +0 \(0–0\) +0 \(0–0\) .* 0 +traffic$/m, 'below the floor')
  assert.match(out, /^0\.50 cpc +[1-9]\d* \(\d+–\d+\) .* [1-9]\d* +traffic$/m)

  const path = `/api/v1/campaigns/${campaignId}`
  const { spend } = await service.must('GET', `${path}/delivery`)
  const left = 0.000_002
  const total = (Number(spend.total) + left).toFixed(6)
  assert.ok(Number(spend.total) > 0)
  await service.must('PATCH', path, { budget: { total } })
  const told = JSON.parse((await aside(['forecast', campaignId, '--json'])).out)
  const [forecast] = told.forecasts
  assert.deepEqual([told.campaignId, told.forecasts.length, forecast.days], [campaignId, 1, 30])
  assert.deepEqual(forecast.bid, { model: 'cpc', amount: '0.50' })
  assert.deepEqual([forecast.limitedByBudget, Number(forecast.spend.expected)], [true, left])
  assert.match((await aside(['forecast', campaignId])).out, / budget$/m)
  const endAt = new Date(Date.now() + 40 * 3_600_000).toISOString()
  await service.must('PATCH', path, { budget: { total: '100.00' }, endAt })
  assert.match((await aside(['forecast', campaignId])).out, /  in 2 days$/m)
  await service.must('PATCH', path, { endAt: null })
  const daily = JSON.parse((await aside(['forecast', campaignId, '--daily', '0.000001', '--days', '3', '--json'])).out)
  assert.equal(daily.forecasts[0].spend.expected, '0.000003')

  const { advertiserId } = await service.must('GET', path)
  const fresh = { advertiserId, name: 'Tarps', bid: { model: 'cpm', amount: '2.00' } }
  const { id } = await service.must('POST', '/api/v1/campaigns', fresh)
  assert.match((await aside(['forecast', id])).out, /none of the \d+ decisions on record, so nothing can be told\.$/m)
  for (const wrong of [
    ['ad_1'],
    [id, '--days', 'x'],
    [id, '--days', '91'],
    [id, '--bid', '0.50,'],
    [id, '--bid', '1,'.repeat(21)],
  ])
    assert.equal((await aside(['forecast', ...wrong])).code, 2, wrong.join(' '))
  assert.equal((await aside(['forecast', 'cmp_unknown'])).code, 1)
})

test('keys are listed without secrets, and a revoked one is refused', async () => {
  const listed = await aside(['keys', 'list', '--json'])
  assert.ok(!listed.out.includes(publisherKey))
  const key = JSON.parse(listed.out).data.find(({ name }: { name?: string }) => name === 'the tests')
  assert.match(
    (await aside(['keys', 'list'])).out,
    new RegExp(`^${key.id} +live +Chat App +.* good +\\d{4}-\\d\\d-\\d\\dT\\d\\d:00Z +the tests$`, 'm'),
  )
  assert.equal((await aside(['keys', 'revoke', key.id])).code, 0)
  await until(
    'the key is refused',
    2_000,
    async () => (await aside(['ask', 'a tent', '--key', publisherKey])).code === 1,
  )
  const { err } = await aside(['ask', 'a tent', '--key', publisherKey])
  assert.match(err, /aside keys create/)
})

test('a data folder that a server uses is left alone', async () => {
  const { code, err } = await aside(['verify', '--data-dir', place.dataDir])
  assert.match(err, new RegExp(`in use by the process ${service.pid}`))
  assert.equal(code, 1)
})

test('a lost operator key is not replaced beside a running server, and what helps is said', async () => {
  const { code, err } = await aside(['keys', 'reset-operator', '--data-dir', place.dataDir])
  assert.match(err, /Stop that server first\.[^]*keys create --operator/)
  assert.doesNotMatch(err, /HTTP/)
  assert.equal(code, 1)
})

test('once the server is stopped its folder can be verified, copied, and given a new operator key', async () => {
  await service.terminate()
  const verified = await aside(['verify', '--data-dir', place.dataDir, '--json'])
  assert.equal(JSON.parse(verified.out).ok, true)

  const copy = join(folder, 'copy.db')
  const backedUp = await aside(['backup', copy, '--data-dir', place.dataDir, '--json'])
  assert.equal(JSON.parse(backedUp.out).path, copy)
  const again = await aside(['backup', copy, '--data-dir', place.dataDir])
  assert.match(again.err, /already exists/)
  assert.equal(again.code, 1)

  const nowhere = await aside(['backup', join(folder, 'missing', 'b.db'), '--data-dir', place.dataDir])
  assert.match(nowhere.err, /missing, which does not exist/)
  assert.deepEqual([nowhere.code, existsSync(join(folder, 'missing'))], [2, false])

  const reset = await aside(['keys', 'reset-operator', '--data-dir', place.dataDir])
  assert.match(reset.out, /^ak_live_\w+\n$/)
  service = await startProcess(place, { LOG_LEVEL: 'warn', ASIDE_ADMIN_KEY: '' })
  const withNewKey = await aside(['verify'], undefined, { ASIDE_ADMIN_KEY: reset.out.trim() })
  assert.equal(withNewKey.code, 0)
  const told = await aside(['list', 'changes', '--key', 'command_line'], undefined, {
    ASIDE_ADMIN_KEY: reset.out.trim(),
  })
  assert.match(told.out, /^\d{4}-\S+Z +command_line +rolled +key_operator$/m)
  assert.equal((await aside(['verify'])).code, 1, 'the key of the environment ended with it')
})

// Money after the charge, over HTTP: reversals, corrections, statements, invoices, withdrawals, and a recount by a stranger.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { OPERATOR_KEY_ID } from '../../src/actions/keys/authenticate.ts'
import { writeHash } from '../../src/actions/write-hash.ts'
import { until } from '../support/until.ts'
import { type AdminService, startAdminService } from './admin-service.ts'

const RECOUNT = fileURLToPath(new URL('../../docs/examples/recount.mjs', import.meta.url))
const BROWSER = {
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
}
const usd = (amount: string) => ({ amount, currency: 'USD' })

let service: AdminService
let shop: { id: string; key: string }
let own: Awaited<ReturnType<AdminService['makeAdvertiser']>>

before(async () => {
  service = await startAdminService({ ASIDE_TRAFFIC_FILTER: 'report', ASIDE_MIN_WITHDRAWAL: '0.50' })
  own = await service.makeAdvertiser('Feather')
  const policy = { intentGate: false, minRelevance: 0, floor: { amount: '0.50' } }
  const { id } = await service.make('publishers', { name: 'Chat', policy })
  const { key } = await service.make('keys', {
    publisherId: id,
    scopes: ['ads:request', 'events:write', 'reports:read'],
  })
  shop = { id, key }
  const ad = { campaignId: own.campaign.id, title: 'Bassoon reeds', landingUrl: 'https://shop.example/?c={click_id}' }
  await service.make('ads', ad)
})
after(() => service.stop())

/** Shows the ad and clicks on it: 0.50 charged, 0.35 earned. */
async function click(): Promise<string> {
  const { body } = await service.call(
    'POST',
    '/api/v1/ads/request',
    { conversationContext: { query: 'bassoon reeds' }, slots: [{ slotId: 'main', format: 'action_card' }] },
    { key: shop.key },
  )
  const [ad] = body.slots[0].ads
  const path = ad.tracking.clickUrl.slice(service.config.baseUrl.length)
  const reply = await service.call('GET', path, undefined, { headers: BROWSER })
  assert.equal(reply.status, 302)
  assert.equal(reply.headers.get('location'), `https://shop.example/?c=${ad.impressionId}`)
  return ad.impressionId
}
const post = (path: string, body: object, options = {}) => service.call('POST', `/api/v1/${path}`, body, options)
const get = async (path: string, key?: string) =>
  (await service.call('GET', `/api/v1/${path}`, undefined, key ? { key } : {})).body
const balance = () => get(`publishers/${shop.id}/balance`, shop.key)
const funds = async () => (await get(`advertisers/${own.advertiser.id}/funds`)).balance.amount

test('clicks found invalid are refunded once, and the reports and balances show it', async () => {
  const ids = [await click(), await click(), await click()]
  assert.deepEqual([await funds(), (await balance()).pending], ['-1.50', usd('1.05')])
  const named = [`${ids[0]}:click`, { impressionId: ids[1], type: 'click' }, 'imp_01ARZ3NDEKTSV4RRFFQ69G5FAV_00']
  const first = await post('reversals', { events: named, reason: 'click farm' })
  assert.equal(first.status, 201, first.text)
  const { id, ...counts } = first.body
  assert.match(id, /^rev_/)
  const money = { refunded: usd('1.00'), takenFromPublishers: usd('0.70') }
  assert.deepEqual(counts, { reversed: 4, already: 0, unknown: 1, more: false, dryRun: false, ...money })
  assert.deepEqual([await funds(), (await balance()).pending], ['-0.50', usd('0.35')])
  const again = (await post('reversals', { events: named, reason: 'click farm' })).body
  assert.deepEqual([again.reversed, again.already, again.refunded], [0, 4, usd('0.00')])
  const { totals } = await get(`reports?campaignId=${own.campaign.id}`)
  assert.deepEqual([totals.clicks, totals.spend.amount, totals.ignored.reversed], [1, '0.50', 4])

  const filter = { publisherId: shop.id, types: ['click'] }
  const trial = await post('reversals', { filter, reason: 'look', dryRun: true })
  assert.deepEqual([trial.status, trial.body.id], [200, undefined], 'nothing was made')
  const { dryRun: _isTrial, to, ...wouldTake } = trial.body
  assert.ok(Math.abs(Date.now() - Date.parse(to)) < 60_000)
  assert.deepEqual([wouldTake.refunded, await funds()], [usd('0.50'), '-0.50'])
  const { id: _id, dryRun: _isReal, ...took } = (await post('reversals', { filter, reason: 'all of it' })).body
  assert.equal(took.reversed, 2)
  assert.deepEqual(wouldTake, took)
  assert.deepEqual([await funds(), (await balance()).pending], ['0.00', usd('0.00')])
  const misspelt = { publisherID: shop.id, kinds: ['click'] }
  for (const body of [
    { reason: 'x' },
    { reason: 'x', filter: {} },
    { reason: 'x', filter: misspelt },
    { reason: 'x', events: ['imp_x:moon'] },
  ]) {
    assert.equal((await post('reversals', body)).status, 400)
  }
  assert.equal((await post('reversals', { events: named, reason: 'x' }, { key: own.key })).status, 403)
})

test('a credit and a correction post once for their reference', async () => {
  const credit = { advertiserId: own.advertiser.id, amount: '5.00', reference: 'goodwill 1' }
  assert.deepEqual((await post('adjustments', credit)).body.balance, usd('5.00'))
  const again = (await post('adjustments', credit)).body
  assert.deepEqual([again.repeated, again.balance], [true, usd('5.00')])
  assert.equal((await post('adjustments', { ...credit, amount: '6.00' })).status, 409)
  const back = { advertiserId: own.advertiser.id, amount: '-5.00', reference: 'goodwill 1 back' }
  assert.deepEqual((await post('adjustments', back)).body.balance, usd('0.00'))
  assert.equal((await post('adjustments', { amount: '1.00', reference: 'whose' })).body.error.field, 'advertiserId')
  const wire = { amount: '1.00', reference: 'wire 18' }
  const path = `advertisers/${own.advertiser.id}/funds`
  assert.deepEqual([(await post(path, wire)).body.repeated, (await post(path, wire)).body.repeated], [false, true])
  assert.equal((await post(path, { ...wire, amount: '2.00' })).status, 409)
})

test('earnings of today are pending; what is available can be withdrawn, paid or canceled', async () => {
  await click()
  assert.deepEqual((await balance()).available, usd('0.00'))
  assert.equal((await post('adjustments', { publisherId: shop.id, amount: '3.007', reference: 'launch' })).status, 201)
  const ask = (body: object, key = shop.key) => post('withdrawals', body, { key })
  const refused = async (amount: string) => {
    const { status, body } = await ask({ amount })
    return `${status} ${body.error.message}`
  }
  assert.match(await refused('1.00'), /^409 .* no payoutMethod yet; an operator sets it on the publisher$/)
  const payoutMethod = { type: 'bank_transfer', account: 'DE00 1234', name: 'Chat Ltd' }
  const set = await service.call('PATCH', `/api/v1/publishers/${shop.id}`, { payoutMethod })
  assert.deepEqual(set.body.payoutMethod, payoutMethod)
  assert.equal((await ask({ amount: '0.49' })).body.error.field, 'amount')
  assert.equal(await refused('1.001'), '400 amount must be one that can be paid in USD, such as "1.00"')
  assert.equal(await refused('3.01'), '409 The amount is more than what is available, which is 3.007')

  const made = await ask({ amount: '1.00' })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(
    [made.body.status, made.body.amount, made.body.payoutMethod],
    ['submitted', usd('1.00'), payoutMethod],
  )
  assert.deepEqual((await balance()).inTransit, usd('1.00'))
  const move = (id: string, body: object, key?: string) =>
    service.call('PATCH', `/api/v1/withdrawals/${id}`, body, key === undefined ? {} : { key })
  assert.equal((await move(made.body.id, { status: 'paid' }, shop.key)).status, 403)
  assert.equal((await move(made.body.id, { status: 'paid' })).status, 409, 'not before it is processing')
  assert.equal((await move(made.body.id, { status: 'processing', reference: 'batch 1' })).body.status, 'processing')
  const late = await move(made.body.id, { status: 'canceled' }, shop.key)
  assert.equal(late.status, 409, 'no longer only submitted')
  assert.match(late.body.error.message, /is processing, and cannot become canceled; what comes next is paid$/)
  assert.equal((await move(made.body.id, { status: 'processing' }, shop.key)).status, 403, 'never by a publisher')
  const done = (await move(made.body.id, { status: 'paid', reference: 'SEPA 9' })).body
  assert.equal(done.reference, 'SEPA 9')
  assert.deepEqual(
    done.history.map(({ status, reference }: any) => [status, reference]),
    [
      ['submitted', undefined],
      ['processing', 'batch 1'],
      ['paid', 'SEPA 9'],
    ],
    'what was said at each step is kept',
  )
  assert.equal((await move(made.body.id, { status: 'canceled' })).status, 409)
  assert.equal((await move(made.body.id, { status: 'canceled' }, shop.key)).status, 409)
  const rest = (await ask({})).body
  assert.deepEqual(rest.amount, usd('2.00'), 'whole cents; the rest stays')
  assert.equal((await move(rest.id, { status: 'canceled' }, shop.key)).body.status, 'canceled')
  const least = (await ask({ amount: '0.50' })).body
  assert.deepEqual(least.amount, usd('0.50'), 'the least that can be withdrawn')
  assert.equal((await move(least.id, { status: 'canceled' })).body.status, 'canceled')
  const { available, inTransit, paid } = await balance()
  assert.deepEqual([available, inTransit, paid], [usd('2.007'), usd('0.00'), usd('1.00')])
  const list = await get('withdrawals', shop.key)
  assert.deepEqual(
    list.data.map(({ status }: any) => status),
    ['canceled', 'canceled', 'paid'],
  )
  assert.deepEqual((await get('withdrawals', own.key)).data, [])
})

test('a publisher never cancels a withdrawal that is being paid, however close together both come', async () => {
  for (let round = 0; round < 20; round++) {
    const { id } = (await post('withdrawals', { amount: '0.50' }, { key: shop.key })).body
    const path = `/api/v1/withdrawals/${id}`
    const replies = await Promise.all([
      service.call('PATCH', path, { status: 'processing' }),
      service.call('PATCH', path, { status: 'canceled' }, { key: shop.key }),
    ])
    assert.equal(replies.filter(({ status }) => status === 200).length, 1, `round ${round}`)
    await service.call('PATCH', path, { status: 'canceled' })
  }
})

test('a withdrawal that is sent again after its answer was forgotten is the first one, and money leaves once', async () => {
  const before = await balance()
  const headers = { 'idempotency-key': 'payout of May' }
  const ask = (amount: string) => post('withdrawals', { publisherId: shop.id, amount }, { headers })
  const first = await ask('0.60')
  assert.equal(first.status, 201, first.text)
  // As after a day, when the service has forgotten that it was asked.
  await service.store.idempotency.abandon(writeHash(OPERATOR_KEY_ID, 'payout of May'))
  const again = await ask('0.60')
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed'), again.text], [201, null, first.text])
  assert.deepEqual((await balance()).inTransit, usd('0.60'))
  await service.store.idempotency.abandon(writeHash(OPERATOR_KEY_ID, 'payout of May'))
  assert.equal((await ask('0.70')).body.error.code, 'conflict')
  await service.store.idempotency.abandon(writeHash(OPERATOR_KEY_ID, 'payout of May'))
  const { id: publisherId } = await service.make('publishers', { name: 'Neighbour' })
  assert.equal((await post('withdrawals', { publisherId, amount: '0.60' }, { headers })).body.error.code, 'conflict')
  await service.call('PATCH', `/api/v1/withdrawals/${first.body.id}`, { status: 'canceled' })
  assert.deepEqual(await balance(), before)
})

test('an archived publisher is still paid, to an account that was not told before', async () => {
  const { id: publisherId } = await service.make('publishers', { name: 'Closing' })
  await service.make('adjustments', { publisherId, amount: '4.00', reference: 'closing' })
  assert.equal((await service.call('DELETE', `/api/v1/publishers/${publisherId}`)).status, 200)
  const change = (body: object) => service.call('PATCH', `/api/v1/publishers/${publisherId}`, body)
  const payoutMethod = { type: 'paypal', account: 'closing@talk.example' }
  assert.equal((await post('withdrawals', { publisherId })).status, 409)
  assert.equal((await change({ payoutMethod, name: 'Open again' })).status, 404)
  assert.equal((await change({ policy: { minRelevance: 0 } })).status, 404)
  assert.deepEqual((await change({ payoutMethod })).body.payoutMethod, payoutMethod)
  const paid = await post('withdrawals', { publisherId })
  assert.deepEqual([paid.status, paid.body.amount, paid.body.payoutMethod], [201, usd('4.00'), payoutMethod])
})

test('a step that a withdrawal cannot take is told with those that it can', async () => {
  const { id: publisherId } = await service.make('publishers', {
    name: 'Steps',
    payoutMethod: { type: 'paypal', account: 'steps@talk.example' },
  })
  await service.make('adjustments', { publisherId, amount: '4.00', reference: 'steps' })
  const { id } = (await post('withdrawals', { publisherId })).body
  const step = async (status: string) =>
    (await service.call('PATCH', `/api/v1/withdrawals/${id}`, { status })).body.error?.message
  assert.equal(
    await step('paid'),
    'This withdrawal is submitted, and cannot become paid; what comes next is processing or canceled',
  )
  await step('canceled')
  assert.equal(await step('paid'), 'This withdrawal is canceled, and cannot become paid; that is final')
})

test('a test key moves no money that was earned', async () => {
  const scopes = ['ads:request', 'reports:read']
  const { key } = await service.make('keys', { publisherId: shop.id, mode: 'test', scopes })
  const { data } = await get('withdrawals', shop.key)
  const asked = await post('withdrawals', { amount: '0.50' }, { key })
  const canceled = await service.call('PATCH', `/api/v1/withdrawals/${data[0].id}`, { status: 'canceled' }, { key })
  assert.deepEqual([asked.status, canceled.status], [403, 403])
  assert.match(asked.body.error.message, /test key moves no money/)
})

test('what a publisher has is its own affair', async () => {
  const { id } = await service.make('publishers', { name: 'Other' })
  const { key } = await service.make('keys', { publisherId: id, scopes: ['events:write', 'reports:read'] })
  const as = { key }
  const { data } = await get('withdrawals', shop.key)
  assert.equal((await service.call('GET', `/api/v1/publishers/${shop.id}/balance`, undefined, as)).status, 404)
  assert.equal((await service.call('GET', `/api/v1/withdrawals/${data[0].id}`, undefined, as)).status, 404)
  assert.equal((await post('withdrawals', { publisherId: shop.id, amount: '0.50' }, as)).status, 404)
  assert.equal(
    (await service.call('PATCH', `/api/v1/withdrawals/${data[0].id}`, { status: 'canceled' }, as)).status,
    404,
  )
  const list = async (query: string, key?: string) => {
    const { status, body } = await service.call('GET', `/api/v1/${query}`, undefined, { key })
    return [status, body.error?.field]
  }
  for (const path of ['withdrawals', 'statements']) {
    assert.deepEqual(await list(`${path}?publisherId=${shop.id}`, key), [404, 'publisherId'])
    assert.deepEqual(await list(`${path}?publisherId=typo`), [404, 'publisherId'])
    assert.deepEqual(await list(`${path}?publisherId=${id}`, key), [200, undefined])
  }
  assert.deepEqual(await list('invoices?advertiserId=typo'), [404, 'advertiserId'])
})

test('statements and invoices are made on demand, confirmed, and read as JSON, CSV and a page', async () => {
  const made = await post('statements', { publisherId: shop.id })
  assert.equal(made.status, 201, made.text)
  const { id, status, earned, reversed, adjusted, paid, closing } = made.body
  assert.deepEqual([status, earned, reversed], ['open', usd('1.40'), usd('-1.05')])
  assert.deepEqual([adjusted, paid, closing], [usd('3.007'), usd('1.00'), usd('2.357')])
  assert.equal((await post('statements', { publisherId: shop.id })).status, 409)
  const confirm = () => service.call('PATCH', `/api/v1/statements/${id}`, { status: 'confirmed' })
  assert.equal((await confirm()).body.status, 'confirmed')
  assert.equal((await confirm()).status, 409)

  const invoice = (await post('invoices', { advertiserId: own.advertiser.id })).body
  const sums = [invoice.charged, invoice.refunded, invoice.adjusted, invoice.received, invoice.closing]
  assert.deepEqual(sums, [usd('2.00'), usd('1.50'), usd('0.00'), usd('1.00'), usd('0.50')])
  assert.deepEqual(invoice.due, usd('0.00'))
  assert.equal(invoice.lines[0].campaignId, own.campaign.id)
  assert.equal((await get('invoices', own.key)).data[0].id, invoice.id)
  assert.equal((await service.call('GET', `/api/v1/invoices/${invoice.id}`, undefined, { key: shop.key })).status, 404)
  assert.equal((await get('statements', shop.key)).data.length, 1)

  for (const path of [`statements/${id}`, `invoices/${invoice.id}`]) {
    const csv = await service.call('GET', `/api/v1/${path}?format=csv`)
    assert.match(csv.headers.get('content-type')!, /^text\/csv/)
    assert.equal(csv.headers.get('content-disposition'), `attachment; filename="${path.split('/')[1]}.csv"`)
    assert.match(
      csv.text,
      path.startsWith('invoices') ? /closing,,,.*\r\n.*,due,,,0\.00,,USD,.*\r\n$/ : /closing,,,.*\r\n$/,
    )
    const [head, first, ...others] = csv.text.trim().split('\r\n')
    assert.match(head!, /,currency,ownerName,lineName,from,to,number,date,dueDate,billedTo,taxId$/)
    assert.match(first!, path.startsWith('invoices') ? /,Feather,Feather campaign,\d{4}-/ : /,Chat,,\d{4}-/)
    const { from, to, number, createdAt, recipient } = (await service.call('GET', `/api/v1/${path}`)).body
    const end = `,,${from},${to},${number},${createdAt.slice(0, 10)},,${recipient.name},`
    for (const line of others) assert.ok(line.endsWith(end), line)
    const page = await service.call('GET', `/api/v1/${path}`, undefined, { headers: { accept: 'text/html' } })
    assert.match(page.headers.get('content-type')!, /^text\/html/)
    assert.match(page.text, /<h1>(Statement STM|Invoice INV)-000001<\/h1>/)
    const name = path.startsWith('invoices') ? `Feather campaign (${own.campaign.id})` : `Chat (${shop.id})`
    assert.ok(page.text.includes(`<td>${name}</td>`), name)
    assert.match(page.text, /<td>Closing balance<\/td><td>\d+\.\d\d/)
  }
})

test('the page about the export names every field of it', async () => {
  const { text: ledger } = await service.call('GET', '/api/v1/ledger/export')
  const page = await readFile(new URL('../../docs/ledger-export.md', import.meta.url), 'utf8')
  const told = new Map([...page.matchAll(/^\| `(\w+)` \|.*$/gm)].map(([row, type]) => [type!, row]))
  const untold = new Set<string>()
  for (const line of ledger.trim().split('\n')) {
    const { type, ...fields } = JSON.parse(line)
    for (const field of Object.keys(fields))
      if (!told.get(type)?.includes(`\`${field}\``)) untold.add(`${type} ${field}`)
  }
  assert.deepEqual([...untold], [])
})

test('a stranger with fifty lines computes every balance, statement and hash again from the export', async () => {
  const { text: ledger, headers } = await service.call('GET', '/api/v1/ledger/export')
  assert.match(headers.get('content-type')!, /^application\/x-ndjson$/)
  assert.equal(headers.get('content-disposition'), 'attachment; filename="ledger.ndjson"')
  const recount = (input: string) => {
    const { stdout, stderr } = spawnSync(process.execPath, [RECOUNT], { input, encoding: 'utf8' })
    return stdout === '' ? { ok: false, faults: [stderr] } : JSON.parse(stdout)
  }
  const found = recount(ledger)
  assert.deepEqual([found.faults, found.ok], [[], true])
  assert.equal(found.head, (await get('ledger/head')).head)
  const { data } = await get('ledger/balances')
  const micros = ({ balance: { amount } }: any) => String(Math.round(Number(amount) * 1e6))
  assert.deepEqual(found.balances, Object.fromEntries(data.map((row: any) => [row.account, micros(row)])))
  assert.equal(found.campaigns[own.campaign.id], '500000')
  const forged = ledger.replace('"closingMicros\\":2357000', '"closingMicros\\":2357001')
  assert.notEqual(forged, ledger)
  assert.equal(recount(forged).ok, false)

  const entries = await service.call('GET', '/api/v1/ledger/export?format=csv')
  assert.equal(entries.headers.get('content-disposition'), 'attachment; filename="ledger.csv"')
  const csv = entries.text.trim().split('\r\n')
  assert.equal(csv[0], 'sequence,posting,kind,account,amount,currency,at,reference')
  assert.equal(csv.length - 1, ledger.match(/\[\d+,"[a-z]+:/g)!.length, 'a line for each entry')
  const { head } = await get('ledger/head')
  const verified = (await service.call('POST', `/api/v1/ledger/verify?head=${head}`)).body
  assert.deepEqual([verified.faults, verified.head], [[], head])
  const other = `${head.slice(0, -1)}${head.endsWith('0') ? '1' : '0'}`
  const told = (await service.call('POST', `/api/v1/ledger/verify?head=${other}`)).body
  assert.match(told.faults.join(), /not the one that was exported/)
  for (const unreadable of ['typo', '99', '99:beef']) {
    const { status, body } = await service.call('POST', `/api/v1/ledger/verify?head=${unreadable}`)
    assert.deepEqual([status, body.error.code, body.error.field], [400, 'validation_error', 'head'], unreadable)
    assert.match(body.error.message, /NUMBER:HASH/)
  }
})

test('a reversal that takes nothing back makes no document, and one that is sent again keeps its id and status', async () => {
  const id = await click()
  const headers = { 'idempotency-key': 'take back the click' }
  const call = () => post('reversals', { events: [`${id}:click`], reason: 'a script' }, { headers })
  const first = await call()
  assert.equal(first.status, 201)
  assert.match(first.body.id, /^rev_/)
  const replay = await call()
  assert.deepEqual([replay.status, replay.text], [201, first.text])
  const events = [`${id}:click`, 'imp_01ARZ3NDEKTSV4RRFFQ69G5FAV_00']
  const nothing = await post('reversals', { events, reason: 'a script' })
  assert.equal(nothing.status, 200)
  assert.equal('id' in nothing.body, false)
  assert.deepEqual([nothing.body.reversed, nothing.body.already, nothing.body.unknown], [0, 2, 1])

  // Once its answer is kept no longer, the key is another call's, which is told apart from the first.
  await service.store.idempotency.abandon(writeHash(OPERATOR_KEY_ID, headers['idempotency-key']))
  const second = { events: [`${await click()}:click`], reason: 'another script' }
  const later = await post('reversals', second, { headers })
  assert.equal(later.status, 201)
  const told = (await get('reversals?limit=2')).data.map((one: Record<string, unknown>) => [
    one.id,
    one.reason,
    one.reversed,
  ])
  assert.deepEqual(told, [
    [later.body.id, 'another script', 2],
    [first.body.id, 'a script', 2],
  ])
})

test('of clicks that were never reversed a filter finds nothing taken back already, and counts each event once', async () => {
  const { campaign } = own
  const before = (await get(`reports?campaignId=${campaign.id}`)).totals.ignored.reversed
  const filter = { campaignId: campaign.id, from: new Date().toISOString() }
  await Promise.all([click(), click()])
  const trial = (await post('reversals', { filter, reason: 'look', dryRun: true })).body
  assert.deepEqual([trial.reversed, trial.already], [4, 0], 'two clicks, and the impressions that they implied')
  await until('the clock is past what was added up', 1_000, async () => Date.now() > Date.parse(trial.to))
  await click()
  const added = { filter: { ...filter, to: trial.to }, reason: 'all that was added up' }
  const { body } = await post('reversals', added)
  assert.deepEqual([body.reversed, body.already, body.refunded, body.to], [4, 0, trial.refunded, undefined])
  assert.equal((await get(`reports?campaignId=${campaign.id}`)).totals.ignored.reversed, before + 4)
  const rest = (await post('reversals', { filter, reason: 'what came since' })).body
  assert.equal(rest.reversed, 2)
  const past = { ...filter, to: '2020-01-01T00:00:00.000Z' }
  assert.equal((await post('reversals', { filter: past, reason: 'look', dryRun: true })).body.to, past.to)
})

test('events are counted once in whatever order they are named, and however many there are', async () => {
  const id = await click()
  const others = Array.from({ length: 300 }, (_, i) => `imp_01ARZ3NDEKTSV4RRFFQ69G${1000 + i}_00`)
  const events = [`${id}:impression`, ...others, `${id}:click`]
  const trial = (await post('reversals', { events, reason: 'look', dryRun: true })).body
  assert.deepEqual([trial.reversed, trial.already, trial.unknown], [2, 0, 300])
  const { body } = await post('reversals', { events, reason: 'all of it' })
  assert.deepEqual([body.reversed, body.already, body.unknown], [2, 0, 300])
})

test('what was taken back is listed, newest first, with why, by whom and what it came to', async () => {
  const from = new Date().toISOString()
  const ids = [await click(), await click()]
  const { key, id: keyId } = await service.make('keys', { name: 'Night shift', scopes: ['admin'] })
  const filter = { campaignId: own.campaign.id, publisherId: shop.id, types: ['click'], from }
  const named = (await post('reversals', { events: [`${ids[0]}:click`, `${ids[0]}:click`], reason: 'one of them' }))
    .body
  const all = (await post('reversals', { filter, reason: 'a script' }, { key })).body
  await post('reversals', { filter, reason: 'nothing left' })
  await post('reversals', { filter, reason: 'a look', dryRun: true })
  const [newest, before, ...older] = (await get('reversals')).data
  const money = { refunded: usd('0.50'), takenFromPublishers: usd('0.35') }
  const { createdAt, ...told } = newest
  assert.ok(Math.abs(Date.now() - Date.parse(createdAt)) < 60_000)
  const by = { keyId, keyName: 'Night shift' }
  assert.deepEqual(told, { id: all.id, reason: 'a script', filter, reversed: 2, ...money, ...by })
  assert.deepEqual(
    [before.id, before.named, before.filter, before.keyId, before.keyName, before.reversed],
    [named.id, 2, undefined, OPERATOR_KEY_ID, undefined, 2],
  )
  assert.ok(older.length > 3)
  assert.deepEqual(await get(`reversals/${all.id}`), newest)
  const first = await get('reversals?limit=1')
  assert.deepEqual(first.data, [newest])
  assert.deepEqual((await get(`reversals?limit=1&cursor=${first.nextCursor}`)).data, [before])
  for (const path of ['reversals', `reversals/${all.id}`])
    assert.equal((await service.call('GET', `/api/v1/${path}`, undefined, { key: shop.key })).status, 403, path)
  for (const path of ['reversals/rev_none', `reversals/${keyId}`])
    assert.equal((await service.call('GET', `/api/v1/${path}`)).status, 404, path)
  for (const none of ['x', ''])
    assert.equal((await service.call('GET', `/api/v1/reversals?cursor=${none}`)).status, 400)
})

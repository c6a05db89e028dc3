// Money in, and the books, over the wire; and writes that are sent twice.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type AdminService, OPERATOR_KEY, startAdminService } from './admin-service.ts'

let service: AdminService
before(async () => {
  service = await startAdminService()
})
after(() => service.stop())

const once = (key: string) => ({ headers: { 'idempotency-key': key } })

test('a payment is in the balance and in the books, and the books close', async () => {
  const { advertiser } = await service.makeAdvertiser('Payer')
  const path = `/api/v1/advertisers/${advertiser.id}/funds`
  const paid = await service.call('POST', path, { amount: '500.00', currency: 'USD', reference: 'wire 17' })
  assert.equal(paid.status, 201)
  assert.deepEqual(paid.body, {
    advertiserId: advertiser.id,
    amount: { amount: '500.00', currency: 'USD' },
    balance: { amount: '500.00', currency: 'USD' },
    reference: 'wire 17',
    repeated: false,
  })
  assert.deepEqual((await service.call('GET', path)).body.balance, { amount: '500.00', currency: 'USD' })
  const { body } = await service.call('GET', '/api/v1/ledger/balances')
  const total = body.data.reduce((sum: number, { balance }: any) => sum + Number(balance.amount), 0)
  assert.equal(total, 0)
  const verified = await service.call('POST', '/api/v1/ledger/verify')
  assert.equal(verified.body.ok, true, verified.text)
})

test('a payment that nothing tells from the same one sent again is posted with a warning', async () => {
  const { advertiser } = await service.makeAdvertiser('Nameless')
  const path = `/api/v1/advertisers/${advertiser.id}/funds`
  const nameless = await service.call('POST', path, { amount: '5.00', colour: 'red' })
  assert.equal(nameless.status, 201)
  assert.deepEqual(
    nameless.body.warnings.map(({ code }: { code: string }) => code),
    ['posted_each_time', 'unknown_field'],
  )
  assert.match(nameless.body.warnings[0].message, /Idempotency-Key/)
  assert.equal((await service.call('POST', path, { amount: '5.00' }, once('told-1'))).body.warnings, undefined)
})

test('what one advertiser has left is read without asking what every campaign has spent', async () => {
  const { advertiser } = await service.makeAdvertiser('Reader')
  const { ledger } = service.store
  const { spend } = ledger
  let asked = 0
  Object.assign(ledger, { spend: () => (asked++, spend()) })
  const { body } = await service.call('GET', `/api/v1/advertisers/${advertiser.id}/funds`)
  Object.assign(ledger, { spend })
  assert.deepEqual([body.balance.amount, asked], ['0.00', 0])
})

test('entries are walked by their cursor, oldest first, and each posting sums to zero', async () => {
  const { advertiser } = await service.makeAdvertiser('Entries')
  for (let i = 1; i <= 3; i++)
    await service.call('POST', `/api/v1/advertisers/${advertiser.id}/funds`, { amount: `${i}.00` })
  const seen: any[] = []
  let cursor = ''
  do {
    const { body } = await service.call('GET', `/api/v1/ledger/entries?limit=2${cursor}`)
    seen.push(...body.data)
    cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`
  } while (cursor !== '')
  assert.deepEqual(
    seen.map(({ sequence }) => sequence),
    seen.map(({ sequence }) => sequence).sort((a, b) => a - b),
  )
  const sums = new Map<string, number>()
  for (const { postingId, amount } of seen) sums.set(postingId, (sums.get(postingId) ?? 0) + Number(amount.amount))
  assert.ok(sums.size >= 3)
  assert.deepEqual([...new Set(sums.values())], [0])
  const account = `advertiser:${advertiser.id}:funds`
  const { body } = await service.call('GET', `/api/v1/ledger/entries?account=${account}`)
  assert.deepEqual(
    body.data.map(({ amount }: any) => amount.amount),
    ['1.00', '2.00', '3.00'],
  )
})

test('entries of an account that nobody has are 404; one that nothing was booked on yet is empty', async () => {
  const { advertiser } = await service.makeAdvertiser('Unbooked')
  const publisher = await service.make('publishers', { name: 'Unbooked' })
  const read = async (account: string) => {
    const { status, body } = await service.call('GET', `/api/v1/ledger/entries?account=${encodeURIComponent(account)}`)
    return status === 200 ? body.data : [status, body.error.code, body.error.field]
  }
  const parts = ['pending', 'available', 'in_transit'].map((part) => `publisher:${publisher.id}:${part}`)
  for (const account of [`advertiser:${advertiser.id}:funds`, ...parts, 'platform:adjustments']) {
    assert.deepEqual(await read(account), [], account)
  }
  const misspelt = [
    'advertiser:adv_typo:funds',
    advertiser.id,
    `advertiser:${advertiser.id}:fund`,
    `advertiser:${advertiser.id}:pending`,
    `publisher:${advertiser.id}:pending`,
    `publisher:${publisher.id}:pending:more`,
    'platform:fee',
    '',
  ]
  for (const account of misspelt) assert.deepEqual(await read(account), [404, 'not_found', 'account'], account)
})

const badPayments: [name: string, body: object][] = [
  ['a number', { amount: 5 }],
  ['nothing', { amount: '0.00' }],
  ['less than nothing', { amount: '-5.00' }],
  ['more decimals than there are', { amount: '5.0000001' }],
  ['more than a billion', { amount: '1000000001' }],
  ['another currency', { amount: '5.00', currency: 'EUR' }],
]
for (const [name, body] of badPayments) {
  test(`a payment of ${name} is refused`, async () => {
    const { advertiser } = await service.makeAdvertiser('Badpay')
    const reply = await service.call('POST', `/api/v1/advertisers/${advertiser.id}/funds`, body)
    assert.equal(reply.status, 400, reply.text)
  })
}

test('a payment sent ten times at once with one key is posted once', async () => {
  const { advertiser } = await service.makeAdvertiser('Storm')
  const path = `/api/v1/advertisers/${advertiser.id}/funds`
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => service.call('POST', path, { amount: '7.00' }, once('storm'))),
  )
  for (const { status } of replies) assert.ok(status === 201 || status === 409, String(status))
  assert.ok(replies.some(({ status }) => status === 201))
  assert.equal((await service.call('GET', path)).body.balance.amount, '7.00')
})

test('a repeated write gets the first answer, byte for byte, and makes nothing new', async () => {
  const write = () => service.call('POST', '/api/v1/publishers', { name: 'Once' }, once('make-1'))
  const [first, second] = [await write(), await write()]
  assert.equal(first.headers.get('idempotent-replayed'), null)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual([second.status, second.text], [201, first.text])
  assert.match(second.headers.get('content-type')!, /^application\/json/)
})

test('a write that was broken off before its answer was kept makes nothing twice when it is sent again', async () => {
  const { advertiser, campaign } = await service.makeAdvertiser('Broken')
  const ad = { title: 'Bassoon reeds', landingUrl: 'https://shop.example/' }
  const { idempotency } = service.store
  const { finish } = idempotency
  for (const [path, body] of [
    ['publishers', { name: 'Broken off' }],
    ['advertisers', { name: 'Broken off', domain: 'broken.example' }],
    ['campaigns', { advertiserId: advertiser.id, name: 'Broken off', bid: { model: 'cpc', amount: '1.00' } }],
    ['ads', { campaignId: campaign.id, ...ad }],
    ['ads', { campaignId: campaign.id, ...ad, id: 'mine' }],
    ['webhooks', { url: 'https://hook.example/', events: ['click'] }],
  ] as const) {
    const key = `broken off ${JSON.stringify(body)}`
    const write = (given: object = body) => service.call('POST', `/api/v1/${path}`, given, once(key))
    const count = async () => (await service.call('GET', `/api/v1/${path}?limit=200`)).body.data.length
    // What a start does about a claim whose process was killed.
    Object.assign(idempotency, { finish: idempotency.release })
    const first = await write()
    Object.assign(idempotency, { finish })
    assert.equal(first.status, 201, first.text)
    const made = await count()
    const other = await write({ ...body, name: 'Other' })
    assert.deepEqual([other.status, other.body.error?.code], [422, 'idempotency_mismatch'], path)
    const again = await write()
    assert.deepEqual([again.status, again.headers.get('idempotent-replayed'), again.text], [201, null, first.text])
    assert.equal(await count(), made, path)
  }
})

test('the same key with another body is a mistake, and with another caller another write', async () => {
  const { advertiser, key } = await service.makeAdvertiser('Scope')
  const campaign = { advertiserId: advertiser.id, name: 'A', bid: { model: 'cpc', amount: '1.00' } }
  const first = await service.call('POST', '/api/v1/campaigns', campaign, once('scoped'))
  const other = await service.call('POST', '/api/v1/campaigns', { ...campaign, name: 'B' }, once('scoped'))
  assert.equal(other.status, 422)
  assert.equal(other.body.error.code, 'idempotency_mismatch')
  const theirs = await service.call('POST', '/api/v1/campaigns', campaign, { ...once('scoped'), key })
  assert.equal(theirs.status, 201)
  assert.notEqual(theirs.body.id, first.body.id)
})

test('a refused write gives its key back, so that the mended one may use it', async () => {
  const bad = await service.call('POST', '/api/v1/advertisers', { name: 'X', domain: 'not a host' }, once('mend'))
  assert.equal(bad.status, 400)
  const good = await service.call('POST', '/api/v1/advertisers', { name: 'X', domain: 'x.example' }, once('mend'))
  assert.equal(good.status, 201, good.text)
})

test('changes and archiving can be repeated too', async () => {
  const { campaign } = await service.makeAdvertiser('Repeat')
  const path = `/api/v1/campaigns/${campaign.id}`
  const change = () => service.call('PATCH', path, { name: 'Y' }, once('patch'))
  assert.equal((await change()).text, (await change()).text)
  const archive = () => service.call('DELETE', path, undefined, once('delete'))
  const [first, second] = [await archive(), await archive()]
  assert.deepEqual([first.status, second.status, second.text], [200, 200, first.text])
})

for (const key of ['', 'x'.repeat(256)]) {
  test(`an Idempotency-Key of ${key.length} characters is refused`, async () => {
    assert.equal((await service.call('POST', '/api/v1/publishers', { name: 'X' }, once(key))).status, 400)
  })
}

test('a write sent again after the operator changed the key is refused in words, and not done again', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'aside-keys-'))
  const sendUnder = async (key: string) => {
    const running = await startAdminService({ ASIDE_DATA_DIR: dataDir, ASIDE_ADMIN_KEY: key })
    try {
      const reply = await running.call('POST', '/api/v1/publishers', { name: 'Once' }, { ...once('made'), key })
      const { body } = await running.call('GET', '/api/v1/publishers', undefined, { key })
      return { reply, made: body.data.filter(({ name }: any) => name === 'Once').length }
    } finally {
      await running.stop()
    }
  }
  try {
    assert.equal((await sendUnder(OPERATOR_KEY)).reply.status, 201)
    const { reply, made } = await sendUnder(`${OPERATOR_KEY}-2`)
    assert.deepEqual([reply.status, reply.body.error.code, made], [422, 'idempotency_mismatch', 1])
    assert.match(reply.body.error.message, /take a new Idempotency-Key/)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('a new key is answered again to a repeat, but its secret lies nowhere in the store', async () => {
  const make = () => service.call('POST', '/api/v1/keys', { scopes: ['reports:read'] }, once('secret-key'))
  const [first, second] = [await make(), await make()]
  assert.equal(second.body.key, first.body.key)
  for (const file of ['aside.db', 'aside.db-wal']) {
    const bytes = readFileSync(join(service.dataDir, file))
    assert.equal(bytes.includes(first.body.key.slice(16)), false, file)
    assert.equal(bytes.includes(OPERATOR_KEY), false, file)
  }
})

test('an archived advertiser still pays what it owes', async () => {
  const { id: advertiserId } = await service.make('advertisers', {
    name: 'Closing',
    domain: 'closing.example',
    billing: 'invoiced',
  })
  await service.make('adjustments', { advertiserId, amount: '-12.00', reference: 'last month' })
  assert.equal((await service.call('DELETE', `/api/v1/advertisers/${advertiserId}`)).status, 200)
  const invoice = await service.make('invoices', { advertiserId })
  assert.equal(invoice.due.amount, '12.00')
  const paid = await service.call('POST', `/api/v1/advertisers/${advertiserId}/funds`, {
    amount: '12.00',
    reference: invoice.id,
  })
  assert.equal(paid.status, 201, paid.text)
  assert.equal(paid.body.balance.amount, '0.00')
})

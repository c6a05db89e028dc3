// Statements and invoices as papers that a bookkeeper takes: both sides as they were, a number, a date due, and nothing that runs.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DAY_MS } from '../../src/base/clock.ts'
import { type AdminService, startAdminService } from './admin-service.ts'

let service: AdminService
before(async () => {
  service = await startAdminService()
})
after(() => service.stop())

const LETTERHEAD = {
  name: 'Example Ads Ltd',
  address: '1 Example Street\nDublin',
  taxId: 'IE1234567X',
  email: 'books@ads.example',
  dueDays: 14,
  note: 'Reverse charge.',
}
const FEATHER = {
  name: 'Feather GmbH',
  address: 'Beispielweg 1\n10115 Berlin',
  taxId: 'DE123',
  email: 'a@feather.example',
}

const send = (method: string, path: string, body?: object, key?: string) =>
  service.call(method, `/api/v1/${path}`, body, key === undefined ? {} : { key })
const read = async (path: string) => (await send('GET', path)).body
const letterhead = (body: object) => send('PUT', 'letterhead', body)
let serial = 0
/** Something is booked, so that there is something to state. */
async function invoiceOf(advertiserId: string): Promise<any> {
  await service.make('adjustments', { advertiserId, amount: '-5.00', reference: `fee ${++serial}` })
  return service.make('invoices', { advertiserId })
}
async function statementOf(publisherId: string): Promise<any> {
  await service.make('adjustments', { publisherId, amount: '5.00', reference: `fee ${++serial}` })
  return service.make('statements', { publisherId })
}
const pageOf = async (path: string) => (await service.call('GET', `/api/v1/${path}?format=html`)).text

test('a paper says of both sides what was so when it was made, and stays as it was', async () => {
  assert.deepEqual(await read('letterhead'), {})
  const { advertiser } = await service.makeAdvertiser('Feather')
  const before = await invoiceOf(advertiser.id)
  assert.deepEqual([before.issuer, before.recipient, before.dueDate], [undefined, { name: 'Feather' }, undefined])
  assert.deepEqual((await letterhead(LETTERHEAD)).body, LETTERHEAD)
  const path = `advertisers/${advertiser.id}`
  assert.deepEqual((await send('PATCH', path, { billingDetails: FEATHER })).body.billingDetails, FEATHER)

  const { dueDays, note, ...issuer } = LETTERHEAD
  const made = await invoiceOf(advertiser.id)
  const dueDate = new Date(Date.parse(made.createdAt) + dueDays * DAY_MS).toISOString().slice(0, 10)
  assert.deepEqual([made.issuer, made.recipient, made.dueDate, made.note], [issuer, FEATHER, dueDate, note])

  await letterhead({ name: 'Another Ltd' })
  await send('PATCH', path, { name: 'Plume', billingDetails: { address: null, taxId: 'DE456' } })
  assert.deepEqual(await read(`invoices/${made.id}`), made)
  const { from: _from, to: _to, ...next } = await invoiceOf(advertiser.id)
  const { address: _address, ...left } = FEATHER
  assert.deepEqual([next.issuer, next.recipient], [{ name: 'Another Ltd' }, { ...left, taxId: 'DE456' }])
  assert.deepEqual([next.dueDate, next.note], [undefined, undefined])
  assert.equal((await send('PATCH', path, { billingDetails: null })).body.billingDetails, undefined)
  assert.deepEqual((await invoiceOf(advertiser.id)).recipient, { name: 'Plume' })
})

test('papers are numbered by kind without a gap, also where many are made at once and some are refused', async () => {
  const owners = await Promise.all(
    Array.from({ length: 6 }, (_, i) => service.make('publishers', { name: `Number ${i}` })),
  )
  const made = await Promise.all(owners.map(({ id }) => statementOf(id)))
  const again = await Promise.all(owners.map(({ id }) => send('POST', 'statements', { publisherId: id })))
  assert.ok(again.every(({ status }) => status === 409))
  made.push(await statementOf(owners[0].id))
  assert.deepEqual(
    made.map(({ number }) => number).toSorted(),
    made.map((_, i) => `STM-00000${i + 1}`),
  )
  const { advertiser } = await service.makeAdvertiser('Counted')
  const [first, second] = [await invoiceOf(advertiser.id), await invoiceOf(advertiser.id)]
  const numberIn = ({ number }: any) => Number(/^INV-(\d{6})$/.exec(number)![1])
  assert.equal(numberIn(second), numberIn(first) + 1)
  const verified = await send('POST', 'ledger/verify')
  assert.deepEqual(verified.body.faults, [])
})

test('who pays in advance has nothing due by a day, and nor has a publisher', async () => {
  await letterhead(LETTERHEAD)
  const prepaid = await service.make('advertisers', { name: 'Ahead', domain: 'ahead.example', billing: 'prepaid' })
  await service.make(`advertisers/${prepaid.id}/funds`, { amount: '50.00', reference: 'w' })
  assert.equal((await invoiceOf(prepaid.id)).dueDate, undefined)
  const publisher = await service.make('publishers', { name: 'Chat', billingDetails: { taxId: 'FR1' } })
  const statement = await statementOf(publisher.id)
  assert.equal(statement.dueDate, undefined)
  assert.deepEqual(statement.recipient, { name: 'Chat', taxId: 'FR1' })
})

test('no text of either side, of the note or of a name can put markup into the page', async () => {
  const evil = `"'><script>alert(1)</script><img src=x onerror=alert(2)>&amp;`
  const details = {
    name: `N${evil}`,
    address: `A${evil}\nB${evil}`,
    taxId: 'T<b onload=x>&"\'',
    email: 'x&y@evil.example',
  }
  await letterhead({ ...details, note: `${evil}\n</p></main><style>*{display:none}</style>` })
  const body = { name: `Name${evil}`, domain: 'evil.example', billingDetails: details }
  const advertiser = await service.make('advertisers', body)
  const publisher = await service.make('publishers', { name: `Name${evil}`, billingDetails: details })
  const [invoice, statement] = [await invoiceOf(advertiser.id), await statementOf(publisher.id)]
  for (const path of [`invoices/${invoice.id}`, `statements/${statement.id}`]) {
    const page = await pageOf(path)
    const plain = page.replaceAll(/<style>[^<]*<\/style>/g, '')
    assert.ok(page.split('&#60;script&#62;alert(1)&#60;/script&#62;').length > 5, 'all of them stand there as text')
    const tags = [...plain.matchAll(/<(?!\/|!)(\w+)([^>]*)>/g)].map(([, name, more]) => `${name}${more}`)
    const known =
      /^(?:html lang="en"|meta [\w="\-,/; .]+|title|main|div class="\w+"|address class="(?:from|to)"|b|h1|table class="\w+"|tbody|thead|tr|t[dh]|p class="said")$/
    assert.deepEqual(
      tags.filter((tag) => !known.test(tag)),
      [],
    )
    const csv = (await service.call('GET', `/api/v1/${path}?format=csv`)).text
    assert.ok(csv.includes(`"N""'>`), csv)
  }
  await letterhead({})
})

test('the page reads like a letter: who it is from, whom it is to, its number and when it is due', async () => {
  await letterhead(LETTERHEAD)
  const { advertiser } = await service.makeAdvertiser('Letter')
  await send('PATCH', `advertisers/${advertiser.id}`, { billingDetails: FEATHER })
  const { id, number, dueDate, createdAt } = await invoiceOf(advertiser.id)
  const page = await pageOf(`invoices/${id}`)
  assert.match(
    page,
    /<address class="from"><b>Example Ads Ltd<\/b>\n1 Example Street\nDublin\nTax id IE1234567X\nbooks@ads\.example<\/address>/,
  )
  assert.match(page, /<address class="to"><b>Feather GmbH<\/b>\nBeispielweg 1\n10115 Berlin\nTax id DE123\n/)
  assert.match(page, /<p class="said">Reverse charge\.<\/p>/)
  for (const [name, value] of [
    ['Number', number],
    ['Date', createdAt.slice(0, 10)],
    ['Due by', dueDate],
    ['Reference', id],
  ])
    assert.ok(page.includes(`<td>${name}</td><td>${value}</td>`), `${name} ${value}`)
  const [, line] = (await service.call('GET', `/api/v1/invoices/${id}?format=csv`)).text.split('\r\n')
  assert.ok(line!.endsWith(`,${number},${createdAt.slice(0, 10)},${dueDate},Feather GmbH,DE123`), line)
})

test('what papers say is changed by its owner or an operator as other fields are, and every change is told', async () => {
  const { advertiser, key } = await service.makeAdvertiser('Owner')
  const { id: publisherId } = await service.make('publishers', { name: 'Shown' })
  const scopes = ['ads:request', 'reports:read']
  const { key: publisherKey } = await service.make('keys', { publisherId, scopes })
  const billingDetails = { taxId: 'DE1' }
  assert.equal((await send('PATCH', `advertisers/${advertiser.id}`, { billingDetails }, key)).status, 200)
  assert.equal((await send('PATCH', `publishers/${publisherId}`, { billingDetails }, publisherKey)).status, 403)
  assert.equal((await send('PATCH', `publishers/${publisherId}`, { billingDetails })).status, 200)
  for (const method of ['GET', 'PUT']) {
    const answer = await send(method, 'letterhead', method === 'PUT' ? {} : undefined, key)
    assert.equal(answer.status, 403, method)
  }
  const lastOf = async (entity: string) => {
    const { data } = await read(`changes?entity=${entity}&limit=1`)
    return [data[0].action, data[0].kind, data[0].changes]
  }
  const told = [{ field: 'billingDetails.taxId', from: null, to: 'DE1' }]
  assert.deepEqual(await lastOf(advertiser.id), ['changed', 'advertiser', told])
  assert.deepEqual(await lastOf(publisherId), ['changed', 'publisher', told])
  await letterhead({ name: 'One', dueDays: 7 })
  await letterhead({ name: 'Two', dueDays: 7 })
  const renamed = ['changed', 'letterhead', [{ field: 'name', from: 'One', to: 'Two' }]]
  assert.deepEqual(await lastOf('letterhead'), renamed)
  await letterhead({ name: ' Two ', dueDays: 7 })
  assert.deepEqual(await lastOf('letterhead'), renamed, 'what changes nothing is not told')
})

test('what is archived can still be invoiced to the right address', async () => {
  const { advertiser } = await service.makeAdvertiser('Ended')
  const path = `advertisers/${advertiser.id}`
  await send('DELETE', path)
  assert.equal((await send('PATCH', path, { name: 'Begun', billingDetails: { taxId: 'X' } })).status, 404)
  assert.equal((await send('PATCH', path, { billingDetails: { taxId: 'X' } })).status, 200)
  assert.deepEqual((await invoiceOf(advertiser.id)).recipient, { name: 'Ended', taxId: 'X' })
})

test('texts are made plain and bounded, and what is wrong is named by its field', async () => {
  const details = { name: '  Feather\tGmbH ', address: '\n One \r\n Two\n\n', taxId: '   ', email: null }
  const { advertiser } = await service.makeAdvertiser('Plain')
  const path = `advertisers/${advertiser.id}`
  const { body } = await send('PATCH', path, { billingDetails: details })
  assert.deepEqual(body.billingDetails, { name: 'Feather GmbH', address: 'One\nTwo' })
  const faultsOf = async (method: string, path: string, body: object) => {
    const answer = await send(method, path, body)
    assert.equal(answer.status, 400, answer.text)
    return answer.body.error.issues.map(({ pointer, keyword }: any) => `${pointer} ${keyword}`)
  }
  const wrong = { name: 'a\u202eb', address: 'x\n'.repeat(11) + 'x', email: 'nobody', taxId: 'x'.repeat(64) }
  const found = ['name characters', 'address maxLines', 'email format']
  assert.deepEqual(
    await faultsOf('PATCH', path, { billingDetails: wrong }),
    found.map((one) => `/billingDetails/${one}`),
  )
  assert.deepEqual(
    await faultsOf('PUT', 'letterhead', wrong),
    found.map((one) => `/${one}`),
  )
  assert.deepEqual(await faultsOf('PUT', 'letterhead', { dueDays: 366, note: 'x'.repeat(1_001) }), [
    '/dueDays maximum',
    '/note maxLength',
  ])
  const draft = { name: '', domain: 'x y', billingDetails: wrong }
  assert.ok((await faultsOf('POST', 'advertisers', { ...draft, name: 'x' })).length === 4)
})

test('papers are listed by whether they are confirmed, page by page, and to each its own', async () => {
  const owners = [
    await service.make('publishers', { name: 'Listed' }),
    await service.make('publishers', { name: 'Other' }),
  ]
  const [publisherId, other] = owners.map(({ id }) => id)
  const made = []
  for (let i = 0; i < 4; i++) made.push((await statementOf(publisherId)).id)
  await statementOf(other)
  for (const id of [made[0], made[2]]) await send('PATCH', `statements/${id}`, { status: 'confirmed' })
  const idsOf = async (query: string, key?: string) => {
    const { body } = await send('GET', `statements?${query}`, undefined, key)
    return [body.data.map(({ id }: any) => id), body.nextCursor]
  }
  const own = `publisherId=${publisherId}`
  assert.deepEqual(await idsOf(`${own}&status=open`), [[made[3], made[1]], null])
  const [first, cursor] = await idsOf(`${own}&status=confirmed&limit=1`)
  assert.deepEqual(first, [made[2]])
  assert.deepEqual(await idsOf(`${own}&status=confirmed&limit=1&cursor=${cursor}`), [[made[0]], null])
  const { key } = await service.make('keys', { publisherId, scopes: ['ads:request', 'reports:read'] })
  assert.deepEqual(await idsOf('status=open', key), [[made[3], made[1]], null])
  const everybodys = await read('statements?status=open&limit=200')
  assert.ok(everybodys.data.every(({ status }: any) => status === 'open'))
  assert.ok(everybodys.data.some((one: any) => one.publisherId === other))
  for (const path of ['statements?status=draft', 'invoices?status='])
    assert.equal((await send('GET', path)).body.error.field, 'status', path)
})

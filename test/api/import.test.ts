// Imports over the wire: every format, bad lines, repeats, and what happens when the line breaks off.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { until } from '../support/until.ts'
import { adLine, type AdminService, OPERATOR_KEY, startAdminService } from './admin-service.ts'

let service: AdminService
let campaign: string
before(async () => {
  service = await startAdminService()
})
after(() => service.stop())

const fresh = async () => {
  campaign = (await service.makeAdvertiser('Import')).campaign.id
  return campaign
}

test('a second import changes what changed, and counts the rest as unchanged', async () => {
  await fresh()
  const first = await service.importAds(campaign, [adLine('a'), adLine('b'), adLine('c')].join('\n'))
  assert.equal(first.status, 200, first.text)
  assert.deepEqual(first.body, {
    imported: 3,
    updated: 0,
    unchanged: 0,
    archived: 0,
    pending: 0,
    rejected: 0,
    errors: [],
    errorsTruncated: false,
    warnings: [],
    review: 'approved',
  })
  const again = await service.importAds(campaign, [adLine('a'), adLine('b', { price: '$5' }), adLine('d')].join('\n'))
  assert.deepEqual([again.body.imported, again.body.updated, again.body.unchanged], [1, 1, 1])
  const ads = await service.adsOf(campaign)
  assert.equal(ads.get('b').price, '$5')
  assert.equal(ads.get('b').version, 2)
})

test('bad lines are named, each with its line and field, and the good ones are kept', async () => {
  await fresh()
  const lines = [
    '\ufeff' + adLine('good-1'),
    '',
    '{"id":"broken"',
    '[1,2]',
    adLine('', {}),
    adLine('long', { title: 'x'.repeat(151) }),
    adLine('script', { landingUrl: 'javascript:alert(1)' }),
    adLine('hidden', { title: 'a\u200bb' }),
    adLine('huge', { description: 'x'.repeat(70_000) }),
    adLine('x'.repeat(129)),
    adLine('format', { formats: ['banner'] }),
    adLine('good-2') + '\r',
  ]
  const body = Buffer.concat([
    Buffer.from(lines.join('\n') + '\n'),
    Buffer.from('{"id":"latin","title":"Caf'),
    Buffer.from([0xe9]),
    Buffer.from('","landingUrl":"https://shop.example"}\n'),
    Buffer.from(adLine('good-3')),
  ])
  const reply = await service.importAds(campaign, new Uint8Array(body))
  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.body.imported, 3)
  assert.equal(reply.body.rejected, 10)
  assert.deepEqual(
    reply.body.errors.map(({ line, field }: any) => [line, field]),
    [
      [3, ''],
      [4, ''],
      [5, 'id'],
      [6, 'title'],
      [7, 'landingUrl'],
      [8, 'title'],
      [9, ''],
      [10, 'id'],
      [11, 'formats'],
      [13, ''],
    ],
  )
  assert.deepEqual([...(await service.adsOf(campaign)).keys()].sort(), ['good-1', 'good-2', 'good-3'])
})

test('of lines with the same id the last one wins', async () => {
  await fresh()
  await service.importAds(
    campaign,
    [adLine('a', { title: 'First' }), adLine('b'), adLine('a', { title: 'Last' })].join('\n'),
  )
  assert.equal((await service.adsOf(campaign)).get('a').title, 'Last')
})

test('a thousand errors are kept, and the answer says that there were more', async () => {
  await fresh()
  const reply = await service.importAds(campaign, 'nonsense\n'.repeat(1_500) + adLine('a'))
  assert.equal(reply.body.rejected, 1_500)
  assert.equal(reply.body.errors.length, 1_000)
  assert.equal(reply.body.errorsTruncated, true)
  assert.equal(reply.body.imported, 1)
})

test('CSV is read with quotes, line breaks in fields, lists, and columns in any order', async () => {
  await fresh()
  const csv = [
    'Title,id,landing_url,Keywords,formats,other',
    '"A ""fine"" lamp, brass",l-1,https://shop.example/1,lamp|brass,action_card|suffix,ignored',
    '"Two',
    'lines",l-2,https://shop.example/2,,,',
    'Plain,l-3,https://shop.example/3',
    '"never closed,l-4,https://shop.example/4',
    'After,l-5,https://shop.example/5,,,',
  ].join('\r\n')
  const reply = await service.importAds(campaign, csv, 'text/csv; charset=utf-8')
  assert.equal(reply.body.imported, 4, reply.text)
  assert.deepEqual(
    reply.body.errors.map(({ line }: any) => line),
    [6],
  )
  const ads = await service.adsOf(campaign)
  assert.equal(ads.get('l-1').title, 'A "fine" lamp, brass')
  assert.deepEqual(ads.get('l-1').keywords, ['lamp', 'brass'])
  assert.deepEqual(ads.get('l-1').formats, ['action_card', 'suffix'])
  assert.equal(ads.get('l-2').title, 'Two lines')
})

test('columns and fields that an import does not read are named once, as far as they hold something', async () => {
  await fresh()
  const csv =
    'id,title,link,colour, Image_URL ,empty,\n1,A lamp,https://shop.example/1,red,,,\n2,A desk,https://shop.example/2,blue,,,'
  const { body } = await service.importAds(campaign, csv, 'text/csv')
  assert.deepEqual(
    [body.imported, body.warnings],
    [
      2,
      [{ code: 'unknown_field', message: 'colour is no field that an import reads; it was ignored', field: 'colour' }],
    ],
  )
  const misspelt = [
    adLine('a', { image_url: 'https://shop.example/a.png', category: 'Lamps' }),
    adLine('b', { image_url: 'x', status: 'paused' }),
  ]
  const ndjson = await service.importAds(campaign, misspelt.join('\n'))
  assert.deepEqual(
    ndjson.body.warnings.map(({ field }: any) => field),
    ['image_url', 'status'],
  )
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${i}`.padEnd(100, 'f'), i]))
  const wide = await service.importAds(campaign, adLine('c', many))
  assert.deepEqual([wide.body.warnings.length, wide.body.warnings[0].field.length], [20, 64])
})

test('a Google Merchant feed is read from TSV', async () => {
  await fresh()
  const tsv = [
    'id\ttitle\tdescription\tlink\timage link\tprice\tbrand\tproduct type',
    'm-1\t24" screen\tBright\thttps://shop.example/1\thttps://shop.example/1.png\t199.00 USD\tLumo\tHome > Office > Screens',
    'm-2\tNo page\tx\t\t\t\t\t',
  ].join('\n')
  const reply = await service.importAds(campaign, tsv, 'text/tab-separated-values')
  assert.deepEqual([reply.body.imported, reply.body.rejected], [1, 1], reply.text)
  const ad = (await service.adsOf(campaign)).get('m-1')
  assert.deepEqual([ad.title, ad.price, ad.brand], ['24" screen', '$199.00', 'Lumo'])
  assert.deepEqual(ad.categories, ['Home > Office > Screens'])
})

const rss = `<?xml version="1.0"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title><link>https://shop.example</link>
<item><g:id>x-1</g:id><g:title>Lamp &amp; shade</g:title><g:description><![CDATA[Warm <light>]]></g:description>
  <g:link>https://shop.example/1?a=1&amp;b=2</g:link><g:price>EUR 15</g:price><g:product_type>Lamps</g:product_type>
  <g:product_type>Home</g:product_type><g:google_product_category>594</g:google_product_category></item>
<item><g:id>x-2</g:id><title>No page</title></item>
<item><g:id>x-3</g:id><title>Damaged &nosuch; text</title><link>https://shop.example/3</link></item>
<item><g:id>x-4</g:id><title>Fine</title><link>https://shop.example/4</link></item>
</channel></rss>`
const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0">
<entry><id>tag:shop,2026:1</id><g:id>a-1</g:id><title>Lamp</title><link href="https://shop.example/1"/><summary>Warm</summary></entry></feed>`

test('a Google Merchant feed is read from RSS', async () => {
  await fresh()
  const reply = await service.importAds(campaign, rss, 'application/xml')
  assert.deepEqual([reply.body.imported, reply.body.rejected], [2, 2], reply.text)
  const ad = (await service.adsOf(campaign)).get('x-1')
  assert.deepEqual([ad.title, ad.description, ad.price], ['Lamp & shade', 'Warm <light>', '€15.00'])
  assert.equal(ad.landingUrl, 'https://shop.example/1?a=1&b=2')
  assert.deepEqual(ad.categories, ['Lamps', 'Home'])
})

test('a Google Merchant feed is read from Atom, where the product id goes before the entry id', async () => {
  await fresh()
  const reply = await service.importAds(campaign, atom, 'text/xml')
  assert.equal(reply.body.imported, 1, reply.text)
  assert.equal((await service.adsOf(campaign)).get('a-1').description, 'Warm')
})

const hostileXml: [name: string, xml: string][] = [
  ['one endless text', `<rss><channel><item><title>${'x'.repeat(1_000_000)}`],
  ['a thousand levels', `<rss>${'<a>'.repeat(1_000)}`],
  [
    'entities that grow',
    `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><rss><item><title>&b;</title></item></rss>`,
  ],
  ['JSON', '{"id":"a"}'],
]
for (const [name, xml] of hostileXml) {
  test(`XML that is ${name} is refused without harm`, async () => {
    const reply = await service.importAds(await fresh(), xml, 'application/xml')
    assert.ok(reply.body.rejected > 0, reply.text)
    assert.equal(reply.body.imported ?? 0, 0)
  })
}

test('a feed that cannot be read from somewhere on keeps each item before, and says where that was', async () => {
  const items = Array.from(
    { length: 250 },
    (_, i) => `<item><id>${i}</id><title>T ${i}</title><link>https://shop.example/${i}</link></item>`,
  ).join('\n')
  for (const rest of ['x'.repeat(600_000), '<a>'.repeat(100)]) {
    const feed = `<rss><channel>\n${items}\n${rest}</channel></rss>`
    const { status, body } = await service.importAds(await fresh(), feed, 'text/xml')
    const counts = [status, body.imported, body.rejected, body.errors[0].line]
    assert.deepEqual(counts, [200, 250, 1, 251])
  }
})

const MISTAKEN: [what: string, type: string, body: string, message: RegExp][] = [
  ['CSV without a header', 'text/csv', '1,Foo,desc,https://x.example', /header that names the columns id, title and/],
  ['XML sent as CSV', 'text/csv', '<rss></rss>', /header that names the columns/],
  ['a CSV file of nothing', 'text/csv', '', /header that names the columns/],
  ['a TSV file of an empty line', 'text/tab-separated-values', '\n', /header that names the columns/],
  ['a word sent as TSV', 'text/tab-separated-values', 'hello', /header that names the columns/],
  [
    'a page sent as XML',
    'application/xml',
    '<!DOCTYPE html><html><body><p>Hi</p></body></html>',
    /no item or entry was found; <html>/,
  ],
]
for (const [what, type, body, message] of MISTAKEN) {
  test(`${what} is no empty file, and the answer says what it lacks`, async () => {
    const reply = await service.importAds(await fresh(), body, type)
    assert.equal(reply.status, 200, reply.text)
    assert.equal(reply.body.rejected, 1)
    assert.match(reply.body.errors[0].message, message)
  })
}

test('a file without ads is imported, and the answer says that it held none', async () => {
  await fresh()
  const files: [type: string, text: string][] = [
    ['application/x-ndjson', ''],
    ['application/x-ndjson', '\ufeff\n'],
    ['text/csv', 'id,title,url\n'],
    ['text/xml', '<rss><channel></channel></rss>'],
  ]
  for (const [type, text] of files) {
    const { status, body } = await service.importAds(campaign, text, type)
    assert.deepEqual([status, body.rejected], [200, 0])
    assert.deepEqual(body.warnings, [{ code: 'empty_file', message: 'The file holds no ads', field: '' }])
  }
})

test('a file of columns that ends before its header is told to be empty', async () => {
  await fresh()
  for (const [type, text] of [
    ['text/csv', ''],
    ['text/csv', '\n\n'],
    ['text/tab-separated-values', '\ufeff'],
  ] as const) {
    const { body } = await service.importAds(campaign, text, type)
    assert.match(
      body.errors[0]?.message,
      /^the file is empty; the first line must be a header that names the columns id/,
    )
  }
})

test('a file in another charset is read by its byte order mark, its content type or its XML declaration', async () => {
  await fresh()
  const csv = 'id,title,url\n1,Café,https://shop.example/1\n'
  const xml = (encoding: string, id: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><rss><channel><item><id>${id}</id><title>Café</title><link>https://shop.example/1</link></item></channel></rss>`
  const bigEndian = Buffer.from(`\ufeff${csv.replace('1,', '3,')}`, 'utf16le').swap16()
  const files: [id: string, type: string, bytes: Buffer][] = [
    ['1', 'text/csv; charset=ISO-8859-1', Buffer.from(csv, 'latin1')],
    ['2', 'text/csv', Buffer.from(`\ufeff${csv.replace('1,', '2,')}`, 'utf16le')],
    ['3', 'text/csv; charset=utf-8', bigEndian],
    ['4', 'text/xml', Buffer.from(xml('iso-8859-1', '4'), 'latin1')],
    ['5', 'text/xml', Buffer.from(xml('UTF-16', '5'))],
    ['6', 'text/xml; charset="utf-8"', Buffer.from(xml('iso-8859-1', '6'))],
  ]
  for (const [id, type, bytes] of files) {
    const { body } = await service.importAds(campaign, new Uint8Array(bytes), type)
    assert.deepEqual([body.imported, body.errors], [1, []], type)
    assert.equal((await service.adsOf(campaign)).get(id).title, 'Café', id)
  }
  for (const [type, text] of [
    ['text/csv; charset=klingon', csv],
    ['text/xml', xml('klingon', '7')],
  ]) {
    const { status, body } = await service.importAds(campaign, text!, type)
    assert.equal(status, 415)
    assert.match(body.error.message, /"klingon" is not known; send the file in UTF-8/)
  }
})

test('a line that is not in the charset which the file is said to be in is a bad line', async () => {
  await fresh()
  const rows = [',https://shop.example/1\n2,', ',https://shop.example/2\n'].map((text) => Buffer.from(text))
  const csv = Buffer.concat([
    Buffer.from('id,title,url\n1,'),
    Buffer.from([0x83, 0x65]),
    rows[0]!,
    Buffer.from([0x83, 0xff]),
    rows[1]!,
  ])
  const { body } = await service.importAds(campaign, new Uint8Array(csv), 'text/csv; charset=Shift_JIS')
  assert.deepEqual([body.imported, body.rejected], [1, 1])
  assert.match(body.errors[0].message, /^the line is not valid UTF-8, or not in the charset/)
  assert.equal((await service.adsOf(campaign)).get('1').title, 'テ')
})

test('a content type that is none of the formats is refused, and the answer names those there are', async () => {
  const reply = await service.importAds(await fresh(), adLine('a'), 'application/x-www-form-urlencoded')
  assert.equal(reply.status, 415)
  assert.match(reply.body.error.message, /application\/x-ndjson/)
  assert.equal(
    (await service.call('POST', '/api/v1/ads', 'id\na', { headers: { 'content-type': 'text/csv' } })).status,
    415,
  )
})

test('an import into an unknown campaign is not found, and one without a campaign says what is missing', async () => {
  assert.equal((await service.importAds('cmp_00000000000000000000000000', adLine('a'))).status, 404)
  const reply = await service.call('POST', '/api/v1/ads/import', adLine('a'), {
    headers: { 'content-type': 'text/csv' },
  })
  assert.equal(reply.body.error.field, 'campaign')
})

test('an import ends where its campaign is archived meanwhile', async () => {
  await fresh()
  const lines = (from: number) => Array.from({ length: 250 }, (_, i) => adLine(`long-${from + i}`) + '\n').join('')
  let more!: (text?: string) => void
  const body = new ReadableStream({
    start(controller) {
      more = (text) => (text === undefined ? controller.close() : controller.enqueue(Buffer.from(text)))
    },
  })
  const answered = service.importAds(campaign, body)
  more(lines(0))
  await until('the first ads are kept', 10_000, async () => (await service.adsOf(campaign)).size > 0)
  await service.call('DELETE', `/api/v1/campaigns/${campaign}`)
  more(lines(250))
  more()
  const { status, body: reply } = await answered
  assert.deepEqual([status, reply.error.code, reply.error.field], [404, 'not_found', 'campaign'])
})

test('imported ads serve as soon as the import is answered', async () => {
  await fresh()
  const publisher = await service.make('publishers', { name: 'Chat', policy: { intentGate: false, minRelevance: 0 } })
  const { key } = await service.make('keys', { publisherId: publisher.id, scopes: ['ads:request'] })
  await service.importAds(campaign, adLine('zither', { title: 'Quillfeather zither strings', keywords: ['zither'] }))
  const { body } = await service.call(
    'POST',
    '/api/v1/ads/request',
    { conversationContext: { query: 'where to buy zither strings' }, slots: [{ slotId: 's', format: 'action_card' }] },
    { key },
  )
  assert.equal(body.slots[0].ads[0]?.content.title, 'Quillfeather zither strings')
  assert.equal(body.slots[0].ads[0]?.externalId, 'zither')
})

test('where the client goes away, what was kept stays whole and the service goes on', async () => {
  await fresh()
  const { port, hostname } = new URL(service.config.baseUrl)
  await new Promise<void>((resolve) => {
    const sent = request({
      host: hostname,
      port,
      method: 'POST',
      path: `/api/v1/ads/import?campaign=${campaign}`,
      headers: { authorization: `Bearer ${OPERATOR_KEY}`, 'content-type': 'application/x-ndjson' },
    })
    sent.on('error', () => resolve())
    sent.on('close', () => resolve())
    const lines = Array.from({ length: 1_200 }, (_, i) => adLine(`gone-${i}`)).join('\n')
    sent.write(`${lines}\n{"id":"half","ti`, () => setTimeout(() => sent.destroy(), 300))
  })
  const again = await service.importAds(campaign, adLine('after'))
  assert.equal(again.body.imported, 1)
  const first = await service.call('GET', `/api/v1/ads?campaignId=${campaign}&limit=200`)
  const kept = first.body.data.map(({ externalId }: any) => externalId)
  assert.ok(kept.length > 1 && !kept.includes('half'))
})

test('reading a file of nothing but broken lines keeps nobody else waiting', async () => {
  await fresh()
  const startedMs = performance.now()
  let lastMs = startedMs
  let longestMs = 0
  let isDone = false
  const look = () => {
    const nowMs = performance.now()
    longestMs = Math.max(longestMs, nowMs - lastMs)
    lastMs = nowMs
    if (!isDone) setImmediate(look)
  }
  setImmediate(look)
  const broken = `id,title,landingUrl\n${'"a\n'.repeat(5_000)}`
  const { body } = await service.importAds(campaign, broken, 'text/csv')
  isDone = true
  assert.equal(body.rejected, 5_000)
  assert.ok(longestMs < (lastMs - startedMs) / 3, `${longestMs} ms at a stretch`)
})

test('a key has eight imports under way at most, and another one once they are over', async () => {
  const { campaign, key } = await service.makeAdvertiser('Busy')
  const ends: (() => void)[] = []
  const stalled = () =>
    new ReadableStream({
      start(body) {
        body.enqueue(Buffer.from(`${adLine(`stalled-${ends.length}`)}\n`))
        ends.push(() => body.close())
      },
    })
  let refused = 0
  const statuses = Array.from({ length: 10 }, async () => {
    const { status, body } = await service.importAds(campaign.id, stalled(), undefined, { key })
    if (body.error?.code === 'rate_limited') refused++
    return status
  })
  await until('two are refused', 10_000, () => refused >= 2)
  for (const end of ends) end()
  assert.deepEqual((await Promise.all(statuses)).toSorted(), [...Array(8).fill(200), 429, 429])
  assert.equal((await service.importAds(campaign.id, adLine('one'), undefined, { key })).status, 200)
})

// What single values of a file become over the wire: ids, prices, links, availability and categories.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { adLine, type AdminService, startAdminService } from './admin-service.ts'

let service: AdminService
let campaign: string
before(async () => {
  service = await startAdminService()
})
after(() => service.stop())

const fresh = async () => {
  campaign = (await service.makeAdvertiser('Import')).campaign.id
}

test('a price may be a number that people would write so, and no other', async () => {
  await fresh()
  const lines = ['1e999', '1e21', '1e-7', '-5.1', '5.10', '0'].map((price, i) =>
    adLine(`${i}`).replace('{', `{"price":${price},`),
  )
  const { body } = await service.importAds(campaign, lines.join('\n'))
  const message = 'must be text, or a number of no sign and no exponent'
  assert.deepEqual(
    body.errors.map(({ line, field, message }: any) => ({ line, field, message })),
    [1, 2, 3, 4].map((line) => ({ line, field: 'price', message })),
  )
  assert.deepEqual([...(await service.adsOf(campaign)).values()].map(({ price }) => price).sort(), ['0', '5.1'])
})

test('an id may be a whole number that is kept exactly, and no other number', async () => {
  await fresh()
  const ids = ['9007199254740991', '9007199254740993', '9007199254740992', '1.5']
  const lines = ids.map((id) => adLine('x').replace('"x"', id))
  const { body } = await service.importAds(campaign, lines.join('\n'))
  assert.deepEqual([...(await service.adsOf(campaign)).keys()], ['9007199254740991'])
  assert.deepEqual([body.rejected, body.errors[0].field, body.errors[0].line], [3, 'id', 2])
  assert.match(body.errors[0].message, /send it as text/)
})

test('an id is measured in characters by an import, as by a request', async () => {
  await fresh()
  const ids = [127, 128, 129].map((trains) => '🚆'.repeat(trains))
  const landingUrl = 'https://shop.example/1'
  const lines = ids.map((id) => JSON.stringify({ id, title: 'T', landingUrl }))
  const { body } = await service.importAds(campaign, lines.join('\n'))
  assert.deepEqual(body.errors, [
    { line: 3, externalId: ids[1], title: 'T', field: 'id', message: 'must have at most 128 characters' },
  ])
  assert.deepEqual([...(await service.adsOf(campaign)).keys()].sort(), ids.slice(0, 2))
})

test('an id is the same with and without blanks around it, in every format and in a request, and not blank', async () => {
  await fresh()
  const landingUrl = 'https://shop.example/1'
  const post = (id: string) => service.call('POST', '/api/v1/ads', { campaignId: campaign, id, title: 'T', landingUrl })
  assert.equal((await post(' x')).body.externalId, 'x')
  assert.equal((await post('x\t')).status, 409)
  assert.equal((await post(' ')).body.error.field, 'id')
  const files: [type: string, text: string][] = [
    ['application/x-ndjson', `${adLine('x ')}\n${adLine(' ')}`],
    ['text/csv', `id,title,url\nx ,T,${landingUrl}\n ,T,${landingUrl}`],
    ['text/tab-separated-values', `id\ttitle\tlink\nx \tT\t${landingUrl}\n \tT\t${landingUrl}`],
  ]
  for (const [type, text] of files) {
    const { body } = await service.importAds(campaign, text, type)
    assert.deepEqual([body.imported, body.rejected, body.errors[0].field], [0, 1, 'id'], type)
  }
  assert.deepEqual([...(await service.adsOf(campaign)).keys()], ['x'])
})

test('a picture of blanks is no picture', async () => {
  await fresh()
  const csv = 'id,title,url,image_url\n1,A,https://shop.example/1, \n2,A, ,'
  const { body } = await service.importAds(campaign, csv, 'text/csv')
  assert.equal(body.imported, 1)
  assert.deepEqual(body.errors, [
    { line: 3, externalId: '2', title: 'A', field: 'landingUrl', column: 'url', message: 'is missing' },
  ])
})

test('an error says what its file calls the field, where that is another name', async () => {
  await fresh()
  const errorsOf = async (type: string, text: string) => {
    const { body } = await service.importAds(campaign, text, type)
    return body.errors.map(({ line, field, column }: any) => `${line} ${field} ${column ?? '-'}`)
  }
  const csv = 'id,title,url,page URL,landing_url,image_link,kw,keywords\n1,A,,,no,no,,\n2,A,no,,no,,,\n3,,,,,,,a|'
  assert.deepEqual(await errorsOf('text/csv', csv.replace(',page URL', ',link')), [
    '2 landingUrl landing_url',
    '2 imageUrl image_link',
    '3 landingUrl url',
    '4 title -',
    '4 landingUrl url',
  ])
  const tsv = 'ID\ttitle\tlink\timage link\n\tA\tno\tno'
  assert.deepEqual(await errorsOf('text/tab-separated-values', tsv), [
    '2 id ID',
    '2 landingUrl link',
    '2 imageUrl image link',
  ])
  const item = (inner: string) => `<item><g:id>1</g:id><title>A</title>${inner}</item>`
  const items = [
    item(''),
    item('<link>no</link><g:image_link>no</g:image_link>'),
    item('<link>no</link><g:link>also no</g:link>'),
    item(''),
  ]
  assert.deepEqual(await errorsOf('application/xml', `<rss><channel>${items.join('\n')}</channel></rss>`), [
    '1 landingUrl link',
    '2 landingUrl link',
    '2 imageUrl g:image_link',
    '3 landingUrl g:link',
    '4 landingUrl g:link',
  ])
  assert.deepEqual(await errorsOf('application/x-ndjson', adLine('x').replace('https:', 'no:')), ['1 landingUrl -'])
})

test('what a feed calls out of stock is kept and not shown, until the feed has it again', async () => {
  await fresh()
  const { id: publisherId } = await service.make('publishers', { name: 'Shoppers' })
  const { key } = await service.make('keys', { publisherId, scopes: ['ads:request'] })
  const itemOf = (id: string, availability?: string) =>
    `<item><g:id>${id}</g:id><g:title>Theremin ${id}</g:title><g:link>https://shop.example/${id}</g:link>${availability ? `<g:availability>${availability}</g:availability>` : ''}</item>`
  const send = async (...items: string[]) => {
    const { body } = await service.importAds(campaign, `<rss><channel>${items.join('')}</channel></rss>`, 'text/xml')
    assert.deepEqual(body.warnings, [])
    return [body.imported, body.updated, body.unchanged]
  }
  const shown = async () => {
    const asked = {
      conversationContext: { query: 'buy a theremin' },
      slots: [{ slotId: 's', format: 'action_card', count: 3 }],
    }
    const { body } = await service.call('POST', '/api/v1/ads/request', asked, { key })
    return body.slots[0].ads.map(({ externalId }: any) => externalId).sort()
  }
  assert.deepEqual(await send(itemOf('t1', 'in stock'), itemOf('t2', 'out_of_stock'), itemOf('t3')), [3, 0, 0])
  assert.deepEqual(await shown(), ['t1', 't3'])
  const ads = await service.adsOf(campaign)
  const { id } = ads.get('t2')
  assert.deepEqual(
    ['t1', 't2', 't3'].map((sku) => [ads.get(sku).availability, ads.get(sku).status]),
    [
      ['in_stock', 'active'],
      ['out_of_stock', 'active'],
      ['in_stock', 'active'],
    ],
  )

  assert.deepEqual(await send(itemOf('t1'), itemOf('t2'), itemOf('t3', 'In Stock')), [0, 0, 3], 'nothing new is said')
  const schemaOrg = 'https://schema.org/OutOfStock'
  assert.deepEqual(await send(itemOf('t1', schemaOrg), itemOf('t2', 'preorder'), itemOf('t3', 'sold out')), [0, 3, 0])
  assert.deepEqual(await shown(), ['t2'])
  assert.equal((await service.call('GET', `/api/v1/ads/${id}`)).body.version, 1, 'it shows what it showed')

  await service.call('PATCH', `/api/v1/ads/${id}`, { status: 'paused' })
  assert.deepEqual(await send(itemOf('t2', 'in_stock'), itemOf('t3', 'backorder')), [0, 1, 1])
  assert.deepEqual(await shown(), ['t3'], 'whoever paused an ad resumes it')
  await service.call('PATCH', `/api/v1/ads/${id}`, { status: 'active', availability: 'in_stock' })
  assert.deepEqual(await shown(), ['t2', 't3'])
  const refused = await service.call('PATCH', `/api/v1/ads/${id}`, { availability: 'gone' })
  assert.equal(refused.status, 400)
  assert.equal(refused.body.error.field, 'availability')

  const csv = 'id,title,landingUrl,availability\nt4,Theremin t4,https://shop.example/t4,Out of stock\n'
  await service.importAds(campaign, csv, 'text/csv')
  await service.importAds(campaign, adLine('t5', { title: 'Theremin t5', availability: 'discontinued' }))
  await service.importAds(campaign, adLine('t6', { title: 'Theremin t6', availability: false }))
  assert.deepEqual(await shown(), ['t2', 't3'])
})

test('a word for out of stock is read however it ends, one that is not known is named, and what is no word refused', async () => {
  await fresh()
  const given = [
    'https://schema.org/OutOfStock/',
    'Out of stock.',
    'made_to_order',
    'oos',
    'oos',
    ' ',
    0,
    ['sold out'],
    false,
  ]
  const lines = given.map((availability, i) => adLine(`${i}`, { availability }))
  const { body } = await service.importAds(campaign, lines.join('\n'))
  const ads = await service.adsOf(campaign)
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((id) => ads.get(`${id}`).availability),
    ['out_of_stock', 'out_of_stock', 'in_stock', 'in_stock', 'in_stock', 'in_stock'],
  )
  assert.equal(ads.get('8').availability, 'out_of_stock')
  const message = '"oos" is no availability that an import knows; it was taken for in_stock'
  assert.deepEqual(body.warnings, [{ code: 'unknown_value', message, field: 'availability' }])
  assert.deepEqual(
    body.errors.map(({ line, externalId }: any) => [line, externalId]),
    [
      [7, '6'],
      [8, '7'],
    ],
  )
})

test('an error names its ad by id and title, as far as they could be read', async () => {
  await fresh()
  const namesIn = async (type: string, text: string) =>
    (await service.importAds(campaign, text, type)).body.errors.map(({ externalId, title }: any) => [externalId, title])
  const rows = ['{"id": " a ", "title": "Tent"}', '{"id": 7}', '{"id": 9007199254740993, "title": 5}', '{"title":']
  assert.deepEqual(await namesIn('application/x-ndjson', rows.join('\n')), [
    ['a', 'Tent'],
    ['7', undefined],
    ['7', undefined],
    [undefined, undefined],
    [undefined, undefined],
    [undefined, undefined],
    [undefined, undefined],
  ])
  const item = (id: string, rest: string) => `<item><g:id>${id}</g:id><title>Boot</title>${rest}</item>`
  const feed = `<rss><channel>${item('x-1', '<link>ftp://a</link>')}${item('x-2', '<b>&nbsp;</b>')}</channel></rss>`
  assert.deepEqual(await namesIn('application/xml', feed), [
    ['x-1', 'Boot'],
    ['x-2', 'Boot'],
  ])
})

test('a category that is too long is cut between characters', async () => {
  await fresh()
  const rows = ['😀', '👩\u200d👧'].map(
    (emoji, i) => `${i}\tT\thttps://shop.example/${i}\t${'a'.repeat(118)}${emoji}${emoji}`,
  )
  const tsv = ['id\ttitle\tlink\tproduct_type', ...rows].join('\n')
  const { body } = await service.importAds(campaign, tsv, 'text/tab-separated-values')
  assert.deepEqual([body.imported, body.errors], [2, []])
  const ads = await service.adsOf(campaign)
  assert.deepEqual(ads.get('0').categories, [`${'a'.repeat(118)}😀😀`])
  assert.deepEqual(ads.get('1').categories, [`${'a'.repeat(118)}👩`])
})

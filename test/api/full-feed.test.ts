// Whole feeds over the wire: what they do not name is archived, and nothing is where they may not be whole.
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

const feedOf = (ids: readonly string[]) => ids.map((id) => adLine(id) + '\n').join('')
const liveIds = async () => [...(await service.adsOf(campaign)).keys()].sort()
/** What stands in the way of archiving, in the answer's words. */
const whyKept = ({ body }: { body?: any }): string =>
  body.warnings.find(({ code }: any) => code === 'missing_kept')?.message ?? ''

/** A new campaign that holds these ads. */
async function stock(ids: readonly string[]): Promise<void> {
  campaign = (await service.makeAdvertiser('Feed')).campaign.id
  assert.equal((await service.importAds(campaign, feedOf(ids))).body.imported, ids.length)
}

/** A body that is sent piece by piece; `end` closes it as a sender does that is done. */
function openBody() {
  let controller!: ReadableStreamDefaultController
  const body = new ReadableStream({ start: (made) => void (controller = made) })
  return {
    body,
    send: (text: string) => controller.enqueue(Buffer.from(text)),
    end: () => controller.close(),
  }
}

test('a whole feed archives what it does not name, and a plain import nothing', async () => {
  await stock(['a', 'b', 'c'])
  const plain = await service.importAds(campaign, feedOf(['a', 'b']))
  assert.deepEqual([plain.body.archived, await liveIds()], [0, ['a', 'b', 'c']])
  const { status, body } = await service.importFeed(campaign, feedOf(['a', 'b', 'd']))
  assert.equal(status, 200)
  assert.deepEqual([body.imported, body.unchanged, body.archived, body.warnings], [1, 2, 1, []])
  assert.deepEqual(await liveIds(), ['a', 'b', 'd'])
  const again = await service.importFeed(campaign, feedOf(['a', 'b', 'd']))
  assert.deepEqual([again.body.unchanged, again.body.archived, again.body.warnings], [3, 0, []])
})

test('ads without an id of their advertiser and those of another campaign are not touched', async () => {
  await stock(['a'])
  const other = campaign
  await stock(['a', 'b'])
  const byHand = { campaignId: campaign, title: 'By hand', landingUrl: 'https://shop.example/hand' }
  const { id } = await service.make('ads', byHand)
  assert.equal((await service.importFeed(campaign, feedOf(['b']))).body.archived, 1)
  assert.equal((await service.call('GET', `/api/v1/ads/${id}`)).body.archivedAt ?? null, null)
  campaign = other
  assert.deepEqual(await liveIds(), ['a'])
})

test('a feed of hundreds archives hundreds', async () => {
  const ids = Array.from({ length: 1_300 }, (_, i) => `n-${i}`)
  await stock(ids)
  const { body } = await service.importFeed(campaign, feedOf(ids.filter((_, i) => i % 2 === 0 || i < 2)))
  assert.deepEqual([body.unchanged, body.archived, body.warnings], [651, 649, []])
  assert.equal((await service.importFeed(campaign, feedOf(ids))).body.updated, 649)
})

test('an archived ad is served no more, and again once a later feed names it', async () => {
  await stock(['other'])
  const publisher = await service.make('publishers', { name: 'Chat', policy: { intentGate: false, minRelevance: 0 } })
  const { key } = await service.make('keys', { publisherId: publisher.id, scopes: ['ads:request'] })
  const zither = adLine('zither', { title: 'Quillfeather zither strings', keywords: ['zither'] }) + '\n'
  const served = async () => {
    const slots = [{ slotId: 's', format: 'action_card' }]
    const asked = { conversationContext: { query: 'where to buy zither strings' }, slots }
    const { body } = await service.call('POST', '/api/v1/ads/request', asked, { key })
    return body.slots[0].ads[0]?.externalId === 'zither'
  }
  await service.importFeed(campaign, feedOf(['other']) + zither)
  assert.equal(await served(), true)
  assert.equal((await service.importFeed(campaign, feedOf(['other']))).body.archived, 1)
  assert.equal(await served(), false)
  const back = await service.importFeed(campaign, feedOf(['other']) + zither)
  assert.deepEqual([back.body.updated, back.body.archived], [1, 0])
  assert.equal(await served(), true)
})

test('an ad whose line was rejected is in the feed and stays', async () => {
  await stock(['a', 'b', 'c'])
  const feed = `${adLine('a')}\n${adLine('b', { title: 'x'.repeat(151) })}\n${adLine('c')}`
  const { body } = await service.importFeed(campaign, feed)
  assert.deepEqual([body.rejected, body.archived, body.warnings], [1, 0, []])
  assert.deepEqual(await liveIds(), ['a', 'b', 'c'])
})

const item = (id: string, rest = '') =>
  `<item><g:id>${id}</g:id><title>Lamp</title><link>https://shop.example/${id}</link>${rest}</item>`
const xml = (...items: string[]) => `<rss><channel>${items.join('\n')}</channel></rss>`

test('a damaged item of XML is in the feed where its id stands before the damage', async () => {
  await stock(['a', 'b', 'c', 'd'])
  const { body } = await service.importFeed(
    campaign,
    xml(item('a'), item('b', '<x>&nosuch;</x>'), item('c')),
    '',
    'text/xml',
  )
  assert.deepEqual([body.rejected, body.archived, body.warnings], [1, 1, []])
  assert.deepEqual(await liveIds(), ['a', 'b', 'c'])
})

const HEADER = 'id,title,landingUrl\n'
const row = (id: string) => `${id},Lamp,https://shop.example/${id}\n`
const DOUBTFUL: [what: string, type: string, file: string, why: RegExp][] = [
  ['a line that is no JSON', 'application/x-ndjson', `${feedOf(['a', 'b'])}{"id":"c"\n`, /line 3 does not say/],
  ['a line without an id', 'application/x-ndjson', `${adLine('')}\n${feedOf(['a', 'b'])}`, /line 1 does not say/],
  ['a line that is too long', 'application/x-ndjson', `${adLine('x'.repeat(70_000))}\n${adLine('a')}\n`, /line 1 does/],
  ['an id that JSON does not keep', 'application/x-ndjson', `{"id":9007199254740993}\n${adLine('a')}`, /line 1 does/],
  ['no line that was kept', 'application/x-ndjson', '{"id":"a"}\n', /no line of the file was kept/],
  ['nothing at all', 'application/x-ndjson', '', /no line of the file was kept/],
  ['a last line that is cut', 'text/csv', `${HEADER}${row('a')}b,La`, /last line, 3, is rejected and has no end/],
  ['a quote that is never closed', 'text/csv', `${HEADER}${row('a')}"b,Lamp\n`, /line 3 does not say/],
  ['a record of several lines that is bad', 'text/csv', `${HEADER}${row('a')}b,"L\n${row('c')}",\n`, /line 3 does not/],
  ['a column twice in its header', 'text/csv', `id,title,landingUrl,id\n${row('a')}`, /line 1 does not say/],
  ['a line of TSV with a cell too many', 'text/tab-separated-values', `id\ttitle\tlink\na\tb\tc\td\n`, /no line/],
  ['XML that ends within an item', 'text/xml', xml(item('a'), item('b')).slice(0, -40), /does not say/],
  ['XML that ends before its end', 'text/xml', xml(item('a'), item('b')).slice(0, -10), /does not say/],
  [
    'an item damaged before its id',
    'text/xml',
    xml(item('a'), `<item><x>&nosuch;</x><g:id>b</g:id></item>`),
    /does not/,
  ],
  [
    'an item damaged between its id and its product id',
    'text/xml',
    xml(item('a'), `<item><id>tag:b</id><x>&nosuch;</x><g:id>b</g:id></item>`),
    /does not say/,
  ],
  ['an open comment', 'text/xml', xml(item('a'), `<!-- ${item('b')}`), /does not say/],
]
for (const [what, type, file, why] of DOUBTFUL) {
  test(`a feed that holds ${what} archives nothing and says why, and its other lines are kept`, async () => {
    await stock(['a', 'b', 'c'])
    const reply = await service.importFeed(campaign, file, '&missingMax=100', type)
    assert.deepEqual([reply.status, reply.body.archived], [200, 0], reply.text)
    assert.match(whyKept(reply), why)
    assert.match(whyKept(reply), /^No ad was archived for not being in the file: /)
    assert.deepEqual(await liveIds(), ['a', 'b', 'c'])
  })
}

test('a feed in which more is missing than missingMax archives nothing, and everything once it is told so', async () => {
  await stock(['a', 'b', 'c', 'd', 'e'])
  const most = feedOf(['a', 'b', 'new-1', 'new-2', 'new-3'])
  const refused = await service.importFeed(campaign, most)
  assert.deepEqual([refused.body.imported, refused.body.archived], [3, 0])
  assert.match(
    whyKept(refused),
    /: 3 of 5 ads are not in it, more than 50 percent; .* send it again with missingMax=100$/,
  )
  assert.equal((await liveIds()).length, 8)
  // What the first one added counts now: 3 of 8.
  const bounded = await service.importFeed(campaign, most, '&missingMax=37')
  assert.match(whyKept(bounded), /: 3 of 8 ads are not in it, more than 37 percent/)
  const { body } = await service.importFeed(campaign, most, '&missingMax=38')
  assert.deepEqual([body.archived, body.warnings], [3, []])
  assert.equal((await service.importFeed(campaign, feedOf(['a']), '&missingMax=0')).body.archived, 0)
  assert.equal((await service.importFeed(campaign, feedOf(['a']), '&missingMax=100')).body.archived, 4)
})

test('ads that a feed adds do not count for those it names, also where it names each twice', async () => {
  const ids = Array.from({ length: 300 }, (_, i) => `old-${i}`)
  await stock(ids)
  const renamed = feedOf(ids.map((id) => id.replace('old', 'new')))
  const reply = await service.importFeed(campaign, renamed + renamed)
  assert.deepEqual([reply.body.imported, reply.body.archived], [300, 0])
  assert.match(whyKept(reply), /: 300 of 300 ads are not in it/)
})

/** Sends the beginning of a feed and waits until it was kept; what it says of the ad `begun` is all that it changes. */
async function beginFeed() {
  const feed = openBody()
  const reply = service.importFeed(campaign, feed.body)
  feed.send(`${adLine('begun', { title: 'Begun' })}\n`.repeat(201))
  const isKept = async () => (await service.adsOf(campaign)).get('begun').title === 'Begun'
  await until('the beginning of the feed is kept', 10_000, isKept)
  return { ...feed, reply }
}

test('of two whole feeds at once the one that began last archives, and the other says that it did not', async () => {
  await stock(['a', 'b', 'c', 'begun'])
  const older = await beginFeed()
  const newer = await service.importFeed(campaign, feedOf(['a', 'b', 'begun']))
  assert.deepEqual([newer.body.archived, newer.body.warnings], [1, []])
  older.send(feedOf(['b', 'c', 'd']))
  older.end()
  const late = await older.reply
  assert.deepEqual([late.body.imported, late.body.archived], [1, 0])
  assert.match(whyKept(late), /: a newer whole feed of the campaign has begun$/)
  assert.deepEqual(await liveIds(), ['a', 'b', 'begun', 'c', 'd'])
})

test('ads that were made or changed while a feed was read stay', async () => {
  await stock(['a', 'b', 'c', 'd', 'begun'])
  const feed = await beginFeed()
  const { id } = (await service.adsOf(campaign)).get('b')
  assert.equal((await service.call('PATCH', `/api/v1/ads/${id}`, { title: 'Changed by hand' })).status, 200)
  await service.importAds(campaign, feedOf(['made']))
  feed.send(feedOf(['c', 'd']))
  feed.end()
  const { body } = await feed.reply
  assert.deepEqual([body.archived, body.warnings], [1, []])
  assert.deepEqual(await liveIds(), ['b', 'begun', 'c', 'd', 'made'])
})

test('a feed that breaks off archives nothing', async () => {
  await stock(['a', 'b', 'c'])
  const { port, hostname } = new URL(service.config.baseUrl)
  await new Promise<void>((resolve) => {
    const sent = request({
      host: hostname,
      port,
      method: 'POST',
      path: `/api/v1/ads/import?campaign=${campaign}&missing=archive`,
      headers: { authorization: `Bearer ${OPERATOR_KEY}`, 'content-type': 'application/x-ndjson' },
    })
    sent.on('error', () => {})
    sent.on('close', () => resolve())
    // So many lines that the first of them are kept before it breaks off.
    sent.write(feedOf(['a', 'b', 'd']).repeat(67), () => setTimeout(() => sent.destroy(), 200))
  })
  await until('the beginning of the feed is kept', 10_000, async () => (await liveIds()).includes('d'))
  await new Promise((resolve) => setTimeout(resolve, 200))
  assert.deepEqual(
    (await liveIds()).filter((id) => id !== 'd'),
    ['a', 'b', 'c'],
  )
})

test('missingMax alone is refused, and so are words and numbers that mean nothing', async () => {
  await stock(['a'])
  const refused: [query: string, field: string][] = [
    ['&missingMax=10', 'missingMax'],
    ['&missing=keep&missingMax=10', 'missingMax'],
    ['&missing=delete', 'missing'],
    ['&missing=archive&missingMax=101', 'missingMax'],
    ['&missing=archive&missingMax=-1', 'missingMax'],
    ['&missing=archive&missingMax=1.5', 'missingMax'],
  ]
  for (const [query, field] of refused) {
    const { status, body } = await service.importAds(`${campaign}${query}`, feedOf(['b']))
    assert.deepEqual([status, body.error?.code, body.error?.field], [400, 'validation_error', field], query)
  }
  assert.deepEqual(await liveIds(), ['a'])
})

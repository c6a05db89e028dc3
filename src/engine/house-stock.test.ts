import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestWorld, NOON_MS } from '../../test/support/world.ts'
import { createHouseStock, HOUSE_DOCS_MAX } from './house-stock.ts'

function openStock() {
  const maker = createTestWorld()
  const { catalog, directory } = maker.world
  const advertiser = maker.advertiser()
  const house = maker.campaign(advertiser, { priority: 'house' })
  const titles = (docs: readonly number[]) =>
    docs.map((doc) => (JSON.parse(`{${catalog.renderedOf(doc).contentJson}}`) as { title: string }).title)
  return { maker, catalog, advertiser, house, titles, stock: createHouseStock(catalog, directory) }
}

test('house ads that are approved are listed, others and those that left are not', () => {
  const { maker, catalog, advertiser, house, titles, stock } = openStock()
  maker.ad(maker.campaign(advertiser), { title: 'Paying' })
  const left = maker.ad(house, { title: 'Left' })
  maker.ad(house, { title: 'Refused' }, { review: 'rejected' })
  maker.ad(house, { title: 'Ours' })
  catalog.put({ ...left, status: 'paused' }, house)
  assert.deepEqual(titles(stock.docs(NOON_MS)), ['Ours'])
})

test('a list is read again after a quarter of a second, or where the clock was set back', () => {
  const { maker, house, titles, stock } = openStock()
  assert.deepEqual(stock.docs(NOON_MS), [])
  maker.ad(house, { title: 'Ours' })
  assert.deepEqual(stock.docs(NOON_MS + 249), [])
  assert.deepEqual(titles(stock.docs(NOON_MS + 250)), ['Ours'])
  maker.ad(house, { title: 'Another' })
  assert.deepEqual(titles(stock.docs(NOON_MS - 60_000)), ['Ours', 'Another'])
})

test('ever so many house ads make no longer list', () => {
  const { maker, house, stock } = openStock()
  for (let i = 0; i <= HOUSE_DOCS_MAX; i++) maker.ad(house, { title: `Ours ${i}` })
  assert.equal(stock.docs(NOON_MS).length, HOUSE_DOCS_MAX)
})

test('however many ads a campaign has, the others have their share of the list, and those that do not run have none', () => {
  const { maker, catalog, advertiser, house, stock } = openStock()
  const others = [maker.campaign(advertiser, { priority: 'house' }), maker.campaign(advertiser, { priority: 'house' })]
  const paused = maker.campaign(advertiser, { priority: 'house', status: 'paused' })
  const gone = maker.campaign(maker.advertiser({ archivedAtMs: NOON_MS }), { priority: 'house' })
  for (const one of [paused, gone, house]) {
    for (let i = 0; i < HOUSE_DOCS_MAX; i++) maker.ad(one, { title: `Many ${i}` })
  }
  for (const one of others) maker.ad(one, { title: 'Few' })
  const listed = stock.docs(NOON_MS)
  const countOf = ({ number }: { number: number }) =>
    listed.filter((doc) => catalog.campaignNumberOf(doc) === number).length
  assert.deepEqual([paused, gone, ...others, house].map(countOf), [0, 0, 1, 1, HOUSE_DOCS_MAX - 2])
  assert.equal(new Set(listed).size, HOUSE_DOCS_MAX)
})

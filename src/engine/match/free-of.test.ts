import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ad, setUp, terms } from '../../../test/support/small-index.ts'
import { FREE_OF_HASH } from './free-of.ts'

test('what a thing is free of is told from what it has', () => {
  const { index, ask } = setUp()
  const owner = { campaign: 0, formats: 1 }
  const has = index.add(ad('Weed killer', 'With strong glyphosate'), owner)
  const frees = [
    ...['Glyphosate-free', 'No glyphosate', 'Made without glyphosate', 'Free from glyphosate', 'Free of glyphosate'],
    ...['Glyphosate, salt and acid free', 'Glyphosate & salt free'],
  ].map((description) => index.add(ad('Weed killer', description), owner))
  for (const query of [
    ...['weed killer without glyphosate', 'weed killer no glyphosate', 'glyphosate free weed killer'],
    ...["I can't stand glyphosate, which weed killer do you recommend?"],
  ]) {
    const found = ask(query)
    assert.equal(found.length, 1 + frees.length, query)
    assert.equal(found.at(-1), has, query)
  }
  assert.equal(ask('weed killer with glyphosate').length, 1 + frees.length)
  const fog = index.add(ad('Mirror', 'Anti-fog'), owner)
  const clear = index.add(ad('Mirror', 'Of fog'), owner)
  assert.deepEqual(ask('mirror no fog'), [fog, clear])
  assert.deepEqual(ask('non-fog mirror'), [fog, clear])
})

test('what a thing was to be free of before it was wanted after all is forgotten, and other languages deny otherwise', () => {
  const { index, matcher } = setUp()
  index.add(ad('Weed killer', 'No glyphosate'), { campaign: 0, formats: 1 })
  const wanted = matcher.buildQuery({
    messages: [{ role: 'user', content: 'glyphosate-free weed killer' }],
    query: 'rather with glyphosate',
  })
  const said = Array.from({ length: wanted.count }, (_, i) => wanted.surfaceOf(i))
  assert.equal(said.filter((word) => word === 'glyphosate').length, 1)
  index.add({ ...ad('Bonbon', 'no salz'), language: 'de' }, { campaign: 0, formats: 1 })
  const { lo, hi } = terms.read('salz', 'de')
  assert.ok(index.holds(lo[0]!, hi[0]!) && !index.holds((lo[0]! ^ FREE_OF_HASH) >>> 0, hi[0]!))
})

test('what stands beside a thing that others are free of is had', () => {
  const { index } = setUp()
  index.add(ad('Bottle', 'Lightweight, durable and salt-free'), { campaign: 0, formats: 1 })
  for (const [word, isFree] of [
    ['durable', false],
    ['lightweight', false],
    ['salt', true],
  ] as const) {
    const { lo, hi } = terms.read(word, 'en')
    assert.equal(index.holds((lo[0]! ^ FREE_OF_HASH) >>> 0, hi[0]!), isFree, word)
  }
})

test('what costs nothing is no thing to be without', () => {
  const { index, matcher } = setUp()
  index.add(ad('Hotel', 'No wifi and no parking'), { campaign: 0, formats: 1 })
  const wordsOf = (asked: string) => {
    const query = matcher.buildQuery({ query: asked, messages: [] })
    return Array.from({ length: query.count }, (_, i) => query.surfaceOf(i)).sort()
  }
  assert.deepEqual(wordsOf('hotel parking free'), ['free', 'hotel', 'parking'])
  assert.deepEqual(wordsOf('hotel, wifi free'), ['free', 'hotel', 'wifi'])
  assert.deepEqual(wordsOf('hotel parking-free'), ['free', 'hotel', 'parking', 'parking'])
})

test('nothing that no ad says to be free of is looked for as such', () => {
  const { index, matcher } = setUp()
  index.add(ad('Weed killer', 'With glyphosate'), { campaign: 0, formats: 1 })
  const query = matcher.buildQuery({ query: 'weed killer without glyphosate', messages: [] })
  assert.deepEqual(
    Array.from({ length: query.count }, (_, i) => query.surfaceOf(i)),
    ['weed', 'killer', 'without'],
  )
})

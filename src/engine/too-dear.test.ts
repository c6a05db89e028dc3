import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MatchQuery } from './match/match-query.ts'
import { createReading } from './reading.ts'
import { createTooCheap, createTooDear } from './too-dear.ts'

const readingWith = (priceLimit: MatchQuery['priceLimit']) => ({
  ...createReading({} as never, {} as never),
  query: { priceLimit } as MatchQuery,
})

test('the price of an ad is read once, however many slots look at it, and not at all where nobody named a limit', () => {
  const prices = [120, 120, 80, undefined]
  const read: number[] = []
  const priceOf = (amount: number | undefined) => (amount === undefined ? undefined : { amount, currency: 'EUR' })
  const catalog = { leastPriceOf: (doc: number) => (read.push(doc), priceOf(prices[doc])) }
  const isTooDear = createTooDear(catalog, readingWith({ most: 100, least: 0, currency: 'EUR' }))
  for (const _slot of [1, 2, 3]) {
    assert.deepEqual([0, 1, 2, 3].map(isTooDear), [true, true, false, false])
  }
  assert.deepEqual(read, [0, 1, 2, 3])
  assert.equal(createTooDear(catalog, readingWith(undefined))(0), false)
  assert.equal(createTooDear(catalog, readingWith({ most: Infinity, least: 100, currency: 'EUR' }))(0), false)
  assert.equal(read.length, 4)
  const isTooCheap = createTooCheap(catalog, readingWith({ most: Infinity, least: 100, currency: 'EUR' }))
  for (const _slot of [1, 2, 3]) {
    assert.deepEqual([0, 1, 2, 3].map(isTooCheap), [false, false, true, false])
  }
  assert.equal(read.length, 8)
})

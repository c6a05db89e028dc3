import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Priority } from '../domain/campaign.ts'
import { type Bidder, priceOf, rank } from './auction.ts'
import { type Allowance, fillSlot, STILL_FITS } from './fill.ts'
import { EXPLORED_SHARE } from './learn/exploration.ts'

const FLOOR = 10_000
// Making a found case smaller takes minutes here, and the case says enough.
fc.configureGlobal({ endOnFailure: true })
const market = fc.array(
  fc.record({
    relevance: fc.double({ min: 0.05, max: 1, noNaN: true }),
    bidMicros: fc.integer({ min: FLOOR, max: 5_000_000 }),
    rate: fc.double({ min: 0.0002, max: 0.05, noNaN: true }),
    evidence: fc.constantFrom(2, 20, Number.POSITIVE_INFINITY),
    advertiserNumber: fc.nat(4),
    priority: fc.constantFrom<Priority>('sponsorship', 'standard', 'standard', 'standard', 'house'),
  }),
  { minLength: 1, maxLength: 14 },
)
const counts = fc.integer({ min: 1, max: 4 })
type Given = Omit<Bidder, 'doc' | 'floorMicros'>
const ALL_ALLOWED: Allowance<unknown> = { mayTake: () => true, repeats: () => false }

/** Places and prices of one auction. Every second market explores, and what is drawn for an ad is the same each time. */
function hold(given: readonly Given[], count: number, placed = new Set<number>()) {
  const ranked = rank(
    given.map((bidder, doc) => ({ ...bidder, doc, floorMicros: FLOOR })),
    'value',
    () => (given.length % 2 === 0 ? EXPLORED_SHARE / 2 : 0.7),
  )
  return fillSlot(ranked, count, { placed, placedAds: [] }, ALL_ALLOWED).map(({ bidder, rival }) => ({
    doc: bidder.doc,
    advertiserNumber: bidder.advertiserNumber,
    priority: bidder.priority,
    bidMicros: bidder.bidMicros,
    ...priceOf(bidder, rival, 'value'),
  }))
}
const changed = (given: readonly Given[], doc: number, bidMicros: number) =>
  given.map((bidder, i) => (i === doc ? { ...bidder, bidMicros } : bidder))
const placeOf = (places: ReturnType<typeof hold>, doc: number) => {
  const at = places.findIndex((place) => place.doc === doc)
  return at < 0 ? Number.POSITIVE_INFINITY : at
}

test('every winner of several places pays a whole number between floor and bid', () => {
  fc.assert(
    fc.property(market, counts, (given, count) => {
      for (const { micros, bidMicros } of hold(given, count)) {
        assert.ok(Number.isInteger(micros) && micros >= FLOOR && micros <= bidMicros)
      }
    }),
  )
})

test('raising a bid never lowers the place, and lowering it never raises the price of a place that is kept', () => {
  fc.assert(
    fc.property(market, counts, fc.nat(13), fc.integer({ min: 1, max: 5_000_000 }), (given, count, pick, raise) => {
      const doc = pick % given.length
      const before = hold(given, count)
      const after = hold(changed(given, doc, given[doc]!.bidMicros + raise), count)
      assert.ok(placeOf(after, doc) <= placeOf(before, doc))
    }),
  )
})

test('a winner keeps the place at the price and loses it a little below, unless the floor holds it', () => {
  fc.assert(
    fc.property(market, counts, (drawn, count) => {
      // Of different advertisers, for nobody pays for a place that an ad of their own would take.
      const given = drawn.map((bidder, advertiserNumber) => ({ ...bidder, advertiserNumber }))
      hold(given, count).forEach(({ doc, micros, rival }, at) => {
        // Chance decides between equal scores, and a micro is worth more than rounding can lose.
        const above = Math.min(given[doc]!.bidMicros, micros + 1)
        assert.ok(placeOf(hold(changed(given, doc, above), count), doc) <= at)
        if (rival && micros - 2 >= FLOOR) {
          assert.ok(placeOf(hold(changed(given, doc, micros - 2), count), doc) > at)
        }
      })
    }),
  )
})

test('lowering the bid of one without a place moves nobody, and moves no price but that which it set', () => {
  fc.assert(
    fc.property(market, counts, fc.nat(13), (given, count, pick) => {
      const before = hold(given, count)
      const doc = pick % given.length
      if (placeOf(before, doc) < Number.POSITIVE_INFINITY) return
      const after = hold(changed(given, doc, FLOOR), count)
      assert.deepEqual(
        after.map((place) => place.doc),
        before.map((place) => place.doc),
      )
      before.forEach((place, at) => {
        if (place.rival?.doc !== doc) assert.equal(after[at]!.micros, place.micros)
      })
    }),
  )
})

test('with one place to win, no bid gains more than bidding what the action is worth', () => {
  fc.assert(
    fc.property(market, fc.integer({ min: FLOOR, max: 6_000_000 }), (drawn, other) => {
      // Of different advertisers: nobody outbids themselves, so another ad of one's own would be displaced for nothing.
      const given = drawn.map((bidder, advertiserNumber) => ({ ...bidder, advertiserNumber }))
      const worth = given[0]!.bidMicros
      const gain = (bidMicros: number) => {
        const [winner] = hold(changed(given, 0, bidMicros), 1)
        return winner!.doc === 0 ? worth - winner!.micros : 0
      }
      assert.ok(gain(worth) >= gain(other) - 1, `${gain(worth)} by truth, ${gain(other)} by ${other}`)
    }),
  )
})

test('no ad has two places in an answer, whatever its slots', () => {
  fc.assert(
    fc.property(market, counts, counts, (given, one, two) => {
      const placed = new Set<number>()
      const docs = [...hold(given, one, placed), ...hold(given, two, placed)].map(({ doc }) => doc)
      assert.equal(new Set(docs).size, docs.length)
      assert.equal(docs.length, Math.min(given.length, one + two))
    }),
  )
})

test('an advertiser has two places only where every other one of its tier that still fits has one', () => {
  fc.assert(
    fc.property(market, counts, (given, count) => {
      const places = hold(given, count)
      const best = Math.max(0, ...given.filter(({ priority }) => priority === 'standard').map((one) => one.relevance))
      const twice = places.some(
        ({ advertiserNumber, priority }, at) =>
          priority === 'standard' && places.slice(0, at).some((one) => one.advertiserNumber === advertiserNumber),
      )
      if (!twice) return
      const placed = new Set(places.map((place) => place.advertiserNumber))
      for (const { priority, relevance, advertiserNumber } of given) {
        if (priority === 'standard' && relevance >= STILL_FITS * best) assert.ok(placed.has(advertiserNumber))
      }
    }),
  )
})

test('house ads come behind all that is paid for', () => {
  fc.assert(
    fc.property(market, counts, (given, count) => {
      const tiers = hold(given, count).map(({ priority }) => priority === 'house')
      assert.deepEqual(
        tiers,
        tiers.toSorted((a, b) => Number(a) - Number(b)),
      )
    }),
  )
})

test('an ad that a cap holds back takes no place and sets nobody’s price', () => {
  const bidder = (doc: number): Given & { doc: number; floorMicros: number } => ({
    ...{ doc, advertiserNumber: doc, floorMicros: FLOOR, bidMicros: 900_000 - doc * 200_000 },
    ...{ relevance: 1, rate: 0.01, evidence: Number.POSITIVE_INFINITY, priority: 'standard' },
  })
  const ranked = rank([0, 1, 2].map(bidder), 'value', () => 0.7)
  const allowance: Allowance<Bidder> = { ...ALL_ALLOWED, mayTake: ({ doc }) => doc !== 1 }
  const places = fillSlot(ranked, 3, { placed: new Set(), placedAds: [] }, allowance)
  assert.deepEqual(
    places.map(({ bidder: { doc }, rival }) => [doc, rival?.doc]),
    [
      [0, 2],
      [2, undefined],
    ],
  )
})

test('an ad that the answer does not name sends no other one to a lesser class', () => {
  const bidder = (doc: number, advertiserNumber: number, relevance: number, bidMicros: number): Bidder => ({
    ...{ doc, advertiserNumber, relevance, bidMicros, floorMicros: FLOOR, priority: 'standard' },
    ...{ rate: 0.01, evidence: Number.POSITIVE_INFINITY },
  })
  const [dear, fitting, decoy] = [bidder(1, 1, 0.15, 9_000_000), bidder(2, 2, 0.4, 500_000), bidder(3, 1, 0.9, FLOOR)]
  const mentions = {
    claim: () => undefined,
    has: (doc: number) => doc !== decoy.doc,
    take: () => undefined,
  }
  for (const market of [
    [dear, fitting],
    [dear, fitting, decoy],
  ]) {
    const ranked = rank(market, 'value', () => 0.7)
    const [first] = fillSlot(ranked, 1, { placed: new Set(), placedAds: [] }, ALL_ALLOWED, mentions)
    assert.equal(first!.bidder.doc, fitting.doc)
  }
})

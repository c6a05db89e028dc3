import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSeededRandom } from '../base/random.ts'
import { type Bidder, priceOf, rank, type RankedBidder } from './auction.ts'

const bidders = fc.array(
  fc.record({
    relevance: fc.double({ min: 0.01, max: 1, noNaN: true }),
    bidMicros: fc.integer({ min: 10_000, max: 50_000_000 }),
    rate: fc.double({ min: 0.0001, max: 0.05, noNaN: true }),
  }),
  { minLength: 1, maxLength: 12 },
)
const of = (given: { relevance: number; bidMicros: number; rate: number }[]): Bidder[] =>
  given.map((bidder, doc) => ({
    ...bidder,
    doc,
    advertiserNumber: doc,
    priority: 'standard',
    floorMicros: 10_000,
    evidence: Number.POSITIVE_INFINITY,
  }))
const ranking = (given: Bidder[]) => rank(given, 'value', createSeededRandom(7))
const priceAt = (ranked: RankedBidder[], place: number) => priceOf(ranked[place]!, ranked[place + 1], 'value').micros

test('nobody pays more than they bid nor less than the floor', () => {
  fc.assert(
    fc.property(bidders, (given) => {
      const ranked = ranking(of(given))
      ranked.forEach((winner, place) => {
        const price = priceAt(ranked, place)
        assert.ok(
          Number.isInteger(price) &&
            price <= winner.bidMicros &&
            price >= Math.min(winner.floorMicros, winner.bidMicros),
        )
      })
    }),
  )
})

test('a winner pays the least that keeps the place, and who set the price is told', () => {
  const given = [bidderOf({ doc: 1, bidMicros: 200_000 }), bidderOf({ doc: 2, bidMicros: 80_000, relevance: 0.75 })]
  const [winner, rival] = rank(given, 'value', () => 0.5)
  assert.equal(winner!.doc, 1)
  assert.deepEqual(priceOf(winner!, rival, 'value'), { micros: 120_000, rival })
})

test('a winner who bids just what they pay keeps the place', () => {
  fc.assert(
    fc.property(bidders, (given) => {
      const ranked = ranking(of(given))
      const [winner] = ranked
      const price = priceAt(ranked, 0)
      const again = rank(
        of(given).map((bidder) => (bidder.doc === winner!.doc ? { ...bidder, bidMicros: price } : bidder)),
        'value',
        () => 0.5,
      )
      // With the rival's score met to the micro the two are even at worst, and chance decides between them.
      assert.ok(
        again[0]!.doc === winner!.doc ||
          again[0]!.score - again.find(({ doc }) => doc === winner!.doc)!.score < 1e-6 * again[0]!.score + 1e-9,
      )
    }),
  )
})

test('raising a bid never lowers the place', () => {
  fc.assert(
    fc.property(bidders, fc.nat(11), fc.integer({ min: 1, max: 9_000_000 }), (given, pick, raise) => {
      const all = of(given)
      const doc = pick % all.length
      const placeIn = (list: Bidder[]) => rank(list, 'value', () => 0.5).findIndex((bidder) => bidder.doc === doc)
      const raised = all.map((bidder) =>
        bidder.doc === doc ? { ...bidder, bidMicros: bidder.bidMicros + raise } : bidder,
      )
      assert.ok(placeIn(raised) <= placeIn(all))
    }),
  )
})

test('lowering the bid of a loser who sets no price changes nothing for the winner', () => {
  fc.assert(
    fc.property(bidders, (given) => {
      const ranked = ranking(of(given))
      if (ranked.length < 3) return
      const lowered = ranking(
        of(given).map((bidder) => (bidder.doc === ranked[2]!.doc ? { ...bidder, bidMicros: 10_000 } : bidder)),
      )
      assert.equal(lowered[0]!.doc, ranked[0]!.doc)
      assert.equal(priceAt(lowered, 0), priceAt(ranked, 0))
    }),
  )
})

test('with one slot bidding one’s value is never worse than any other bid', () => {
  fc.assert(
    fc.property(bidders, fc.integer({ min: 10_000, max: 50_000_000 }), (given, other) => {
      const all = of(given)
      const value = all[0]!.bidMicros
      const gainOf = (bidMicros: number) => {
        const ranked = rank([{ ...all[0]!, bidMicros }, ...all.slice(1)], 'value', () => 0.5)
        return ranked[0]!.doc === 0 ? value - priceAt(ranked, 0) : 0
      }
      assert.ok(gainOf(value) >= gainOf(other) - 1, 'rounding up to a whole micro is all that may be lost')
    }),
  )
})

test('a tier never pays for a lower one', () => {
  const [sponsor] = rank(
    [
      bidderOf({ doc: 1, bidMicros: 9_000_000, relevance: 1 }),
      bidderOf({ doc: 2, priority: 'sponsorship', bidMicros: 50_000, relevance: 1 }),
    ],
    'value',
    () => 0.5,
  )
  assert.equal(sponsor!.doc, 2)
  assert.equal(priceOf(sponsor!, undefined, 'value').micros, 10_000)
})

test('where relevance alone orders, the winner pays the floor, whatever others bid', () => {
  const given = [bidderOf({ doc: 1, bidMicros: 9_000_000 }), bidderOf({ doc: 2, relevance: 0.6, bidMicros: 20_000 })]
  const [winner, rival] = rank(given, 'relevance', () => 0.5)
  assert.equal(winner!.doc, 2)
  assert.deepEqual(priceOf(winner!, rival, 'relevance'), { micros: 10_000, rival: undefined })
})

test('twins share the traffic', () => {
  const random = createSeededRandom(3)
  // In the same order each time, which is not to decide.
  const best = () => rank([bidderOf({ doc: 1 }), bidderOf({ doc: 2 })], 'value', random)[0]!.doc
  const wins = Array.from({ length: 400 }, best).filter((doc) => doc === 1).length
  assert.ok(wins > 140 && wins < 260, `one twin won ${wins} of 400`)
})

test('whoever splits an ad into a hundred campaigns wins no more often, known or not', () => {
  const random = createSeededRandom(5)
  for (const evidence of [3, Number.POSITIVE_INFINITY]) {
    const others = Array.from({ length: 4 }, (_, i) => bidderOf({ doc: i, evidence }))
    const parts = Array.from({ length: 100 }, (_, i) => bidderOf({ doc: 10 + i, advertiserNumber: 9, evidence }))
    const best = () => rank([...others, ...parts], 'value', random)[0]!
    const wins = Array.from({ length: 5_000 }, best).filter(({ advertiserNumber }) => advertiserNumber === 9)
    assert.ok(Math.abs(wins.length - 1_000) < 120, `the splitter won ${wins.length} of 5,000, a fifth is due`)
    assert.ok(new Set(wins.map(({ doc }) => doc)).size > 95, 'each of its ads has its turn')
  }
})

test('some auctions give an ad that little is known of its try, but none where relevance orders or nothing can be learned', () => {
  const triesOf = (by: 'value' | 'relevance', mayExplore: boolean) => {
    const random = createSeededRandom(4)
    const best = () => {
      const known = bidderOf({ doc: 1, relevance: 0.6, evidence: Number.POSITIVE_INFINITY })
      return rank([known, bidderOf({ doc: 2, relevance: 0.5, evidence: 1 })], by, random, mayExplore)[0]!.doc
    }
    return Array.from({ length: 1_000 }, best).filter((doc) => doc === 2).length
  }
  const tries = triesOf('value', true)
  assert.ok(tries > 20 && tries < 250, `the new ad won ${tries} of 1,000`)
  assert.deepEqual([triesOf('value', false), triesOf('relevance', true)], [0, 0])
})

function bidderOf(given: Partial<Bidder> & { doc: number }): Bidder {
  return {
    relevance: 0.5,
    advertiserNumber: given.doc,
    priority: 'standard',
    rate: 0.005,
    evidence: 10,
    bidMicros: 100_000,
    floorMicros: 10_000,
    ...given,
  }
}

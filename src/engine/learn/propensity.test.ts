import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSeededRandom } from '../../base/random.ts'
import { rank } from '../auction.ts'
import { chanceToWin, type Contender, contendersOf } from './propensity.ts'

test('the chance to win is how often the auction is won', () => {
  const contenders = [
    { expected: 1_000, evidence: 5, advertiser: '0' },
    { expected: 1_200, evidence: 60, advertiser: '1' },
    { expected: 700, evidence: 2, advertiser: '2' },
    { expected: 1_100, evidence: Number.POSITIVE_INFINITY, advertiser: '3' },
  ]
  assertChances(contenders)
})

test('so it is where advertisers have several ads, some of them alike', () => {
  const contenders = [
    { expected: 1_200, evidence: 60, advertiser: '1' },
    { expected: 1_000, evidence: 5, advertiser: '1' },
    { expected: 1_000, evidence: 5, advertiser: '1' },
    { expected: 1_200, evidence: 30, advertiser: '2' },
    { expected: 900, evidence: 2, advertiser: '2' },
    { expected: 1_200, evidence: Number.POSITIVE_INFINITY, advertiser: '3' },
    { expected: 1_200, evidence: Number.POSITIVE_INFINITY, advertiser: '3' },
  ]
  assertChances(contenders)
})

test('who has a place in an earlier slot does not contend for the first place of the next one', () => {
  const logged = (slot: number, campaignNumber: number, priceMicros?: number) => ({
    ...{ slot, campaignNumber, priceMicros, relevance: 0.5, rate: 0.01, evidence: 5, score: 1_000, bidMicros: 200_000 },
  })
  // Campaigns 1 and 2 are of one advertiser.
  const campaignOf = (number: number) => ({
    priority: 'standard' as const,
    advertiserId: number < 3 ? 'a' : `${number}`,
  })
  const [before, after, ...others] = [logged(0, 1, 50_000), logged(1, 2), logged(1, 3, 50_000), logged(1, 4)]
  const candidates = [before!, after!, ...others]
  assert.deepEqual(contendersOf(candidates, before!, campaignOf), [before])
  assert.deepEqual(contendersOf(candidates, others[0]!, campaignOf), others)
  assert.deepEqual(contendersOf(candidates, after!, campaignOf), [])
})

function assertChances(contenders: readonly (Contender & { advertiser: string })[]): void {
  const random = createSeededRandom(9)
  const wins = contenders.map(() => 0)
  const times = 40_000
  for (let i = 0; i < times; i++) {
    const bidders = contenders.map(({ expected, evidence, advertiser }, doc) => ({
      doc,
      relevance: 1,
      advertiserNumber: Number(advertiser),
      priority: 'standard' as const,
      bidMicros: expected * 1_000,
      floorMicros: 0,
      rate: 0.001,
      evidence,
    }))
    wins[rank(bidders, 'value', random)[0]!.doc]!++
  }
  contenders.forEach((contender, i) => {
    const chance = chanceToWin(
      contender,
      contenders.filter((one) => one !== contender),
    )
    assert.ok(Math.abs(chance - wins[i]! / times) < 0.012, `${i}: ${chance} for ${wins[i]! / times}`)
  })
}

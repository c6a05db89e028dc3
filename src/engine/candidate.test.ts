import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestWorld } from '../../test/support/world.ts'
import { nextCandidate, recycleCandidates } from './candidate.ts'

const maker = createTestWorld()
const campaign = maker.campaign(maker.advertiser())
const offer = { campaign, advertiserNumber: 1, bidMicros: 500_000, floorMicros: 10_000 }

test('a candidate that is used again knows nothing of the decision before', () => {
  recycleCandidates()
  const first = nextCandidate(offer)
  const { doc, adNumber, campaignNumber, slot, relevance, ...fresh } = { ...first }
  Object.assign(first, {
    ...{
      stop: 'pacing',
      rate: 2,
      evidence: 3,
      score: 4,
      lot: 5,
      match: { score: 1, coverage: 1, missing: 0, talk: 0, tells: true, terms: [] },
    },
    ...{ priceMicros: 6, priceSetBy: 7, stoppedBy: 'outranked' },
  })
  recycleCandidates()
  const again = nextCandidate(offer)
  assert.equal(again, first, 'it is the same object')
  // The ad is the caller's to write.
  assert.deepEqual({ ...again }, { doc, adNumber, campaignNumber, slot, relevance, ...fresh })
})

test('within one decision no two candidates are the same object, however many there are', () => {
  for (let decision = 0; decision < 3; decision++) {
    recycleCandidates()
    const taken = Array.from({ length: 1_200 }, () => nextCandidate(offer))
    assert.equal(new Set(taken).size, taken.length)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { circumstancesFor, createTestWorld, requestFor } from '../../test/support/world.ts'
import type { Policy } from '../domain/publisher.ts'
import { decide } from './decide.ts'
import { DEFAULT_MIN_CHANCE } from './match/relevance.ts'

/** What is answered where the conversation is found to be a wish with such a chance. */
function answerTo(query: string, commercialIntent: number, policy: Partial<Policy> = {}) {
  const { world, ...make } = createTestWorld()
  make.ad(make.campaign(make.advertiser()), { title: 'Ember lantern for the garden, with a long burning candle' })
  const understand = (request: Parameters<typeof world.understand>[0]) => {
    return { ...world.understand(request), commercialIntent, isCommercial: true }
  }
  const decision = decide(requestFor(query), { ...world, understand }, circumstancesFor(world, make.publisher(policy)))
  const [slot] = decision.slots
  return { relevance: slot!.placements[0]?.relevance, reason: slot!.noFill?.reason }
}

const QUERY = 'candle light dinner ideas'

test('what is hardly a wish has an ad only where it fits well enough that both together are likely', () => {
  const { relevance } = answerTo(QUERY, 1)
  assert.ok(relevance! > 0.06 && relevance! < 0.6, `${relevance}`)
  const least = DEFAULT_MIN_CHANCE / relevance!
  assert.equal(answerTo(QUERY, least * 1.01).relevance, relevance)
  assert.deepEqual(answerTo(QUERY, least * 0.99), { relevance: undefined, reason: 'relevance_below_threshold' })
})

test('a publisher that has the intent gate off, or asks for little relevance, gets it all the same', () => {
  const { relevance } = answerTo(QUERY, 1)
  const little = (DEFAULT_MIN_CHANCE / relevance!) * 0.5
  for (const policy of [{ intentGate: false }, { minRelevance: 0.05 }])
    assert.equal(answerTo(QUERY, little, policy).relevance, relevance, JSON.stringify(policy))
  assert.equal(answerTo(QUERY, little, { minRelevance: 0.051 }).relevance, undefined)
})

// Past decisions over HTTP.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ReadDecisions } from '../../src/actions/decisions/read-decisions.ts'
import type { Explanation, ServedDecision } from '../../src/domain/served.ts'
import { createPresentAds } from '../../src/http/present-ads.ts'
import { type HttpWorld, inOneStep, openHttpWorld, SMALL } from './http-world.ts'

const candidate: Explanation['candidates'][number] = {
  adId: 'ad_1',
  campaignId: 'cmp_1',
  slot: 0,
  relevance: 0.8123,
  score: 12.3456,
  bid: { model: 'cpc', amountMicros: 500_000 },
  rate: 0.012345678,
  evidence: 123.456789,
  priceMicros: 12_345,
  priceSetBy: 'floor',
  pacing: { share: 0.123456, openMicros: 1_234_567 },
}
const explain: Explanation = {
  signals: { language: 'en', commercialIntent: 0.9, sensitiveTopics: [], terms: [] },
  stages: [{ stage: 'match', microseconds: 12 }],
  candidates: [candidate],
}
const served: ServedDecision = { requestId: 'req_1', test: false, label: 'Sponsored', slots: [], warnings: [], explain }
const one: ReadDecisions['one'] = (_caller, requestId) => ({
  requestId,
  atMs: 0,
  publisherId: 'pub_1',
  test: false,
  slots: [],
  signals: explain.signals,
  stages: explain.stages,
  candidates: [{ ...candidate, pacing: candidate.pacing! }],
})

let world: HttpWorld
before(async () => {
  world = await openHttpWorld({
    deps: {
      serveSteps: inOneStep(() => served),
      presentAds: createPresentAds({ baseUrl: 'http://localhost', currency: 'USD' }),
      readDecisions: {
        one,
        newest: async () => ({ decisions: [], hasMore: false }),
        bySlot: async () => ({ decisions: 0, slots: [] }),
      },
    },
  })
})
after(() => world.close())

test('a decision read back tells the numbers that its explanation told', async () => {
  const answer = (await (await world.ask({ ...SMALL, options: { explain: true } })).json()) as any
  const headers = { authorization: `Bearer ${world.key}` }
  const past = (await (await fetch(`${world.url}/api/v1/decisions/req_1`, { headers })).json()) as any
  assert.deepEqual(past.explain.candidates, answer.explain.candidates)
  const [told] = answer.explain.candidates
  assert.equal(told.evidence, 123.46)
  assert.deepEqual(told.pacing, { share: 0.1235, open: { amount: '1.234567', currency: 'USD' } })
  assert.deepEqual(told.price, { amount: '0.012345', currency: 'USD' })
})

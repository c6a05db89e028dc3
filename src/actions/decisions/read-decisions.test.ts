import assert from 'node:assert/strict'
import { test } from 'node:test'
import { circumstancesFor, createTestWorld, NOON_MS, requestFor } from '../../../test/support/world.ts'
import { createSeededRandom } from '../../base/random.ts'
import { type Caller, SCOPES } from '../../domain/api-key.ts'
import type { Policy } from '../../domain/publisher.ts'
import { decide } from '../../engine/decide.ts'
import { createDecisionLog } from '../../engine/decision-log.ts'
import { createReadDecisions, type PastDecision } from './read-decisions.ts'
import { entryOf } from './remember-decision.ts'

const operator: Caller = { keyId: 'key_operator', mode: 'live', scopes: new Set(SCOPES), rateLimit: 1, origins: [] }

/** What reads a log of so many decisions on two ads alike, bids of 1.00 and 0.20, where the first campaign has so much left. */
function readerOf(policy: Partial<Policy>, leftMicros: number, decisions = 1) {
  const { world, ...make } = createTestWorld()
  const publisher = make.publisher(policy)
  for (const amountMicros of [1_000_000, 200_000]) {
    const campaign = make.campaign(make.advertiser(), {
      bid: { model: 'cpc', amountMicros },
      budget: { totalMicros: 10_000_000 },
    })
    make.ad(campaign, { title: 'Espresso machine', description: 'A machine for espresso coffee' })
  }
  world.facts.setSpend({ campaignNumber: 1, totalMicros: 10_000_000 - leftMicros, day: 0, dayMicros: 0 })
  const request = requestFor('best espresso machine to buy')
  const decision = decide(request, world, circumstancesFor(world, publisher, createSeededRandom(1)))
  const decisionLog = createDecisionLog()
  const context = { request, publisher, user: new Uint8Array(8), test: false, nowMs: NOON_MS, arrivedMs: 0 }
  for (let i = 0; i < decisions; i++)
    decisionLog.note(entryOf(decision, { ...context, decisionId: new Uint8Array(16).fill(i) }, [[]]))
  const { catalog, directory } = world
  const paceOf = () => ({ share: 1, openMicros: 0 })
  return createReadDecisions({ decisionLog, directory, catalog, paceOf })
}

/** Whose place it was, and who had which chance of it. */
async function toldOf(policy: Partial<Policy>, leftMicros: number) {
  const { decisions } = await readerOf(policy, leftMicros).newest(operator, 1)
  const [{ candidates }] = decisions as [PastDecision]
  const won = candidates.find(({ priceMicros }) => priceMicros !== undefined)!
  return {
    won: won.campaignId,
    chances: Object.fromEntries(candidates.map((one) => [one.campaignId, one.chanceOfFirstPlace])),
  }
}

test('the chance of the first place is told by what a campaign could still pay', async () => {
  const rich = await toldOf({}, 10_000_000)
  assert.equal(rich.won, 'cmp_1')
  assert.ok(rich.chances.cmp_1! > 0.7 && rich.chances.cmp_2! < 0.3, JSON.stringify(rich))
  const poor = await toldOf({}, 100_000)
  assert.equal(poor.won, 'cmp_2')
  assert.ok(poor.chances.cmp_2! > 0.7 && poor.chances.cmp_1! < 0.3, JSON.stringify(poor))
})

test('where relevance alone orders ads, no chance is told', async () => {
  const { chances } = await toldOf({ ranking: 'relevance' }, 10_000_000)
  assert.deepEqual(Object.values(chances), [undefined, undefined])
})

test('many decisions are read back a few at a time, so that whoever waits for the thread has a turn', async () => {
  const reader = readerOf({}, 10_000_000, 100)
  let turns = 0
  let next = setImmediate(function turn() {
    turns++
    next = setImmediate(turn)
  })
  const { decisions } = await reader.newest(operator, 100)
  clearImmediate(next)
  assert.equal(decisions.length, 100)
  assert.ok(turns >= 3, `others had ${turns} turns`)
})

test('a decision that is not known is named, beside the request that asked for it', () => {
  assert.throws(() => readerOf({}, 10_000_000).one(operator, 'req_gone'), {
    code: 'not_found',
    message: 'There is no decision req_gone among the last 10000',
  })
})

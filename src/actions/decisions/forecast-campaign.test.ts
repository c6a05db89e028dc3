import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock } from '../../base/clock.ts'
import { createIdSource } from '../../base/ids.ts'
import { createRandomBytes } from '../../base/random.ts'
import { type Caller, SCOPES } from '../../domain/api-key.ts'
import { DEFAULT_POLICY } from '../../domain/publisher.ts'
import { createDecisionLog } from '../../engine/decision-log.ts'
import { createDirectory } from '../../engine/directory.ts'
import { createRateModel } from '../../engine/learn/rate-model.ts'
import { createEvaluateLoggedPolicy } from './evaluate-policy.ts'
import { createForecastCampaign } from './forecast-campaign.ts'

const DECISIONS = 2_000
const operator: Caller = { keyId: 'key_operator', mode: 'live', scopes: new Set(SCOPES), rateLimit: 1, origins: [] }
const clock = createManualClock(0)
const ids = createIdSource({ clock, randomBytes: createRandomBytes() })

function loggedDecisions() {
  const directory = createDirectory()
  const entity = { number: 1, revision: 1, createdAtMs: 0, updatedAtMs: 0 }
  directory.publishers.put({ ...entity, id: 'pub_1', name: 'Chat App', policy: DEFAULT_POLICY })
  const bid = { model: 'cpc' as const, amountMicros: 500_000 }
  directory.campaigns.put({
    ...{ ...entity, id: 'cmp_1', advertiserId: 'adv_1', name: 'Spring', status: 'active', bid, budget: {} },
    ...{ pacing: 'asap', timeZone: 'UTC', frequencyCaps: [], targeting: {}, priority: 'standard' },
  })
  const decisionLog = createDecisionLog()
  const note = () => {
    const decision = ids.bytes()
    const user = new Uint8Array(8)
    const shown = { adNumber: 1, campaignNumber: 1, priceMicros: 10_000 }
    const where = { publisherNumber: 1, format: 'action_card' as const, slotId: 'main', country: '', user, test: false }
    const link = { ...where, ...shown, decision, ordinal: 0, adVersion: 1, model: bid.model }
    decisionLog.note({
      ...{ decision, atMs: clock.nowMs(), publisherNumber: 1, country: '', region: '', user, test: false, timings: [] },
      signals: { language: 'en', commercialIntent: 1, sensitiveTopics: [] },
      slots: [{ slotId: 'main', format: 'action_card', links: [link] }],
      candidates: [
        { ...shown, slot: 0, relevance: 0.5, score: 2_500, bid, bidMicros: bid.amountMicros, rate: 0.01, evidence: 20 },
      ],
    })
  }
  for (let i = 0; i < DECISIONS; i++) note()
  return { directory, decisionLog, note }
}

/** Notes a further decision in each turn of the event loop that is left to others. */
async function amongOthers<T>(work: () => T | Promise<T>, note: () => void): Promise<{ told: T; turns: number }> {
  let turns = 0
  let isOver = false
  const others = (): void => {
    if (isOver) return
    turns++
    note()
    setImmediate(others)
  }
  setImmediate(others)
  try {
    return { told: await work(), turns }
  } finally {
    isOver = true
  }
}

test('a forecast from all decisions leaves others their turns, and takes in each of them once', async () => {
  const { directory, decisionLog, note } = loggedDecisions()
  const forecastCampaign = createForecastCampaign({
    ...{ decisionLog, directory, rates: createRateModel(), clock },
    budgets: { expectedRequests: () => undefined },
  })
  const request = { like: ['cmp_1'], bid: { model: 'cpc' as const, amountMicros: 500_000 }, budget: {}, targeting: {} }
  const { told, turns } = await amongOthers(() => forecastCampaign(operator, { ...request, days: 1 }), note)
  assert.ok(turns > 10, `${turns} turns`)
  assert.deepEqual([told.basis.decisions, told.basis.won], [DECISIONS, DECISIONS])
})

test('so does a look at what another policy would have brought', async () => {
  const { directory, decisionLog, note } = loggedDecisions()
  const ledger = { findFacts: async () => ({ facts: [] }) }
  const evaluate = createEvaluateLoggedPolicy({ decisionLog, directory, ledger })
  const { told, turns } = await amongOthers(() => evaluate(operator, 'greedy'), note)
  assert.ok(turns > 10, `${turns} turns`)
  assert.equal(told.choices, DECISIONS)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestWorld, NOON_MS, requestFor } from '../../test/support/world.ts'
import type { Decision } from '../domain/decision.ts'
import type { LinkPayload } from '../domain/link.ts'
import type { DecisionCount } from '../domain/report.ts'
import { createDecisionCounts } from './count-decisions.ts'

const publisher = createTestWorld().publisher()
const occasion = { request: requestFor('a laptop'), publisher, test: false, nowMs: NOON_MS }
const decision = (reason?: 'low_commercial_intent' | 'sensitive_topic'): Decision => ({
  turn: 1,
  slots: [{ slotId: 'main', format: 'action_card', placements: [], ...(reason && { noFill: { reason } }) }],
  signals: { language: 'en', commercialIntent: 1, sensitiveTopics: [], terms: [] },
  candidates: [],
  timings: [],
})
const link = (adNumber: number) => ({ adNumber, campaignNumber: 3 }) as LinkPayload

test('slots and ads are counted apart, and an empty slot counts as eligible where ads were sought', async () => {
  const rows: DecisionCount[] = []
  const counts = createDecisionCounts({
    store: { reports: { read: async () => [], addCounts: async (added) => void rows.push(...added) } },
  })
  counts.add(decision(), occasion, [[link(7), link(8)]])
  counts.add(decision(), occasion, [[link(7)]])
  counts.add(decision('low_commercial_intent'), occasion, [[]])
  counts.add(decision('sensitive_topic'), occasion, [[]])
  await counts.flush()
  const short = rows.map(({ adNumber, requests, eligible, filled }) => [adNumber, requests, eligible, filled])
  assert.deepEqual(short, [
    [0, 4, 3, 2],
    [7, 0, 0, 2],
    [8, 0, 0, 1],
  ])
})

test('what the store did not take is handed over the next time, with what came since', async () => {
  const rows: DecisionCount[] = []
  let works = false
  const addCounts = async (added: readonly DecisionCount[]) => {
    if (!works) throw new Error('the store is not there')
    rows.push(...added)
  }
  const counts = createDecisionCounts({ store: { reports: { read: async () => [], addCounts } } })
  counts.add(decision(), occasion, [[link(7)]])
  await assert.rejects(counts.flush())
  counts.add(decision(), occasion, [[link(7)]])
  works = true
  await counts.flush()
  await counts.flush()
  assert.deepEqual(
    rows.map(({ adNumber, requests, filled }) => [adNumber, requests, filled]),
    [
      [0, 2, 2],
      [7, 0, 2],
    ],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createDecisionLog,
  type DecisionRecord,
  type LoggedCandidate,
  packCandidates,
  unpackCandidates,
} from './decision-log.ts'

const record = (i: number): DecisionRecord => ({
  requestId: `req_${i}`,
  atMs: i,
  publisherNumber: i % 2,
  country: '',
  test: false,
  signals: { language: 'en', commercialIntent: 1, sensitiveTopics: [], terms: [] },
  timings: [],
  slots: [],
  candidates: packCandidates([]),
})

test('the log keeps the newest decisions and forgets the oldest', () => {
  const log = createDecisionLog({ decisionsMax: 10 })
  for (let i = 0; i < 25; i++) log.note(record(i))
  assert.equal(log.find('req_14'), undefined)
  assert.equal(log.find('req_15')?.atMs, 15)
  assert.deepEqual(
    log.newest(3).map(({ atMs }) => atMs),
    [24, 23, 22],
  )
  assert.deepEqual(
    log.newest(2, 1).map(({ atMs }) => atMs),
    [23, 21],
  )
})

test('candidates come out of the log as they went in', () => {
  const candidates: LoggedCandidate[] = [
    {
      adNumber: 7,
      campaignNumber: 2,
      slot: 0,
      rate: 0.001,
      evidence: Number.POSITIVE_INFINITY,
      relevance: 0.25,
      score: 12.5,
      bid: { model: 'cpm', amountMicros: 5_000_000 },
      priceMicros: 2_000,
      priceSetBy: 9,
    },
    {
      adNumber: 8,
      campaignNumber: 3,
      slot: 1,
      rate: 0,
      evidence: Number.POSITIVE_INFINITY,
      relevance: 0.5,
      score: 0,
      bid: { model: 'cpc', amountMicros: 10_000 },
      stoppedBy: 'frequency_cap',
    },
    {
      adNumber: 9,
      campaignNumber: 3,
      slot: 1,
      rate: 0.0001,
      evidence: 3.5,
      relevance: 0.5,
      score: 1,
      bid: { model: 'cpa', amountMicros: 10_000 },
      stoppedBy: 'outranked',
    },
  ]
  assert.deepEqual(unpackCandidates(packCandidates(candidates)), candidates)
})

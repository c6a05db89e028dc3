import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { encodeId, ID_BYTES } from '../base/ids.ts'
import { createDecisionLog, type DecisionsOf } from './decision-log.ts'
import type { DecisionEntry, LoggedCandidate } from './decision-record.ts'

const idOf = (i: number): Uint8Array => {
  const bytes = Buffer.alloc(ID_BYTES)
  bytes.writeUInt32BE(i, 4)
  bytes.writeUInt32BE(i % 3, 12) // tags are shared, so that entries must be told apart by more
  return new Uint8Array(bytes)
}
const requestIdOf = (i: number): string => `req_${encodeId(idOf(i))}`

const entry = (i: number, more: Partial<DecisionEntry> = {}): DecisionEntry => ({
  decision: idOf(i),
  atMs: i,
  publisherNumber: i % 2,
  country: '',
  region: '',
  user: new Uint8Array(8),
  test: false,
  signals: { language: 'en', commercialIntent: 1, sensitiveTopics: [] },
  timings: [],
  slots: [],
  candidates: [],
  ...more,
})

test('the log keeps the newest decisions and forgets the oldest', () => {
  const log = createDecisionLog({ decisionsMax: 10 })
  for (let i = 0; i < 25; i++) log.note(entry(i))
  assert.equal(log.find(requestIdOf(14)), undefined)
  assert.equal(log.find(requestIdOf(15))?.atMs, 15)
  assert.equal(log.find('req_15'), undefined)
  const times = (limit: number, of?: DecisionsOf) => Array.from(log.newest(limit, of), ({ atMs }) => atMs)
  assert.deepEqual(times(3), [24, 23, 22])
  assert.deepEqual(times(2, { publisherNumber: 1 }), [23, 21])
  assert.equal(times(100).length, 10)
  log.note(entry(25, { test: true }))
  assert.deepEqual(times(100, { test: true }), [25])
  assert.deepEqual(times(2, { test: false }), [24, 23])
})

test('whoever goes on after one of them reads what is older, however many came since', () => {
  const log = createDecisionLog({ decisionsMax: 10 })
  for (let i = 0; i < 25; i++) log.note(entry(i))
  const older = (i: number) =>
    Array.from(log.newest(3, { olderThan: requestIdOf(i), publisherNumber: 1 }), ({ atMs }) => atMs)
  assert.deepEqual(older(24), [23, 21, 19])
  assert.deepEqual(older(19), [17, 15])
  assert.deepEqual(older(15), [])
  log.note(entry(25))
  log.note(entry(26))
  assert.deepEqual(older(19), [17])
  assert.deepEqual(older(16), [], 'it is forgotten, and so are all before it')
  const few = createDecisionLog({ decisionsMax: 10 })
  for (let i = 0; i < 4; i++) few.note(entry(i))
  assert.deepEqual(
    Array.from(few.newest(9, { olderThan: requestIdOf(2) }), ({ atMs }) => atMs),
    [1, 0],
  )
})

test('what is noted while others are read is left out, and so is what it takes the place of', () => {
  const log = createDecisionLog({ decisionsMax: 10 })
  for (let i = 0; i < 10; i++) log.note(entry(i))
  const times: number[] = []
  for (const { atMs } of log.newest(100)) {
    times.push(atMs)
    if (times.length === 3) for (const i of [10, 11]) log.note(entry(i))
  }
  assert.deepEqual(times, [9, 8, 7, 6, 5, 4, 3, 2])
})

test('who reads all decisions while more are made reads those that were there and are still', () => {
  const log = createDecisionLog({ decisionsMax: 10 })
  for (let i = 0; i < 25; i++) log.note(entry(i))
  const times: number[] = []
  for (const { atMs } of log.served()) {
    times.push(atMs)
    if (times.length <= 3) log.note(entry(100 + times.length))
  }
  assert.deepEqual(times, [24, 23, 22, 21, 20, 19, 18])
  const few = createDecisionLog({ decisionsMax: 10 })
  for (let i = 0; i < 3; i++) few.note(entry(i))
  assert.deepEqual(
    Array.from(few.served(), ({ atMs }) => atMs),
    [2, 1, 0],
  )
})

test('a slot id of 64 characters is kept whole, whatever they are', () => {
  const log = createDecisionLog({ decisionsMax: 3 })
  const slotId = '😀'.repeat(64)
  log.note(entry(1, { slots: [{ slotId, format: 'suffix', links: [] }] }))
  assert.equal(log.find(requestIdOf(1))?.slots[0]?.slotId, slotId)
})

const ofCandidates = (count: number): LoggedCandidate[] =>
  Array.from({ length: count }, (_, i) => ({
    ...{ adNumber: i, campaignNumber: 1, slot: 0, relevance: 0.5, score: 1, rate: 0.01, evidence: 3 },
    bid: { model: 'cpc', amountMicros: 500_000 },
    bidMicros: 500_000,
  }))

test('as many decisions of many slots are kept as of one, and all of them can be found while others give way', () => {
  const log = createDecisionLog({ decisionsMax: 1_000 })
  const candidates = ofCandidates(60)
  for (let i = 0; i < 5_000; i++) {
    log.note(entry(i, { candidates: candidates.slice(i % 7) }))
    if (i % 777 !== 776) continue
    const kept = Array.from(log.newest(1_000), ({ atMs }) => atMs)
    assert.deepEqual(
      kept,
      Array.from({ length: Math.min(i + 1, 1_000) }, (_, back) => i - back),
    )
    assert.equal(log.find(requestIdOf(kept.at(-1)!))?.candidates.length, 60 - (kept.at(-1)! % 7))
    if (i >= 1_000) assert.equal(log.find(requestIdOf(i - 1_000)), undefined)
  }
})

test('of decisions that are larger than there is room for the newest are kept', () => {
  const log = createDecisionLog({ decisionsMax: 1_000 })
  const candidates = ofCandidates(400)
  for (let i = 0; i < 1_500; i++) log.note(entry(i, { candidates }))
  const kept = [...log.newest(1_000)]
  assert.ok(kept.length > 100 && kept.length < 300, `${kept.length} are kept`)
  for (const [back, { atMs, candidates: read }] of kept.entries()) {
    assert.equal(atMs, 1_499 - back)
    assert.deepEqual(read[399], candidates[399])
  }
  assert.equal(log.find(requestIdOf(1_499 - kept.length)), undefined)
})

test('decisions are read with the candidates of one campaign alone', () => {
  const log = createDecisionLog()
  const [own, other] = ofCandidates(2).map((one, i) => ({ ...one, campaignNumber: i + 1, relevance: 0.5 }))
  const all = [[own!, other!, own!], [other!], [], [other!, own!]]
  all.forEach((candidates, i) => log.note(entry(i, { candidates })))
  assert.deepEqual(
    Array.from(log.weighed(1), ({ atMs, candidates }) => [atMs, candidates]),
    [
      [3, [own]],
      [2, []],
      [1, []],
      [0, [own, own]],
    ],
  )
})

test('a click is remembered with its decision, and not passed on to the one that takes its place', () => {
  const log = createDecisionLog({ decisionsMax: 3 })
  log.note(entry(1))
  log.note(entry(4))
  log.noteClick(idOf(4), 29)
  log.noteClick(idOf(4), 0)
  log.noteClick(idOf(7), 1)
  assert.deepEqual(
    Array.from(log.newest(3), ({ clicked }) => clicked >>> 0),
    [(1 << 29) | 1, 0],
  )
  for (let i = 8; i < 11; i++) log.note(entry(i))
  assert.deepEqual(
    Array.from(log.newest(3), ({ clicked }) => clicked),
    [0, 0, 0],
  )
})

const model = fc.constantFrom('cpc' as const, 'cpm' as const, 'cpa' as const)
const whole = fc.nat({ max: 2 ** 40 })
/** As the catalog's columns hold it. */
const adNumber = fc.nat({ max: 2 ** 32 - 1 })
const text = (maxLength: number) => fc.string({ unit: 'binary', maxLength })
const candidates: fc.Arbitrary<LoggedCandidate> = fc.record(
  {
    adNumber,
    campaignNumber: whole,
    slot: fc.nat({ max: 9 }),
    rate: fc.double({ noNaN: true }),
    evidence: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.double({ min: 1, max: 1e9, noNaN: true })),
    relevance: fc.double({ min: 0, max: 1, noNaN: true }),
    score: fc.double({ noNaN: true }),
    bid: fc.record({ model, amountMicros: whole }),
    bidMicros: whole,
    priceMicros: whole,
    priceSetBy: fc.oneof(fc.constant('floor' as const), whole),
    stoppedBy: fc.constantFrom('frequency_cap' as const, 'outranked' as const, 'no_candidates' as const),
  },
  {
    requiredKeys: ['adNumber', 'campaignNumber', 'slot', 'rate', 'evidence', 'relevance', 'score', 'bid', 'bidMicros'],
  },
)

test('whatever was decided comes out of the log as it went in, as long as it is kept', () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
  const decided = fc.record({
    country: fc.constantFrom('', 'DE'),
    region: fc.constantFrom('', 'DE-BY', 'US-CA'),
    user: bytes(8),
    test: fc.boolean(),
    signals: fc.record({
      language: fc.constantFrom('und', 'de'),
      commercialIntent: fc.double({ min: 0, max: 1, noNaN: true }),
      sensitiveTopics: fc.array(fc.record({ category: text(20), score: fc.double({ min: 0, max: 1, noNaN: true }) })),
    }),
    timings: fc.array(fc.record({ stage: fc.constantFrom('match' as const, 'fill' as const), microseconds: whole })),
    slots: fc.array(
      fc.record(
        {
          slotId: text(64),
          format: text(30),
          links: fc.array(
            fc.record({
              ordinal: fc.nat({ max: 29 }),
              adNumber,
              adVersion: whole,
              campaignNumber: whole,
              model,
              priceMicros: whole,
            }),
            { maxLength: 6 },
          ),
          noFill: fc.record(
            {
              reason: fc.constantFrom('pacing' as const, 'no_candidates' as const),
              detail: fc.string({ minLength: 1 }),
            },
            { requiredKeys: ['reason'] },
          ),
        },
        { requiredKeys: ['slotId', 'format', 'links'] },
      ),
      { maxLength: 5 },
    ),
    candidates: fc.array(candidates, { maxLength: 400 }),
  })
  fc.assert(
    fc.property(fc.array(decided, { minLength: 1, maxLength: 12 }), (all) => {
      const log = createDecisionLog({ decisionsMax: 8 })
      const entries = structuredClone(all).map((one, i) => {
        const { country, user, test } = one
        const decision = idOf(i)
        const ofAll = { decision, publisherNumber: i % 2, country, user, test }
        const slots = one.slots.map((slot) => ({
          ...slot,
          links: slot.links.map((link) => ({
            ...link,
            ...ofAll,
            format: slot.format as 'suffix',
            slotId: slot.slotId,
          })),
        }))
        return entry(i, { ...one, slots })
      })
      for (const one of entries) log.note(one)
      const kept = [...log.newest(8)]
      assert.equal(kept.length, Math.min(entries.length, 8))
      kept.forEach((record, back) => {
        const i = entries.length - 1 - back
        const { requestId, clicked, ...read } = record
        assert.deepEqual([requestId, clicked], [requestIdOf(i), 0])
        assert.deepEqual(read, entries[i])
        assert.deepEqual(log.find(requestId), record)
      })
    }),
    { numRuns: 30 },
  )
})

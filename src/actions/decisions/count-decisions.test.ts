import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOON_MS } from '../../../test/support/world.ts'
import { HOUR_MS } from '../../base/clock.ts'
import type { LinkPayload } from '../../domain/link.ts'
import { type DecisionCount, EMPTY_CELLS, PLACED_CELLS } from '../../domain/report.ts'
import { createDecisionCounts } from './count-decisions.ts'

const counted = (ads: readonly number[], reason?: 'low_commercial_intent' | 'sensitive_topic' | 'policy_blocked') => ({
  ...{ atMs: NOON_MS, publisherNumber: 1, country: 'DE', test: false },
  slots: [{ slotId: 'main', format: 'action_card', links: ads.map(link), ...(reason && { noFill: { reason } }) }],
})
const link = (adNumber: number) => ({ adNumber, campaignNumber: 3 }) as LinkPayload

/** The ads of a count, each with its campaign and how often it was placed. */
const adsOf = ({ placed }: DecisionCount): { adNumber: number; campaignNumber: number; times: number }[] =>
  Array.from({ length: placed.length / PLACED_CELLS }, (_, i) => {
    const [adNumber, campaignNumber, times] = placed.subarray(i * PLACED_CELLS)
    return { adNumber: adNumber!, campaignNumber: campaignNumber!, times: times! }
  })

/** How often a slot stayed empty, by the number of the reason. */
const emptyOf = (rows: readonly DecisionCount[]): Record<number, number> => {
  const sums: Record<number, number> = {}
  for (const { empty } of rows)
    for (let at = 0; at < empty.length; at += EMPTY_CELLS) sums[empty[at]!] = (sums[empty[at]!] ?? 0) + empty[at + 1]!
  return sums
}

test('slots and ads are counted apart, and an empty slot counts as eligible where ads were sought', async () => {
  const rows: DecisionCount[] = []
  const counts = createDecisionCounts({
    store: { reports: { addCounts: async (added) => void rows.push(...added) } },
  })
  counts.add(counted([7, 8]))
  counts.add(counted([7]))
  counts.add(counted([], 'low_commercial_intent'))
  counts.add(counted([], 'sensitive_topic'))
  await counts.flush()
  assert.deepEqual(
    rows.map(({ requests, eligible, filled }) => [requests, eligible, filled]),
    [[4, 3, 2]],
  )
  assert.deepEqual(rows.flatMap(adsOf), [
    { adNumber: 7, campaignNumber: 3, times: 2 },
    { adNumber: 8, campaignNumber: 3, times: 1 },
  ])
})

test('of a paused publisher no slot counts as eligible, and of another those whose ads its rules kept out do', async () => {
  const rows: DecisionCount[] = []
  const addCounts = async (added: readonly DecisionCount[]) => void rows.push(...added)
  const counts = createDecisionCounts({ store: { reports: { addCounts } }, isPaused: (number) => number === 2 })
  counts.add(counted([], 'policy_blocked'))
  counts.add({ ...counted([], 'policy_blocked'), publisherNumber: 2 })
  await counts.flush()
  assert.deepEqual(
    rows.map(({ requests, eligible }) => [requests, eligible]),
    [
      [1, 1],
      [1, 0],
    ],
  )
})

test('what differs in its hour, publisher, slot, format, country or test is counted apart, however it alternates', async () => {
  const usual = counted([])
  const [slot] = usual.slots
  const others = [
    { ...usual, atMs: NOON_MS + HOUR_MS },
    { ...usual, publisherNumber: 2 },
    { ...usual, slots: [{ ...slot!, slotId: 'side' }] },
    { ...usual, slots: [{ ...slot!, format: 'suffix' }] },
    { ...usual, country: 'AT' },
    { ...usual, test: true },
  ]
  for (const other of others) {
    const requests: number[] = []
    const addCounts = async (added: readonly DecisionCount[]) => void requests.push(...added.map((row) => row.requests))
    const counts = createDecisionCounts({ store: { reports: { addCounts } } })
    for (const served of [usual, other, usual, usual, other]) counts.add(served)
    await counts.flush()
    assert.deepEqual(requests, [3, 2], JSON.stringify(other))
  }
})

test('a slot without any ad counts for its reason, one that got fewer than it asked for does not', async () => {
  const rows: DecisionCount[] = []
  let works = false
  const addCounts = async (added: readonly DecisionCount[]) => {
    if (!works) throw new Error('the store is not there')
    rows.push(...added)
  }
  const counts = createDecisionCounts({ store: { reports: { addCounts } } })
  counts.add(counted([7], 'policy_blocked'))
  counts.add(counted([7]))
  counts.add(counted([], 'policy_blocked'))
  counts.add(counted([], 'sensitive_topic'))
  await assert.rejects(counts.flush(), 'what the store did not take is told again')
  counts.add(counted([], 'sensitive_topic'))
  works = true
  await counts.flush()
  assert.deepEqual(emptyOf(rows), { 202: 2, 203: 1 })
  assert.deepEqual(
    rows.map(({ requests, filled }) => [requests, filled]),
    [[5, 2]],
  )
  counts.add(counted([], 'sensitive_topic'))
  await counts.flush()
  assert.deepEqual(emptyOf(rows), { 202: 3, 203: 1 }, 'each is told once')
})

test('ads are handed over in the order in which the store keeps them', async () => {
  const rows: DecisionCount[] = []
  const addCounts = async (added: readonly DecisionCount[]) => void rows.push(...added)
  const counts = createDecisionCounts({ store: { reports: { addCounts } } })
  const [slot] = counted([]).slots
  const links = [
    { adNumber: 12, campaignNumber: 3 },
    { adNumber: 7, campaignNumber: 4 },
    { adNumber: 9, campaignNumber: 3 },
  ] as LinkPayload[]
  counts.add({ ...counted([]), slots: [{ ...slot!, links }] })
  await counts.flush()
  assert.deepEqual(
    rows.flatMap(adsOf).map(({ campaignNumber, adNumber }) => [campaignNumber, adNumber]),
    [
      [3, 9],
      [3, 12],
      [4, 7],
    ],
  )
})

test('what the store did not take is handed over the next time, with what came since', async () => {
  const rows: DecisionCount[] = []
  let works = false
  const addCounts = async (added: readonly DecisionCount[]) => {
    if (!works) throw new Error('the store is not there')
    rows.push(...added)
  }
  const counts = createDecisionCounts({ store: { reports: { addCounts } } })
  counts.add(counted([7]))
  await assert.rejects(counts.flush())
  counts.add(counted([7]))
  works = true
  await counts.flush()
  await counts.flush()
  assert.deepEqual(
    rows.map(({ requests, filled }) => [requests, filled]),
    [[2, 2]],
  )
  assert.deepEqual(rows.flatMap(adsOf), [{ adNumber: 7, campaignNumber: 3, times: 2 }])
})

test('ads that the store did not take are handed over again where their slot was taken and nobody asks for it any more', async () => {
  let requests = 0
  const told: number[] = []
  let batches = 0
  const addCounts = async (added: readonly DecisionCount[]) => {
    if (++batches === 2) throw new Error('the store is not there')
    for (const row of added) requests += row.requests
    told.push(...added.flatMap(adsOf).map(({ adNumber }) => adNumber))
  }
  const counts = createDecisionCounts({ store: { reports: { addCounts } } })
  const ads = Array.from({ length: 250 }, (_, i) => i + 1)
  counts.add(counted(ads))
  await assert.rejects(counts.flush())
  await counts.flush()
  assert.equal(requests, 1)
  assert.deepEqual(
    told.toSorted((a, b) => a - b),
    ads,
  )
})

test('each is told once, also where the store fails half way, counting goes on meanwhile, or an hour ends', async () => {
  const told = new Map<number, number>()
  let batches = 0
  let failing = 2
  let isBusy = true
  const counts = createDecisionCounts({
    store: {
      reports: {
        addCounts: async (added) => {
          if (++batches === failing) throw new Error('the store is not there')
          for (const row of added) {
            assert.ok(row.requests + row.placed.length > 0, 'a row that tells nothing')
            told.set(0, (told.get(0) ?? 0) + row.requests)
            for (const { adNumber, times } of adsOf(row)) told.set(adNumber, (told.get(adNumber) ?? 0) + times)
          }
          if (isBusy && batches % 3 === 0) serve()
        },
      },
    },
  })
  const ads = Array.from({ length: 250 }, (_, i) => i + 1)
  let served = 0
  let atMs = NOON_MS
  const serve = () => {
    counts.add({ ...counted(ads), atMs })
    served++
  }
  for (let round = 0; round < 12; round++) {
    serve()
    if (round === 5) failing = batches + 3
    if (round % 4 === 3) atMs += HOUR_MS
    await counts.flush().catch(() => {})
  }
  isBusy = false
  await counts.flush()
  assert.deepEqual(told, new Map([0, ...ads].map((ad) => [ad, served])))
})

test('where slots get too many, new ones are counted together, and those that are known go on by name', async () => {
  const requests = new Map<string, number>()
  const addCounts = async (added: readonly DecisionCount[]) => {
    for (const row of added) requests.set(row.slotId, (requests.get(row.slotId) ?? 0) + row.requests)
  }
  const counts = createDecisionCounts({ store: { reports: { addCounts } } })
  const ask = (slotId: string) => {
    const { slots, ...rest } = counted([])
    counts.add({ ...rest, slots: slots.map((slot) => ({ ...slot, slotId })) })
  }
  ask('main')
  for (let i = 0; i < 28_000; i++) ask(`new-${i}`)
  ask('main')
  ask('one more')
  await counts.flush()
  assert.deepEqual(
    ['main', 'one more', '(other)'].map((slotId) => requests.get(slotId)),
    [2, undefined, 2],
  )
})

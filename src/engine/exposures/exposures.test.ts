import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createExposureRing, ringMemory } from './exposure-ring.ts'
import { afterReport, afterServed } from '../reporting.ts'
import { createExposures, type Exposures, NOTHING_SHOWN, type ShownAd, type Subjects } from './exposures.ts'
import { createSubjectTable, SHARDS, tableMemory } from './subject-table.ts'

const HOUR = 3_600_000
const START = Date.UTC(2026, 0, 1)
const LIMITS = { rows: 200_000, subjects: 50_000, awaited: 50_000 }
const shown = (given: Partial<ShownAd>): ShownAd => ({
  impressionId: 'imp_1',
  adNumber: 1,
  campaignNumber: 1,
  advertiserNumber: 1,
  publisherNumber: 1,
  servedAtMs: START,
  turn: 1,
  seen: false,
  ...given,
})
const user = (name: string): Subjects => ({ user: name, session: '', conversation: '' })

/** Those of two threads that share their memory. */
function createPair(): [Exposures, Exposures] {
  const exposures = createExposures(LIMITS)
  return [exposures, createExposures(LIMITS, exposures.memory())]
}

/** The same in other memory, as after a restart. */
function takenUp(exposures: Exposures): Exposures {
  const again = createExposures(LIMITS)
  again.restore((roomFor) => {
    for (const { name, bytes } of exposures.save()) roomFor(name, bytes.length).set(bytes)
  })
  assert.deepEqual([again.rows(), again.bytes()], [exposures.rows(), exposures.bytes()])
  return again
}

test('what somebody was shown is told newest first, each ad with what it belongs to', () => {
  const exposures = createExposures(LIMITS)
  const both = { user: 'u', session: 's', conversation: '' }
  exposures.noteShown(both, shown({ adNumber: 7, campaignNumber: 3, advertiserNumber: 2, turn: 4 }))
  exposures.noteShown(user('other'), shown({ adNumber: 8 }))
  exposures.noteShown(user('u'), shown({ adNumber: 9, campaignNumber: 5, servedAtMs: START + 1, turn: 6 }))
  const view = exposures.shownTo(both, START + HOUR)
  const first = view.newest('user')
  assert.deepEqual([view.adOf(first), view.campaignOf(first), view.turnOf(first)], [9, 5, 6])
  const second = view.older('user', first)
  assert.deepEqual([view.adOf(second), view.campaignOf(second), view.advertiserOf(second)], [7, 3, 2])
  assert.equal(view.servedAtMs(second), START)
  assert.equal(view.older('user', second), NOTHING_SHOWN)
  assert.equal(view.count('session', 9), 1)
  assert.equal(view.newest('conversation'), NOTHING_SHOWN)
})

test('a ring that is full forgets the oldest, and no reference leads to what took its place', () => {
  const ring = createExposureRing(ringMemory(131_072))
  const row = (adNumber: number) =>
    ring.add({ adNumber, publisher: 1, servedAtMs: START + adNumber, turn: 0, seen: false }, [0, 0, 0])
  const first = row(1)
  for (let ad = 2; ad < 131_072; ad++) row(ad)
  assert.equal(ring.adOf(first), 1)
  const last = row(131_072)
  assert.equal(ring.isLive(first), false)
  assert.equal(ring.adOf(last), 131_072)
  const next = ring.add({ adNumber: 5, publisher: 1, servedAtMs: START, turn: 0, seen: false }, [first, last, 0])
  assert.equal(ring.previous(next, 0), NOTHING_SHOWN, 'what was forgotten is not linked')
  assert.equal(ring.previous(next, 1), last)
})

test('a full table of subjects keeps those that were shown something last', () => {
  let oldest = 0
  const deps = { entriesMax: 40_000, isLive: (at: number) => at > oldest, ageRank: (at: number) => at }
  const memory = tableMemory(40_000)
  const table = createSubjectTable(memory, deps)
  const spread = (n: number) => Math.imul(n, 0x9e3779b1) >>> 0
  for (let n = 1; n <= 200_000; n++) table.set(spread(n), spread(n + 7), n)
  let kept = 0
  for (let n = 199_000; n <= 200_000; n++) if (table.get(spread(n), spread(n + 7)) === n) kept++
  assert.equal(kept, 1_001, 'the newest thousand are all there')
  assert.equal(table.get(spread(1), spread(8)), 0)
  const bytes = table.bytes()
  oldest = 200_000
  table.tidy(SHARDS)
  assert.ok(table.bytes() < bytes / 2, `${table.bytes()} of ${bytes} bytes are left once nobody is known any more`)
  const room = memory.entries.byteLength
  for (let n = 200_001; n <= 300_000; n++) table.set(spread(n), spread(n + 7), n)
  assert.equal(table.get(spread(300_000), spread(300_007)), 300_000)
  assert.equal(memory.entries.byteLength, room, 'others took the room of those who were forgotten')
})

test('any number of people, ads and moments are remembered as a plain list would, over restarts and by two threads', () => {
  const people = ['', 'a', 'b', 'c', '0123456789abcdef']
  const person = fc.constantFrom(...people)
  const event = fc.oneof(
    fc.record({
      do: fc.constant('show' as const),
      user: person,
      session: person,
      ad: fc.integer({ min: 1, max: 4 }),
      publisher: fc.integer({ min: 1, max: 2 }),
      after: fc.integer({ min: 0, max: 2 * HOUR }),
    }),
    fc.record({ do: fc.constant('see' as const), which: fc.nat(), reported: fc.boolean() }),
    fc.record({ do: fc.constant('restart' as const) }),
  )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 80 }), fc.integer({ min: 0, max: 5 * HOUR }), (events, later) => {
      let pair = createPair()
      const model: (ShownAd & { user: string; session: string; isSeen: boolean })[] = []
      const reporting = new Map<number, number>()
      let nowMs = START
      for (const [i, one] of events.entries()) {
        const exposures = pair[i & 1]!
        if (one.do === 'restart') {
          const again = takenUp(exposures)
          pair = [again, createExposures(LIMITS, again.memory())]
        } else if (one.do === 'show') {
          nowMs += one.after
          const ad = shown({
            impressionId: `imp_${model.length}`,
            adNumber: one.ad,
            campaignNumber: one.ad,
            advertiserNumber: 1,
            publisherNumber: one.publisher,
            servedAtMs: nowMs,
          })
          exposures.noteShown({ user: one.user, session: one.session, conversation: '' }, ad)
          reporting.set(one.publisher, afterServed(reporting.get(one.publisher) ?? 0))
          model.push({ ...ad, user: one.user, session: one.session, isSeen: false })
        } else if (model.length > 0) {
          const ad = model[one.which % model.length]!
          if (nowMs - ad.servedAtMs >= 2 * HOUR) continue // reported too late to be valid
          exposures.noteSeen(ad.impressionId, ad.publisherNumber, one.reported)
          ad.isSeen = true
          if (one.reported) reporting.set(ad.publisherNumber, afterReport(reporting.get(ad.publisherNumber) ?? 0))
        }
      }
      nowMs += later
      for (const name of people) {
        const view = pair[name.length & 1]!.shownTo({ user: name, session: name, conversation: name }, nowMs)
        for (const kind of ['user', 'session'] as const) {
          const counted = model.filter((ad) => {
            if (name === '' || ad[kind] !== name) return false
            return ad.isSeen || nowMs - ad.servedAtMs < 2 * HOUR || !reporting.get(ad.publisherNumber)
          })
          const got: string[] = []
          for (let at = view.newest(kind); at !== NOTHING_SHOWN; at = view.older(kind, at)) {
            got.push(`${view.adOf(at)} at ${view.servedAtMs(at)}`)
          }
          assert.deepEqual(
            got,
            counted.reverse().map(({ adNumber, servedAtMs }) => `${adNumber} at ${servedAtMs}`),
          )
        }
      }
    }),
    { numRuns: 200 },
  )
})

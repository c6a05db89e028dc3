import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DISMISSED_MS } from '../../domain/feedback.ts'
import { createDismissals, type Dismissals, DISMISSALS_MAX, WALK_MAX } from './dismissals.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 0, 1)
/** People whose numbers differ by 2^18 share a chain. */
const person = (number: number, first = 0): Uint8Array => {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32BE(first, 0)
  bytes.writeUInt32BE(number, 4)
  return bytes
}
const marked = (adNumber: number, sinceMs = NOW, test = false) => ({ adNumber, sinceMs, test })
const keptFrom = (dismissals: Dismissals, whom: Uint8Array, nowMs = NOW, test = false): number[] =>
  [...(dismissals.keptFrom(whom, test, nowMs) ?? [])].sort((a, b) => a - b)

test('an ad is kept from the person who dismissed it for thirty days, and from nobody else', () => {
  const dismissals = createDismissals()
  dismissals.note(person(1), marked(7))
  dismissals.note(person(1), marked(8, NOW + HOUR))
  assert.deepEqual(keptFrom(dismissals, person(1)), [7, 8])
  assert.deepEqual(keptFrom(dismissals, person(1), NOW + DISMISSED_MS - 1), [7, 8])
  assert.deepEqual(keptFrom(dismissals, person(1), NOW + DISMISSED_MS), [8])
  assert.deepEqual(keptFrom(dismissals, person(1), NOW + DISMISSED_MS + HOUR), [])
  for (const other of [person(2), person(1 + 2 ** 18), person(1, 9)])
    assert.deepEqual(keptFrom(dismissals, other), [], 'also where it shares a chain')
  assert.deepEqual(keptFrom(dismissals, person(1), NOW, true), [], 'tests are apart')
})

test('of nobody nothing is noted', () => {
  const dismissals = createDismissals()
  for (const test of [false, true]) dismissals.note(person(0), marked(7, NOW, test))
  for (const test of [false, true]) assert.deepEqual(keptFrom(dismissals, person(0), NOW, test), [])
})

test('what was dismissed before the clock was set back is not kept until it is as far again', () => {
  const dismissals = createDismissals()
  dismissals.note(person(1), marked(7))
  assert.deepEqual(keptFrom(dismissals, person(1), NOW - HOUR), [7])
  assert.deepEqual(keptFrom(dismissals, person(1), NOW - HOUR - 1), [])
  dismissals.note(person(1), marked(7, NOW - 2 * HOUR))
  assert.deepEqual(keptFrom(dismissals, person(1), NOW - 2 * HOUR), [7], 'what is said anew counts')
})

test('another thread sees each mark at once, and keeps the same from the same people', () => {
  const one = createDismissals()
  const other = createDismissals(structuredClone(one.memory()))
  const event = fc.record({
    person: fc.constantFrom(1, 2, 1 + 2 ** 18, 1 + 2 ** 19),
    adNumber: fc.integer({ min: 1, max: 6 }),
    test: fc.boolean(),
    after: fc.integer({ min: 0, max: 20 * 24 }),
  })
  let first = 0
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      first++ // other people each time
      const until = new Map<string, number>()
      let nowMs = NOW
      for (const { person: number, adNumber, test, after } of events) {
        nowMs += after * HOUR
        one.note(person(number, first), marked(adNumber, nowMs, test))
        until.set(`${number} ${test} ${adNumber}`, nowMs + DISMISSED_MS)
        for (const whom of [1, 2, 1 + 2 ** 18, 1 + 2 ** 19]) {
          const expected = [1, 2, 3, 4, 5, 6].filter((ad) => nowMs < (until.get(`${whom} ${test} ${ad}`) ?? 0))
          assert.deepEqual(keptFrom(other, person(whom, first), nowMs, test), expected)
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('beyond its bound the oldest marks are forgotten, and those of others stay as they are', () => {
  const dismissals = createDismissals()
  dismissals.note(person(7), marked(1))
  // The same mark takes no room twice.
  for (let i = 0; i < DISMISSALS_MAX; i++) dismissals.note(person(7), marked(1, NOW + i))
  assert.deepEqual(keptFrom(dismissals, person(7)), [1])
  for (let i = 1; i <= DISMISSALS_MAX + 10; i++) dismissals.note(person(Math.imul(i, 0x9e3779b1) >>> 0, i), marked(i))
  assert.deepEqual(keptFrom(dismissals, person(7)), [])
  for (const i of [DISMISSALS_MAX + 10, DISMISSALS_MAX, DISMISSALS_MAX / 2, 5_000])
    assert.deepEqual(keptFrom(dismissals, person(Math.imul(i, 0x9e3779b1) >>> 0, i)), [i])
  assert.deepEqual(keptFrom(dismissals, person(Math.imul(1, 0x9e3779b1) >>> 0, 1)), [])
})

test('of somebody who dismisses ever so much the newest counts', () => {
  const dismissals = createDismissals()
  for (let i = 1; i <= 3 * WALK_MAX; i++) dismissals.note(person(7), marked(i))
  const kept = keptFrom(dismissals, person(7))
  assert.deepEqual([kept.length, kept[0], kept.at(-1)], [WALK_MAX, 2 * WALK_MAX + 1, 3 * WALK_MAX])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, DAY_MS } from '../../base/clock.ts'
import type { EventKind, EventOutcome } from '../../domain/ledger-event.ts'
import { decisionTimeMs } from '../../domain/link-token.ts'
import { createDismissals } from '../../engine/exposures/dismissals.ts'
import { linkOf } from '../../../test/store/entities.ts'
import { loadDismissals, noteDismissal } from './keep-dismissals.ts'

const NOW = Date.UTC(2026, 0, 1)
const ANN = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8])
const BOB = Uint8Array.from([8, 7, 6, 5, 4, 3, 2, 1])

/** An ad that was decided now and is dismissed later. */
const LINK = linkOf(1, { user: ANN, adNumber: 7 })
const DECIDED = decisionTimeMs(LINK)

function saying() {
  const dismissals = createDismissals()
  const say = (kind: EventKind, factKey: string, status: EventOutcome['status'], receivedAtMs: number) =>
    noteDismissal({ kind, factKey, link: LINK, receivedAtMs }, { status }, dismissals)
  return { say, isKept: (nowMs: number) => dismissals.keptFrom(ANN, false, nowMs)?.has(7) ?? false }
}

test('what the ledger takes in as dismissed or reported is kept from the person, and nothing else is', () => {
  for (const [kind, factKey, status, kept] of [
    ['dismiss', '', 'accepted', true],
    ['feedback', 'report', 'accepted', true],
    ['feedback', 'up', 'accepted', false],
    ['feedback', 'down', 'accepted', false],
    ['click', '', 'accepted', false],
    ['dismiss', '', 'ignored', false],
  ] as const) {
    const { say, isKept } = saying()
    say(kind, factKey, status, DECIDED + DAY_MS)
    assert.equal(isKept(DECIDED + DAY_MS), kept, `${kind} ${factKey} ${status}`)
  }
})

test('said once more it starts no new time, and is made good where this process had not heard of it', () => {
  const { say, isKept } = saying()
  say('dismiss', '', 'accepted', DECIDED + 2 * DAY_MS)
  say('dismiss', '', 'duplicate', DECIDED + 20 * DAY_MS)
  assert.deepEqual([isKept(DECIDED + 32 * DAY_MS - 1), isKept(DECIDED + 32 * DAY_MS)], [true, false])
  say('dismiss', '', 'duplicate', DECIDED + 40 * DAY_MS)
  assert.equal(isKept(DECIDED + 40 * DAY_MS), false, 'an old link')

  const late = saying()
  late.say('dismiss', '', 'duplicate', DECIDED + 20 * DAY_MS)
  assert.deepEqual([late.isKept(DECIDED + 30 * DAY_MS - 1), late.isKept(DECIDED + 30 * DAY_MS)], [true, false])
})

test('an ad that was dismissed and is reported later is kept from then on', () => {
  const { say, isKept } = saying()
  say('dismiss', '', 'accepted', DECIDED + DAY_MS)
  say('feedback', 'report', 'accepted', DECIDED + 20 * DAY_MS)
  assert.deepEqual([isKept(DECIDED + 50 * DAY_MS - 1), isKept(DECIDED + 50 * DAY_MS)], [true, false])
})

test('a start reads the last thirty days and no further, however many they hold', async () => {
  const events = Array.from({ length: 12_000 }, (_, i) => ({
    event: 2 * i + 1,
    user: i % 2 === 0 ? ANN : BOB,
    adNumber: i,
    test: false,
    sinceMs: NOW - (12_000 - i) * (DAY_MS / 200),
  }))
  let asked = 0
  const store = {
    exposures: {
      async dismissedBefore(before: number, limit: number) {
        asked++
        const earlier = events.filter(({ event }) => event < before)
        return earlier.slice(-limit).toReversed()
      },
    },
  }
  const dismissals = createDismissals()
  await loadDismissals({ store, dismissals, clock: createManualClock(NOW) })
  assert.equal(asked, 2)
  const kept = [...dismissals.keptFrom(BOB, false, NOW)!]
  assert.deepEqual([kept[0], kept.at(-1)], [11_999, 11_999 - 2 * 1_023], 'the newest are found first')
  assert.equal(dismissals.keptFrom(BOB, false, NOW + 30 * DAY_MS), undefined)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../base/clock.ts'
import { createForgetChanges } from './forget-changes.ts'

test('changes are kept for 400 days', async () => {
  const forgotten: number[] = []
  const changes = { forget: async (beforeMs: number) => forgotten.push(beforeMs) }
  await createForgetChanges({ changes, clock: { nowMs: () => 1_000 * DAY_MS } })()
  assert.deepEqual(forgotten, [600 * DAY_MS])
})

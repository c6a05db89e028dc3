import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGate } from '../../base/gate.ts'
import { createTidyInventory } from './tidy-inventory.ts'

test('tidying takes a five-hundredth of the time at most, however much there is to tidy', async () => {
  let nowMs = 1_000
  let slices = 0
  let left = 0
  const catalog = {
    tidy() {
      if (left === 0) return false
      slices++
      nowMs += 2
      return --left > 0
    },
  }
  const tidy = createTidyInventory({ catalog, gate: createGate(), monotonicMs: () => nowMs })
  const startedMs = nowMs
  for (let second = 0; second < 600; second++) {
    left = 10
    await tidy()
    nowMs += 1_000
  }
  const share = (slices * 2) / (nowMs - startedMs)
  assert.ok(share > 1 / 600 && share <= 1 / 500, `${slices} slices, ${share.toFixed(5)} of the time`)
})

test('where nothing is to be done the next change does not wait', async () => {
  let asked = 0
  const catalog = { tidy: () => (asked++, false) }
  let nowMs = 0
  const tidy = createTidyInventory({ catalog, gate: createGate(), monotonicMs: () => nowMs })
  for (; nowMs < 20_000; nowMs += 2_000) await tidy()
  assert.equal(asked, 10)
})

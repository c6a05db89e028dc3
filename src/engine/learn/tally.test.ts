import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTally } from './tally.ts'

test('a row that nothing was heard of is 0, however the tally has grown', () => {
  const tally = createTally()
  for (let row = 0; row < 3_000; row++) {
    tally.addExposure(row, 1)
    for (let next = row + 1; next < row * 2 + 40; next++) {
      assert.deepEqual([tally.actions(next), tally.exposure(next)], [0, 0], `row ${next} after row ${row}`)
    }
    if (row > 100) row += 50
  }
})

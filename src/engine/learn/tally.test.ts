import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTally, ROWS_MAX } from './tally.ts'

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

test('of numbers beyond all room nothing is counted, and the others go on', () => {
  const tally = createTally()
  tally.addAction(7)
  tally.addExposure(ROWS_MAX, 1)
  tally.addAction(ROWS_MAX + 5)
  tally.reserve(ROWS_MAX + 9)
  tally.addExposure(7, 3)
  assert.deepEqual([tally.actions(7), tally.exposure(7), tally.exposure(ROWS_MAX)], [1, 3, 0])
  assert.deepEqual([...tally.state().changed], [0])
})

test('where the past is halved, what it came from is halved with it', () => {
  const tally = createTally()
  tally.addExposure(0, 100_000)
  for (let i = 0; i < 4_001; i++) tally.addAction(0)
  assert.deepEqual([tally.actions(0), tally.exposure(0)], [2_000.5, 50_000])
})

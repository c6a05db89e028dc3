import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bytesOf } from './shared-array.ts'
import { createChangeMarks, NEVER } from './change-marks.ts'

test('copies that are brought up to date in turns are each like the array, however it changed and grew', () => {
  const steps = fc.array(
    fc.record({
      writes: fc.array(fc.nat(4_999), { maxLength: 30 }),
      times: fc.constantFrom(1, 1, 1, 1, 1_000),
      copy: fc.nat(2),
      grow: fc.nat(600),
    }),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(steps, (all) => {
      const marks = createChangeMarks()
      const array = new Uint32Array(5_000)
      const copies = Array.from({ length: 3 }, () => ({ into: new Uint32Array(5_000), since: NEVER }))
      let length = 10
      for (const [i, { writes, times, copy, grow }] of all.entries()) {
        length = Math.min(5_000, length + grow)
        for (const index of writes) {
          if (index >= length) continue
          array[index] = i + 1
          for (let n = 0; n < times; n++) marks.mark(index)
        }
        const one = copies[copy]!
        one.since = marks.copy(bytesOf(array, length), bytesOf(one.into), 4, one.since)
        assert.deepEqual(one.into.subarray(0, length), array.subarray(0, length))
      }
    }),
  )
})

test('what did not change is not copied, and after everything changed all is', () => {
  const marks = createChangeMarks()
  const array = new Uint8Array(100_000)
  const copy = new Uint8Array(100_000)
  const since = marks.copy(array, copy, 1, NEVER)
  array.fill(1)
  marks.mark(700)
  const then = marks.copy(array, copy, 1, since)
  assert.equal(copy[0], 0)
  assert.equal(copy[700], 1)
  marks.markAll()
  marks.copy(array, copy, 1, then)
  assert.deepEqual(copy, array)
})

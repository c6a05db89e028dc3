// A set of numbers holds what was put into it, at the edges of its pages too.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNumberSet } from './number-set.ts'

test('a set of numbers has those that were added, and none beside them', () => {
  const set = createNumberSet()
  const added = [0, 1, 7, 8, 32_767, 32_768, 65_535, 3_000_000, 2 ** 40]
  for (const number of added) set.add(number)
  for (const number of added) {
    assert.ok(set.has(number), `${number}`)
    for (const near of [number - 2, number - 1, number + 1, number + 2]) {
      if (near >= 0) assert.equal(set.has(near), added.includes(near), `${near}`)
    }
  }
})

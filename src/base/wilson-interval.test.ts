import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wilsonInterval } from './wilson-interval.ts'

// Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I, method 3.
const published: [hits: number, trials: number, low: number, high: number][] = [
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
]
for (const [hits, trials, low, high] of published)
  test(`${hits} of ${trials} lie between ${low} and ${high}`, () => {
    assert.deepEqual(
      wilsonInterval(hits, trials).map((bound) => bound.toFixed(4)),
      [low.toFixed(4), high.toFixed(4)],
    )
  })

test('nothing counted tells nothing, and all of them hit is no certainty', () => {
  assert.deepEqual(wilsonInterval(0, 0), [0, 1])
  const [low, high] = wilsonInterval(20, 20)
  assert.equal(low.toFixed(4), (1 - 0.1611).toFixed(4))
  assert.equal(high, 1)
  assert.deepEqual(wilsonInterval(21, 20), [low, high])
})

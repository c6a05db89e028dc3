import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountOf, microsOf } from './money.ts'

test('an amount is the micros of its shortest decimals, and comes back as the same number', () => {
  for (const [amount, micros] of [
    [0.1 + 0.2 === 0.3 ? 0 : 0.3, 300_000],
    [8.5, 8_500_000],
    [1.1, 1_100_000],
    [0.000001, 1],
    [999_999_999.999999, 999_999_999_999_999],
    [12_000, 12_000_000_000],
  ] as const) {
    assert.equal(microsOf(amount, 'budget'), micros)
    assert.equal(amountOf(micros), amount)
  }
})

test('an amount that is none, or finer than a micro, is refused by its field', () => {
  for (const amount of [-1, 0.1 + 0.2, 1e-7, 1e21, 2_000_000_000, Number.NaN, Infinity]) {
    assert.throws(() => microsOf(amount, 'packages[0].budget'), /packages\[0\]\.budget must be an amount/)
  }
})

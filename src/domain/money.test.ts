import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ServiceError } from './errors.ts'
import { floorToMinorUnit, formatMicros, parseMicros, parseSignedMicros, perImpression, shareOf } from './money.ts'

test('an amount survives the wire to the micro', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000_000_000 }), (micros) =>
      assert.equal(parseMicros(formatMicros(micros), 'amount'), micros),
    ),
  )
})

test('amounts are written with at least two decimals', () => {
  assert.equal(formatMicros(500_000), '0.50')
  assert.equal(formatMicros(2_300), '0.0023')
  assert.equal(formatMicros(-1_250_000), '-1.25')
})

test('a float, an exponent, a sign, too many decimals and too much money are refused', () => {
  for (const bad of [
    0.5,
    '1e3',
    '-1',
    '+1',
    '0.1234567',
    '1000000000.01',
    '01',
    '.5',
    '1.',
    '',
    ' 1',
    null,
    undefined,
    Number.NaN,
  ]) {
    assert.throws(() => parseMicros(bad, 'bid.amount'), /bid\.amount must be a decimal string/)
  }
})

test('both shares of a charge add up to the charge', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      (micros, hundredths) => {
        const percent = hundredths / 100
        assert.equal(
          shareOf(micros, { percent, round: 'down' }) + shareOf(micros, { percent: 100 - percent, round: 'up' }),
          micros,
        )
      },
    ),
  )
})

test('the price of one impression leaves the fraction of a micro with the advertiser', () =>
  assert.equal(perImpression(1_999), 1))

test('a refused amount is pointed to, also within a list', () => {
  const fault = { field: 'slots[0].floor.amount', pointer: '/slots/0/floor/amount' }
  assert.throws(
    () => parseMicros('much', fault.field),
    ({ details }: ServiceError) => details.field === fault.field && details.issues![0]!.pointer === fault.pointer,
  )
})

test('what is paid out is cut to whole cents, or to what the currency has for them', () => {
  assert.equal(floorToMinorUnit(1_239_999, 'USD'), 1_230_000)
  assert.equal(floorToMinorUnit(1_239_999, 'JPY'), 1_000_000)
  assert.equal(floorToMinorUnit(1_239_999, 'KWD'), 1_239_000)
})

test('a correction may be below zero, and is read as exactly as an amount', () => {
  assert.deepEqual(
    ['-1.50', '1.50', '0', '-0'].map((text) => parseSignedMicros(text, 'amount')),
    [-1_500_000, 1_500_000, 0, 0],
  )
  for (const bad of ['--1', '-', '+1', -1, null]) {
    assert.throws(() => parseSignedMicros(bad, 'amount'), { code: 'validation_error' })
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeUnitsOf, UNITS_AFTER } from './code-units.ts'

test('the units of a text are what charCodeAt says, with zeros behind them', () => {
  // The longest first, so that what it leaves behind would be seen after the shorter ones.
  const lone = '\ud83d and \ude00'
  for (const text of ['x'.repeat(10_000), 'ß€😀 ' + lone, 'plain', '']) {
    const units = codeUnitsOf(text)
    const expected = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))
    assert.deepEqual([...units.subarray(0, text.length)], expected)
    assert.deepEqual([...units.subarray(text.length, text.length + UNITS_AFTER)], new Array(UNITS_AFTER).fill(0))
  }
})

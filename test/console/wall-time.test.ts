// Times as people type them into the console, by the clocks of a campaign's time zone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instantOf, wallTime } from '../../console/wall-time.ts'

test('a time that is typed is that of the clocks there, in summer and in winter', () => {
  for (const [wall, instant] of [
    ['2031-03-01T09:30', '2031-03-01T08:30:00.000Z'],
    ['2031-07-01T09:30', '2031-07-01T07:30:00.000Z'],
  ] as const) {
    assert.equal(instantOf(wall, 'Europe/Berlin'), instant)
    assert.equal(wallTime(instant, 'Europe/Berlin'), wall)
  }
})

test('a year with a digit too many is told, and how to mend it', () => {
  assert.throws(() => instantOf('20260-01-01T09:30', 'UTC'), /year of a date with four digits/)
})

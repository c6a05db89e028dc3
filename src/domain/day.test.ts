import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTime } from './day.ts'

test('a time names a day of the calendar, an hour of it and how far its clock is from UTC', () => {
  const tenMs = Date.UTC(2026, 10, 21, 10)
  assert.equal(parseTime('2026-11-21T10:00:00Z'), tenMs)
  assert.equal(parseTime('2026-11-21T12:00:00.000000000+02:00'), tenMs)
  for (const text of [
    '2026-11-21',
    '2026-11-21T10:00:00',
    '2026-11-21T10:00Z',
    '2026-11-21T25:00:00Z',
    '2026-02-31T10:00:00Z',
    '20261121--T10:00:00Z',
    '1',
  ]) {
    assert.equal(parseTime(text), undefined, text)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayOf, isTimeZone, localTime } from './time-zone.ts'

test('UTC needs no look-up', () => {
  assert.deepEqual(localTime(Date.UTC(1970, 0, 2, 5), 'UTC'), { day: 1, weekday: 5, hour: 5 })
})

test('a zone ahead of UTC has its day earlier', () => {
  assert.deepEqual(localTime(Date.UTC(2026, 10, 21, 23, 30), 'Asia/Kolkata'), {
    day: dayOf(Date.UTC(2026, 10, 22), 'UTC'),
    weekday: 0,
    hour: 5,
  })
})

test('the hour that summer time leaves out is left out', () => {
  const before = Date.UTC(2026, 2, 29, 0, 59)
  assert.equal(localTime(before, 'Europe/Berlin').hour, 1)
  assert.equal(localTime(before + 60_000, 'Europe/Berlin').hour, 3)
})

test('a name that is no time zone is told apart', () => {
  assert.equal(isTimeZone('Europe/Berlin'), true)
  assert.equal(isTimeZone('Europe/Atlantis'), false)
})

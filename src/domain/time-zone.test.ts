import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayOf, endOfDayMs, hourStartMs, isTimeZone, localTime, spellTimeZone } from './time-zone.ts'

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

test('hours begin on the half or quarter hour of UTC where a zone is apart from it by less than whole ones', () => {
  const noon = Date.UTC(2026, 0, 15, 12)
  const starts = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Asia/Kathmandu', 'America/St_Johns'].map(
    (zone) => hourStartMs(noon, zone) / 60_000,
  )
  assert.deepEqual(starts, [0, 0, 30, 15, 30])
})

test('a name that is no time zone is told apart', () => {
  assert.equal(isTimeZone('Europe/Berlin'), true)
  assert.equal(isTimeZone('Europe/Atlantis'), false)
})

test('an offset is no time zone, since it knows no summer time', () => {
  for (const offset of ['+00:07', '-05', '+0530']) assert.equal(isTimeZone(offset), false)
})

test('a time zone is spelt as it should be, whatever the case it came in', () => {
  assert.deepEqual(
    ['eUrOpE/bErLiN', 'utc', 'america/port-au-prince', 'Asia/Kolkata', 'US/Eastern', 'Mars/Olympus'].map(spellTimeZone),
    ['Europe/Berlin', 'UTC', 'America/Port-au-Prince', 'Asia/Kolkata', 'US/Eastern', 'Mars/Olympus'],
  )
})

test('a day ends where the next one begins, also when clocks are changed', () => {
  const hoursOfDay = (ms: number, zone: string) => {
    const end = endOfDayMs(ms, zone)
    assert.equal(dayOf(end - 1, zone), dayOf(ms, zone))
    assert.equal(dayOf(end, zone), dayOf(ms, zone) + 1)
    return (endOfDayMs(end, zone) - end) / 3_600_000
  }
  const DAY = 86_400_000
  assert.equal(hoursOfDay(Date.UTC(2026, 2, 29, 1) - DAY, 'Europe/Berlin'), 23, 'clocks forward')
  assert.equal(hoursOfDay(Date.UTC(2026, 9, 25, 1) - DAY, 'Europe/Berlin'), 25, 'clocks back')
  assert.equal(hoursOfDay(Date.UTC(2026, 9, 24, 12), 'Australia/Lord_Howe'), 24)
  assert.equal(hoursOfDay(Date.UTC(2026, 9, 3, 1), 'Australia/Lord_Howe'), 23.5, 'by half an hour')
  assert.equal(hoursOfDay(Date.UTC(2026, 2, 28, 1), 'Asia/Beirut'), 23, 'at midnight itself')
  assert.equal(hoursOfDay(Date.UTC(2026, 9, 23, 1), 'Asia/Beirut'), 25)
  assert.equal(hoursOfDay(Date.UTC(2026, 10, 21, 12), 'UTC'), 24)
})

test('the day of an instant does not depend on what was asked before', () => {
  const zones = ['Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati', 'UTC']
  const from = Date.UTC(2026, 2, 20)
  for (let step = 0; step < 4_000; step++) {
    const ms = from + ((step * 7_919) % 4_000) * 337_000
    const zone = zones[step % 4]!
    assert.equal(dayOf(ms, zone), localTime(ms, zone).day)
  }
})

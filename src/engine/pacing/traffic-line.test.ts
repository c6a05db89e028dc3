import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTrafficLine, type TrafficLine } from './traffic-line.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const MONDAY = Date.UTC(2026, 2, 2)
/** Requests in an hour of the day: none but a few at night, most in the evening. */
const usual = (hour: number) => 60 + 50 * (hour % 24)

/** Lets whole hours pass, each with so many requests, evenly spread. */
function play(line: TrafficLine, fromHour: number, toHour: number, requests: (hour: number) => number = usual): void {
  for (let hour = fromHour; hour < toHour; hour++) {
    for (let minute = 1; minute <= 60; minute++) {
      line.total += requests(hour) / 60
      line.advance(MONDAY + hour * HOUR + minute * MINUTE)
    }
  }
}

const expected = (line: TrafficLine, fromHour: number, toHour: number) =>
  line.expected(MONDAY + fromHour * HOUR, MONDAY + toHour * HOUR)
const near = (value: number, wanted: number, part = 0.1) =>
  assert.ok(Math.abs(value / wanted - 1) < part, `${value} instead of ${wanted}`)

function learned(): TrafficLine {
  const line = createTrafficLine()
  line.advance(MONDAY)
  play(line, 0, 72)
  return line
}

test('after some days the next one is expected hour by hour as they were', () => {
  const line = learned()
  assert.ok(line.isLearned())
  for (const hour of [2, 11, 23]) near(expected(line, 72 + hour, 73 + hour), usual(hour))
  near(expected(line, 72, 96), 24 * 60 + 50 * 276)
})

test('on its first day a line expects what came of late', () => {
  const line = createTrafficLine()
  line.advance(MONDAY)
  play(line, 0, 2, () => 600)
  assert.equal(line.isLearned(), false)
  near(expected(line, 2, 12), 6_000)
})

test('a day with more of everything is expected to go on so', () => {
  const line = learned()
  play(line, 72, 84, (hour) => 1.5 * usual(hour))
  near(expected(line, 84, 90), 1.5 * 6 * (60 + 50 * 14.5), 0.15)
})

test('a spike is no new habit, and what it is taken for fades in hours', () => {
  const line = learned()
  play(line, 72, 82)
  play(line, 82, 83, (hour) => 10 * usual(hour))
  play(line, 83, 96)
  near(expected(line, 96 + 12, 96 + 20), 8 * (60 + 50 * 15.5))
  assert.ok(
    expected(line, 96 + 10, 96 + 11) < 1.7 * usual(10),
    'a tenfold hour raises the same hour of tomorrow by little',
  )
})

test('an outage teaches nothing', () => {
  const line = learned()
  play(line, 72, 90)
  play(line, 90, 93, () => 0)
  play(line, 93, 96)
  near(expected(line, 96 + 18, 96 + 21), 3 * usual(19))
})

test('a night in which nobody ever asks is known from the first one on, so that an office spends its day', () => {
  const line = createTrafficLine()
  line.advance(MONDAY)
  play(line, 0, 48, (hour) => (hour % 24 >= 9 && hour % 24 < 17 ? 1_000 : 0))
  near(expected(line, 48, 72), 8_000)
  near(expected(line, 48 + 9, 48 + 17), 8_000)
  assert.ok(expected(line, 48 + 17, 72) < 100)
})

test('a weekday that is empty week after week is expected to be less and less, and the others as much as before', () => {
  const line = createTrafficLine()
  line.advance(MONDAY)
  const office = (hour: number) => (hour % 168 < 120 && hour % 24 >= 9 && hour % 24 < 17 ? 1_000 : 0)
  const saturdays: number[] = []
  for (let week = 0; week < 4; week++) {
    play(line, week * 168, week * 168 + 120, office)
    saturdays.push(expected(line, week * 168 + 120, week * 168 + 144))
    play(line, week * 168 + 120, week * 168 + 168, office)
  }
  near(saturdays[1]!, 8_000)
  assert.ok(saturdays[2]! < 0.6 * saturdays[1]! && saturdays[3]! < saturdays[2]!, `${saturdays}`)
  near(expected(line, 4 * 168, 4 * 168 + 24), 8_000)
})

test('hours in which the process was away are not taken for hours without traffic', () => {
  const line = learned()
  line.advance(MONDAY + 80 * HOUR)
  near(expected(line, 80, 88), 8 * (60 + 50 * 11.5))
})

test('what was learned can be saved and taken up', () => {
  const line = learned()
  const again = createTrafficLine()
  again.restore(line.save())
  again.advance(MONDAY + 72 * HOUR)
  for (const hour of [3, 15]) near(expected(again, 72 + hour, 73 + hour), expected(line, 72 + hour, 73 + hour), 0.01)
})

test('only open hours are expected where a campaign runs in some', () => {
  const line = learned()
  const isOpen = (ms: number) => new Date(ms).getUTCHours() >= 12
  const open = (startMs: number) => line.expected(MONDAY + 72 * HOUR, MONDAY + 96 * HOUR, { startMs, isOpen })
  near(open(0), 12 * (60 + 50 * 17.5))
  // Where hours begin on the half, the first half of noon's hour is lost, and an hour of the evening before reaches in.
  near(open(30 * MINUTE) - open(0), usual(0) / 2 - usual(12) / 2, 0.01)
})

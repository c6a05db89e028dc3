import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waveThrough } from './day-wave.ts'

/** Nights at four in the morning, the most at four in the afternoon. */
const usual = (hour: number) => 100 - 60 * Math.cos((2 * Math.PI * (hour - 4)) / 24)

function seenIn(hours: readonly number[], requests: (hour: number) => number) {
  const day = new Float64Array(24)
  const seen = new Uint8Array(24)
  for (const hour of hours) {
    day[hour] = requests(hour)
    seen[hour] = 1
  }
  const mean = hours.reduce((sum, hour) => sum + day[hour]!, 0) / hours.length
  return { mean, wave: waveThrough(day, seen, mean) }
}

test('an evening that fades lets a quiet night and a busier day after it be expected', () => {
  const { wave } = seenIn([16, 17, 18, 19, 20, 21, 22, 23], usual)
  const [night, morning, afternoon] = [wave(3), wave(10), wave(16)]
  assert.ok(night < 0.85 * morning && morning < afternoon, `${night}, ${morning}, ${afternoon}`)
})

test('traffic without a day and a night stays so, whatever chance adds to it', () => {
  const { wave, mean } = seenIn([5, 6, 7, 8, 9, 10], (hour) => (hour % 2 === 0 ? 110 : 90))
  for (let hour = 0; hour < 24; hour++) assert.ok(Math.abs(wave(hour) / mean - 1) < 0.15, `${hour}: ${wave(hour)}`)
})

test('from an hour or two nothing but their mean is known', () => {
  const { wave, mean } = seenIn([8, 9], usual)
  assert.equal(wave(20), mean)
})

test('no hour is expected to be silent or beyond three times the mean', () => {
  const { wave, mean } = seenIn([10, 11, 12, 13], (hour) => (hour - 9) ** 4)
  for (let hour = 0; hour < 24; hour++) {
    assert.ok(wave(hour) >= mean / 4 && wave(hour) <= 3 * mean, `${hour}: ${wave(hour)}`)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../base/clock.ts'
import { createDailySweep } from './daily-sweep.ts'

const TODAY = 1_000

function openSweep(answers: boolean[]) {
  const asked: number[] = []
  const clock = { now: TODAY * DAY_MS + 1, nowMs: () => clock.now }
  const some = async (beforeDay: number) => {
    asked.push(beforeDay)
    return answers.shift() ?? false
  }
  return { asked, clock, sweep: createDailySweep({ clock, keptDays: 35, some }) }
}

test('all that is too old goes, step by step, and is looked for once a day', async () => {
  const { asked, clock, sweep } = openSweep([true, true])
  await sweep(new AbortController().signal)
  await sweep(new AbortController().signal)
  assert.deepEqual(asked, [TODAY - 35, TODAY - 35, TODAY - 35])
  clock.now += DAY_MS
  await sweep(new AbortController().signal)
  assert.equal(asked.at(-1), TODAY - 34)
})

test('what a stop broke off is gone on with', async () => {
  const { asked, sweep } = openSweep([true, true, false])
  const stop = new AbortController()
  stop.abort()
  await sweep(stop.signal)
  assert.equal(asked.length, 1)
  await sweep(new AbortController().signal)
  assert.equal(asked.length, 3)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '../base/log.ts'
import { JOBS_WAIT_MS } from '../base/stop-times.ts'
import { startJobs } from './start-jobs.ts'

const log = createLog({ level: 'silent', name: 'test' })

test('a job is never beside itself, at a stop neither, and its last run follows the one that was running', async () => {
  const begun = Promise.withResolvers<void>()
  let runs = 0
  let atOnce = 0
  let most = 0
  const run = async () => {
    runs++
    most = Math.max(most, ++atOnce)
    begun.resolve()
    await sleep(JOBS_WAIT_MS + 100)
    atOnce--
  }
  const jobs = startJobs([{ name: 'flush', everyMs: 1, run }], log)
  await begun.promise
  await jobs.stop(['flush'])
  assert.deepEqual([runs, most, atOnce], [2, 1, 0])
})

test('a stop waits only a moment for a job that is not run once more, and tells it', async () => {
  const begun = Promise.withResolvers<AbortSignal>()
  const jobs = startJobs(
    [{ name: 'slow', everyMs: 1, run: (stop) => (begun.resolve(stop), sleep(60_000, undefined, { ref: false })) }],
    log,
  )
  const stop = await begun.promise
  assert.equal(stop.aborted, false)
  await jobs.stop()
  assert.equal(stop.aborted, true)
})

test('a job that fails again and again is tried ever more rarely, says so once, and is back at its pace when it works', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const said: string[] = []
  const note = (_about: object, text: string) => void said.push(text)
  const state = { works: false, runs: 0 }
  const run = () => {
    state.runs++
    if (!state.works) throw new Error('the disk is full')
  }
  const jobs = startJobs([{ name: 'flush', everyMs: 1_000, run }], { info: note, warn: note } as never)
  const runsIn = async (seconds: number) => {
    state.runs = 0
    for (let i = 0; i < seconds; i++) {
      t.mock.timers.tick(1_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    return state.runs
  }
  // After 1, 2, 4, 8 … seconds; the first time might have been a moment's trouble.
  assert.equal(await runsIn(64), 7)
  assert.equal(await runsIn(600), 10)
  assert.equal(said.length, 2)
  assert.match(said[1]!, /more rarely/)
  state.works = true
  assert.equal((await runsIn(60)) > 0, true)
  assert.equal(await runsIn(60), 60)
  assert.match(said[2]!, /works again/)
  state.works = false
  await runsIn(1)
  assert.equal(said.length, 4)
  t.mock.timers.reset()
  await jobs.stop()
})

test('a job that fails at a stop does not promise to be tried again', async () => {
  const said: string[] = []
  const note = (_about: object, text: string) => void said.push(text)
  const run = () => Promise.reject(new Error('the disk is full'))
  const jobs = startJobs([{ name: 'flush', everyMs: 60_000, run }], { info: note, warn: note } as never)
  await jobs.stop(['flush'])
  assert.equal(said.length, 1)
  assert.match(said[0]!, /failed at the stop/)
})

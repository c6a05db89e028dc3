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

// The thread that reads reports is there while somebody asks for them, and gives its memory back afterwards.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../../src/store/contract.ts'
import { openStore } from '../../src/store/open.ts'
import { until } from '../support/until.ts'

const TASKS = '/proc/self/task'
const skip = !existsSync(TASKS) && 'this system does not name its threads under /proc'

async function storeFor(t: TestContext, reportsIdleMs: number): Promise<Store> {
  const dataDir = mkdtempSync(join(tmpdir(), 'aside-reports-'))
  const store = await openStore({ dataDir, reportsIdleMs })
  t.after(async () => {
    await store.close()
    rmSync(dataDir, { recursive: true })
  })
  return store
}

const isReading = () => readdirSync(TASKS).some((task) => nameOf(task) === 'store-read')

function nameOf(task: string): string {
  try {
    return readFileSync(join(TASKS, task, 'comm'), 'utf8').trim()
  } catch {
    return '' // it ended just now
  }
}

test('a report opens the thread, which ends once nobody asks any more, and opens again', { skip }, async (t) => {
  const store = await storeFor(t, 1_000)
  assert.equal(isReading(), false, 'a store that nobody asks for reports has no thread for them')
  for (let round = 0; round < 2; round++) {
    assert.deepEqual(await store.ledger.balances(), [])
    assert.equal(isReading(), true)
    await until('the thread has ended', 10_000, () => !isReading())
  }
})

test('no call is lost where the thread ends just as it comes', async (t) => {
  const store = await storeFor(t, 10)
  for (let i = 0; i < 30; i++) {
    const calls = [store.ledger.balances(), store.ledger.balances()]
    await sleep(5 + (i % 10))
    for (const answer of await Promise.all([...calls, store.ledger.balances()])) assert.deepEqual(answer, [])
    await sleep(5 + (i % 10))
  }
})

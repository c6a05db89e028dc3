// What the store promises of processes: one at a time on a folder, and nothing acknowledged is lost when one is killed.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmod, copyFile, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { createSeededRandom } from '../../src/base/random.ts'
import { openStore } from '../../src/store/open.ts'
import { eventOf, linkOf } from './entities.ts'
import { readBooks, runAndKill, startWriter } from './writers.ts'

const KILLS = 6

async function inFolder(run: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aside-process-'))
  try {
    await run(dataDir)
  } finally {
    await rm(dataDir, { recursive: true })
  }
}

test('every acknowledged click is in the books exactly once, however often the process is killed', () =>
  inFolder(async (dataDir) => {
    const random = createSeededRandom(20_260_310)
    const acknowledged: number[] = []
    for (let kill = 1; kill <= KILLS; kill++) {
      const acknowledgements = 1 + Math.floor(random() * 1_500)
      acknowledged.push(...(await runAndKill({ dataDir, firstSerial: kill * 1_000_000, acknowledgements })))
    }
    assert.deepEqual(await readBooks(dataDir, acknowledged), { lost: 0, repeated: 0, faults: [] })
  }))

test('a second process on the same folder is refused by the name of the first, until that one is killed', () =>
  inFolder(async (dataDir) => {
    const child = startWriter({ dataDir, firstSerial: 1 })
    const closed = once(child, 'close')
    for await (const line of createInterface({ input: child.stdout })) {
      if (line !== 'ready') continue
      await assert.rejects(openStore({ dataDir }), (error: Error & { code?: string }) => {
        assert.equal(error.code, 'conflict')
        assert.match(error.message, new RegExp(`in use by the process ${child.pid};`))
        return true
      })
      child.kill('SIGKILL')
    }
    await closed
    const store = await openStore({ dataDir })
    await store.close()
  }))

test('a folder is open once within a process too, and free again after it was closed', () =>
  inFolder(async (dataDir) => {
    const first = await openStore({ dataDir })
    await assert.rejects(openStore({ dataDir }), /in use by this process already/)
    await first.close()
    const second = await openStore({ dataDir })
    await second.close()
  }))

test('after the first failed write nothing more is acknowledged, and what was acknowledged before is there', () =>
  inFolder(async (dataDir) => {
    // The system refuses to let a file grow beyond this many blocks of 512 bytes, as a full disk would.
    const child = startWriter({ dataDir, firstSerial: 1, before: "trap '' XFSZ; ulimit -f 4000" })
    const closed = once(child, 'close')
    const lines: string[] = []
    for await (const line of createInterface({ input: child.stdout })) lines.push(line)
    await closed
    const stopped = lines.findIndex((line) => line.startsWith('stopped'))
    assert.ok(stopped > 1, lines.slice(-3).join('\n'))
    assert.deepEqual(lines.slice(stopped + 1), [])
    const acknowledged = lines.flatMap((line) => (line.startsWith('acknowledged') ? [Number(line.split(' ')[1])] : []))
    assert.deepEqual(await readBooks(dataDir, acknowledged), { lost: 0, repeated: 0, faults: [] })
  }))

const takings: readonly (readonly [what: string, take: (dataDir: string) => Promise<unknown>])[] = [
  ['moved away', (dir) => rename(dir, `${dir}-moved`)],
  ['deleted', (dir) => rm(dir, { recursive: true })],
  ['unlinked from their log', (dir) => rm(join(dir, 'aside.db-wal'))],
  [
    'replaced',
    (dir) => copyFile(join(dir, 'aside.db'), join(dir, 'x')).then(() => rename(join(dir, 'x'), join(dir, 'aside.db'))),
  ],
]
for (const [what, take] of takings) {
  test(`once its files were ${what}, nothing more is acknowledged that no later start would find`, () =>
    inFolder(async (root) => {
      const dataDir = join(root, 'data')
      const stops: string[] = []
      const store = await openStore({ dataDir, onStop: (reason) => stops.push(reason) })
      await store.settings.write('name', 'before')
      await take(dataDir)
      const told = {
        code: 'unavailable',
        message: /aside\.db(-wal)? was moved, deleted or replaced while the service ran/,
      }
      await assert.rejects(store.settings.write('name', 'after'), told)
      await assert.rejects(store.settings.write('name', 'later'), told)
      assert.equal(stops.length, 1)
      if (what === 'moved away' || what === 'deleted') {
        await assert.rejects(store.ledger.balances(), {
          code: 'unavailable',
          message: /^The books cannot be read now; /,
        })
      }
      await store.close()
      if (what !== 'moved away') return
      const found = await openStore({ dataDir: `${dataDir}-moved` })
      assert.equal(await found.settings.read('name'), 'before')
      await found.close()
    }))
}

test('a new database may be read by its owner alone, also in a folder that all may look into', () =>
  inFolder(async (dataDir) => {
    await chmod(dataDir, 0o755)
    const store = await openStore({ dataDir })
    await store.settings.write('name', 'value')
    for (const file of ['aside.db', 'aside.db-wal', 'aside.db-shm'])
      assert.equal((await stat(join(dataDir, file))).mode & 0o777, 0o600, file)
    await store.close()
  }))

test('a store that closes finishes what was begun', () =>
  inFolder(async (dataDir) => {
    const store = await openStore({ dataDir })
    const writes = Array.from({ length: 500 }, (_, i) => store.settings.write(`name-${i}`, 'value'))
    await store.close()
    await Promise.all(writes)
    const again = await openStore({ dataDir })
    assert.equal(await again.settings.read('name-499'), 'value')
    await again.close()
  }))

test('when the disk hangs, callers are refused at once rather than kept without bound', () =>
  inFolder(async (dataDir) => {
    const store = await openStore({ dataDir })
    // All of these are asked for in one turn, so none is answered in between.
    const asked = Array.from({ length: 10_100 }, (_, i) => store.ledger.append([eventOf('dismiss', linkOf(i))]))
    const results = await Promise.allSettled(asked)
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    assert.deepEqual(refused, Array(100).fill('unavailable'))
    await store.close()
  }))

test('a backup whose thread dies leaves the thread of the reports to those who close it', () =>
  inFolder(async (dataDir) => {
    const workers: Worker[] = []
    const note = (worker: Worker) => workers.push(worker)
    process.on('worker', note)
    const store = await openStore({ dataDir })
    await store.ledger.balances()
    process.once('worker', (worker) => worker.once('message', () => void worker.terminate()))
    await assert.rejects(store.backup(join(dataDir, 'copy.db')), { code: 'unavailable' })
    process.off('worker', note)
    await store.close()
    const alive = workers.filter(({ threadId }) => threadId !== -1)
    await Promise.all(alive.map((worker) => worker.terminate()))
    assert.deepEqual([workers.length, alive.length], [3, 0])
  }))

test('a store that is closed, or closes, opens no thread any more', () =>
  inFolder(async (dataDir) => {
    const store = await openStore({ dataDir })
    const closed = store.close()
    const workers: Worker[] = []
    const note = (worker: Worker) => workers.push(worker)
    process.on('worker', note)
    const ask = () => Promise.allSettled([store.ledger.balances(), store.ledger.verify()])
    const early = ask()
    await closed
    const results = [...(await early), ...(await ask())]
    process.off('worker', note)
    await Promise.all(workers.map((worker) => worker.terminate()))
    const codes = results.map((result) => result.status === 'rejected' && result.reason.code)
    assert.deepEqual([workers.length, ...codes], [0, ...Array(4).fill('unavailable')])
  }))

test('a store that is closed breaks off a backup, which leaves nothing behind, and a verification', () =>
  inFolder(async (dataDir) => {
    let store = await openStore({ dataDir })
    // Some steps of a backup.
    for (let i = 0; i < 8; i++) await store.settings.write(`filler_${i}`, 'x'.repeat(1024 * 1024))
    const copy = join(dataDir, 'copy.db')
    let closed: Promise<void> | undefined
    const backup = store.backup(copy, () => (closed ??= store.close()))
    await assert.rejects(backup, { code: 'unavailable', message: /stopping.* again/ })
    await closed
    assert.deepEqual((await readdir(dataDir)).sort(), ['aside.db', 'lock.db'])

    store = await openStore({ dataDir })
    const [verification] = await Promise.allSettled([store.ledger.verify(), store.close()])
    assert.equal(verification.status, 'rejected')
  }))

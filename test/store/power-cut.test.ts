// A power cut: what was written but not synced is gone. A kill alone shows nothing of it, since the system keeps the pages.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createSeededRandom } from '../../src/base/random.ts'
import { readBooks, runAndKill } from './writers.ts'

const CUTS = 8
const SOURCE = fileURLToPath(new URL('./forget-unsynced.c', import.meta.url))

let folder: string
let shim: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aside-power-'))
  shim = join(folder, 'forget-unsynced.so')
})
after(() => rm(folder, { recursive: true }))

const missing =
  process.platform !== 'linux'
    ? 'NOT CHECKED: power cuts are only played on Linux'
    : spawnSync('cc', ['--version']).error
      ? 'NOT CHECKED: a C compiler named cc is missing; power cuts are played by a small library that it builds'
      : false
if (missing) console.warn(`power-cut.test.ts: ${missing}`)

test('a power cut loses no acknowledged click', { skip: missing }, async () => {
  buildShim()
  const dataDir = join(folder, 'safe')
  const random = createSeededRandom(7)
  const acknowledged: number[] = []
  for (let cut = 1; cut <= CUTS; cut++) {
    acknowledged.push(...(await runAndCut(dataDir, 'FULL', cut * 1_000_000, 1 + Math.floor(random() * 1_200))))
    assert.deepEqual(await readBooks(dataDir, acknowledged), { lost: 0, repeated: 0, faults: [] }, `after cut ${cut}`)
  }
})

test('the same power cut shows what a store that syncs only now and then would lose', { skip: missing }, async () => {
  buildShim()
  const dataDir = join(folder, 'unsafe')
  const acknowledged = await runAndCut(dataDir, 'NORMAL', 1, 300)
  const { lost } = await readBooks(dataDir, acknowledged)
  assert.ok(lost > 0, 'nothing was lost, so the test above could not have failed')
})

function buildShim(): void {
  const built = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', shim, SOURCE, '-ldl', '-lpthread'], {
    encoding: 'utf8',
  })
  assert.equal(built.status, 0, built.stderr)
}

/** Kills a writer and puts in place of its files what a disk would have kept of them. */
async function runAndCut(
  dataDir: string,
  synchronous: 'FULL' | 'NORMAL',
  firstSerial: number,
  acknowledgements: number,
) {
  await keepDurable(dataDir)
  const env = { LD_PRELOAD: shim }
  const acknowledged = await runAndKill({ dataDir, firstSerial, synchronous, acknowledgements, env })
  for (const name of ['aside.db', 'aside.db-wal', 'aside.db-journal', 'aside.db-shm']) {
    const path = join(dataDir, name)
    await rm(path, { force: true })
    if (await exists(`${path}.durable`)) await copyFile(`${path}.durable`, path)
  }
  return acknowledged
}

/** What a store that was closed in order has left is on the disk. */
async function keepDurable(dataDir: string): Promise<void> {
  for (const name of ['aside.db', 'aside.db-wal', 'aside.db-journal']) {
    const path = join(dataDir, name)
    await rm(`${path}.durable`, { force: true })
    if (await exists(path)) await copyFile(path, `${path}.durable`)
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

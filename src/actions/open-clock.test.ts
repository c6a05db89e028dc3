import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { realClock } from '../base/clock.ts'
import { openStore } from '../store/open.ts'
import { migrate, MIGRATIONS } from '../store/sqlite/migrations.ts'
import { openClock } from './open-clock.ts'

const REAL = 1
const FAST = 1_440

test('a store that began in fast time is opened at its own speed alone, and time goes on where it was', async (t) => {
  const { settings } = await storeIn(t, newFolder())
  const { epochMs } = await openClock(settings, FAST)
  assert.equal((await openClock(settings, FAST)).epochMs, epochMs)
  await assert.rejects(openClock(settings, REAL), /is x1440, and ASIDE_CLOCK says real; set it to x1440, or/)
  await assert.rejects(openClock(settings, 50_000), /is x1440, and ASIDE_CLOCK says x50000; set it to x1440, or/)
})

test('a store of real time is not opened in fast time', async (t) => {
  const { settings } = await storeIn(t, newFolder())
  assert.equal((await openClock(settings, REAL)).clock, realClock)
  await openClock(settings, REAL)
  await assert.rejects(openClock(settings, FAST), /is real, and ASIDE_CLOCK says x1440; take the setting away, or/)
})

for (const [which, epochs, speed, other] of [
  ['fast', [['clock_epoch_x1440', '1780000000000']], FAST, REAL],
  ['real', [], REAL, FAST],
] as const) {
  test(`a store of an older release that ran in ${which} time stays there`, async (t) => {
    const dataDir = newFolder()
    const db = new DatabaseSync(join(dataDir, 'aside.db'))
    migrate(db, MIGRATIONS.slice(0, 6))
    const add = db.prepare('INSERT INTO settings VALUES (?, ?)')
    for (const [name, value] of [['started_at', '2026-05-28T20:26:40.000Z'], ...epochs]) add.run(name!, value!)
    db.close()
    const { settings } = await storeIn(t, dataDir)
    await assert.rejects(openClock(settings, other), /^Error: The clock of this data folder is/)
    assert.equal((await openClock(settings, speed)).epochMs, which === 'fast' ? 1_780_000_000_000 : undefined)
  })
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'aside-clock-'))
}

/** Closed and removed after the test. */
async function storeIn(t: TestContext, dataDir: string) {
  const store = await openStore({ dataDir, clock: realClock, onStop: () => {} })
  t.after(async () => {
    await store.close()
    rmSync(dataDir, { recursive: true })
  })
  return store
}

// A data folder of the first schema opens under the newest one with everything that it held.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { DAY_MS, HOUR_MS } from '../../src/base/clock.ts'
import { openStore } from '../../src/store/open.ts'
import { createChain } from '../../src/store/sql/chain.ts'
import { migrate, MIGRATIONS } from '../../src/store/sqlite/migrations.ts'
import { eventOf, linkOf, NOON_MS, UNIT } from './entities.ts'

const ROWS = readFileSync(new URL('fixtures/schema-1.sql', import.meta.url), 'utf8')

/** The database of an older release, which had taken so many schema steps; its folder is gone with the test. */
function openOld(t: TestContext, steps: number): { dataDir: string; db: DatabaseSync } {
  const root = mkdtempSync(join(tmpdir(), 'aside-upgrade-'))
  t.after(() => rmSync(root, { recursive: true }))
  const dataDir = join(root, 'data')
  mkdirSync(dataDir)
  const db = new DatabaseSync(join(dataDir, 'aside.db'))
  migrate(db, MIGRATIONS.slice(0, steps))
  return { dataDir, db }
}

test('ads of an older folder that wait for review are found', async (t) => {
  const { dataDir, db } = openOld(t, 3)
  const add = db.prepare(
    `INSERT INTO entities (kind, number, id, campaign_id, archived, body) VALUES ('ad', ?, ?, ?, 0, ?)`,
  )
  for (const [i, review] of ['approved', 'pending', 'rejected', 'pending'].entries())
    add.run(i + 1, `ad_${i + 1}`, 'cmp_1', JSON.stringify({ id: `ad_${i + 1}`, review }))
  db.close()
  const store = await openStore({ dataDir })
  try {
    const { data } = await store.inventory.list('ad', { limit: 10, review: 'pending', oldestFirst: true })
    assert.deepEqual(
      data.map(({ id }) => id),
      ['ad_2', 'ad_4'],
    )
  } finally {
    await store.close()
  }
})

test('what was said of ads before it was counted is counted and listed after the upgrade', async (t) => {
  const { dataDir, db } = openOld(t, 1)
  db.exec(ROWS)
  // Of the first day sums of the day are kept by now; its last hour is another one then.
  const lateMs = NOON_MS + 11 * HOUR_MS
  const insert = db.prepare(`
    INSERT INTO events (sequence, impression, kind, fact_key, implied, charged_micros, revenue_micros, revenue_share,
      occurred_ms, received_ms, detail)
    VALUES (?1, ?2, ?3, ?4, 0, 0, 0, 70, ?5, ?5, ?6)`)
  insert.run(901, 1, 'feedback', 'report', lateMs, 'report:scam')
  insert.run(902, 1, 'dismiss', '', lateMs, null)
  insert.run(903, 2, 'feedback', 'up', lateMs + DAY_MS, 'up')
  insert.run(904, 1, 'feedback', 'down', lateMs, 'down')
  migrate(db, MIGRATIONS.slice(0, 8))
  db.exec(`UPDATE rollup_hours SET since_day = ${NOON_MS / DAY_MS - 0.5 + 1}`)
  db.exec('UPDATE rollup SET hour = hour / 24 * 24 WHERE hour < (SELECT since_day * 24 FROM rollup_hours)')
  db.exec(`
    INSERT INTO documents (number, kind, id, owner, body, at_ms) VALUES (1, 'reversal', 'rev_0', '', '{}', 0);
    INSERT INTO reversals (event, document, at_ms) VALUES (904, 1, 0);
    INSERT INTO rollup_ignored
      SELECT 0, since_day * 24 - 24, 1, 1, 1, 'main-slot', 'DE', 'action_card', 'reversed', 1 FROM rollup_hours`)
  createChain(db).seal()
  db.close()
  const store = await openStore({ dataDir })
  try {
    const listed = await store.reports.feedback({ test: false, advertiserId: 'adv_1', limit: 10 })
    assert.deepEqual(
      listed.map(({ sequence, reaction, reasons, adId }) => [sequence, reaction, reasons, adId]),
      [
        [903, 'up', [], 'ad_1'],
        [902, 'dismiss', [], 'ad_1'],
        [901, 'report', ['scam'], 'ad_1'],
      ],
    )
    const rows = await store.reports.read({ from: '2026-03-10', to: '2026-03-11', groupBy: ['day'], test: false })
    assert.deepEqual(
      rows.map(({ keys, thumbsUp, thumbsDown, dismissed, reported }) => [
        keys.day,
        thumbsUp,
        thumbsDown,
        dismissed,
        reported,
      ]),
      [
        ['2026-03-10', 0, 0, 1, 1],
        ['2026-03-11', 1, 0, 0, 0],
      ],
    )
    assert.deepEqual((await store.ledger.verify()).faults, [])
  } finally {
    await store.close()
  }
})

test('what was said before on a day of which nothing else was counted goes on under the name of its slot', async (t) => {
  const { dataDir, db } = openOld(t, 1)
  db.exec(ROWS)
  // The day after, and another one, of which as many slots are reported by name as there may be.
  const days = [NOON_MS + 2 * DAY_MS, NOON_MS + 3 * DAY_MS]
  const insert = db.prepare(`
    INSERT INTO events (sequence, impression, kind, fact_key, implied, charged_micros, revenue_micros, revenue_share, occurred_ms, received_ms)
    VALUES (?1, 1, 'feedback', ?2, 0, 0, 0, 70, ?3, ?3)`)
  insert.run(901, 'report', days[0]!)
  insert.run(902, 'up', days[1]!)
  migrate(db, MIGRATIONS.slice(0, 8))
  db.exec(`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
    INSERT INTO rollup_slots SELECT 1, ${Math.floor(days[1]! / DAY_MS)}, 'slot-' || i FROM n`)
  createChain(db).seal()
  db.close()
  const store = await openStore({ dataDir })
  try {
    const slotsOf = async () => {
      const rows = await store.reports.read({ from: '2026-03-12', to: '2026-03-13', groupBy: ['slot'], test: false })
      return rows.map(({ keys, thumbsUp, clicks, reported }) => [keys.slot, thumbsUp, clicks, reported])
    }
    assert.deepEqual((await slotsOf()).toSorted(), [
      ['(other)', 1, 0, 0],
      ['main-slot', 0, 0, 1],
    ])
    await store.ledger.append(
      days.map((receivedAtMs, i) => eventOf('click', linkOf(70 + i, { decidedAtMs: receivedAtMs }), { receivedAtMs })),
    )
    const { impressionId } = eventOf('feedback', linkOf(1))
    const facts = [{ impressionId, kind: 'feedback' as const, factKey: 'report' }]
    const { reversed } = await store.ledger.reverse({ id: 'rev_1', reason: 'a rival', facts, atMs: days[1]! })
    assert.equal(reversed, 1)
    assert.deepEqual((await slotsOf()).toSorted(), [
      ['(other)', 1, 1, 0],
      ['main-slot', 0, 1, 0],
    ])
    assert.deepEqual((await store.ledger.verify()).faults, [])
  } finally {
    await store.close()
  }
})

test('an older ledger is carried over whole, gets its chain, and goes on', async (t) => {
  const { dataDir, db } = openOld(t, 1)
  db.exec(ROWS)
  const balancesThen = db
    .prepare('SELECT name AS account, balance_micros AS balanceMicros FROM accounts ORDER BY name')
    .all()
  db.close()
  const store = await openStore({ dataDir })
  try {
    const { faults, events, head } = await store.ledger.verify()
    assert.deepEqual(faults, [])
    assert.ok(events >= 17)
    assert.match(head, /^1:[0-9a-f]{64}$/, 'what was there is one link')
    assert.deepEqual(
      await store.ledger.balances(),
      balancesThen.map((row) => ({ ...row })),
    )
    const pay = (amountMicros: number) =>
      store.ledger.topUp({
        postingId: 'pay_9',
        advertiserId: 'adv_1',
        amountMicros,
        reference: 'wire 17',
        atMs: NOON_MS,
      })
    assert.equal((await pay(5 * UNIT)).repeated, true, 'the first payment keeps the reference that had been used twice')
    const sale = (serial: number, factKey: string) => eventOf('conversion', linkOf(serial), { factKey })
    const outcomes = await store.ledger.append([
      eventOf('click', linkOf(1)),
      sale(4, 'order-1'),
      sale(4, 'order-3'),
      eventOf('click', linkOf(20)),
    ])
    assert.deepEqual(
      outcomes.map(({ status, reason }) => reason ?? status),
      ['duplicate', 'duplicate', 'accepted', 'over_budget'],
    )
    const { impressionId } = eventOf('click', linkOf(1))
    const reversed = await store.ledger.reverse({ id: 'rev_1', reason: 'x', facts: [{ impressionId }], atMs: NOON_MS })
    assert.equal(reversed.refundedMicros, UNIT / 2)
    assert.deepEqual((await store.ledger.verify(undefined, head)).faults, [])
  } finally {
    await store.close()
  }
})

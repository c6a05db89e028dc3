// A data folder of the first schema opens under the newest one with everything that it held.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openStore } from '../../src/store/open.ts'
import { migrate, MIGRATIONS } from '../../src/store/sqlite/migrations.ts'
import { eventOf, linkOf, NOON_MS, UNIT } from './entities.ts'

const ROWS = readFileSync(new URL('fixtures/schema-1.sql', import.meta.url), 'utf8')

test('ads of an older folder that wait for review are found', async () => {
  const root = mkdtempSync(join(tmpdir(), 'aside-upgrade-'))
  const dataDir = join(root, 'data')
  mkdirSync(dataDir)
  const db = new DatabaseSync(join(dataDir, 'aside.db'))
  migrate(db, MIGRATIONS.slice(0, 3))
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
    rmSync(root, { recursive: true })
  }
})

test('an older ledger is carried over whole, gets its chain, and goes on', async () => {
  const root = mkdtempSync(join(tmpdir(), 'aside-upgrade-'))
  const dataDir = join(root, 'data')
  mkdirSync(dataDir)
  const db = new DatabaseSync(join(dataDir, 'aside.db'))
  migrate(db, MIGRATIONS.slice(0, 1))
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
    rmSync(root, { recursive: true })
  }
})

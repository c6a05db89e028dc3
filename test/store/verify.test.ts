// An auditor who never finds anything is worth nothing: each kind of damage, planted by hand, is found and said.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openStore } from '../../src/store/open.ts'
import { eventOf, linkOf, NOON_MS, seed, UNIT } from './entities.ts'

/** What is done to the file behind the store's back, and what verify says of it. */
const DAMAGES: readonly [damage: string, sql: string, said: RegExp][] = [
  [
    'a charge whose posting is gone',
    "DELETE FROM entries; DELETE FROM postings WHERE kind = 'charge'",
    /counts as charged but has no posting/,
  ],
  [
    'an event that vanished from under its charge',
    'DELETE FROM events WHERE charged_micros > 0',
    /charges an event that is not there/,
  ],
  [
    'a price that is not the one promised',
    'UPDATE events SET charged_micros = 600000 WHERE charged_micros > 0',
    /was charged 0\.60, not 0\.50/,
  ],
  [
    "a publisher's share of another size",
    'UPDATE events SET revenue_micros = 1 WHERE charged_micros > 0',
    /earned 0\.000001, not 0\.35/,
  ],
  ['a charge for what the model does not bill', "UPDATE impressions SET model = 'cpm'", /although its model is cpm/],
  ['a charge of a test', 'UPDATE impressions SET test = 1', /although it is a test/],
  [
    'a charge beyond a budget',
    'UPDATE events SET budget_micros = 400000',
    /spent 0\.50 in all, above its budget of 0\.40/,
  ],
  [
    "a charge beyond a day's budget",
    'UPDATE events SET day_budget_micros = 400000',
    /spent 0\.50 on one day, above its budget/,
  ],
  [
    'an entry that was changed',
    'UPDATE entries SET amount_micros = amount_micros + 1 WHERE sequence = 3',
    /sum to 0\.000001, not to zero/,
  ],
  ['an entry booked to another account', 'UPDATE entries SET account = 1 WHERE sequence = 4', /it should be/],
  [
    'a balance that was changed',
    "UPDATE accounts SET balance_micros = 0 WHERE name = 'platform:fees'",
    /platform:fees stands at 0\.00, but its entries sum to 0\.15/,
  ],
  ['spend that was forgotten', 'DELETE FROM campaign_spend', /spent 0\.00 in all, but its events were charged 0\.50/],
  [
    'a day that was forgotten',
    'DELETE FROM campaign_days',
    /spent 0\.00 on one day, but its events were charged 0\.50/,
  ],
  [
    'a prepaid account below zero',
    'UPDATE postings SET prepaid = 1; UPDATE entries SET amount_micros = sign(amount_micros) WHERE posting = 1',
    /although it pays in advance/,
  ],
  [
    'a report that shows more clicks',
    'UPDATE rollup SET clicks = clicks + 1',
    /Reports show 2 clicks for a key in the hour 2026-03-10T12; the events say 1/,
  ],
  ['a report that lost its hour', 'DELETE FROM rollup', /Reports show 0 impressions/],
  [
    'a report that hides what was ignored',
    'DELETE FROM rollup_ignored',
    /Reports show 0 events of ad 1 ignored as duplicate; 1 are kept/,
  ],
  [
    'an event of an impression that is gone',
    'DELETE FROM impressions',
    /points to a row of impressions that is not there/,
  ],
]

test('verify finds nothing in books that close', () => withDamage('SELECT 1', (faults) => assert.deepEqual(faults, [])))

for (const [damage, sql, said] of DAMAGES) {
  test(`verify finds ${damage}`, () => withDamage(sql, (faults) => assert.match(faults.join('\n'), said)))
}

test('the file itself refuses to change or drop what was written once', () =>
  withBooks(async (file) => {
    const db = new DatabaseSync(file)
    for (const table of ['impressions', 'events', 'postings', 'entries', 'ad_versions', 'chain']) {
      const column = {
        impressions: 'ad',
        events: 'kind',
        postings: 'id',
        entries: 'account',
        ad_versions: 'landing_url',
        chain: 'hash',
      }[table]
      assert.throws(() => db.exec(`UPDATE ${table} SET ${column} = ${column}`), /append-only/, table)
      assert.throws(() => db.exec(`DELETE FROM ${table}`), /append-only/, table)
    }
    db.close()
  }))

function withDamage(sql: string, check: (faults: readonly string[]) => void): Promise<void> {
  return withBooks(async (file, dataDir) => {
    const db = new DatabaseSync(file, { enableForeignKeyConstraints: false })
    const triggers = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all() as { name: string }[]
    for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`)
    db.exec(sql)
    db.close()
    const store = await openStore({ dataDir })
    const { ok, faults } = await store.ledger.verify()
    await store.close()
    assert.equal(ok, faults.length === 0)
    check(faults)
  })
}

/** Books with a payment, a charged click and its replay. */
async function withBooks(run: (file: string, dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aside-verify-'))
  try {
    const store = await openStore({ dataDir })
    await seed(store)
    await store.ledger.topUp({
      postingId: 'w',
      advertiserId: 'adv_1',
      amountMicros: UNIT,
      reference: '',
      atMs: NOON_MS,
    })
    await store.ledger.append([eventOf('click', linkOf(1)), eventOf('click', linkOf(1))])
    await store.close()
    await run(join(dataDir, 'aside.db'), dataDir)
  } finally {
    await rm(dataDir, { recursive: true })
  }
}

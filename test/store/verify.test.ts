// An auditor who never finds anything is worth nothing: each kind of damage, planted by hand, is found and said.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { DAY_MS } from '../../src/base/clock.ts'
import type { Store } from '../../src/store/contract.ts'
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
  [
    'a value that stands at the most there can be',
    'UPDATE rollup SET value_micros = 9007199254740991',
    /Reports show 9007199254740991 value_micros .* the events say 0/,
  ],
  [
    'a report that hides what people said',
    'UPDATE rollup SET reported = reported + 1',
    /Reports show 1 reported for a key .* the events say 0/,
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
  [
    'an ignored event that was changed',
    'UPDATE ignored_events SET first_ms = 1',
    /The click of impression 1 that was ignored as duplicate is not as it was written/,
  ],
]

/** Moves a micro more in each entry of a posting, so that they still sum to zero. */
const oneMore = (kind: string) => `
  UPDATE entries SET amount_micros = amount_micros + sign(amount_micros)
  WHERE account <> (SELECT number FROM accounts WHERE name = 'platform:fees')
    AND posting = (SELECT number FROM postings WHERE kind = '${kind}')`
const saying = (kind: string, field: string) =>
  `UPDATE documents SET body = json_set(body, '$.${field}', 1) WHERE kind = '${kind}'`

const numbered = (serial: number) =>
  `UPDATE documents SET body = json_set(body, '$.paper.serial', ${serial}) WHERE kind = 'invoice'`

/** The same for what came after the charges: a reversal, a release, a withdrawal, a statement and an invoice. */
const SETTLED_DAMAGES: readonly [damage: string, sql: string, said: RegExp][] = [
  ['a reversal that gives back another sum', oneMore('reversal'), /The reversal of event \d+ was booked as/],
  [
    'a reversal without its document',
    "DELETE FROM documents WHERE kind = 'reversal'",
    /belongs to no reversal document/,
  ],
  ['a release of another sum', oneMore('release'), /The posting release:pub_1:\d+ was booked as/],
  ['a withdrawal that says another sum', saying('withdrawal', 'amountMicros'), /The withdrawal of wd_1 was booked as/],
  [
    'a payment that nobody noted',
    'DELETE FROM document_steps',
    /The payout of wd_1 was booked as .* should be nothing/,
  ],
  ['a statement of another sum', saying('statement', 'closingMicros'), /The statement st_1 is not what its entries/],
  ['an invoice that begins later', saying('invoice', 'fromEntry'), /The first invoice of adv_1 does not begin/],
  [
    'a first invoice that opens with something',
    `UPDATE documents SET body = json_set(body, '$.openingMicros', 1, '$.closingMicros', (body ->> '$.closingMicros') + 1)
    WHERE kind = 'invoice'`,
    /The first invoice of adv_1 does not begin at the beginning/,
  ],
  [
    'a statement that opens with more than the last one closed with',
    `INSERT INTO documents (kind, id, owner, body, at_ms)
    SELECT kind, 'st_2', owner, json_set(body, '$.fromEntry', body ->> '$.throughEntry', '$.sums', json('{}'),
      '$.openingMicros', (body ->> '$.closingMicros') + 1, '$.closingMicros', (body ->> '$.closingMicros') + 1,
      '$.lines', json('[]')), at_ms FROM documents WHERE id = 'st_1'`,
    /The statement after st_1 does not open with what it closes with/,
  ],
  ['a first invoice that is not the first', numbered(2), /The numbers of invoices do not begin at 1/],
  [
    'two invoices of one number',
    `INSERT INTO documents (kind, id, owner, body, at_ms)
    SELECT kind, 'inv_2', 'adv_2', body, at_ms FROM documents WHERE id = 'inv_1'`,
    /The number of the invoice inv_1 is not the one before 1/,
  ],
  [
    'a number that no statement has',
    `INSERT INTO documents (kind, id, owner, body, at_ms)
    SELECT kind, 'st_2', 'pub_2', json_set(body, '$.paper.serial', 3), at_ms FROM documents WHERE id = 'st_1'`,
    /The number of the statement st_1 is not the one before 3/,
  ],
  ['a name of a payment that is free again', 'DELETE FROM payment_references', /The reference of the payment w2 could/],
]

test('verify finds nothing in books that close', () => withDamage('SELECT 1', (faults) => assert.deepEqual(faults, [])))

for (const [damage, sql, said] of DAMAGES) {
  test(`verify finds ${damage}`, () => withDamage(sql, (faults) => assert.match(faults.join('\n'), said)))
}

for (const [damage, sql, said] of SETTLED_DAMAGES) {
  test(`verify finds ${damage}`, () => withDamage(sql, (faults) => assert.match(faults.join('\n'), said), settle))
}

test('verify finds nothing in books that were settled', () =>
  withDamage('SELECT 1', (faults) => assert.deepEqual(faults, []), settle))

test('the file itself refuses to change or drop what was written once', () =>
  withBooks(async (file) => {
    const db = new DatabaseSync(file)
    const written = ['impressions', 'events', 'postings', 'entries', 'ad_versions', 'chain', 'ignored_events']
    for (const table of written) {
      const column = {
        impressions: 'ad',
        events: 'kind',
        postings: 'id',
        entries: 'account',
        ad_versions: 'landing_url',
        chain: 'hash',
        ignored_events: 'reason',
      }[table]
      assert.throws(
        () => db.exec(`UPDATE ${table} SET ${column} = ${column}`),
        /append-only|keep what they name/,
        table,
      )
      assert.throws(() => db.exec(`DELETE FROM ${table}`), /append-only/, table)
    }
    db.close()
  }))

test('who was shown an ad can be forgotten with the line of docs/operating.md, and the books still close', () =>
  withBooks(async (file, dataDir) => {
    const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
    const db = new DatabaseSync(file)
    const known = () => db.prepare('SELECT 1 FROM impressions WHERE user <> zeroblob(8)').all().length
    assert.equal(known(), 1)
    db.exec(/^sqlite3 .*aside\.db "(UPDATE .*)"$/m.exec(page)![1]!)
    assert.equal(known(), 0)
    db.close()
    const store = await openStore({ dataDir })
    assert.deepEqual((await store.ledger.verify()).faults, [])
    await store.close()
  }))

function withDamage(
  sql: string,
  check: (faults: readonly string[]) => void,
  goOn: (store: Store) => Promise<void> = async () => {},
): Promise<void> {
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
  }, goOn)
}

async function settle(store: Store): Promise<void> {
  await store.ledger.topUp({
    postingId: 'w2',
    advertiserId: 'adv_1',
    amountMicros: UNIT,
    reference: 'wire',
    atMs: NOON_MS,
  })
  await store.ledger.append([eventOf('click', linkOf(2)), eventOf('click', linkOf(3))])
  const { impressionId } = eventOf('click', linkOf(2))
  await store.ledger.reverse({ id: 'rev_1', reason: 'farm', facts: [{ impressionId }], atMs: NOON_MS + DAY_MS })
  const atMs = NOON_MS + 8 * DAY_MS
  await store.settlement.release('pub_1', NOON_MS + DAY_MS, atMs)
  const body = { amountMicros: UNIT / 4, method: { type: 'bank', account: 'DE1' } }
  await store.settlement.withdraw({ id: 'wd_1', publisherId: 'pub_1', body, atMs })
  for (const status of ['processing', 'paid'] as const) {
    await store.settlement.takeStep({ kind: 'withdrawal', id: 'wd_1', status, note: '', atMs })
  }
  await store.settlement.openStatement({ kind: 'statement', id: 'st_1', owner: 'pub_1', atMs: atMs + 1 })
  await store.settlement.openStatement({ kind: 'invoice', id: 'inv_1', owner: 'adv_1', atMs: atMs + 1 })
}

/** Books with a payment, a charged click and its replay. */
async function withBooks(
  run: (file: string, dataDir: string) => Promise<void>,
  goOn: (store: Store) => Promise<void> = async () => {},
): Promise<void> {
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
    await goOn(store)
    await store.close()
    await run(join(dataDir, 'aside.db'), dataDir)
  } finally {
    await rm(dataDir, { recursive: true })
  }
}

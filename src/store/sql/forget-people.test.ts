// How many impressions one step goes through, and where the next one goes on.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { migrate } from '../sqlite/migrations.ts'
import { createForgetPeople } from './forget-people.ts'
import { createSettings } from './settings.ts'

test('people are forgotten a few at a time, and each is looked at once', () => {
  const db = new DatabaseSync(':memory:')
  migrate(db)
  const insert = db.prepare(`
    INSERT INTO impressions (number, id, decision, ordinal, ad, ad_version, campaign, publisher, model, price_micros, format, slot, country, user, test)
    VALUES (?, ?, ?, 0, 1, 1, 1, 1, 'cpc', 0, 'suffix', 'main', '', ?, 0)`)
  const user = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)
  for (let number = 1; number <= 5; number++) insert.run(number, `imp_${number}`, decidedAt(number * 1_000), user)
  const known = () =>
    db
      .prepare('SELECT number FROM impressions WHERE user = ?')
      .all(user)
      .map(({ number }) => number)

  const forget = createForgetPeople(db, createSettings(db))
  assert.equal(forget(4_000, 2), true, 'there may be more')
  assert.deepEqual(known(), [3, 4, 5])
  // Another process goes on where this one stopped.
  const next = createForgetPeople(db, createSettings(db))
  assert.equal(next(4_000, 2), false)
  assert.deepEqual(known(), [4, 5])
  assert.equal(next(4_000, 2), false)
  assert.equal(next(9_000, 2), true)
  assert.equal(next(9_000, 2), false)
  assert.deepEqual(known(), [])
})

function decidedAt(ms: number): Uint8Array {
  const bytes = new Uint8Array(16)
  new DataView(bytes.buffer).setUint32(2, ms)
  return bytes
}

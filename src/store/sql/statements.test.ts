// What a statement reads to sum up its entries.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { migrate } from '../sqlite/migrations.ts'
import { createSumUp } from './statements.ts'

test('a statement or an invoice reads the entries of its owner alone, and of its period alone', () => {
  const db = new DatabaseSync(':memory:')
  migrate(db)
  const asked: string[] = []
  const prepare = (sql: string) => (asked.push(sql), db.prepare(sql))
  createSumUp({ prepare } as DatabaseSync)
  assert.equal(asked.length, 4)
  for (const sql of asked) {
    const [first] = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]
    assert.match(
      first!.detail,
      /^SEARCH e USING INDEX entries_by_account \(account=\? AND sequence>\? AND sequence<\?\)$/,
    )
  }
})

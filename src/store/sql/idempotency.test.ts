// How much room kept answers take.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { createIdempotency } from './idempotency.ts'
import { migrate } from '../sqlite/migrations.ts'

test('answers take a bounded room, however long each is, and the oldest give way, also after a restart', () => {
  const db = new DatabaseSync(':memory:')
  migrate(db)
  const answerBytesMax = 100_000
  const answerAll = (from: number, to: number, bytes: number): void => {
    const idempotency = createIdempotency(db, { answerBytesMax })
    for (let i = from; i < to; i++) {
      assert.equal(idempotency.begin(`key ${i}`, 'hash', i).state, 'new')
      idempotency.finish(`key ${i}`, { status: 200, body: 'x'.repeat(bytes) })
    }
    assert.equal(idempotency.begin(`key ${to - 1}`, 'hash', to).state, 'replay')
  }
  const kept = () =>
    db.prepare('SELECT count(*) AS keys, sum(length(body)) AS bytes FROM idempotency').get() as Record<string, number>
  answerAll(0, 200, 1_000)
  assert.ok(kept().bytes! <= answerBytesMax && kept().keys! >= 80)
  answerAll(200, 400, 3_000)
  assert.ok(kept().bytes! <= answerBytesMax && kept().keys! >= 13)
  answerAll(400, 1_000, 10)
  assert.ok(kept().keys! >= 600, 'short ones are all kept')
})

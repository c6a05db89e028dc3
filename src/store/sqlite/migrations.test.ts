import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { migrate } from './migrations.ts'

const first = { name: 'first', sql: 'CREATE TABLE a (x)' }
const second = { name: 'second', sql: 'CREATE TABLE b (x); INSERT INTO a VALUES (1)' }
const broken = { name: 'broken', sql: 'CREATE TABLE c (x); INSERT INTO missing VALUES (1)' }

const tables = (db: DatabaseSync) =>
  db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
    .map((row) => row.name)

test('each step runs once, and an older file takes only the steps that it lacks', () => {
  const db = new DatabaseSync(':memory:')
  migrate(db, [first])
  migrate(db, [first, second])
  migrate(db, [first, second])
  assert.deepEqual(tables(db), ['a', 'b'])
  assert.equal(db.prepare('SELECT count(*) AS rows FROM a').get()!.rows, 1)
})

test('a step that fails leaves nothing of itself and runs again next time', () => {
  const db = new DatabaseSync(':memory:')
  assert.throws(() => migrate(db, [first, broken]), /Schema step 2 \(broken\) failed/)
  assert.deepEqual(tables(db), ['a'])
  migrate(db, [first, second])
  assert.deepEqual(tables(db), ['a', 'b'])
})

test('a file of a newer release is refused and left as it is', () => {
  const db = new DatabaseSync(':memory:')
  migrate(db, [first, second])
  assert.throws(() => migrate(db, [first]), /written by a newer release \(schema 2; this one knows 1\)/)
  assert.deepEqual(tables(db), ['a', 'b'])
})

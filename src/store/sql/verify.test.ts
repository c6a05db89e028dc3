// What a verification reads of what grows with traffic.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { migrate } from '../sqlite/migrations.ts'
import { verifyBooks } from './verify.ts'

test('of the hourly sums that count requests alone none is sorted', () => {
  const db = new DatabaseSync(':memory:')
  migrate(db)
  const insert = db.prepare(
    `INSERT INTO rollup VALUES (0, ?, 1, 1, 1, 'slot', 'DE', 'card', 5, 5, 5, ?, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`,
  )
  for (let hour = 1; hour <= 20; hour++) insert.run(hour, hour === 7 ? 1 : 0)
  const sorted: number[] = []
  db.function('note_sorted', (hour) => (sorted.push(hour as number), hour))
  const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all('rollup') as { name: string }[]
  const noted = columns.map(({ name }) => (name === 'hour' ? 'note_sorted(hour) AS hour' : name))
  db.exec(`CREATE TEMP VIEW rollup AS SELECT ${noted.join(', ')} FROM main.rollup`)
  const { faults } = verifyBooks(db)
  assert.deepEqual([...new Set(sorted)], [7])
  assert.deepEqual(faults, ['Reports show 1 impressions for a key in the hour 1970-01-01T07; the events say 0.'])
})

// What a page of the history reads, and how much of it is kept.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openWatchedDatabase } from '../../../test/support/watched-database.ts'
import { migrate } from '../sqlite/migrations.ts'
import { createChanges } from './changes.ts'

const by = (number: number) => ({ changeId: `chg_${number}`, keyId: 'key_1', atMs: number })
const told = (kind: 'ad' | 'campaign', owner: string) =>
  ({ action: 'created', kind, entityId: `${kind}_1`, owner }) as const

test('a page of the history reads no other entries and sorts none', () => {
  for (const [query, from] of [
    [{}, 'INTEGER PRIMARY KEY (rowid<?)'],
    [{ owner: 'adv_1' }, 'INDEX changes_by_owner (owner=? AND number<?)'],
    [{ entityId: 'cmp_1', owner: 'adv_1' }, 'INDEX changes_by_entity (entity=? AND number<?)'],
    [{ keyId: 'key_1' }, 'INDEX changes_by_key (key_id=? AND number<?)'],
  ] as const) {
    const { db, asked, planOf } = openWatchedDatabase()
    createChanges(db).list({ limit: 50, ...query })
    const steps = planOf(asked[0]!)
    assert.ok(
      steps.some((step) => step === `SEARCH changes USING ${from}`),
      steps.join('\n'),
    )
    for (const step of steps) assert.doesNotMatch(step, /TEMP B-TREE|SCAN changes/, step)
  }
})

test('of each owner so many are kept, of ads apart from everything else', () => {
  const db = new DatabaseSync(':memory:')
  migrate(db)
  const changes = createChanges(db, { eachMax: 3 })
  let number = 0
  const note = (kind: 'ad' | 'campaign', owner: string, times: number) => {
    for (let i = 0; i < times; i++) changes.note(by(++number), told(kind, owner))
  }
  note('campaign', 'adv_1', 2)
  note('ad', 'adv_1', 10)
  note('campaign', 'adv_2', 4)
  const kept = (owner: string) => changes.list({ owner, limit: 100 }).map(({ id }) => Number(id.slice(4)))
  assert.deepEqual(kept('adv_1'), [12, 11, 10, 2, 1])
  assert.deepEqual(kept('adv_2'), [16, 15, 14])
})

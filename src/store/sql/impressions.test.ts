// What is known of the impressions of many events at once.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { linkOf } from '../../../test/store/entities.ts'
import { migrate } from '../sqlite/migrations.ts'
import { createImpressions } from './impressions.ts'

test('an impression that could not be looked up with others is known afterwards', () => {
  const db = new DatabaseSync(':memory:')
  migrate(db)
  const impressions = createImpressions(db)
  const { number } = impressions.findOrAdd('imp_1', linkOf(1))
  db.exec('ALTER TABLE impressions RENAME TO away')
  assert.throws(() => impressions.foreseeing(['imp_1', 'imp_2'], () => {}))
  db.exec('ALTER TABLE away RENAME TO impressions')
  assert.equal(impressions.find('imp_1')?.number, number)
})

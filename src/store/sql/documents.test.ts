// What a list of papers reads to find its page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWatchedDatabase } from '../../../test/support/watched-database.ts'
import { createDocuments, type Documents } from './documents.ts'

test('a page of the papers of everybody, as of one owner, reads no others and sorts nothing', () => {
  assert.equal(planOf({}), 'SEARCH documents USING INDEX documents_by_kind (kind=? AND number<?)')
  const ofOne = 'SEARCH documents USING INDEX documents_by_owner (kind=? AND owner=? AND number<?)'
  assert.equal(planOf({ owner: 'pub_1' }), ofOne)
})

test('papers that are due are found by indexes alone, and of those that are confirmed nothing else is read', () => {
  const steps = planOfRun((documents) => documents.due('statement', 0, 50))
  assert.match(steps, /SEARCH d USING COVERING INDEX documents_by_\w+ \(kind=\?\)/)
  assert.match(steps, /SEARCH s USING COVERING INDEX \w+ \(document=\?\)/)
  assert.doesNotMatch(steps, /SCAN (d|s)\b|SEARCH [ds] USING INDEX|TEMP B-TREE/)
  assert.match(steps, /SCAN open\nSEARCH d USING INTEGER PRIMARY KEY/)
})

/** The plan of the statement that a list runs. */
function planOf(query: { owner?: string }): string {
  return planOfRun((documents) => documents.list({ kind: 'statement', limit: 50, ...query }))
}

function planOfRun(ask: (documents: Documents) => unknown): string {
  const { db, asked, planOf } = openWatchedDatabase()
  ask(createDocuments(db))
  return planOf(asked[0]!).join('\n')
}

// What is read to tell what is unpaid of invoices.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWatchedDatabase } from '../../../test/support/watched-database.ts'
import { createInvoicePayments } from './invoice-payments.ts'

test('what was credited since an invoice is read by an index that has no charges, and by the postings of corrections', () => {
  const { db, asked, planOf } = openWatchedDatabase()
  createInvoicePayments(db).of([{ advertiserId: 'adv_1', throughEntry: 0, debtMicros: 10_000 }], 10_000)
  assert.equal(asked.length, 1)
  const steps = planOf(asked[0]!).filter((step) => / [eto] /.test(`${step} `))
  assert.deepEqual(steps, [
    'SEARCH e USING INDEX entries_added (account=? AND sequence>?)',
    'SEARCH t USING INDEX entries_added (account=? AND sequence>?)',
    'SEARCH o USING INDEX sqlite_autoindex_entries_1 (posting=? AND account=?)',
  ])
})

test('invoices that are not paid are looked for with those who owe, and of each from its newest on', () => {
  const { db, asked, planOf } = openWatchedDatabase()
  const payments = createInvoicePayments(db)
  payments.unpaid(10_000)
  payments.unpaid(10_000, 'adv_1')
  assert.deepEqual(
    asked.map((sql) => planOf(sql)),
    [
      ['SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (name>? AND name<?)'],
      ['SEARCH d USING INDEX documents_by_owner (kind=? AND owner=? AND number<?)'],
    ],
  )
})

// Bugs that a ledger could well have, planted one at a time into a copy: the tests of the books must find each of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bugsNotFound } from './plant-bugs.ts'

/** What the tests of the books read. */
const COPIED = ['src/base', 'src/domain', 'src/store', 'test/store', 'package.json']

/** A file of the store, the text that is there, and the bug in its place. */
const MUTANTS: readonly [bug: string, file: string, from: string, to: string, test?: string][] = [
  [
    'a fact is judged twice',
    'ledger.ts',
    "if (isKnown(impression, fact.kind, fact.factKey)) return ignore(event, fact, impression, 'duplicate')",
    '',
  ],
  [
    'a charge is posted twice to the spend',
    'charging.ts',
    'addSpend.run(campaignNumber, micros)',
    'addSpend.run(campaignNumber, 2 * micros)',
  ],
  [
    'of what several events spent the last is written alone',
    'charging.ts',
    'unwritten.set(campaignNumber, (unwritten.get(campaignNumber) ?? 0) + byMicros)',
    'unwritten.set(campaignNumber, byMicros)',
    'together',
  ],
  [
    'of what several events spent on a day the last is written alone',
    'charging.ts',
    '(unwrittenDays.get(name)?.micros ?? 0) + byMicros',
    'byMicros',
    'together',
  ],
  [
    'balances of several events are not written',
    'books.ts',
    'of unwritten.values()) writeBalance',
    'of [] as Account[]) writeBalance',
    'together',
  ],
  [
    'an impression that was just added is added again',
    'impressions.ts',
    'foreseen?.set(id, { number, link, isNew: false })',
    '',
    'together',
  ],
  [
    'where the events of one cannot be kept, nor can those of the others',
    'group-commit.ts',
    'if (!ok) return calls.map(write)',
    'if (!ok) return calls.map(([id]) => [id, false, value] as const)',
    'together',
  ],
  [
    "somebody else's outcome is told",
    'group-commit.ts',
    'outcomes.slice(from, (from += eventsOf(call).length))',
    'outcomes.slice(from, from + eventsOf(call).length)',
    'together',
  ],
  ['a balance that was rolled back is still known by heart', 'operations.ts', 'books.forget()', '', 'lost'],
  ['spend that was rolled back is still known by heart', 'operations.ts', 'charging.forgetSpend()', '', 'lost'],
  [
    'what a lost commit has done is told as if it were known',
    'group-commit.ts',
    'workings.afterRollback()\n    workings.forgetTouched()',
    'workings.afterRollback()\n    workings.takeTouched()',
    'lost',
  ],
  ['a reversal does not free the budget', 'reversals.ts', 'charging.refund({', 'void ({'],
  [
    'a reversal is not booked',
    'reversals.ts',
    'event.charged > 0 ? postReversal(event, link.campaignNumber, atMs) : undefined',
    'undefined',
  ],
  [
    'a reversal takes paid earnings from what is pending',
    'reversals.ts',
    'sequence > payouts.throughOf(publisherId)',
    'sequence > 0',
  ],
  ['a reversal is forgotten in the reports', 'reversals.ts', "rollups.count(key, 'spend_micros', -event.charged)", ''],
  [
    'the value of a sale that was taken back stays in the reports',
    'reversals.ts',
    "rollups.count(key, 'value_micros', -(event.value ?? 0))",
    'void key',
  ],
  ["the publisher's share is rounded up", 'charging.ts', "round: 'down'", "round: 'up'"],
  ['a budget ends one micro late', 'charging.ts', 'spent + price > totalMicros', 'spent + price > totalMicros + 1'],
  ['a budget ends one micro early', 'charging.ts', 'spent + price > totalMicros', 'spent + price >= totalMicros'],
  [
    "a day's budget is looked at before the charge",
    'charging.ts',
    'dayMicros + price > dailyMicros',
    'dayMicros > dailyMicros',
  ],
  [
    'every day is one of UTC',
    'charging.ts',
    'dayOf(event.receivedAtMs, terms.campaign.timeZone)',
    "dayOf(event.receivedAtMs, 'UTC')",
  ],
  [
    'a prepaid advertiser goes below zero',
    'charging.ts',
    'funds + overdraftOf(advertiser) < price',
    'funds + overdraftOf(advertiser) < 0',
  ],
  [
    'a transaction counts under each click',
    'ledger.ts',
    'transactionOf !== null && selectTransaction',
    'transactionOf === 0 && selectTransaction',
  ],
  ['a conversion needs no click', 'ledger.ts', 'if (led.length === 0)', 'if (led.length < 0)'],
  [
    'a click that was taken back leads to a sale',
    'ledger.ts',
    "AND v.fact_key = '' AND r.number IS NULL",
    "AND v.fact_key = ''",
  ],
  ['a view is worth 30 days', 'ledger.ts', '> VIEW_THROUGH_MS', '> 30 * VIEW_THROUGH_MS'],
  ['reversed earnings are paid out', 'payouts.ts', '(reversed === 0 ? amount : 0)', 'amount'],
  ['earnings are paid out before their time', 'payouts.ts', 'if (at_ms > beforeMs) break', ''],
  ['a withdrawal takes more than there is', 'payouts.ts', 'availableMicros < amountMicros', 'amountMicros < 0'],
  [
    'a canceled withdrawal is lost',
    'payouts.ts',
    "status === 'paid' ? CASH_ACCOUNT : availableAccount(owner)",
    'CASH_ACCOUNT',
  ],
  ['the same payment counts twice', 'books.ts', 'if (known) {', 'if (false as boolean) {'],
  [
    'a statement leaves out its last entry',
    'statements.ts',
    'AND e.sequence > ? AND e.sequence <= ? GROUP BY p.kind',
    'AND e.sequence > ? AND e.sequence < ? GROUP BY p.kind',
  ],
  [
    'the chain leaves out a table',
    'chain.ts',
    'update(`${lines}\\n`)',
    "update(name === 'events' ? '' : `${lines}\\n`)",
  ],
]

test(`each of ${MUTANTS.length} planted bugs is found by the tests of the books, which pass without them`, async () => {
  const mutants = MUTANTS.map(
    ([bug, file, from, to, test = 'books']) =>
      [bug, `src/store/sql/${file}`, from, to, `test/store/${test}.test.ts`] as const,
  )
  assert.deepEqual(await bugsNotFound(mutants, { copied: COPIED }), [])
})

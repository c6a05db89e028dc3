// Events of several callers are judged together where they come together. However they fall into calls and groups, the books are the same.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import fc from 'fast-check'
import type { EventOutcome, LedgerEvent } from '../../src/domain/ledger-event.ts'
import { upkeepOf } from '../../src/store/sqlite/connection.ts'
import { migrate } from '../../src/store/sqlite/migrations.ts'
import { createGroupCommit } from '../../src/store/sql/group-commit.ts'
import { createWorkings } from '../../src/store/sql/operations.ts'
import { type Call, packEvent } from '../../src/store/sql/protocol.ts'
import { adDraft, advertiserDraft, campaignDraft, eventOf, linkOf, NOON_MS, publisherDraft } from './entities.ts'

const PRICE = 1_000
const DAY_MS = 86_400_000
/** What the books, the budgets and the reports are made of. The rest is bound by them, or numbers them. */
const TABLES = ['impressions', 'events', 'postings', 'entries', 'accounts', 'campaign_spend', 'campaign_days', 'rollup']

const event = fc
  .record({
    kind: fc.constantFrom('click' as const, 'impression' as const, 'viewable' as const),
    serial: fc.nat(12),
    campaign: fc.constantFrom(1, 2),
    model: fc.constantFrom('cpc' as const, 'cpm' as const),
    daysLater: fc.constantFrom(0, 0, 0, 1),
  })
  .map(({ kind, serial, campaign, model, daysLater }) => {
    const decidedAtMs = NOON_MS + daysLater * DAY_MS
    // The first link of an impression that arrives counts, so each impression is always of the same kind.
    const link = linkOf(serial * 4 + (campaign - 1) * 2 + (model === 'cpc' ? 0 : 1) + daysLater * 100, {
      ...{ campaignNumber: campaign, adNumber: campaign, priceMicros: PRICE, model, decidedAtMs },
    })
    return eventOf(kind, link, { receivedAtMs: decidedAtMs + 60_000 })
  })

test('events make the same books one by one and however many come together', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), fc.array(fc.integer({ min: 1, max: 7 })), (events, cuts) => {
      const alone = openLedger()
      const outcomes = events.flatMap((one) => alone.run([[one]]).flat())
      const together = openLedger()
      // Calls of one to three events, in groups of some calls each.
      const calls: LedgerEvent[][] = []
      for (let at = 0, i = 0; at < events.length; i++) {
        const count = 1 + ((cuts[i % Math.max(cuts.length, 1)] ?? 1) % 3)
        calls.push(events.slice(at, (at += count)))
      }
      const groups: LedgerEvent[][][] = []
      for (let at = 0, i = 0; at < calls.length; i++) {
        groups.push(calls.slice(at, (at += cuts[i % Math.max(cuts.length, 1)] ?? 5)))
      }
      assert.deepEqual(
        groups.flatMap((group) => together.run(group).flat()),
        outcomes,
      )
      assert.deepEqual(together.tables(), alone.tables())
      assert.deepEqual(together.faults(), [])
    }),
    { numRuns: 25, seed: 20_261_126 },
  )
})

test('a view and a click of one ad that come together are of one impression', () => {
  const ledger = openLedger()
  const of = (kind: 'impression' | 'click', serial: number) => eventOf(kind, linkOf(serial, { priceMicros: PRICE }))
  const [outcomes] = ledger.run([[of('impression', 1), of('click', 1), of('click', 2), of('click', 1)]])
  assert.deepEqual(
    outcomes!.map(({ status }) => status),
    ['accepted', 'accepted', 'accepted', 'duplicate'],
  )
  assert.equal(ledger.tables().impressions!.length, 2)
  assert.deepEqual(ledger.faults(), [])
})

test('where the events of one caller cannot be kept, those of the others are', () => {
  const ledger = openLedger()
  const click = (serial: number) => eventOf('click', linkOf(serial, { priceMicros: PRICE }))
  const broken = { ...click(4), occurredAtMs: Number.NaN }
  const replies = ledger.replies([[click(1)], [click(2), broken], [click(3), click(1)]])
  assert.deepEqual(
    replies.map(([id, ok]) => [id, ok]),
    [
      [0, true],
      [1, false],
      [2, true],
    ],
  )
  assert.match((replies[1]![2] as { message: string }).message, /constraint/i)
  assert.deepEqual(
    (replies[2]![2] as EventOutcome[]).map(({ status }) => status),
    ['accepted', 'duplicate'],
  )
  const { campaign_spend: spent } = ledger.tables()
  assert.deepEqual(spent, [{ campaign: 1, spent_micros: 2 * PRICE }])
  assert.deepEqual(ledger.faults(), [])
})

/** Two campaigns of one advertiser, the first with a budget of seven clicks a day and nine in all. */
function openLedger() {
  const db = new DatabaseSync(':memory:')
  migrate(db)
  const upkeep = upkeepOf(db)
  const workings = createWorkings(db as never, upkeep)
  const { run } = createGroupCommit(
    {
      ...{ db: db as never, upkeep, migrate() {}, demandPlace() {}, afterCommit() {}, revive: () => false },
      ...{ kindOf: () => undefined, explain: (error: unknown) => error, close: () => db.close() },
    },
    workings,
  )
  const budget = { totalMicros: 9 * PRICE, dailyMicros: 7 * PRICE }
  const made: readonly [kind: string, draft: object][] = [
    ['publisher', publisherDraft()],
    ['advertiser', advertiserDraft()],
    ['campaign', campaignDraft({ budget })],
    ['campaign', campaignDraft({ id: 'cmp_2' })],
    ['ad', adDraft()],
    ['ad', adDraft({ id: 'ad_2', campaignId: 'cmp_2' })],
  ]
  for (const [kind, draft] of made) assert.ok(run([[0, 'inventory.insert', [kind, draft]]]).replies![0]![1])
  const replies = (calls: readonly (readonly LedgerEvent[])[]) =>
    run(calls.map((events, i): Call => [i, 'ledger.append', [events.map(packEvent)]])).replies!
  return {
    replies,
    run: (calls: readonly (readonly LedgerEvent[])[]) =>
      replies(calls).map(([, ok, value]) => {
        assert.ok(ok, JSON.stringify(value))
        return value as EventOutcome[]
      }),
    tables: () =>
      Object.fromEntries(
        TABLES.map((table) => [
          table,
          db
            .prepare(`SELECT * FROM ${table}`)
            .all()
            .map((row) => ({ ...row })),
        ]),
      ),
    faults: () => workings.operations['ledger.verify'](undefined, () => {}).faults,
  }
}

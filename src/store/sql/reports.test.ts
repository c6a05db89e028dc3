// What a report reads to add up its rows.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { ReportQuery } from '../../domain/report.ts'
import { migrate } from '../sqlite/migrations.ts'
import { createReadEmptySlots } from './read-empty-slots.ts'
import { createReadReach } from './read-reach.ts'
import { createReports } from './reports.ts'

const OF_HOURS = /SEARCH rollup USING PRIMARY KEY \(test=\? AND hour>\? AND hour<\?\)/

test('a report of one publisher reads no rows of others', () => {
  const plan = planOf({ groupBy: ['day'], publisherId: 'pub_1' })
  assert.match(plan, /SEARCH rollup USING PRIMARY KEY \(test=\? AND hour=\? AND publisher=\?\)/)
})

test('a report of the empty slots of one publisher reads no rows of others', () => {
  const planOfEmpty = (query: object) =>
    planOn(/FROM rollup_empty/, (db) => createReadEmptySlots(db).read({ ...DAYS, ...query }))
  const mine = /SEARCH rollup_empty USING PRIMARY KEY \(test=\? AND day=\? AND publisher=\?\)/
  assert.match(planOfEmpty({ publisherId: 'pub_1', groupBy: ['slot', 'reason'] }), mine)
  assert.match(planOfEmpty({}), /SEARCH rollup_empty USING PRIMARY KEY \(test=\? AND day>\? AND day<\?\)/)
})

test('the reach of a campaign is read from its own impressions', () => {
  const query = { ...DAYS, campaignId: 'cmp_1' }
  const steps = stepsOf(planOn(/FROM impressions/, (db) => createReadReach(db)(query)))
  assert.match(steps[0]!, /SEARCH i USING INDEX impressions_by_campaign \(campaign=\? AND decision>\?\)/)
  assert.ok(!steps.some((step) => /^SCAN [ivr]\b/.test(step)), steps.join('\n'))
})

test('a report of one advertiser reads the rows once, however many campaigns there are', () => {
  const [first] = stepsOf(planOf({ groupBy: ['day'], advertiserId: 'adv_1' }))
  assert.match(first!, OF_HOURS)
})

test('a report looks no campaign up for the rows that it adds up', () => {
  for (const groupBy of [[], ['day'], ['campaign'], ['advertiser']] as const) {
    const steps = stepsOf(planOf({ groupBy }))
    assert.match(steps[0]!, OF_HOURS)
    const looks = steps.filter((step) => !OF_HOURS.test(step) && !/^SCAN r$/.test(step))
    assert.deepEqual(looks.length, groupBy[0] === 'advertiser' ? 1 : 0)
  }
})

test('a report by hours and publishers sorts sums alone', () => {
  assert.doesNotMatch(
    planOf({ groupBy: ['hour'] })
      .split('\n')
      .slice(0, 2)
      .join('\n'),
    /TEMP B-TREE/,
  )
  const [, ...steps] = planOf({ groupBy: ['day', 'publisher'] }).split('\n')
  assert.match(steps[0]!, OF_HOURS)
  assert.match(steps[1]!, /^SCAN r$/)
})

/** The reads of a plan, in order, without what they are for. */
function stepsOf(plan: string): string[] {
  return plan.split('\n').filter((step) => /^(SCAN|SEARCH) /.test(step))
}

/** The plan of the statement that adds up what was counted. */
function planOf(query: Partial<ReportQuery>): string {
  return planOn(/FROM rollup\b/, (db) => createReports(db).read({ ...DAYS, ...query }))
}

const DAYS = { from: '2026-03-01', to: '2026-03-31', groupBy: [], test: false }

/** The plan of the first statement of this kind that is asked. */
function planOn(kind: RegExp, ask: (db: DatabaseSync) => void): string {
  const db = new DatabaseSync(':memory:')
  migrate(db)
  const asked: string[] = []
  const prepare = (sql: string) => (asked.push(sql), db.prepare(sql))
  ask({ prepare, exec: (sql: string) => db.exec(sql) } as DatabaseSync)
  const sums = asked.find((sql) => kind.test(sql))!
  const steps = db.prepare(`EXPLAIN QUERY PLAN ${sums}`).all() as { detail: string }[]
  return steps.map(({ detail }) => detail).join('\n')
}

// Reports of very many rows: whoever asks for ads meanwhile must not wait for all of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReadReport, type Report } from '../../actions/reports/read-report.ts'
import type { Caller } from '../../domain/api-key.ts'
import { NO_SUMS, type ReportRow } from '../../domain/report.ts'
import { rowsAsTexts, rowsOfTexts } from '../../store/sql/texts.ts'
import { METRICS, reportAsCsv, reportAsJson } from './report.ts'

const ROWS = 5_000
const rows = Array.from({ length: ROWS }, (_, i) => rowOf(`ad_${i}`))
const report: Report = { from: '2026-03-01', to: '2026-03-31', rows, named: [], totals: rowOf() }
const operator = { scopes: new Set(['admin']) } as unknown as Caller

const works: Record<string, () => Promise<unknown>> = {
  'taken in from the store': async () => {
    const taken = await rowsOfTexts(rowsAsTexts(rows))
    assert.deepEqual(taken, rows)
  },
  'added up': async () => {
    const inventory = { find: async () => undefined }
    const read = createReadReport({ reports: { read: async () => rows }, inventory, clock: { nowMs: () => 0 } })
    const { totals } = await read(operator, { groupBy: ['day'], test: false })
    assert.deepEqual([totals.clicks, totals.ignored], [ROWS, { bot: 2 * ROWS }])
  },
  'written as JSON': async () => {
    const bytes = await reportAsJson(report, { test: false, metrics: ['clicks'], currency: 'USD', warnings: [] })
    const written = JSON.parse(bytes.toString())
    assert.deepEqual(written.rows.at(-1), { ad: `ad_${ROWS - 1}`, clicks: 1 })
    assert.equal(written.rows.length, ROWS)
  },
  'written as CSV': async () => {
    const bytes = await reportAsCsv(report, ['ad'], METRICS, 'USD')
    assert.equal(bytes.toString().split('\r\n').length, 1 + ROWS + 1)
  },
}

for (const [what, work] of Object.entries(works)) {
  test(`others have a turn after each hundred rows of a report that is ${what}`, async () => {
    const turns = await turnsDuring(work)
    assert.ok(turns >= ROWS / 100 - 1, `${turns} turns`)
  })
}

/** Turns of the event loop that others had before the work was done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await work()
  isDone = true
  return turns
}

function rowOf(ad?: string): ReportRow {
  return { keys: ad === undefined ? {} : { ad }, ...NO_SUMS, clicks: 1, ignored: { bot: 2 } }
}

// A figure over time, as the console draws it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pointsOf, totalsBefore } from '../../console/points.ts'
import type { Report, ReportRow } from '../../console/report-shapes.ts'

const CLICKS = { of: (row: ReportRow) => row.clicks }
const NOW_MS = Date.parse('2026-11-24T03:40:00Z')

function valuesOf(unit: 'hour' | 'day', from: string, to: string, clicks: Record<string, number>): (number | null)[] {
  const rows = Object.entries(clicks).map(([at, clicks]) => ({ [unit]: at, clicks }))
  return pointsOf({ from, to, rows } as unknown as Report, unit, CLICKS, NOW_MS).map(({ value }) => value)
}

test('hours and days that are still to come are no zeros', () => {
  assert.deepEqual(valuesOf('hour', '2026-11-24', '2026-11-24', { '2026-11-24T01:00:00.000Z': 5 }), [0, 5, 0, 0])
  assert.deepEqual(valuesOf('day', '2026-11-22', '2026-11-30', { '2026-11-22': 7 }), [7, 0, 0])
  assert.equal(valuesOf('hour', '2026-11-23', '2026-11-23', {}).length, 24, 'all of a day that is over')
})

test('what the service has counted is drawn, also where its clock runs ahead of ours', () => {
  const ahead = { '2026-11-24T05:00:00.000Z': 2 }
  assert.deepEqual(valuesOf('hour', '2026-11-24', '2026-11-24', ahead), [0, 0, 0, 0, 0, 2])
  assert.deepEqual(valuesOf('day', '2026-12-01', '2026-12-03', { '2026-12-02': 1 }), [0, 1])
  assert.deepEqual(valuesOf('day', '2026-12-01', '2026-12-03', {}), [0])
})

test('figures up to an hour leave out the hour itself, which still runs', () => {
  const rows = [1, 2, 3].map((hour) => ({ hour: `2026-11-24T0${hour}:00:00.000Z`, impressions: 10, clicks: hour }))
  const report = { rows, totals: { spend: { amount: '0', currency: 'USD' } } } as unknown as Report
  const { impressions, clicks } = totalsBefore(report, 'hour', Date.parse('2026-11-24T03:00:00Z') / 1_000)
  assert.deepEqual({ impressions, clicks }, { impressions: 20, clicks: 3 })
})

test('a day without impressions has no click rate, but a spend of nothing', () => {
  const rows = [{ day: '2026-11-22', impressions: 10, ctr: 0.2, spend: { amount: '3.00', currency: 'USD' } }]
  const report = { from: '2026-11-22', to: '2026-11-23', rows } as unknown as Report
  const drawn = (figure: { of: (row: ReportRow) => number | undefined }) =>
    pointsOf(report, 'day', figure, NOW_MS).map(({ value }) => value)
  assert.deepEqual(drawn({ of: (row) => (row.impressions > 0 ? row.ctr : undefined) }), [0.2, null])
  assert.deepEqual(drawn({ of: (row) => Number(row.spend.amount) }), [3, 0])
})

// A figure of a report over time: one point for each hour or day that has come, also where nothing happened.
import type { Report, ReportRow } from './report-shapes.ts'
import type { Money } from './shapes.ts'

export interface Point {
  /** Epoch seconds (UTC). */
  readonly time: number
  /** Null where there is nothing to divide by: no rate is not a rate of zero. */
  readonly value: number | null
}

type Unit = 'hour' | 'day'
type Figure = { readonly of: (row: ReportRow) => number | undefined }

const SECONDS = { hour: 3_600, day: 86_400 } as const

/** @param unit what the report is grouped by, that and nothing else */
export function pointsOf(report: Report, unit: Unit, { of }: Figure, nowMs = Date.now()): Point[] {
  const start = dateSeconds(report.from)
  const last = lastSeconds(report, unit, nowMs)
  const values = new Map(report.rows.map((row) => [secondsOf(row, unit), of(row) ?? null]))
  const ofNothing = of(NOTHING) ?? null
  return Array.from({ length: (last - start) / SECONDS[unit] + 1 }, (_, i) => {
    const time = start + i * SECONDS[unit]
    return { time, value: values.has(time) ? values.get(time)! : ofNothing }
  })
}

/**
 * When the last hour or day begins that has come. What is still to come is no zero. By our clock, and where that is behind the
 * service's by what the service has counted.
 */
export function lastSeconds(report: Report, unit: Unit, nowMs = Date.now()): number {
  const step = SECONDS[unit]
  const end = dateSeconds(report.to) + SECONDS.day - step
  const present = Math.floor(nowMs / 1_000 / step) * step
  const counted = Math.max(...report.rows.map((row) => secondsOf(row, unit)))
  return Math.max(Math.min(end, present), counted, dateSeconds(report.from))
}

/** The figures of the hours or days before one, taken together. @param report by the unit */
export function totalsBefore({ rows, totals }: Report, unit: Unit, seconds: number): ReportRow {
  const past = rows.filter((row) => secondsOf(row, unit) < seconds)
  const add = (of: (row: ReportRow) => number) => past.reduce((all, row) => all + of(row), 0)
  const addMoney = (of: (row: ReportRow) => Money | undefined): Money => ({
    amount: add((row) => Number(of(row)?.amount ?? 0)).toFixed(6),
    currency: totals.spend.currency,
  })
  const [eligible, filled] = [add((row) => row.eligible), add((row) => row.filled)]
  const [impressions, clicks] = [add((row) => row.impressions), add((row) => row.clicks)]
  const viewable = add((row) => row.viewable)
  const [spend, conversionValue] = [addMoney((row) => row.spend), addMoney((row) => row.conversionValue)]
  return {
    ...totals,
    requests: add((row) => row.requests),
    eligible,
    filled,
    fillRate: filled / eligible,
    impressions,
    clicks,
    ctr: clicks / impressions,
    viewable,
    viewableRate: viewable / impressions,
    conversions: add((row) => row.conversions),
    spend,
    revenue: addMoney((row) => row.revenue),
    conversionValue,
    roas: Number(conversionValue.amount) / Number(spend.amount),
  }
}

/** An hour or day of which a report has no row. */
const NOTHING: ReportRow = {
  requests: 0,
  eligible: 0,
  filled: 0,
  fillRate: 0,
  impressions: 0,
  viewable: 0,
  clicks: 0,
  conversions: 0,
  dismissed: 0,
  reported: 0,
  ctr: 0,
  ctrLow: 0,
  ctrHigh: 1,
  viewableRate: 0,
  spend: { amount: '0', currency: '' },
  revenue: { amount: '0', currency: '' },
  ecpm: { amount: '0', currency: '' },
  ignored: {},
}

const dateSeconds = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 1_000
const secondsOf = (row: ReportRow, unit: Unit): number => Date.parse(String(row[unit])) / 1_000

// A figure of a report over time: one point for each hour or day, also where nothing happened.
import type { Figure } from './figures.ts'
import type { Report } from './shapes.ts'

export interface Point {
  /** Epoch seconds (UTC). */
  readonly time: number
  readonly value: number
}

const SECONDS = { hour: 3_600, day: 86_400 } as const

/** @param unit what the report is grouped by, that and nothing else */
export function pointsOf(report: Report, unit: 'hour' | 'day', { of }: Figure): Point[] {
  const secondsOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1_000
  const start = secondsOf(report.from)
  const end = secondsOf(report.to) + SECONDS.day
  const values = new Map(report.rows.map((row) => [Date.parse(String(row[unit])) / 1_000, of(row) ?? 0]))
  return Array.from({ length: (end - start) / SECONDS[unit] }, (_, i) => {
    const time = start + i * SECONDS[unit]
    return { time, value: values.get(time) ?? 0 }
  })
}

// Draws a report as a table with its totals in the last line.
import { drawTable, type Terminal } from './terminal.ts'

type Money = { readonly amount: string; readonly currency: string }
type Row = Readonly<Record<string, unknown>>

export interface Report {
  readonly rows: readonly Row[]
  readonly totals: Row
}

const FIGURES = [
  'requests',
  'filled',
  'impressions',
  'viewable',
  'clicks',
  'conversions',
  'ctr',
  'spend',
  'revenue',
] as const

export function drawReport(
  { rows, totals }: Report,
  dimensions: readonly string[],
  { colors }: Pick<Terminal, 'colors'>,
): string {
  if (rows.length === 0) return 'Nothing happened in these days.'
  const lines = rows.map((row) => [
    ...dimensions.map((dimension) => String(row[dimension] ?? '')),
    ...FIGURES.map((name) => show(name, row[name])),
  ])
  const last = [
    ...dimensions.map((_, i) => (i === 0 ? 'total' : '')),
    ...FIGURES.map((name) => show(name, totals[name])),
  ]
  return drawTable([...dimensions, ...FIGURES], [...lines, last], { colors, right: FIGURES })
}

function show(name: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (name === 'ctr') return `${(Number(value) * 100).toFixed(2)} %`
  if (typeof value === 'object') return `${(value as Money).amount} ${(value as Money).currency}`
  return String(value)
}

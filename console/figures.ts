// The figures of a report, and which of them concern whom: what an advertiser reads is its own sales and spend.
import { count, decimal, percent, sum } from './format.ts'
import type { Role } from './session.ts'
import type { ReportRow } from './report-shapes.ts'
import type { Money } from './shapes.ts'

export interface Figure {
  readonly name: string
  /** Undefined where there is nothing to divide by: no rate is not a rate of zero. */
  readonly of: (row: ReportRow) => number | undefined
  readonly show: (value: number) => string
  /** Between which it lies with 95 % certainty. */
  readonly range?: (row: ReportRow) => readonly [low: number, high: number]
  /** Counted in ones, so that a chart marks no halves. */
  readonly whole?: boolean
}

/** A figure as text; a dash where there is none. */
export function shown({ of, show }: Pick<Figure, 'of' | 'show'>, row: ReportRow): string {
  const value = of(row)
  return value === undefined ? '–' : show(value)
}

const FIGURES = {
  requests: { name: 'Requests', of: (row) => row.requests, show: count, whole: true },
  eligible: { name: 'Eligible', of: (row) => row.eligible, show: count, whole: true },
  filled: { name: 'Filled', of: (row) => row.filled, show: count, whole: true },
  placed: { name: 'Placed', of: (row) => row.filled, show: count, whole: true },
  fillRate: { name: 'Fill rate', of: (row) => (row.eligible > 0 ? row.fillRate : undefined), show: percent },
  impressions: { name: 'Impressions', of: (row) => row.impressions, show: count, whole: true },
  clicks: { name: 'Clicks', of: (row) => row.clicks, show: count, whole: true },
  ctr: {
    name: 'Click rate',
    of: (row) => (row.impressions > 0 ? row.ctr : undefined),
    show: percent,
    range: (row) => [row.ctrLow, row.ctrHigh],
  },
  viewable: { name: 'Seen', of: (row) => row.viewable, show: count, whole: true },
  viewableRate: {
    name: 'Share seen',
    of: (row) => (row.impressions > 0 ? row.viewableRate : undefined),
    show: percent,
  },
  conversions: { name: 'Conversions', of: (row) => row.conversions, show: count, whole: true },
  dismissed: { name: 'Dismissed', of: (row) => row.dismissed, show: count, whole: true },
  reported: { name: 'Reported', of: (row) => row.reported, show: count, whole: true },
  ignored: {
    name: 'Not counted',
    of: (row) => Object.values(row.ignored).reduce((all, times) => all + times, 0),
    show: count,
    whole: true,
  },
  roas: { name: 'ROAS', of: (row) => (Number(row.spend.amount) > 0 ? row.roas : undefined), show: decimal },
} satisfies Record<string, Figure>

const amount = (money: Money | undefined): number => Number(money?.amount ?? 0)

/** Those in money, whose currency a report tells. */
const SUMS = {
  spend: { name: 'Spend', of: (row) => amount(row.spend) },
  revenue: { name: 'Publisher revenue', of: (row) => amount(row.revenue) },
  conversionValue: { name: 'Conversion value', of: (row) => amount(row.conversionValue) },
  ecpm: { name: 'eCPM', of: (row) => (row.impressions > 0 ? amount(row.ecpm) : undefined) },
  // What a publisher compares its slots by: its own part, where the eCPM is all that advertisers pay.
  rpm: {
    name: 'Revenue per 1,000',
    of: (row) => (row.impressions > 0 ? (amount(row.revenue) / row.impressions) * 1_000 : undefined),
  },
} satisfies Record<string, Pick<Figure, 'name' | 'of'>>

export type FigureName = keyof typeof FIGURES | keyof typeof SUMS

export function figureOf(name: FigureName, currency: string): Figure {
  if (name in FIGURES) return FIGURES[name as keyof typeof FIGURES]
  return {
    ...SUMS[name as keyof typeof SUMS],
    show: (value) => sum({ amount: value.toFixed(6), currency }),
  }
}

/** Of its ads alone: no slots, which several advertisers fill, and nothing that publishers earn. */
const ADVERTISERS: readonly FigureName[] = [
  'impressions',
  'clicks',
  'ctr',
  'conversions',
  'spend',
  'conversionValue',
  'roas',
]

export function tilesFor(role: Role): readonly FigureName[] {
  if (role === 'advertiser') return ADVERTISERS
  return ['requests', 'fillRate', 'impressions', 'clicks', 'ctr', 'spend', 'revenue']
}

/** These have no column until they are drawn: a table of all that there is would be too wide. */
const ALSO: readonly FigureName[] = ['ecpm', 'viewable', 'viewableRate', 'dismissed', 'reported', 'ignored']

function alsoFor(role: Role): readonly FigureName[] {
  if (role === 'advertiser') return ALSO
  return role === 'publisher' ? ['rpm', ...ALSO] : ['rpm', ...ALSO, 'conversionValue', 'roas']
}

/** @param drawn what stands above the table as a picture */
export function columnsFor(role: Role, drawn?: FigureName): readonly FigureName[] {
  return [...usualFor(role), ...alsoFor(role).filter((name) => name === drawn)]
}

export function drawnFor(role: Role): readonly FigureName[] {
  return [...usualFor(role), ...alsoFor(role)]
}

function usualFor(role: Role): readonly FigureName[] {
  if (role === 'advertiser') return ['placed', ...ADVERTISERS]
  return [
    'requests',
    'eligible',
    'filled',
    'fillRate',
    'impressions',
    'clicks',
    'ctr',
    'conversions',
    'spend',
    'revenue',
  ]
}

/** What a file for this role holds; undefined: all that there is. */
export function metricsFor(role: Role): string | undefined {
  if (role !== 'advertiser') return undefined
  return 'filled,impressions,viewable,viewableRate,clicks,ctr,ctrLow,ctrHigh,conversions,thumbsUp,thumbsDown,dismissed,reported,spend,ecpm,conversionValue,roas,ignored'
}

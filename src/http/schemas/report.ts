// Reports on the wire, as JSON and as CSV.
import type { Report } from '../../actions/reports/read-report.ts'
import { inTurns } from '../../base/in-turns.ts'
import { wilsonInterval } from '../../base/wilson-interval.ts'
import type { Warning } from '../../domain/ad-request.ts'
import { invalid } from '../../domain/errors.ts'
import { moneyOnWire, type MoneyOnWire } from '../../domain/money.ts'
import {
  HOURS_KEPT_DAYS,
  NAMED_DIMENSIONS,
  REPORT_DIMENSIONS,
  type NamedDimension,
  type ReportDimension,
  type ReportRow,
} from '../../domain/report.ts'
import { oneOf } from './common.ts'
import { csvLine } from './csv.ts'
import { moneySchema } from './money.ts'
import { idSchema } from './resource.ts'
import { Type } from '../../doors/type.ts'

export const METRICS = [
  'requests',
  'eligible',
  'filled',
  'fillRate',
  'impressions',
  'viewable',
  'clicks',
  'conversions',
  'thumbsUp',
  'thumbsDown',
  'dismissed',
  'reported',
  'conversionValue',
  'roas',
  'spend',
  'revenue',
  'ctr',
  'ctrLow',
  'ctrHigh',
  'viewableRate',
  'ecpm',
  'ignored',
] as const
export type Metric = (typeof METRICS)[number]

export const date = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }))
const id = Type.Optional(idSchema)

export const reportQuerySchema = Type.Object({
  from: date('UTC date, included; default: 30 days up to `to`.'),
  to: date('UTC date, included; default: today.'),
  groupBy: Type.Optional(
    Type.String({
      maxLength: 200,
      description: `Some of ${REPORT_DIMENSIONS.join(', ')}; commas between. Hours are kept for ${HOURS_KEPT_DAYS} days.`,
    }),
  ),
  metrics: Type.Optional(Type.String({ maxLength: 400, description: `Some of ${METRICS.join(', ')}; default all.` })),
  publisherId: id,
  advertiserId: id,
  campaignId: id,
  test: Type.Optional(Type.Boolean({ default: false, description: 'Events of test keys, which are kept apart.' })),
  format: Type.Optional(oneOf(['json', 'csv'])),
})

const dimension = Type.Optional(Type.String({ description: 'Where grouped by it; empty for what belongs to none.' }))
const nameOf = (dimension: NamedDimension) =>
  Type.Optional(Type.String({ description: `Where grouped by ${dimension}, and the key may read it: its name now.` }))
const ofAds = Type.Optional(Type.String({ description: 'Where grouped by ad.' }))
const row = Type.Object(
  {
    ...Object.fromEntries(REPORT_DIMENSIONS.map((name) => [name, dimension])),
    ...Object.fromEntries(NAMED_DIMENSIONS.map((name) => [nameField(name), nameOf(name)])),
    externalId: ofAds,
    title: ofAds,
    ...Object.fromEntries(METRICS.map((name) => [name, Type.Optional(metricSchema(name))])),
  },
  {
    description:
      'The dimensions, names of what they are ids of, of ads also `externalId` and `title`, then the metrics.',
  },
)

function metricSchema(name: Metric) {
  switch (name) {
    case 'conversionValue':
    case 'spend':
    case 'revenue':
    case 'ecpm':
      return moneySchema
    case 'ignored':
      return Type.Object({}, { additionalProperties: Type.Integer(), description: 'Events by reason.' })
    case 'fillRate':
    case 'viewableRate':
    case 'roas':
    case 'ctr':
      return Type.Number()
    case 'ctrLow':
    case 'ctrHigh':
      return Type.Number({ description: 'Between these the click rate lies with 95 % certainty.' })
    default:
      return Type.Integer()
  }
}

export const reportSchema = Type.Object({
  test: Type.Boolean({
    description: 'True where nobody owes this money: figures of test keys, or of a clock that runs fast.',
  }),
  from: Type.String(),
  to: Type.String(),
  rows: Type.Array(row),
  totals: row,
})

/** @throws ServiceError validation_error that lists what there is */
export function readDimensions(text: string | undefined): ReportDimension[] {
  return readNames(text, 'groupBy', REPORT_DIMENSIONS)
}

/** What a sale was worth is the advertiser's affair; no publisher reads it. */
const ADVERTISERS_OWN: ReadonlySet<Metric> = new Set(['conversionValue', 'roas'])

/** All that the caller may see where none is named. @throws ServiceError validation_error that lists what there is */
export function readMetrics(text: string | undefined, { isPublisher }: { isPublisher: boolean }): readonly Metric[] {
  const named = readNames(text, 'metrics', METRICS)
  const wanted = named.length > 0 ? named : METRICS
  return isPublisher ? wanted.filter((metric) => !ADVERTISERS_OWN.has(metric)) : wanted
}

interface ReportForm {
  readonly test: boolean
  readonly metrics: readonly Metric[]
  readonly currency: string
  /** What the call said that nobody reads. */
  readonly warnings: readonly Warning[]
}

/** A whole answer, as bytes: a report may have very many rows, so they are written a few at a time, and others are answered between. */
export async function reportAsJson(
  { from, to, rows, totals }: Report,
  { test, metrics, currency, warnings }: ReportForm,
): Promise<Buffer> {
  const onWire = (row: ReportRow) =>
    JSON.stringify({
      ...row.keys,
      ...namesIn(row),
      ...(row.externalId !== undefined && { externalId: row.externalId }),
      ...(row.title !== undefined && { title: row.title }),
      ...Object.fromEntries(metrics.map((metric) => [metric, metricOf(row, metric, currency)])),
    })
  return jsonOfRows({ test, from, to, ...(warnings.length > 0 && { warnings }) }, rows, onWire, onWire(totals))
}

function namesIn({ names = {} }: ReportRow): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(names).map(([dimension, name]) => [nameField(dimension), name]))
}

/** Where the name stands of what a dimension is the id of. */
function nameField(dimension: string): string {
  return `${dimension}Name`
}

/** @param head at least one field that stands before the rows @param totals as JSON */
export async function jsonOfRows<R>(
  head: object,
  rows: readonly R[],
  onWire: (row: R) => string,
  totals: string,
): Promise<Buffer> {
  const pieces = [Buffer.from(`${JSON.stringify(head).slice(0, -1)},"rows":[`)]
  for await (const some of inTurns(rows)) {
    pieces.push(Buffer.from(`${pieces.length > 1 ? ',' : ''}${some.map(onWire).join(',')}`))
  }
  pieces.push(Buffer.from(`],"totals":${totals}}`))
  return Buffer.concat(pieces)
}

/** One line a row, without the totals; money as plain decimals, its currency in the last column. */
export async function reportAsCsv(
  { rows, named }: Report,
  groupBy: readonly ReportDimension[],
  metrics: readonly Metric[],
  currency: string,
): Promise<Buffer> {
  const ofAds = groupBy.includes('ad')
  const names = named.filter((dimension) => groupBy.includes(dimension))
  const cellsOf = (row: ReportRow) => [
    ...groupBy.map((dimension) => row.keys[dimension] ?? ''),
    ...names.map((dimension) => row.names?.[dimension] ?? ''),
    ...(ofAds ? [row.externalId ?? '', row.title ?? ''] : []),
    ...metrics.map((metric) => cellOf(metricOf(row, metric, currency))),
    currency,
  ]
  const texts = [...names.map(nameField), ...(ofAds ? ['externalId', 'title'] : [])]
  const header = [...groupBy, ...texts, ...metrics, 'currency']
  return csvOfRows(header, rows, cellsOf)
}

export async function csvOfRows<R>(
  header: readonly string[],
  rows: readonly R[],
  cellsOf: (row: R) => readonly string[],
): Promise<Buffer> {
  const pieces = [Buffer.from(csvLine(header))]
  for await (const some of inTurns(rows)) pieces.push(Buffer.from(some.map((row) => csvLine(cellsOf(row))).join('')))
  return Buffer.concat(pieces)
}

/** @throws ServiceError validation_error that lists what there is */
export function readNames<T extends string>(text: string | undefined, field: string, known: readonly T[]): T[] {
  const names = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const unknown = names.find((name) => !known.includes(name as T))
  if (unknown !== undefined) throw invalid(field, `has no "${unknown}"; there are ${known.join(', ')}`, 'enum')
  return [...new Set(names)] as T[]
}

type MetricValue = number | MoneyOnWire | Readonly<Record<string, number>>

function metricOf(row: ReportRow, metric: Metric, currency: string): MetricValue {
  switch (metric) {
    case 'fillRate':
      return ratio(row.filled, row.eligible)
    case 'ctr':
      return ratio(row.clicks, row.impressions)
    case 'ctrLow':
      return rounded(wilsonInterval(row.clicks, row.impressions)[0])
    case 'ctrHigh':
      return rounded(wilsonInterval(row.clicks, row.impressions)[1])
    case 'viewableRate':
      return ratio(row.viewable, row.impressions)
    case 'roas':
      return ratio(row.conversionValueMicros, row.spendMicros)
    case 'ecpm':
      return moneyOnWire(row.impressions === 0 ? 0 : Math.round((row.spendMicros / row.impressions) * 1_000), currency)
    case 'spend':
      return moneyOnWire(row.spendMicros, currency)
    case 'revenue':
      return moneyOnWire(row.revenueMicros, currency)
    case 'conversionValue':
      return moneyOnWire(row.conversionValueMicros, currency)
    default:
      return row[metric]
  }
}

/** 0 where nothing was counted. */
function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : rounded(part / whole)
}

/** To six decimals. */
function rounded(rate: number): number {
  return Math.round(rate * 1e6) / 1e6
}

function cellOf(value: MetricValue): string {
  if (typeof value === 'number') return String(value)
  if (typeof value.amount === 'string') return value.amount
  return Object.entries(value)
    .map(([reason, count]) => `${reason}=${count}`)
    .join(' ')
}

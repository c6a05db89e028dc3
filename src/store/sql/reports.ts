// Reads reports from the sums of hours and days, grouped by any dimensions, with ids in place of numbers.
import { DAY_MS, HOUR_MS } from '../../base/clock.ts'
import { dateOf, readDate } from '../../domain/day.ts'
import { invalid } from '../../domain/errors.ts'
import {
  isAboutAds,
  NAMED_DIMENSIONS,
  type NamedDimension,
  NO_SUMS,
  REPORT_DIMENSIONS,
  type ReportDimension,
  type ReportQuery,
  type ReportRow,
} from '../../domain/report.ts'
import type { Sql } from './database.ts'
import { createReadHoursSince, FIELD_OF, HOURS_A_DAY, MEASURES } from './rollups.ts'

export const REPORT_ROWS_MAX = 100_000

/** What a dimension is read from in the table; entities stand there by number. */
const COLUMNS: Record<ReportDimension, string> = {
  day: `hour / ${HOURS_A_DAY} AS day`,
  hour: 'hour',
  publisher: 'publisher',
  advertiser: 'campaign',
  campaign: 'campaign',
  ad: 'ad',
  slot: 'slot',
  country: 'country',
  format: 'format',
}

type Value = string | number | null
type SumRow = Record<string, Value>

export function createReports(db: Sql) {
  const hoursSince = createReadHoursSince(db)
  const selectEntity = db.prepare(
    "SELECT id, json_extract(body, '$.name') AS name FROM entities WHERE kind = ? AND number = ?",
  )
  const selectAdvertiser = db.prepare(
    "SELECT id, json_extract(body, '$.name') AS name FROM entities WHERE kind = 'advertiser' AND id = ?",
  )
  const selectAd = db.prepare(
    "SELECT id, external_id AS externalId, json_extract(body, '$.content.title') AS title FROM entities WHERE kind = 'ad' AND number = ?",
  )

  return {
    /**
     * Counts that belong to no ad, such as requests, stand in rows whose entity keys are empty, behind the others.
     * @throws ServiceError validation_error where a date is none, where hours are asked for that are kept no longer, or where
     * what is counted or what is ignored makes more than REPORT_ROWS_MAX rows
     */
    read(query: ReportQuery): ReportRow[] {
      const dimensions = [...new Set(query.groupBy)].filter((name) => REPORT_DIMENSIONS.includes(name))
      // Both tables are read at one instant, so that what is ignored and what is counted belong together.
      db.exec('BEGIN')
      try {
        if (dimensions.includes('hour')) demandHours(query.from)
        const sums = readSums(query, dimensions)
        const ignored = readIgnored(query, dimensions)
        return merge(dimensions, sums, ignored, createKeysOf(dimensions, query.named ?? [])).sort(byKeys(dimensions))
      } finally {
        db.exec('COMMIT')
      }
    },
  }

  /** Sums of a day under its first hour would look as if all had happened then. */
  function demandHours(from: string): void {
    const since = hoursSince() * DAY_MS
    if (readDate(from, 'from') >= since) return
    const message = `must be ${dateOf(since)} or later to group by hour; of earlier days sums of the day are kept: group them by day`
    throw invalid('from', message, 'minimum')
  }

  function readSums(query: ReportQuery, dimensions: readonly ReportDimension[]): readonly SumRow[] {
    const isOfSlots = !isAboutAds({ ...query, groupBy: dimensions })
    return select('rollup', query, dimensions, {
      names: MEASURES,
      // total() is a float, exact as far as any, and never overflows: what conversions were worth is the advertisers' word and may be
      // any sum, and what all campaigns spent may be more than one account holds.
      first: (name) =>
        name === 'value_micros'
          ? `total(${name})`
          : name === 'filled' && isOfSlots
            ? 'sum(CASE WHEN ad = 0 THEN filled ELSE 0 END)'
            : `sum(${name})`,
      then: (name) =>
        name === 'value_micros'
          ? `CAST(min(total(r.${name}), ${Number.MAX_SAFE_INTEGER}) AS BIGINT)`
          : `total(r.${name})`,
    })
  }

  function readIgnored(query: ReportQuery, dimensions: readonly ReportDimension[]): readonly SumRow[] {
    const sums = { names: ['count'], first: () => 'sum(count)', then: () => 'sum(r.count)' }
    return select('rollup_ignored', query, dimensions, sums, ['reason'])
  }

  /**
   * Sums up by what stands in the table first, so that only sums are asked whose campaign they are: to look up that of
   * every row takes longer than to add all of them up.
   * @param extra a column that is grouped by besides
   */
  function select(
    table: string,
    query: ReportQuery,
    dimensions: readonly ReportDimension[],
    { names, first, then }: Sums,
    extra: readonly string[] = [],
  ): readonly SumRow[] {
    const { where, values } = conditionsOf(query)
    const columns = [...new Set(dimensions.map((name) => COLUMNS[name])), ...extra]
    const groups = [...dimensions.map((name) => (name === 'advertiser' ? 'c.advertiser_id' : `r.${name}`)), ...extra]
    const keys = dimensions.map((name, i) => `${groups[i]} AS key_${name}`)
    const owners = dimensions.includes('advertiser')
      ? "LEFT JOIN entities c ON c.kind = 'campaign' AND c.number = r.campaign"
      : ''
    const sql = `
      SELECT ${[...keys, ...extra, ...names.map((name) => `${then(name)} AS ${name}`)].join(', ')}
      FROM (
        SELECT ${[...columns, ...names.map((name) => `${first(name)} AS ${name}`)].join(', ')} FROM ${table}
        WHERE ${where.join(' AND ')} ${groupBy([...orderedBy(dimensions), ...extra])}
      ) r ${owners} ${groupBy(groups)} LIMIT ?`
    return demandFew(db.prepare(sql).all(...values, REPORT_ROWS_MAX + 1) as unknown as SumRow[])
  }

  function merge(
    dimensions: readonly ReportDimension[],
    sums: readonly SumRow[],
    ignored: readonly SumRow[],
    keysOf: (row: SumRow) => RowKeys,
  ) {
    const rows = new Map<string, MutableRow>()
    const rowOf = (row: SumRow): MutableRow => {
      const name = dimensions.map((dimension) => row[`key_${dimension}`] ?? '').join('\n')
      const known = rows.get(name)
      if (known) return known
      const fresh = { ...emptyRow(), ...keysOf(row) }
      rows.set(name, fresh)
      return fresh
    }
    if (dimensions.length === 0) rowOf({})
    for (const sum of sums) addSums(rowOf(sum), sum)
    for (const row of ignored) rowOf(row).ignored[row.reason as string] = row.count as number
    return [...rows.values()] as ReportRow[]
  }

  /** Who is who is asked once for each of them, however many rows are about it. */
  function createKeysOf(dimensions: readonly ReportDimension[], named: readonly NamedDimension[]) {
    const ads = new Map<Value, AdRow | undefined>()
    const entities: Readonly<Record<NamedDimension, Map<Value, EntityRow | undefined>>> = {
      publisher: new Map(),
      advertiser: new Map(),
      campaign: new Map(),
    }
    const entityOf = (kind: NamedDimension, value: Value) =>
      once(entities[kind], value, () =>
        kind === 'advertiser' ? selectAdvertiser.get(value) : selectEntity.get(kind, value),
      )

    return (row: SumRow): RowKeys => {
      const keys: Partial<Record<ReportDimension, string>> = {}
      const names: Partial<Record<NamedDimension, string>> = {}
      let ofAd: Pick<ReportRow, 'externalId' | 'title'> = {}
      for (const dimension of dimensions) {
        const value = row[`key_${dimension}`] ?? ''
        if (isNamed(dimension)) {
          const entity = entityOf(dimension, value)
          keys[dimension] = entity?.id ?? ''
          if (entity && named.includes(dimension)) names[dimension] = entity.name
        } else if (dimension === 'ad') {
          const ad = once(ads, value, () => selectAd.get(value))
          keys.ad = ad?.id ?? ''
          if (ad) ofAd = { title: ad.title, ...(ad.externalId !== null && { externalId: ad.externalId }) }
        } else {
          keys[dimension] = textOf(dimension, value)
        }
      }
      return { keys, ...(named.length > 0 && { names }), ...ofAd }
    }
  }
}

type RowKeys = Pick<ReportRow, 'keys' | 'names' | 'externalId' | 'title'>
type EntityRow = { readonly id: string; readonly name: string }
type AdRow = { readonly id: string; readonly externalId: string | null; readonly title: string }

const isNamed = (dimension: ReportDimension): dimension is NamedDimension =>
  NAMED_DIMENSIONS.includes(dimension as NamedDimension)

function once<T>(known: Map<Value, T | undefined>, key: Value, read: () => unknown): T | undefined {
  if (!known.has(key)) known.set(key, read() as T | undefined)
  return known.get(key)
}

type MutableRow = { -readonly [K in keyof ReportRow]: ReportRow[K] } & { ignored: Record<string, number> }

interface Sums {
  readonly names: readonly string[]
  /** What adds a column up, over the rows of the table … */
  readonly first: (name: string) => string
  /** … and over the sums of some of them. */
  readonly then: (name: string) => string
}

/** Rows lie in the order of hour and publisher, so by these they are summed up as they are read, without sorting all of them. */
function orderedBy(dimensions: readonly ReportDimension[]): string[] {
  const isOf = (...names: ReportDimension[]) => dimensions.every((name) => names.includes(name))
  if (dimensions.length === 0) return []
  if (isOf('day', 'hour')) return ['hour']
  if (isOf('day', 'hour', 'publisher')) return ['hour', 'publisher']
  return dimensions.map((name) => (name === 'advertiser' ? 'campaign' : name))
}

function groupBy(columns: readonly string[]): string {
  return columns.length === 0 ? '' : `GROUP BY ${columns.join(', ')}`
}

function conditionsOf(query: ReportQuery): { where: string[]; values: (string | number)[] } {
  const [from, to] = [readDate(query.from, 'from') / HOUR_MS, readDate(query.to, 'to') / HOUR_MS + HOURS_A_DAY]
  const where = ['test = ?']
  const values: (string | number)[] = [query.test ? 1 : 0]
  const narrow = (condition: string, ...given: readonly (string | number | undefined)[]) => {
    if (given.some((value) => value === undefined)) return
    where.push(condition)
    values.push(...(given as (string | number)[]))
  }
  if (query.publisherId === undefined) narrow('hour >= ? AND hour < ?', from, to)
  else {
    // The key goes on with the publisher: hour by hour nobody else's rows are read.
    const hours =
      'WITH RECURSIVE h(hour) AS (VALUES (CAST(? AS BIGINT)) UNION ALL SELECT hour + 1 FROM h WHERE hour + 1 < ?) SELECT hour FROM h'
    narrow(`hour IN (${hours})`, from, to)
    narrow("publisher = (SELECT number FROM entities WHERE kind = 'publisher' AND id = ?)", query.publisherId)
  }
  narrow("campaign = (SELECT number FROM entities WHERE kind = 'campaign' AND id = ?)", query.campaignId)
  // As a list to look into; asked for as a join, all rows would be read once for each campaign.
  narrow("campaign IN (SELECT number FROM entities WHERE kind = 'campaign' AND advertiser_id = ?)", query.advertiserId)
  return { where, values }
}

function textOf(dimension: ReportDimension, value: Value): string {
  if (dimension === 'day') return dateOf(Number(value) * DAY_MS)
  if (dimension === 'hour') return `${new Date(Number(value) * HOUR_MS).toISOString().slice(0, 13)}:00:00Z`
  return String(value)
}

function emptyRow(): Omit<MutableRow, 'keys'> {
  return { ...NO_SUMS, ignored: {} }
}

function addSums(row: MutableRow, sum: SumRow): void {
  for (const name of MEASURES) row[FIELD_OF[name]] = Number(sum[name])
}

/** @throws ServiceError validation_error where there are more than a report may have */
export function demandFew<T>(rows: readonly T[]): readonly T[] {
  if (rows.length <= REPORT_ROWS_MAX) return rows
  throw invalid('groupBy', `gives more than ${REPORT_ROWS_MAX} rows; ask for fewer days or dimensions`)
}

export function byKeys<D extends string>(dimensions: readonly D[]) {
  type Keyed = { readonly keys: Readonly<Partial<Record<D, string>>> }
  return (a: Keyed, b: Keyed): number => {
    for (const dimension of dimensions) {
      const [left, right] = [a.keys[dimension] ?? '', b.keys[dimension] ?? '']
      if (left === right) continue
      // What belongs to no ad or country comes after all that names one.
      if (left === '' || right === '') return left === '' ? 1 : -1
      return left < right ? -1 : 1
    }
    return 0
  }
}

// Reads why slots stayed empty, grouped by any dimensions, with ids and reasons in place of numbers.
import { DAY_MS } from '../../base/clock.ts'
import { dateOf, readDate } from '../../domain/day.ts'
import { NO_FILL_CODES, NO_FILL_REASONS, type NoFillReason } from '../../domain/decision.ts'
import {
  EMPTY_SLOT_DIMENSIONS,
  type EmptySlotDimension,
  type EmptySlotsQuery,
  type EmptySlotsRow,
} from '../../domain/empty-slots.ts'
import type { Sql } from './database.ts'
import { byKeys, demandFew, REPORT_ROWS_MAX } from './reports.ts'

const REASONS: ReadonlyMap<number, NoFillReason> = new Map(
  NO_FILL_REASONS.map((reason) => [NO_FILL_CODES[reason], reason]),
)

export function createReadEmptySlots(db: Sql) {
  const selectPublisher = db.prepare(
    "SELECT id, json_extract(body, '$.name') AS name FROM entities WHERE kind = 'publisher' AND number = ?",
  )

  return {
    /** @throws ServiceError validation_error where a date is none, or where there are more than REPORT_ROWS_MAX rows */
    read(query: EmptySlotsQuery): EmptySlotsRow[] {
      const dimensions = [...new Set(query.groupBy)].filter((name) => EMPTY_SLOT_DIMENSIONS.includes(name))
      const { where, values } = conditionsOf(query)
      const groups = dimensions.length === 0 ? '' : `GROUP BY ${dimensions.join(', ')}`
      const rows = db
        .prepare(
          `SELECT ${[...dimensions, 'sum(count) AS times'].join(', ')} FROM rollup_empty
          WHERE ${where.join(' AND ')} ${groups} LIMIT ?`,
        )
        .all(...values, REPORT_ROWS_MAX + 1) as unknown as Row[]
      return demandFew(rows)
        .map((row) => ({ ...keysOf(dimensions, row), count: row.times ?? 0 }))
        .sort(byKeys(dimensions))
    },
  }

  function keysOf(dimensions: readonly EmptySlotDimension[], row: Row): Omit<EmptySlotsRow, 'count'> {
    const keys: Partial<Record<EmptySlotDimension, string>> = {}
    let publisher: { id: string; name: string } | undefined
    for (const dimension of dimensions) {
      const value = row[dimension]!
      if (dimension === 'publisher') publisher = selectPublisher.get(value) as typeof publisher
      keys[dimension] = dimension === 'publisher' ? (publisher?.id ?? '') : textOf(dimension, value)
    }
    return { keys, ...(publisher && { publisherName: publisher.name }) }
  }
}

function textOf(dimension: Exclude<EmptySlotDimension, 'publisher'>, value: string | number): string {
  switch (dimension) {
    case 'day':
      return dateOf(Number(value) * DAY_MS)
    case 'reason':
      return REASONS.get(Number(value)) ?? ''
    case 'slot':
      return String(value)
  }
}

type Row = Partial<Record<EmptySlotDimension, string | number>> & { readonly times: number | null }

function conditionsOf({ from, to, test, publisherId }: EmptySlotsQuery) {
  const [first, last] = [readDate(from, 'from') / DAY_MS, readDate(to, 'to') / DAY_MS]
  const values = [test ? 1 : 0, first, last]
  if (publisherId === undefined) return { where: ['test = ?', 'day BETWEEN ? AND ?'], values }
  // The key goes on with the publisher: day by day nobody else's rows are read.
  const days =
    'WITH RECURSIVE d(day) AS (VALUES (CAST(? AS BIGINT)) UNION ALL SELECT day + 1 FROM d WHERE day < ?) SELECT day FROM d'
  const publisher = "publisher = (SELECT number FROM entities WHERE kind = 'publisher' AND id = ?)"
  return { where: ['test = ?', `day IN (${days})`, publisher], values: [...values, publisherId] }
}

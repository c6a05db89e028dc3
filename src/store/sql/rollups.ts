// Sums by hour and key that reports are read from, written in the same transaction as what they count.
//
// Of days long past only sums of the day are kept. They stand in the same tables, under the first hour of their day: a row is moved
// there, and what comes late for such a day is added there, so each fact is in one row at any moment and days are read as ever.
import type { Sql, SqlValue, Statement } from './database.ts'
import { DAY_MS, HOUR_MS } from '../../base/clock.ts'
import { createLruMap } from '../../base/lru-map.ts'
import type { IgnoreReason } from '../../domain/ledger-event.ts'
import { SLOT_FORMATS } from '../../domain/publisher.ts'
import { type DecisionCount, PLACED_CELLS, type ReportSum } from '../../domain/report.ts'
import { createEmptySlots } from './empty-slots.ts'
import { keptText } from './texts.ts'

/** Slot ids come from callers; beyond so many in a publisher's day they are counted together. */
const SLOTS_PER_DAY_MAX = 1_000
const SLOTS_KNOWN_MAX = 10_000
export const OTHER = '(other)'
/** How many rows one transaction folds into sums of a day, so that clicks do not wait behind it. */
const FOLD_ROWS = 200
export const HOURS_A_DAY = DAY_MS / HOUR_MS

/** The columns of what is counted, in the order of the table, and what reports call it. */
export const FIELD_OF = {
  requests: 'requests',
  eligible: 'eligible',
  filled: 'filled',
  impressions: 'impressions',
  viewable: 'viewable',
  clicks: 'clicks',
  conversions: 'conversions',
  value_micros: 'conversionValueMicros',
  spend_micros: 'spendMicros',
  revenue_micros: 'revenueMicros',
  thumbs_up: 'thumbsUp',
  thumbs_down: 'thumbsDown',
  dismissed: 'dismissed',
  reported: 'reported',
} as const satisfies Record<string, ReportSum>
export type Measure = keyof typeof FIELD_OF
export const MEASURES = Object.keys(FIELD_OF) as Measure[]

export interface RollupKey {
  readonly test: boolean
  readonly atMs: number
  readonly publisher: number
  readonly campaign: number
  readonly ad: number
  readonly slot: string
  readonly country: string
  readonly format: string
}

type KeyValues = [
  test: number,
  hour: number,
  pub: number,
  cmp: number,
  ad: number,
  slot: string,
  country: string,
  format: string,
]

const KEYS = ['test', 'hour', 'publisher', 'campaign', 'ad', 'slot', 'country', 'format'] as const

interface Sums {
  readonly key: KeyValues
  readonly measures: number[]
  readonly ignored: Map<IgnoreReason, number>
}

export type Rollups = ReturnType<typeof createRollups>

export function createRollups(db: Sql, { slotsMax = SLOTS_PER_DAY_MAX } = {}) {
  const marks = (count: number) => Array(count).fill('?').join(', ')
  // What advertisers say their conversions were worth may be any sum: it stops at the largest whole number we can hold, for good,
  // since nobody knows how far beyond it what is taken back stood.
  const bound = Number.MAX_SAFE_INTEGER
  const grown = MEASURES.map((name) =>
    name === 'value_micros'
      ? `${name} = CASE WHEN rollup.${name} < ${bound} THEN min(rollup.${name} + excluded.${name}, ${bound}) ELSE ${bound} END`
      : `${name} = rollup.${name} + excluded.${name}`,
  )
  const add = db.prepare(
    `INSERT INTO rollup VALUES (${marks(8 + MEASURES.length)}) ON CONFLICT (${KEYS.join(', ')}) DO UPDATE SET ${grown.join(', ')}`,
  )
  const placements = MEASURES.map((name) => (name === 'filled' ? '?' : '0'))
  const addPlacements = db.prepare(
    `INSERT INTO rollup VALUES (${marks(8)}, ${placements.join(', ')}) ON CONFLICT (${KEYS.join(', ')}) DO UPDATE SET filled = rollup.filled + excluded.filled`,
  )
  const addIgnored = db.prepare(
    `INSERT INTO rollup_ignored VALUES (${marks(10)}) ON CONFLICT (${KEYS.join(', ')}, reason) DO UPDATE SET count = rollup_ignored.count + excluded.count`,
  )
  const selectSlot = db.prepare('SELECT 1 FROM rollup_slots WHERE publisher = ? AND day = ? AND slot = ?')
  const countSlots = db.prepare('SELECT count(*) AS slots FROM rollup_slots WHERE publisher = ? AND day = ?')
  const insertSlot = db.prepare('INSERT INTO rollup_slots (publisher, day, slot) VALUES (?, ?, ?)')
  const readSince = createReadHoursSince(db)
  const writeSince = db.prepare('UPDATE rollup_hours SET since_day = ?')
  const folds = [createFold(db, 'rollup', KEYS, add), createFold(db, 'rollup_ignored', [...KEYS, 'reason'], addIgnored)]
  const emptySlots = createEmptySlots(db)
  const pending = new Map<string, Sums>() // lives no longer than one call
  const slots = createLruMap<string, true>({ entriesMax: SLOTS_KNOWN_MAX }) // that have a name in reports
  let since: number | undefined

  return {
    count(key: RollupKey, measure: Measure, by = 1): void {
      const { measures } = sumsOf(key)
      const at = MEASURES.indexOf(measure)
      measures[at] = Math.min(measures[at]! + by, Number.MAX_SAFE_INTEGER)
    },
    countIgnored(key: RollupKey, reason: IgnoreReason): void {
      const { ignored } = sumsOf(key)
      ignored.set(reason, (ignored.get(reason) ?? 0) + 1)
    },
    addCounts(counts: readonly DecisionCount[]): void {
      for (const c of counts) {
        const { publisherNumber: publisher, hourMs: atMs, test, country, format, placed, empty } = c
        const slot = keptText(c.slotId) // as events have it, or what was asked and what came of it would stand in two rows
        const key = keyValues({ test, atMs, publisher, campaign: 0, ad: 0, slot, country, format })
        if (c.requests > 0 || c.eligible > 0 || c.filled > 0) {
          const { measures } = sumsAt(key)
          measures[0]! += c.requests
          measures[1]! += c.eligible
          measures[2]! += c.filled
        }
        emptySlots.count({ test: key[0], day: Math.floor(atMs / DAY_MS), publisher, slot: key[5] }, empty)
        for (let at = 0; at < placed.length; at += PLACED_CELLS) {
          addPlacements.run(
            key[0],
            key[1],
            key[2],
            placed[at + 1]!,
            placed[at]!,
            key[5],
            key[6],
            key[7],
            placed[at + 2]!,
          )
        }
      }
      flush()
      emptySlots.flush()
    },
    flush,
    /**
     * Folds at most so many rows of days before this one into sums of their day, the oldest day first.
     * @param beforeDay counted since 1970, in UTC
     * @returns whether there may be more
     */
    foldSome(beforeDay: number, rowsMax = FOLD_ROWS): boolean {
      let left = rowsMax
      for (const fold of folds) left -= fold.foldDay(hoursSince() - 1, left)
      if (left < rowsMax) return true
      // That day is whole now; the next one counts as folded from the moment when its first row may be moved.
      const next = Math.min(...folds.map((fold) => fold.firstDayFrom(hoursSince())))
      if (next >= beforeDay) return false
      since = next + 1
      writeSince.run(since)
      return true
    },
    discard(): void {
      slots.clear()
      pending.clear()
      emptySlots.discard()
      since = undefined
    },
  }

  /** Read once; whoever changes it is in this thread. */
  function hoursSince(): number {
    return (since ??= readSince())
  }

  function sumsOf(key: RollupKey): Sums {
    return sumsAt(keyValues(key))
  }

  function sumsAt(key: KeyValues): Sums {
    const name = key.join('\n')
    const known = pending.get(name)
    if (known) return known
    const sums = { key, measures: MEASURES.map(() => 0), ignored: new Map() }
    pending.set(name, sums)
    return sums
  }

  function keyValues(key: RollupKey): KeyValues {
    const day = Math.floor(key.atMs / DAY_MS)
    const slot = reportedSlot(key.publisher, day, key.slot)
    const country = /^[A-Z]{2}$/.test(key.country) ? key.country : ''
    const format = (SLOT_FORMATS as readonly string[]).includes(key.format) ? key.format : OTHER
    const hour = day < hoursSince() ? day * HOURS_A_DAY : Math.floor(key.atMs / HOUR_MS)
    return [key.test ? 1 : 0, hour, key.publisher, key.campaign, key.ad, slot, country, format]
  }

  function reportedSlot(publisher: number, day: number, slot: string): string {
    const name = `${publisher} ${day} ${slot}`
    if (slots.get(name)) return slot
    if (selectSlot.get(publisher, day, slot)) {
      slots.set(name, true)
      return slot
    }
    if ((countSlots.get(publisher, day) as { slots: number }).slots >= slotsMax) return OTHER
    insertSlot.run(publisher, day, slot)
    return slot
  }

  function flush(): void {
    for (const { key, measures, ignored } of pending.values()) {
      if (measures.some((sum) => sum !== 0)) add.run(...key, ...measures)
      for (const [reason, count] of ignored) addIgnored.run(...key, reason, count)
    }
    pending.clear()
  }
}

/** The first day of which hours are kept, counted since 1970 in UTC; of the one before it some may be left for a moment. */
export function createReadHoursSince(db: Sql): () => number {
  const select = db.prepare('SELECT since_day AS day FROM rollup_hours')
  return () => (select.get() as { day: number }).day
}

/** Moves the rows of one table from the hours of a day to its first one. */
function createFold(db: Sql, table: string, keys: readonly string[], add: Statement) {
  const select = db.prepare(
    `SELECT * FROM ${table} WHERE test = ? AND hour > ? AND hour < ? ORDER BY ${keys.join(', ')} LIMIT ?`,
  )
  select.setReturnArrays(true)
  const remove = db.prepare(`DELETE FROM ${table} WHERE ${keys.map((key) => `${key} = ?`).join(' AND ')}`)
  const selectFirst = db.prepare(`SELECT min(hour) AS hour FROM ${table} WHERE test = ? AND hour >= ?`)

  return {
    /** @returns how many were moved */
    foldDay(day: number, rowsMax: number): number {
      const first = day * HOURS_A_DAY
      let moved = 0
      for (const test of [0, 1]) {
        const rows = select.all(test, first, first + HOURS_A_DAY, rowsMax - moved) as unknown as SqlValue[][]
        for (const row of rows) {
          add.run(test, first, ...row.slice(2))
          remove.run(...row.slice(0, keys.length))
        }
        moved += rows.length
      }
      return moved
    },
    /** The first day from this one on of which there are sums. */
    firstDayFrom(day: number): number {
      const hours = [0, 1].map((test) => (selectFirst.get(test, day * HOURS_A_DAY) as { hour: number | null }).hour)
      return Math.min(
        ...hours.map((hour) => (hour === null ? Number.POSITIVE_INFINITY : Math.floor(hour / HOURS_A_DAY))),
      )
    },
  }
}

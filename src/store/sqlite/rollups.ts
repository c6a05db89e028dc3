// Sums by hour and key that reports are read from, written in the same transaction as what they count.
import type { DatabaseSync } from 'node:sqlite'
import { DAY_MS, HOUR_MS } from '../../base/clock.ts'
import type { IgnoreReason } from '../../domain/ledger-event.ts'
import { SLOT_FORMATS } from '../../domain/publisher.ts'
import type { DecisionCount } from '../../domain/report.ts'

/** Slot ids come from callers; beyond so many in a publisher's day they are counted together. */
export const SLOTS_PER_DAY_MAX = 1_000
export const OTHER = '(other)'

export const MEASURES = [
  'requests',
  'eligible',
  'filled',
  'impressions',
  'viewable',
  'clicks',
  'conversions',
  'value_micros',
  'spend_micros',
  'revenue_micros',
] as const
export type Measure = (typeof MEASURES)[number]

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

interface Sums {
  readonly key: KeyValues
  readonly measures: number[]
  readonly ignored: Map<IgnoreReason, number>
}

export function createRollups(db: DatabaseSync, { slotsMax = SLOTS_PER_DAY_MAX } = {}) {
  const marks = (count: number) => Array(count).fill('?').join(', ')
  // What advertisers say their conversions were worth may be any sum: it stops at the largest whole number we can hold.
  const grown = MEASURES.map((name) =>
    name === 'value_micros'
      ? `${name} = min(${name} + excluded.${name}, ${Number.MAX_SAFE_INTEGER})`
      : `${name} = ${name} + excluded.${name}`,
  )
  const add = db.prepare(
    `INSERT INTO rollup VALUES (${marks(8 + MEASURES.length)}) ON CONFLICT DO UPDATE SET ${grown.join(', ')}`,
  )
  const addIgnored = db.prepare(
    `INSERT INTO rollup_ignored VALUES (${marks(10)}) ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  )
  const selectSlot = db.prepare('SELECT 1 FROM rollup_slots WHERE publisher = ? AND day = ? AND slot = ?')
  const countSlots = db.prepare('SELECT count(*) AS slots FROM rollup_slots WHERE publisher = ? AND day = ?')
  const insertSlot = db.prepare('INSERT INTO rollup_slots (publisher, day, slot) VALUES (?, ?, ?)')
  const pending = new Map<string, Sums>() // lives no longer than one call

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
        const { publisherNumber: publisher, campaignNumber: campaign, adNumber: ad, slotId: slot } = c
        const key = {
          test: c.test,
          atMs: c.hourMs,
          publisher,
          campaign,
          ad,
          slot,
          country: c.country,
          format: c.format,
        }
        const { measures } = sumsOf(key)
        measures[0]! += c.requests
        measures[1]! += c.eligible
        measures[2]! += c.filled
      }
      flush()
    },
    flush,
    discard: () => pending.clear(),
  }

  function sumsOf(key: RollupKey): Sums {
    const values = keyValues(key)
    const name = values.join('\n')
    const known = pending.get(name)
    if (known) return known
    const sums = { key: values, measures: MEASURES.map(() => 0), ignored: new Map() }
    pending.set(name, sums)
    return sums
  }

  function keyValues(key: RollupKey): KeyValues {
    const slot = reportedSlot(key.publisher, Math.floor(key.atMs / DAY_MS), key.slot)
    const country = /^[A-Z]{2}$/.test(key.country) ? key.country : ''
    const format = (SLOT_FORMATS as readonly string[]).includes(key.format) ? key.format : OTHER
    const hour = Math.floor(key.atMs / HOUR_MS)
    return [key.test ? 1 : 0, hour, key.publisher, key.campaign, key.ad, slot, country, format]
  }

  function reportedSlot(publisher: number, day: number, slot: string): string {
    if (selectSlot.get(publisher, day, slot)) return slot
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

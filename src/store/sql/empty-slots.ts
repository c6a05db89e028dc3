// Adds up why slots stayed empty, by day, publisher, slot and reason, in the same transaction as the counts that reports are read from.
import { EMPTY_CELLS } from '../../domain/report.ts'
import type { Sql } from './database.ts'

interface EmptySlotsKey {
  readonly test: number
  readonly day: number
  readonly publisher: number
  /** As reports name it. */
  readonly slot: string
}

/** A slot comes once for each hour, format and country; what comes together is written once. */
export function createEmptySlots(db: Sql) {
  const add = db.prepare(
    `INSERT INTO rollup_empty VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (test, day, publisher, slot, reason)
    DO UPDATE SET count = rollup_empty.count + excluded.count`,
  )
  const pending = new Map<string, { key: EmptySlotsKey; times: Map<number, number> }>() // lives no longer than one call

  return {
    /** @param empty cells as in a `DecisionCount` */
    count(key: EmptySlotsKey, empty: Uint32Array): void {
      if (empty.length === 0) return
      const name = `${key.test} ${key.day} ${key.publisher} ${key.slot}`
      const sums = pending.get(name) ?? { key, times: new Map<number, number>() }
      pending.set(name, sums)
      for (let at = 0; at < empty.length; at += EMPTY_CELLS) {
        const [reason, by] = [empty[at]!, empty[at + 1]!]
        sums.times.set(reason, (sums.times.get(reason) ?? 0) + by)
      }
    },
    flush(): void {
      for (const { key, times } of pending.values()) {
        const { test, day, publisher, slot } = key
        for (const [reason, count] of times) add.run(test, day, publisher, slot, reason, count)
      }
      pending.clear()
    },
    discard: () => pending.clear(),
  }
}

// Numbers of rows, given here instead of by the database, so that nobody need ask it for the number of what was just added.
import type { Sql } from './database.ts'

export interface NextNumber {
  next(): number
  /** The last ones may have been rolled back. */
  forget(): void
}

/** @param column a whole number that is the key of its table. No other process adds to the table. */
export function createNextNumber(db: Sql, table: string, column: string): NextNumber {
  const select = db.prepare(`SELECT coalesce(max(${column}), 0) AS last FROM ${table}`)
  let last: number | undefined
  return {
    next() {
      last ??= (select.get() as { last: number }).last
      return ++last
    },
    forget() {
      last = undefined
    },
  }
}

// What was kept without being counted: one row for each fact and reason, however often it comes.
//
// These rows move no money, and a replay only raises a counter, so that it cannot fill the disk. Rows that change cannot stand in
// the chain of hashes; each carries a checksum of its values instead, and the database refuses to change what names it.
import { createHash } from 'node:crypto'
import type { EventKind, IgnoreReason } from '../../domain/ledger-event.ts'
import type { Sql } from './database.ts'

export interface Ignored {
  readonly impression: number
  readonly kind: EventKind
  readonly factKey: string
  readonly reason: IgnoreReason
  readonly atMs: number
}

export function createIgnoredEvents(db: Sql): { keep(ignored: Ignored): void } {
  const where = 'impression = ? AND kind = ? AND fact_key = ? AND reason = ?'
  const select = db.prepare(`SELECT count, first_ms FROM ignored_events WHERE ${where}`)
  const insert = db.prepare('INSERT INTO ignored_events VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const update = db.prepare(`UPDATE ignored_events SET count = ?, last_ms = ?, checksum = ? WHERE ${where}`)
  return {
    keep({ impression, kind, factKey, reason, atMs }) {
      const fact = [impression, kind, factKey, reason] as const
      const known = select.get(...fact) as Pick<Row, 'count' | 'first_ms'> | undefined
      const count = (known?.count ?? 0) + 1
      const checksum = checksumOf(...fact, count, known?.first_ms ?? atMs, atMs)
      if (known) update.run(count, atMs, checksum, ...fact)
      else insert.run(...fact, count, atMs, atMs, checksum)
    },
  }
}

/** Says which rows are not as they were written. */
export function checkIgnoredEvents(db: Sql, note: (fault: string) => void): void {
  for (const row of db.prepare('SELECT * FROM ignored_events').iterate() as unknown as Iterable<Row>) {
    const { impression, kind, fact_key, reason, count, first_ms, last_ms } = row
    if (row.checksum === checksumOf(impression, kind, fact_key, reason, count, first_ms, last_ms)) continue
    note(`The ${kind} of impression ${impression} that was ignored as ${reason} is not as it was written.`)
  }
}

interface Row {
  readonly impression: number
  readonly kind: string
  readonly fact_key: string
  readonly reason: string
  readonly count: number
  readonly first_ms: number
  readonly last_ms: number
  readonly checksum: string
}

/** Half of a SHA-256: enough that no change of a value goes unseen. */
export function checksumOf(...values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32)
}

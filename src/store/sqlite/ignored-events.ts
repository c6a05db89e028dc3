// What was kept without being counted: one row for each fact and reason, however often it comes.
//
// These rows move no money, and a replay only raises a counter, so that it cannot fill the disk. Rows that change cannot stand in
// the chain of hashes; each carries a checksum of its values instead, and the database refuses to change what names it.
import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { EventKind, IgnoreReason } from '../../domain/ledger-event.ts'

export interface Ignored {
  readonly impression: number
  readonly kind: EventKind
  readonly factKey: string
  readonly reason: IgnoreReason
  readonly atMs: number
}

export function createIgnoredEvents(db: DatabaseSync): { keep(ignored: Ignored): void } {
  db.function('ignored_checksum', { deterministic: true, varargs: true }, checksumOf)
  const upsert = db.prepare(`
    INSERT INTO ignored_events (impression, kind, fact_key, reason, count, first_ms, last_ms, checksum)
    VALUES (?1, ?2, ?3, ?4, 1, ?5, ?5, ignored_checksum(?1, ?2, ?3, ?4, 1, ?5, ?5))
    ON CONFLICT DO UPDATE SET count = count + 1, last_ms = excluded.last_ms,
      checksum = ignored_checksum(impression, kind, fact_key, reason, count + 1, first_ms, excluded.last_ms)`)
  return {
    keep: ({ impression, kind, factKey, reason, atMs }) => void upsert.run(impression, kind, factKey, reason, atMs),
  }
}

/** Says which rows are not as they were written. */
export function checkIgnoredEvents(db: DatabaseSync, note: (fault: string) => void): void {
  for (const row of db.prepare('SELECT * FROM ignored_events').iterate() as unknown as Iterable<Row>) {
    const { impression, kind, fact_key, reason, count, first_ms, last_ms } = row
    if (row.checksum === checksumOf(impression, kind, fact_key, reason, count, first_ms, last_ms)) continue
    note(`The ${kind} of impression ${impression} that was ignored as ${reason} is not as it was written.`)
  }
}

/** Gives rows of an older release their checksums. */
export function addChecksums(db: DatabaseSync): void {
  db.function('ignored_checksum', { deterministic: true, varargs: true }, checksumOf)
  db.exec(`
    UPDATE ignored_events SET checksum = ignored_checksum(impression, kind, fact_key, reason, count, first_ms, last_ms)`)
}

export const IGNORED_CHECKSUMS = `
  ALTER TABLE ignored_events ADD COLUMN checksum TEXT NOT NULL DEFAULT '';
  CREATE TRIGGER ignored_events_stay_theirs BEFORE UPDATE OF impression, kind, fact_key, reason, first_ms ON ignored_events
  BEGIN SELECT RAISE(ABORT, 'ignored_events keep what they name'); END;
  CREATE TRIGGER ignored_events_never_go BEFORE DELETE ON ignored_events
  BEGIN SELECT RAISE(ABORT, 'ignored_events is append-only'); END;`

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
function checksumOf(...values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32)
}

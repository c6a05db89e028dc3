// The third schema step: checksums of what was ignored.
import type { DatabaseSync } from 'node:sqlite'
import { checksumOf } from '../sql/ignored-events.ts'

export const IGNORED_CHECKSUMS = `
  ALTER TABLE ignored_events ADD COLUMN checksum TEXT NOT NULL DEFAULT '';
  CREATE TRIGGER ignored_events_stay_theirs BEFORE UPDATE OF impression, kind, fact_key, reason, first_ms ON ignored_events
  BEGIN SELECT RAISE(ABORT, 'ignored_events keep what they name'); END;
  CREATE TRIGGER ignored_events_never_go BEFORE DELETE ON ignored_events
  BEGIN SELECT RAISE(ABORT, 'ignored_events is append-only'); END;`

/** Gives rows of an older release their checksums. */
export function addChecksums(db: DatabaseSync): void {
  db.function('ignored_checksum', { deterministic: true, varargs: true }, checksumOf)
  db.exec(`
    UPDATE ignored_events SET checksum = ignored_checksum(impression, kind, fact_key, reason, count, first_ms, last_ms)`)
}

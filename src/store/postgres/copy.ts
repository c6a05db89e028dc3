// Copies a store from one database into another, row by row: a backup of PostgreSQL is an embedded store, and the other way round.
import type { Sql, SqlValue } from '../sql/database.ts'
import { HOLDER, WRITER_PLACE } from '../sql/settings.ts'

/** In an order in which what a row points to is there before it, with what its rows are ordered by. */
const TABLES: readonly (readonly [table: string, key: string])[] = [
  ['entities', 'revision'],
  ['ad_versions', 'ad, version'],
  ['settings', 'name'],
  ['impressions', 'number'],
  ['events', 'sequence'],
  ['ignored_events', 'impression, kind, fact_key, reason'],
  ['accounts', 'number'],
  ['postings', 'number'],
  ['entries', 'sequence'],
  ['payment_references', 'owner, reference'],
  ['campaign_spend', 'campaign'],
  ['campaign_days', 'campaign, day'],
  ['documents', 'number'],
  ['document_steps', 'number'],
  ['reversals', 'number'],
  ['chain', 'number'],
  ['rollup', 'test, hour, publisher, campaign, ad, slot, country, format'],
  ['rollup_ignored', 'test, hour, publisher, campaign, ad, slot, country, format, reason'],
  ['rollup_slots', 'publisher, day, slot'],
  ['rollup_hours', 'since_day'],
  ['rollup_empty', 'test, day, publisher, slot, reason'],
  ['feedback', 'event'],
  ['exposures', 'sequence'],
  ['idempotency', 'key'],
  ['key_uses', 'key'],
  ['webhooks', 'number'],
  ['webhook_outbox', 'number'],
  ['changes', 'number'],
  ['media_buys', 'number'],
  ['creatives', 'number'],
]
/** Who writes to a database is said in it, and where others reach that one; in a copy it is another. */
const OWN: ReadonlySet<unknown> = new Set([HOLDER, WRITER_PLACE])
const ROWS_A_STEP = 500

export const COPIED = TABLES.map(([table]) => table)

/** Copies every row, within the transactions that are open in both; the target holds nothing yet. @param onProgress told 0–1 */
export function copyStore(from: Sql, to: Sql, onProgress: (share: number) => void): void {
  const counts = TABLES.map(
    ([table]) => (from.prepare(`SELECT count(*) AS rows FROM ${table}`).get() as { rows: number }).rows,
  )
  const all = counts.reduce((sum, rows) => sum + rows, 0)
  let done = 0
  for (const [i, [table, key]] of TABLES.entries()) {
    to.prepare(
      table === 'settings'
        ? `DELETE FROM settings WHERE name NOT IN ('${HOLDER}', '${WRITER_PLACE}')`
        : `DELETE FROM ${table}`,
    ).run()
    if (counts[i] === 0) continue
    const columns = columnsOf(from, table)
    const names = columns.map((column) => `"${column}"`).join(', ')
    const rows = from.prepare(`SELECT ${names} FROM ${table} ORDER BY ${key}`)
    rows.setReturnArrays(true)
    const insert = to.prepare(`INSERT INTO ${table} (${names}) VALUES (${columns.map(() => '?').join(', ')})`)
    for (const row of rows.iterate() as Iterable<SqlValue[]>) {
      if (table !== 'settings' || !OWN.has(row[0])) insert.run(...row)
      if (++done % ROWS_A_STEP === 0) onProgress(done / all)
    }
  }
}

function columnsOf(db: Sql, table: string): string[] {
  return Object.keys(db.prepare(`SELECT * FROM ${table} LIMIT 1`).get() as object)
}

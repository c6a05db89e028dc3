// Makes a backup, which is an embedded store, the store of an empty PostgreSQL: whole or not at all.
import { ServiceError } from '../../domain/errors.ts'
import { openSqlite } from '../sqlite/connection.ts'
import { checkChain } from '../sql/verify-chain.ts'
import { openPostgres } from './connection.ts'
import { HOLDER } from '../sql/settings.ts'
import { copyStore } from './copy.ts'
import { placeOf } from './place.ts'

/** Tables whose rows the database numbers itself, with the column that it does. */
const NUMBERED: readonly (readonly [table: string, column: string])[] = [
  ['impressions', 'number'],
  ['events', 'sequence'],
  ['accounts', 'number'],
  ['postings', 'number'],
  ['entries', 'sequence'],
  ['documents', 'number'],
  ['document_steps', 'number'],
  ['reversals', 'number'],
  ['exposures', 'sequence'],
  ['webhooks', 'number'],
  ['webhook_outbox', 'number'],
  ['changes', 'number'],
  ['media_buys', 'number'],
  ['creatives', 'number'],
]

/**
 * @param file of the newest shape, and verified
 * @throws ServiceError conflict where the database holds a store already, or a process has it; unavailable where it cannot be reached
 * @throws Error where its books would not close there
 */
export function fillPostgres(url: string, file: string, onProgress: (share: number) => void): void {
  const target = openPostgres({ url, readOnly: false })
  try {
    target.migrate()
    demandEmpty()
    const source = openSqlite({ file, readOnly: true, synchronous: 'FULL' })
    try {
      target.db.exec('BEGIN')
      copyStore(source.db, target.db, onProgress)
      for (const [table, column] of NUMBERED) goOn(table, column)
      demandChain()
      target.db.exec('COMMIT')
    } finally {
      source.close(true)
    }
  } catch (error) {
    throw target.explain(error)
  } finally {
    // What was not committed goes with the connection.
    target.close(true)
  }

  function demandEmpty(): void {
    const used = target.db.prepare('SELECT 1 FROM entities UNION ALL SELECT 1 FROM settings WHERE name <> ? LIMIT 1')
    if (used.get(HOLDER) === undefined) return
    const message = `The database ${placeOf(url)} holds a store already. Make an empty one (CREATE DATABASE …), and name that in DATABASE_URL.`
    throw new ServiceError('conflict', message)
  }

  /** Lines that PostgreSQL writes otherwise break it: of texts with a character of the number 0, and shares with more than 15 digits. */
  function demandChain(): void {
    const faults: string[] = []
    checkChain(
      target.db,
      (fault) => faults.push(fault),
      () => {},
    )
    if (faults.length === 0) return
    throw new Error(
      `PostgreSQL cannot hold this store as it is, so nothing was kept (${faults[0]}). Keep it in a data folder.`,
    )
  }

  /** The next row gets the number after the last one. */
  function goOn(table: string, column: string): void {
    target.db
      .prepare(
        `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), coalesce(max(${column}), 0) + 1, false) FROM ${table}`,
      )
      .get()
  }
}

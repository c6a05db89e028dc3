// Opens the store, in a data folder or in PostgreSQL, for one process at a time.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Clock, realClock } from '../base/clock.ts'
import type { Store } from './contract.ts'
import { openSqlStore, type Together } from './sql/client.ts'
import type { DatabaseSettings, Synchronous } from './sql/protocol.ts'
import { lockDataDir } from './sqlite/data-lock.ts'

export type StorePlace =
  /** The folder is made where it is missing. */
  | { readonly dataDir: string; readonly databaseUrl?: undefined }
  /** `postgres://…`: the store is there. A folder is held beside it only where one is named, for what makes a start quicker. */
  | { readonly dataDir?: string; readonly databaseUrl: string }

export interface StoreOptions {
  /** Service time: `ledger.spend` tells what was spent on the day that it shows. */
  readonly clock?: Clock
  /** Called once when the store stops writing for good (a failed write or sync), or dies; the service is then not ready. */
  readonly onStop?: (reason: string) => void
  /** Called with why once a database across a network cannot be reached, and with nothing once it can again. */
  readonly onTrouble?: (reason?: string) => void
  /** Others may use the same database; without, this is to be the only process. */
  readonly together?: Together | undefined
  /** For the power-cut test alone: `NORMAL` acknowledges what is not yet on the disk. */
  readonly synchronous?: Synchronous
  /** Real milliseconds after the last report until the thread that reads them ends, and gives its memory back. */
  readonly reportsIdleMs?: number
}

/** The file of a data folder that holds the store. */
export const DATABASE = 'aside.db'
const PAGE_BYTES = 4_096

/**
 * @throws ServiceError conflict where another process has the folder; its message names that process
 * @throws Error where a newer release has written the folder, or its database is lost
 */
export async function openStore({
  dataDir,
  databaseUrl,
  clock = realClock,
  onStop = () => {},
  onTrouble = () => {},
  together,
  synchronous = 'FULL',
  reportsIdleMs = 60_000,
}: StoreOptions & StorePlace): Promise<Store> {
  const unlock = dataDir === undefined ? () => {} : lockDataDir(dataDir)
  try {
    if (databaseUrl === undefined) demandDatabase(dataDir)
    const database: DatabaseSettings =
      databaseUrl === undefined
        ? { kind: 'sqlite', file: join(dataDir, DATABASE), synchronous }
        : { kind: 'postgres', url: databaseUrl }
    const store = await openSqlStore({ database, clock, onStop, onTrouble, reportsIdleMs, together })
    return {
      ...store,
      async close() {
        await store.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** A folder that had a database once does not get a new one without a word, which would also clear away the log of the old one. */
function demandDatabase(dataDir: string): void {
  const bytesOf = (name: string) => statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0
  const bytes = bytesOf(DATABASE)
  const log = `${DATABASE}-wal`
  // A young database stands in its log but for the first page.
  if (bytes > PAGE_BYTES || (bytes > 0 && bytesOf(log) > 0)) return
  const trace = bytesOf(log) > 0 ? log : readdirSync(dataDir).find((name) => name.endsWith('.snapshot'))
  if (trace === undefined) return
  throw new Error(
    `The database ${join(dataDir, DATABASE)} is missing or empty, while ${trace} beside it is of one. Bring it back, with all files ` +
      `${DATABASE}-…, or restore a backup, as docs/operating.md says. To begin anew, choose another folder.`,
  )
}

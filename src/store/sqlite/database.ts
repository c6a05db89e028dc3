// One connection to the file, set up so that a commit that returned is on the disk, and checkpoints that may fail loudly.
import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Synchronous } from '../sql/protocol.ts'

export interface DatabaseOptions {
  readonly file: string
  readonly readOnly: boolean
  readonly synchronous: Synchronous
}

const BUSY_MS = 5_000
/** A connection's own pages, besides the operating system's: four times as much made neither imports nor reports cheaper. */
const CACHE_KIB = 8_192
/** What a log that grew beside a long read is cut back to afterwards. */
const LOG_BYTES_KEPT = 64 * 1024 * 1024
/** 8 MiB of log: a checkpoint of it takes some ten milliseconds, which no click should wait for often. */
const CHECKPOINT_FRAMES = 2_000

export function openDatabase({ file, readOnly, synchronous }: DatabaseOptions): DatabaseSync {
  // It holds signing keys, so a new one may be read by nobody else, whoever may look into its folder; its log follows it.
  if (!readOnly && !existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  const db = new DatabaseSync(file, { readOnly, timeout: BUSY_MS, enableForeignKeyConstraints: true })
  if (!readOnly) db.exec('PRAGMA journal_mode = WAL')
  // Readers sort as much as there is; the writer sorts next to nothing and should not touch a second file.
  db.exec(`
    PRAGMA synchronous = ${synchronous};
    PRAGMA fullfsync = ON;
    PRAGMA checkpoint_fullfsync = ON;
    PRAGMA wal_autocheckpoint = 0;
    PRAGMA journal_size_limit = ${LOG_BYTES_KEPT};
    PRAGMA temp_store = ${readOnly ? 'FILE' : 'MEMORY'};
    PRAGMA cache_size = -${CACHE_KIB};
  `)
  return db
}

/**
 * Returns a function that copies the log into the database file once it has grown.
 * SQLite's own automatic checkpoint swallows a failed sync and tries again later, when the operating system may already
 * have dropped the pages and reports success; ours throws, and the caller stops writing.
 */
export function createCheckpoint(db: DatabaseSync): (how?: 'grown' | 'all') => void {
  const look = db.prepare('PRAGMA wal_checkpoint(NOOP)')
  return (how = 'grown') => {
    if (how === 'all') {
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      return
    }
    const { log, checkpointed } = look.get() as { log: number; checkpointed: number }
    if (log - checkpointed >= CHECKPOINT_FRAMES) db.exec('PRAGMA wal_checkpoint(PASSIVE)')
  }
}

/**
 * Returns a function that throws once the file or its log is no longer what has its name: a process goes on writing into files that were
 * deleted, moved or unmounted, and no later start would find what it wrote.
 */
export function createPlaceCheck(db: DatabaseSync): () => void {
  const file = db.location()!
  const places = [file, `${file}-wal`].map((path) => ({ path, inode: inodeOf(path) }))
  return () => {
    for (const { path, inode } of places) {
      const now = inodeOf(path)
      if (now === undefined || now !== inode)
        throw new Error(`${path} was moved, deleted or replaced while the service ran`)
    }
  }
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino
}

// SQLite as the store's threads use it: one file, whose every commit is on the disk.
import type { DatabaseSync } from 'node:sqlite'
import type { Connection, Upkeep } from '../sql/database.ts'
import { writeBackup } from './backup.ts'
import { createCheckpoint, createPlaceCheck, openDatabase, type DatabaseOptions } from './database.ts'
import { codeOf, explainFault } from './faults.ts'
import { migrate } from './migrations.ts'

const BUSY = 5
/** What SQLite answers when the disk or the file fails: NOMEM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB. */
const FATAL_CODES: ReadonlySet<number> = new Set([7, 8, 10, 11, 13, 14, 15, 26])
const FAULTS_MAX = 100

export function openSqlite(options: DatabaseOptions): Connection {
  try {
    return connectionOf(openDatabase(options), options)
  } catch (error) {
    throw explainFault(error, options.file)
  }
}

/** @param db open already */
export function connectionOf(
  db: DatabaseSync,
  { file, readOnly }: Pick<DatabaseOptions, 'file' | 'readOnly'>,
): Connection {
  const checkpoint = createCheckpoint(db)
  let demandPlace = () => {}
  return {
    db,
    upkeep: upkeepOf(db),
    migrate() {
      migrate(db)
      demandPlace = createPlaceCheck(db)
    },
    demandPlace: () => demandPlace(),
    revive: () => false,
    afterCommit: () => checkpoint(),
    kindOf(error) {
      const code = codeOf(error) ?? 0
      return code === BUSY ? 'busy' : FATAL_CODES.has(code) ? 'fatal' : undefined
    },
    explain: (error) => explainFault(error, file),
    close(isSound) {
      if (!readOnly && isSound) checkpoint('all')
      db.close()
    },
  }
}

export function upkeepOf(db: DatabaseSync): Upkeep {
  return {
    backup: (path, onProgress) => writeBackup(db, path, onProgress),
    checkFile(note) {
      for (const row of db.prepare(`PRAGMA integrity_check(${FAULTS_MAX})`).iterate() as Iterable<{
        integrity_check: string
      }>) {
        if (row.integrity_check !== 'ok') note(`The database file is damaged: ${row.integrity_check}.`)
      }
      for (const row of db.prepare('PRAGMA foreign_key_check').iterate() as Iterable<{
        table: string
        parent: string
      }>) {
        note(`A row of ${row.table} points to a row of ${row.parent} that is not there.`)
      }
    },
  }
}

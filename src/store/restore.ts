// Puts a backup in the place of the database of a data folder, or into PostgreSQL: whole or not at all, whenever the process is killed.
//
//   backup ──copied──> restoring/aside.db ──checked──────────────────────┐
//   aside.db-wal ──folded into──> aside.db ──linked──> before-restore-…/ │
//                                        aside.db <──────renamed─────────┘  at this moment alone
import { constants, existsSync, statSync } from 'node:fs'
import { chmod, copyFile, link, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { invalid, ServiceError } from '../domain/errors.ts'
import type { Verification } from './contract.ts'
import { DATABASE, openStore } from './open.ts'
import { findDamage, openUnlocked, syncFile } from './sqlite/backup.ts'
import { lockDataDir } from './sqlite/data-lock.ts'
import { createCheckpoint, openDatabase } from './sqlite/database.ts'
import { explainFault, isDamage } from './sqlite/faults.ts'
import { MIGRATIONS } from './sqlite/migrations.ts'
import { type LastNumbers, readLastNumbers, skipNumbers } from './sql/numbers.ts'

export interface RestoreOptions {
  /** Made where it is missing. */
  readonly dataDir: string
  /** `postgres://…`: the store is made there instead; the folder only holds the backup while it is checked. */
  readonly databaseUrl?: string | undefined
  /** A file that a backup wrote, or the database of a server that was stopped. */
  readonly backup: string
  /** Whether a database that is there already gives way; it is kept. */
  readonly replace: boolean
  /** Goes into the name under which that one is kept. */
  readonly nowMs: number
  readonly onProgress?: (share: number) => void
}

export interface Restored {
  readonly bytes: number
  readonly books: Verification
  /** The folder with the database that was there before. */
  readonly keptIn?: string
}

/** What SQLite would mix with any database that has the name. */
const BESIDE = ['-wal', '-shm', '-journal'].map((ending) => DATABASE + ending)
/** Made of the database that was there, to start sooner. */
const SNAPSHOT = /\.snapshot(\.tmp)?$/
const FAULTS_TOLD = 5

/**
 * Checks a backup as `verify` does, brings it to the newest shape, and makes it the database of the folder.
 * @throws ServiceError conflict where a process has the folder, or a database is there and may not give way; validation_error where the file
 * is no backup
 * @throws Error where the backup is damaged or its books do not close; nothing was changed then
 */
export async function restoreStore(options: RestoreOptions): Promise<Restored> {
  const { dataDir, databaseUrl, backup, replace, nowMs } = options
  demandBackup(backup)
  const unlock = lockDataDir(dataDir)
  const staging = join(dataDir, 'restoring')
  const staged = join(staging, DATABASE)
  try {
    if (databaseUrl === undefined && !replace) demandNothingThere(dataDir)
    // One that was killed may have left it.
    await rm(staging, { recursive: true, force: true })
    await mkdir(staging, { mode: 0o700 })
    await copyFile(backup, staged)
    await chmod(staged, 0o600)
    const books = await verifyCopy(staging, options)
    if (databaseUrl !== undefined) {
      passOverNumbers(staged)
      const { fillPostgres } = await import('./postgres/restore.ts')
      fillPostgres(databaseUrl, staged, options.onProgress ?? (() => {}))
      return { bytes: bytesOf(staged), books }
    }
    if (existsSync(join(dataDir, DATABASE))) foldLog(dataDir)
    passOverNumbers(staged, join(dataDir, DATABASE))
    const bytes = await syncFile(staged)
    const keptIn = await keepOld(dataDir, nowMs)
    await rename(staged, join(dataDir, DATABASE))
    await syncFile(dataDir)
    for (const name of await readdir(dataDir)) if (SNAPSHOT.test(name)) await rm(join(dataDir, name))
    return { bytes, books, ...(keptIn !== undefined && { keptIn }) }
  } catch (error) {
    throw explainFault(error, dataDir)
  } finally {
    await rm(staging, { recursive: true, force: true }).catch(() => {})
    unlock()
  }
}

function demandNothingThere(dataDir: string): void {
  if (existing(dataDir).length === 0) return
  const message = `The data folder ${dataDir} holds a database already. With --replace the backup takes its place, and it is kept in a folder beside it.`
  throw new ServiceError('conflict', message)
}

function demandBackup(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw invalid('', `There is no file ${path}.`, 'exists')
  if (bytesOf(`${path}-wal`) > 0) {
    const message = `Changes to ${path} stand in ${path}-wal, since a server runs on it or was killed. Stop that server, copy its store with "aside backup NEW --data-dir FOLDER", and restore the copy.`
    throw invalid('', message, 'whole')
  }
  const version = versionOf(path)
  if (version === undefined) throw invalid('', `${path} is no backup of Aside.`, 'backup')
  if (version <= MIGRATIONS.length) return
  const message = `${path} was written by a newer release (schema ${version}; this one knows ${MIGRATIONS.length}). Restore it with that one.`
  throw invalid('', message, 'version')
}

/** The shape of the store that a file holds; undefined where it holds none. */
function versionOf(path: string): number | undefined {
  try {
    const db = openUnlocked(path)
    try {
      const ours = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'ad_versions'`).get()
      return ours && (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version
    } finally {
      db.close()
    }
  } catch (error) {
    if (isDamage(error)) return undefined
    throw explainFault(error, path)
  }
}

async function verifyCopy(staging: string, { backup, onProgress }: RestoreOptions): Promise<Verification> {
  const damage = findDamage(join(staging, DATABASE))
  if (damage !== undefined)
    throw new Error(`The backup ${backup} is damaged (${damage}), so nothing was changed. Restore an older one.`)
  const store = await openStore({ dataDir: staging })
  const books = await store.ledger.verify(onProgress).finally(store.close)
  if (books.ok) return books
  const faults = books.faults.slice(0, FAULTS_TOLD).map((fault) => `- ${fault}`)
  throw new Error(
    [`The books of the backup ${backup} do not close, so nothing was changed. Restore an older one:`, ...faults].join(
      '\n',
    ),
  )
}

/** Links of what was made after the backup are still out: nothing else may get the numbers that they carry. */
function passOverNumbers(staged: string, replaced?: string): void {
  const given = replaced !== undefined && existsSync(replaced) ? numbersIn(replaced) : undefined
  const db = openDatabase({ file: staged, readOnly: false, synchronous: 'FULL' })
  try {
    skipNumbers(db, given)
    createCheckpoint(db)('all')
  } finally {
    db.close()
  }
}

/** Undefined where a database is so damaged that it cannot tell, or none of ours. */
function numbersIn(path: string): LastNumbers | undefined {
  if (versionOf(path) === undefined) return undefined
  const db = openUnlocked(path)
  try {
    return readLastNumbers(db)
  } catch (error) {
    if (isDamage(error)) return undefined
    throw explainFault(error, path)
  } finally {
    db.close()
  }
}

/** @returns the folder in which it is kept; undefined where there was none */
async function keepOld(dataDir: string, nowMs: number): Promise<string | undefined> {
  const names = existing(dataDir)
  if (names.length === 0) return undefined
  const kept = join(dataDir, `before-restore-${new Date(nowMs).toISOString().replaceAll(':', '')}`)
  await mkdir(kept, { mode: 0o700 })
  for (const name of names) {
    const [from, to] = [join(dataDir, name), join(kept, name)]
    // The database keeps its name as well until the new one takes it, so that there is one at any moment.
    if (name !== DATABASE) await rename(from, to)
    else await link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_EXCL))
    await syncFile(to)
  }
  await syncFile(kept)
  await syncFile(dataDir)
  return kept
}

/** Without a log beside it the old database is one file, which another can replace in one step. Of a damaged one, all files are kept as they are. */
function foldLog(dataDir: string): void {
  const file = join(dataDir, DATABASE)
  try {
    const db = openDatabase({ file, readOnly: false, synchronous: 'FULL' })
    try {
      createCheckpoint(db)('all')
    } finally {
      db.close()
    }
  } catch (error) {
    if (isDamage(error)) return
    throw explainFault(error, file)
  }
  if (bytesOf(`${file}-wal`) === 0) return
  throw new ServiceError('conflict', `Another program has ${file} open; close it there first.`)
}

function existing(dataDir: string): string[] {
  return [DATABASE, ...BESIDE].filter((name) => existsSync(join(dataDir, name)))
}

function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

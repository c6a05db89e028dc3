// Writes a consistent copy while the service runs, from one snapshot, so that writers need not wait and cannot blur it.
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { invalid, ServiceError } from '../../domain/errors.ts'
import { codeOf } from './faults.ts'

/** 2 MiB a step; after each one the progress is told. */
const PAGES_A_STEP = 512

/**
 * The copy appears under its name only once it is whole, sound and on the disk.
 * @throws ServiceError conflict where something already has that name; validation_error where it cannot be written there; unavailable where
 * the database itself is damaged
 */
export function writeBackup(
  db: DatabaseSync,
  path: string,
  onProgress: (share: number) => void,
): Promise<{ bytes: number }> {
  return writeWhole(path, (part) => copyTo(part, db, onProgress), onProgress)
}

/** @param fill writes the copy into an empty file that nobody else may read. @throws as `writeBackup` does */
export async function writeWhole(
  path: string,
  fill: (part: string) => Promise<void>,
  onProgress: (share: number) => void,
): Promise<{ bytes: number }> {
  if (existsSync(path)) throw new ServiceError('conflict', `${path} already exists; a backup never overwrites.`)
  // Not made here: a folder that is missing is a typing error, or a disk that is not mounted.
  if (!existsSync(dirname(path)))
    throw invalid('path', `lies in ${dirname(path)}, which does not exist; make that folder first`, 'exists')
  const part = `${path}.part`
  try {
    await rm(part, { force: true })
    // It holds signing keys, so nobody else may read it from its first byte on; SQLite takes an empty file as it is.
    await (await open(part, 'wx', 0o600)).close()
    await fill(part)
    demandSound(part)
    const bytes = await syncFile(part)
    onProgress(1)
    await rename(part, path)
    await syncFile(dirname(path))
    return { bytes }
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw isOfCopy(error) ? invalid('path', `cannot be written (${(error as Error).message})`, 'writable') : error
  }
}

async function copyTo(part: string, db: DatabaseSync, onProgress: (share: number) => void): Promise<void> {
  // Without a transaction of its own the copy would start again whenever another connection commits.
  db.exec('BEGIN')
  try {
    db.prepare('SELECT count(*) FROM sqlite_schema').get()
    await backup(db, part, {
      rate: PAGES_A_STEP,
      progress: ({ totalPages, remainingPages }) => onProgress(totalPages === 0 ? 0 : 1 - remainingPages / totalPages),
    })
  } finally {
    db.exec('COMMIT')
  }
}

/** Pages are copied unread, those of a damaged database too, and whoever restores such a copy would be the first to learn of it. */
function demandSound(part: string): void {
  const damage = findDamage(part)
  if (damage === undefined) return
  const message = `The database is damaged (${damage}), so no copy was kept. Restore an older backup, as docs/operating.md says.`
  throw new ServiceError('unavailable', message)
}

/** What is wrong with the pages of a database that nobody has open; undefined where nothing is. */
export function findDamage(path: string): string | undefined {
  const db = openUnlocked(path)
  try {
    const { quick_check: found } = db.prepare('PRAGMA quick_check(1)').get() as { quick_check: string }
    return found === 'ok' ? undefined : found.split('\n').at(-1)!
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return (error as Error).message
  } finally {
    db.close()
  }
}

/** Opens a database that nobody writes, for reading: without a log and a lock beside it. */
export function openUnlocked(path: string): DatabaseSync {
  const file = pathToFileURL(path)
  file.searchParams.set('immutable', '1')
  return new DatabaseSync(file, { readOnly: true })
}

/** Codes of SQLite: READONLY, FULL, CANTOPEN. The database itself is only read. */
const COPY_CODES: ReadonlySet<number | undefined> = new Set([8, 13, 14])

function isOfCopy(error: unknown): boolean {
  return COPY_CODES.has(codeOf(error)) || (error as NodeJS.ErrnoException).syscall !== undefined
}

/** Has the disk keep a file, or the names in a folder. @returns its bytes */
export async function syncFile(path: string): Promise<number> {
  const file = await open(path, 'r')
  try {
    await file.sync()
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

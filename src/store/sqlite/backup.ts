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
export async function writeBackup(
  db: DatabaseSync,
  path: string,
  onProgress: (share: number) => void,
): Promise<{ bytes: number }> {
  if (existsSync(path)) throw new ServiceError('conflict', `${path} already exists; a backup never overwrites.`)
  // Not made here: a folder that is missing is a typing error, or a disk that is not mounted.
  if (!existsSync(dirname(path)))
    throw invalid('path', `lies in ${dirname(path)}, which does not exist; make that folder first`, 'exists')
  const part = `${path}.part`
  try {
    await copyTo(part, db, onProgress)
    demandSound(part)
    const bytes = await syncFile(part)
    await rename(part, path)
    await syncFile(dirname(path))
    onProgress(1)
    return { bytes }
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw isOfCopy(error) ? invalid('path', `cannot be written (${(error as Error).message})`, 'writable') : error
  }
}

async function copyTo(part: string, db: DatabaseSync, onProgress: (share: number) => void): Promise<void> {
  await rm(part, { force: true })
  // It holds signing keys, so nobody else may read it from its first byte on; SQLite takes an empty file as it is.
  await (await open(part, 'wx', 0o600)).close()
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
  const file = pathToFileURL(part)
  // Nobody else has it, so it needs no log and no lock beside it.
  file.searchParams.set('immutable', '1')
  const copy = new DatabaseSync(file, { readOnly: true })
  try {
    const { quick_check: found } = copy.prepare('PRAGMA quick_check(1)').get() as { quick_check: string }
    if (found !== 'ok') throw damagedDatabase(found)
  } catch (error) {
    throw codeOf(error) === undefined ? error : damagedDatabase((error as Error).message)
  } finally {
    copy.close()
  }
}

function damagedDatabase(found: string): ServiceError {
  const message = `The database is damaged (${found.split('\n').at(-1)}), so no copy was kept. Restore an older backup, as docs/operating.md says.`
  return new ServiceError('unavailable', message)
}

/** Codes of SQLite: READONLY, FULL, CANTOPEN. The database itself is only read. */
const COPY_CODES: ReadonlySet<number | undefined> = new Set([8, 13, 14])

function isOfCopy(error: unknown): boolean {
  return COPY_CODES.has(codeOf(error)) || (error as NodeJS.ErrnoException).syscall !== undefined
}

async function syncFile(path: string): Promise<number> {
  const file = await open(path, 'r')
  try {
    await file.sync()
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

// Writes a consistent copy while the service runs, from one snapshot, so that writers need not wait and cannot blur it.
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { backup, type DatabaseSync } from 'node:sqlite'
import { invalid, ServiceError } from '../../domain/errors.ts'

/** 2 MiB a step; after each one the progress is told. */
const PAGES_A_STEP = 512

/**
 * The copy appears under its name only once it is whole and on the disk.
 * @throws ServiceError conflict where something already has that name; validation_error where its folder does not exist
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
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    db.exec('COMMIT')
  }
  const bytes = await syncFile(part)
  await rename(part, path)
  await syncFile(dirname(path))
  onProgress(1)
  return { bytes }
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

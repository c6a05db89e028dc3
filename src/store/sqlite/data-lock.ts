// One process at a time on a data folder: a lock that the operating system takes back when its holder dies, however it dies.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ServiceError } from '../../domain/errors.ts'

/**
 * The lock is SQLite's own, on a small file beside the data, since Node offers none by itself. The number of the process
 * that holds it stands in a second file: reading the first one would let go of the lock, as locks of its kind go.
 * @returns a function that gives the folder free
 * @throws ServiceError conflict, naming the process that has the folder
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const pidFile = join(dataDir, 'lock.pid')
  const lock = new DatabaseSync(join(dataDir, 'lock.db'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    if ((cause as { errcode?: number }).errcode !== BUSY) throw cause
    const pid = readPid(pidFile)
    const holder = pid === String(process.pid) ? 'this process already' : `the process ${pid}`
    const message = `The data folder ${dataDir} is in use by ${holder}; stop that one first, or choose another folder.`
    throw new ServiceError('conflict', message, { cause })
  }
  writeFileSync(pidFile, `${process.pid}\n`)
  let held = true
  return () => {
    if (!held) return
    held = false
    rmSync(pidFile, { force: true })
    lock.exec('ROLLBACK')
    lock.close()
  }
}

const BUSY = 5

function readPid(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim() || 'of unknown number'
  } catch {
    return 'of unknown number'
  }
}

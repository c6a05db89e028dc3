// One process at a time on a data folder: a lock that the operating system takes back when its holder dies, however it dies.
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ServiceError } from '../../domain/errors.ts'
import { codeOf, explainFault } from './faults.ts'

/**
 * The lock is SQLite's own, on a small file beside the data, since Node offers none by itself. The number of the process
 * that holds it stands in a second file: reading the first one would let go of the lock, as locks of its kind go.
 * @returns a function that gives the folder free
 * @throws ServiceError conflict, naming the process that has the folder
 */
export function lockDataDir(dataDir: string): () => void {
  const pidFile = join(dataDir, 'lock.pid')
  let lock: DatabaseSync | undefined
  try {
    makeFolder(dataDir)
    lock = openLock(dataDir)
    writeFileSync(pidFile, `${process.pid}\n`)
  } catch (error) {
    lock?.close()
    if (codeOf(error) === BUSY) throw inUse(dataDir, readPid(pidFile), error)
    throw explainFault(error, dataDir)
  }
  const held = lock
  return () => {
    if (!held.isOpen) return
    rmSync(pidFile, { force: true })
    held.exec('ROLLBACK')
    held.close()
  }
}

/** With those above it. Node's own way never returns where no folder can be made but ENOENT is all that is said, as below /proc or a mount on demand. */
function makeFolder(path: string): void {
  const above = dirname(path)
  if (!existsSync(above)) makeFolder(above)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

function openLock(dataDir: string): DatabaseSync {
  const file = join(dataDir, 'lock.db')
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    // Of a file that may only be read, SQLite takes no lock and says nothing.
    accessSync(file, constants.W_OK)
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if (codeOf(error) === NOT_A_DATABASE)
      throw new Error(`${file} is damaged; nothing is kept in it, so delete it and start again.`)
    throw error
  }
}

function inUse(dataDir: string, pid: string, cause: unknown): ServiceError {
  const holder = pid === String(process.pid) ? 'this process already' : `the process ${pid}`
  const message = `The data folder ${dataDir} is in use by ${holder}; stop that one first, or choose another folder.`
  return new ServiceError('conflict', message, { cause })
}

const BUSY = 5
const NOT_A_DATABASE = 26

function readPid(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim() || 'of unknown number'
  } catch {
    return 'of unknown number'
  }
}

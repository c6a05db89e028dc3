// Loaded before the service: while there is a file at SLOW_AT its commits take half a second, as on a slow disk, and each adds a byte to it.
import { appendFileSync, existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const file = process.env.SLOW_AT!
const exec = DatabaseSync.prototype.exec
const COMMIT_MS = 500

DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
  if (sql === 'COMMIT' && existsSync(file)) {
    appendFileSync(file, '.')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, COMMIT_MS)
  }
  exec.call(this, sql)
}

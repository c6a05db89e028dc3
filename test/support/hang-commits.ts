// Loaded before the service: its commits hang as on a disk that never answers, as long as there is a pipe at HANG_AT that nobody writes.
// A read of the pipe holds the thread inside a call of the system, which nothing in JavaScript can break off.
import { existsSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const pipe = process.env.HANG_AT!
const exec = DatabaseSync.prototype.exec

DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
  if (sql === 'COMMIT' && existsSync(pipe)) readFileSync(pipe)
  exec.call(this, sql)
}

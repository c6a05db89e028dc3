// A database that tells which statements were asked for their rows, so that tests can look at how SQLite finds them.
import { DatabaseSync } from 'node:sqlite'
import { migrate } from '../../src/store/sqlite/migrations.ts'

export interface WatchedDatabase {
  /** For what makes its statements itself: an empty database of the newest schema, of which only `prepare` is there. */
  readonly db: DatabaseSync
  /** The statements that were asked for all their rows, oldest first. */
  readonly asked: string[]
  /** The steps of SQLite's plan for a statement. */
  planOf(sql: string): string[]
}

export function openWatchedDatabase(): WatchedDatabase {
  const db = new DatabaseSync(':memory:')
  migrate(db)
  const asked: string[] = []
  const prepare = (sql: string) => {
    const statement = db.prepare(sql)
    const all = statement.all.bind(statement)
    statement.all = ((...values: never[]) => (asked.push(sql), all(...values))) as typeof statement.all
    return statement
  }
  return {
    db: { prepare } as DatabaseSync,
    asked,
    planOf: (sql) =>
      (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]).map(({ detail }) => detail),
  }
}

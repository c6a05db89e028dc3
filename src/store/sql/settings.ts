// Named values of the installation, such as the epoch of a fast clock.
import type { Sql } from './database.ts'

/** The setting that holds the token of the session that writes; */
export const HOLDER = 'holder'
/** and the one that says where the one process that writes is reached by others. */
export const WRITER_PLACE = 'writer_place'

export function createSettings(db: Sql) {
  const select = db.prepare('SELECT value FROM settings WHERE name = ?')
  const upsert = db.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  return {
    read: (name: string) => (select.get(name) as { value: string } | undefined)?.value,
    write: (name: string, value: string): void => {
      upsert.run(name, value)
    },
  }
}

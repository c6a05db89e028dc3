// Named values of the installation, such as the epoch of a fast clock.
import type { Sql } from './database.ts'

/** The setting that holds the token of the session that writes; */
export const HOLDER = 'holder'
/** and the one that says where the one process that writes is reached by others. */
export const WRITER_PLACE = 'writer_place'

/** What writes a setting, whether it was there or not. */
export function createWriteSetting(db: Sql): (name: string, value: string) => void {
  const upsert = db.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  return (name, value) => void upsert.run(name, value)
}

export type Settings = ReturnType<typeof createSettings>

export function createSettings(db: Sql) {
  const select = db.prepare('SELECT value FROM settings WHERE name = ?')
  const insert = db.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING RETURNING name',
  )
  const update = db.prepare('UPDATE settings SET value = ? WHERE name = ? AND value = ? RETURNING name')
  return {
    read: (name: string) => (select.get(name) as { value: string } | undefined)?.value,
    write: createWriteSetting(db),
    /** @returns whether it still was as it was before (null: not there), and so was written */
    swap: (name: string, before: string | null, value: string): boolean =>
      (before === null ? insert.get(name, value) : update.get(value, name, before)) !== undefined,
  }
}

// When keys were last used, in whole hours: a row for each key that ever was.
import type { KeyUse } from '../../domain/api-key.ts'
import type { Sql } from './database.ts'

export function createStoredKeyUses(db: Sql) {
  const upsert = db.prepare(`
    INSERT INTO key_uses (key, used_ms) VALUES (?, ?)
    ON CONFLICT (key) DO UPDATE SET used_ms = excluded.used_ms WHERE excluded.used_ms > key_uses.used_ms`)
  const select = db.prepare('SELECT used_ms FROM key_uses WHERE key = ?')
  return {
    note(uses: readonly KeyUse[]): void {
      for (const { keyNumber, usedAtMs } of uses) upsert.run(keyNumber, usedAtMs)
    },
    read: (keys: readonly number[]): KeyUse[] =>
      keys.flatMap((keyNumber) => {
        const row = select.get(keyNumber) as { used_ms: number } | undefined
        return row === undefined ? [] : [{ keyNumber, usedAtMs: row.used_ms }]
      }),
  }
}

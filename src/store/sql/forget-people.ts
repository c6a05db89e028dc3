// Takes the hashes of people off impressions that are long past. Nothing of the books goes by them, and the chain does not cover them.
import { DAY_MS } from '../../base/clock.ts'
import { firstIdAt, timeOfId } from '../../base/ids.ts'
import { NOBODY, PEOPLE_KEPT_DAYS } from '../../domain/link.ts'
import type { Sql } from './database.ts'
import type { Settings } from './settings.ts'

/** The number of the last impression whose person was forgotten, in the settings. */
const FORGOTTEN_TO = 'people_forgotten_to'
/** How many impressions one transaction goes through, so that clicks do not wait behind it. */
const ROWS = 1_000

export function createForgetPeople(db: Sql, settings: Pick<Settings, 'read' | 'write'>) {
  // What was decided later than today was decided while a clock was wrong: it is passed over, and goes with those around it.
  const select = db.prepare(
    'SELECT number, decision FROM impressions WHERE number > ? AND decision < ? ORDER BY number LIMIT ?',
  )
  const wipe = db.prepare('UPDATE impressions SET "user" = ? WHERE number > ? AND number <= ? AND "user" <> ?')

  /**
   * Goes on in the order in which impressions were heard of, up to the first that was decided since: one that was heard of late waits for those
   * before it, at most as long as a link is followed.
   * @returns whether there may be more
   */
  return (beforeMs: number, rowsMax = ROWS): boolean => {
    const after = Number(settings.read(FORGOTTEN_TO) ?? 0)
    const tomorrow = firstIdAt(beforeMs + (PEOPLE_KEPT_DAYS + 1) * DAY_MS)
    const rows = select.all(after, tomorrow, rowsMax) as unknown as { number: number; decision: Uint8Array }[]
    const since = rows.findIndex(({ decision }) => timeOfId(decision) >= beforeMs)
    const past = since < 0 ? rows : rows.slice(0, since)
    const last = past.at(-1)
    if (last === undefined) return false
    wipe.run(NOBODY, after, last.number, NOBODY)
    settings.write(FORGOTTEN_TO, String(last.number))
    return past.length === rowsMax
  }
}

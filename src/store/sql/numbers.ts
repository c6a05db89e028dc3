// The numbers that links name entities by: each is given once, also where a backup takes the place of a database that went on.
import type { EntityKind } from '../contract.ts'
import type { Sql } from './database.ts'
import { createWriteSetting } from './settings.ts'

export const ENTITY_KINDS: readonly EntityKind[] = ['publisher', 'advertiser', 'campaign', 'ad', 'key']

/**
 * How many of a kind may have been made after a backup without anyone here knowing. What is kept in memory by number has room for these,
 * four bytes an ad, so it is no more than that.
 */
const UNKNOWN_MAX: LastNumbers = {
  publisher: 1_000,
  advertiser: 1_000,
  campaign: 1_000,
  ad: 100_000,
  key: 1_000,
}

/** Returns a function that tells the last number of a kind that was given; 0 where none was. */
export function createLastNumber(db: Sql): (kind: EntityKind) => number {
  const select = db.prepare(`
    SELECT max(
      coalesce((SELECT max(number) FROM entities WHERE kind = ?1), 0),
      coalesce((SELECT CAST(value AS BIGINT) FROM settings WHERE name = ?2), 0)) AS last`)
  return (kind) => (select.get(kind, settingOf(kind)) as { last: number }).last
}

export type LastNumbers = Readonly<Record<EntityKind, number>>

/** The last number of each kind that a database has given. */
export function readLastNumbers(db: Sql): LastNumbers {
  const lastNumberOf = createLastNumber(db)
  return Object.fromEntries(ENTITY_KINDS.map((kind) => [kind, lastNumberOf(kind)])) as Record<EntityKind, number>
}

/** Passes over all numbers that may have been given elsewhere: those of the database that gives way to this one, and some that none tells of. */
export function skipNumbers(db: Sql, replaced?: LastNumbers): void {
  const own = readLastNumbers(db)
  const write = createWriteSetting(db)
  for (const kind of ENTITY_KINDS) {
    write(settingOf(kind), String(Math.max(own[kind] + UNKNOWN_MAX[kind], replaced?.[kind] ?? 0)))
  }
}

function settingOf(kind: EntityKind): string {
  return `last_number.${kind}`
}

// Entities and rows of reports as they cross threads: as text, since to copy hundreds of objects takes several times as long
// as to write and read them.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { A_TURN } from '../../base/in-turns.ts'
import type { EntityBase } from '../../domain/entity.ts'
import type { EmptySlotsRow } from '../../domain/empty-slots.ts'
import type { ReportRow } from '../../domain/report.ts'
import type { Entities, EntityKind } from '../contract.ts'
import { damagedRow } from './faults.ts'

/** An entity; its JSON is read where it is used. */
export type EntityText = readonly [kind: EntityKind, number: number, revision: number, body: string]

/** Reads an entity back from its text; the number and revision stand beside it. */
export function entityOfText([, number, revision, body]: EntityText): Entities[EntityKind] {
  const entity = entityOfBody(body, revision)
  entity.number = number
  entity.revision = revision
  return entity as Entities[EntityKind]
}

function entityOfBody(body: string, revision: number): { -readonly [K in keyof EntityBase]: EntityBase[K] } {
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw damagedRow(`revision ${revision} of the inventory`, cause)
  }
}

/** A text as every database gives it back: none keeps half of a pair, and PostgreSQL no character of the number 0. */
export function keptText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

/** Rows as they cross threads: texts of some rows each, so that whoever takes in very many may do something else between. */
export function rowsAsTexts(rows: readonly (ReportRow | EmptySlotsRow)[]): string[] {
  return Array.from({ length: Math.ceil(rows.length / A_TURN) }, (_, i) =>
    JSON.stringify(rows.slice(i * A_TURN, (i + 1) * A_TURN)),
  )
}

/** The rows again, some in each turn of the event loop. */
export async function rowsOfTexts<T extends ReportRow | EmptySlotsRow = ReportRow>(
  texts: readonly string[],
): Promise<T[]> {
  const rows: T[] = []
  for (const [i, text] of texts.entries()) {
    if (i > 0) await nextTurn()
    rows.push(...(JSON.parse(text) as T[]))
  }
  return rows
}

// What every stored resource has: an id for the outside, a number for the inside, and a revision that orders changes.

export interface EntityBase {
  readonly id: string
  /** Small dense integer given by the store, unique within the kind; links and indexes carry it in place of the id. */
  readonly number: number
  /** Place in the one sequence of all inventory changes; a higher one is newer. Given by the store. */
  readonly revision: number
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly archivedAtMs?: number
}

/** An entity before the store has numbered it. */
export type Draft<T extends EntityBase> = Omit<T, 'number' | 'revision'>

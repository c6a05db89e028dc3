// Why slots stayed empty: counted by day, publisher, slot and reason, beside what reports count.

export const EMPTY_SLOT_DIMENSIONS = ['day', 'publisher', 'slot', 'reason'] as const
export type EmptySlotDimension = (typeof EMPTY_SLOT_DIMENSIONS)[number]

export interface EmptySlotsQuery {
  /** UTC dates YYYY-MM-DD, both included. */
  readonly from: string
  readonly to: string
  readonly groupBy: readonly EmptySlotDimension[]
  readonly test: boolean
  /** Narrow to one publisher, by id. */
  readonly publisherId?: string
}

export interface EmptySlotsRow {
  /** One value per dimension of `groupBy`. */
  readonly keys: Readonly<Partial<Record<EmptySlotDimension, string>>>
  /** Where grouped by publisher: what it is called now, archived or not. */
  readonly publisherName?: string
  /** Slots that were asked for and got no ad at all. With those that got one they are the requests of a report. */
  readonly count: number
}

// What stands on a statement or invoice beside its figures: both sides as they were when it was made, its number, and when it is due.
import { DAY_MS } from '../base/clock.ts'
import { dateOf } from './day.ts'

/** Whom a paper is from or to, as a bookkeeper wants it; whatever is absent was not said. */
export interface BillingDetails {
  readonly name?: string
  /** Of several lines. */
  readonly address?: string
  readonly taxId?: string
  readonly email?: string
}

/** What the operator's own papers say of it. */
export interface Letterhead extends BillingDetails {
  /** Invoices of who pays afterwards are due so many days after they were made; absent: they do not say when. */
  readonly dueDays?: number
  /** Stands below the figures, such as that the tax is owed by whom it is to. */
  readonly note?: string
}

/** Written once with its paper; what is changed later stands on the next one. */
export interface PaperSays {
  readonly issuer?: BillingDetails
  readonly recipient?: BillingDetails
  /** YYYY-MM-DD, in UTC. */
  readonly dueDate?: string
  readonly note?: string
}

export interface NumberedPaper extends PaperSays {
  /** Runs on through all papers of the kind, without a gap. */
  readonly serial: number
}

/** Most of an address, in lines. */
export const ADDRESS_LINES_MAX = 10
/** Stands for the one letterhead of an installation in its history of changes. */
export const LETTERHEAD_ID = 'letterhead'

const SERIES = { statement: 'STM', invoice: 'INV' } as const

/** What people call a paper: `INV-000123`. */
export function paperNumber(kind: keyof typeof SERIES, serial: number): string {
  return `${SERIES[kind]}-${String(serial).padStart(6, '0')}`
}

/** What a paper for somebody says that is made now. */
export function paperFor(
  owner: { readonly name: string; readonly billingDetails?: BillingDetails; readonly billing?: string },
  { dueDays, note, ...issuer }: Letterhead,
  atMs: number,
): PaperSays {
  const isDue = owner.billing === 'invoiced' && dueDays !== undefined
  return {
    ...(Object.keys(issuer).length > 0 && { issuer }),
    recipient: { name: owner.name, ...owner.billingDetails },
    ...(isDue && { dueDate: dateOf(atMs + dueDays * DAY_MS) }),
    ...(note !== undefined && { note }),
  }
}

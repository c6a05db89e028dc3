// Whom papers are from and to: an operator's letterhead, and the details of advertisers and publishers, as they are typed and as they are sent.

/** Whatever is absent was not said. */
export interface BillingDetails {
  readonly name?: string
  /** Of several lines. */
  readonly address?: string
  readonly taxId?: string
  readonly email?: string
}

/** The operator's own. */
export interface Letterhead extends BillingDetails {
  readonly dueDays?: number
  readonly note?: string
}

/** What both sides of a paper were when it was made; nothing of it on papers of older releases. */
export interface PaperSides {
  /** Such as `INV-000123`. */
  readonly number?: string
  readonly issuer?: BillingDetails
  readonly recipient?: BillingDetails
  /** Of an invoice that is due by a day. */
  readonly dueDate?: string
  readonly note?: string
}

/** As they stand in a form; empty: not said. */
export type BillingTexts = Readonly<Record<keyof BillingDetails, string>>

export const billingTexts = ({
  name = '',
  address = '',
  taxId = '',
  email = '',
}: BillingDetails = {}): BillingTexts => ({
  name,
  address,
  taxId,
  email,
})

/** What of it was changed, null where it was emptied; undefined: nothing was. */
export function billingOnWire(before: BillingTexts, after: BillingTexts): object | undefined {
  const keys = Object.keys(after) as (keyof BillingDetails)[]
  const changed = keys.filter((key) => before[key] !== after[key])
  if (changed.length === 0) return undefined
  return Object.fromEntries(changed.map((key) => [key, after[key].trim() === '' ? null : after[key]]))
}

/** Its lines, as they stand on a paper. */
export function linesOf({ name, address, taxId, email }: BillingDetails): readonly string[] {
  const tax = taxId === undefined ? undefined : `Tax id ${taxId}`
  return [name, ...(address?.split('\n') ?? []), tax, email].filter((line) => line !== undefined)
}

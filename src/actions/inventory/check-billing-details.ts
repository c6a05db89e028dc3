// Checks what papers say of an advertiser, a publisher or the operator: texts that people read, some of them of several lines.
import type { Faults } from '../../domain/faults.ts'
import { ADDRESS_LINES_MAX, type BillingDetails } from '../../domain/paper.ts'
import { faultOfShownText, plainText } from '../../domain/shown-text.ts'
import { type Change, mergeChange } from './merge-change.ts'

/** Null takes a field away; null for all of it, all of them. */
export type BillingDetailsChange = Change<BillingDetails>

/**
 * What is kept of a change: texts made plain, empty ones as null. What is at fault is noted and left out.
 * @param within where it stands, such as `billingDetails`; empty: by itself
 */
export function checkBillingDetails(
  { name, address, taxId, email }: BillingDetailsChange,
  faults: Faults,
  within = '',
): BillingDetailsChange {
  const field = (own: string) => (within === '' ? own : `${within}.${own}`)
  const checked = {
    name: checkLine(name, field('name'), faults),
    address: checkLines(address, field('address'), faults),
    taxId: checkLine(taxId, field('taxId'), faults),
    email: checkLine(email, field('email'), faults),
  }
  if (checked.email && !EMAIL.test(checked.email))
    faults.note(field('email'), 'must be an address such as "books@feather.example"', 'format')
  return checked
}

const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+$/

/** A text of one line. */
function checkLine(text: string | null | undefined, field: string, faults: Faults): string | null | undefined {
  return text == null ? text : checked(plainText(text), field, faults)
}

/** A text of some lines, without empty ones around it. */
export function checkLines(text: string | null | undefined, field: string, faults: Faults): string | null | undefined {
  if (text == null) return text
  const lines = text
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(plainText)
  if (lines.length > ADDRESS_LINES_MAX) faults.note(field, `must have at most ${ADDRESS_LINES_MAX} lines`, 'maxLines')
  for (const line of lines) checked(line, field, faults)
  return lines.join('\n') || null
}

function checked(line: string, field: string, faults: Faults): string | null {
  const hidden = faultOfShownText(line)
  if (hidden !== undefined) faults.note(field, hidden, 'characters')
  return line || null
}

/** The details after a change: undefined where they stay, null where nothing is left of them. */
export function mergeBillingDetails(
  current: BillingDetails | undefined,
  change: BillingDetailsChange | null | undefined,
): BillingDetails | null | undefined {
  if (change == null) return change
  const merged = mergeChange<BillingDetails>(current ?? {}, change)
  return Object.keys(merged).length === 0 ? null : merged
}

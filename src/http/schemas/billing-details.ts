// Whom a paper is from or to, on the wire.
import type { Static } from 'typebox'
import type { BillingDetailsChange } from '../../actions/inventory/check-billing-details.ts'
import { Type } from '../../doors/type.ts'
import { optional } from './common.ts'

/** Fields of a body; an answer has those that were said. */
export const billingFields = {
  name: optional(Type.String({ maxLength: 200, description: 'In full, as it is registered.' })),
  address: optional(Type.String({ maxLength: 500, description: 'Of up to 10 lines.' })),
  taxId: optional(Type.String({ maxLength: 64, description: 'Such as a VAT number.' })),
  email: optional(Type.String({ maxLength: 254 })),
}

export const billingDetailsSchema = Type.Object(billingFields, {
  description: 'What statements and invoices say of whom they are to, from the next one on.',
})

/** Of an answer: of a paper as it was when the paper was made. */
export const partySchema = Type.Object({
  name: Type.Optional(Type.String()),
  address: Type.Optional(Type.String()),
  taxId: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
})

/** Named one by one: a field that we do not know must not get into the store. */
export function readBillingDetails(
  given: Static<typeof billingDetailsSchema> | null | undefined,
): BillingDetailsChange | null | undefined {
  if (given == null) return given
  const { name, address, taxId, email } = given
  return { name, address, taxId, email }
}

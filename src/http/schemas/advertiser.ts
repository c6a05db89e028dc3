// An advertiser on the wire, and the money in its account.
import type { Static } from 'typebox'
import type { Advertiser } from '../../domain/advertiser.ts'
import type { Faults } from '../../domain/faults.ts'
import { type Micros, moneyOnWire, parseMicros } from '../../domain/money.ts'
import { billingDetailsSchema, partySchema } from './billing-details.ts'
import { oneOf, optional, warningsOf } from './common.ts'
import { amountSchema, checkCurrency, currencySchema, moneySchema, simulatedSchema } from './money.ts'
import { nameSchema, resourceSchema, timesOnWire } from './resource.ts'
import { Type } from '../../doors/type.ts'

const domain = Type.String({ minLength: 1, maxLength: 253, description: 'Host name shown beside each ad.' })
const billing = oneOf(['invoiced', 'prepaid'], {
  description: 'prepaid: ads run while there are funds. Default invoiced.',
})

const lowFunds = Type.Object(
  { amount: amountSchema, currency: optional(currencySchema) },
  { description: 'Webhooks hear `low_funds` once a prepaid balance falls below this. Absent or null: they do not.' },
)

export const newAdvertiserSchema = Type.Object({
  name: nameSchema,
  domain,
  billing: optional(billing),
  lowFunds: optional(lowFunds),
  billingDetails: optional(billingDetailsSchema),
})
export const advertiserChangeSchema = Type.Object({
  name: Type.Optional(nameSchema),
  domain: Type.Optional(domain),
  billing: Type.Optional(billing),
  lowFunds: optional(lowFunds),
  billingDetails: optional(billingDetailsSchema),
})
export const advertiserSchema = resourceSchema({
  name: Type.String(),
  domain: Type.String(),
  billing,
  lowFunds: Type.Optional(moneySchema),
  billingDetails: Type.Optional(partySchema),
})

export const paymentSchema = Type.Object({
  amount: amountSchema,
  currency: optional(currencySchema),
  reference: optional(Type.String({ maxLength: 200, description: 'What the books show for it.' })),
})
export const paymentResultSchema = Type.Object({
  advertiserId: Type.String(),
  amount: moneySchema,
  balance: moneySchema,
  reference: Type.String(),
  repeated: Type.Boolean({ description: 'True where this payment was in the books already.' }),
  warnings: Type.Optional(
    warningsOf('Says where neither a reference nor an Idempotency-Key came, and which fields were ignored.'),
  ),
})
export const fundsSchema = Type.Object({ advertiserId: Type.String(), balance: moneySchema, test: simulatedSchema })

export function advertiserOnWire(advertiser: Advertiser, currency: string) {
  const { id, name, domain, billing, lowFundsMicros, billingDetails } = advertiser
  const lowFunds = lowFundsMicros === undefined ? undefined : moneyOnWire(lowFundsMicros, currency)
  const optionals = { ...(lowFunds && { lowFunds }), ...(billingDetails && { billingDetails }) }
  return { id, name, domain, billing, ...optionals, ...timesOnWire(advertiser) }
}

/** undefined: not said, or at fault; null: none any more. */
export function readLowFunds(
  given: Static<typeof lowFunds> | null | undefined,
  currency: string,
  faults: Faults,
): Micros | null | undefined {
  if (given === undefined || given === null) return given
  faults.attempt(() => checkCurrency(given.currency, currency, 'lowFunds.currency'))
  return faults.attempt(() => parseMicros(given.amount, 'lowFunds.amount'))
}

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
  {
    description:
      'Webhooks hear `low_funds` once less than this is left of a prepaid balance, or of the credit limit. Absent or null: they do not.',
  },
)

const creditLimit = Type.Object(
  { amount: amountSchema, currency: optional(currencySchema) },
  {
    description:
      'How much an invoiced advertiser may owe: its ads wait once the balance is so far below zero. Absent or null: as much as its campaigns may spend.',
  },
)

export const newAdvertiserSchema = Type.Object({
  name: nameSchema,
  domain,
  billing: optional(billing),
  creditLimit: optional(creditLimit),
  lowFunds: optional(lowFunds),
  billingDetails: optional(billingDetailsSchema),
})
export const advertiserChangeSchema = Type.Object({
  name: Type.Optional(nameSchema),
  domain: Type.Optional(domain),
  billing: Type.Optional(billing),
  creditLimit: optional(creditLimit),
  lowFunds: optional(lowFunds),
  billingDetails: optional(billingDetailsSchema),
})
export const advertiserSchema = resourceSchema({
  name: Type.String(),
  domain: Type.String(),
  billing,
  creditLimit: Type.Optional(moneySchema),
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
  const { id, name, domain, billing, creditLimitMicros, lowFundsMicros, billingDetails } = advertiser
  const optionals = {
    ...(creditLimitMicros !== undefined && { creditLimit: moneyOnWire(creditLimitMicros, currency) }),
    ...(lowFundsMicros !== undefined && { lowFunds: moneyOnWire(lowFundsMicros, currency) }),
    ...(billingDetails && { billingDetails }),
  }
  return { id, name, domain, billing, ...optionals, ...timesOnWire(advertiser) }
}

type Amount = Static<typeof creditLimit>

/** Of each, undefined: not said, or at fault; null: none any more. */
export function readFundsLimits(
  { creditLimit, lowFunds }: Pick<Static<typeof advertiserChangeSchema>, 'creditLimit' | 'lowFunds'>,
  currency: string,
  faults: Faults,
): { creditLimitMicros: Micros | null | undefined; lowFundsMicros: Micros | null | undefined } {
  const read = (given: Amount | null | undefined, field: string) => {
    if (given === undefined || given === null) return given
    faults.attempt(() => checkCurrency(given.currency, currency, `${field}.currency`))
    return faults.attempt(() => parseMicros(given.amount, `${field}.amount`))
  }
  return { creditLimitMicros: read(creditLimit, 'creditLimit'), lowFundsMicros: read(lowFunds, 'lowFunds') }
}

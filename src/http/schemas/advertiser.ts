// An advertiser on the wire, and the money in its account.
import type { Advertiser } from '../../domain/advertiser.ts'
import { oneOf, optional, warningsOf } from './common.ts'
import { amountSchema, currencySchema, moneySchema, simulatedSchema } from './money.ts'
import { nameSchema, resourceSchema, timesOnWire } from './resource.ts'
import { Type } from './type.ts'

const domain = Type.String({ minLength: 1, maxLength: 253, description: 'Host name shown beside each ad.' })
const billing = oneOf(['invoiced', 'prepaid'], {
  description: 'prepaid: ads run while there are funds. Default invoiced.',
})

export const newAdvertiserSchema = Type.Object({ name: nameSchema, domain, billing: optional(billing) })
export const advertiserChangeSchema = Type.Object({
  name: Type.Optional(nameSchema),
  domain: Type.Optional(domain),
  billing: Type.Optional(billing),
})
export const advertiserSchema = resourceSchema({ name: Type.String(), domain: Type.String(), billing })

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

export function advertiserOnWire(advertiser: Advertiser) {
  const { id, name, billing } = advertiser
  return { id, name, domain: advertiser.domain, billing, ...timesOnWire(advertiser) }
}

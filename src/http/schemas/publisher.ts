// A publisher on the wire.
import type { Static } from 'typebox'
import { POLICY_TOPICS } from '../../actions/inventory/check-policy.ts'
import type { Change } from '../../actions/inventory/merge-change.ts'
import { LABEL_LANGUAGES } from '../../domain/ad-label.ts'
import { REQUEST_LIMITS } from '../../domain/ad-request.ts'
import { blockedDomain } from '../../domain/blocked-domain.ts'
import type { Faults } from '../../domain/faults.ts'
import { moneyOnWire, parseMicros } from '../../domain/money.ts'
import {
  DEFAULT_POLICY,
  HOUSE_ADS,
  PUBLISHER_STATUSES,
  SLOT_FORMATS,
  tierToCompare,
  type Policy,
  type Publisher,
  type SlotFormat,
} from '../../domain/publisher.ts'
import type { PayoutMethod } from '../../domain/payout-method.ts'
import { billingDetailsSchema, partySchema } from './billing-details.ts'
import { oneOf, optional } from './common.ts'
import { amountSchema, checkCurrency, currencySchema } from './money.ts'
import { nameSchema, resourceSchema, timesOnWire } from './resource.ts'
import { Type } from '../../doors/type.ts'

const texts = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { maxItems: 1_000, description })
const turns = (description: string) => Type.Integer({ minimum: 0, maximum: 10_000, description })

const policySchema = Type.Object({
  minRelevance: optional(Type.Number({ minimum: 0, maximum: 1, description: 'Null: the default of the service.' })),
  intentGate: optional(Type.Boolean({ description: 'Show nothing where a conversation has no commercial intent.' })),
  ranking: optional(oneOf(['value', 'relevance'], { description: '"relevance" ignores bids when ordering.' })),
  sensitiveTopics: optional(
    Type.Record(Type.String({ minLength: 1, maxLength: 64 }), oneOf(['block', 'allow']), {
      maxProperties: 100,
      description: `By topic: ${POLICY_TOPICS.join(', ')}.`,
    }),
  ),
  blockedCategories: optional(texts('Categories of ads that are never shown.')),
  blockedAdvertisers: optional(texts('Ids or names of advertisers that are never shown.')),
  allowedAdvertisers: optional(
    texts('Ids of advertisers: where any is named, ads of no others are shown. One that is blocked stays so.'),
  ),
  blockedDomains: optional(texts('Domains that are never linked to; subdomains included.')),
  floor: optional(
    Type.Object(
      { amount: amountSchema, currency: optional(currencySchema) },
      { description: "Least price per billable action of the bid's own model." },
    ),
  ),
  formats: optional(Type.Array(oneOf(SLOT_FORMATS), { maxItems: 10, description: 'Empty: all.' })),
  houseAds: optional(
    oneOf(HOUSE_ADS, {
      description: '"backfill": a slot that would stay empty gets a house ad, whatever it is about.',
    }),
  ),
  requireImpression: optional(Type.Boolean({ description: 'A click counts only after a reported impression.' })),
  requireConsent: optional(Type.Boolean()),
  adFreeTiers: optional(
    Type.Array(Type.String({ minLength: 1, maxLength: REQUEST_LIMITS.idChars, pattern: '\\S' }), {
      maxItems: REQUEST_LIMITS.listItems,
      description: 'Users whose tier is one of these see no ads, in capitals or not.',
    }),
  ),
  labelLanguage: optional(
    oneOf(LABEL_LANGUAGES, {
      description:
        'Of disclosure.label: "reader" is the language of the conversation, English where it is not known or not one of these.',
    }),
  ),
  revenueShare: optional(Type.Number({ minimum: 0, maximum: 100, description: "The publisher's percentage." })),
  firstAdTurn: optional(turns('User messages before the first ad.')),
  minTurnGap: optional(turns('Least number of user messages between two ads.')),
  adsPerSession: optional(turns('0: no limit.')),
})

export const payoutMethodSchema = Type.Object(
  {
    type: Type.String({ minLength: 1, maxLength: 64, description: 'Such as bank_transfer or paypal.' }),
    account: Type.String({ minLength: 1, maxLength: 200, description: 'As the payer needs it.' }),
    name: optional(nameSchema),
  },
  { description: 'Where withdrawals are paid to.' },
)

const payoutMethod = optional(payoutMethodSchema)
const billingDetails = optional(billingDetailsSchema)
const status = oneOf(PUBLISHER_STATUSES, {
  description: '"paused": its requests are answered without ads; links that are out, and money, go on.',
})
export const newPublisherSchema = Type.Object({
  name: nameSchema,
  status: optional(status),
  policy: optional(policySchema),
  payoutMethod,
  billingDetails,
})
export const publisherChangeSchema = Type.Object({
  name: Type.Optional(nameSchema),
  status: optional(status),
  policy: optional(policySchema),
  payoutMethod,
  billingDetails,
})
export const publisherSchema = resourceSchema({
  name: Type.String(),
  status,
  policy: policySchema,
  payoutMethod: Type.Optional(payoutMethodSchema),
  billingDetails: Type.Optional(partySchema),
})

export function readPayoutMethod(method: Static<typeof payoutMethodSchema>): PayoutMethod {
  const { type, account, name } = method
  return { type, account, ...(name != null && { name }) }
}

/** What is at fault is noted and left out. */
export function readPolicy(policy: Static<typeof policySchema>, currency: string, faults: Faults): Change<Policy> {
  const { floor } = policy
  faults.attempt(() => checkCurrency(floor?.currency, currency, 'policy.floor.currency'))
  // Named one by one: a field that we do not know must not get into the store.
  return {
    minRelevance: policy.minRelevance,
    intentGate: policy.intentGate,
    ranking: policy.ranking as Policy['ranking'] | null | undefined,
    sensitiveTopics: policy.sensitiveTopics as Policy['sensitiveTopics'] | null | undefined,
    blockedCategories: policy.blockedCategories,
    blockedAdvertisers: policy.blockedAdvertisers,
    allowedAdvertisers: policy.allowedAdvertisers,
    blockedDomains: policy.blockedDomains?.map(blockedDomain) ?? (policy.blockedDomains as null | undefined),
    floorMicros: floor
      ? faults.attempt(() => parseMicros(floor.amount, 'policy.floor.amount'))
      : (floor as null | undefined),
    formats: policy.formats as readonly SlotFormat[] | null | undefined,
    houseAds: policy.houseAds as Policy['houseAds'] | null,
    requireImpression: policy.requireImpression,
    requireConsent: policy.requireConsent,
    adFreeTiers: policy.adFreeTiers?.map(tierToCompare) ?? (policy.adFreeTiers as null | undefined),
    labelLanguage: policy.labelLanguage as Policy['labelLanguage'] | null,
    revenueShare: policy.revenueShare,
    firstAdTurn: policy.firstAdTurn,
    minTurnGap: policy.minTurnGap,
    adsPerSession: policy.adsPerSession,
  }
}

export function publisherOnWire(publisher: Publisher, currency: string) {
  const { floorMicros, ...policy } = { ...DEFAULT_POLICY, ...publisher.policy }
  return {
    id: publisher.id,
    name: publisher.name,
    status: publisher.status ?? 'active',
    policy: { ...policy, floor: moneyOnWire(floorMicros, currency) },
    ...(publisher.payoutMethod && { payoutMethod: publisher.payoutMethod }),
    ...(publisher.billingDetails && { billingDetails: publisher.billingDetails }),
    ...timesOnWire(publisher),
  }
}

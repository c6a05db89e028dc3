// A campaign on the wire: money as decimal strings, times as ISO 8601, targeting as lists or include and exclude.
import type { Static } from 'typebox'
import type { CampaignChange } from '../../actions/inventory/change-campaign.ts'
import {
  BID_MODELS,
  type BidModel,
  type Campaign,
  type CampaignStatus,
  type FrequencyCap,
  PRIORITIES,
  type Priority,
} from '../../domain/campaign.ts'
import type { Faults } from '../../domain/faults.ts'
import { LANDING_PARAMETERS_CHARS, parseLandingParameters } from '../../domain/landing-parameters.ts'
import { formatMicros, parseMicros } from '../../domain/money.ts'
import { spellTimeZone } from '../../domain/time-zone.ts'
import { oneOf, optional } from './common.ts'
import { feedChangeSchema, feedSchema, newFeedSchema, readFeedChange } from './feed.ts'
import { amountSchema, checkCurrency, currencySchema } from './money.ts'
import { idSchema, isoTime, nameSchema, readTime, resourceSchema, timesOnWire, timeSchema } from './resource.ts'
import { readTargeting, targetingOnWire, targetingSchema } from './targeting.ts'
import { Type } from '../../doors/type.ts'

/** Three months; what was shown is kept for as long. */
const WINDOW_SECONDS_MAX = 92 * 24 * 3_600

const capSchema = Type.Object({
  max: Type.Integer({ minimum: 1, maximum: 1_000, description: 'Most ads served within the window.' }),
  windowSeconds: Type.Integer({ minimum: 1, maximum: WINDOW_SECONDS_MAX }),
  per: optional(oneOf(['user', 'session', 'conversation'], { description: 'Default user.' })),
  scope: optional(oneOf(['ad', 'campaign', 'advertiser'], { description: 'Default campaign.' })),
})

const budgetSchema = Type.Object({
  total: optional(amountSchema),
  daily: optional(amountSchema),
  currency: optional(currencySchema),
})

const bidModel = oneOf(BID_MODELS)
const shared = {
  status: optional(oneOf(['active', 'paused'])),
  startAt: optional(timeSchema),
  endAt: optional(timeSchema),
  budget: optional(budgetSchema),
  pacing: optional(oneOf(['even', 'asap'], { description: 'Default even: the day is spread over its traffic.' })),
  timeZone: optional(Type.String({ maxLength: 64, description: 'IANA name, default UTC; its days and hours count.' })),
  frequencyCaps: optional(Type.Array(capSchema, { maxItems: 10 })),
  targeting: optional(targetingSchema),
  priority: optional(oneOf(PRIORITIES, { description: 'Default standard.' })),
  landingParameters: optional(
    Type.String({
      minLength: 1,
      maxLength: LANDING_PARAMETERS_CHARS,
      description:
        'Added to the query of its ads’ landing pages at the click, such as "utm_source=aside&click={click_id}"; what a page has itself stays.',
    }),
  ),
} as const

export const newCampaignSchema = Type.Object({
  advertiserId: idSchema,
  name: nameSchema,
  ...shared,
  feed: optional(newFeedSchema),
  bid: Type.Object({ model: bidModel, amount: amountSchema, currency: optional(currencySchema) }),
})

export const campaignChangeSchema = Type.Object({
  advertiserId: Type.Optional(idSchema),
  name: Type.Optional(nameSchema),
  ...shared,
  feed: optional(feedChangeSchema),
  bid: Type.Optional(
    Type.Object({
      model: Type.Optional(bidModel),
      amount: Type.Optional(amountSchema),
      currency: optional(currencySchema),
    }),
  ),
})

export const campaignSchema = resourceSchema({
  advertiserId: Type.String(),
  name: Type.String(),
  status: Type.String(),
  startAt: Type.Optional(timeSchema),
  endAt: Type.Optional(timeSchema),
  budget: Type.Object({
    total: Type.Optional(Type.String()),
    daily: Type.Optional(Type.String()),
    currency: Type.String(),
  }),
  bid: Type.Object({ model: bidModel, amount: Type.String(), currency: Type.String() }),
  pacing: Type.String(),
  timeZone: Type.String(),
  frequencyCaps: Type.Array(capSchema),
  targeting: targetingSchema,
  priority: Type.String(),
  landingParameters: Type.Optional(Type.String()),
  feed: Type.Optional(feedSchema),
  mediaBuyId: Type.Optional(Type.String({ description: 'The media buy that it is a package of (docs/adcp.md).' })),
})

/** A body as a change of the campaign's terms; a new campaign is a change of nothing. What is at fault is noted and left out. */
export function readCampaign(
  body: Static<typeof campaignChangeSchema>,
  currency: string,
  faults: Faults,
): { [K in keyof Required<CampaignChange>]: CampaignChange[K] } {
  const { budget, bid, targeting, frequencyCaps, landingParameters } = body
  faults.attempt(() => checkCurrency(budget?.currency, currency, 'budget.currency'))
  faults.attempt(() => checkCurrency(bid?.currency, currency, 'bid.currency'))
  const readAmount = (amount: string | null | undefined, field: string) =>
    typeof amount === 'string' ? faults.attempt(() => parseMicros(amount, field)) : amount
  return {
    advertiserId: body.advertiserId,
    name: body.name,
    status: body.status as CampaignStatus | null | undefined,
    startAtMs: readTime(body.startAt),
    endAtMs: readTime(body.endAt),
    budget: budget && {
      totalMicros: readAmount(budget.total, 'budget.total'),
      dailyMicros: readAmount(budget.daily, 'budget.daily'),
    },
    bid: bid && {
      model: bid.model as BidModel | undefined,
      amountMicros: readAmount(bid.amount, 'bid.amount'),
    },
    pacing: body.pacing as Campaign['pacing'] | null | undefined,
    timeZone: body.timeZone && spellTimeZone(body.timeZone),
    frequencyCaps: frequencyCaps?.map(readCap) ?? (frequencyCaps as null | undefined),
    targeting: targeting && readTargeting(targeting, faults),
    priority: body.priority as Priority | null | undefined,
    landingParameters:
      landingParameters && faults.attempt(() => parseLandingParameters(landingParameters, 'landingParameters')),
    feed: readFeedChange(body.feed),
  }
}

export function campaignOnWire(campaign: Campaign, currency: string) {
  const { totalMicros, dailyMicros } = campaign.budget
  return {
    id: campaign.id,
    advertiserId: campaign.advertiserId,
    name: campaign.name,
    status: campaign.status,
    startAt: isoTime(campaign.startAtMs),
    endAt: isoTime(campaign.endAtMs),
    budget: {
      total: totalMicros === undefined ? undefined : formatMicros(totalMicros),
      daily: dailyMicros === undefined ? undefined : formatMicros(dailyMicros),
      currency,
    },
    bid: { model: campaign.bid.model, amount: formatMicros(campaign.bid.amountMicros), currency },
    pacing: campaign.pacing,
    timeZone: campaign.timeZone,
    frequencyCaps: campaign.frequencyCaps,
    targeting: targetingOnWire(campaign.targeting),
    priority: campaign.priority,
    landingParameters: campaign.landingParameters,
    feed: campaign.feed,
    mediaBuyId: campaign.mediaBuyId,
    ...timesOnWire(campaign),
  }
}

function readCap({ max, windowSeconds, per, scope }: Static<typeof capSchema>): FrequencyCap {
  return {
    max,
    windowSeconds,
    per: (per ?? 'user') as FrequencyCap['per'],
    scope: (scope ?? 'campaign') as FrequencyCap['scope'],
  }
}

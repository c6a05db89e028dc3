// An ad on the wire. What is in its texts is checked by the action, where imports are checked too.
import type { TSchema } from 'typebox'
import { AD_LIMITS, AVAILABILITIES, CONTENT_FIELDS, type Ad, type AdContent } from '../../domain/ad.ts'
import { SLOT_FORMATS } from '../../domain/publisher.ts'
import type { AdFields } from '../../domain/read-ad-content.ts'
import { oneOf, optional } from './common.ts'
import { idSchema, resourceSchema, timesOnWire } from './resource.ts'
import { Type } from '../../doors/type.ts'

const text = (maxLength: number, description?: string) => Type.String({ maxLength, description })
const externalId = Type.String({
  minLength: 1,
  maxLength: AD_LIMITS.externalIdChars,
  description: 'Your own id, unique within the campaign; answered as externalId.',
})

const shared = {
  description: optional(text(AD_LIMITS.descriptionChars, 'All of it is matched; 240 characters are shown.')),
  imageUrl: optional(text(AD_LIMITS.urlChars)),
  imageAlt: optional(text(AD_LIMITS.imageAltChars)),
  price: optional(
    text(AD_LIMITS.priceChars, 'As it is shown, such as "€899"; people who name a lower limit are not shown the ad.'),
  ),
  brand: optional(text(AD_LIMITS.brandChars)),
  ctaText: optional(text(AD_LIMITS.ctaChars)),
  keywords: optional(Type.Array(text(AD_LIMITS.keywordChars), { maxItems: AD_LIMITS.keywords })),
  categories: optional(Type.Array(text(AD_LIMITS.categoryChars), { maxItems: AD_LIMITS.categories })),
  formats: optional(Type.Array(oneOf(SLOT_FORMATS), { maxItems: 10, description: 'Empty: all.' })),
  language: optional(text(35, 'BCP 47 language of the texts.')),
  aiGenerated: optional(
    Type.Boolean({ description: 'A machine made its words or its picture; answers say so in `disclosure`.' }),
  ),
} as const satisfies Record<Exclude<keyof AdContent, 'title' | 'landingUrl'>, TSchema>
const title = text(AD_LIMITS.titleChars, '80 characters are shown.')
const landingUrl = text(AD_LIMITS.urlChars, 'An https URL; macros such as {click_id} may stand in its query.')
const status = oneOf(['active', 'paused'])
const availability = oneOf(AVAILABILITIES, { description: 'What is out of stock is not shown.' })
const review = oneOf(['approved', 'pending', 'rejected'])

export const newAdSchema = Type.Object({
  campaignId: idSchema,
  id: optional(externalId),
  title,
  landingUrl,
  ...shared,
  status: optional(status),
  availability: optional(availability),
})
export const adChangeSchema = Type.Object({
  campaignId: Type.Optional(idSchema),
  id: optional(idSchema),
  title: Type.Optional(title),
  landingUrl: Type.Optional(landingUrl),
  ...shared,
  status: Type.Optional(status),
  availability: Type.Optional(availability),
  review: Type.Optional(review),
  reviewReason: optional(text(AD_LIMITS.reviewReasonChars, 'Why it is rejected; for its advertiser to read.')),
  ifVersion: optional(
    Type.Integer({ minimum: 1, description: 'The `version` you looked at: 409 where another one is shown by now.' }),
  ),
})
export const adSchema = resourceSchema({
  externalId: Type.Optional(Type.String()),
  campaignId: Type.String(),
  status,
  availability,
  review,
  reviewReason: Type.Optional(
    Type.String({ description: 'Why it was rejected; stays until it is approved, or judged anew.' }),
  ),
  reviewNote: Type.Optional(
    Type.String({ description: 'What the automatic check of its words found, while it waits for an operator.' }),
  ),
  version: Type.Integer({ description: 'Counts up with each change of what is shown.' }),
  title,
  landingUrl,
  ...shared,
})

/** The fields of an ad's content; anything else in the body is left behind. */
export function readAdFields(body: AdFields): AdFields {
  return Object.fromEntries(CONTENT_FIELDS.map((name) => [name, body[name]]))
}

export function adOnWire(ad: Ad) {
  const { id, externalId, campaignId, status, availability = 'in_stock', review, version, content } = ad
  const { reviewReason, reviewNote } = ad
  const state = { status, availability, review, reviewReason, reviewNote, version }
  return { id, externalId, campaignId, ...state, ...content, ...timesOnWire(ad) }
}

// The ad request and its answer as they are published. `read-ads-request.ts` keeps the same rules; a test compares them.
import type { TSchema } from 'typebox'
import { REQUEST_LIMITS as LIMITS } from '../../domain/ad-request.ts'
import { SLOT_FORMATS } from '../../domain/publisher.ts'
import type { Card } from '../../domain/served.ts'
import { CONSENT_CHARS, LIST_ITEM_CHARS } from '../read-ads-request.ts'
import { anyFields, oneOf, optional, type RouteNotes } from './common.ts'
import { explanationSchema, noFillSchema } from './decision.ts'
import { amountSchema } from './money.ts'
import { Type } from '../../doors/type.ts'

const id = (description: string) => optional(Type.String({ maxLength: LIMITS.idChars, description }))
const texts = (description: string) =>
  optional(Type.Array(Type.String({ maxLength: LIST_ITEM_CHARS }), { maxItems: LIMITS.listItems, description }))
const flag = (description: string) =>
  optional(Type.Union([Type.Boolean(), Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1] })], { description }))

const message = Type.Object({
  role: Type.String({ description: 'user, assistant or system; messages of other roles are ignored.' }),
  content: optional(Type.String({ description: 'Of other roles anything, which is ignored too.' })),
  id: Type.Optional(Type.Unknown()),
})

const purchaseIntent = Type.Object({
  categories: texts('What the user thinks of buying.'),
  timeline: id('When, such as this_month.'),
})

const consent = Type.Object({
  gdprApplies: flag(
    'Whether the GDPR applies. True without personalization, or a string that consents: the userId is not used. False: TCF is not asked.',
  ),
  tcString: optional(
    Type.String({
      maxLength: CONSENT_CHARS,
      description: 'TC string. Without consent to the purposes 1 and 2 the userId is not used.',
    }),
  ),
  gpp: optional(
    Type.String({
      maxLength: CONSENT_CHARS,
      description: 'GPP string. Who opted out, or did not consent, in a section of it is not known by the userId.',
    }),
  ),
  gppSid: optional(
    Type.Array(Type.Integer(), {
      maxItems: LIMITS.listItems,
      description: 'Sections of the GPP string that apply; absent: all of it.',
    }),
  ),
  usPrivacy: id('US privacy string. Who opted out of sales is not known by the userId.'),
  gpc: flag(
    'Global Privacy Control. True: the userId is neither used nor kept. With a browser key the header Sec-GPC: 1 counts alike.',
  ),
  coppa: flag('True: the user is a child; no ads, and nothing is kept.'),
  personalization: flag(
    'Whether the user agreed. False: the userId is neither used nor kept. No ads without true, or a string that consents, where the policy has requireConsent.',
  ),
})

const slot = Type.Object({
  slotId: Type.String({
    minLength: 1,
    maxLength: LIMITS.slotIdChars,
    description: 'Your name of the slot, unique in the request.',
  }),
  format: Type.String({
    description: `One of ${SLOT_FORMATS.join(', ')}; for another value the slot answers unsupported_format.`,
  }),
  count: optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMITS.adsPerSlot,
      default: 1,
      description: `Ads wanted; ${LIMITS.adsPerRequest} at most in all slots together.`,
    }),
  ),
  placement: id('When it is shown; post_response where left out. Reported as it is.'),
  minRelevance: optional(Type.Number({ minimum: 0, maximum: 1, description: "Raises the publisher's own threshold." })),
  floor: optional(
    Type.Object({
      amount: amountSchema,
      currency: optional(Type.String({ description: 'The currency of the installation.' })),
    }),
  ),
  block: optional(
    Type.Object({
      categories: texts('Categories.'),
      advertisers: texts('Advertisers by id or name.'),
      domains: texts('Domains.'),
    }),
  ),
})

export const adsRequestBody = Type.Object({
  conversationContext: Type.Object(
    {
      query: optional(
        Type.String({
          minLength: 1,
          maxLength: LIMITS.queryChars,
          description: 'What the user asks now. May be left out where messages holds a user message.',
        }),
      ),
      response: optional(
        Type.String({ maxLength: LIMITS.responseChars, description: "The assistant's text; needed for entity_link." }),
      ),
      messages: optional(
        Type.Array(message, {
          description: `Earlier turns, oldest first. The ${LIMITS.messages} newest count, ${LIMITS.messagesChars} characters in all; more is cut, with a warning.`,
        }),
      ),
      conversationId: id('Your id of the conversation.'),
      messageId: id('Your id of the message.'),
      language: id('BCP 47, such as de-AT.'),
    },
    { description: 'The conversation that ads should fit.' },
  ),
  userContext: optional(
    Type.Object({
      userId: id('Opaque and stable; kept only as a keyed hash, and not at all where consent says so.'),
      sessionId: id('Opaque; kept only as a keyed hash.'),
      demographics: optional(
        Type.Object({
          country: id('ISO 3166-1 alpha-2.'),
          region: id('ISO 3166-2; beside a country what stands behind the hyphen is enough.'),
          language: id('ISO 639.'),
        }),
      ),
      profile: optional(
        Type.Object(
          {
            interests: texts('What the user likes.'),
            behavior: optional(
              Type.Object({ preferredTopics: texts('Preferred topics.'), interactionStyle: id('Such as technical.') }),
            ),
            purchaseIntent: optional(purchaseIntent),
          },
          { description: 'Accepted and checked, neither used nor kept: ads are matched to the conversation alone.' },
        ),
      ),
      purchaseIntent: optional(purchaseIntent),
      device: optional(
        Type.Object({
          type: id('desktop, mobile, tablet …'),
          os: id('Operating system.'),
          userAgent: optional(Type.String()),
          ip: id('Of the end user; cut before it is kept.'),
          timezone: id('IANA name.'),
        }),
      ),
      consent: optional(consent),
      adsEnabled: optional(Type.Boolean({ default: true, description: 'False: no ads, and nothing is kept.' })),
      ageGroup: optional(oneOf(['child', 'teen', 'adult', 'unknown'])),
      tier: id("Your own grouping of users; one of the policy's adFreeTiers: no ads, and nothing is kept."),
    }),
  ),
  slots: Type.Array(slot, { minItems: 1, maxItems: LIMITS.slots }),
  options: optional(
    Type.Object({
      test: optional(Type.Boolean({ description: 'Events are recorded apart and never billed.' })),
      explain: optional(Type.Boolean({ description: 'Adds why; needs the scope ads:explain.' })),
      timeoutMs: optional(
        Type.Number({ minimum: LIMITS.timeoutMsMin, maximum: LIMITS.timeoutMsMax, default: LIMITS.timeoutMsDefault }),
      ),
    }),
  ),
  metadata: optional(anyFields(`Echoed; at most ${LIMITS.metadataBytes} bytes as JSON.`)),
})

const link = Type.String({ format: 'uri' })
/** Of a card, of a suffix, or of both; an entity link has none. */
const content = Type.Object(
  {
    title: ofCards(Type.String()),
    description: ofCards(Type.String()),
    imageUrl: ofCards(link, 'where the ad has a picture'),
    imageAlt: ofCards(Type.String(), 'where the ad has a picture'),
    brand: ofCards(Type.Object({ name: Type.String() })),
    price: ofCards(Type.String(), 'where the ad has one; as it is shown'),
    ctaText: ofCards(Type.String()),
    ctaUrl: ofCards(link, 'the click link'),
    text: Type.Optional(Type.String({ description: 'Of a suffix.' })),
    url: Type.Optional(Type.String({ format: 'uri', description: 'Of a suffix: the click link.' })),
    destinationDomain: Type.String(),
  } satisfies Record<keyof Card | 'ctaUrl' | 'text' | 'url', TSchema>,
  { description: 'What is shown of a card or a suffix; an entity link has none.' },
)

function ofCards<T extends TSchema>(schema: T, note?: string) {
  return Type.Optional({ ...schema, description: `Of a card${note ? `, ${note}` : ''}.` } as T)
}

const ad = Type.Object({
  id: Type.String(),
  externalId: Type.Optional(Type.String()),
  type: oneOf(SLOT_FORMATS, { description: 'The format of the slot.' }),
  impressionId: Type.String(),
  content: Type.Optional(content),
  enhancedFragments: Type.Optional(
    Type.Array(
      Type.Object({
        text: Type.String(),
        url: link,
        position: Type.Object(
          { start: Type.Integer(), end: Type.Integer() },
          { description: 'UTF-16 code units of response, end exclusive.' },
        ),
      }),
    ),
  ),
  advertiser: Type.Object({ name: Type.String(), domain: Type.String() }),
  disclosure: Type.Object({
    required: Type.Boolean(),
    label: Type.String(),
    by: Type.String(),
    aiGenerated: Type.Optional(
      Type.Boolean({ description: 'True where a machine made words or picture: to be told beside the label.' }),
    ),
    contextUse: Type.String(),
    whyUrl: link,
  }),
  tracking: Type.Object({
    impressionUrl: link,
    viewableUrl: link,
    clickUrl: link,
    feedbackUrl: link,
    expiresAt: Type.String({ format: 'date-time' }),
  }),
  relevance: Type.Number({ minimum: 0, maximum: 1 }),
})

const adsRequestAnswer = Type.Object({
  requestId: Type.String(),
  test: Type.Optional(Type.Boolean()),
  slots: Type.Array(
    Type.Object({
      slotId: Type.String(),
      format: Type.String(),
      ads: Type.Array(ad),
      noFill: Type.Optional(noFillSchema),
    }),
    { description: 'One entry per slot asked for, in the same order.' },
  ),
  warnings: Type.Array(
    Type.Object({ code: Type.String(), message: Type.String(), field: Type.Optional(Type.String()) }),
  ),
  metadata: Type.Optional(anyFields('As it was sent.')),
  explain: Type.Optional(explanationSchema),
})

/** Documentation only: the route reads its body itself. */
export const adsRequestSchema = {
  summary: 'Ask for ads that fit a conversation',
  description:
    'Answers each slot with ads or with the reason why there are none; no ad is a success. The answer comes within options.timeoutMs. ' +
    'Show the label of disclosure beside each ad, and load tracking.impressionUrl when it is shown.',
  tags: ['Ads'],
  access: 'ads:request',
  body: adsRequestBody,
  response: { 200: adsRequestAnswer },
  examples: [
    {
      name: 'The least that is needed',
      body: {
        conversationContext: { query: 'quiet laptop for trains' },
        slots: [{ slotId: 'main', format: 'action_card' }],
      },
    },
    {
      name: 'With an answer, a user and two slots',
      body: {
        conversationContext: { query: 'quiet laptop for trains', response: 'Look at weight and fan noise.' },
        userContext: { userId: 'u-17', sessionId: 's-90', demographics: { country: 'DE', language: 'de' } },
        slots: [
          { slotId: 'below-answer', format: 'action_card', count: 2 },
          { slotId: 'tail', format: 'suffix', count: 1 },
        ],
        options: { timeoutMs: 500 },
        metadata: { build: '2026-11' },
      },
    },
    {
      name: 'A fault that can be mended',
      body: { conversationContext: { query: 'laptop' }, slots: [{ slotId: 'main', format: 'action_card', count: 11 }] },
      status: 400,
    },
  ],
} satisfies RouteNotes & Record<string, unknown>

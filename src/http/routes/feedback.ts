// GET /api/v1/feedback: what people said of ads.
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { ListFeedback } from '../../actions/reports/list-feedback.ts'
import { FEEDBACK_REASONS, type GivenFeedback, type Reaction, REACTIONS } from '../../domain/feedback.ts'
import { SLOT_FORMATS } from '../../domain/publisher.ts'
import { callerOf } from '../auth.ts'
import { oneOf } from '../schemas/common.ts'
import { idSchema, isoTime, pageSchema, pagingFields, timeSchema } from '../schemas/resource.ts'
import { Type } from '../../doors/type.ts'
import type { ResourceKit } from './resource.ts'

export interface FeedbackDeps extends Pick<ResourceKit, 'auth'> {
  readonly listFeedback: ListFeedback
}

export function registerFeedback(app: FastifyInstance, { auth, listFeedback }: FeedbackDeps): void {
  app.get<{ Querystring: Static<typeof querySchema> }>(
    '/api/v1/feedback',
    {
      onRequest: auth.requires('reports:read'),
      schema: {
        summary: 'List what people said of ads',
        description:
          'Newest first. A publisher sees what was said where it showed ads, an advertiser what was said of its own. Who said it is ' +
          'not told. What was reversed is left out.',
        tags: ['Reports'],
        access: 'reports:read',
        querystring: querySchema,
        response: { 200: pageSchema(feedbackSchema) },
        examples: [{ name: 'The ads that were reported last', path: '/api/v1/feedback?reaction=report' }],
      },
    },
    async (request) => {
      // One by one: what is no parameter here comes along unchecked, and is not to narrow or refuse anything.
      const { limit = 50, cursor, adId, campaignId, advertiserId, publisherId, test = false } = request.query
      const reaction = request.query.reaction as Reaction | undefined
      const asked = { limit, cursor, adId, campaignId, advertiserId, publisherId, reaction, test }
      const { data, nextCursor } = await listFeedback(callerOf(request), asked)
      return { data: data.map((given) => onWire(given, test)), nextCursor: nextCursor ?? null }
    },
  )
}

function onWire({ sequence: _, receivedAtMs, ...given }: GivenFeedback, test: boolean) {
  return { ...given, createdAt: isoTime(receivedAtMs), test }
}

const querySchema = Type.Object({
  ...pagingFields,
  adId: Type.Optional(idSchema),
  campaignId: Type.Optional(idSchema),
  advertiserId: Type.Optional(idSchema),
  publisherId: Type.Optional(idSchema),
  reaction: Type.Optional(oneOf(REACTIONS)),
  test: Type.Optional(
    Type.Boolean({ default: false, description: 'What was said of ads that test keys were served.' }),
  ),
})

const feedbackSchema = Type.Object({
  id: Type.String({
    description:
      'As the ledger names it, such as "imp_…:feedback:report"; a reversal takes it. To an advertiser another.',
  }),
  reaction: oneOf(REACTIONS),
  reasons: Type.Array(oneOf(FEEDBACK_REASONS)),
  impressionId: Type.Optional(Type.String({ description: 'Not told to advertisers, whose click id it is.' })),
  adId: Type.String(),
  externalId: Type.Optional(Type.String()),
  title: Type.String({ description: 'What the ad is called now.' }),
  adVersion: Type.Integer({ description: 'The version that was shown; the ad may have changed since.' }),
  campaignId: Type.String(),
  advertiserId: Type.String(),
  publisherId: Type.String(),
  slotId: Type.String(),
  format: oneOf(SLOT_FORMATS),
  createdAt: timeSchema,
  test: Type.Boolean(),
})

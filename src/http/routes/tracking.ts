// The links of a served ad: click, views, feedback and "why this ad". They carry all they need, so none asks for a key.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { ClickAnswer, FollowClick } from '../../actions/events/follow-click.ts'
import type { GiveFeedback } from '../../actions/events/give-feedback.ts'
import type { ReadWhy } from '../../actions/events/read-why.ts'
import { unknownLink } from '../../actions/events/link-event.ts'
import type { TrackEvent } from '../../actions/events/track-event.ts'
import { ServiceError } from '../../domain/errors.ts'
import { FEEDBACK_REASONS, REACTIONS, type Feedback } from '../../domain/feedback.ts'
import { EVENT_STATUSES } from '../../domain/ledger-event.ts'
import { linkUrl } from '../../domain/link-token.ts'
import { SLOT_FORMATS } from '../../domain/publisher.ts'
import { wantsImage, wantsJson, wantsPage } from '../accept.ts'
import { clockNotice } from '../pages/clock-notice.ts'
import { hitOf } from '../hit.ts'
import { sendPage } from '../pages/plain-page.ts'
import { errorSchema, oneOf } from '../schemas/common.ts'
import { Type } from '../../doors/type.ts'
import { thanksPage, whyJson, whyPage } from '../pages/why-page.ts'
import { languageAsked } from '../pages/why-words.ts'

export interface TrackingDeps {
  readonly config: { readonly baseUrl: string; readonly clockSpeed: number }
  readonly followClick: FollowClick
  readonly trackEvent: TrackEvent
  readonly giveFeedback: GiveFeedback
  readonly readWhy: ReadWhy
}

type WithToken = FastifyRequest<{ Params: { token: string } }>

export function registerTracking(app: FastifyInstance, deps: TrackingDeps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/c/:token',
    exposeHeadRoute: false,
    schema: {
      summary: 'Follow a click link',
      tags: ['Tracking'],
      access: 'open',
      params: TOKEN_PARAMS,
      produces: ['application/json', 'text/html'],
      response: CLICK_ANSWERS,
    },
    handler: async (request, reply) => {
      const { token } = (request as WithToken).params
      const hit = { ...hitOf(request), destination: request.headers['sec-fetch-dest'] as string | undefined }
      return answerClick(request, reply, await deps.followClick(token, hit, request.method === 'HEAD'))
    },
  })
  for (const [path, kind] of [
    ['i', 'impression'],
    ['v', 'viewable'],
  ] as const) {
    app.route({
      method: ['GET', 'HEAD'],
      url: `/${path}/:token`,
      exposeHeadRoute: false,
      schema: {
        summary: `Report an ad as ${kind === 'impression' ? 'shown' : 'seen'}`,
        tags: ['Tracking'],
        access: 'open',
        params: TOKEN_PARAMS,
        produces: ['image/gif'],
        response: VIEW_ANSWERS,
      },
      handler: async (request, reply) => {
        reply.headers({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'cross-origin' })
        const { token } = (request as WithToken).params
        await deps.trackEvent(kind, token, hitOf(request), request.method === 'HEAD')
        return wantsImage(request) ? reply.type('image/gif').send(GIF) : reply.code(204).send()
      },
    })
  }
  app.get(
    '/why/:token',
    {
      schema: {
        summary: 'Why this ad was shown',
        tags: ['Tracking'],
        access: 'open',
        params: TOKEN_PARAMS,
        produces: ['application/json', 'text/html'],
        response: { 200: WHY_ANSWER },
      },
    },
    async (request, reply) => {
      const { token } = (request as WithToken).params
      if (!wantsPage(request)) {
        const why = deps.readWhy(token)
        return reply
          .header('cache-control', 'no-store')
          .send(whyJson(why, linkUrl(deps.config.baseUrl, 'feedback', token)))
      }
      try {
        const page = whyPage(deps.readWhy(token), `${wayUp(request)}f/${token}`, readersLanguage(request))
        return sendPage(reply, 200, { ...page, body: clockNotice(deps.config.clockSpeed) + page.body })
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'not_found') return sendPage(reply, 404, UNKNOWN_PAGE)
        throw error
      }
    },
  )
  app.register(async (scope) => registerSaying(scope, deps))
}

const readersLanguage = ({ headers }: FastifyRequest) => languageAsked(headers['accept-language'])

/** From a page to what lies beside it, relative to the address as it was asked for: one that ends in a slash lies a step deeper. */
const wayUp = ({ url }: FastifyRequest): string => (url.split('?')[0]!.endsWith('/') ? '../../' : '../')

/** The advertiser may learn in which app its ad was clicked, never in which conversation, and nothing over plain HTTP. */
const CLICK_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'strict-origin',
  'x-robots-tag': 'noindex, nofollow',
}

function answerClick(request: FastifyRequest, reply: FastifyReply, answer: ClickAnswer): FastifyReply {
  reply.headers(CLICK_HEADERS)
  switch (answer.state) {
    case 'go':
      return reply
        .code(answer.recorded || request.method === 'HEAD' ? 302 : 303)
        .header('location', answer.location)
        .send()
    case 'not_yet':
      return reply.code(503).header('retry-after', '1').send()
    case 'unknown':
      if (wantsPage(request)) return sendPage(reply, 404, UNKNOWN_PAGE)
      throw unknownLink()
    case 'gone':
      // Whoever follows a link that old is most likely a person, whatever the client says that it takes.
      if (wantsPage(request) || !wantsJson(request)) return sendPage(reply, 410, GONE_PAGE)
      throw new ServiceError('not_found', 'This link is older than 30 days and leads nowhere any more', {
        isGone: true,
      })
    case 'unavailable':
      reply.header('retry-after', '5')
      if (wantsPage(request)) return sendPage(reply, 503, WAIT_PAGE)
      throw new ServiceError(
        'unavailable',
        'Where this link leads cannot be found out right now; follow it again in a few seconds',
        {
          retryAfterSeconds: 5,
        },
      )
  }
}

const UNKNOWN_PAGE = {
  title: 'This link does not work',
  body: '<p>It is damaged or was not made here. Go back and follow it again.</p>',
}
const GONE_PAGE = {
  title: 'This link has expired',
  body: '<p>It is more than 30 days old and leads nowhere any more.</p>',
}
const WAIT_PAGE = {
  title: 'One moment, please',
  body: '<p>The page behind this link cannot be found right now. Please try again in a few seconds.</p>',
}

/** One transparent pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const TOKEN_PARAMS = {
  type: 'object',
  properties: { token: { type: 'string', description: 'The signed part of a link, as it was answered' } },
}

const CLICK_ANSWERS = {
  302: { description: 'To the landing page; the click is durable' },
  303: { description: 'To the landing page; the click is not known to be recorded' },
  410: { ...errorSchema, description: 'Older than 30 days' },
  503: {
    ...errorSchema,
    description: 'A browser came of its own accord, or the landing page cannot be found out right now',
  },
}
const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()])
const WHY_ANSWER = Type.Object({
  impressionId: Type.String(),
  label: Type.String(),
  advertiser: orNull(Type.Object({ name: Type.String(), domain: Type.String() })),
  paidBy: orNull(Type.String()),
  shownIn: orNull(Type.String()),
  shownAt: Type.String({ format: 'date-time' }),
  format: oneOf(SLOT_FORMATS),
  test: Type.Boolean(),
  reason: Type.Object({ basis: Type.String(), text: Type.String() }),
  profileUsed: Type.Object({ text: Type.String() }),
  choices: Type.Object({
    text: Type.String(),
    reportUrl: Type.String({ format: 'uri' }),
    reactions: Type.Array(Type.String()),
  }),
})
const VIEW_ANSWERS = {
  200: { description: 'One transparent pixel, where an image is asked for' },
  204: { description: 'Otherwise' },
}

const FEEDBACK_BODY = {
  type: 'object',
  required: ['reaction'],
  properties: {
    reaction: { type: 'string', enum: [...REACTIONS] },
    reasons: {
      type: ['array', 'null'],
      maxItems: FEEDBACK_REASONS.length,
      items: { type: 'string', enum: [...FEEDBACK_REASONS] },
    },
    comment: {
      type: ['string', 'null'],
      maxLength: 1_000,
      description: 'Read by nobody and not kept; name reasons instead',
    },
  },
}

type FeedbackBody = Pick<Feedback, 'reaction'> & { readonly reasons?: Feedback['reasons'] | null }

function registerSaying(scope: FastifyInstance, deps: TrackingDeps): void {
  // The form on the "why" page works without a script, so it comes as browsers send forms.
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 8_192 },
    (_, text, done) => {
      const form = new URLSearchParams(text as string)
      done(null, { reaction: form.get('reaction') ?? undefined, reasons: form.getAll('reasons') })
    },
  )
  scope.post(
    '/f/:token',
    {
      bodyLimit: 8_192,
      schema: {
        summary: 'Say something about an ad',
        tags: ['Tracking'],
        access: 'open',
        params: TOKEN_PARAMS,
        consumes: ['application/json', 'application/x-www-form-urlencoded'],
        produces: ['application/json', 'text/html'],
        body: FEEDBACK_BODY,
        response: { 200: Type.Object({ status: oneOf(EVENT_STATUSES) }) },
        examples: [{ name: 'It is misleading', path: '/f/…', body: { reaction: 'report', reasons: ['misleading'] } }],
      },
    },
    async (request, reply) => {
      const { token } = (request as WithToken).params
      const { reaction, reasons } = request.body as FeedbackBody
      const status = await deps.giveFeedback(token, { reaction, reasons: reasons ?? [] })
      return wantsPage(request) ? sendPage(reply, 200, thanksPage(readersLanguage(request))) : reply.send({ status })
    },
  )
}

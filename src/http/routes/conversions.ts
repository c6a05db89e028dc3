// POST /api/v1/conversions: an advertiser's server reports a sale or a sign-up that came of a click; and GET …/postback: an affiliate network
// does, by opening an address.
import type { FastifyInstance, FastifyReply, onRequestHookHandler } from 'fastify'
import type { Static } from 'typebox'
import type { Conversion, RecordConversion } from '../../actions/events/record-conversion.ts'
import type { Caller } from '../../domain/api-key.ts'
import { invalid, ServiceError } from '../../domain/errors.ts'
import { EVENT_STATUSES } from '../../domain/ledger-event.ts'
import { TOKEN_CHARS_MAX } from '../../domain/link-token.ts'
import { parseMicros } from '../../domain/money.ts'
import { isTooLong } from '../../domain/said-text.ts'
import { callerOf, type Auth } from '../auth.ts'
import type { Repeatable } from '../idempotency.ts'
import { oneOf } from '../schemas/common.ts'
import { checkCurrency } from '../schemas/money.ts'
import { Type } from '../../doors/type.ts'

export interface ConversionsDeps {
  readonly config: { readonly currency: string }
  readonly auth: Pick<Auth, 'admit' | 'requires'>
  readonly repeatable: Repeatable
  readonly recordConversion: RecordConversion
}

export function registerConversions(app: FastifyInstance, deps: ConversionsDeps): void {
  app.post(
    '/api/v1/conversions',
    { onRequest: deps.auth.requires(), ...deps.repeatable, schema: SCHEMA },
    async (request, reply) => answer(reply, callerOf(request), request.body as ConversionBody),
  )

  app.get<{ Querystring: Static<typeof postbackSchema> }>(
    '/api/v1/conversions/postback',
    // Whoever only looks whether something is there sells nothing.
    { exposeHeadRoute: false, onRequest: keepOff, schema: POSTBACK },
    async (request, reply) => {
      const { key, ...query } = request.query
      const caller = deps.auth.admit({ headers: { 'x-api-key': key } }, reply.raw)
      demandPostbacksAlone(caller)
      return answer(reply, caller, bodyOf(query))
    },
  )

  async function answer(reply: FastifyReply, caller: Caller, body: ConversionBody) {
    const conversion = readConversion(body, deps.config.currency)
    const result = await deps.recordConversion(caller, conversion)
    return reply.send({ ...result, transactionId: conversion.transactionId })
  }
}

/** No cache keeps what was answered under an address with a key, also where that cannot be read. */
const keepOff: onRequestHookHandler = (_request, reply, done) => {
  reply.raw.setHeader('cache-control', 'no-store')
  done()
}

/** An address is kept by others and stands in their logs, so whoever reads it there may do nothing else. */
function demandPostbacksAlone({ advertiserId, scopes }: Caller): void {
  if (advertiserId !== undefined && [...scopes].every((scope) => scope === 'events:write')) return
  const message =
    "An address is read by many: its key must be an advertiser's with the scope events:write alone (aside keys create --advertiser adv_… --scopes events:write)"
  throw new ServiceError('scope_insufficient', message)
}

/** Networks fill in what they have; what they have not is empty. */
function bodyOf({ clickId, type, ...given }: Omit<Static<typeof postbackSchema>, 'key'>): ConversionBody {
  const kind = type || 'purchase'
  // One of a kind for each click is what a network means that numbers nothing. The token of a link is too long to name it.
  const transactionId = given.transactionId || (clickId.startsWith('imp_') ? `${kind} of ${clickId}` : '')
  if (transactionId === '' || isTooLong(transactionId, TRANSACTION_CHARS_MAX))
    throw invalid('transactionId', 'is needed, unless clickId is what {click_id} became', 'required')
  return {
    clickId,
    type: kind,
    transactionId,
    value: given.value || null,
    currency: given.currency || null,
  }
}

interface ConversionBody {
  readonly clickId?: string | null
  readonly impressionId?: string | null
  readonly transactionId: string
  readonly type: string
  readonly value?: string | null
  readonly currency?: string | null
  readonly occurredAt?: string | null
}

function readConversion(body: ConversionBody, currency: string): Conversion {
  const impressionId = body.clickId || body.impressionId
  if (!impressionId) throw invalid('clickId', 'or impressionId is needed', 'required')
  // A click may also be named by the token of its link.
  if (body.impressionId && impressionId !== body.impressionId && impressionId.startsWith('imp_'))
    throw invalid('impressionId', 'names another impression than clickId; send one of the two', 'oneOf')
  checkCurrency(body.currency, currency, 'currency')
  const occurredAtMs = body.occurredAt ? Date.parse(body.occurredAt) : undefined
  return {
    impressionId,
    sentAs: body.clickId ? 'clickId' : 'impressionId',
    transactionId: body.transactionId,
    type: body.type,
    ...(body.value != null && { valueMicros: parseMicros(body.value, 'value') }),
    ...(occurredAtMs !== undefined && { occurredAtMs }),
  }
}

const TRANSACTION_CHARS_MAX = 128
const TYPE_CHARS_MAX = 64
const ID = { type: ['string', 'null'], minLength: 1, maxLength: TOKEN_CHARS_MAX }

const ANSWER = Type.Object({
  impressionId: Type.String(),
  transactionId: Type.String(),
  status: oneOf(EVENT_STATUSES),
  reason: Type.Optional(Type.String({ description: 'Why it was ignored.' })),
  attribution: Type.Optional(oneOf(['click', 'view'], { description: 'What led to it.' })),
})

const SCHEMA = {
  summary: 'Report a conversion',
  description:
    'With the key of an advertiser or the operator. `clickId` is what the macro `{click_id}` put into the address of the landing page. A transaction counts once, however often it is sent.',
  tags: ['Tracking'],
  access: ['inventory:write', 'events:write'] as const,
  examples: [
    {
      name: 'A sale',
      body: { clickId: 'imp_…', transactionId: 'order-7', type: 'purchase', value: '49.90', currency: 'USD' },
    },
  ],
  body: {
    type: 'object',
    required: ['transactionId', 'type'],
    properties: {
      clickId: ID,
      impressionId: ID,
      transactionId: { type: 'string', minLength: 1, maxLength: TRANSACTION_CHARS_MAX },
      type: { type: 'string', minLength: 1, maxLength: TYPE_CHARS_MAX, description: 'Such as purchase or sign_up' },
      value: { type: ['string', 'null'], description: 'A decimal string such as "49.90"' },
      currency: { type: ['string', 'null'], maxLength: 3 },
      occurredAt: { type: ['string', 'null'], format: 'date-time' },
    },
  },
  response: { 200: ANSWER },
}

const postbackSchema = Type.Object({
  key: Type.String({
    minLength: 1,
    maxLength: 200,
    description: "An advertiser's, with the scope events:write alone.",
  }),
  clickId: Type.String({ minLength: 1, maxLength: TOKEN_CHARS_MAX }),
  transactionId: Type.Optional(
    Type.String({
      maxLength: TRANSACTION_CHARS_MAX,
      description: 'The number of the order; without it one conversion of a type counts for each click.',
    }),
  ),
  type: Type.Optional(Type.String({ maxLength: TYPE_CHARS_MAX, description: 'Default: purchase.' })),
  value: Type.Optional(Type.String({ maxLength: 40, description: 'A decimal number such as 49.90' })),
  currency: Type.Optional(Type.String({ maxLength: 3 })),
})

const POSTBACK = {
  summary: 'Report a conversion by opening an address',
  description:
    'For affiliate networks, which open an address when something was sold (a postback). What is empty counts as left out. Otherwise as `POST /api/v1/conversions`.',
  tags: ['Tracking'],
  access: 'open' as const,
  querystring: postbackSchema,
  examples: [
    {
      name: 'A sale',
      path: '/api/v1/conversions/postback?key=ak_live_…&clickId=imp_…&transactionId=order-7&value=49.90',
    },
  ],
  response: { 200: ANSWER },
}

// POST /api/v1/conversions: an advertiser's server reports a sale or a sign-up that came of a click.
import type { FastifyInstance } from 'fastify'
import type { Conversion, RecordConversion } from '../../actions/events/record-conversion.ts'
import { invalid } from '../../domain/errors.ts'
import { EVENT_STATUSES } from '../../domain/ledger-event.ts'
import { TOKEN_CHARS_MAX } from '../../domain/link-token.ts'
import { parseMicros } from '../../domain/money.ts'
import { callerOf, type Auth } from '../auth.ts'
import type { Repeatable } from '../idempotency.ts'
import { oneOf } from '../schemas/common.ts'
import { checkCurrency } from '../schemas/money.ts'
import { Type } from '../../doors/type.ts'

export interface ConversionsDeps {
  readonly config: { readonly currency: string }
  readonly auth: Pick<Auth, 'requires'>
  readonly repeatable: Repeatable
  readonly recordConversion: RecordConversion
}

export function registerConversions(app: FastifyInstance, deps: ConversionsDeps): void {
  app.post(
    '/api/v1/conversions',
    { onRequest: deps.auth.requires(), ...deps.repeatable, schema: SCHEMA },
    async (request, reply) => {
      const conversion = readConversion(request.body as ConversionBody, deps.config.currency)
      const result = await deps.recordConversion(callerOf(request), conversion)
      return reply.send({ ...result, transactionId: conversion.transactionId })
    },
  )
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

const ID = { type: ['string', 'null'], minLength: 1, maxLength: TOKEN_CHARS_MAX }

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
      transactionId: { type: 'string', minLength: 1, maxLength: 128 },
      type: { type: 'string', minLength: 1, maxLength: 64, description: 'Such as purchase or sign_up' },
      value: { type: ['string', 'null'], description: 'A decimal string such as "49.90"' },
      currency: { type: ['string', 'null'], maxLength: 3 },
      occurredAt: { type: ['string', 'null'], format: 'date-time' },
    },
  },
  response: {
    200: Type.Object({
      impressionId: Type.String(),
      transactionId: Type.String(),
      status: oneOf(EVENT_STATUSES),
      reason: Type.Optional(Type.String({ description: 'Why it was ignored.' })),
      attribution: Type.Optional(oneOf(['click', 'view'], { description: 'What led to it.' })),
    }),
  },
}

// /api/v1/webhooks: addresses that are told of events as they are accepted.
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { ManageWebhooks, Ping, SeenWebhook } from '../../actions/webhooks/manage-webhooks.ts'
import {
  UNHEARD_REASONS,
  WEBHOOK_KINDS,
  WEBHOOK_STATUSES,
  type WebhookKind,
  type WebhookStatus,
} from '../../domain/webhook.ts'
import { callerOf } from '../auth.ts'
import { oneOf, optional } from '../schemas/common.ts'
import { idSchema, isoTime, paramsSchema, timeSchema } from '../schemas/resource.ts'
import type { ResourceKit } from './resource.ts'
import { Type } from '../../doors/type.ts'

export interface WebhooksDeps extends Pick<ResourceKit, 'auth' | 'repeatable'> {
  readonly webhooks: ManageWebhooks
}

export function registerWebhooks(app: FastifyInstance, { auth, repeatable, webhooks }: WebhooksDeps): void {
  const onRequest = auth.requires('reports:read')
  const shared = { tags: ['Webhooks'], access: 'reports:read' as const }
  app.post<{ Body: Static<typeof newSchema> }>(
    '/api/v1/webhooks',
    {
      onRequest,
      ...repeatable,
      schema: {
        ...shared,
        summary: 'Make a webhook',
        description:
          'Accepted events are posted to the address as JSON, signed in `Aside-Signature`, until it answers 2xx: up to 12 times ' +
          'within a good day. The secret is shown once. An advertiser or publisher hears of its own events. Reversals are not told. ' +
          'Operators and advertisers also hear of what became of ads and money: `ad_review`, `total_budget_spent`, `low_funds` and `no_funds`.',
        examples: [
          {
            name: 'Clicks and sales as they come',
            body: { url: 'https://hooks.feather.example/aside', events: ['click', 'conversion'] },
            status: 201,
          },
        ],
        body: newSchema,
        response: { 201: Type.Object({ ...fields, secret: Type.String() }) },
      },
    },
    async (request, reply) => {
      const { url, events, owner } = request.body
      const kinds = events as WebhookKind[]
      const made = await webhooks.create(callerOf(request), { url, kinds, owner: owner ?? undefined }, request.ids)
      reply.code(201)
      return { ...onWire(made), secret: made.secret }
    },
  )
  app.get(
    '/api/v1/webhooks',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'List webhooks',
        response: { 200: Type.Object({ data: Type.Array(Type.Object(fields)), nextCursor: Type.Null() }) },
      },
    },
    async (request) => ({ data: (await webhooks.list(callerOf(request))).map(onWire), nextCursor: null }),
  )
  app.get<{ Params: { id: string } }>(
    '/api/v1/webhooks/:id',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'Read a webhook',
        params: paramsSchema,
        response: { 200: Type.Object(fields) },
      },
    },
    async (request) => onWire(await webhooks.read(callerOf(request), request.params.id)),
  )
  app.patch<{ Params: { id: string }; Body: Static<typeof changeSchema> }>(
    '/api/v1/webhooks/:id',
    {
      onRequest,
      ...repeatable,
      schema: {
        ...shared,
        summary: 'Change a webhook',
        description:
          'The secret stays. What waits, also of events that it does not hear of any more, goes to the new address, at once and as if it had never been tried. ' +
          'While it is `paused` nothing is sent, and what comes waits, up to 10,000 messages; `active` sends it.',
        examples: [
          {
            name: 'Another address',
            path: '/api/v1/webhooks/wh_…',
            body: { url: 'https://hooks.feather.example/aside/v2' },
          },
          { name: 'A while of quiet', path: '/api/v1/webhooks/wh_…', body: { status: 'paused' } },
        ],
        params: paramsSchema,
        body: changeSchema,
        response: { 200: Type.Object(fields) },
      },
    },
    async (request) => {
      const { url, events, status, owner } = request.body
      const change = {
        url,
        kinds: events as WebhookKind[] | undefined,
        status: status as WebhookStatus | undefined,
        owner: owner ?? undefined,
      }
      return onWire(await webhooks.change(callerOf(request), request.params.id, change))
    },
  )
  app.delete<{ Params: { id: string } }>(
    '/api/v1/webhooks/:id',
    {
      onRequest,
      ...repeatable,
      schema: {
        ...shared,
        summary: 'Remove a webhook',
        description: 'What still waits for it is dropped.',
        params: paramsSchema,
        response: { 200: Type.Object({ id: Type.String() }) },
      },
    },
    async (request) => {
      const { id } = request.params
      await webhooks.remove(callerOf(request), id)
      return { id }
    },
  )
  app.post<{ Params: { id: string } }>(
    '/api/v1/webhooks/:id/ping',
    {
      onRequest,
      ...repeatable,
      schema: {
        ...shared,
        summary: 'Try a webhook',
        description:
          'Sends one signed message of the type `ping` to the address, now and once, and says what came back. What waits is left as it is. ' +
          'A key may have 8 under way.',
        examples: [{ name: 'Does the receiver hear?', path: '/api/v1/webhooks/wh_…/ping' }],
        params: paramsSchema,
        response: { 200: pingSchema },
      },
    },
    async (request) => pingOnWire(await webhooks.ping(callerOf(request), request.params.id, request.ids)),
  )
}

function pingOnWire({ id, heard, statusCode, durationMs, ...more }: Ping) {
  return { id, delivered: heard, statusCode, durationMs, ...more }
}

function onWire({ id, owner, url, kinds, status, createdAtMs, waiting, dropped, lastFailure }: SeenWebhook) {
  const failed = lastFailure && failureOnWire(lastFailure)
  const of = { id, ...(owner !== '' && { owner }), url, events: kinds, status, waiting, dropped }
  return { ...of, ...(failed && { lastFailure: failed }), createdAt: isoTime(createdAtMs) }
}

function failureOnWire({ atMs, ...why }: NonNullable<SeenWebhook['lastFailure']>) {
  return { at: isoTime(atMs), ...why }
}

const urlSchema = Type.String({ minLength: 1, maxLength: 2_000, description: 'https, on a public host.' })
const eventsSchema = Type.Array(oneOf(WEBHOOK_KINDS), { minItems: 1, maxItems: WEBHOOK_KINDS.length })
const newSchema = Type.Object({
  url: urlSchema,
  events: eventsSchema,
  owner: optional(
    Type.Unsafe<string>({ ...idSchema, description: 'For operators: whose events; absent: everybody’s.' }),
  ),
})
const changeSchema = Type.Object({
  url: Type.Optional(urlSchema),
  events: Type.Optional(eventsSchema),
  status: Type.Optional(oneOf(WEBHOOK_STATUSES, { description: 'While it is paused, messages wait.' })),
  owner: optional(Type.Unsafe<string>({ ...idSchema, description: 'As it is: it cannot be changed.' })),
})
const fields = {
  id: Type.String(),
  owner: Type.Optional(Type.String()),
  url: Type.String(),
  events: Type.Array(oneOf(WEBHOOK_KINDS)),
  status: oneOf(WEBHOOK_STATUSES),
  waiting: Type.Integer({ description: 'Messages that its receiver has not taken yet.' }),
  dropped: Type.Integer({ description: 'Messages that were given up, or came while 10,000 waited.' }),
  lastFailure: Type.Optional(
    Type.Object(
      {
        at: timeSchema,
        reason: oneOf(UNHEARD_REASONS),
        detail: Type.String({ description: 'The same in a sentence.' }),
        statusCode: Type.Optional(Type.Integer()),
      },
      { description: 'The last attempt, where the receiver did not take it; gone once it takes one.' },
    ),
  ),
  createdAt: timeSchema,
}

const pingSchema = Type.Object({
  id: Type.String({ description: 'Of the message, as the receiver reads it.' }),
  delivered: Type.Boolean({ description: 'Whether the receiver answered with 2xx.' }),
  statusCode: Type.Optional(Type.Integer({ description: 'What the receiver answered; absent where it did not.' })),
  durationMs: Type.Integer({ description: 'Until it answered, or was given up.' }),
  reason: Type.Optional(oneOf(UNHEARD_REASONS, { description: 'Why it was not delivered.' })),
  detail: Type.Optional(Type.String({ description: 'The same in a sentence.' })),
})

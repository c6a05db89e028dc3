// POST /api/v1/events: views, clicks and more in batches, from pages (beacons without a key) and from servers.
import type { FastifyInstance } from 'fastify'
import {
  type BrokenEvent,
  REPORTED_KINDS,
  type ReportedEvent,
  type ReportedKind,
  type TrackEvents,
} from '../../actions/events/track-events.ts'
import { DAY_MS } from '../../base/clock.ts'
import { EVENT_STATUSES } from '../../domain/ledger-event.ts'
import { isTooLong } from '../../domain/said-text.ts'
import { parseJson } from '../../doors/json-body.ts'
import type { Auth } from '../auth.ts'
import { hitOf } from '../hit.ts'
import type { Repeatable } from '../idempotency.ts'
import { oneOf, optional } from '../schemas/common.ts'
import { Type } from '../../doors/type.ts'

export interface EventsDeps {
  readonly auth: Pick<Auth, 'optional'>
  readonly repeatableEvents: Repeatable
  readonly trackEvents: TrackEvents
}

export const EVENTS_MAX = 100

export function registerEvents(app: FastifyInstance, { auth, repeatableEvents, trackEvents }: EventsDeps): void {
  app.register(async (scope) => {
    // navigator.sendBeacon sends text, which needs no preflight.
    scope.addContentTypeParser(/^text\/plain/, { parseAs: 'buffer' }, (_, bytes, done) => {
      try {
        done(null, parseJson(bytes as Buffer))
      } catch (error) {
        done(error as Error, undefined)
      }
    })
    scope.post(
      '/api/v1/events',
      { onRequest: auth.optional, ...repeatableEvents, schema: SCHEMA },
      async (request, reply) => {
        const { events } = request.body as { events: unknown[] }
        const results = await trackEvents(events.map(readEvent), request.caller, hitOf(request))
        return reply.send({ results })
      },
    )
  })
}

/** One event as the action wants it, or what is wrong with it: a bad one must not fail the others. */
function readEvent(event: unknown): ReportedEvent | BrokenEvent {
  if (typeof event !== 'object' || event === null) return { fault: 'must be an object' }
  const { type, token, impressionId, eventId, occurredAt, durationMs } = event as Record<string, unknown>
  const base = typeof eventId === 'string' && !isTooLong(eventId, ID_CHARS) ? { eventId } : {}
  const fail = (fault: string): BrokenEvent => ({ ...base, fault })
  if (eventId !== undefined && eventId !== null && !('eventId' in base))
    return fail(`eventId must be a text of at most ${ID_CHARS} characters`)
  if (!isKind(type)) return fail(`type must be one of ${REPORTED_KINDS.join(', ')}`)
  const named =
    typeof token === 'string' && token !== ''
      ? { token }
      : typeof impressionId === 'string' && impressionId !== ''
        ? { impressionId }
        : undefined
  if (named === undefined) return fail('needs a token or an impressionId')
  const occurredAtMs = timeOf(occurredAt)
  if (Number.isNaN(occurredAtMs)) return fail('occurredAt must be a time such as "2026-11-21T10:00:00Z"')
  if (!isDuration(durationMs)) return fail('durationMs must be a number of milliseconds')
  return {
    kind: type,
    ...named,
    ...base,
    ...(occurredAtMs !== undefined && { occurredAtMs }),
    ...(typeof durationMs === 'number' && { durationMs: Math.min(Math.round(durationMs), DAY_MS) }),
  }
}

const ID_CHARS = 128

function isKind(type: unknown): type is ReportedKind {
  return REPORTED_KINDS.includes(type as ReportedKind)
}

/** Epoch milliseconds; undefined where none was sent, NaN where it cannot be read. */
function timeOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : Number.NaN
  return typeof value === 'string' ? Date.parse(value) : Number.NaN
}

function isDuration(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'number' && Number.isFinite(value) && value >= 0)
}

const EVENTS_COUNT = { minItems: 1, maxItems: EVENTS_MAX }

const event = Type.Object({
  type: oneOf(REPORTED_KINDS),
  token: optional(Type.String({ description: 'The last part of the path of any link of the ad; needs no key.' })),
  impressionId: optional(Type.String({ description: 'In place of the token; needs a key with `events:write`.' })),
  eventId: optional(Type.String({ maxLength: ID_CHARS, description: 'Yours; comes back with the result.' })),
  occurredAt: optional(
    Type.Union([Type.String({ format: 'date-time' }), Type.Integer()], {
      description: 'A time, or epoch milliseconds; kept beside the time of arrival, by which reports count.',
    }),
  ),
  durationMs: optional(Type.Number({ minimum: 0, description: 'Of `view_time`.' })),
})

const result = Type.Object({
  eventId: Type.Optional(Type.String()),
  status: oneOf(EVENT_STATUSES),
  reason: Type.Optional(Type.String({ description: 'Why it was ignored.' })),
  message: Type.Optional(Type.String({ description: 'What was wrong with an `invalid_event` or an `invalid_token`.' })),
})

const SCHEMA = {
  summary: 'Report events',
  description:
    'Up to 100 events. Each gets a result in `results`, in order. An event with a `token` needs no key; one with an `impressionId` needs a key with `events:write`. As text/plain too, which is how browsers send beacons.',
  consumes: ['application/json', 'text/plain'],
  tags: ['Tracking'],
  access: 'optional' as const,
  examples: [
    {
      name: 'An ad came into view, and was closed',
      body: {
        events: [
          { type: 'impression', impressionId: 'imp_…', eventId: 'e1', occurredAt: '2026-11-21T10:00:00Z' },
          { type: 'viewable', impressionId: 'imp_…', eventId: 'e2' },
          { type: 'view_time', impressionId: 'imp_…', eventId: 'e3', durationMs: 2_400 },
          { type: 'dismiss', impressionId: 'imp_…', eventId: 'e4' },
        ],
      },
    },
  ],
  body: Type.Object({ events: Type.Array(Type.Unknown(), EVENTS_COUNT) }),
  describedBody: Type.Object({ events: Type.Array(event, EVENTS_COUNT) }),
  response: { 200: Type.Object({ results: Type.Array(result, { description: 'One for each event, in order.' }) }) },
}

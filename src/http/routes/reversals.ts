// /api/v1/reversals and /api/v1/adjustments: what operators put right in the books, always with new entries.
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { AdjustBalance } from '../../actions/books/adjust-balance.ts'
import type { ListReversals, ReversalTold } from '../../actions/books/list-reversals.ts'
import { FACTS_MAX, type ReverseEvents } from '../../actions/books/reverse-events.ts'
import { invalid } from '../../domain/errors.ts'
import { EVENT_KINDS, type EventKind } from '../../domain/ledger-event.ts'
import { moneyOnWire, parseSignedMicros } from '../../domain/money.ts'
import type { FactFilter, FactName } from '../../domain/settlement.ts'
import { callerOf } from '../auth.ts'
import { oneOf, optional } from '../schemas/common.ts'
import { checkCurrency, currencySchema, moneySchema } from '../schemas/money.ts'
import {
  idSchema,
  isoTime,
  pageSchema,
  pagingFields,
  paramsSchema,
  readTime,
  timeSchema,
  withoutNulls,
} from '../schemas/resource.ts'
import type { ResourceKit } from './resource.ts'
import { Type } from '../../doors/type.ts'

export interface ReversalsDeps extends ResourceKit {
  readonly reverseEvents: ReverseEvents
  readonly reversals: ListReversals
  readonly adjustBalance: AdjustBalance
}

export function registerReversals(app: FastifyInstance, deps: ReversalsDeps): void {
  const { auth, repeatable } = deps
  const { currency } = deps.config
  const guarded = { onRequest: auth.requires('admin'), ...repeatable }
  app.post<{ Body: Static<typeof reversalSchema> }>(
    '/api/v1/reversals',
    {
      ...guarded,
      bodyLimit: BODY_BYTES,
      schema: {
        summary: 'Take events back that were found invalid later',
        description:
          'Refunds the advertiser to the micro, takes the same from the publisher (from what is pending, else from what is ' +
          'available), frees the budgets and corrects the reports, with new entries alone. An event is taken back once: the ' +
          'same call again changes nothing. A filter takes at most 10,000 events a call; `more` says whether to call again. ' +
          'A dry run makes nothing, nor does a call that finds nothing to take back: both are answered with 200 and without an `id`.',
        tags: ['Ledger'],
        access: 'admin',
        body: reversalSchema,
        response: { 200: reversalResultSchema, 201: reversalResultSchema },
        examples: [
          {
            name: 'What it would take back of one impression',
            body: { reason: 'clicks of a script', events: ['imp_…:click'], dryRun: true },
          },
          {
            name: 'Take its click back',
            body: { reason: 'clicks of a script', events: ['imp_…:click'] },
            status: 201,
          },
        ],
      },
    },
    async (request, reply) => {
      const { events, filter, reason, dryRun } = request.body
      const asked = {
        reason,
        dryRun: dryRun ?? false,
        facts: events?.map(readFact),
        filter: filter ? readFilter(filter) : undefined,
      }
      const result = await deps.reverseEvents(callerOf(request), asked, request.ids)
      const { refundedMicros, publisherMicros, toMs, ...counts } = result
      reply.code(result.id === undefined ? 200 : 201)
      return {
        ...counts,
        dryRun: dryRun ?? false,
        ...(toMs !== undefined && { to: isoTime(toMs) }),
        refunded: moneyOnWire(refundedMicros, currency),
        takenFromPublishers: moneyOnWire(publisherMicros, currency),
      }
    },
  )
  const onRequest = auth.requires('admin')
  const shared = { tags: ['Ledger'], access: 'admin' as const }
  app.get<{ Querystring: { limit?: number; cursor?: string } }>(
    '/api/v1/reversals',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'List what was taken back',
        description: 'Newest first: each reversal that took something back, with why, by whom, and what it came to.',
        querystring: Type.Object(pagingFields),
        response: { 200: pageSchema(toldSchema) },
        examples: [{ name: 'The last ones', path: '/api/v1/reversals?limit=10' }],
      },
    },
    async (request) => {
      const { limit = 50, cursor } = request.query
      const { data, nextCursor } = await deps.reversals.list(callerOf(request), {
        limit,
        ...(cursor !== undefined && { cursor }),
      })
      return { data: data.map((one) => toldOnWire(one, currency)), nextCursor: nextCursor ?? null }
    },
  )
  app.get<{ Params: { id: string } }>(
    '/api/v1/reversals/:id',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'Read what was taken back',
        params: paramsSchema,
        response: { 200: toldSchema },
      },
    },
    async (request) => toldOnWire(await deps.reversals.find(callerOf(request), request.params.id), currency),
  )
  app.post<{ Body: Static<typeof adjustmentSchema> }>(
    '/api/v1/adjustments',
    {
      ...guarded,
      schema: {
        summary: 'Credit or correct a balance',
        description:
          'In favour of an advertiser or publisher, or with a minus against it. The same `reference` posts once.',
        tags: ['Ledger'],
        access: 'admin',
        body: adjustmentSchema,
        response: { 201: adjustmentResultSchema },
        examples: [
          {
            name: 'Make good for an outage',
            body: { publisherId: 'pub_…', amount: '60.00', reference: 'outage of 3 November' },
            status: 201,
          },
        ],
      },
    },
    async (request, reply) => {
      const { amount, currency: given, reference, advertiserId, publisherId } = request.body
      checkCurrency(given, currency, 'currency')
      const amountMicros = parseSignedMicros(amount, 'amount')
      const of = withoutNulls({ advertiserId, publisherId })
      const result = await deps.adjustBalance(callerOf(request), { ...of, amountMicros, reference })
      reply.code(201)
      const { balanceMicros, repeated } = result
      const money = { amount: moneyOnWire(amountMicros, currency), balance: moneyOnWire(balanceMicros, currency) }
      return { ...of, ...money, reference, repeated }
    },
  )
}

/** Ten thousand names of events. */
const BODY_BYTES = 2 * 1024 * 1024

/** An object, or its short form `imp_…[:kind[:transaction]]`, which is how the ledger's references read. */
function readFact(event: Static<typeof eventSchema> | string, i: number): FactName {
  if (typeof event !== 'string') {
    const { impressionId, type, transactionId } = event
    return { impressionId, ...(type != null && { kind: type as EventKind }), factKey: transactionId ?? '' }
  }
  const [impressionId = '', kind, ...rest] = event.replace(/^(charge|reversal):/, '').split(':')
  if (kind === undefined) return { impressionId }
  if (!EVENT_KINDS.includes(kind as EventKind)) {
    throw invalid(`events[${i}]`, `names no kind of event; there are ${EVENT_KINDS.join(', ')}`, 'enum')
  }
  return { impressionId, kind: kind as EventKind, factKey: rest.join(':') }
}

function readFilter(filter: Static<typeof filterSchema>): FactFilter {
  const { from, to, types, publisherId, advertiserId, campaignId, adId, country, slot } = filter
  // One by one: a name that nobody knows narrows nothing, and must not pass for one that does.
  const narrowing = withoutNulls({ publisherId, advertiserId, campaignId, adId, country, slot })
  const fromMs = readTime(from)
  const toMs = readTime(to)
  if (Object.keys(narrowing).length === 0 && fromMs == null) {
    throw invalid('filter', 'must name whose events, or from when', 'minProperties')
  }
  return {
    ...narrowing,
    ...(types != null && { kinds: types as EventKind[] }),
    ...(fromMs != null && { fromMs }),
    ...(toMs != null && { toMs }),
  }
}

function toldOnWire({ document, sums, keyName }: ReversalTold, currency: string) {
  const { reason, keyId, named, filter } = document.body
  return {
    id: document.id,
    reason,
    ...(named !== undefined && { named }),
    ...(filter && { filter: filterOnWire(filter) }),
    reversed: sums.reversed,
    refunded: moneyOnWire(sums.refundedMicros, currency),
    takenFromPublishers: moneyOnWire(sums.publisherMicros, currency),
    createdAt: isoTime(document.atMs),
    ...(keyId !== undefined && { keyId }),
    ...(keyName !== undefined && { keyName }),
  }
}

function filterOnWire({ kinds, fromMs, toMs, impressionIds: _, ...named }: FactFilter) {
  return {
    ...named,
    ...(kinds && { types: kinds }),
    ...(fromMs !== undefined && { from: isoTime(fromMs) }),
    ...(toMs !== undefined && { to: isoTime(toMs) }),
  }
}

const eventSchema = Type.Object({
  impressionId: idSchema,
  type: optional(oneOf(EVENT_KINDS, { description: 'Absent: every valid event of the impression.' })),
  transactionId: optional(Type.String({ maxLength: 128, description: 'Of a conversion.' })),
})
const filterSchema = Type.Object({
  publisherId: optional(idSchema),
  advertiserId: optional(idSchema),
  campaignId: optional(idSchema),
  adId: optional(idSchema),
  country: optional(Type.String({ maxLength: 2 })),
  slot: optional(Type.String({ maxLength: 64 })),
  types: optional(Type.Array(oneOf(EVENT_KINDS), { minItems: 1, maxItems: EVENT_KINDS.length })),
  from: optional(timeSchema),
  to: optional(timeSchema),
})
const reversalSchema = Type.Object({
  reason: Type.String({ minLength: 1, maxLength: 500, description: 'Kept in the books.' }),
  events: optional(
    Type.Array(Type.Union([eventSchema, Type.String({ maxLength: 400 })]), {
      minItems: 1,
      maxItems: FACTS_MAX,
      description: 'Objects, or texts such as "imp_…:click", as the ledger names them.',
    }),
  ),
  filter: optional(filterSchema),
  dryRun: optional(Type.Boolean({ description: 'Add up what would be taken back, and change nothing.' })),
})
const reversalResultSchema = Type.Object({
  id: Type.Optional(Type.String({ description: 'Absent where nothing was taken back, as in a dry run.' })),
  reversed: Type.Integer({
    description: 'Events that no longer count; a click or view takes the impression along that it implied.',
  }),
  already: Type.Integer({ description: 'Events that had been taken back before.' }),
  unknown: Type.Integer({ description: 'Named events that are not on record, or never counted.' }),
  more: Type.Boolean(),
  dryRun: Type.Boolean(),
  to: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'Of a dry run with a filter: what arrived from then on was not looked at. With it as `to` the call takes back what was added up, and nothing that came since.',
    }),
  ),
  refunded: moneySchema,
  takenFromPublishers: moneySchema,
})
const toldSchema = Type.Object({
  id: Type.String(),
  reason: Type.String(),
  named: Type.Optional(Type.Integer({ description: 'So many events were named.' })),
  filter: Type.Optional(
    Type.Unsafe<object>({
      ...filterSchema,
      description: 'Or what was taken back was said by this. It, `named` and `keyId` are absent on older ones.',
    }),
  ),
  reversed: Type.Integer({
    description: 'Events that no longer count, with impressions that clicks or views implied.',
  }),
  refunded: moneySchema,
  takenFromPublishers: moneySchema,
  createdAt: timeSchema,
  keyId: Type.Optional(Type.String({ description: 'The key that did it; `key_operator` is the operator’s own.' })),
  keyName: Type.Optional(Type.String({ description: 'What that key is called now.' })),
})
const adjustmentSchema = Type.Object({
  advertiserId: optional(idSchema),
  publisherId: optional(idSchema),
  amount: Type.String({ maxLength: 20, description: 'A decimal string such as "5.00" or "-1.50".' }),
  currency: optional(currencySchema),
  reference: Type.String({ minLength: 1, maxLength: 200, description: 'Why; what the books show for it.' }),
})
const adjustmentResultSchema = Type.Object({
  advertiserId: Type.Optional(Type.String()),
  publisherId: Type.Optional(Type.String()),
  amount: moneySchema,
  balance: moneySchema,
  reference: Type.String(),
  repeated: Type.Boolean({ description: 'True where this was in the books already.' }),
})

// What was decided lately and why: one decision by its request id, or the newest ones.
import type { FastifyInstance } from 'fastify'
import type { DecisionsAsked, PastDecision, ReadDecisions } from '../../actions/decisions/read-decisions.ts'
import { NO_FILL_CODES } from '../../domain/decision.ts'
import { moneyOnWire } from '../../domain/money.ts'
import { type Auth, callerOf } from '../auth.ts'
import { presentExplanation } from '../present-explanation.ts'
import { pastDecisionSchema } from '../schemas/decision.ts'
import { idSchema, pageSchema, pagingFields } from '../schemas/resource.ts'
import { Type } from '../../doors/type.ts'

export interface DecisionsDeps {
  readonly auth: Pick<Auth, 'requires'>
  readonly config: { readonly currency: string }
  readonly readDecisions: ReadDecisions
}

export function registerDecisions(app: FastifyInstance, { auth, config, readDecisions }: DecisionsDeps): void {
  const present = (decision: PastDecision) => presentDecision(decision, config.currency)

  app.get('/api/v1/decisions', { onRequest: auth.requires('ads:explain'), schema: LIST_SCHEMA }, async (request) => {
    const { limit, cursor, ...of } = request.query as { limit: number; cursor?: string } & DecisionsAsked
    const { decisions, hasMore } = await readDecisions.newest(callerOf(request), limit, { ...of, olderThan: cursor })
    return { data: decisions.map(present), nextCursor: hasMore ? decisions.at(-1)!.requestId : null }
  })

  app.get(
    '/api/v1/decisions/slots',
    { onRequest: auth.requires('ads:explain'), schema: SLOTS_SCHEMA },
    async (request) => {
      const of = request.query as DecisionsAsked
      const { decisions, sinceMs, slots } = await readDecisions.bySlot(callerOf(request), of)
      return {
        decisions,
        since: sinceMs === undefined ? null : new Date(sinceMs).toISOString(),
        data: slots,
        nextCursor: null,
      }
    },
  )

  app.get(
    '/api/v1/decisions/:requestId',
    { onRequest: auth.requires('ads:explain'), schema: ONE_SCHEMA },
    (request) => {
      const { requestId } = request.params as { requestId: string }
      return present(readDecisions.one(callerOf(request), requestId))
    },
  )
}

function presentDecision({ atMs, slots, signals, stages, candidates, ...decision }: PastDecision, currency: string) {
  return {
    ...decision,
    decidedAt: new Date(atMs).toISOString(),
    slots: slots.map(({ ads, noFill, ...slot }) => ({
      ...slot,
      ads: ads.map(({ priceMicros, ...ad }) => ({ ...ad, price: moneyOnWire(priceMicros, currency) })),
      ...(noFill && { noFill: { ...noFill, code: NO_FILL_CODES[noFill.reason] } }),
    })),
    explain: presentExplanation({ signals, stages, candidates }, currency),
  }
}

const of = {
  test: Type.Optional(Type.Boolean({ description: 'Those of tests alone, or none of them; without it all.' })),
  publisherId: Type.Optional(idSchema),
}

const LIST_SCHEMA = {
  summary: 'The newest decisions',
  description:
    'The last 10,000 decisions of this process are kept in memory: they are listed newest first, and each is read by its id. A page whose decisions are forgotten by now is empty. A publisher sees its own, an operator all.',
  tags: ['Decisions'],
  access: 'ads:explain' as const,
  querystring: Type.Object({
    ...pagingFields,
    ...of,
  }),
  response: { 200: pageSchema(pastDecisionSchema) },
}

const SLOTS_SCHEMA = {
  summary: 'What became of each slot',
  description:
    'Counted over the last 10,000 decisions of this process: how often each slot was asked for and filled, and why it stayed empty. A publisher sees its own, an operator all.',
  tags: ['Decisions'],
  access: 'ads:explain' as const,
  querystring: Type.Object(of),
  response: {
    200: Type.Object({
      decisions: Type.Integer({ description: 'So many were counted.' }),
      since: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description: 'Of the oldest one.' }),
      data: Type.Array(
        Type.Object({
          publisherId: Type.String(),
          slotId: Type.String(),
          format: Type.String(),
          requests: Type.Integer(),
          filled: Type.Integer({ description: 'With one ad at least.' }),
          empty: Type.Record(Type.String(), Type.Integer(), { description: 'The others by their reason.' }),
        }),
        { description: 'Most asked for first; beyond 200 slots the others count as (other).' },
      ),
      nextCursor: Type.Null(),
    }),
  },
}

const ONE_SCHEMA = {
  summary: 'One decision and why it came out so',
  tags: ['Decisions'],
  access: 'ads:explain' as const,
  params: Type.Object({ requestId: Type.String({ maxLength: 64 }) }),
  response: { 200: pastDecisionSchema },
}

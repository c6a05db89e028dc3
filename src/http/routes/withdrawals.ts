// /api/v1/withdrawals, and what a publisher has: pending, available, on its way.
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { SettleEarnings, Withdrawal } from '../../actions/books/settle-earnings.ts'
import { moneyOnWire, parseMicros } from '../../domain/money.ts'
import { type DocumentStatus, statusOf } from '../../domain/settlement.ts'
import { callerOf } from '../auth.ts'
import { idempotencyKeyOf } from '../idempotency.ts'
import { oneOf, optional } from '../schemas/common.ts'
import {
  amountSchema,
  type Books,
  checkCurrency,
  currencySchema,
  isSimulated,
  moneySchema,
  simulatedSchema,
} from '../schemas/money.ts'
import { payoutMethodSchema } from '../schemas/publisher.ts'
import {
  idSchema,
  isoTime,
  pageSchema,
  pagingFields,
  paramsSchema,
  timeSchema,
  withoutNulls,
} from '../schemas/resource.ts'
import type { ResourceKit } from './resource.ts'
import { Type } from '../../doors/type.ts'

export interface WithdrawalsDeps extends Omit<ResourceKit, 'config'> {
  readonly config: Books & { readonly minWithdrawal: string }
  readonly settleEarnings: SettleEarnings
}

export function registerWithdrawals(app: FastifyInstance, deps: WithdrawalsDeps): void {
  const { auth, repeatable, settleEarnings } = deps
  const { currency } = deps.config
  const onRequest = auth.requires('reports:read')
  const shared = { tags: ['Settlement'], access: 'reports:read' as const }
  const onWire = (withdrawal: Withdrawal) => withdrawalOnWire(withdrawal, deps.config)

  app.get<{ Params: { id: string } }>(
    '/api/v1/publishers/:id/balance',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'Read what a publisher has earned',
        description:
          'Earnings are pending for 7 days and then available. Available can be below zero where paid earnings were reversed.',
        params: paramsSchema,
        response: { 200: balanceSchema },
      },
    },
    async (request) => {
      const { id } = request.params
      const balance = await settleEarnings.balance(callerOf(request), id)
      return {
        publisherId: id,
        pending: moneyOnWire(balance.pendingMicros, currency),
        available: moneyOnWire(balance.availableMicros, currency),
        inTransit: moneyOnWire(balance.inTransitMicros, currency),
        paid: moneyOnWire(balance.paidMicros, currency),
        minimumWithdrawal: moneyOnWire(parseMicros(deps.config.minWithdrawal, 'minWithdrawal'), currency),
        test: isSimulated(deps.config),
      }
    },
  )
  app.get<{ Querystring: Static<typeof listSchema> }>(
    '/api/v1/withdrawals',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'List withdrawals',
        description: 'Newest first. A publisher sees its own.',
        querystring: listSchema,
        response: { 200: pageSchema(withdrawalSchema) },
      },
    },
    async (request) => {
      const { query } = request
      const { data, nextCursor } = await settleEarnings.list(callerOf(request), { ...query, limit: query.limit ?? 50 })
      return { data: data.map(onWire), nextCursor: nextCursor ?? null }
    },
  )
  app.get<{ Params: { id: string } }>(
    '/api/v1/withdrawals/:id',
    {
      onRequest,
      schema: { ...shared, summary: 'Read a withdrawal', params: paramsSchema, response: { 200: withdrawalSchema } },
    },
    async (request) => onWire(await settleEarnings.find(callerOf(request), request.params.id)),
  )
  app.post<{ Body: Static<typeof newSchema> }>(
    '/api/v1/withdrawals',
    {
      onRequest,
      ...repeatable,
      schema: {
        ...shared,
        summary: 'Withdraw earnings',
        description:
          'Takes an amount out of what is available, to the payout method that the operator has set on the publisher. Without an ' +
          'amount: all of it, in whole minor units; the rest stays. 409 where less is available or no payout method is set.',
        body: newSchema,
        response: { 201: withdrawalSchema },
        examples: [{ name: 'A part of it', body: { publisherId: 'pub_…', amount: '25.00' }, status: 201 }],
      },
    },
    async (request, reply) => {
      const { publisherId, amount, currency: given } = withoutNulls(request.body)
      checkCurrency(given, currency, 'currency')
      const made = await settleEarnings.withdraw(callerOf(request), {
        publisherId,
        amountMicros: amount === undefined ? undefined : parseMicros(amount, 'amount'),
        idempotencyKey: idempotencyKeyOf(request),
      })
      reply.code(201)
      return onWire(made)
    },
  )
  app.patch<{ Params: { id: string }; Body: Static<typeof changeSchema> }>(
    '/api/v1/withdrawals/:id',
    {
      onRequest,
      ...repeatable,
      schema: {
        ...shared,
        summary: 'Move a withdrawal on',
        description:
          'submitted → processing → paid, or canceled, which gives the money back. Operators move it; a publisher may cancel its ' +
          'own while it is submitted. 409 where it cannot go there.',
        params: paramsSchema,
        body: changeSchema,
        response: { 200: withdrawalSchema },
        examples: [
          {
            name: 'The transfer is under way',
            path: '/api/v1/withdrawals/wd_…',
            body: { status: 'processing', reference: 'batch 12' },
          },
        ],
      },
    },
    async (request) => {
      const { status, reference } = request.body
      const step = { status: status as DocumentStatus, note: reference ?? '' }
      return onWire(await settleEarnings.move(callerOf(request), request.params.id, step))
    },
  )
}

function withdrawalOnWire(withdrawal: Withdrawal, books: Books) {
  const { id, owner, body, atMs, steps } = withdrawal
  const last = steps.at(-1)
  return {
    id,
    publisherId: owner,
    status: statusOf(withdrawal),
    amount: moneyOnWire(body.amountMicros, books.currency),
    payoutMethod: body.method,
    ...(last?.note && { reference: last.note }),
    createdAt: isoTime(atMs),
    updatedAt: isoTime(last?.atMs ?? atMs),
    history: [
      { status: 'submitted', at: isoTime(atMs) },
      ...steps.map(({ status, atMs: at, note }) => ({ status, at: isoTime(at), ...(note && { reference: note }) })),
    ],
    test: isSimulated(books),
  }
}

const STATUSES = ['submitted', 'processing', 'paid', 'canceled'] as const
const withdrawalSchema = Type.Object({
  id: Type.String(),
  publisherId: Type.String(),
  status: oneOf(STATUSES),
  amount: moneySchema,
  payoutMethod: payoutMethodSchema,
  reference: Type.Optional(Type.String()),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  history: Type.Array(
    Type.Object({ status: oneOf(STATUSES), at: timeSchema, reference: Type.Optional(Type.String()) }),
  ),
  test: simulatedSchema,
})
const balanceSchema = Type.Object({
  publisherId: Type.String(),
  pending: moneySchema,
  available: moneySchema,
  inTransit: moneySchema,
  paid: moneySchema,
  minimumWithdrawal: moneySchema,
  test: simulatedSchema,
})
const listSchema = Type.Object({ ...pagingFields, publisherId: Type.Optional(idSchema) })
const newSchema = Type.Object({
  publisherId: optional(idSchema),
  amount: optional(amountSchema),
  currency: optional(currencySchema),
})
const changeSchema = Type.Object({
  status: oneOf(['processing', 'paid', 'canceled']),
  reference: optional(Type.String({ maxLength: 200, description: 'Such as the number of the transfer.' })),
})

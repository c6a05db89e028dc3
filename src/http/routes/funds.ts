// /api/v1/advertisers/{id}/funds: what an advertiser paid in, and what is left.
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { ReadFunds, TopUpFunds } from '../../actions/books/top-up-funds.ts'
import { moneyOnWire, parseMicros } from '../../domain/money.ts'
import { callerOf } from '../auth.ts'
import { idempotencyKeyOf } from '../idempotency.ts'
import { fundsSchema, paymentResultSchema, paymentSchema } from '../schemas/advertiser.ts'
import { type Books, checkCurrency, isSimulated } from '../schemas/money.ts'
import { paramsSchema } from '../schemas/resource.ts'
import type { ResourceKit } from './resource.ts'

export interface FundsDeps extends ResourceKit {
  readonly config: Books
  readonly topUpFunds: TopUpFunds
  readonly readFunds: ReadFunds
}

/** Two payments that nothing tells apart may as well be one that was sent twice. */
const POSTED_EACH_TIME = {
  code: 'posted_each_time',
  message:
    'Sent again, this payment is posted again; send an Idempotency-Key to have it posted once, and a reference by which the books tell it',
  field: 'reference',
}

export function registerFunds(app: FastifyInstance, deps: FundsDeps): void {
  const { auth, repeatable, config } = deps
  app.post<{ Params: { id: string }; Body: Static<typeof paymentSchema> }>(
    '/api/v1/advertisers/:id/funds',
    {
      onRequest: auth.requires('admin'),
      ...repeatable,
      schema: {
        summary: 'Add funds',
        description:
          'With an Idempotency-Key, or with a `reference`, a payment is posted once for good; with neither each time it is sent.',
        tags: ['Advertisers'],
        access: 'admin',
        params: paramsSchema,
        body: paymentSchema,
        response: { 201: paymentResultSchema },
        examples: [
          {
            name: 'A bank transfer came in',
            path: '/api/v1/advertisers/adv_…/funds',
            body: { amount: '500.00', currency: 'USD', reference: 'wire 17' },
            status: 201,
          },
        ],
      },
    },
    async (request, reply) => {
      const { amount, currency, reference } = request.body
      checkCurrency(currency, config.currency, 'currency')
      const payment = {
        advertiserId: request.params.id,
        amountMicros: parseMicros(amount, 'amount'),
        reference: reference ?? '',
        idempotencyKey: idempotencyKeyOf(request),
      }
      const { balanceMicros, repeated } = await deps.topUpFunds(callerOf(request), payment)
      reply.code(201)
      return {
        advertiserId: payment.advertiserId,
        amount: moneyOnWire(payment.amountMicros, config.currency),
        balance: moneyOnWire(balanceMicros, config.currency),
        reference: payment.reference,
        repeated,
        ...(!payment.idempotencyKey && !payment.reference && { warnings: [POSTED_EACH_TIME] }),
      }
    },
  )
  app.get<{ Params: { id: string } }>(
    '/api/v1/advertisers/:id/funds',
    {
      onRequest: auth.requires('inventory:write'),
      schema: {
        summary: 'Read what is left',
        tags: ['Advertisers'],
        access: 'inventory:write',
        params: paramsSchema,
        response: { 200: fundsSchema },
      },
    },
    async (request) => {
      const { id } = request.params
      const balanceMicros = await deps.readFunds(callerOf(request), id)
      return { advertiserId: id, balance: moneyOnWire(balanceMicros, config.currency), test: isSimulated(config) }
    },
  )
}

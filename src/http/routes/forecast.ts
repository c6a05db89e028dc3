// POST /api/v1/forecast: reach, impressions, clicks and spend that a bid and a budget would get.
import type { FastifyInstance } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { ForecastCampaign } from '../../actions/decisions/forecast-campaign.ts'
import { type BidModel, BID_MODELS } from '../../domain/campaign.ts'
import { createFaults } from '../../domain/faults.ts'
import { formatMicros, parseMicros } from '../../domain/money.ts'
import { type Auth, callerOf } from '../auth.ts'
import { oneOf, optional } from '../schemas/common.ts'
import { amountSchema } from '../schemas/money.ts'
import { withoutNulls } from '../schemas/resource.ts'
import { readTargeting, targetingSchema } from '../schemas/targeting.ts'
import { Type } from '../../doors/type.ts'

export interface ForecastDeps {
  readonly auth: Pick<Auth, 'requires'>
  readonly config: { readonly currency: string }
  readonly forecastCampaign: ForecastCampaign
}

const DAYS_DEFAULT = 30

export function registerForecast(app: FastifyInstance, { auth, config, forecastCampaign }: ForecastDeps): void {
  app.post('/api/v1/forecast', { onRequest: auth.requires('reports:read'), schema: SCHEMA }, async (request) => {
    const { like, bid, budget, targeting, ...body } = request.body as Static<typeof BODY>
    const days = body.days ?? DAYS_DEFAULT
    const faults = createFaults()
    const readAmount = (amount: string, field: string) => faults.attempt(() => parseMicros(amount, field)) ?? 0
    const terms = {
      bid: { model: bid.model as BidModel, amountMicros: readAmount(bid.amount, 'bid.amount') },
      budget: {
        ...(budget?.total && { totalMicros: readAmount(budget.total, 'budget.total') }),
        ...(budget?.daily && { dailyMicros: readAmount(budget.daily, 'budget.daily') }),
      },
      targeting: withoutNulls(readTargeting(targeting ?? {}, faults)),
    }
    faults.demandNone()
    const { spend, ...forecast } = await forecastCampaign(callerOf(request), { like, days, ...terms })
    const whole = (range: { low: number; expected: number; high: number }) => ({
      low: Math.floor(range.low),
      expected: Math.round(range.expected),
      high: Math.ceil(range.high),
    })
    return {
      days,
      ...(forecast.reach && { reach: whole(forecast.reach) }),
      impressions: whole(forecast.impressions),
      clicks: whole(forecast.clicks),
      spend: {
        low: formatMicros(spend.low),
        expected: formatMicros(spend.expected),
        high: formatMicros(spend.high),
        currency: config.currency,
      },
      limitedByBudget: forecast.limitedByBudget,
      basis: { ...forecast.basis, hours: Math.round(forecast.basis.hours * 100) / 100 },
    }
  })
}

const { publishers, countries, regions, languages } = targetingSchema.properties

const BODY = Type.Object({
  like: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 100 }),
  bid: Type.Object({ model: oneOf(BID_MODELS), amount: amountSchema }),
  budget: optional(Type.Object({ total: optional(amountSchema), daily: optional(amountSchema) })),
  targeting: optional(Type.Object({ publishers, countries, regions, languages })),
  days: optional(Type.Integer({ minimum: 1, maximum: 90 })),
})

const range = (of: TSchema) => Type.Object({ low: of, expected: of, high: of })
const count = range(Type.Integer())

const ANSWER = Type.Object({
  days: Type.Integer(),
  reach: Type.Optional(count),
  impressions: count,
  clicks: count,
  spend: Type.Object({ ...range(Type.String()).properties, currency: Type.String() }),
  limitedByBudget: Type.Boolean({ description: 'Whether the budget, and not the traffic, ends it.' }),
  basis: Type.Object(
    { decisions: Type.Integer(), auctions: Type.Integer(), won: Type.Integer(), hours: Type.Number() },
    { description: 'What it rests on.' },
  ),
})

const SCHEMA = {
  summary: 'What a bid and a budget would get',
  description:
    'Holds the auctions of the last 10,000 decisions again with the bid among them, in place of the campaigns that it is like, ' +
    'and scales what it wins to the days asked for. Ranges are 95 % of chance alone: they know nothing of how traffic will change.',
  tags: ['Reports'],
  access: 'reports:read' as const,
  examples: [
    {
      name: 'A higher bid for a week',
      body: {
        like: ['cmp_…'],
        bid: { model: 'cpc', amount: '0.60' },
        budget: { daily: '50.00' },
        targeting: { countries: { include: ['DE'] } },
        days: 7,
      },
    },
  ],
  body: BODY,
  response: { 200: ANSWER },
}

// POST /api/v1/forecast: reach, impressions, clicks and spend that a bid and a budget would get.
import type { FastifyInstance } from 'fastify'
import type { ForecastCampaign } from '../../actions/forecast-campaign.ts'
import { type BidModel, BID_MODELS } from '../../domain/campaign.ts'
import { formatMicros, parseMicros } from '../../domain/money.ts'
import { type Auth, callerOf } from '../auth.ts'
import { Type } from '../schemas/type.ts'

export interface ForecastDeps {
  readonly auth: Pick<Auth, 'requires'>
  readonly config: { readonly currency: string }
  readonly forecastCampaign: ForecastCampaign
}

const DAYS_DEFAULT = 30

interface Body {
  readonly like: readonly string[]
  readonly bid: { readonly model: BidModel; readonly amount: string }
  readonly budget?: { readonly total?: string; readonly daily?: string }
  readonly targeting?: Readonly<
    Record<'publishers' | 'countries' | 'languages', { include?: string[]; exclude?: string[] }>
  >
  readonly days?: number
}

export function registerForecast(app: FastifyInstance, { auth, config, forecastCampaign }: ForecastDeps): void {
  app.post('/api/v1/forecast', { onRequest: auth.requires('reports:read'), schema: SCHEMA }, (request) => {
    const { like, bid, budget = {}, targeting, days = DAYS_DEFAULT } = request.body as Body
    const rule = (name: 'publishers' | 'countries' | 'languages') => {
      const given = targeting?.[name]
      return given && { [name]: { include: given.include ?? [], exclude: given.exclude ?? [] } }
    }
    const { spend, ...forecast } = forecastCampaign(callerOf(request), {
      like,
      days,
      bid: { model: bid.model, amountMicros: parseMicros(bid.amount, 'bid.amount') },
      budget: {
        ...(budget.total !== undefined && { totalMicros: parseMicros(budget.total, 'budget.total') }),
        ...(budget.daily !== undefined && { dailyMicros: parseMicros(budget.daily, 'budget.daily') }),
      },
      targeting: { ...rule('publishers'), ...rule('countries'), ...rule('languages') },
    })
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

const RULE = Type.Object({
  include: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 500 })),
  exclude: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 500 })),
})

const SCHEMA = {
  summary: 'What a bid and a budget would get',
  description:
    'Holds the auctions of the last 10,000 decisions again with the bid among them, in place of the campaigns that it is like, ' +
    'and scales what it wins to the days asked for. Ranges are 95 % of chance alone: they know nothing of how traffic will change.',
  tags: ['Reports'],
  access: 'reports:read' as const,
  body: Type.Object({
    like: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 100 }),
    bid: Type.Object({
      model: Type.Union(BID_MODELS.map((model) => Type.Literal(model))),
      amount: Type.String(),
    }),
    budget: Type.Optional(Type.Object({ total: Type.Optional(Type.String()), daily: Type.Optional(Type.String()) })),
    targeting: Type.Optional(
      Type.Object({
        publishers: Type.Optional(RULE),
        countries: Type.Optional(RULE),
        languages: Type.Optional(RULE),
      }),
    ),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90 })),
  }),
}

// What media buys delivered and cost, as it is in the reports: spend is exact, days are those of UTC.
import type { MediaBuyState, PackageState } from '../actions/media/media-buy-state.ts'
import { deliveryDays, type ReadMediaDelivery } from '../actions/media/read-media-delivery.ts'
import { DAY_MS, MINUTE_MS } from '../base/clock.ts'
import type { Caller } from '../domain/api-key.ts'
import { parseDate } from '../domain/day.ts'
import { invalid } from '../domain/errors.ts'
import { OrderError } from '../domain/order-error.ts'
import type { ReportRow } from '../domain/report.ts'
import { pageOnWire } from './account-tools.ts'
import { findAsked, type MediaBuyToolDeps } from './media-buy-tools.ts'
import { amountOf } from './money.ts'
import type { Seller } from './products.ts'
import type { Arguments } from './schemas.ts'
import { tool } from './tool.ts'

export interface DeliveryToolDeps extends Pick<
  MediaBuyToolDeps,
  'findAccount' | 'findMediaBuys' | 'listMediaBuys' | 'clock'
> {
  readonly readMediaDelivery: ReadMediaDelivery
}

export function deliveryTool(deps: DeliveryToolDeps, { currency }: Seller) {
  return tool(
    'get_media_buy_delivery',
    {
      title: 'Delivery',
      description: 'What media buys and their packages delivered and cost, by day where asked for.',
    },
    async (caller, args) => {
      for (const name of ['attribution_window', 'reporting_dimensions'] as const) {
        if (args[name] !== undefined)
          throw new OrderError('unsupported', `${name} is not supported here`, { field: name })
      }
      const { states, errors, next } = await findAsked(deps, caller, args)
      const period = periodOf(args, states, deps.clock.nowMs())
      const how = { currency, isDaily: args.include_package_daily_breakdown === true, deps }
      const deliveries: ReturnType<typeof deliveryOf>[] = []
      // One after the other: each is as many reports as it has packages.
      for (const state of states) {
        deliveries.push(deliveryOf(state, await readDays(deps, caller, state, period), how))
      }
      const sums = sumOf(deliveries.flatMap(({ rows }) => rows))
      return {
        reporting_period: { start: `${period.from}T00:00:00Z`, end: `${period.to}T23:59:59Z` },
        currency,
        aggregated_totals: { ...metricsOf(sums), media_buy_count: states.length },
        media_buy_deliveries: deliveries.map(({ told }) => told),
        ...(errors.length > 0 && { errors }),
        // The totals are those of this page.
        ...((next !== undefined || args.pagination !== undefined) && { pagination: pageOnWire(next) }),
      }
    },
  )
}

interface Period {
  readonly from: string
  readonly to: string
}

/** Where neither date is named, all days since the first of the buys was made. */
function periodOf(
  { start_date: start, end_date: end }: Arguments<'get_media_buy_delivery'>,
  states: readonly MediaBuyState[],
  nowMs: number,
): Period {
  for (const [name, date] of Object.entries({ start_date: start, end_date: end })) {
    if (date !== undefined && parseDate(date) === undefined)
      throw invalid(name, 'must be a date such as "2026-11-21"', 'format')
  }
  const sinceMs = Math.min(nowMs, ...states.map(({ buy }) => buy.createdAtMs))
  const whole = deliveryDays(sinceMs, nowMs)
  const to = end ?? (start !== undefined && start > whole.to ? start : whole.to)
  const from =
    start ?? (end === undefined ? whole.from : deliveryDays(sinceMs, parseDate(end)! + DAY_MS - MINUTE_MS).from)
  if (from > to) throw invalid('start_date', 'must not be later than end_date', 'maximum')
  return { from, to }
}

async function readDays(
  deps: DeliveryToolDeps,
  caller: Caller,
  { buy, packages }: MediaBuyState,
  period: Period,
): Promise<ReadonlyMap<string, readonly ReportRow[]>> {
  const campaignIds = packages.map(({ campaign }) => campaign.id)
  return deps.readMediaDelivery(caller, { advertiserId: buy.advertiserId, campaignIds, ...period })
}

type Sums = Pick<ReportRow, 'impressions' | 'clicks' | 'conversions' | 'conversionValueMicros' | 'spendMicros'>

const NOTHING: Sums = { impressions: 0, clicks: 0, conversions: 0, conversionValueMicros: 0, spendMicros: 0 }

function sumOf(rows: readonly Sums[]): Sums {
  return rows.reduce(
    (sum, row) => ({
      impressions: sum.impressions + row.impressions,
      clicks: sum.clicks + row.clicks,
      conversions: sum.conversions + row.conversions,
      conversionValueMicros: sum.conversionValueMicros + row.conversionValueMicros,
      spendMicros: sum.spendMicros + row.spendMicros,
    }),
    NOTHING,
  )
}

function metricsOf({ impressions, clicks, conversions, conversionValueMicros, spendMicros }: Sums) {
  const spend = amountOf(spendMicros)
  return {
    impressions,
    spend,
    clicks,
    conversions,
    conversion_value: amountOf(conversionValueMicros),
    ...(impressions > 0 && { ctr: clicks / impressions }),
    ...(clicks > 0 && { cost_per_click: spend / clicks }),
    ...(spendMicros > 0 && { roas: conversionValueMicros / spendMicros }),
  }
}

interface How {
  readonly currency: string
  readonly isDaily: boolean
  readonly deps: Pick<DeliveryToolDeps, 'clock'>
}

function deliveryOf(state: MediaBuyState, days: ReadonlyMap<string, readonly ReportRow[]>, how: How) {
  const rows = state.packages.flatMap(({ campaign }) => days.get(campaign.id) ?? [])
  const told = {
    media_buy_id: state.buy.id,
    status: state.status,
    totals: metricsOf(sumOf(rows)),
    by_package: state.packages.map((one) => packageDeliveryOf(one, days.get(one.campaign.id) ?? [], how)),
  }
  return { rows, told }
}

function packageDeliveryOf(
  { campaign, ended }: PackageState,
  rows: readonly ReportRow[],
  { currency, isDaily, deps }: How,
) {
  const { model, amountMicros } = campaign.bid
  const sums = sumOf(rows)
  const units = model === 'cpm' ? sums.impressions / 1_000 : model === 'cpc' ? sums.clicks : sums.conversions
  const isOver = ended !== undefined || (campaign.endAtMs ?? Infinity) <= deps.clock.nowMs()
  return {
    package_id: campaign.id,
    ...metricsOf(sums),
    pricing_model: model,
    // Before anything is delivered, the most that it can be.
    rate: units > 0 ? amountOf(sums.spendMicros) / units : amountOf(amountMicros),
    currency,
    paused: campaign.status === 'paused',
    delivery_status: isOver ? 'flight_ended' : 'delivering',
    ...(isDaily && {
      daily_breakdown: rows.map((row) => ({ date: row.keys.day, ...metricsOf(row) })),
    }),
  }
}

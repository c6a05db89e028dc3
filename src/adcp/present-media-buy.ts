// A media buy as the protocol writes it: its packages are what their campaigns say now.
import type { MediaBuyState, PackageState } from '../actions/media/media-buy-state.ts'
import type { Ad } from '../domain/ad.ts'
import type { Cancellation, MediaBuy } from '../domain/media-buy.ts'
import { formatIdOf } from './formats.ts'
import { amountOf } from './money.ts'
import { pricingOptionOf, type Seller } from './products.ts'
import { targetingOnWire } from './targeting.ts'

const REVIEWS: Readonly<Record<Ad['review'], string>> = {
  approved: 'approved',
  pending: 'pending_review',
  rejected: 'rejected',
}

/** Why a package with lists delivers nothing. */
const HELD =
  'No inventory of this seller is on a property list or collection list, so this package delivers nothing; its forecast is zero. ' +
  'It delivers once its targeting_overlay has none.'

/** What create_media_buy and update_media_buy tell of the buy as a whole. */
export function summaryOf({ buy, status, packages }: MediaBuyState) {
  const isHeld = packages.some((one) => one.ended === undefined && one.package.lists !== undefined)
  return {
    media_buy_id: buy.id,
    status,
    revision: buy.revision,
    valid_actions: actionsOf(buy, status),
    ...(isHeld && { message: HELD }),
  }
}

function actionsOf({ paused }: MediaBuy, status: MediaBuyState['status']): string[] {
  if (status === 'canceled' || status === 'completed' || status === 'rejected') return []
  const stop = paused || status === 'paused' ? 'resume' : 'pause'
  return [stop, 'cancel', 'update_budget', 'update_dates', 'update_packages', 'add_packages', 'sync_creatives']
}

/** A package, as create_media_buy and update_media_buy tell it. */
export function packageOnWire({ agentUrl, currency }: Seller, state: PackageState) {
  const { package: one, campaign, ads, ended } = state
  const { id, budget, bid, pacing, startAtMs, endAtMs, status, targeting, frequencyCaps } = campaign
  const overlay = targetingOnWire(targeting, frequencyCaps, one.lists)
  const pricingOption = pricingOptionOf(bid.model)
  return {
    package_id: id,
    product_id: one.productId,
    ...(pricingOption && { pricing_option_id: pricingOption }),
    ...(budget.totalMicros !== undefined && { budget: amountOf(budget.totalMicros) }),
    currency,
    bid_price: amountOf(bid.amountMicros),
    pacing,
    ...(one.formats && { format_ids: one.formats.map((format) => formatIdOf(agentUrl, format)) }),
    ...(overlay && { targeting_overlay: overlay }),
    ...(startAtMs !== undefined && { start_time: timeOf(startAtMs) }),
    ...(endAtMs !== undefined && { end_time: timeOf(endAtMs) }),
    paused: status === 'paused',
    canceled: ended !== undefined,
    ...(ended && { cancellation: cancellationOnWire(ended, ended.by) }),
    creative_assignments: ads.map(({ id: adId, externalId = adId }) => ({ creative_id: externalId })),
    ...(one.lists && ended === undefined && { forecast: noDelivery(currency) }),
  }
}

function noDelivery(currency: string) {
  const none = { low: 0, mid: 0, high: 0 }
  const metrics = { impressions: none, clicks: none, spend: none }
  return { points: [{ metrics }], forecast_range_unit: 'availability', method: 'estimate', currency }
}

/** A media buy with all of its packages, as get_media_buys tells it. */
export function mediaBuyOnWire(seller: Seller, state: MediaBuyState, account: object | undefined) {
  const { buy, packages } = state
  const budgets = packages.map(({ campaign }) => campaign.budget.totalMicros ?? 0)
  // Of a buy whose packages are all gone its own are left.
  const times = (name: 'startAtMs' | 'endAtMs') => {
    const own = packages.flatMap(({ campaign }) => campaign[name] ?? [])
    return own.length > 0 ? own : [buy[name]]
  }
  return {
    ...summaryOf(state),
    ...(account && { account }),
    currency: seller.currency,
    total_budget: amountOf(budgets.reduce((sum, budget) => sum + budget, 0)),
    start_time: timeOf(Math.min(...times('startAtMs'))),
    end_time: timeOf(Math.max(...times('endAtMs'))),
    confirmed_at: timeOf(buy.createdAtMs),
    created_at: timeOf(buy.createdAtMs),
    updated_at: timeOf(buy.updatedAtMs),
    ...canceledOnWire(state),
    packages: packages.map((one) => ({
      ...packageOnWire(seller, one),
      ...(one.ads.length > 0 && { creative_approvals: one.ads.map(approvalOf) }),
    })),
  }
}

function canceledOnWire({ buy, status, packages }: MediaBuyState) {
  if (buy.canceled !== undefined) return { cancellation: cancellationOnWire(buy.canceled, 'buyer') }
  const last = packages.at(-1)?.ended
  return status === 'canceled' && last ? { cancellation: cancellationOnWire(last, last.by) } : {}
}

function cancellationOnWire({ atMs, reason }: Cancellation, by: 'buyer' | 'seller') {
  return { canceled_at: timeOf(atMs), canceled_by: by, ...(reason !== undefined && { reason }) }
}

function approvalOf({ id, externalId = id, review, reviewReason }: Ad) {
  const isTold = review === 'rejected' && reviewReason !== undefined
  return {
    creative_id: externalId,
    approval_status: REVIEWS[review],
    ...(isTold && { rejection_reason: reviewReason }),
  }
}

/** A review as a creative's status. */
export function reviewOnWire(review: Ad['review']): string {
  return REVIEWS[review]
}

export function timeOf(ms: number): string {
  return new Date(ms).toISOString()
}

// What is sold: places in the conversations of all publishers, by auction.
import type { BidModel } from '../domain/campaign.ts'
import { LEAST_CHARGE_MICROS } from '../domain/money.ts'
import { OrderError } from '../domain/order-error.ts'
import { SLOT_FORMATS } from '../domain/publisher.ts'
import { formatIdOf } from './formats.ts'
import { amountOf } from './money.ts'

/** Channel of the protocol for ads within answers of an AI. */
export const CHANNEL = 'sponsored_intelligence'

export const PRODUCT = { id: 'run_of_network', name: 'Run of network' } as const

/** By the model of the bid. What is paid per action is never more than the bid; a fixed price per acquisition is not sold. */
export const PRICING_OPTIONS: Readonly<Record<string, Exclude<BidModel, 'cpa'>>> = {
  cpm_auction: 'cpm',
  cpc_auction: 'cpc',
}
export const FLOOR_MICROS = LEAST_CHARGE_MICROS

export interface Seller {
  readonly agentUrl: string
  readonly currency: string
}

export function pricingOptionOf(model: BidModel): string | undefined {
  return Object.keys(PRICING_OPTIONS).find((id) => PRICING_OPTIONS[id] === model)
}

/** The product as the protocol describes it. */
export function productOnWire({ agentUrl, currency }: Seller) {
  return {
    product_id: PRODUCT.id,
    name: PRODUCT.name,
    description:
      'Sponsored places in conversations with AI assistants of all publishers of this seller. Each ad is matched to what a ' +
      'conversation is about, and an auction of those that fit decides.',
    publisher_properties: [{ publisher_domain: new URL(agentUrl).hostname, selection_type: 'all' }],
    channels: [CHANNEL],
    format_ids: SLOT_FORMATS.map((format) => formatIdOf(agentUrl, format)),
    delivery_type: 'non_guaranteed',
    pricing_options: Object.entries(PRICING_OPTIONS).map(([pricing_option_id, pricing_model]) => ({
      pricing_option_id,
      pricing_model,
      currency,
      floor_price: amountOf(FLOOR_MICROS),
      max_bid: true,
    })),
    delivery_measurement: {
      provider: 'Aside',
      notes:
        'Impressions are those that were reported shown, clicks those that led to the landing page; bots and repeats are left out.',
    },
    reporting_capabilities: {
      available_reporting_frequencies: ['daily'],
      expected_delay_minutes: 0,
      timezone: 'UTC',
      supports_webhooks: false,
      available_metrics: [
        'impressions',
        'spend',
        'clicks',
        'ctr',
        'conversions',
        'conversion_value',
        'roas',
        'cost_per_click',
      ],
      date_range_support: 'date_range',
    },
    property_targeting_allowed: false,
    collection_targeting_allowed: false,
  }
}

/** @throws OrderError product_not_found */
export function demandProduct(id: string, field: string): typeof PRODUCT {
  if (id === PRODUCT.id) return PRODUCT
  throw new OrderError('product_not_found', `There is no product "${id}"; there is ${PRODUCT.id}`, { field })
}

/** The bid model of a pricing option. @throws OrderError product_not_found */
export function demandPricing(id: string, field: string): BidModel {
  const model = Object.hasOwn(PRICING_OPTIONS, id) ? PRICING_OPTIONS[id] : undefined
  if (model !== undefined) return model
  const message = `The product has no pricing option "${id}"; it has ${Object.keys(PRICING_OPTIONS).join(', ')}`
  throw new OrderError('product_not_found', message, { field })
}

// Packages as buyers write them, as terms of campaigns. What is not sold here is refused where it stands.
import type { NewPackage } from '../actions/media/create-media-buy.ts'
import type { PackageChange } from '../actions/media/change-media-buy.ts'
import type { Assignment } from '../actions/media/assign-creatives.ts'
import type { BidModel, Campaign } from '../domain/campaign.ts'
import { invalid } from '../domain/errors.ts'
import type { Micros } from '../domain/money.ts'
import { OrderError } from '../domain/order-error.ts'
import { readFormatId } from './formats.ts'
import { amountOf, microsOf } from './money.ts'
import { demandPricing, demandProduct, FLOOR_MICROS, type Seller } from './products.ts'
import type { AssignmentOnWire, PackageChangeOnWire, PackageOnWire } from './schemas.ts'
import { readKeywords, readTargeting } from './targeting.ts'

/** Why a field of an order is refused; anything else that is not known is the buyer's own affair, such as a reference. */
const UNSOLD: Readonly<Record<string, string>> = {
  impressions: 'nothing is guaranteed; the budget bounds a package',
  catalogs: 'products come by imports and feeds (POST /api/v1/ads/import)',
  optimization_goals: 'the auction goes by bids and by what people do',
  creatives: 'creatives are sent with sync_creatives, and named in creative_assignments',
  proposal_id: 'there are no proposals',
  total_budget: 'each package has a budget of its own',
  io_acceptance: 'there are no insertion orders',
  plan_id: 'no governance agent is asked',
  invoice_recipient: 'the account is billed',
  reporting_webhook: 'get_media_buy_delivery tells what was delivered',
  artifact_webhook: 'conversations are not passed on',
  dry_run: 'every order is real',
}

/** @throws OrderError unsupported for the first field that is not sold here */
export function demandSold(given: object, field: string): void {
  for (const [name, why] of Object.entries(UNSOLD)) {
    const value = (given as Record<string, unknown>)[name]
    if (value === undefined || (name === 'dry_run' && value === false)) continue
    const at = field === '' ? name : `${field}.${name}`
    throw new OrderError('unsupported', `${at} is not supported: ${why}`, { field: at })
  }
}

/** @throws ServiceError validation_error; OrderError product_not_found, unsupported, terms_rejected, budget_too_low */
export function readPackage({ agentUrl }: Seller, given: PackageOnWire, field: string): NewPackage {
  demandSold(given, field)
  for (const name of ['measurement_terms', 'performance_standards'] as const) {
    if (given[name] === undefined) continue
    const message = `${field}.${name} cannot be given: what is billed is what this seller counts`
    throw new OrderError('terms_rejected', message, { field: `${field}.${name}` })
  }
  const product = demandProduct(given.product_id, `${field}.product_id`)
  const model = demandPricing(given.pricing_option_id, `${field}.pricing_option_id`)
  if (given.bid_price === undefined)
    throw invalid(`${field}.bid_price`, 'is missing: the price is found by auction', 'required')
  const {
    targeting = {},
    frequencyCaps = [],
    lists,
  } = given.targeting_overlay ? readTargeting(given.targeting_overlay, `${field}.targeting_overlay`) : {}
  const formats = given.format_ids?.map((id, i) => readFormatId(agentUrl, id, `${field}.format_ids[${i}]`))
  const startAtMs = momentOf(given.start_time)
  const endAtMs = momentOf(given.end_time)
  return {
    productId: product.id,
    productName: product.name,
    budgetMicros: readBudget(given.budget, `${field}.budget`),
    bid: { model, amountMicros: readBid(given.bid_price, model, `${field}.bid_price`) },
    pacing: readPacing(given.pacing, `${field}.pacing`) ?? 'even',
    ...(startAtMs !== undefined && { startAtMs }),
    ...(endAtMs !== undefined && { endAtMs }),
    paused: given.paused ?? false,
    targeting,
    frequencyCaps,
    ...(lists && { lists }),
    ...(formats && { formats: [...new Set(formats)] }),
    creatives: readAssignments(given.creative_assignments, `${field}.creative_assignments`),
  }
}

/** @throws as `readPackage` */
export function readPackageChange(given: PackageChangeOnWire, field: string): PackageChange {
  demandSold(given, field)
  const { budget, bid_price: bid, paused, canceled, cancellation_reason: reason, targeting_overlay: overlay } = given
  const read = overlay && readTargeting(overlay, `${field}.targeting_overlay`)
  const startAtMs = momentOf(given.start_time)
  const endAtMs = momentOf(given.end_time)
  const pacing = readPacing(given.pacing, `${field}.pacing`)
  const words = (name: (typeof KEYWORD_CHANGES)[number]) => readKeywords(given[name], `${field}.${name}`)
  return {
    campaignId: given.package_id,
    field,
    ...(budget !== undefined && { budgetMicros: readBudget(budget, `${field}.budget`) }),
    ...(bid !== undefined && { bidMicros: readBid(bid, undefined, `${field}.bid_price`) }),
    ...(pacing && { pacing }),
    ...(startAtMs !== undefined && { startAtMs }),
    ...(endAtMs !== undefined && { endAtMs }),
    ...(paused !== undefined && { paused }),
    ...(canceled && { cancel: { ...(reason !== undefined && { reason }) } }),
    ...read,
    ...(KEYWORD_CHANGES.some((name) => given[name] !== undefined) && {
      keywords: {
        include: { add: words('keyword_targets_add'), remove: words('keyword_targets_remove') },
        exclude: { add: words('negative_keywords_add'), remove: words('negative_keywords_remove') },
      },
    }),
    ...(given.creative_assignments && {
      creatives: readAssignments(given.creative_assignments, `${field}.creative_assignments`),
    }),
  }
}

const KEYWORD_CHANGES = [
  'keyword_targets_add',
  'keyword_targets_remove',
  'negative_keywords_add',
  'negative_keywords_remove',
] as const

/** A moment that is known to be one. */
export function momentOf(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Date.parse(time)
}

function readBudget(budget: number, field: string): Micros {
  const micros = microsOf(budget, field)
  if (micros === 0) throw new OrderError('budget_too_low', `${field} must be above zero`, { field })
  return micros
}

/** @param model of a package that is new; the floor is the same for all */
function readBid(bid: number, model: BidModel | undefined, field: string): Micros {
  const micros = microsOf(bid, field)
  if (micros >= FLOOR_MICROS) return micros
  const of = model === undefined ? '' : ` of ${model}`
  throw invalid(field, `is below the floor${of}, which is ${amountOf(FLOOR_MICROS)}`, 'minimum')
}

function readPacing(pacing: string | undefined, field: string): Campaign['pacing'] | undefined {
  if (pacing === undefined || pacing === 'even' || pacing === 'asap') return pacing
  throw new OrderError('unsupported', `${field} may be even or asap`, { field })
}

function readAssignments(assignments: readonly AssignmentOnWire[] = [], field: string): Assignment[] {
  const seen = new Set<string>()
  return assignments.flatMap((given, i) => {
    const creativeId = readAssignment(given, `${field}[${i}]`)
    if (seen.has(creativeId)) return []
    seen.add(creativeId)
    return [{ creativeId, field: `${field}[${i}].creative_id` }]
  })
}

/** The creative that is assigned. @throws OrderError unsupported where the buyer would have a say in which one is shown */
export function readAssignment({ creative_id, weight, placement_ids }: AssignmentOnWire, field: string): string {
  for (const [name, value] of Object.entries({ weight, placement_ids })) {
    if (value === undefined) continue
    const message = `${field}.${name} is not supported: the auction decides which creative is shown`
    throw new OrderError('unsupported', message, { field: `${field}.${name}` })
  }
  return creative_id.trim()
}

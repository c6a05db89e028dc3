// What must hold of a campaign as a whole, whichever of its fields were written last.
import { isDeepStrictEqual } from 'node:util'
import type { Caller } from '../../domain/api-key.ts'
import type { Campaign, Targeting } from '../../domain/campaign.ts'
import { regionsKeptOut } from '../../domain/campaign-rules.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { Faults } from '../../domain/faults.ts'
import { type Feed, FEED_DEFAULTS } from '../../domain/feed.ts'
import { countryOfRegion } from '../../domain/iso-codes.ts'
import { isTimeZone } from '../../domain/time-zone.ts'
import { demandScope, isOperators } from '../authorise.ts'
import type { InventoryDeps } from './manage-entities.ts'
import { type Change, mergeChange } from './merge-change.ts'
import { FEED_LIFTED } from '../import/open-feed.ts'
import { faultOfUrl } from '../public-hosts.ts'

/** What a sponsorship or a house campaign is given with, as the API calls it. */
const GIVEN = {
  bid: 'bid',
  budget: 'budget',
  startAtMs: 'startAt',
  endAtMs: 'endAt',
  timeZone: 'timeZone',
  frequencyCaps: 'frequencyCaps',
  targeting: 'targeting',
} as const satisfies Partial<Record<keyof Campaign, string>>

export type CampaignTerms = Pick<Campaign, keyof typeof GIVEN | 'priority'>

/**
 * @param faults what was found wrong with the input before; told together with what is found here
 * @param before the campaign that was there already; a sponsorship or house campaign may be kept by its advertiser, as it was given
 * @throws ServiceError validation_error; scope_insufficient where an advertiser asks for such a priority or for more of one
 */
export function checkCampaign(caller: Caller, campaign: CampaignTerms, faults: Faults, before?: CampaignTerms): void {
  const { startAtMs, endAtMs, timeZone, bid, priority } = campaign
  if (startAtMs !== undefined && endAtMs !== undefined && endAtMs <= startAtMs) {
    faults.note('endAt', 'must be later than startAt', 'minimum')
  }
  if (!isTimeZone(timeZone)) faults.note('timeZone', 'must be an IANA time zone such as "Europe/Berlin"', 'format')
  if (bid.amountMicros === 0 && priority !== 'house') {
    faults.note('bid.amount', 'must be above zero; only house campaigns run for nothing', 'minimum')
  }
  checkPlaces(campaign.targeting, faults, before?.targeting)
  faults.demandNone()
  // A sponsorship goes before every auction, and a house campaign has what is left for nothing, below every floor: both are given
  // by the operator and not taken.
  if (priority === 'standard') return
  if (before?.priority === priority) checkGivenBefore(caller, campaign, before)
  else if (priority === 'sponsorship' || !isOperators(caller)) demandScope(caller, 'admin')
}

/** Where its countries keep out all of its regions, nobody would see it. What was so before stays until one of both is changed. */
function checkPlaces(targeting: Targeting, faults: Faults, before?: Targeting): void {
  const isAsBefore = (rule: 'countries' | 'regions') => isDeepStrictEqual(targeting[rule], before?.[rule])
  if (isAsBefore('countries') && isAsBefore('regions')) return
  const keptOut = regionsKeptOut(targeting)
  if (keptOut.length === 0) return
  const regions = firstOf(keptOut)
  const countries = firstOf([...new Set(keptOut.map(countryOfRegion))])
  const mend = `so it would never serve: let ${countries} in, leave out the countries (a region says its own), or make a campaign for each`
  if (isAsBefore('regions')) {
    const why = `lets in nobody from ${countries}, where ${regions} of targeting.regions is, ${mend}`
    faults.note('targeting.countries', why, 'oneOf')
  } else {
    const why = `has ${regions}, but targeting.countries lets in nobody from ${countries}, ${mend}`
    faults.note('targeting.regions', why, 'oneOf')
  }
}

function firstOf(codes: readonly string[]): string {
  const shown = codes.slice(0, CODES_TOLD_MAX).map((code) => `"${code}"`)
  const more = codes.length - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}
const CODES_TOLD_MAX = 3

/** Whoever could move the end or the bid of a sponsorship would go before every auction for good, and for next to nothing. */
function checkGivenBefore(caller: Caller, campaign: CampaignTerms, before: CampaignTerms): void {
  if (isOperators(caller)) return
  for (const [name, field] of Object.entries(GIVEN) as [keyof typeof GIVEN, string][]) {
    if (isDeepStrictEqual(campaign[name], before[name])) continue
    const kind = campaign.priority === 'house' ? 'house campaign' : 'sponsorship'
    const message = `The ${field} of a ${kind} is for the operator to change; its advertiser may pause it, or make it a standard campaign`
    throw new ServiceError('scope_insufficient', message, { field })
  }
}

export interface CampaignDeps extends InventoryDeps {
  /** Feeds may come from private networks. */
  readonly allowPrivateFeeds: boolean
  /** People look at each ad before it is shown. */
  readonly manualReview: boolean
}

/** A page that people approved may do something else with a parameter more. @throws ServiceError scope_insufficient */
export function checkParameters(
  { manualReview }: Pick<CampaignDeps, 'manualReview'>,
  caller: Caller,
  { landingParameters }: Pick<Campaign, 'landingParameters'>,
  before?: Pick<Campaign, 'landingParameters'>,
): void {
  if (manualReview && landingParameters !== before?.landingParameters) demandScope(caller, 'admin')
}

interface GivenFields {
  readonly targeting?: Change<Targeting> | null | undefined
  readonly feed?: Change<Feed> | null | undefined
}

/** Notes what is wrong with fields that are given now; a campaign may keep what it has, so that it can always be paused. */
export async function checkGiven(
  { store, allowPrivateFeeds }: Pick<CampaignDeps, 'store' | 'allowPrivateFeeds'>,
  { targeting, feed }: GivenFields,
  faults: Faults,
): Promise<void> {
  const { include = [], exclude = [] } = targeting?.publishers ?? {}
  for (const id of new Set([...include, ...exclude])) {
    if (await store.inventory.find('publisher', id)) continue
    const message = `names no publisher with "${id}"; give ids as GET /api/v1/publishers lists them`
    faults.note('targeting.publishers', message, 'exists')
  }
  if (typeof feed?.url !== 'string') return
  const url = URL.parse(feed.url)
  const fault = url ? faultOfUrl(url, { allowPrivate: allowPrivateFeeds, lifted: FEED_LIFTED }) : NO_URL
  if (fault !== undefined) faults.note('feed.url', fault, 'format')
}

const NO_URL = 'must be an https URL, such as "https://shop.example/feed.xml"'

/** A feed as it is after a change; of a new one the URL has to be said. */
export function readFeed(before: Feed | undefined, change: Change<Feed> | undefined, faults: Faults): Feed | undefined {
  const feed: Partial<Feed> = mergeChange<Partial<Feed>>(before ?? FEED_DEFAULTS, change, FEED_DEFAULTS)
  if (change !== undefined && feed.url === undefined) faults.note('feed.url', 'is missing', 'required')
  return feed.url === undefined ? undefined : (feed as Feed)
}

// Why a campaign may not serve, rule by rule: what screening, delivery and explanations say alike.
import type { Advertiser } from '../domain/advertiser.ts'
import type { Campaign, Targeting } from '../domain/campaign.ts'
import { closedBy, isInFlight, keptFrom, passes, whyNotInFlight } from '../domain/campaign-rules.ts'
import type { CandidateStop, NoFillReason } from '../domain/decision.ts'
import type { Publisher } from '../domain/publisher.ts'
import type { Directory } from './directory.ts'

export type Stop = NoFillReason | CandidateStop

/** What screening looks at; requests that no campaign tells apart by it share one answer. */
export interface Audience {
  readonly publisher: Publisher
  /** ISO 3166-1 alpha-2 upper case; empty where unknown. */
  readonly country: string
  /** ISO 3166-2 upper case; empty where unknown. */
  readonly region: string
  /** Primary language; `und` where unknown. */
  readonly language: string
  readonly placement: string
  readonly deviceType: string
}

/** Whom a publisher or a slot does not want. */
export interface Unwanted {
  readonly blockedAdvertisers: readonly string[]
  readonly blockedDomains: readonly string[]
  /** Ids of the only ones that are wanted; absent or empty: all. */
  readonly allowedAdvertisers?: readonly string[]
}

/** Why a campaign may not serve an audience, whatever is said and left of its money. The most telling first. */
export function stopFor(
  campaign: Campaign,
  audience: Audience,
  directory: Directory,
  blocks: Blocks,
  nowMs: number,
): Stop | undefined {
  if (!isInFlight(campaign, nowMs) || !hasAdvertiser(campaign, directory)) return 'not_running'
  if (audienceRule(campaign, audience, nowMs) !== undefined) return 'targeting'
  return policyStop(campaign, audience.publisher, directory, blocks)
}

/** Each reason why a campaign does not run, whoever asks. */
export function whyNotRunning(campaign: Campaign, directory: Directory, nowMs: number): NotRunning[] {
  const why = whyNotInFlight(campaign, nowMs)
  return hasAdvertiser(campaign, directory) ? why : [...why, 'advertiser_archived']
}

export type NotRunning = ReturnType<typeof whyNotInFlight>[number] | 'advertiser_archived'

/** Whether its advertiser is there and not archived. */
export function hasAdvertiser({ advertiserId }: Campaign, directory: Directory): boolean {
  const advertiser = directory.advertisers.byId(advertiserId)
  return advertiser !== undefined && advertiser.archivedAtMs === undefined
}

/** Why a publisher keeps a campaign out by its policy; undefined where it does not. */
export function policyStop(
  campaign: Campaign,
  { policy }: Publisher,
  directory: Directory,
  blocks = blocksOf(policy),
): Stop | undefined {
  const advertiser = directory.advertisers.byId(campaign.advertiserId)
  if (advertiser && isBlocked(advertiser, blocks)) return 'policy_blocked'
  if (isBelow(policy.floorMicros, campaign)) return 'below_floor'
  return undefined
}

/** House ads fill what nobody pays for, so no floor keeps them out. */
export function isBelow(floorMicros: number, { priority, bid }: Campaign): boolean {
  return priority !== 'house' && bid.amountMicros < floorMicros
}

/** The first rule of its targeting that keeps a campaign from a conversation; undefined where none does. */
export function missedRule(
  campaign: Campaign,
  audience: Audience,
  speaks: (phrases: readonly string[]) => boolean,
  nowMs: number,
): keyof Targeting | undefined {
  return audienceRule(campaign, audience, nowMs) ?? phraseRule(campaign, speaks)
}

function audienceRule(campaign: Campaign, audience: Audience, nowMs: number): keyof Targeting | undefined {
  const { publisher, country, region, language, placement, deviceType } = audience
  const { targeting } = campaign
  const kept = keptFrom(targeting, { publisherId: publisher.id, country, region, language })
  if (kept !== undefined) return kept
  if (!passes(targeting.placements, placement)) return 'placements'
  return passes(targeting.device, deviceType) ? closedBy(campaign, nowMs) : 'device'
}

/** As `missedRule`, of what has to be said, or not. */
export function phraseRule(
  { targeting }: Campaign,
  speaks: (phrases: readonly string[]) => boolean,
): keyof Targeting | undefined {
  for (const name of PHRASE_RULES) {
    const rule = targeting[name]
    if (!rule) continue
    if (rule.exclude.length > 0 && speaks(rule.exclude)) return name
    if (rule.include.length > 0 && !speaks(rule.include)) return name
  }
  return undefined
}

const PHRASE_RULES = ['keywords', 'categories'] as const

/** Whom a publisher or a slot blocks, read once for all campaigns. */
export interface Blocks {
  readonly ids: ReadonlySet<string>
  readonly names: ReadonlySet<string>
  readonly domains: readonly string[]
  /** Undefined: everyone who is not blocked is let in. */
  readonly allowedIds: ReadonlySet<string> | undefined
}

export function blocksOf({ blockedAdvertisers, blockedDomains, allowedAdvertisers = [] }: Unwanted): Blocks {
  return {
    ids: new Set(blockedAdvertisers),
    names: new Set(blockedAdvertisers.map(nameToCompare)),
    domains: blockedDomains,
    allowedIds: allowedAdvertisers.length > 0 ? new Set(allowedAdvertisers) : undefined,
  }
}

/** The numbers of the advertisers that are not wanted. */
export function blockedNumbers(limits: Unwanted, directory: Directory): ReadonlySet<number> {
  const numbers = new Set<number>()
  const { blockedAdvertisers, blockedDomains, allowedAdvertisers = [] } = limits
  if (blockedAdvertisers.length + blockedDomains.length + allowedAdvertisers.length === 0) return numbers
  const blocks = blocksOf(limits)
  for (const advertiser of directory.advertisers.all()) {
    if (isBlocked(advertiser, blocks)) numbers.add(advertiser.number)
  }
  return numbers
}

function isBlocked(advertiser: Advertiser, { ids, names, domains, allowedIds }: Blocks): boolean {
  // By ids alone: a name may be taken by whoever wants to be let in.
  if (allowedIds !== undefined && !allowedIds.has(advertiser.id)) return true
  if (ids.has(advertiser.id)) return true
  if (names.size > 0 && names.has(nameToCompare(advertiser.name))) return true
  return domains.length > 0 && isUnder(advertiser.domain, domains)
}

// However it is written, so that no advertiser is rid of a block by a capital in its name or a space behind it.
function nameToCompare(name: string): string {
  return name.trim().toLowerCase()
}

/** True where a host name is one of the domains or lies below one. */
export function isUnder(host: string, domains: readonly string[]): boolean {
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

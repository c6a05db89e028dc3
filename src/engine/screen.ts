// Which campaigns may serve a request at all. The answer goes into retrieval, so that those who may not cannot crowd out others.
import { MINUTE_MS } from '../base/clock.ts'
import { createLruMap } from '../base/lru-map.ts'
import type { Campaign, Rule } from '../domain/campaign.ts'
import type { CandidateStop, NoFillReason } from '../domain/decision.ts'
import type { Publisher } from '../domain/publisher.ts'
import { localTime } from '../domain/time-zone.ts'
import type { BudgetGate } from './budget-gate.ts'
import type { Directory } from './directory.ts'
import { countForCap, type Shown } from './facts.ts'

export type Stop = NoFillReason | CandidateStop

/** What screening looks at; requests that agree in all of it share one answer. */
export interface Audience {
  readonly publisher: Publisher
  /** ISO 3166-1 alpha-2 upper case; empty where unknown. */
  readonly country: string
  /** Primary language; `und` where unknown. */
  readonly language: string
  readonly placement: string
  readonly deviceType: string
}

/** What a slot asks on top of its publisher's policy. */
export interface SlotLimits {
  readonly floorMicros: number
  readonly blockedAdvertisers: readonly string[]
  readonly blockedDomains: readonly string[]
}

export interface Screening {
  /** By campaign number: 1 = may serve. Belongs to the screen and lives until the next call. */
  readonly admitted: Uint8Array
  /** Why a campaign may not serve; undefined where it may. */
  stopOf(campaign: Campaign): Stop | undefined
  /** True where some campaign was stopped by something that could change from request to request. */
  readonly anyStopped: boolean
}

export interface Screen {
  /**
   * @param speaks whether one of the phrases stands in the conversation, for campaigns that target keywords or categories
   */
  screen(
    audience: Audience,
    limits: SlotLimits,
    shown: Shown,
    speaks: (phrases: readonly string[]) => boolean,
    nowMs: number,
  ): Screening
}

interface Standing {
  readonly admitted: Uint8Array
  readonly stops: (Stop | undefined)[]
  readonly capped: readonly Campaign[]
  readonly phrased: readonly Campaign[]
  readonly anyStopped: boolean
  readonly madeFor: string
}

const AUDIENCES_MAX = 256

export function createScreen({ directory, budgets }: { directory: Directory; budgets: BudgetGate }): Screen {
  const standings = createLruMap<string, Standing>({ entriesMax: AUDIENCES_MAX })
  let scratch = new Uint8Array(0)

  const standingFor = (audience: Audience, nowMs: number): Standing => {
    const { publisher, country, language, placement, deviceType } = audience
    const key = `${publisher.number}|${country}|${language}|${placement}|${deviceType}`
    const madeFor = `${directory.version}|${budgets.version}|${Math.floor(nowMs / MINUTE_MS)}`
    let standing = standings.get(key)
    if (standing?.madeFor !== madeFor) {
      standing = standingOf(audience, directory, budgets, nowMs, madeFor)
      standings.set(key, standing)
    }
    return standing
  }

  return {
    screen(audience, limits, shown, speaks, nowMs) {
      budgets.refresh(nowMs)
      const standing = standingFor(audience, nowMs)
      if (scratch.length < standing.admitted.length) scratch = new Uint8Array(standing.admitted.length * 2)
      const admitted = scratch
      admitted.set(standing.admitted)
      admitted.fill(0, standing.admitted.length)

      const own = new Map<number, Stop>()
      const stop = (campaign: Campaign, reason: Stop) => {
        if (admitted[campaign.number] !== 1) return
        admitted[campaign.number] = 0
        own.set(campaign.number, reason)
      }
      for (const campaign of standing.phrased) if (!speaksOf(campaign, speaks)) stop(campaign, 'targeting')
      if (shown.user.length + shown.session.length + shown.conversation.length > 0) {
        for (const campaign of standing.capped)
          if (isCapped(campaign, directory, shown, nowMs)) stop(campaign, 'frequency_cap')
      }
      if (
        limits.floorMicros > audience.publisher.policy.floorMicros ||
        limits.blockedAdvertisers.length + limits.blockedDomains.length > 0
      ) {
        for (const campaign of directory.campaigns.all()) {
          if (isBelow(limits.floorMicros, campaign)) stop(campaign, 'below_floor')
          else if (isBlocked(campaign, directory, limits.blockedAdvertisers, limits.blockedDomains))
            stop(campaign, 'policy_blocked')
        }
      }
      return {
        admitted,
        stopOf: (campaign) => own.get(campaign.number) ?? standing.stops[campaign.number],
        anyStopped: standing.anyStopped || own.size > 0,
      }
    },
  }
}

function standingOf(
  audience: Audience,
  directory: Directory,
  budgets: BudgetGate,
  nowMs: number,
  madeFor: string,
): Standing {
  let last = 0
  for (const campaign of directory.campaigns.all()) last = Math.max(last, campaign.number)
  const admitted = new Uint8Array(last + 1)
  const stops: (Stop | undefined)[] = []
  const capped: Campaign[] = []
  const phrased: Campaign[] = []
  let anyStopped = false
  for (const campaign of directory.campaigns.all()) {
    const stop = stopFor(campaign, audience, directory, nowMs) ?? budgets.stopOf(campaign.number)
    if (stop !== undefined) {
      stops[campaign.number] = stop
      if (stop !== 'not_running') anyStopped = true
      continue
    }
    admitted[campaign.number] = 1
    if (campaign.frequencyCaps.length > 0) capped.push(campaign)
    if (campaign.targeting.keywords || campaign.targeting.categories) phrased.push(campaign)
  }
  return { admitted, stops, capped, phrased, anyStopped, madeFor }
}

// Cheapest and most telling first: a paused campaign is not worth a look at its targeting.
function stopFor(campaign: Campaign, audience: Audience, directory: Directory, nowMs: number): Stop | undefined {
  const advertiser = directory.advertisers.byId(campaign.advertiserId)
  if (campaign.status !== 'active' || campaign.archivedAtMs !== undefined) return 'not_running'
  if (!advertiser || advertiser.archivedAtMs !== undefined) return 'not_running'
  if (nowMs < (campaign.startAtMs ?? 0) || nowMs >= (campaign.endAtMs ?? Number.POSITIVE_INFINITY)) return 'not_running'
  if (!matchesAudience(campaign, audience, nowMs)) return 'targeting'
  const { policy } = audience.publisher
  if (isBlocked(campaign, directory, policy.blockedAdvertisers, policy.blockedDomains)) return 'policy_blocked'
  if (isBelow(policy.floorMicros, campaign)) return 'below_floor'
  return undefined
}

// House ads fill what nobody pays for, so no floor keeps them out.
function isBelow(floorMicros: number, { priority, bid }: Campaign): boolean {
  return priority !== 'house' && bid.amountMicros < floorMicros
}

function matchesAudience({ targeting, timeZone }: Campaign, audience: Audience, nowMs: number): boolean {
  const { publishers, countries, languages, placements, device, days, hours } = targeting
  if (!passes(publishers, audience.publisher.id)) return false
  if (!passes(countries, audience.country)) return false
  if (!passes(languages, audience.language)) return false
  if (!passes(placements, audience.placement)) return false
  if (!passes(device, audience.deviceType)) return false
  if (!days && !hours) return true
  const local = localTime(nowMs, timeZone)
  return passes(days, local.weekday) && passes(hours, local.hour)
}

function passes<T>(rule: Rule<T> | undefined, value: T): boolean {
  if (!rule) return true
  if (rule.exclude.includes(value)) return false
  return rule.include.length === 0 || rule.include.includes(value)
}

function speaksOf({ targeting }: Campaign, speaks: (phrases: readonly string[]) => boolean): boolean {
  for (const rule of [targeting.keywords, targeting.categories]) {
    if (!rule) continue
    if (rule.exclude.length > 0 && speaks(rule.exclude)) return false
    if (rule.include.length > 0 && !speaks(rule.include)) return false
  }
  return true
}

// A cap on single ads stops no campaign: the ads that reached it are dropped after retrieval, by adIsCapped.
function isCapped(campaign: Campaign, directory: Directory, shown: Shown, nowMs: number): boolean {
  const advertiserNumber = directory.advertisers.byId(campaign.advertiserId)?.number ?? -1
  const target = { campaignNumber: campaign.number, advertiserNumber }
  return campaign.frequencyCaps.some((cap) => cap.scope !== 'ad' && countForCap(cap, shown, target, nowMs) >= cap.max)
}

/** True where a cap of the campaign on single ads is reached for this ad. */
export function adIsCapped(campaign: Campaign, adNumber: number, shown: Shown, nowMs: number): boolean {
  return campaign.frequencyCaps.some(
    (cap) =>
      cap.scope === 'ad' &&
      countForCap(cap, shown, { adNumber, campaignNumber: campaign.number, advertiserNumber: -1 }, nowMs) >= cap.max,
  )
}

function isBlocked(
  campaign: Campaign,
  directory: Directory,
  advertisers: readonly string[],
  domains: readonly string[],
): boolean {
  if (advertisers.length + domains.length === 0) return false
  const advertiser = directory.advertisers.byId(campaign.advertiserId)
  if (!advertiser) return true
  return (
    advertisers.includes(advertiser.id) || advertisers.includes(advertiser.name) || isUnder(advertiser.domain, domains)
  )
}

/** True where a host name is one of the domains or lies below one. */
export function isUnder(host: string, domains: readonly string[]): boolean {
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

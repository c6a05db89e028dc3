// With what chance an ad wins the first place, when some auctions draw rates from what they may be (see exploration.ts).
import type { Campaign } from '../../domain/campaign.ts'
import { FITS_AS_WELL } from '../fill.ts'
import { deviationOf, EXPLORED_SHARE, factorAt, normalCdf, normalQuantile } from './exploration.ts'

export interface Contender {
  /** Expected value × relevance, without the draw. */
  readonly expected: number
  /** How narrowly the draw is spread; Infinity: not drawn. */
  readonly evidence: number
  /** All ads of one advertiser share one draw. */
  readonly advertiser: string | undefined
}

const STEPS = 64
const DEVIATES = Array.from({ length: STEPS }, (_, i) => normalQuantile((i + 0.5) / STEPS))

/**
 * The winner's chance beside the rivals that are given, by a sum over what its advertiser's draw can be. Equal scores are shared
 * evenly by advertisers, and an advertiser's part by its ads.
 * @returns 0–1
 */
export function chanceToWin(winner: Contender, rivals: readonly Contender[]): number {
  const settled = chanceAt(undrawn(winner), groupsOf(winner, rivals.map(undrawn)), 0)
  const groups = groupsOf(winner, rivals)
  let explored = 0
  for (const z of DEVIATES) explored += chanceAt(winner, groups, z)
  return (1 - EXPLORED_SHARE) * settled + (EXPLORED_SHARE * explored) / STEPS
}

/** The rivals of one's own advertiser, and the others by theirs. */
interface Groups {
  readonly siblings: readonly Contender[]
  readonly others: readonly (readonly Contender[])[]
}

function groupsOf(winner: Contender, rivals: readonly Contender[]): Groups {
  const byAdvertiser = Map.groupBy(rivals, ({ advertiser }) => advertiser)
  const siblings = byAdvertiser.get(winner.advertiser) ?? []
  byAdvertiser.delete(winner.advertiser)
  return { siblings, others: [...byAdvertiser.values()] }
}

function undrawn(contender: Contender): Contender {
  return { ...contender, evidence: Number.POSITIVE_INFINITY }
}

// The chance where the advertiser's own draw stands `z` standard deviations above the mean.
function chanceAt(winner: Contender, { siblings, others }: Groups, z: number): number {
  const score = winner.expected * factorAt(winner.evidence, z)
  let equalAds = 1
  for (const { expected, evidence } of siblings) {
    const its = expected * factorAt(evidence, z)
    if (its > score) return 0
    if (its === score) equalAds++
  }
  let chance = 1 / equalAds
  let equalAdvertisers = 1
  for (const ads of others) {
    // All of them stay behind up to this deviation of their draw.
    let behindTo = Number.POSITIVE_INFINITY
    let isEqual = false
    for (const { expected, evidence } of ads) {
      if (expected > score) return 0
      if (expected === score) isEqual = true
      if (evidence !== Number.POSITIVE_INFINITY && expected > 0)
        behindTo = Math.min(behindTo, deviationOf(evidence, score / expected))
    }
    if (behindTo !== Number.POSITIVE_INFINITY) chance *= normalCdf(behindTo)
    if (isEqual) equalAdvertisers++
  }
  return chance / equalAdvertisers
}

/** What the log tells of a candidate. */
interface Logged {
  readonly slot: number
  readonly campaignNumber: number
  readonly relevance: number
  readonly rate: number
  readonly evidence: number
  readonly score: number
  readonly bidMicros: number
  /** Of those that had a place. */
  readonly priceMicros?: number | undefined
}

/** What is known of a campaign; undefined where it is gone. */
export type CampaignOf = (campaignNumber: number) => Pick<Campaign, 'priority' | 'advertiserId'> | undefined

/**
 * Those of a slot who could have had its first place as well as `candidate`; empty where it could not have it, as an ad of an advertiser with a
 * place in an earlier slot, which waits for all others that still fit.
 * @param candidates of all slots of the decision
 */
export function contendersOf<T extends Logged>(candidates: readonly T[], candidate: T, campaignOf: CampaignOf): T[] {
  const tierOf = (one: T) => campaignOf(one.campaignNumber)?.priority
  const tier = tierOf(candidate)
  const ofTier = candidates.filter((one) => one.slot === candidate.slot && one.score > 0 && tierOf(one) === tier)
  const best = ofTier.reduce((most, { relevance }) => Math.max(most, relevance), 0)
  const advertiserOf = (one: T) => campaignOf(one.campaignNumber)?.advertiserId
  const earlier = candidates.filter((one) => one.slot < candidate.slot && one.priceMicros !== undefined)
  const served = new Set(earlier.map(advertiserOf))
  const contenders = ofTier.filter((one) => one.relevance >= FITS_AS_WELL * best && !served.has(advertiserOf(one)))
  return contenders.includes(candidate) ? contenders : []
}

/** The chance that candidate `i` had of the first place of its slot, beside those of its tier that the log holds. */
export function chanceOfFirstPlace<T extends Logged>(
  candidates: readonly T[],
  i: number,
  campaignOf: CampaignOf,
): number | undefined {
  const candidate = candidates[i]!
  const contenders = contendersOf(candidates, candidate, campaignOf)
  return contenders.length === 0 ? undefined : chanceOf(candidate, contenders, campaignOf)
}

/** The chance that one of the contenders had. */
export function chanceOf<T extends Logged>(one: T, contenders: readonly T[], campaignOf: CampaignOf): number {
  const read = (logged: T): Contender => ({
    expected: expectedOf(logged),
    evidence: logged.evidence,
    advertiser: campaignOf(logged.campaignNumber)?.advertiserId,
  })
  return chanceToWin(read(one), contenders.filter((other) => other !== one).map(read))
}

/** Expected value × relevance of a logged candidate, without the draw that its score carries. */
export function expectedOf({ rate, bidMicros, relevance }: Pick<Logged, 'rate' | 'bidMicros' | 'relevance'>): number {
  return rate * bidMicros * relevance
}

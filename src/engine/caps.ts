// Frequency caps: which campaigns a person, session or conversation has seen enough of, and which single ads.
//
// The work follows what a person was shown, not how many campaigns have caps: each exposure is counted for the caps of its
// campaign and of its advertiser.
import type { Campaign, FrequencyCap } from '../domain/campaign.ts'
import { SUBJECT_KINDS } from './exposures/exposure-ring.ts'
import { NOTHING_SHOWN, type Shown } from './exposures/exposures.ts'
import type { Directory } from './directory.ts'

export interface CapTable {
  /** Calls back with each campaign that reached one of its caps on the campaign or the advertiser. */
  eachReached(shown: Shown, nowMs: number, reached: (campaign: Campaign) => void): void
}

interface CountedCap {
  readonly campaign: Campaign
  readonly per: FrequencyCap['per']
  readonly max: number
  readonly windowMs: number
  /** Of the walk it was last counted in. */
  walk: number
  count: number
}

export function createCapTable(directory: Directory): CapTable {
  let madeFor = -1
  let byCampaign: (CountedCap[] | undefined)[] = []
  let byAdvertiser: (CountedCap[] | undefined)[] = []
  let walk = 0

  const rebuild = (): void => {
    madeFor = directory.version()
    byCampaign = []
    byAdvertiser = []
    for (const campaign of directory.campaigns.all()) {
      for (const { scope, per, max, windowSeconds } of campaign.frequencyCaps) {
        const cap = { campaign, per, max, windowMs: windowSeconds * 1_000, walk: 0, count: 0 }
        if (scope === 'campaign') (byCampaign[campaign.number] ??= []).push(cap)
        if (scope !== 'advertiser') continue
        const advertiser = directory.advertisers.byId(campaign.advertiserId)
        if (advertiser) (byAdvertiser[advertiser.number] ??= []).push(cap)
      }
    }
  }

  return {
    eachReached(shown, nowMs, reached) {
      if (madeFor !== directory.version()) rebuild()
      walk++
      for (const kind of SUBJECT_KINDS) {
        for (let at = shown.newest(kind); at !== NOTHING_SHOWN; at = shown.older(kind, at)) {
          const age = nowMs - shown.servedAtMs(at)
          count(byCampaign[shown.campaignOf(at)], kind, age, walk, reached)
          count(byAdvertiser[shown.advertiserOf(at)], kind, age, walk, reached)
        }
      }
    },
  }
}

function count(
  caps: CountedCap[] | undefined,
  kind: FrequencyCap['per'],
  ageMs: number,
  walk: number,
  reached: (campaign: Campaign) => void,
): void {
  if (!caps) return
  for (const cap of caps) {
    if (cap.per !== kind || ageMs >= cap.windowMs) continue
    if (cap.walk !== walk) {
      cap.walk = walk
      cap.count = 0
    }
    if (++cap.count === cap.max) reached(cap.campaign)
  }
}

/** What a person was shown, as of now. */
interface Seen {
  readonly shown: Shown
  readonly nowMs: number
}

/** True where a cap of the campaign on single ads is reached for this ad. */
export function adIsCapped(campaign: Campaign, adNumber: number, seen: Seen): boolean {
  if (seen.shown.isEmpty()) return false
  for (const cap of campaign.frequencyCaps) {
    if (cap.scope === 'ad' && hasSeen(cap, { adNumber, campaignNumber: campaign.number }, seen, cap.max)) return true
  }
  return false
}

/** An ad that is part of the answer being made. */
export interface PlacedAd {
  readonly adNumber: number
  readonly campaignNumber: number
  readonly advertiserNumber: number
}

/**
 * True where one more of this ad would pass a cap of its campaign, counting what the same answer holds already. An answer
 * goes to one person, so what it holds counts also where nobody said who that is.
 */
export function wouldPassCap(campaign: Campaign, ad: PlacedAd, placed: readonly PlacedAd[], seen: Seen): boolean {
  for (const cap of campaign.frequencyCaps) {
    let held = 0
    for (const other of placed) if (isSame(cap.scope, ad, other)) held++
    if (held > 0 && (held >= cap.max || hasSeen(cap, ad, seen, cap.max - held))) return true
  }
  return false
}

function isSame(scope: FrequencyCap['scope'], one: PlacedAd, other: PlacedAd): boolean {
  if (scope === 'ad') return one.adNumber === other.adNumber
  return scope === 'campaign'
    ? one.campaignNumber === other.campaignNumber
    : one.advertiserNumber === other.advertiserNumber
}

/** True where a cap counts at least so many exposures. */
function hasSeen(
  { scope, per, windowSeconds }: FrequencyCap,
  target: { adNumber: number; campaignNumber: number; advertiserNumber?: number },
  { shown, nowMs }: Seen,
  least: number,
): boolean {
  let count = 0
  for (let at = shown.newest(per); at !== NOTHING_SHOWN; at = shown.older(per, at)) {
    if (nowMs - shown.servedAtMs(at) >= windowSeconds * 1_000) continue
    if (scope === 'ad' && shown.adOf(at) !== target.adNumber) continue
    if (scope === 'campaign' && shown.campaignOf(at) !== target.campaignNumber) continue
    if (scope === 'advertiser' && shown.advertiserOf(at) !== target.advertiserNumber) continue
    if (++count >= least) return true
  }
  return false
}

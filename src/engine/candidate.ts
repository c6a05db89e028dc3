// An ad that matches, on its way through the auction. The objects are used again for the next decision.
import type { Campaign } from '../domain/campaign.ts'
import type { CandidateNote } from '../domain/decision.ts'
import type { Micros } from '../domain/money.ts'
import type { Stop } from './campaign-stops.ts'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

export interface Candidate extends Mutable<CandidateNote>, Offer {
  priority: Campaign['priority']
  model: Campaign['bid']['model']
  /** Whether it holds a word that was said to be the place; undefined where none was. */
  isThere: boolean | undefined
  /** What keeps it out. */
  stop: Stop | undefined
  /** Decides between equal scores. */
  lot: number
  // Set on the way, undefined until then.
  match: CandidateNote['match']
  missedRule: CandidateNote['missedRule']
  priceMicros: Micros | undefined
  priceSetBy: 'floor' | number | undefined
  stoppedBy: CandidateNote['stoppedBy']
}

/** What a campaign brings to a slot, the same for all of its ads. */
export interface Offer {
  campaign: Campaign
  advertiserNumber: number
  /** What the campaign can still pay, at most its bid, in the bid's unit. */
  bidMicros: Micros
  floorMicros: Micros
}

/** As objects of their own, thirty candidates would be a sixth of all that an answer leaves to the garbage collector. */
const spare: Candidate[] = []
const SPARE_MAX = 512
let taken = 0

/** Takes all candidates back. Whoever holds an earlier decision must have read its notes. */
export function recycleCandidates(): void {
  taken = 0
}

/** A candidate with that offer, of which nothing else is known yet; its ad is to be written by the caller. */
export function nextCandidate({ campaign, advertiserNumber, bidMicros, floorMicros }: Offer): Candidate {
  const candidate = taken < spare.length ? spare[taken++]! : freshCandidate(campaign)
  candidate.bid = campaign.bid
  candidate.campaign = campaign
  candidate.advertiserNumber = advertiserNumber
  candidate.priority = campaign.priority
  candidate.model = campaign.bid.model
  candidate.bidMicros = bidMicros
  candidate.floorMicros = floorMicros
  candidate.isThere = undefined
  candidate.stop = undefined
  candidate.rate = 0
  candidate.evidence = Number.POSITIVE_INFINITY
  candidate.score = 0
  candidate.lot = 0
  candidate.match = undefined
  candidate.missedRule = undefined
  candidate.priceMicros = undefined
  candidate.priceSetBy = undefined
  candidate.stoppedBy = undefined
  return candidate
}

function freshCandidate(campaign: Campaign): Candidate {
  const fresh: Candidate = {
    doc: 0,
    adNumber: 0,
    campaignNumber: 0,
    slot: 0,
    bid: campaign.bid,
    campaign,
    advertiserNumber: 0,
    priority: campaign.priority,
    model: campaign.bid.model,
    bidMicros: 0,
    floorMicros: 0,
    stop: undefined,
    // Fractions, so that V8 gives these places room for floats from the start.
    relevance: 0.5,
    rate: 0.5,
    evidence: 0.5,
    score: 0.5,
    lot: 0.5,
    match: undefined,
    missedRule: undefined,
    priceMicros: undefined,
    priceSetBy: undefined,
    isThere: undefined,
    stoppedBy: undefined,
  }
  if (spare.length < SPARE_MAX) taken = spare.push(fresh)
  return fresh
}

/** Nothing keeps it out. */
export function isFree({ stop }: Candidate): boolean {
  return stop === undefined
}

/** How well the best of them fits that nothing keeps out. @param besides a tier that does not count */
export function bestRelevanceOf(candidates: readonly Candidate[], besides?: Campaign['priority']): number {
  let best = 0
  for (const { stop, relevance, priority } of candidates) {
    if (stop === undefined && priority !== besides && relevance > best) best = relevance
  }
  return best
}

/** What the person said keeps it out, whatever its campaign asks for. */
export function isAgainstWishes(stop: Stop | undefined): boolean {
  return stop === 'price_limit' || stop === 'unwanted_brand'
}

/** Leaves it that part of its relevance, and notes so where an explanation was asked for. */
export function holdBack(candidate: Candidate, share: number): void {
  candidate.relevance *= share
  const { match } = candidate
  if (match !== undefined) candidate.match = { ...match, share: (match.share ?? 1) * share }
}

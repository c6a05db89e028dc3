// Orders candidates by expected value × relevance, and says what each winner pays: the least that keeps its place.
import type { Random } from '../base/random.ts'
import type { Priority } from '../domain/campaign.ts'
import { atLeast, type Micros } from '../domain/money.ts'
import { drawFactor, EXPLORED_SHARE } from './learn/exploration.ts'

export interface Bidder {
  readonly doc: number
  /** 0–1. */
  readonly relevance: number
  readonly advertiserNumber: number
  readonly priority: Priority
  /** In the bid's own unit (per click, per thousand impressions, per action), already cut to what budget is left. */
  readonly bidMicros: Micros
  /** In the same unit. */
  readonly floorMicros: Micros
  /** Billable actions expected of one impression, per unit of the bid; see `learn/rate-model.ts`. */
  readonly rate: number
  /** What backs the rate, in observed actions; Infinity where there is nothing to learn. */
  readonly evidence: number
}

export interface RankedBidder extends Bidder {
  /** Expected value of one impression in micros × relevance (or relevance alone, see `rank`), chance of exploring included. */
  readonly score: number
  /** Decides between equal scores: the advertisers' lots, and among ads of one, their own. */
  readonly lot: number
}

/**
 * Best first: sponsorships before standard campaigns before house ads, and within each by score. Equal scores are
 * ordered by chance, so that twins share the traffic. One auction in four explores: there each rate is drawn from what
 * better it may be (optimistic Thompson sampling), so that new ads get their tries. Chance knows advertisers, not ads: one that
 * splits its ads into many campaigns has no more luck for it. The array given is put in order itself.
 * @param by "value": expected value × relevance; "relevance": relevance alone, whatever is bid, without exploring
 * @param mayExplore false where there is nothing to learn by it
 */
export function rank<T extends Bidder>(
  bidders: readonly T[],
  by: 'value' | 'relevance',
  random: Random,
  mayExplore = true,
): (T & RankedBidder)[] {
  // The measured hot loop of a decision: the score is written to the bidder itself, for a copy of each costs more than ranking.
  const ranked = bidders as (T & { score: number; lot: number })[]
  const explores = mayExplore && by === 'value' && random() < EXPLORED_SHARE
  const seed = random() * 2 ** 32
  for (const bidder of ranked) {
    const value = by === 'relevance' ? 1 : bidder.rate * bidder.bidMicros
    const lot = lotOf(seed, bidder.advertiserNumber)
    const draw = explores ? drawFactor(bidder.evidence, lotOf(lot, EXPLORING) / 2 ** 32) : 1
    bidder.score = value * draw * bidder.relevance
    bidder.lot = lot + lotOf(seed, ~bidder.doc) / 2 ** 32
  }
  if (ranked.length > FEW) return ranked.sort(inOrder)
  for (let i = 1; i < ranked.length; i++) {
    const bidder = ranked[i]!
    let place = i
    for (; place > 0 && inOrder(bidder, ranked[place - 1]!) < 0; place--) ranked[place] = ranked[place - 1]!
    ranked[place] = bidder
  }
  return ranked
}

/** Tells an advertiser's draw from its lot, and both from those of ads. */
const EXPLORING = 0x5bd1e995

/**
 * A whole number from 0 to 2³² − 1, as good as drawn anew for each name (the finaliser of MurmurHash3, public domain by A. Appleby). One auction
 * gives an advertiser one lot, however many campaigns it splits its ads into: with a lot for each ad, the more had more luck.
 */
function lotOf(seed: number, name: number): number {
  let bits = (seed ^ Math.imul(name, 0x9e3779b1)) >>> 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** So many are put in their places one by one: the built-in sort calls back for each comparison, and takes three times as long. */
const FEW = 32

function inOrder(a: RankedBidder, b: RankedBidder): number {
  if (a.priority !== b.priority) return TIER[a.priority] - TIER[b.priority]
  // Whole numbers: a difference of scores would be allocated in each comparison.
  if (a.score !== b.score) return a.score > b.score ? -1 : 1
  return a.lot < b.lot ? -1 : 1
}

const TIER: Readonly<Record<Priority, number>> = { sponsorship: 0, standard: 1, house: 2 }

/** A price, and who set it: the rival whose score had to be met, or the floor. */
export interface Price<T extends RankedBidder = RankedBidder> {
  /** In the unit of the bid. */
  readonly micros: Micros
  readonly rival: T | undefined
}

/**
 * Generalised second price (Edelman, Ostrovsky, Schwarz 2007): the bid at which the winner's score would equal its
 * rival's, never below the floor nor above the bid.
 * @param rival who would have the place instead, of the same tier; nobody bids against themselves, and a tier never pays
 *   for a lower one
 */
export function priceOf<T extends RankedBidder>(winner: T, rival: T | undefined, by: 'value' | 'relevance'): Price<T> {
  const floor = Math.min(winner.floorMicros, winner.bidMicros)
  // Where bids do not decide the order, the least bid keeps the place.
  if (!rival || by === 'relevance' || winner.score <= 0) return { micros: floor, rival: undefined }
  const keepsPlace = Math.min(winner.bidMicros, atLeast((winner.bidMicros * rival.score) / winner.score))
  return keepsPlace > floor ? { micros: keepsPlace, rival } : { micros: floor, rival: undefined }
}

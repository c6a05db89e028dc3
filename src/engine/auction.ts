// Orders candidates by expected value × relevance, and says what each winner pays: the least that keeps its place.
import type { BidModel, Priority } from '../domain/campaign.ts'
import type { Micros } from '../domain/money.ts'
import type { Random } from '../base/random.ts'

export interface Bidder {
  readonly doc: number
  readonly relevance: number
  readonly advertiserNumber: number
  readonly priority: Priority
  readonly model: BidModel
  /** In the bid's own unit (per click, per thousand impressions, per action), already cut to what budget is left. */
  readonly bidMicros: Micros
  /** In the same unit. */
  readonly floorMicros: Micros
}

export interface RankedBidder extends Bidder {
  /** Expected value of one impression in micros × relevance (or relevance alone, see `rank`). */
  readonly score: number
  /** Decides between equal scores. */
  readonly lot: number
}

/**
 * Chances that an impression leads to the action that is billed. Until rates are learned from events every ad has the same:
 * half a per cent of impressions are clicked (0.35–0.67 % in the Open Bandit logs, Saito et al. 2020), and one click in
 * fifty converts, so bids of different models can be compared at all.
 */
const CLICK_RATE = 0.005
const CONVERSION_RATE = 0.02

/** Billable actions expected from one impression, per unit of the bid. */
export function actionRate(model: BidModel): number {
  switch (model) {
    case 'cpm':
      return 0.001
    case 'cpc':
      return CLICK_RATE
    case 'cpa':
      return CLICK_RATE * CONVERSION_RATE
  }
}

/**
 * Best first: sponsorships before standard campaigns before house ads, and within each by score. Equal scores are
 * ordered by chance, so that twins share the traffic. The array given is put in order itself.
 * @param by "value": expected value × relevance; "relevance": relevance alone, whatever is bid
 */
export function rank<T extends Bidder>(
  bidders: readonly T[],
  by: 'value' | 'relevance',
  random: Random,
): (T & RankedBidder)[] {
  // The measured hot loop of a decision: the score is written to the bidder itself, for a copy of each costs more than ranking.
  const ranked = bidders as (T & { score: number; lot: number })[]
  for (const bidder of ranked) {
    const value = by === 'relevance' ? 1 : actionRate(bidder.model) * bidder.bidMicros
    bidder.score = value * bidder.relevance
    bidder.lot = random()
  }
  return ranked.sort((a, b) => TIER[a.priority] - TIER[b.priority] || b.score - a.score || a.lot - b.lot)
}

const TIER: Readonly<Record<Priority, number>> = { sponsorship: 0, standard: 1, house: 2 }

/**
 * Generalised second price (Edelman, Ostrovsky, Schwarz 2007): the bid at which the winner's score would equal its
 * rival's, never below the floor nor above the bid. The rival is the next one in the ranking that belongs to another
 * advertiser and stands in the same tier: nobody bids against themselves, and a tier never pays for a lower one.
 * @returns the price in the unit of the bid; the floor where there is no rival, or where bids do not decide the order
 */
export function priceOf(winner: RankedBidder, rival: RankedBidder | undefined, by: 'value' | 'relevance'): Micros {
  const floor = Math.min(winner.floorMicros, winner.bidMicros)
  if (!rival || by === 'relevance' || rival.priority !== winner.priority) return floor
  const keepsPlace = Math.ceil(rival.score / (actionRate(winner.model) * winner.relevance))
  return Math.min(winner.bidMicros, Math.max(floor, keepsPlace))
}

// What was decided: which ads fill which slots, and why the others do not.
import type { Micros } from './money.ts'
import type { SlotFormat } from './publisher.ts'
import type { BidModel, Targeting } from './campaign.ts'

/** Why a slot shows fewer ads than asked, with the number that goes over the wire and stands in the store: it means the same for good. */
export const NO_FILL_CODES = {
  no_candidates: 0,
  budget_exhausted: 1,
  pacing: 2,
  frequency_cap: 3,
  relevance_below_threshold: 4,
  low_commercial_intent: 5,
  internal: 100,
  timeout: 101,
  unavailable: 102,
  user_opt_out: 200,
  consent_missing: 201,
  sensitive_topic: 202,
  policy_blocked: 203,
  unsupported_format: 204,
  under_age: 205,
  invalid_traffic: 206,
  missing_response_text: 208,
  below_floor: 301,
  creative_rejected: 302,
} as const

export type NoFillReason = keyof typeof NO_FILL_CODES
export const NO_FILL_REASONS = Object.keys(NO_FILL_CODES) as NoFillReason[]

export interface NoFill {
  readonly reason: NoFillReason
  readonly detail?: string
}

export interface Signals {
  /** BCP 47 primary language, `und` where unknown. */
  readonly language: string
  /** 0–1. */
  readonly commercialIntent: number
  readonly sensitiveTopics: readonly { readonly category: string; readonly score: number }[]
  readonly terms: readonly { readonly term: string; readonly weight: number }[]
}

/** One ad that won a place. */
export interface Placement {
  /** The ad's number in the serving catalog, by which its creative is read. */
  readonly doc: number
  /** 0–1. */
  readonly relevance: number
  /** What the billable action of the campaign's own model will cost. */
  readonly priceMicros: Micros
  /** Spans of the answer's text, for entity_link alone. */
  readonly mentions?: readonly Mention[]
}

/** A span in UTF-16 code units, end exclusive. */
export interface Mention {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Only a slot of a known format has ads. */
export type SlotDecision = KnownSlotDecision | UnknownSlotDecision

export interface KnownSlotDecision {
  readonly slotId: string
  readonly format: SlotFormat
  readonly placements: readonly Placement[]
  readonly noFill?: NoFill
}

interface UnknownSlotDecision extends Omit<KnownSlotDecision, 'format' | 'placements'> {
  readonly format: undefined
  readonly placements: readonly []
}

/** What made the relevance of an ad. */
export interface MatchNote {
  /** The sum of the contributions of words that were searched with, in nats. */
  readonly score: number
  /** Cosine, −1 … 1, of what the conversation and the ad are about; absent where too few words of either are known to tell. */
  readonly similarity?: number
  /** Where the similarity is that of an embedding model, not of the table of word vectors. */
  readonly embedded?: true
  /** Share of the conversation's words that the ad holds, by their rarity. */
  readonly coverage: number
  /** Weight of the heaviest word that the ad lacks, in nats. */
  readonly missing: number
  /** How much is said, 0–1: 0 for a bare query, 1 for some sentences. */
  readonly talk: number
  /** False where the ad holds no word, and is needed for none, that tells by itself what is looked for; then it is not relevant at all. */
  readonly tells: boolean
  /** What is left of its relevance where it is too cheap or in another place; absent where that is all. */
  readonly share?: number
  /**
   * `otherName` where the ad does not hold the word, but what it sells is called so, too; `needed` where people say it who need what it
   * sells.
   */
  readonly terms: readonly {
    readonly term: string
    readonly contribution: number
    readonly otherName?: true
    readonly needed?: true
  }[]
}

/** How far a candidate came, and what stopped it. */
export interface CandidateNote {
  readonly doc: number
  readonly adNumber: number
  readonly campaignNumber: number
  /** Which slot of the request it was weighed for, from 0. */
  readonly slot: number
  readonly relevance: number
  /** Expected value × relevance; 0 where it was stopped before the auction. */
  readonly score: number
  readonly bid: { readonly model: BidModel; readonly amountMicros: Micros }
  /** What its campaign could pay of that, given its budgets. */
  readonly bidMicros: Micros
  /** Billable actions expected of one impression, per unit of the bid; 0 where it was stopped before the auction. */
  readonly rate: number
  /** Observed actions behind the rate, prior ones included; Infinity where nothing is to be learned. */
  readonly evidence: number
  readonly priceMicros?: Micros | undefined
  /** Who set the price of one that was placed: the floor, or the rival ad of this number that would have had the place. */
  readonly priceSetBy?: 'floor' | number | undefined
  readonly stoppedBy?: NoFillReason | CandidateStop | undefined
  /** Only where an explanation was asked for. */
  readonly match?: MatchNote | undefined
  /** Likewise, of one that is meant for others: by which rule. */
  readonly missedRule?: keyof Targeting | undefined
}

/** Reasons that concern one candidate alone and never a whole slot. */
export const CANDIDATE_STOPS = [
  'outranked',
  'targeting',
  'not_running',
  'no_mention',
  'price_limit',
  'unwanted_brand',
  'dismissed',
] as const
export type CandidateStop = (typeof CANDIDATE_STOPS)[number]

/** The steps of a decision, in order. */
export const STAGES = ['understand', 'screen', 'match', 'auction', 'fill'] as const

export interface StageTiming {
  readonly stage: (typeof STAGES)[number]
  readonly microseconds: number
}

export interface Decision {
  /** Number of user messages in the conversation, the newest one included. */
  readonly turn: number
  readonly slots: readonly SlotDecision[]
  readonly signals: Signals
  readonly candidates: readonly CandidateNote[]
  readonly timings: readonly StageTiming[]
}

/**
 * What became of asking an embedding model about a conversation: all was known from before; it answered; it did not in time; it answered
 * with a fault; it was not asked, since it left others without an answer.
 */
export type EmbeddingOutcome = 'known' | 'asked' | 'late' | 'failed' | 'skipped'

// Relevance: the chance, 0–1, that a person would call the ad fitting. Made of few signals that mean the same in any inventory.
import type { MatchQuery } from './build-query.ts'
import { everydayWeightOf } from './weigh-terms.ts'

/** What relevance is made of. Fitted by tools/fit-relevance.ts, leaving one source of judgements out at a time. */
export interface RelevanceSignals {
  /** The retrieval score, in nats: weight × rarity × impact, summed. */
  readonly score: number
  /** Share of the conversation's words that the ad holds, weighed by their rarity in everyday language. */
  readonly coverage: number
  /** Weight of the heaviest word that the ad lacks, in nats. */
  readonly missing: number
}

/** Below this an ad is not shown where the publisher says nothing: it only drops what shares a stray word. */
export const DEFAULT_MIN_RELEVANCE = 0.05

/** Logistic in the signals; strictly between 0 and 1. */
export function relevanceFrom({ score, coverage, missing }: RelevanceSignals): number {
  const z =
    COEFFICIENTS.constant +
    COEFFICIENTS.score * score +
    COEFFICIENTS.coverage * coverage +
    COEFFICIENTS.missing * missing
  return 1 / (1 + Math.exp(-z))
}

/**
 * The signals of one ad.
 * @param weights of each term in the search (nats)
 * @param impacts how much each term counts in the ad, 0–255
 */
export function signalsOf(
  query: MatchQuery,
  score: number,
  weights: Float32Array,
  impacts: Uint8Array,
): RelevanceSignals {
  let held = 0
  let all = 0
  let missing = 0
  for (let t = 0; t < query.count; t++) {
    const everyday = query.weight[t]! * everydayWeightOf(query.rarity[t]!)
    all += everyday
    if (impacts[t]! > 0) held += everyday
    else if (weights[t]! > missing) missing = weights[t]!
  }
  return { score, coverage: all > 0 ? held / all : 0, missing }
}

const COEFFICIENTS = { constant: -3.006, score: 0.377, coverage: 1.906, missing: -0.063 }

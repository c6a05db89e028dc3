// Relevance: the chance, 0–1, that a person would call the ad fitting. Made of few signals that mean the same in any inventory.
import { BARE_TERMS, IS_PLACE, type MatchQuery, TELLS } from './match-query.ts'
import { IS_NEEDED, type MatchResults, TERMS_MAX } from './search.ts'
import { everydayWeightOf } from './weigh-terms.ts'

/** What relevance is made of. Fitted by tools/fit-relevance.ts, leaving one source of judgements out at a time. */
export interface RelevanceSignals {
  /** The retrieval score, in nats: weight × rarity × impact, summed. */
  readonly score: number
  /** Share of the conversation's words that the ad holds, weighed by their rarity in everyday language. */
  readonly coverage: number
  /** Weight of the heaviest word that the ad lacks, in nats. */
  readonly missing: number
  /** Cosine, −1 … 1, of what the conversation and the ad are about; NaN where too few words of either are known to tell. */
  readonly similarity: number
  /** Whether the similarity is that of a model's embeddings, not of the table of word vectors. */
  readonly isEmbedded: boolean
  /** How much is said, 0–1: 0 for a bare query, 1 for some sentences. */
  readonly talk: number
  /**
   * Whether a word that the ad holds may tell by itself what is looked for, or it is needed for one; or one of the conversation's where
   * neither is so. See `tells` in word-in-talk.ts.
   */
  readonly tells: boolean
}

/** Below this an ad is not shown where the publisher says nothing: of twenty such ads people call at most one fitting. */
export const DEFAULT_MIN_RELEVANCE = 0.05
/** Nor is one of less than this share of the best one's relevance: what stands beside a good answer is compared with it. */
export const DEFAULT_MIN_SHARE_OF_BEST = 0.2
/** Nor is one where the chance that an offer is welcome, times the chance that this one fits, is less than this. */
export const DEFAULT_MIN_CHANCE = 0.01

/** Logistic in the signals; strictly between 0 and 1, or 0 where nothing tells what is looked for. Where nothing is known of meaning, the words alone tell. */
export function relevanceFrom({
  score,
  coverage,
  missing,
  similarity,
  isEmbedded,
  talk,
  tells,
}: RelevanceSignals): number {
  if (!tells) return 0
  if (isEmbedded) return chanceOf(zOf(EMBEDDED, score, coverage, missing, similarity))
  if (Number.isNaN(similarity)) return chanceOf(zOf(WORDS_ALONE, score, coverage, missing, 0))
  const bare = zOf(BARE, score, coverage, missing, similarity)
  return chanceOf(bare + talk * (zOf(TALK, score, coverage, missing, similarity) - bare))
}

function zOf(by: Coefficients, score: number, coverage: number, missing: number, similarity: number): number {
  return by.constant + by.score * score + by.coverage * coverage + by.missing * missing + by.similarity * similarity
}

function chanceOf(z: number): number {
  return 1 / (1 + Math.exp(-z))
}

/** What all results of one search have in common, worked out once. */
export interface RelevanceScale {
  /** Everyday weight of all words of the conversation together, in nats. */
  all: number
  /** Weight of the heaviest word that was not searched with, in nats: no ad is known to hold it. */
  unsearched: number
  /** See `RelevanceSignals`. */
  talk: number
  /** Of each term that was searched with: its everyday weight, and its weight in this search. */
  readonly everyday: Float64Array
  readonly weights: Float64Array
  /** Bit i: the term that was searched with i-th may tell by itself what is looked for; and whether any term of the query may. */
  telling: number
  tells: boolean
  /** Bit i: it was said to be the place. */
  places: number
  /** Of the result asked about last. */
  readonly signals: { -readonly [name in keyof RelevanceSignals]: RelevanceSignals[name] }
}

export function createRelevanceScale(): RelevanceScale {
  return {
    all: 0,
    unsearched: 0,
    talk: 0,
    telling: 0,
    tells: false,
    places: 0,
    everyday: new Float64Array(TERMS_MAX),
    weights: new Float64Array(TERMS_MAX),
    signals: {
      score: 0.5,
      coverage: 0.5,
      missing: 0.5,
      similarity: Number.NaN,
      isEmbedded: false,
      talk: 0.5,
      tells: true,
    },
  }
}

/** Reads a search into the scale. */
export function setScale(scale: RelevanceScale, query: MatchQuery, results: MatchResults): void {
  scale.all = 0
  scale.unsearched = 0
  scale.talk = Math.min(1, Math.max(0, query.count - BARE_TERMS) / (TALK_TERMS - BARE_TERMS))
  scale.telling = 0
  scale.tells = query.roles.some((roles) => (roles & TELLS) !== 0)
  scale.places = 0
  for (let t = 0; t < query.count; t++) scale.all += query.weight[t]! * everydayWeightOf(query.rarity[t]!)
  const searched = results.searched.subarray(0, results.searchedCount)
  for (let i = 0; i < searched.length; i++) {
    const t = searched[i]!
    scale.everyday[i] = query.weight[t]! * everydayWeightOf(query.rarity[t]!)
    scale.weights[i] = results.termWeights[t]!
    scale.telling |= Number((query.roles[t]! & TELLS) !== 0) << i
    scale.places |= Number((query.roles[t]! & IS_PLACE) !== 0) << i
  }
  for (let t = 0; t < query.count; t++) {
    if (results.termWeights[t]! > scale.unsearched && !searched.includes(t)) scale.unsearched = results.termWeights[t]!
  }
}

/** The signals of result `i`, whose similarity is measured elsewhere, until those of another are asked for. */
export function signalsOf(
  scale: RelevanceScale,
  results: MatchResults,
  i: number,
  similarity: number,
  isEmbedded: boolean,
): RelevanceSignals {
  const bits = results.held[i]!
  let held = 0
  let missing = scale.unsearched
  // Added as nothing rather than asked about: which words an ad holds is a guess that processors lose.
  for (let place = 0; place < results.searchedCount; place++) {
    const isHeld = (bits >>> place) & 1
    held += isHeld * scale.everyday[place]!
    missing = Math.max(missing, (1 - isHeld) * scale.weights[place]!)
  }
  const { signals } = scale
  signals.score = results.scores[i]!
  signals.coverage = scale.all > 0 ? held / scale.all : 0
  signals.missing = missing
  signals.similarity = similarity
  signals.isEmbedded = isEmbedded
  signals.talk = scale.talk
  // What was found by meaning alone holds none of the words; what it is needed for tells, as needs are no numbers (tools/build-needs.ts).
  signals.tells = bits === 0 ? scale.tells : (bits & (scale.telling | IS_NEEDED)) !== 0
  return signals
}

interface Coefficients {
  readonly constant: number
  readonly score: number
  readonly coverage: number
  readonly missing: number
  readonly similarity: number
}

const BARE: Coefficients = { constant: -2.917, score: 0.366, coverage: 0.733, missing: -0.122, similarity: 1.465 }
/** Where much is said, a stray rare word tells less than all of it together does. */
const TALK: Coefficients = { constant: -3.1, score: 0.27, coverage: 1.08, missing: -0.09, similarity: 2.16 }
const WORDS_ALONE: Coefficients = { constant: -2.75, score: 0.351, coverage: 1.777, missing: -0.054, similarity: 0 }
/** A model's embeddings tell so much that bare queries and talk need no weights of their own. */
const EMBEDDED: Coefficients = { constant: -3.07, score: 0.311, coverage: 0.624, missing: -0.104, similarity: 3.4 }
/** So many words are talk. */
const TALK_TERMS = 8

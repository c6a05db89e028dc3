// Everything a decision asks of matching besides the search itself: the query, the confidence, the words that told.
import type { MatchNote } from '../../domain/decision.ts'
import type { TermReader } from '../text/terms.ts'
import { RARITY_STEPS } from '../text/word-frequency.ts'
import { type ConversationText, createQueryBuilder } from './build-query.ts'
import type { AdEmbeddings } from './embeddings.ts'
import type { MatchQuery } from './match-query.ts'
import type { MatchIndex } from './match-index.ts'
import { createRelevanceScale, relevanceFrom, type RelevanceSignals, setScale, signalsOf } from './relevance.ts'
import { CALLED } from './posting-run.ts'
import { type MatchResults, TERMS_MAX } from './search.ts'
import { everydayWeightOf } from './weigh-terms.ts'

export interface Matcher {
  /** @param language BCP 47; English where absent or `und` */
  buildQuery(conversation: ConversationText, language?: string): MatchQuery
  /**
   * Confidence 0–1 that result `i` is what the conversation is about. Ask before the next search and before the index
   * changes, since results are the index's own.
   */
  relevanceOf(query: MatchQuery, results: MatchResults, i: number): number
  /** Whether result `i` itself says a word that was said to be the place; undefined where none was. To be asked after its relevance. */
  isThere(results: MatchResults, i: number): boolean | undefined
  /** Why result `i` is as relevant as it is. The same time limit holds. */
  explainMatch(query: MatchQuery, results: MatchResults, i: number): MatchExplanation
  /** The same as a candidate's note tells it: rounded, and with the words that count most. */
  noteMatch(query: MatchQuery, results: MatchResults, i: number): MatchNote
  /** The user does not want what is of this brand: said its name, or the first word of it where that is no everyday word. */
  isUnwantedBrand(query: MatchQuery, brand: string): boolean
  /** The words looked for, heaviest first, as the conversation wrote them, with their weight in nats. */
  termsOf(query: MatchQuery): { term: string; weight: number }[]
}

export interface MatchExplanation {
  readonly relevance: number
  readonly signals: RelevanceSignals
  /**
   * Words that the ad holds, by which it is called otherwise (`otherName`), or that people say who need it (`needed`); heaviest contribution first,
   * which sum to the score.
   */
  readonly terms: readonly {
    readonly term: string
    readonly weight: number
    readonly contribution: number
    readonly needed: boolean
    readonly otherName: boolean
  }[]
}

export interface MatcherDeps {
  readonly terms: TermReader
  readonly index: MatchIndex
  /** What an embedding model makes of the same ads, where there is one. */
  readonly embeddings?: AdEmbeddings | undefined
}

/** Belongs to the thread of its index and reader. */
export function createMatcher({ terms, index, embeddings }: MatcherDeps): Matcher {
  const impacts = new Int16Array(TERMS_MAX)
  const scale = createRelevanceScale()
  let scaledFor = -1

  // The scale belongs to one search; the results of the next one are the same object, told apart by its serial number.
  function signals(query: MatchQuery, results: MatchResults, i: number): RelevanceSignals {
    if (scaledFor !== results.serial) {
      setScale(scale, query, results)
      scaledFor = results.serial
      index.vectors?.readAhead(results.docs, results.count)
    }
    if (embeddings !== undefined && query.embedding !== undefined) {
      const embedded = embeddings.similarityOf(query.embedding, results.docs[i]!)
      if (!Number.isNaN(embedded)) return signalsOf(scale, results, i, embedded, true)
    }
    index.vectors?.aim(query)
    const similarity = index.vectors?.similarityOf(results.docs[i]!) ?? Number.NaN
    return signalsOf(scale, results, i, similarity, false)
  }

  const matcher: Matcher = {
    buildQuery: createQueryBuilder({
      terms,
      isInStock: index.holds,
      isNeeded: index.isNeeded,
      languages: index.languages,
    }),
    relevanceOf: (query, results, i) => relevanceFrom(signals(query, results, i)),

    isThere: (results, i) => (scale.places === 0 ? undefined : index.says(results, i, scale.places)),

    explainMatch(query, results, i) {
      const found = signals(query, results, i)
      index.readImpacts(query, results.docs[i]!, impacts)
      const told = []
      for (let t = 0; t < query.count; t++) {
        if (impacts[t] === 0) continue
        const needed = impacts[t]! < 0
        const otherName = !needed && (impacts[t]! & CALLED) !== 0
        const weight = (needed ? results.neededWeights : results.termWeights)[t]!
        const contribution = (weight * Math.abs(impacts[t]!)) / 255
        told.push({ term: query.surfaceOf(t), weight, contribution, needed, otherName })
      }
      told.sort((a, b) => b.contribution - a.contribution)
      return { relevance: relevanceFrom(found), signals: { ...found }, terms: told }
    },

    noteMatch(query, results, i) {
      const { signals, terms: words } = matcher.explainMatch(query, results, i)
      const { score, similarity, isEmbedded, coverage, missing, talk, tells } = signals
      return {
        score: rounded(score),
        ...(!Number.isNaN(similarity) && { similarity: rounded(similarity) }),
        ...(isEmbedded && { embedded: true }),
        coverage: rounded(coverage),
        missing: rounded(missing),
        talk: rounded(talk),
        tells,
        terms: words.slice(0, TERMS_NOTED_MAX).map(({ term, contribution, needed, otherName }) => ({
          term,
          contribution: rounded(contribution),
          ...(needed && { needed: true as const }),
          ...(otherName && { otherName: true as const }),
        })),
      }
    },

    isUnwantedBrand({ unwanted }, brand) {
      if (unwanted === undefined) return false
      const { count, lo, hi, rarity } = terms.read(brand, 'en')
      if (count === 0 || (count > 1 && rarity[0]! < NAME_RARITY_MIN)) return false
      return unwanted.some((term) => term.lo === lo[0] && term.hi === hi[0])
    },

    termsOf(query) {
      return Array.from({ length: Math.min(query.count, TERMS_TOLD_MAX) }, (_, t) => ({
        term: query.surfaceOf(t),
        weight: query.weight[t]! * everydayWeightOf(query.rarity[t]!),
      }))
    },
  }
  return matcher
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}

/** Once in a hundred thousand words: "not big" says nothing against Big Green Egg. */
const NAME_RARITY_MIN = 5 * RARITY_STEPS
const TERMS_TOLD_MAX = 24
const TERMS_NOTED_MAX = 8

// Everything a decision asks of matching besides the search itself: the query, the confidence, the words that told.
import type { Conversation } from '../../domain/ad-request.ts'
import type { TermReader } from '../text/terms.ts'
import { createQueryBuilder, type MatchQuery } from './build-query.ts'
import { createRelevance } from './relevance.ts'
import type { MatchResults } from './search.ts'
import { everydayWeightOf } from './weigh-terms.ts'

export interface Matcher {
  /** @param language BCP 47 primary subtag, `und` where unknown */
  buildQuery(conversation: Conversation, language: string): MatchQuery
  /** Confidence 0–1 that result `i` of a search is what the conversation is about. */
  relevanceOf(query: MatchQuery, results: MatchResults, i: number): number
  /** The words looked for, heaviest first, with their weight. */
  termsOf(query: MatchQuery): { term: string; weight: number }[]
}

// An index of evaluation ads in this process, asked as the doors would ask it.
import type { ConversationText } from '../src/engine/match/build-query.ts'
import { createMatchIndex, type MatchIndex } from '../src/engine/match/match-index.ts'
import { createMatcher, type Matcher } from '../src/engine/match/matcher.ts'
import type { Needs } from '../src/engine/match/needs.ts'
import type { WordVectors } from '../src/engine/match/word-vectors.ts'
import type { TermReader } from '../src/engine/text/terms.ts'
import { type EvalAd, indexableOf } from './eval-folder.ts'

export interface EvalStock {
  readonly index: MatchIndex
  readonly matcher: Matcher
  readonly ads: readonly EvalAd[]
}

const ADMITTED = new Uint8Array([1])

export function stockOf(
  ads: readonly EvalAd[],
  deps: { terms: TermReader; words: WordVectors; needs: Needs },
): EvalStock {
  const index = createMatchIndex(deps)
  for (const ad of ads) index.add(indexableOf(ad), { campaign: 0, formats: 1 })
  return { index, matcher: createMatcher({ terms: deps.terms, index }), ads }
}

/** The sixty ads that share most with a conversation, best score first, each with its relevance. */
export function candidatesOf(
  { index, matcher, ads }: EvalStock,
  conversation: ConversationText,
): { id: string; relevance: number }[] {
  const query = matcher.buildQuery(conversation)
  const results = index.search(query, { limit: 60, admitted: ADMITTED, formats: 1 })
  return Array.from({ length: results.count }, (_, i) => {
    return { id: ads[results.docs[i]!]!.id, relevance: matcher.relevanceOf(query, results, i) }
  })
}

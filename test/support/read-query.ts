// Conversations as matching reads them: the weight of each word.
import { createQueryBuilder, type ConversationText } from '../../src/engine/match/build-query.ts'
import { createTermReader } from '../../src/engine/text/terms.ts'
import { loadWordFrequencies } from '../../src/engine/text/word-frequency.ts'

export const buildQuery = createQueryBuilder({ terms: createTermReader(loadWordFrequencies()) })

/** The weight of each word of a conversation, by the word as it was written; the larger one of a word that has two. */
export function weightsOf(conversation: ConversationText, language = 'en'): Record<string, number> {
  const query = buildQuery(conversation, language)
  const weights: Record<string, number> = {}
  for (let i = 0; i < query.count; i++) {
    const word = query.surfaceOf(i)
    weights[word] = Math.max(weights[word] ?? 0, query.weight[i]!)
  }
  return weights
}

export const user = (content: string) => ({ role: 'user' as const, content })
export const assistant = (content: string) => ({ role: 'assistant' as const, content })

// An index without meaning, for a few ads.
import { createMatchIndex, type MatchIndex } from '../../src/engine/match/match-index.ts'
import { createMatcher } from '../../src/engine/match/matcher.ts'
import { createTermReader } from '../../src/engine/text/terms.ts'
import { loadWordFrequencies } from '../../src/engine/text/word-frequency.ts'

export const terms = createTermReader(loadWordFrequencies())
const everyone = new Uint8Array(16).fill(1)
export const ALL = { admitted: everyone, formats: 0xff }
export const ad = (title: string, description = '') => ({ title, description, brand: '', keywords: [], categories: [] })

export function setUp(): {
  index: MatchIndex
  ask: (query: string, options?: object, language?: string) => number[]
  matcher: ReturnType<typeof createMatcher>
} {
  const index = createMatchIndex({ terms })
  const matcher = createMatcher({ terms, index })
  return {
    index,
    matcher,
    ask(query, options = {}, language) {
      const asked = matcher.buildQuery({ query, messages: [] }, language)
      const results = index.search(asked, { limit: 1000, ...ALL, ...options })
      return [...results.docs.subarray(0, results.count)]
    },
  }
}

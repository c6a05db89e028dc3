// What a conversation says, before anything is decided. Pure and unhurried: a door may have it done ahead of the decision.
import type { AdRequest } from '../domain/ad-request.ts'
import type { MatchQuery } from './match/build-query.ts'
import type { Matcher } from './match/matcher.ts'
import type { Understand, Understood } from './understand/understand.ts'

export interface Reading {
  /** Signals of the conversation; worked out at the first call. */
  understand(): Understood
  /** The weighted words of the conversation; worked out at the first call. */
  query(): MatchQuery
  /** What was worked out so far; undefined where nobody asked. */
  readonly understood: Understood | undefined
  readonly asked: MatchQuery | undefined
  /** Milliseconds that each took. */
  readonly understandMs: number
  readonly queryMs: number
}

export function createReading(
  request: AdRequest,
  world: { readonly understand: Understand; readonly matcher: Pick<Matcher, 'buildQuery'> },
  monotonicMs: () => number,
): Reading {
  let understood: Understood | undefined
  let asked: MatchQuery | undefined
  let understandMs = 0
  let queryMs = 0
  const understand = (): Understood => {
    if (understood) return understood
    const from = monotonicMs()
    understood = world.understand(request)
    understandMs = monotonicMs() - from
    return understood
  }
  return {
    understand,
    query() {
      if (asked) return asked
      const { language } = understand()
      const from = monotonicMs()
      asked = world.matcher.buildQuery(request.conversation, language)
      queryMs = monotonicMs() - from
      return asked
    },
    get understood() {
      return understood
    },
    get asked() {
      return asked
    },
    get understandMs() {
      return understandMs
    },
    get queryMs() {
      return queryMs
    },
  }
}

// What a conversation says, before anything is decided. Pure and unhurried: a door may have it done ahead of the decision.
import type { AdRequest } from '../domain/ad-request.ts'
import type { MatchQuery } from './match/match-query.ts'
import type { Matcher } from './match/matcher.ts'
import type { Understand, Understood } from './understand/understand.ts'

/** A conversation, and what was worked out of it so far. */
export interface Reading {
  readonly request: AdRequest
  readonly means: ReadingMeans
  understood: Understood | undefined
  query: MatchQuery | undefined
  /** Milliseconds that each took. */
  understandMs: number
  queryMs: number
}

export interface ReadingMeans {
  readonly understand: Understand
  readonly matcher: Pick<Matcher, 'buildQuery'>
  readonly monotonicMs: () => number
}

export function createReading(request: AdRequest, means: ReadingMeans): Reading {
  return { request, means, understood: undefined, query: undefined, understandMs: 0, queryMs: 0 }
}

/** Signals of the conversation; worked out at the first call. */
export function understoodOf(reading: Reading): Understood {
  if (reading.understood) return reading.understood
  const { request, means } = reading
  const from = means.monotonicMs()
  reading.understood = means.understand(request)
  reading.understandMs = means.monotonicMs() - from
  return reading.understood
}

/** The weighted words of the conversation; worked out at the first call. */
export function queryOf(reading: Reading): MatchQuery {
  if (reading.query) return reading.query
  const { language } = understoodOf(reading)
  const { request, means } = reading
  const from = means.monotonicMs()
  reading.query = means.matcher.buildQuery(request.conversation, language)
  reading.queryMs = means.monotonicMs() - from
  return reading.query
}

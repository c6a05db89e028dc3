// Why a decision came out as it did, over the wire, whether explained with the answer or read back later: both tell the same numbers.
import type { CandidateNote } from '../domain/decision.ts'
import { type Micros, moneyOnWire } from '../domain/money.ts'
import type { Explanation } from '../domain/served.ts'

interface Weighed {
  readonly bid: CandidateNote['bid']
  readonly evidence: number
  readonly priceMicros?: Micros | undefined
  readonly pacing?: { readonly share: number; readonly openMicros: Micros; readonly stop?: string } | undefined
}

/** Money as decimal strings. */
export function presentExplanation(
  {
    signals,
    stages,
    candidates,
  }: Pick<Explanation, 'signals' | 'stages'> & { readonly candidates: readonly Weighed[] },
  currency: string,
) {
  return { signals, stages, candidates: candidates.map((candidate) => presentCandidate(candidate, currency)) }
}

/** Evidence without end is left out, since there is nothing to be learned. */
function presentCandidate({ bid, evidence, priceMicros, pacing, ...rest }: Weighed, currency: string) {
  return {
    ...rest,
    ...(Number.isFinite(evidence) && { evidence: rounded(evidence, 100) }),
    ...(pacing && { pacing: presentPacing(pacing, currency) }),
    bid: { model: bid.model, ...moneyOnWire(bid.amountMicros, currency) },
    ...(priceMicros !== undefined && { price: moneyOnWire(priceMicros, currency) }),
  }
}

/** How a campaign's budget is paced. */
export function presentPacing({ share, openMicros, ...rest }: NonNullable<Weighed['pacing']>, currency: string) {
  return { share: rounded(share, 10_000), open: moneyOnWire(openMicros, currency), ...rest }
}

function rounded(value: number, parts: number): number {
  return Math.round(value * parts) / parts
}

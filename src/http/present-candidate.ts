// A candidate of a decision over the wire, whether explained with the answer or read back later: both tell the same numbers.
import type { CandidateNote } from '../domain/decision.ts'
import { type Micros, moneyOnWire } from '../domain/money.ts'

interface Weighed {
  readonly bid: CandidateNote['bid']
  readonly evidence: number
  readonly priceMicros?: Micros | undefined
  readonly pacing?: { readonly share: number; readonly openMicros: Micros; readonly stop?: string } | undefined
}

/** Money as decimal strings. Evidence without end is left out, since there is nothing to be learned. */
export function presentCandidate<T extends Weighed>(candidate: T, currency: string) {
  const { bid, evidence, priceMicros, pacing, ...rest } = candidate
  return {
    ...rest,
    ...(Number.isFinite(evidence) && { evidence: rounded(evidence, 100) }),
    ...(pacing && { pacing: presentPacing(pacing, currency) }),
    bid: { model: bid.model, ...moneyOnWire(bid.amountMicros, currency) },
    ...(priceMicros !== undefined && { price: moneyOnWire(priceMicros, currency) }),
  }
}

function presentPacing({ share, openMicros, ...rest }: NonNullable<Weighed['pacing']>, currency: string) {
  return { share: rounded(share, 10_000), open: moneyOnWire(openMicros, currency), ...rest }
}

function rounded(value: number, parts: number): number {
  return Math.round(value * parts) / parts
}

// With what chance an ad wins the first place, when some auctions draw rates from what they may be (see exploration.ts).
import { FITS_AS_WELL } from '../fill.ts'
import { deviationOf, EXPLORED_SHARE, factorAt, normalCdf, normalQuantile } from './exploration.ts'

export interface Contender {
  /** Expected value × relevance, without the draw. */
  readonly expected: number
  /** How narrowly the draw is spread; Infinity: not drawn. */
  readonly evidence: number
}

const STEPS = 64
const DEVIATES = Array.from({ length: STEPS }, (_, i) => normalQuantile((i + 0.5) / STEPS))

/**
 * The winner's chance beside the rivals that are given, by a sum over what its own draw can be. Equal scores that are not
 * drawn share evenly.
 * @returns 0–1
 */
export function chanceToWin(winner: Contender, rivals: readonly Contender[]): number {
  const settled = chanceAt(winner.expected, rivals.map(undrawn))
  return (1 - EXPLORED_SHARE) * settled + EXPLORED_SHARE * chanceExploring(winner, rivals)
}

function undrawn({ expected }: Contender): Contender {
  return { expected, evidence: Number.POSITIVE_INFINITY }
}

function chanceExploring(winner: Contender, rivals: readonly Contender[]): number {
  if (winner.evidence === Number.POSITIVE_INFINITY) return chanceAt(winner.expected, rivals)
  let sum = 0
  for (const z of DEVIATES) sum += chanceAt(winner.expected * factorAt(winner.evidence, z), rivals)
  return sum / STEPS
}

function chanceAt(score: number, rivals: readonly Contender[]): number {
  let chance = 1
  let equals = 1
  for (const { expected, evidence } of rivals) {
    if (expected > score) return 0
    if (expected === score) equals++
    if (evidence !== Number.POSITIVE_INFINITY && expected > 0)
      chance *= normalCdf(deviationOf(evidence, score / expected))
  }
  return chance / equals
}

/** What the log tells of a candidate. */
interface Logged {
  readonly slot: number
  readonly campaignNumber: number
  readonly relevance: number
  readonly rate: number
  readonly evidence: number
  readonly score: number
  readonly bidMicros: number
}

/** Those of a slot who could have had its first place as well as `candidate`; empty where it could not have it. */
export function contendersOf<T extends Logged>(
  candidates: readonly T[],
  candidate: T,
  tierOf: (campaignNumber: number) => string | undefined,
): T[] {
  const tier = tierOf(candidate.campaignNumber)
  const ofTier = candidates.filter(
    ({ slot, score, campaignNumber }) => slot === candidate.slot && score > 0 && tierOf(campaignNumber) === tier,
  )
  const best = ofTier.reduce((most, { relevance }) => Math.max(most, relevance), 0)
  const contenders = ofTier.filter(({ relevance }) => relevance >= FITS_AS_WELL * best)
  return contenders.includes(candidate) ? contenders : []
}

/** The chance that candidate `i` had of the first place of its slot, beside those of its tier that the log holds. */
export function chanceOfFirstPlace<T extends Logged>(
  candidates: readonly T[],
  i: number,
  tierOf: (campaignNumber: number) => string | undefined,
): number | undefined {
  const candidate = candidates[i]!
  const contenders = contendersOf(candidates, candidate, tierOf)
  if (contenders.length === 0) return undefined
  return chanceToWin(expectedOf(candidate), contenders.filter((one) => one !== candidate).map(expectedOf))
}

/** A logged candidate without the draw that its score carries. */
export function expectedOf({
  rate,
  bidMicros,
  relevance,
  evidence,
}: Omit<Logged, 'slot' | 'campaignNumber' | 'score'>): Contender {
  return { expected: rate * bidMicros * relevance, evidence }
}

// How much of its traffic a campaign takes part in, so that its money lasts as long as its day or flight. Pure arithmetic.
//
//   planned per request = (money left that is not spoken for + a margin) ÷ requests still to come
//   share = (planned per request + what the last half hour fell short of its plan ÷ requests of the next half hour)
//           ÷ what full participation brings per request
//
// What is spoken for: links that are out and may still be clicked, at the rate at which such links are billed.
import type { Micros } from '../../domain/money.ts'

/** What is known of one budget at one moment. */
interface BudgetNow {
  /** Left of the budget. */
  readonly remainingMicros: Micros
  /** Expected to be billed to it from links that are out. */
  readonly openMicros: number
  /** What one billed action costs. */
  readonly priceMicros: number
}

/**
 * Micros to be spent in each request from now on: spreads what is left over the requests to come. Clicks come by chance, and whoever plans
 * for exactly what is left misses it half of the time; the margin lets a budget of 1,000 clicks end a thousandth of its traffic early, and
 * one of ten a twentieth.
 * @param requests that still come while the budget can be spent
 */
export function plan({ remainingMicros, openMicros, priceMicros }: BudgetNow, requests: number): number {
  const free = remainingMicros - openMicros
  return free <= 0 ? 0 : (free + MARGIN * Math.sqrt(free * priceMicros) + priceMicros / 2) / Math.max(requests, 1e-9)
}

/** In standard deviations of what is left to be spent. */
const MARGIN = 1
/** A plan is mended by at most this part of itself. */
const MENDING_MAX = 0.5

/**
 * The part of requests to take part in, 0–1.
 * @param perRequestMicros from `plan`
 * @param behindMicros what was spent less than planned lately; negative where it was more
 * @param soonRequests over which that is made up for
 * @param yieldMicros expected spend per request, were the campaign to take part in all of them
 */
export function shareFor(
  perRequestMicros: number,
  lately: { readonly behindMicros: number; readonly soonRequests: number },
  yieldMicros: number,
): number {
  const most = MENDING_MAX * perRequestMicros
  const mending = lately.soonRequests > 0 ? lately.behindMicros / lately.soonRequests : 0
  const wanted = perRequestMicros + Math.max(-most, Math.min(most, mending))
  return wanted >= yieldMicros ? 1 : wanted / yieldMicros
}

/** A gate that has closed opens again only when so much more is free, so that it does not flutter. */
const REOPEN = 0.8

/**
 * Whether the links that are out may use up what is left, so that one more would be shown for nothing: their expected cost
 * and one standard deviation of it (clicks come independently, so the variance is the expectation times the price).
 */
export function isSpokenFor({ remainingMicros, openMicros, priceMicros }: BudgetNow, wasClosed: boolean): boolean {
  const mayCost = openMicros + Math.sqrt(openMicros * priceMicros)
  return mayCost > remainingMicros * (wasClosed ? REOPEN : 1)
}

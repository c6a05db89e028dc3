// How much of its traffic a campaign takes part in, so that its money lasts as long as its day or flight. Pure arithmetic.
//
//   planned per request = (money left that is not spoken for + a margin) ÷ requests still to come
//   share = (planned per request + what the last half hour fell short of its plan ÷ requests of the next half hour)
//           ÷ what full participation brings per request
//
// What is spoken for: links that are out and may still be clicked, at the rate at which such links are billed.

/** What is known of one budget at one moment, all in micros and requests. */
export interface Outlook {
  /** Left of the budget. */
  readonly remainingMicros: number
  /** Expected to be billed to it from links that are out. */
  readonly openMicros: number
  /** What one billed action costs. */
  readonly priceMicros: number
  /** Requests that still come while this budget can be spent. */
  readonly requests: number
}

/**
 * Micros to be spent in each request from now on: spreads what is left over the requests to come. Clicks come by chance, and whoever plans for exactly what is left misses it
 * half of the time; the margin of most of a standard deviation lets a budget of 1,000 clicks end a thousandth of its
 * traffic early, and one of ten a twentieth.
 */
export function plan({ remainingMicros, openMicros, priceMicros, requests }: Outlook): number {
  const free = remainingMicros - openMicros
  return free <= 0 ? 0 : (free + MARGIN * Math.sqrt(free * priceMicros) + priceMicros / 2) / Math.max(requests, 1e-9)
}

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
export function isSpokenFor(
  budget: { readonly remainingMicros: number; readonly openMicros: number; readonly priceMicros: number },
  wasClosed: boolean,
): boolean {
  const { remainingMicros, openMicros, priceMicros } = budget
  const mayCost = openMicros + Math.sqrt(openMicros * priceMicros)
  return mayCost > remainingMicros * (wasClosed ? REOPEN : 1)
}

// Whether a publisher reports impressions, told by what it did lately: one report by whoever holds a link makes nobody a publisher that reports them.

/** So many of a publisher's next served ads one report vouches for: who has fewer than a tenth reported is not one that reports impressions. */
const VOUCHED = 10
/** What reports vouch for in all, so that a publisher that stops reporting is soon known as one; a byte. */
const VOUCHED_MAX = 250

/** What is left vouched for after an impression was reported. */
export function afterReport(vouched: number): number {
  return Math.min(VOUCHED_MAX, vouched + VOUCHED)
}

/** What is left after an ad was served. */
export function afterServed(vouched: number): number {
  return Math.max(0, vouched - 1)
}

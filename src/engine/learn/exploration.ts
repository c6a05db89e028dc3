// Optimistic Thompson sampling in a share of auctions: a rate that few observations back is drawn from what better it may be, so that new ads get honest tries.

/**
 * Auctions that explore. In the others bids and known rates alone decide, so that whoever looks at one decision sees the second price as
 * it is told. docs/decisions/0023 says why a quarter.
 */
export const EXPLORED_SHARE = 1 / 4

/**
 * What to multiply a rate with to try it as what it may be: a draw from the gamma distribution of mean 1 and the given shape, by the cube of Wilson and
 * Hilferty (1931), which costs one random number, and 1 where the draw is lower. Pretending that an ad is worse than known teaches nothing, and
 * costs what it would have earned (May, Korda, Lee, Leslie 2012).
 * @param evidence the shape: observed actions, prior ones included, at least 1; Infinity draws nothing and gives 1
 * @param luck uniform in [0, 1)
 */
export function drawFactor(evidence: number, luck: number): number {
  if (evidence === Number.POSITIVE_INFINITY) return 1
  return factorAt(evidence, NORMAL[(luck * NORMAL_STEPS) | 0]!)
}

/** The factor at `z` standard deviations: rises with z, never below 1. */
export function factorAt(evidence: number, z: number): number {
  const ninth = 1 / (9 * evidence)
  const root = 1 - ninth + z * Math.sqrt(ninth)
  return root > 1 ? root * root * root : 1
}

/** Up to which deviation `factorAt` gives at most this factor, 1 or above. */
export function deviationOf(evidence: number, factor: number): number {
  const ninth = 1 / (9 * evidence)
  return (Math.cbrt(factor) - 1 + ninth) / Math.sqrt(ninth)
}

/** Standard normal deviates at equal steps of probability, so that a draw is one look at memory. */
const NORMAL_STEPS = 4_096
const NORMAL = Float64Array.from({ length: NORMAL_STEPS }, (_, i) => normalQuantile((i + 0.5) / NORMAL_STEPS))

/** Probability that a standard normal deviate is at most `z`; error below 8e-8 (Abramowitz and Stegun 26.2.17). */
export function normalCdf(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const tail =
    Math.exp((-z * z) / 2) *
    0.3989422804014327 *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return z > 0 ? 1 - tail : tail
}

/** The deviate below which a standard normal one lies with probability `p`, 0 < p < 1; as good as `normalCdf`, to some 1e-7. */
export function normalQuantile(p: number): number {
  let low = -9
  let high = 9
  // Halved until what is left, 18 / 2³⁰, is finer than `normalCdf` is; a start waits for some thousand of them.
  for (let i = 0; i < 30; i++) {
    const middle = (low + high) / 2
    if (normalCdf(middle) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}

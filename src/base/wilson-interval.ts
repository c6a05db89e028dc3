// How sure a rate is that was counted.

/** The 0.975 quantile of the normal distribution: 95 % lie within it on both sides. */
const Z = 1.959964

/**
 * Where the true rate lies with 95 % certainty, by the score interval of Wilson (1927), which also holds for few trials and for none or all of them hit.
 * @param hits at most `trials`; more count as all
 * @param trials 0 or more
 * @returns both 0–1; of no trials 0 and 1
 */
export function wilsonInterval(hits: number, trials: number): readonly [low: number, high: number] {
  if (trials <= 0) return [0, 1]
  const rate = Math.min(1, hits / trials)
  const spread = (Z * Z) / trials
  const middle = rate + spread / 2
  const half = Z * Math.sqrt((rate * (1 - rate)) / trials + spread / (4 * trials))
  return [Math.max(0, (middle - half) / (1 + spread)), Math.min(1, (middle + half) / (1 + spread))]
}

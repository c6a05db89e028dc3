// How much a word tells: its rarity in everyday language, mixed with its rarity among the ads in stock.
import { RARITY_STEPS } from '../text/word-frequency.ts'
import { tuning } from './tuning.ts'

/**
 * −ln of the share of ads that hold the word, where the background table speaks for `tuning.backgroundAds` ads:
 * p = (df + μ · p_everyday) / (N + μ). So a word weighs much the same with three ads in stock and with a million.
 */
export function rarityWeight(adsWithTerm: number, ads: number, rarity: number): number {
  const mu = tuning.backgroundAds
  const share = (adsWithTerm + mu * EVERYDAY_SHARE[rarity]!) / (ads + mu)
  return -Math.log(share) * COMMON_DISCOUNT[rarity]!
}

/** The same with nothing in stock. */
export function everydayWeightOf(rarity: number): number {
  return EVERYDAY_WEIGHT[rarity]!
}

/**
 * What a word weighs that is said so many times; 1 for once. Levels off like BM25 with its k3, so that a word said in every turn does not
 * drown the rest.
 */
export function saturated(times: number): number {
  const k3 = tuning.querySaturation
  return (times * (k3 + 1)) / (times + k3)
}

/** How often a word must be said to weigh so much; the inverse of `saturated`. */
export function unsaturated(weight: number): number {
  const k3 = tuning.querySaturation
  return (weight * k3) / (k3 + 1 - weight)
}

let EVERYDAY_SHARE: Float64Array
let COMMON_DISCOUNT: Float64Array
let EVERYDAY_WEIGHT: Float64Array
retune()

/** Builds the tables from `tuning`; for trials that change it. */
export function retune(): void {
  const rarities = Array.from({ length: 256 }, (_, rarity) => rarity)
  const shareOfWords = (rarity: number) => 10 ** (-rarity / RARITY_STEPS)
  EVERYDAY_SHARE = Float64Array.from(rarities, (rarity) => 1 - (1 - shareOfWords(rarity)) ** tuning.backgroundAdWords)
  COMMON_DISCOUNT = Float64Array.from(
    rarities,
    (rarity) => Math.min(1, rarity / (6 * RARITY_STEPS)) ** tuning.rarityExponent,
  )
  EVERYDAY_WEIGHT = Float64Array.from(
    rarities,
    (rarity) => -Math.log(EVERYDAY_SHARE[rarity]!) * COMMON_DISCOUNT[rarity]!,
  )
}

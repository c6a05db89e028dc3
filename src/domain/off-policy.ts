// What a policy would have brought, judged by the log of another one: IPS, SNIPS and DR, with intervals.
//
// Sources: Horvitz and Thompson 1952 (IPS), Swaminathan and Joachims 2015 (SNIPS), Dudík, Langford and Li 2011 (DR).

export interface LoggedChoice {
  /** What came of the choice that was made, such as 1 for a click. */
  readonly reward: number
  /** Chance with which the logging policy made this choice, above 0 up to 1. */
  readonly propensity: number
  /** Chance with which the policy that is judged would have made it, 0–1. */
  readonly target: number
  /** Reward predicted for this choice, for DR. */
  readonly predicted: number
  /** Reward predicted for the judged policy, its choices weighed by their chances, for DR. */
  readonly predictedForTarget: number
}

export interface Estimate {
  /** Mean reward of a choice. */
  readonly value: number
  /** 95 % interval by the normal approximation: rough where the effective sample is small. */
  readonly low: number
  readonly high: number
}

export interface PolicyEvaluation {
  readonly choices: number
  readonly rewards: number
  /** Mean reward of the policy that wrote the log. */
  readonly logged: Estimate
  readonly ips: Estimate
  readonly snips: Estimate
  readonly dr: Estimate
  /** How many choices of the judged policy itself would tell as much. */
  readonly effectiveSampleSize: number
  /** Why the estimates should not be believed; empty where nothing speaks against them. */
  readonly warnings: readonly { readonly code: 'too_few_clicks'; readonly message: string }[]
}

/**
 * Clicks from which on an estimate tells something: 30 alone leave about a third of uncertainty to either side, and with fewer the
 * normal approximation of the intervals fails, so that they may lie below zero or miss the truth far too often.
 */
const CLICKS_MIN = 30

/** @throws RangeError for a propensity outside (0, 1] */
export function evaluatePolicy(choices: readonly LoggedChoice[]): PolicyEvaluation {
  let weights = 0
  let squares = 0
  let rewards = 0
  let telling = 0
  for (const { propensity, target, reward } of choices) {
    if (!(propensity > 0 && propensity <= 1)) throw new RangeError(`a propensity of ${propensity} is no chance`)
    const weight = target / propensity
    weights += weight
    squares += weight * weight
    rewards += reward
    if (reward > 0 && target > 0) telling++
  }
  const weightOf = ({ target, propensity }: LoggedChoice) => target / propensity
  const meanWeight = weights / Math.max(1, choices.length)
  const snips = weights > 0 ? choices.reduce((sum, one) => sum + weightOf(one) * one.reward, 0) / weights : 0
  return {
    choices: choices.length,
    rewards,
    logged: meanOf(choices, ({ reward }) => reward),
    ips: meanOf(choices, (one) => weightOf(one) * one.reward),
    // The ratio moves as the mean of these deviations does (delta method).
    snips: shifted(
      snips,
      meanOf(choices, (one) => (meanWeight > 0 ? (weightOf(one) * (one.reward - snips)) / meanWeight : 0)),
    ),
    dr: meanOf(choices, (one) => one.predictedForTarget + weightOf(one) * (one.reward - one.predicted)),
    effectiveSampleSize: squares > 0 ? (weights * weights) / squares : 0,
    warnings: telling < CLICKS_MIN ? [{ code: 'too_few_clicks', message: tooFew(telling) }] : [],
  }
}

function tooFew(clicks: number): string {
  const counted = clicks === 1 ? '1 click fell' : `${clicks === 0 ? 'no' : clicks} clicks fell`
  return `Too few clicks to tell anything: ${counted} on choices that this policy could have made too, and the figures mean something from ${CLICKS_MIN} on.`
}

const Z_95 = 1.959964

function meanOf(choices: readonly LoggedChoice[], of: (choice: LoggedChoice) => number): Estimate {
  const n = choices.length
  if (n === 0) return { value: 0, low: 0, high: 0 }
  let sum = 0
  for (const choice of choices) sum += of(choice)
  const value = sum / n
  let squares = 0
  for (const choice of choices) squares += (of(choice) - value) ** 2
  const half = n > 1 ? Z_95 * Math.sqrt(squares / (n - 1) / n) : Number.POSITIVE_INFINITY
  return { value, low: value - half, high: value + half }
}

function shifted(value: number, { low, high }: Estimate): Estimate {
  const half = (high - low) / 2
  return { value, low: value - half, high: value + half }
}

/** A shown item of an experiment's log. */
export interface ItemImpression {
  readonly item: string
  readonly position: string
  readonly reward: number
  readonly propensity: number
}

/** Chances by position and item; position "*" holds for those that are not named. */
export type ItemPolicy = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Clicks that the mean rate is worth where an item's own rate is predicted. */
const PRIOR_IMPRESSIONS = 200

/**
 * Brings a log of items into choices. The rates that DR asks for are each item's own, pulled to the mean, and learned on
 * the other half of the log, so that no reward predicts itself.
 */
export function choicesOf(log: readonly ItemImpression[], policy: ItemPolicy): LoggedChoice[] {
  const halves = [0, 1].map((half) => learnItems(log.filter((_, i) => halfOf(i) !== half)))
  return log.map(({ item, position, reward, propensity }, i) => {
    const rateOf = halves[halfOf(i)]!
    const chances = policy.get(position) ?? policy.get('*') ?? new Map<string, number>()
    let predictedForTarget = 0
    for (const [other, chance] of chances) predictedForTarget += chance * rateOf(other)
    return { reward, propensity, target: chances.get(item) ?? 0, predicted: rateOf(item), predictedForTarget }
  })
}

// Not every second row: logs often take turns, as between the places of a page.
function halfOf(row: number): number {
  return Math.imul(row + 1, 0x9e3779b1) >>> 31
}

function learnItems(log: readonly ItemImpression[]): (item: string) => number {
  const counts = new Map<string, { rewards: number; shown: number }>()
  let rewards = 0
  for (const { item, reward } of log) {
    const count = counts.get(item) ?? { rewards: 0, shown: 0 }
    counts.set(item, { rewards: count.rewards + reward, shown: count.shown + 1 })
    rewards += reward
  }
  const mean = rewards / Math.max(1, log.length)
  return (item) => {
    const { rewards: own, shown } = counts.get(item) ?? { rewards: 0, shown: 0 }
    return (own + PRIOR_IMPRESSIONS * mean) / (shown + PRIOR_IMPRESSIONS)
  }
}

/** Every item that the log ever showed, equally often. */
export function uniformPolicy(log: readonly ItemImpression[]): ItemPolicy {
  const items = new Set(log.map(({ item }) => item))
  return new Map([['*', new Map([...items].map((item) => [item, 1 / items.size]))]])
}

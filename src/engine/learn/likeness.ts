// How much alike the things of a level are, learned: guesses predict side by side, and each counts for how well it foretold.

/**
 * Shapes of the gamma distribution by which rates of a level spread, from "some are three times as good as others" to "all are next to
 * equal". What lies between two of them costs so little that more guesses would not pay.
 */
export const GUESSES: readonly number[] = [1, 2.5, 6, 16, 40, 100]

export interface Likeness {
  /** What to predict by: rates of the level spread by 1 ÷ √shape of their mean. */
  readonly shape: number
  /** The caller writes here what each guess predicts, before either of the calls below. */
  readonly predicted: Float64Array
  /** Something was shown, from which `predicted` × exposure actions are expected. */
  addExposure(exposure: number): void
  /** It was acted on. */
  addAction(): void
}

/** What is kept of a likeness: the log-likelihood of each guess in nats, and how many actions stand behind them. */
export const LIKENESS_LENGTH = GUESSES.length + 1
const ACTIONS = GUESSES.length
/** Past so many actions all counts for half, so that a market that changes is learned anew. */
const ACTIONS_MAX = 4_000
/** How far the first shape may be off, as a standard deviation of its logarithm: a third or three times is not unlikely. */
const FIRST_SPREAD = Math.log(3)

/**
 * @param first the shape before anything was seen
 * @param state of LIKENESS_LENGTH numbers, zeros at first; changed in place
 */
export function createLikeness(first: number, state: Float64Array): Likeness {
  const predicted = new Float64Array(GUESSES.length)
  const prior = Float64Array.from(GUESSES, (guess) => -0.5 * (Math.log(guess / first) / FIRST_SPREAD) ** 2)
  const likeness = {
    shape: shapeOf(state, prior, first),
    predicted,
    addExposure(exposure: number) {
      for (let i = 0; i < ACTIONS; i++) state[i]! -= predicted[i]! * exposure
    },
    addAction() {
      for (let i = 0; i < ACTIONS; i++) state[i]! += Math.log(predicted[i]!)
      state[ACTIONS]!++
      if (state[ACTIONS]! > ACTIONS_MAX) for (let i = 0; i < LIKENESS_LENGTH; i++) state[i]! /= 2
      likeness.shape = shapeOf(state, prior, first)
    },
  }
  return likeness
}

// The mean of the guesses' logarithms, each weighed by prior × likelihood.
function shapeOf(state: Float64Array, prior: Float64Array, first: number): number {
  if (state[ACTIONS] === 0) return first
  let most = Number.NEGATIVE_INFINITY
  for (let i = 0; i < ACTIONS; i++) most = Math.max(most, prior[i]! + state[i]!)
  let weights = 0
  let sum = 0
  for (let i = 0; i < ACTIONS; i++) {
    const weight = Math.exp(prior[i]! + state[i]! - most)
    weights += weight
    sum += weight * Math.log(GUESSES[i]!)
  }
  return Math.exp(sum / weights)
}

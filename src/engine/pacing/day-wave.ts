// What the hours of a day that were not seen yet may bring, from those that were: one wave of 24 hours through them.

const HOURS = 24
/** Hours that must be known before a wave is drawn through them. */
const KNOWN_MIN = 3
/** Hours' worth of belief that the mean is the mean, and that there is no wave at all: noise is not taken for a night. */
const BELIEF = [1, 4, 4] as const
const ROUNDS = 60
const LEAST = 0.25
const MOST = 3

/**
 * Ridge regression on a constant, a sine and a cosine, solved coordinate by coordinate.
 * @param day requests an hour, by hour of the day
 * @param seen 0 for an hour of which nothing is known
 * @param mean of the known hours
 * @returns requests to expect in an hour, between a quarter and three times the mean
 */
export function waveThrough(day: Float64Array, seen: Uint8Array, mean: number): (hour: number) => number {
  const known = Array.from(day.keys()).filter((hour) => seen[hour]! > 0)
  if (known.length < KNOWN_MIN) return () => mean
  const weights = [1, 0, 0]
  const without = (hour: number, i: number) =>
    weights.reduce((sum, weight, k) => sum + (k === i ? 0 : weight * partOf(k, hour)), 0)
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < weights.length; i++) {
      let up = i === 0 ? BELIEF[0] : 0
      let down: number = BELIEF[i]!
      for (const hour of known) {
        const part = partOf(i, hour)
        up += part * (day[hour]! / mean - without(hour, i))
        down += part * part
      }
      weights[i] = up / down
    }
  }
  return (hour) => mean * Math.min(MOST, Math.max(LEAST, without(hour, -1)))
}

function partOf(i: number, hour: number): number {
  if (i === 0) return 1
  const angle = (2 * Math.PI * hour) / HOURS
  return i === 1 ? Math.cos(angle) : Math.sin(angle)
}

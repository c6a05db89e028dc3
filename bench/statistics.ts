// Medians and percentiles of measurements on a machine that also does other things.

export interface Latency {
  readonly p50: number
  readonly p90: number
  readonly p99: number
  readonly max: number
}

export function latencyOf(values: readonly number[]): Latency {
  const sorted = Float64Array.from(values).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

// Predicted against observed: impressions and clicks by how often a click was predicted when the ad was served.

export interface CalibrationBucket {
  /** Predicted click rates of this bucket, `from` included, `to` not. */
  readonly from: number
  readonly to: number
  readonly impressions: number
  readonly clicks: number
  /** Mean over the impressions. */
  readonly predicted: number
}

export interface Calibration {
  addImpression(predictedClickRate: number): void
  addClick(predictedClickRate: number): void
  /** Those that hold anything, lowest rate first. */
  buckets(): CalibrationBucket[]
  /** Three numbers a bucket: impressions, clicks, sum of predicted rates. */
  readonly state: Float64Array
}

/** Four buckets to each doubling, from 1 in 8,192 impressions to every one. */
const PER_DOUBLING = 4
const DOUBLINGS = 13
const BUCKETS = PER_DOUBLING * DOUBLINGS + 1
const FIELDS = 3
const CALIBRATION_LENGTH = BUCKETS * FIELDS

export function createCalibration(kept?: Float64Array): Calibration {
  const state = kept?.length === CALIBRATION_LENGTH ? kept : new Float64Array(CALIBRATION_LENGTH)
  return {
    addImpression(rate) {
      const at = bucketOf(rate) * FIELDS
      state[at]!++
      state[at + 2]! += rate
    },
    addClick(rate) {
      state[bucketOf(rate) * FIELDS + 1]!++
    },
    buckets: () =>
      Array.from({ length: BUCKETS }, (_, bucket) => {
        const at = bucket * FIELDS
        const impressions = state[at]!
        const predicted = impressions > 0 ? state[at + 2]! / impressions : 0
        return { from: startOf(bucket), to: startOf(bucket + 1), impressions, clicks: state[at + 1]!, predicted }
      }).filter(({ impressions }) => impressions > 0),
    state,
  }
}

/**
 * Expected calibration error: the distance between predicted and observed rate, over buckets weighed by impressions.
 * @param groups how many buckets of about equally many impressions it is read from, so that thin ones do not add their noise
 */
export function calibrationError(
  buckets: readonly CalibrationBucket[],
  groups = 10,
): { error: number; meanRate: number; merged: CalibrationBucket[] } {
  const merged = mergeBuckets(buckets, groups)
  const impressions = sum(merged, (bucket) => bucket.impressions)
  if (impressions === 0) return { error: 0, meanRate: 0, merged }
  const distance = sum(merged, (bucket) => Math.abs(bucket.predicted * bucket.impressions - bucket.clicks))
  return { error: distance / impressions, meanRate: sum(merged, ({ clicks }) => clicks) / impressions, merged }
}

function mergeBuckets(buckets: readonly CalibrationBucket[], groups: number): CalibrationBucket[] {
  const each = sum(buckets, ({ impressions }) => impressions) / groups
  const merged: CalibrationBucket[] = []
  let open: CalibrationBucket | undefined
  for (const bucket of buckets) {
    open = open ? joined(open, bucket) : bucket
    if (open.impressions < each) continue
    merged.push(open)
    open = undefined
  }
  const last = merged.pop()
  if (open && last) return [...merged, joined(last, open)]
  return [...merged, ...(last ? [last] : []), ...(open ? [open] : [])]
}

function joined(a: CalibrationBucket, b: CalibrationBucket): CalibrationBucket {
  const impressions = a.impressions + b.impressions
  const predicted = (a.predicted * a.impressions + b.predicted * b.impressions) / impressions
  return { from: a.from, to: b.to, impressions, clicks: a.clicks + b.clicks, predicted }
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}

function bucketOf(rate: number): number {
  const place = Math.floor((Math.log2(Math.max(rate, 1e-9)) + DOUBLINGS) * PER_DOUBLING) + 1
  return Math.min(BUCKETS - 1, Math.max(0, place))
}

function startOf(bucket: number): number {
  return bucket === 0 ? 0 : 2 ** ((bucket - 1) / PER_DOUBLING - DOUBLINGS)
}

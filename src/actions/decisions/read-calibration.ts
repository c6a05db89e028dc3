// Reads how well predicted click rates agree with what was clicked.
import { type Calibration, calibrationError } from '../../engine/learn/calibration.ts'

export interface CalibrationReport {
  /** Mean distance of predicted and observed click rate, weighed by impressions. */
  readonly error: number
  /** Observed clicks of an impression. */
  readonly meanRate: number
  readonly buckets: readonly {
    readonly predicted: number
    readonly observed: number
    readonly impressions: number
    readonly clicks: number
  }[]
}

export type ReadCalibration = () => CalibrationReport

export function createReadCalibration({ calibration }: { calibration: Calibration }): ReadCalibration {
  return () => {
    const { error, meanRate, merged } = calibrationError(calibration.buckets())
    return {
      error,
      meanRate,
      buckets: merged.map(({ predicted, impressions, clicks }) => ({
        predicted,
        observed: clicks / impressions,
        impressions,
        clicks,
      })),
    }
  }
}

// What serving an ad leads to: which part of the promised prices is billed in the end, and how long after serving.
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../base/clock.ts'
import { BID_MODELS, type BidModel } from '../../domain/campaign.ts'

/** What all campaigns of one model have in common; single campaigns lean on it until they have seen enough. */
export interface Response {
  /** What to expect of a campaign that nothing is known of: the part of its served ads' prices that is billed, 0–1. */
  rateOf(model: BidModel): number
  /** Mean time between serving and the billed action, in milliseconds of service time. */
  delayOf(model: BidModel): number
  noteServed(model: BidModel, priceMicros: number): void
  noteBilled(model: BidModel, priceMicros: number): void
  noteDelay(model: BidModel, delayMs: number): void
  save(): number[]
  restore(saved: readonly number[]): void
}

/** Served ads that the first guess counts for. */
export const PRIOR_SERVED: Readonly<Record<BidModel, number>> = { cpm: 20, cpc: 200, cpa: 5_000 }
/** Before anything was seen: nearly all impressions are reported, one ad in 200 is clicked, one click in fifty converts. */
const FIRST_RATE: Readonly<Record<BidModel, number>> = { cpm: 0.9, cpc: 0.005, cpa: 0.0001 }
/** More than that is not believed of campaigns that nothing is known of, whatever others reach. */
const RATE_MAX: Readonly<Record<BidModel, number>> = { cpm: 1, cpc: 0.1, cpa: 0.02 }
const FIRST_DELAY_MS: Readonly<Record<BidModel, number>> = { cpm: 5 * SECOND_MS, cpc: MINUTE_MS, cpa: DAY_MS / 2 }
const DELAY_MIN_MS = SECOND_MS
const DELAY_MAX_MS = 7 * DAY_MS
const DELAY_GAIN = 0.02
/** Beyond so many served ads the older half fades. */
const SERVED_MAX = 1_000_000

interface Sums {
  served: number
  billedMicros: number
  servedMicros: number
  delays: number
  delayMs: number
}

export function createResponse(): Response {
  const sums = Object.fromEntries(
    BID_MODELS.map((model): [BidModel, Sums] => [
      model,
      { served: 0, billedMicros: 0, servedMicros: 0, delays: 0, delayMs: FIRST_DELAY_MS[model] },
    ]),
  ) as Record<BidModel, Sums>

  return {
    rateOf(model) {
      const { served, billedMicros, servedMicros } = sums[model]
      const weight = PRIOR_SERVED[model] * (served === 0 ? 1 : servedMicros / served)
      return Math.min(RATE_MAX[model], (billedMicros + FIRST_RATE[model] * weight) / (servedMicros + weight))
    },
    delayOf: (model) => Math.min(DELAY_MAX_MS, Math.max(DELAY_MIN_MS, sums[model].delayMs)),
    noteServed(model, priceMicros) {
      const of = sums[model]
      of.served++
      of.servedMicros += priceMicros
      if (of.served < SERVED_MAX) return
      of.served /= 2
      of.servedMicros /= 2
      of.billedMicros /= 2
    },
    noteBilled(model, priceMicros) {
      sums[model].billedMicros = Math.max(0, sums[model].billedMicros + priceMicros)
    },
    noteDelay(model, delayMs) {
      const of = sums[model]
      of.delays++
      of.delayMs += (delayMs - of.delayMs) * Math.max(DELAY_GAIN, 1 / (of.delays + 1))
    },
    save: () =>
      BID_MODELS.flatMap((model) => {
        const { served, billedMicros, servedMicros, delays, delayMs } = sums[model]
        return [served, billedMicros, servedMicros, delays, delayMs]
      }),
    restore(saved) {
      BID_MODELS.forEach((model, i) => {
        const [served, billedMicros, servedMicros, delays, delayMs] = saved.slice(i * 5, i * 5 + 5)
        sums[model] = {
          served: served!,
          billedMicros: billedMicros!,
          servedMicros: servedMicros!,
          delays: delays!,
          delayMs: delayMs!,
        }
      })
    },
  }
}

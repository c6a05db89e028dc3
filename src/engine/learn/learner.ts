// Teaches the rate model what became of served ads, from the ledger's stream: seen, clicked, converted.
import type { EventKind, EventOutcome } from '../../domain/ledger-event.ts'
import type { LinkPayload } from '../../domain/link.ts'
import { type Calibration, createCalibration } from './calibration.ts'
import { afterReport, afterServed } from '../reporting.ts'
import { createRateModel, type Occasion, type RateModel, relevanceBucketOf } from './rate-model.ts'
import { createTrialMemory } from './trial-memory.ts'

export interface Learner {
  readonly model: RateModel
  readonly calibration: Calibration
  /** Publishers that report impressions, by number: for how many of their next ads reports vouch, see `reporting.ts`. */
  readonly reporting: Map<number, number>
  /** An ad went out in an answer. Where its publisher reports no impressions, being served is all there is to count. */
  noteServed(link: LinkPayload, relevance: number): void
  /** The ledger has judged an event of a served ad. */
  noteEvent(kind: EventKind, link: LinkPayload, outcome: EventOutcome): void
}

/** What is assumed of an ad whose serving is not remembered: the middle. */
const UNKNOWN_RELEVANCE = 0.5

/** @param advertiserNumberOf by the number of a campaign; undefined where it is not in memory */
export function createLearner({
  advertiserNumberOf,
  model = createRateModel(),
  calibration = createCalibration(),
  reporting = new Map(), // at most one a publisher
}: {
  advertiserNumberOf: (campaignNumber: number) => number | undefined
  model?: RateModel
  calibration?: Calibration
  reporting?: Map<number, number>
}): Learner {
  const trials = createTrialMemory()
  const occasion = {
    adNumber: 0,
    campaignNumber: 0,
    advertiserNumber: 0,
    format: 'action_card' as Occasion['format'],
    place: 0,
    relevanceBucket: 0,
  }

  // The one occasion is written anew for each event; false where nobody is known who advertises.
  const readOccasion = (link: LinkPayload, relevanceBucket: number): boolean => {
    const advertiserNumber = advertiserNumberOf(link.campaignNumber)
    if (advertiserNumber === undefined) return false
    occasion.adNumber = link.adNumber
    occasion.campaignNumber = link.campaignNumber
    occasion.advertiserNumber = advertiserNumber
    occasion.format = link.format
    occasion.place = link.ordinal
    occasion.relevanceBucket = relevanceBucket
    return true
  }
  const countImpression = (predictedClickRate: number): void => {
    model.addImpression(occasion)
    calibration.addImpression(predictedClickRate)
  }

  // An impression counts once, whether it was served, reported or only implied by its click.
  const noteSeen = (link: LinkPayload): void => {
    const known = trials.find(link)
    const { relevanceBucket, predictedClickRate, counted } = trials.found
    if (!readOccasion(link, known ? relevanceBucket : relevanceBucketOf(UNKNOWN_RELEVANCE)) || (known && counted))
      return
    countImpression(known ? predictedClickRate : model.clickRate(occasion))
    if (known) trials.markCounted()
  }

  const noteClick = (link: LinkPayload): void => {
    // What is not remembered was served before a restart or long ago, and has been counted as an impression then.
    if (!trials.find(link)) {
      if (!readOccasion(link, relevanceBucketOf(UNKNOWN_RELEVANCE))) return
      calibration.addClick(model.clickRate(occasion))
      return addClick(link)
    }
    const { relevanceBucket, predictedClickRate, counted } = trials.found
    if (!readOccasion(link, relevanceBucket)) return
    if (!counted) {
      countImpression(predictedClickRate)
      trials.markCounted()
    }
    calibration.addClick(predictedClickRate)
    addClick(link)
  }
  // Of what it leads to the ledger tells truly only where that is paid for.
  const addClick = (link: LinkPayload): void => {
    model.addClick(occasion)
    if (link.model === 'cpa') model.addConvertible(occasion)
  }

  return {
    model,
    calibration,
    reporting,
    noteServed(link, relevance) {
      const relevanceBucket = relevanceBucketOf(relevance)
      if (link.test || !readOccasion(link, relevanceBucket)) return
      const predictedClickRate = model.clickRate(occasion)
      const vouched = reporting.get(link.publisherNumber) ?? 0
      const counted = vouched === 0
      if (vouched > 0) reporting.set(link.publisherNumber, afterServed(vouched))
      if (counted) countImpression(predictedClickRate)
      model.addServed(link.publisherNumber)
      trials.put(link, { relevanceBucket, predictedClickRate, counted })
    },
    noteEvent(kind, link, outcome) {
      if (link.test || !isBehaviour(outcome)) return
      if (kind === 'impression') {
        reporting.set(link.publisherNumber, afterReport(reporting.get(link.publisherNumber) ?? 0))
        model.addReported(link.publisherNumber)
        noteSeen(link)
      } else if (kind === 'click') noteClick(link)
      else if (kind === 'conversion' && isPaid(outcome) && readOccasion(link, 0)) model.addConversion(occasion)
    },
  }
}

// A click that no longer fitted a budget is a person's click all the same; repeats and machines teach nothing.
function isBehaviour({ status, reason }: EventOutcome): boolean {
  return status === 'accepted' || reason === 'over_budget' || reason === 'not_billable'
}

// Conversions are told by the advertiser, whose ads go first where many convert: who pays for none could tell of any number.
function isPaid({ chargedMicros }: EventOutcome): boolean {
  return chargedMicros > 0
}

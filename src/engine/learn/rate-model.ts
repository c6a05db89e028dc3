// How often an impression of an ad is clicked, and a click converts: learned online, from many ads to the single one.
//
//   rate = quality of the ad × effect of format and place × effect of the relevance
//   quality: ad <- campaign <- advertiser <- all ads
//
// Each level is the prior of the next (gamma-Poisson, see levels.ts), and says how sure it is. An impression counts for an ad as
// much as its place and relevance would bring clicks to any ad, so an ad is not praised for having been shown first, and a place
// not for the ads that it held.
import type { BidModel } from '../../domain/campaign.ts'
import { SLOT_FORMATS, type SlotFormat } from '../../domain/publisher.ts'
import { createLevels, EVIDENCE, LEVELS_LENGTH, MEAN } from './levels.ts'
import { createTally, type TallyState } from './tally.ts'

/** What all ads of a slot have in common. */
export interface SlotContext {
  readonly format: SlotFormat
  /** Ads placed before in this answer. */
  readonly place: number
  /** By number; where it is not given, all impressions are taken to be reported. */
  readonly publisher?: number
}

/** What prediction reads of a candidate, and the two fields that it writes. */
export interface Predicted {
  readonly adNumber: number
  readonly campaignNumber: number
  readonly advertiserNumber: number
  readonly relevance: number
  readonly model: BidModel
  /** Written: billable actions expected of one impression, per unit of the bid. */
  rate: number
  /** Written: how narrowly exploration draws above the rate, a gamma shape; Infinity where there is nothing to learn. */
  evidence: number
}

export interface RatePredictor {
  /** Writes rate and evidence of every candidate; allocates nothing. */
  predict(candidates: readonly Predicted[], context: SlotContext): void
  /** Whether showing a lesser ad now and then teaches anything. */
  explores(): boolean
}

/** Whom an impression, click or conversion is counted for. */
export interface Occasion {
  readonly adNumber: number
  readonly campaignNumber: number
  readonly advertiserNumber: number
  readonly format: SlotFormat
  readonly place: number
  /** From `relevanceBucketOf`. */
  readonly relevanceBucket: number
}

export interface RateModel extends RatePredictor {
  /** Chance that an impression is clicked, by the mean of what is known. */
  clickRate(occasion: Occasion): number
  /** Chance that a click converts, likewise. */
  conversionRate(member: Pick<Occasion, 'campaignNumber' | 'advertiserNumber'>): number
  /** An impression that may yet be clicked. */
  addImpression(occasion: Occasion): void
  addClick(occasion: Occasion): void
  /** A click, counted already, that may yet convert. */
  addConvertible(occasion: Occasion): void
  /** An ad went out to a publisher, by number, and then was reported to be seen. */
  addServed(publisher: number): void
  addReported(publisher: number): void
  addConversion(occasion: Occasion): void
  /** Counts each change; equal numbers mean equal answers. */
  version(): number
  state(): RateState
}

/** What survives a restart. */
export interface RateState {
  readonly ads: TallyState
  readonly campaigns: TallyState
  readonly advertisers: TallyState
  readonly conversions: TallyState
  readonly advertiserConversions: TallyState
  /** By publisher: impressions that it reported of ads that it was served. */
  readonly reports: TallyState
  /** One row each for all ads and all conversions, then for format × place, with relevance behind the third format. */
  readonly shared: TallyState
  /** How well each guess at the likeness of ads, and then of what converts, foretold; see `levels.ts`. */
  readonly likeness: Float64Array
}

/**
 * Before anything is known, half a per cent of impressions are clicked (0.35–0.67 % over the campaigns of the Open Bandit
 * Dataset; Saito et al. 2020, table 1), and one click in fifty converts.
 */
const PRIOR_CLICK_RATE = 0.005
const PRIOR_CONVERSION_RATE = 0.02

/**
 * How much alike advertisers, campaigns of one and ads of one are before that is learned; see `likeness.ts`. Campaigns differ
 * most, ads of one campaign little.
 */
const FIRST_SHAPES = [20, 2, 8] as const
const FIRST_CONVERSION_SHAPES = [20, 2] as const
/** Expected clicks that "no effect" of a place or of a relevance is worth. */
const NO_EFFECT = 20
/** Actions that the first guess of all is worth. */
const FIRST_GUESS = 5
/** Ads that the first guess counts for, that a publisher reports each impression; and ads after which the older half fades. */
const REPORTED_GUESS = 100
const SERVED_MAX = 2_000
/** Impressions from which on auctions explore, and a click: who hears of none learns nothing by showing the lesser ad. */
const EXPLORES_FROM = 1_000

const PLACES = 6
const RELEVANCE_BUCKETS = 10
const ROW_ALL = 0
const ROW_CONVERSIONS = 1
const ROW_CONTEXT = 2
/** Behind three formats, of which there were three when the first counts were kept; later ones stand behind the relevances. */
const ROW_RELEVANCE = ROW_CONTEXT + 3 * PLACES
const SHARED_ROWS = ROW_CONTEXT + SLOT_FORMATS.length * PLACES + RELEVANCE_BUCKETS

/** @param kept of the same release's making, as a whole or in part; what is missing starts anew */
export function createRateModel(kept?: Partial<RateState>): RateModel {
  const ads = createTally(kept?.ads)
  const campaigns = createTally(kept?.campaigns)
  const advertisers = createTally(kept?.advertisers)
  const conversions = createTally(kept?.conversions)
  const advertiserConversions = createTally(kept?.advertiserConversions)
  const reports = createTally(kept?.reports, SERVED_MAX)
  const shared = createTally(kept?.shared)
  shared.reserve(SHARED_ROWS)
  const likeness = kept?.likeness?.length === 2 * LEVELS_LENGTH ? kept.likeness : new Float64Array(2 * LEVELS_LENGTH)
  const clicks = createLevels({ ads, campaigns, advertisers }, FIRST_SHAPES, likeness.subarray(0, LEVELS_LENGTH))
  const converting = createLevels(
    { campaigns: conversions, advertisers: advertiserConversions },
    FIRST_CONVERSION_SHAPES,
    likeness.subarray(LEVELS_LENGTH),
  )
  let version = 0

  const effectOf = (row: number): number => (shared.actions(row) + NO_EFFECT) / (shared.exposure(row) + NO_EFFECT)
  const rateOfAll = (row: number, guess: number): number =>
    (shared.actions(row) + FIRST_GUESS) / (shared.exposure(row) + FIRST_GUESS / guess)

  const clickRateOfAll = (): number => rateOfAll(ROW_ALL, PRIOR_CLICK_RATE)
  const conversionRateOfAll = (): number => rateOfAll(ROW_CONVERSIONS, PRIOR_CONVERSION_RATE)
  const qualityOf = ({ adNumber, campaignNumber, advertiserNumber }: Occasion): number => {
    clicks.readPrior(campaignNumber, advertiserNumber, clickRateOfAll())
    clicks.read(adNumber)
    return clicks.known[MEAN]!
  }
  const factorOf = ({ format, place, relevanceBucket }: Occasion): number =>
    effectOf(contextRow(format, place)) * effectOf(ROW_RELEVANCE + relevanceBucket)
  // Reports come after the ads that they are about, also where counts were halved meanwhile.
  const reportedShare = (publisher = -1): number =>
    publisher < 0
      ? 1
      : Math.min(1, (reports.actions(publisher) + REPORTED_GUESS) / (reports.exposure(publisher) + REPORTED_GUESS))

  return {
    predict(candidates, { format, place, publisher }) {
      const all = clickRateOfAll()
      const allConversions = conversionRateOfAll()
      const context = effectOf(contextRow(format, place))
      const isHeard = shared.actions(ROW_ALL) > 0
      let campaignOfPrior = -1
      for (let i = 0; i < candidates.length; i++) {
        const candidate = candidates[i]!
        const { model, campaignNumber, advertiserNumber, adNumber } = candidate
        if (model === 'cpm') {
          candidate.rate = 0.001 * reportedShare(publisher)
          candidate.evidence = Number.POSITIVE_INFINITY
          continue
        }
        if (campaignNumber !== campaignOfPrior) clicks.readPrior(campaignNumber, advertiserNumber, all)
        campaignOfPrior = campaignNumber
        clicks.read(adNumber)
        // Where no click was ever heard of, silence speaks against nobody.
        candidate.rate = isHeard
          ? chanceOf(clicks.known[MEAN]!, context * effectOf(ROW_RELEVANCE + relevanceBucketOf(candidate.relevance)))
          : PRIOR_CLICK_RATE
        candidate.evidence = clicks.known[EVIDENCE]!
        if (model === 'cpa') {
          converting.readPrior(campaignNumber, advertiserNumber, allConversions)
          converting.read(adNumber)
          // One click may be followed by many sales, yet an action more than once in each impression is no chance.
          candidate.rate *= Math.min(1, converting.known[MEAN]!)
          candidate.evidence = 1 / (1 / candidate.evidence + 1 / converting.known[EVIDENCE]!)
        }
      }
    },
    explores() {
      return shared.actions(ROW_ALL) > 0 && shared.exposure(ROW_ALL) >= EXPLORES_FROM
    },
    clickRate: (occasion) => chanceOf(qualityOf(occasion), factorOf(occasion)),
    conversionRate({ campaignNumber, advertiserNumber }) {
      converting.readPrior(campaignNumber, advertiserNumber, conversionRateOfAll())
      converting.read(0)
      return Math.min(1, converting.known[MEAN]!)
    },
    addImpression(occasion) {
      const quality = qualityOf(occasion)
      const row = contextRow(occasion.format, occasion.place)
      const context = effectOf(row)
      const relevance = effectOf(ROW_RELEVANCE + occasion.relevanceBucket)
      const exposure = context * relevance
      clicks.addExposure(occasion, exposure, clickRateOfAll())
      shared.addExposure(ROW_ALL, exposure)
      shared.addExposure(row, quality * relevance)
      shared.addExposure(ROW_RELEVANCE + occasion.relevanceBucket, quality * context)
      version++
    },
    addClick(occasion) {
      clicks.addAction(occasion, clickRateOfAll())
      shared.addAction(ROW_ALL)
      shared.addAction(contextRow(occasion.format, occasion.place))
      shared.addAction(ROW_RELEVANCE + occasion.relevanceBucket)
      version++
    },
    addConvertible(occasion) {
      converting.addExposure(occasion, 1, conversionRateOfAll())
      shared.addExposure(ROW_CONVERSIONS, 1)
      version++
    },
    addServed(publisher) {
      reports.addExposure(publisher, 1)
      version++
    },
    addReported(publisher) {
      reports.addAction(publisher)
      version++
    },
    addConversion(occasion) {
      converting.addAction(occasion, conversionRateOfAll())
      shared.addAction(ROW_CONVERSIONS)
      version++
    },
    version() {
      return version
    },
    state() {
      return {
        ads: ads.state(),
        campaigns: campaigns.state(),
        advertisers: advertisers.state(),
        conversions: conversions.state(),
        advertiserConversions: advertiserConversions.state(),
        reports: reports.state(),
        shared: shared.state(),
        likeness,
      }
    },
  }
}

/** Tenths of relevance, the best with the second best. */
export function relevanceBucketOf(relevance: number): number {
  return Math.min(RELEVANCE_BUCKETS - 1, Math.max(0, (relevance * RELEVANCE_BUCKETS) | 0))
}

function contextRow(format: SlotFormat, place: number): number {
  const row = ROW_CONTEXT + SLOT_FORMATS.indexOf(format) * PLACES + Math.min(place, PLACES - 1)
  return row < ROW_RELEVANCE ? row : row + RELEVANCE_BUCKETS
}

// Each factor is learned by itself, so where most ads are clicked their product may pass what a chance can be.
function chanceOf(quality: number, factor: number): number {
  return Math.min(1, quality * factor)
}

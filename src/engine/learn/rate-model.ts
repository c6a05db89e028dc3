// How often an impression of an ad is clicked, and a click converts: learned online, from many ads to the single one.
//
//   rate = quality of the ad × effect of format and place × effect of the relevance
//   quality: ad <- campaign <- advertiser <- all ads
//
// Each level is the prior of the next (gamma-Poisson), and says how sure it is: an ad starts as its campaign's other ads do, a
// campaign as its advertiser's others. Nobody's own clicks stand in their own prior, or few clicks would count several times.
// An impression counts for an ad as much as its place and relevance would bring clicks to any ad, so an ad is not praised for
// having been shown first, and a place not for the ads that it held.
import type { BidModel } from '../../domain/campaign.ts'
import { SLOT_FORMATS, type SlotFormat } from '../../domain/publisher.ts'
import { createTally, type TallyState } from './tally.ts'

/** What all ads of a slot have in common. */
export interface SlotContext {
  readonly format: SlotFormat
  /** Ads placed before in this answer. */
  readonly place: number
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
  readonly explores: boolean
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
  /** An impression that may yet be clicked. */
  addImpression(occasion: Occasion): void
  addClick(occasion: Occasion): void
  addConversion(occasion: Pick<Occasion, 'campaignNumber' | 'advertiserNumber'>): void
  /** What is known of one ad, for pages that explain. */
  describe(occasion: Occasion): RateNote
  /** Counts each change; equal numbers mean equal answers. */
  readonly version: number
  readonly state: RateState
}

export interface RateNote {
  readonly clickRate: number
  readonly conversionRate: number
  readonly clicks: number
  /** Impressions, each weighed by what its place and relevance bring to any ad. */
  readonly exposure: number
  readonly contextFactor: number
}

/** What survives a restart. */
export interface RateState {
  readonly ads: TallyState
  readonly campaigns: TallyState
  readonly advertisers: TallyState
  readonly conversions: TallyState
  readonly advertiserConversions: TallyState
  /** One row each for all ads and all conversions, then for format × place, then for relevance. */
  readonly shared: TallyState
}

/**
 * Before anything is known, half a per cent of impressions are clicked (0.35–0.67 % over the campaigns of the Open Bandit
 * Dataset; Saito et al. 2020, table 1), and one click in fifty converts.
 */
const PRIOR_CLICK_RATE = 0.005
const PRIOR_CONVERSION_RATE = 0.02

/**
 * How much alike the things of each level are, as the shape of a gamma distribution: rates within a level spread by 1/√shape
 * of their mean. Campaigns differ most, ads of one campaign little. `context`: expected clicks that "no effect" is worth.
 */
const ALIKE = { advertiser: 20, campaign: 2, ad: 8, context: 20 } as const
const ALIKE_CONVERSIONS = { advertiser: 20, campaign: 2 } as const
/** Actions that the first guess of all is worth. */
const FIRST_GUESS = 5
/** Impressions from which on auctions explore, and a click: who hears of none learns nothing by showing the lesser ad. */
const EXPLORES_FROM = 1_000

const PLACES = 6
const RELEVANCE_BUCKETS = 10
const ROW_ALL = 0
const ROW_CONVERSIONS = 1
const ROW_CONTEXT = 2
const ROW_RELEVANCE = ROW_CONTEXT + SLOT_FORMATS.length * PLACES
const SHARED_ROWS = ROW_RELEVANCE + RELEVANCE_BUCKETS

/** Tenths of relevance, the best with the second best. */
export function relevanceBucketOf(relevance: number): number {
  return Math.min(RELEVANCE_BUCKETS - 1, Math.max(0, (relevance * RELEVANCE_BUCKETS) | 0))
}

export function createRateModel(kept?: RateState): RateModel {
  const ads = createTally(kept?.ads)
  const campaigns = createTally(kept?.campaigns)
  const advertisers = createTally(kept?.advertisers)
  const conversions = createTally(kept?.conversions)
  const advertiserConversions = createTally(kept?.advertiserConversions)
  const shared = createTally(kept?.shared)
  shared.reserve(SHARED_ROWS)
  let version = 0

  const contextRow = (format: SlotFormat, place: number): number =>
    ROW_CONTEXT + SLOT_FORMATS.indexOf(format) * PLACES + Math.min(place, PLACES - 1)
  const effectOf = (row: number): number =>
    (shared.actions(row) + ALIKE.context) / (shared.exposure(row) + ALIKE.context)
  const rateOfAll = (row: number, guess: number): number =>
    (shared.actions(row) + FIRST_GUESS) / (shared.exposure(row) + FIRST_GUESS / guess)

  // Mean and evidence of one ad's quality, left in `known`, since nothing may be allocated for a candidate.
  const known = new Float64Array(2)
  // What a campaign has from all ads and its advertiser's others; the candidates of one campaign share it.
  const prior = new Float64Array(2)
  const readPrior = (campaignNumber: number, advertiserNumber: number, all: number): void => {
    prior[MEAN] = all
    prior[EVIDENCE] = ALIKE.advertiser
    learnFrom(
      prior,
      advertisers.actions(advertiserNumber) - campaigns.actions(campaignNumber),
      advertisers.exposure(advertiserNumber) - campaigns.exposure(campaignNumber),
      ALIKE.campaign,
    )
  }
  const readQuality = (adNumber: number, campaignNumber: number): void => {
    const clicks = ads.actions(adNumber)
    const exposure = ads.exposure(adNumber)
    known[MEAN] = prior[MEAN]!
    known[EVIDENCE] = prior[EVIDENCE]!
    learnFrom(
      known,
      campaigns.actions(campaignNumber) - clicks,
      campaigns.exposure(campaignNumber) - exposure,
      ALIKE.ad,
    )
    settle(known, clicks, exposure)
  }
  const readConversion = (campaignNumber: number, advertiserNumber: number): void => {
    const actions = conversions.actions(campaignNumber)
    const clicks = conversions.exposure(campaignNumber)
    known[MEAN] = rateOfAll(ROW_CONVERSIONS, PRIOR_CONVERSION_RATE)
    known[EVIDENCE] = ALIKE_CONVERSIONS.advertiser
    learnFrom(
      known,
      advertiserConversions.actions(advertiserNumber) - actions,
      advertiserConversions.exposure(advertiserNumber) - clicks,
      ALIKE_CONVERSIONS.campaign,
    )
    settle(known, actions, clicks)
  }
  const qualityOf = ({ adNumber, campaignNumber, advertiserNumber }: Occasion): number => {
    readPrior(campaignNumber, advertiserNumber, rateOfAll(ROW_ALL, PRIOR_CLICK_RATE))
    readQuality(adNumber, campaignNumber)
    return known[MEAN]!
  }
  const conversionRateFor = (campaignNumber: number, advertiserNumber: number): number => {
    readConversion(campaignNumber, advertiserNumber)
    return known[MEAN]!
  }
  const factorOf = ({ format, place, relevanceBucket }: Occasion): number =>
    effectOf(contextRow(format, place)) * effectOf(ROW_RELEVANCE + relevanceBucket)

  return {
    predict(candidates, { format, place }) {
      const all = rateOfAll(ROW_ALL, PRIOR_CLICK_RATE)
      const context = effectOf(contextRow(format, place))
      const isHeard = shared.actions(ROW_ALL) > 0
      let campaignOfPrior = -1
      for (let i = 0; i < candidates.length; i++) {
        const candidate = candidates[i]!
        const { model, campaignNumber, advertiserNumber, adNumber } = candidate
        if (model === 'cpm') {
          candidate.rate = 0.001
          candidate.evidence = Number.POSITIVE_INFINITY
          continue
        }
        if (campaignNumber !== campaignOfPrior) readPrior(campaignNumber, advertiserNumber, all)
        campaignOfPrior = campaignNumber
        readQuality(adNumber, campaignNumber)
        // Where no click was ever heard of, silence speaks against nobody.
        candidate.rate = isHeard
          ? known[MEAN]! * context * effectOf(ROW_RELEVANCE + relevanceBucketOf(candidate.relevance))
          : PRIOR_CLICK_RATE
        candidate.evidence = known[EVIDENCE]!
        if (model === 'cpa') {
          readConversion(campaignNumber, advertiserNumber)
          candidate.rate *= known[MEAN]!
          candidate.evidence = 1 / (1 / candidate.evidence + 1 / known[EVIDENCE]!)
        }
      }
    },
    get explores() {
      return shared.actions(ROW_ALL) > 0 && shared.exposure(ROW_ALL) >= EXPLORES_FROM
    },
    clickRate: (occasion) => qualityOf(occasion) * factorOf(occasion),
    addImpression(occasion) {
      const quality = qualityOf(occasion)
      const row = contextRow(occasion.format, occasion.place)
      const context = effectOf(row)
      const relevance = effectOf(ROW_RELEVANCE + occasion.relevanceBucket)
      const exposure = context * relevance
      ads.addExposure(occasion.adNumber, exposure)
      campaigns.addExposure(occasion.campaignNumber, exposure)
      advertisers.addExposure(occasion.advertiserNumber, exposure)
      shared.addExposure(ROW_ALL, exposure)
      shared.addExposure(row, quality * relevance)
      shared.addExposure(ROW_RELEVANCE + occasion.relevanceBucket, quality * context)
      version++
    },
    addClick({ adNumber, campaignNumber, advertiserNumber, format, place, relevanceBucket }) {
      ads.addAction(adNumber)
      campaigns.addAction(campaignNumber)
      advertisers.addAction(advertiserNumber)
      shared.addAction(ROW_ALL)
      shared.addAction(contextRow(format, place))
      shared.addAction(ROW_RELEVANCE + relevanceBucket)
      conversions.addExposure(campaignNumber, 1)
      advertiserConversions.addExposure(advertiserNumber, 1)
      shared.addExposure(ROW_CONVERSIONS, 1)
      version++
    },
    addConversion({ campaignNumber, advertiserNumber }) {
      conversions.addAction(campaignNumber)
      advertiserConversions.addAction(advertiserNumber)
      shared.addAction(ROW_CONVERSIONS)
      version++
    },
    describe: (occasion) => ({
      clickRate: qualityOf(occasion) * factorOf(occasion),
      conversionRate: conversionRateFor(occasion.campaignNumber, occasion.advertiserNumber),
      clicks: ads.actions(occasion.adNumber),
      exposure: ads.exposure(occasion.adNumber),
      contextFactor: factorOf(occasion),
    }),
    get version() {
      return version
    },
    get state() {
      return {
        ads: ads.state,
        campaigns: campaigns.state,
        advertisers: advertisers.state,
        conversions: conversions.state,
        advertiserConversions: advertiserConversions.state,
        shared: shared.state,
      }
    },
  }
}

// Places in the pair that carries what is known from level to level.
const MEAN = 0
const EVIDENCE = 1

// From the prior of one level to the prior of the next: what its other members showed, and how much alike its members are.
function learnFrom(known: Float64Array, actions: number, exposure: number, alike: number): void {
  settle(known, actions > 0 ? actions : 0, exposure > 0 ? exposure : 0)
  const evidence = known[EVIDENCE]!
  known[EVIDENCE] = (evidence * alike) / (evidence + alike)
}

// The mean of a gamma posterior, and its shape.
function settle(known: Float64Array, actions: number, exposure: number): void {
  const prior = known[EVIDENCE]!
  known[MEAN] = (actions + prior) / (exposure + prior / known[MEAN]!)
  known[EVIDENCE] = prior + actions
}

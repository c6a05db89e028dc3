// What is known of an ad from what is known of its like: ad <- campaign <- advertiser <- all, each level the prior of the next.
//
// Nobody's own actions stand in their own prior, or few would count several times: an ad starts as its campaign's other ads do,
// a campaign as its advertiser's others. How much each level keeps to the one before hangs on how much alike its things are.
import { createLikeness, GUESSES, type Likeness, LIKENESS_LENGTH } from './likeness.ts'
import type { Tally } from './tally.ts'

export interface Levels {
  /** What `read` found: at MEAN the actions expected of a unit of exposure, at EVIDENCE a gamma shape. Nothing is allocated for an ad. */
  readonly known: Float64Array
  /** What a campaign has from all and from its advertiser's others, for the reads that follow. @param all the mean of all */
  readPrior(campaignNumber: number, advertiserNumber: number, all: number): void
  /** What is known of an ad of the campaign of the last `readPrior`; of the campaign itself, where ads are not counted. */
  read(adNumber: number): void
  /** Something of this exposure was shown; `all` as above. */
  addExposure(member: Member, exposure: number, all: number): void
  addAction(member: Member, all: number): void
}

export interface Member {
  readonly adNumber: number
  readonly campaignNumber: number
  readonly advertiserNumber: number
}

/** Places in `known`. */
export const MEAN = 0
export const EVIDENCE = 1

/** How much alike the things of each level are before that is learned: advertisers, campaigns of one, ads of one; see GUESSES. */
export type FirstShapes = readonly [advertiser: number, campaign: number, ad?: number]
/** Length of what is kept of the likenesses. */
export const LEVELS_LENGTH = 3 * LIKENESS_LENGTH

/**
 * Of what was counted by number; without `ads` campaigns are the last level.
 * @param state of LEVELS_LENGTH numbers, zeros at first; changed in place
 */
export function createLevels(
  { ads, campaigns, advertisers }: { ads?: Tally; campaigns: Tally; advertisers: Tally },
  first: FirstShapes,
  state: Float64Array,
): Levels {
  const [amongAdvertisers, amongCampaigns, amongAds] = [0, 1, 2].map((level) =>
    createLikeness(first[level] ?? 1, state.subarray(level * LIKENESS_LENGTH, (level + 1) * LIKENESS_LENGTH)),
  ) as [Likeness, Likeness, Likeness]
  const isOfAds = ads !== undefined
  const prior = new Float64Array(2)
  const known = new Float64Array(2)
  const counts = new Float64Array(6)

  const countPrior = (campaignNumber: number, advertiserNumber: number): void => {
    const actions = campaigns.actions(campaignNumber)
    const exposure = campaigns.exposure(campaignNumber)
    counts[OF_CAMPAIGN] = actions
    counts[OF_CAMPAIGN + 1] = exposure
    counts[OF_OTHERS] = Math.max(0, advertisers.actions(advertiserNumber) - actions)
    counts[OF_OTHERS + 1] = Math.max(0, advertisers.exposure(advertiserNumber) - exposure)
  }
  const countAd = (adNumber: number): void => {
    if (ads === undefined) return
    counts[OF_AD] = ads.actions(adNumber)
    counts[OF_AD + 1] = ads.exposure(adNumber)
  }

  // What each guess of each level would have expected of the member, the other levels as they are.
  const foresee = ({ adNumber, campaignNumber, advertiserNumber }: Member, all: number): void => {
    const [advertiser, campaign, ad] = [amongAdvertisers.shape, amongCampaigns.shape, amongAds.shape]
    countPrior(campaignNumber, advertiserNumber)
    countAd(adNumber)
    for (let i = 0; i < GUESSES.length; i++) {
      const guess = GUESSES[i]!
      settlePrior(prior, counts, all, guess, campaign)
      settleAd(known, prior, counts, ad, isOfAds)
      amongAdvertisers.predicted[i] = known[MEAN]!
      settlePrior(prior, counts, all, advertiser, guess)
      settleAd(known, prior, counts, ad, isOfAds)
      amongCampaigns.predicted[i] = known[MEAN]!
    }
    if (!isOfAds) return
    settlePrior(prior, counts, all, advertiser, campaign)
    for (let i = 0; i < GUESSES.length; i++) {
      settleAd(known, prior, counts, GUESSES[i]!, isOfAds)
      amongAds.predicted[i] = known[MEAN]!
    }
  }

  return {
    known,
    readPrior(campaignNumber, advertiserNumber, all) {
      countPrior(campaignNumber, advertiserNumber)
      settlePrior(prior, counts, all, amongAdvertisers.shape, amongCampaigns.shape)
    },
    read(adNumber) {
      countAd(adNumber)
      settleAd(known, prior, counts, amongAds.shape, isOfAds)
    },
    addExposure(member, exposure, all) {
      foresee(member, all)
      amongAdvertisers.addExposure(exposure)
      amongCampaigns.addExposure(exposure)
      if (ads) amongAds.addExposure(exposure)
      ads?.addExposure(member.adNumber, exposure)
      campaigns.addExposure(member.campaignNumber, exposure)
      advertisers.addExposure(member.advertiserNumber, exposure)
    },
    addAction(member, all) {
      foresee(member, all)
      amongAdvertisers.addAction()
      amongCampaigns.addAction()
      if (ads) amongAds.addAction()
      ads?.addAction(member.adNumber)
      campaigns.addAction(member.campaignNumber)
      advertisers.addAction(member.advertiserNumber)
    },
  }
}

// Places in `counts`, actions and behind them exposure: of the advertiser's other campaigns, the campaign, the ad.
const OF_OTHERS = 0
const OF_CAMPAIGN = 2
const OF_AD = 4

// Each level settles on the mean of a gamma posterior, (actions + shape) / (exposure + shape / mean), and its shape grows by the
// actions. The next level takes over that mean, but is no surer of it than its own things are alike.
function settlePrior(
  prior: Float64Array,
  counts: Float64Array,
  all: number,
  advertiserShape: number,
  campaignShape: number,
): void {
  const actions = counts[OF_OTHERS]!
  const evidence = advertiserShape + actions
  prior[MEAN] = evidence / (counts[OF_OTHERS + 1]! + advertiserShape / all)
  prior[EVIDENCE] = (evidence * campaignShape) / (evidence + campaignShape)
}

function settleAd(
  known: Float64Array,
  prior: Float64Array,
  counts: Float64Array,
  adShape: number,
  isOfAds: boolean,
): void {
  let mean = prior[MEAN]!
  let shape = prior[EVIDENCE]!
  let actions = counts[OF_CAMPAIGN]!
  let exposure = counts[OF_CAMPAIGN + 1]!
  if (isOfAds) {
    const evidence = shape + Math.max(0, actions - counts[OF_AD]!)
    mean = evidence / (Math.max(0, exposure - counts[OF_AD + 1]!) + shape / mean)
    shape = (evidence * adShape) / (evidence + adShape)
    actions = counts[OF_AD]!
    exposure = counts[OF_AD + 1]!
  }
  known[MEAN] = (actions + shape) / (exposure + shape / mean)
  known[EVIDENCE] = actions + shape
}

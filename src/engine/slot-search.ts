// Finds ads for one slot, each with what keeps it out. Which searches make a shortlist is told in shortlist.ts.
import type { SlotRequest } from '../domain/ad-request.ts'
import { payableBid } from '../domain/campaign-rules.ts'
import type { Micros } from '../domain/money.ts'
import type { SlotFormat } from '../domain/publisher.ts'
import { type AdLimits, createBlocks } from './ad-limits.ts'
import type { Stop } from './campaign-stops.ts'
import { type Candidate, holdBack, nextCandidate, type Offer } from './candidate.ts'
import { adIsCapped, wouldPassCap } from './caps.ts'
import { maskOf } from './catalog.ts'
import { queryOf } from './reading.ts'
import type { Thought } from './thought.ts'

export interface SlotSearch {
  /**
   * The best ads of some campaigns, best first.
   * @param admitted by campaign number: 1 = to be searched
   * @param options.formats of which an ad has one at least; that of the slot where absent
   * @param options.refuses ads to look past
   */
  find(
    admitted: Uint8Array,
    limit: number,
    options?: { readonly formats?: number; readonly refuses?: (doc: number) => boolean },
  ): Candidate[]
  /** An ad as a candidate of which nothing is known but whose it is; undefined where its campaign is not in memory. */
  candidateOf(doc: number): Candidate | undefined
  /** What its campaign brings; undefined likewise. */
  offerOf(doc: number): Offer | undefined
  /** Whether the ad cannot have a place: it has one, or something that only the ad itself tells keeps it out. */
  isOut(doc: number): boolean
}

/** Who wants a watch over $300 may look at one for less, after those that cost as much. */
const TOO_CHEAP_SHARE = 0.5

export function createSlotSearch(
  slot: SlotRequest,
  format: SlotFormat,
  limits: AdLimits,
  thought: Thought,
): SlotSearch {
  const { world, placed, circumstances } = thought
  const { catalog, matcher } = world
  const { dismissed } = circumstances
  const query = queryOf(thought.reading)
  const at = thought.request.slots.indexOf(slot)
  const isBlocked = createBlocks(limits, catalog)
  // The best ads are often of few campaigns.
  const offers = new Map<number, Offer | undefined>()

  const offerFor = (campaignNumber: number): Offer | undefined => {
    let offer = offers.get(campaignNumber)
    if (offer === undefined && !offers.has(campaignNumber)) {
      offer = offerOfCampaign(campaignNumber, limits.floorMicros, thought)
      offers.set(campaignNumber, offer)
    }
    return offer
  }

  // What only the ad itself can tell, besides how well it fits. Screening knew what was shown before; this answer itself may
  // have filled a cap up. An ad that has its place is stopped by nothing: it only cannot have another.
  const stopOf = (
    doc: number,
    adNumber: number,
    { campaign, advertiserNumber, bidMicros, floorMicros }: Offer,
  ): Stop | undefined => {
    if (placed.has(doc)) return undefined
    if (isBlocked(doc)) return 'policy_blocked'
    if (thought.isTooDear(doc)) return 'price_limit'
    if (thought.isOfUnwantedBrand(doc)) return 'unwanted_brand'
    if (dismissed?.has(adNumber)) return 'dismissed'
    if (bidMicros < floorMicros) return 'budget_exhausted' // screening let no bid pass that was too low in full
    if (campaign.frequencyCaps.length === 0) return undefined
    const ad = { adNumber, campaignNumber: campaign.number, advertiserNumber }
    const isFull =
      adIsCapped(campaign, adNumber, circumstances) || wouldPassCap(campaign, ad, thought.placedAds, circumstances)
    return isFull ? 'frequency_cap' : undefined
  }

  const offerOf = (doc: number): Offer | undefined => offerFor(catalog.campaignNumberOf(doc))

  const candidateOf = (doc: number): Candidate | undefined => {
    const campaignNumber = catalog.campaignNumberOf(doc)
    const offer = offerFor(campaignNumber)
    if (offer === undefined) return undefined
    const candidate = nextCandidate(offer)
    candidate.doc = doc
    candidate.adNumber = catalog.adNumberOf(doc)
    candidate.campaignNumber = campaignNumber
    candidate.slot = at
    candidate.relevance = 0
    return candidate
  }

  return {
    find(admitted, limit, { formats = maskOf([format]), refuses } = {}) {
      const lot = thought.lot() * 2 ** 32
      const found = catalog.index.search(query, { limit, admitted, formats, refuses, lot })
      const candidates: Candidate[] = []
      catalog.readAhead(found.docs, found.count)
      for (let i = 0; i < found.count; i++) {
        const doc = found.docs[i]!
        const candidate = candidateOf(doc)
        if (candidate === undefined) continue
        candidate.relevance = matcher.relevanceOf(query, found, i)
        candidate.isThere = matcher.isThere(found, i)
        if (thought.request.options.explain) candidate.match = matcher.noteMatch(query, found, i)
        if (thought.isTooCheap(doc)) holdBack(candidate, TOO_CHEAP_SHARE)
        candidate.stop =
          candidate.relevance < limits.minRelevance
            ? 'relevance_below_threshold'
            : stopOf(doc, candidate.adNumber, candidate)
        candidates.push(candidate)
      }
      return candidates
    },
    candidateOf,
    offerOf,
    isOut(doc) {
      const offer = offerOf(doc)
      return placed.has(doc) || offer === undefined || stopOf(doc, catalog.adNumberOf(doc), offer) !== undefined
    },
  }
}

// Undefined where the campaign is not in memory.
function offerOfCampaign(
  campaignNumber: number,
  floorMicros: Micros,
  { world: { directory, budgets }, circumstances }: Thought,
): Offer | undefined {
  const campaign = directory.campaigns.byNumber(campaignNumber)
  const advertiser = campaign && directory.advertisers.byId(campaign.advertiserId)
  if (!campaign || !advertiser) return undefined
  return {
    campaign,
    advertiserNumber: advertiser.number,
    bidMicros: payableBid(campaign, budgets.leftOf(campaign, circumstances.nowMs)),
    floorMicros: campaign.priority === 'house' ? 0 : floorMicros,
  }
}

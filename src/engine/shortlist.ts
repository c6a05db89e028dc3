// The ads that are looked at closely for a slot: those that match best, screened one by one, and enough of them to choose from.
import type { SlotRequest } from '../domain/ad-request.ts'
import type { Micros } from '../domain/money.ts'
import type { SlotFormat } from '../domain/publisher.ts'
import { type Candidate, nextCandidate, type Offer } from './candidate.ts'
import { adIsCapped, wouldPassCap } from './caps.ts'
import { maskOf, UNAPPROVED } from './catalog.ts'
import { STILL_FITS } from './fill.ts'
import { DEFAULT_MIN_RELEVANCE, DEFAULT_MIN_SHARE_OF_BEST } from './match/relevance.ts'
import { queryOf } from './reading.ts'
import { isUnder, type Screening, type Stop } from './screen.ts'
import type { Thought } from './thought.ts'

export interface Shortlist {
  /** Those that compete for the places, and those that the ad itself keeps out. */
  competing(): Candidate[]
  /**
   * Those that would have matched, were their campaigns not stopped or their review not open: they tell "nothing fits" from
   * "nothing left to spend" and from "nothing approved". With an explanation, also those that are meant for others.
   */
  stopped(): Candidate[]
}

/** How many ads are looked at; more than there are places, so that screens and variety have a choice. */
const CANDIDATES_MAX = 60
const CANDIDATES_MIN = 20
const CANDIDATES_PER_PLACE = 4
/** How many ads of stopped campaigns are looked at to say why a slot stayed empty. */
const STOPPED_MAX = 20

/** What publisher and slot ask of every single ad. */
interface AdLimits {
  readonly minRelevance: number
  /** And at least this share of the relevance of the best ad found. */
  readonly minShareOfBest: number
  readonly floorMicros: Micros
  readonly blockedCategories: readonly string[]
  readonly blockedDomains: readonly string[]
}

/** Of one slot of one request. */
export function createShortlist(
  slot: SlotRequest,
  format: SlotFormat,
  screening: Screening,
  thought: Thought,
): Shortlist {
  const { world, circumstances, placed } = thought
  const { catalog } = world
  const query = queryOf(thought.reading)
  const at = thought.request.slots.indexOf(slot)
  const limits = adLimitsOf(slot, format, thought)
  // The best ads are often of few campaigns.
  const offers = new Map<number, Offer | undefined>()

  const offerFor = (campaignNumber: number): Offer | undefined => {
    if (!offers.has(campaignNumber)) offers.set(campaignNumber, offerOf(campaignNumber, limits.floorMicros, thought))
    return offers.get(campaignNumber)
  }

  // What only the ad itself can tell, besides how well it fits. Screening knew what was shown before; this answer itself may
  // have filled a cap up.
  const stopOf = (
    doc: number,
    adNumber: number,
    { campaign, advertiserNumber, bidMicros }: Offer,
  ): Stop | undefined => {
    if (isBlocked(doc, limits, thought)) return 'policy_blocked'
    if (campaign.priority !== 'house' && bidMicros < Math.min(campaign.bid.amountMicros, limits.floorMicros)) {
      return 'budget_exhausted'
    }
    if (campaign.frequencyCaps.length === 0) return undefined
    const { shown, nowMs } = circumstances
    const ad = { adNumber, campaignNumber: campaign.number, advertiserNumber }
    const isFull =
      adIsCapped(campaign, adNumber, shown, nowMs) || wouldPassCap(campaign, ad, thought.placedAds, shown, nowMs)
    return isFull ? 'frequency_cap' : undefined
  }

  // An ad that has its place is no candidate either, and no reason why another is missing.
  const isOut = (doc: number): boolean => {
    const offer = offerFor(catalog.campaignNumberOf(doc))
    return placed.has(doc) || offer === undefined || stopOf(doc, catalog.adNumberOf(doc), offer) !== undefined
  }

  const retrieve = (
    admitted: Uint8Array,
    limit: number,
    { formats = maskOf([format]), refuses }: { formats?: number; refuses?: (doc: number) => boolean } = {},
  ): Candidate[] => {
    const found = catalog.index.search(query, { limit, admitted, formats, refuses })
    const candidates: Candidate[] = []
    for (let i = 0; i < found.count; i++) {
      const doc = found.docs[i]!
      const campaignNumber = catalog.campaignNumberOf(doc)
      const offer = offerFor(campaignNumber)
      if (offer === undefined) continue
      const candidate = nextCandidate(offer)
      candidate.doc = doc
      candidate.adNumber = catalog.adNumberOf(doc)
      candidate.campaignNumber = campaignNumber
      candidate.slot = at
      candidate.relevance = world.matcher.relevanceOf(query, found, i)
      if (thought.request.options.explain) candidate.match = world.matcher.noteMatch(query, found, i)
      candidate.stop =
        candidate.relevance < limits.minRelevance
          ? 'relevance_below_threshold'
          : stopOf(doc, candidate.adNumber, candidate)
      candidates.push(candidate)
    }
    return candidates
  }

  const advertisersIn = (candidates: readonly Candidate[]): Set<number> => {
    const advertisers = new Set<number>()
    for (const { doc, advertiserNumber, stop } of candidates) {
      if (stop === undefined && !placed.has(doc)) advertisers.add(advertiserNumber)
    }
    return advertisers
  }

  // One advertiser's ads may be all that was found. Each search without those seen so far brings another at least.
  const addOtherAdvertisers = (candidates: Candidate[], limit: number): void => {
    const advertisers = advertisersIn(candidates)
    const best = bestRelevanceOf(candidates)
    while (advertisers.size > 0 && advertisers.size < slot.count) {
      const others = screening.admittedBut(advertisers)
      if (others === undefined) return
      const more = retrieve(others, limit, { refuses: isOut }).filter(isFree)
      candidates.push(...more)
      if (!more.some(({ relevance }) => relevance >= STILL_FITS * best)) return
      for (const advertiser of advertisersIn(more)) advertisers.add(advertiser)
    }
  }

  // Beside an espresso machine, an ad that shares a stray word with the question fits worse than none.
  const dropFarBehind = (candidates: readonly Candidate[]): void => {
    const least = limits.minShareOfBest * bestRelevanceOf(candidates)
    for (const candidate of candidates) {
      if (candidate.relevance < least) candidate.stop = 'relevance_below_threshold'
    }
  }

  return {
    // Few places are filled from few ads. Only the answer itself tells which ads it mentions, so for entity links more are
    // looked at. Where stopped ads took the places of others, those are looked for alone.
    competing() {
      const few = CANDIDATES_MIN + CANDIDATES_PER_PLACE * slot.count + placed.size
      const limit = format === 'entity_link' ? CANDIDATES_MAX : Math.min(few, CANDIDATES_MAX)
      let candidates = retrieve(screening.admitted, limit)
      const free = candidates.filter((candidate) => isFree(candidate) && !placed.has(candidate.doc)).length
      if (free < slot.count && candidates.length === limit) {
        const out = candidates.filter(({ doc, stop }) => stop !== undefined && isOut(doc))
        candidates = [...out, ...retrieve(screening.admitted, limit, { refuses: isOut })]
      }
      if (slot.count > 1) addOtherAdvertisers(candidates, limit)
      dropFarBehind(candidates)
      return candidates
    },

    stopped() {
      const found: Candidate[] = []
      const add = (
        admitted: Uint8Array,
        stopFor: (candidate: Candidate) => Stop | undefined,
        formats = maskOf([format]),
      ) => {
        if (!admitted.includes(1)) return
        for (const candidate of retrieve(admitted, STOPPED_MAX, { formats })) {
          if (candidate.stop !== 'relevance_below_threshold') candidate.stop = stopFor(candidate)
          found.push(candidate)
        }
      }
      const whyStopped = ({ campaign }: Candidate) => screening.stopOf(campaign)
      add(screening.stopped(), whyStopped)
      if (thought.request.options.explain) add(screening.missed(), whyStopped)
      if (catalog.stats().unapproved > 0) add(screening.admitted, () => 'creative_rejected', UNAPPROVED)
      return found
    },
  }
}

export function isFree({ stop }: Candidate): boolean {
  return stop === undefined
}

function bestRelevanceOf(candidates: readonly Candidate[]): number {
  let best = 0
  for (const { relevance } of candidates) best = Math.max(best, relevance)
  return best
}

/** The least that a bid must reach: the publisher's floor or the slot's, whichever is higher. */
export function floorOf(slot: SlotRequest, { circumstances }: Thought): Micros {
  return Math.max(circumstances.publisher.policy.floorMicros, slot.floorMicros ?? 0)
}

// Undefined where the campaign is not in memory.
function offerOf(
  campaignNumber: number,
  floorMicros: Micros,
  { world: { directory, budgets }, circumstances }: Thought,
): Offer | undefined {
  const campaign = directory.campaigns.byNumber(campaignNumber)
  const advertiser = campaign && directory.advertisers.byId(campaign.advertiserId)
  if (!campaign || !advertiser) return undefined
  const { model, amountMicros } = campaign.bid
  const left = budgets.leftOf(campaign, circumstances.nowMs) * (model === 'cpm' ? 1_000 : 1)
  return {
    campaign,
    advertiserNumber: advertiser.number,
    bidMicros: Math.min(amountMicros, left),
    floorMicros: campaign.priority === 'house' ? 0 : floorMicros,
  }
}

function adLimitsOf(slot: SlotRequest, format: SlotFormat, thought: Thought): AdLimits {
  const { policy } = thought.circumstances.publisher
  // What the answer itself names needs no comparison.
  const compares = policy.minRelevance === undefined && format !== 'entity_link'
  return {
    minRelevance: Math.max(slot.minRelevance ?? 0, policy.minRelevance ?? DEFAULT_MIN_RELEVANCE),
    minShareOfBest: compares ? DEFAULT_MIN_SHARE_OF_BEST : 0,
    floorMicros: floorOf(slot, thought),
    blockedCategories: [...policy.blockedCategories, ...slot.block.categories],
    blockedDomains: [...policy.blockedDomains, ...slot.block.domains],
  }
}

function isBlocked(
  doc: number,
  { blockedCategories, blockedDomains }: AdLimits,
  { world: { catalog } }: Thought,
): boolean {
  if (blockedCategories.length > 0) {
    const own = catalog.categoriesOf(doc)
    if (blockedCategories.some((blocked) => own.some((category) => isWithin(category, blocked.toLowerCase())))) {
      return true
    }
  }
  return blockedDomains.length > 0 && isUnder(catalog.destinationDomainOf(doc), blockedDomains)
}

// "Health > Weight loss" lies within "health", and each part of a path can be named alone.
function isWithin(category: string, blocked: string): boolean {
  return (
    category === blocked ||
    category.startsWith(`${blocked} >`) ||
    category.split('>').some((part) => part.trim() === blocked)
  )
}

// The ads that are looked at closely for a slot: those that match best, screened one by one, and enough of them to choose from.
import type { Random } from '../base/random.ts'
import type { SlotRequest } from '../domain/ad-request.ts'
import { type Campaign, PRIORITIES, type Priority } from '../domain/campaign.ts'
import { passes } from '../domain/campaign-rules.ts'
import type { SlotFormat } from '../domain/publisher.ts'
import { adLimitsOf } from './ad-limits.ts'
import { type Candidate, isAgainstWishes, isFree } from './candidate.ts'
import { holdBackElsewhere } from './elsewhere.ts'
import { maskOf, UNAPPROVED } from './catalog.ts'
import { FITS_AS_WELL, STILL_FITS } from './fill.ts'
import { queryOf } from './reading.ts'
import type { Stop } from './campaign-stops.ts'
import type { Screening } from './screen.ts'
import { createSlotSearch, type SlotSearch } from './slot-search.ts'
import type { Thought } from './thought.ts'

export interface Shortlist {
  /** Those that compete for the places, and those that the ad itself keeps out. */
  competing(): Candidate[]
  /**
   * Those that would have matched, were their campaigns not stopped or their review not open: they tell "nothing fits" from
   * "nothing left to spend" and from "nothing approved". To be asked after `competing`.
   */
  stopped(): Candidate[]
  /** Those that would have matched, but are meant for others; for explanations. To be asked after `competing`. */
  missed(): Candidate[]
  /** For entity links: ads that are less relevant are named by no lone word of everyone's. To be asked after `competing`. */
  leastByWord(): number
  /**
   * A house ad for a slot that would stay empty, whatever it is about, where the publisher wants one; each that may serve is as likely. To be asked after `competing`.
   * @param candidates those that were looked at
   */
  backfill(candidates: readonly Candidate[]): Candidate | undefined
}

/**
 * How many ads are looked at; more than there are places, so that screens and variety have a choice. The best that words find are
 * put in order by meaning, too: for the first three places 24 do as well as 60, and 20 a little worse (docs/matching.md).
 */
const CANDIDATES_MAX = 60
const CANDIDATES_MIN = 24
const CANDIDATES_PER_PLACE = 4
const CANDIDATES_BESIDES = 12
/**
 * How many advertisers beyond one for each place compete among ads that fit as well, and how often more are looked for. Where the best two dozen
 * all fit as well, which one question in ten meets, bids decide; so those who bid may not be kept out by a hair of relevance.
 */
const RIVALS_MAX = 24
const RIVAL_SEARCHES_MAX = 3
/** And how often in all: a slot has ten places at most, and each search that fills them brings an advertiser that was not seen. */
const SEARCHES_MAX = 12
/** How many ads of stopped campaigns are looked at to say why a slot stayed empty. */
const STOPPED_MAX = 20
/** So many ads are looked past for a slot, some milliseconds at most; where more are in the way, what was found until then serves. */
const LOOKED_PAST_MAX = 4_000

/** Of one slot of one request. */
export function createShortlist(
  slot: SlotRequest,
  format: SlotFormat,
  screening: Screening,
  thought: Thought,
): Shortlist {
  const { world, circumstances, placed } = thought
  const query = queryOf(thought.reading)
  const limits = adLimitsOf(slot, format, thought)
  const search = createSlotSearch(slot, format, limits, thought)
  const { find, isOut } = search
  const looksPast = createLooksPast(isOut)
  const asksForDear = (query.priceLimit?.least ?? 0) > 0
  /** Of the best that competes, in the end. */
  let leastRelevance = limits.minRelevance
  let leastByWord = 0
  let relevanceOfOthers: number | undefined

  // Of each advertiser with an ad that could yet have a place, how well its best one fits.
  const bestByAdvertiser = (candidates: readonly Candidate[]): Map<number, number> => {
    const best = new Map<number, number>()
    for (const one of candidates) {
      const { doc, advertiserNumber, relevance } = one
      if (!isFree(one) || placed.has(doc)) continue
      if (relevance > (best.get(advertiserNumber) ?? -1)) best.set(advertiserNumber, relevance)
    }
    return best
  }

  // How many of them have no place in the answer yet.
  const newcomersAmong = (advertisers: ReadonlyMap<number, number>): number => {
    let newcomers = advertisers.size
    if (thought.placedAds.length === 0) return newcomers
    const served = new Set(thought.placedAds.map(({ advertiserNumber }) => advertiserNumber))
    for (const advertiser of served) if (advertisers.has(advertiser)) newcomers--
    return newcomers
  }

  // The ads of few advertisers may be all that was found, and then no other would get a place, or compete for one and set its
  // price. Each search without those seen so far brings another at least. An ad that is too cheap is no rival of one that is not.
  const addOtherAdvertisers = (candidates: Candidate[], tier: Uint8Array, limit: number): void => {
    const isDear = (one: Candidate) => isFree(one) && !thought.isTooCheap(one.doc)
    const dear = asksForDear ? candidates.filter(isDear) : []
    const refuses = dear.length > 0 ? createLooksPast((doc) => isOut(doc) || thought.isTooCheap(doc)) : looksPast
    const first = dear.length > 0 ? dear : candidates
    const seen = bestByAdvertiser(first)
    let best = bestRelevanceOf(first)
    let newest = seen
    let rivalSearches = 0
    for (let searches = 0; searches < SEARCHES_MAX && seen.size > 0; searches++) {
      // Second ads of one advertiser wait for whoever still fits. Rivals fit as well.
      const fillsPlaces = newcomersAmong(seen) < slot.count
      if (!fillsPlaces && (rivalSearches++ === RIVAL_SEARCHES_MAX || seen.size >= slot.count + RIVALS_MAX)) return
      const enough = (fillsPlaces ? STILL_FITS : FITS_AS_WELL) * best
      let fitting = 0
      for (const relevance of newest.values()) if (relevance >= enough) fitting++
      if (newest !== seen && fitting === 0) return
      // Behind an advertiser whose best ad fits less there is no rival; beside its better ones such an ad says nothing.
      if (!fillsPlaces && newest.size > fitting) return
      const others = screening.narrow(tier, (_, advertiserNumber) => !seen.has(advertiserNumber))
      if (others === undefined) return
      const more = find(others, limit, { refuses })
      for (const one of more) if (isFree(one)) candidates.push(one)
      if (more.length < limit) return
      newest = bestByAdvertiser(more)
      best = Math.max(best, bestRelevanceOf(more))
      for (const [advertiser, relevance] of newest) seen.set(advertiser, relevance)
    }
  }

  // Nor do the ads of one campaign keep out another one of the same advertiser, which may bid more.
  const addOtherCampaigns = (candidates: Candidate[], tier: Uint8Array, limit: number): void => {
    const crowd = crowdIn(candidates)
    let ads = 0
    for (const one of candidates) if (one.campaignNumber === crowd && isFree(one)) ads++
    if (ads * 2 < limit) return
    const known = new Set(candidates.map(({ campaignNumber }) => campaignNumber))
    const { advertiserNumber } = candidates.find(({ campaignNumber }) => campaignNumber === crowd)!
    const others = screening.narrow(tier, (number, owner) => owner === advertiserNumber && !known.has(number))
    if (others === undefined) return
    for (const one of find(others, limit, { refuses: looksPast })) if (isFree(one)) candidates.push(one)
  }

  // Ads that are cheaper than was asked for may be all that was found. They stay, but those that are not stand beside them.
  const withDearEnough = (candidates: Candidate[], tier: Uint8Array, limit: number): Candidate[] => {
    const others = candidates.filter(({ doc }) => isOut(doc) || thought.isTooCheap(doc))
    if (candidates.length - others.length >= slot.count) return candidates
    const refuses = createLooksPast((doc) => isOut(doc) || thought.isTooCheap(doc))
    return [...others, ...find(tier, limit, { refuses })]
  }

  // Beside an espresso machine, an ad that shares a stray word with the question fits worse than none; also where the machine's
  // budget is spent, or it is meant for another country, hour or place, which matters only where nothing else fits by itself.
  const dropFarBehind = (candidates: readonly Candidate[]): void => {
    // House ads fill what nobody pays for, so none of them keeps out who would.
    let best = bestRelevanceOf(candidates, 'house')
    if (best < limits.minShareOfBest) best = Math.max(best, bestOfOthers())
    leastRelevance = Math.max(leastRelevance, limits.minShareOfBest * best)
    for (const candidate of candidates) {
      if (candidate.relevance < leastRelevance) candidate.stop = 'relevance_below_threshold'
    }
  }

  /** Of the ads that run and may not serve here: stopped, or meant for others. What is another publisher's alone is no rival, nor is a house ad. */
  const bestOfOthers = (): number => {
    if (relevanceOfOthers !== undefined) return relevanceOfOthers
    relevanceOfOthers = 0
    const campaigns = screening.stopped()
    const missed = screening.missed()
    for (let number = 0; number < missed.length; number++) campaigns[number]! |= missed[number]!
    const others = screening.narrow(campaigns, isRival)
    for (const { relevance, stop } of others === undefined ? [] : find(others, STOPPED_MAX)) {
      if (!isAgainstWishes(stop)) relevanceOfOthers = Math.max(relevanceOfOthers, relevance)
    }
    return relevanceOfOthers
  }
  const isRival = (campaignNumber: number): boolean => {
    const { priority, targeting } = world.directory.campaigns.byNumber(campaignNumber)!
    return priority !== 'house' && passes(targeting.publishers, circumstances.publisher.id)
  }

  // Few places are filled from few ads. Only the answer itself tells which ads it mentions, so for entity links more are
  // looked at. Where the few are not enough, more are; and where ads that are out took the places of others, past those.
  const gather = (tier: Uint8Array): Candidate[] => {
    const few = Math.max(CANDIDATES_MIN, CANDIDATES_BESIDES + CANDIDATES_PER_PLACE * slot.count) + placed.size
    const limit = format === 'entity_link' ? CANDIDATES_MAX : Math.min(few, CANDIDATES_MAX)
    let candidates = find(tier, limit)
    let isAll = candidates.length < limit
    let free = 0
    for (const one of candidates) if (isFree(one) && !placed.has(one.doc)) free++
    if (free < slot.count && !isAll) {
      const out = candidates.filter(({ doc }) => isOut(doc))
      if (out.length > 0 || limit < CANDIDATES_MAX) {
        const further = find(tier, CANDIDATES_MAX, { refuses: looksPast })
        isAll = further.length < CANDIDATES_MAX
        candidates = [...out, ...further]
      }
    }
    if (isAll) return candidates
    if (asksForDear) candidates = withDearEnough(candidates, tier, limit)
    addOtherCampaigns(candidates, tier, limit)
    addOtherAdvertisers(candidates, tier, limit)
    return candidates
  }

  // House ads only fill what nobody pays for. A cap, or words that the answer lacks, may yet keep those who pay from it.
  const needsHouse = (paying: readonly Candidate[]): boolean => {
    if (thought.request.options.explain || format === 'entity_link') return true
    let sure = 0
    for (const one of paying) if (isFree(one) && !placed.has(one.doc) && one.campaign.frequencyCaps.length === 0) sure++
    return sure < slot.count
  }

  return {
    // Each tier by itself, so that however many ads of one match better they keep none of another out.
    competing() {
      const candidates: Candidate[] = []
      for (const tier of PRIORITIES) {
        const admitted = screening.admittedIn(tier)
        if (admitted === undefined) continue
        if (tier === 'house') {
          dropFarBehind(candidates)
          if (!needsHouse(candidates)) continue
        }
        candidates.push(...gather(admitted))
      }
      holdBackElsewhere(candidates, query, world.catalog)
      dropFarBehind(candidates)
      leastByWord = limits.minShareByWord * bestRelevanceOf(candidates, 'house')
      return candidates
    },

    stopped() {
      const found = findStopped(screening.stopped(), (campaign) => screening.stopOf(campaign))
      if (world.catalog.stats().unapproved === 0) return found
      return [...found, ...findStopped(screening.admitted, () => 'creative_rejected', UNAPPROVED)]
    },

    missed: () => findStopped(screening.missed(), (campaign) => screening.stopOf(campaign)),

    leastByWord: () => leastByWord,

    backfill: (candidates) => houseAdFor(slot, format, screening, search, candidates, thought),
  }

  function findStopped(
    admitted: Uint8Array,
    stopFor: (campaign: Campaign) => Stop | undefined,
    formats?: number,
  ): Candidate[] {
    if (!admitted.includes(1)) return []
    const found = find(admitted, STOPPED_MAX, formats === undefined ? {} : { formats })
    for (const candidate of found) {
      const isFar = candidate.relevance < leastRelevance
      if (!isAgainstWishes(candidate.stop))
        candidate.stop = isFar ? 'relevance_below_threshold' : stopFor(candidate.campaign)
    }
    return found
  }
}

/** Whether a search is to look past an ad. It asks twice about some, and must hear the same of them. */
function createLooksPast(isOut: (doc: number) => boolean): (doc: number) => boolean {
  let judged: Map<number, boolean> | undefined
  let lookedPast = 0
  return (doc) => {
    judged ??= new Map()
    const known = judged.get(doc)
    if (known !== undefined) return known
    if (lookedPast === LOOKED_PAST_MAX) return true
    const out = isOut(doc)
    judged.set(doc, out)
    if (out) lookedPast++
    return out
  }
}

/** The campaign that holds more than half of them, if one does: the only one that is left when each cancels one of another (Boyer and Moore 1981). */
function crowdIn(candidates: readonly Candidate[]): number {
  let crowd = -1
  let votes = 0
  for (const { campaignNumber } of candidates) {
    if (votes === 0) crowd = campaignNumber
    votes += campaignNumber === crowd ? 1 : -1
  }
  return crowd
}

function bestRelevanceOf(candidates: readonly Candidate[], besides?: Priority): number {
  let best = 0
  for (const { stop, relevance, priority } of candidates) {
    if (stop === undefined && priority !== besides && relevance > best) best = relevance
  }
  return best
}

// What `backfill` gives.
function houseAdFor(
  slot: SlotRequest,
  format: SlotFormat,
  screening: Screening,
  { isOut, offerOf, candidateOf }: SlotSearch,
  candidates: readonly Candidate[],
  { circumstances, placedAds, textJsonOf, world }: Thought,
): Candidate | undefined {
  const { catalog, house } = world
  const { nowMs, publisher, random } = circumstances
  // Whoever names a least relevance wants nothing below it, and an entity link is an ad that the answer names.
  const asksForFit = (slot.minRelevance ?? 0) > 0 || format === 'entity_link'
  if (publisher.policy.houseAds !== 'backfill' || asksForFit) return undefined
  const admitted = screening.admittedIn('house')
  if (admitted === undefined) return undefined
  const isOpen = (doc: number): boolean => {
    if (admitted[catalog.campaignNumberOf(doc)] !== 1 || isOut(doc)) return false
    return (catalog.index.formatsOf(doc) & maskOf([format])) !== 0
  }
  // Two cards that read the same tell no more than one, here neither.
  const isFresh = (doc: number): boolean => {
    if (!isOpen(doc)) return false
    const { advertiserNumber } = offerOf(doc)!
    return !placedAds.some(
      (one) => one.advertiserNumber === advertiserNumber && textJsonOf(one.doc) === textJsonOf(doc),
    )
  }
  const docs = house.docs(nowMs)
  const doc = drawn(docs, isFresh, random) ?? drawn(docs, isOpen, random)
  if (doc === undefined) return undefined
  // One that was looked at keeps what is known of it.
  const candidate = candidates.find((one) => one.doc === doc) ?? candidateOf(doc)!
  candidate.stop = undefined
  return candidate
}

/** One that is open, each as likely. Lots are drawn until one is, since to look at all of a thousand ads takes a millisecond. */
function drawn(docs: readonly number[], isOpen: (doc: number) => boolean, random: Random): number | undefined {
  const left = [...docs]
  while (left.length > 0) {
    const at = Math.floor(random() * left.length)
    const doc = left[at]!
    if (isOpen(doc)) return doc
    left[at] = left.at(-1)!
    left.pop()
  }
  return undefined
}

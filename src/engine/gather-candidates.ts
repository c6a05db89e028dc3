// Searches one tier for a slot until enough compete: the ads that match best, and beside them those of others, where few hold all the places.
import type { SlotRequest } from '../domain/ad-request.ts'
import type { SlotFormat } from '../domain/publisher.ts'
import { bestRelevanceOf, type Candidate, isFree } from './candidate.ts'
import { FITS_AS_WELL, STILL_FITS } from './fill.ts'
import { queryOf } from './reading.ts'
import type { Screening } from './screen.ts'
import type { SlotSearch } from './slot-search.ts'
import type { Thought } from './thought.ts'

/** Of one slot of one request. */
export interface Gathering {
  readonly slot: SlotRequest
  readonly format: SlotFormat
  readonly screening: Screening
  readonly search: SlotSearch
  readonly thought: Thought
  /** Of the search, from `createLooksPast`: the tiers of a slot look past so many ads together. */
  readonly looksPast: (doc: number) => boolean
}

interface TierGathering extends Gathering {
  /** By campaign number: 1 = to be searched. */
  readonly tier: Uint8Array
  /** How many ads are asked for at a time. */
  readonly limit: number
  /** Whether ads are to cost as much as was said, or more. */
  readonly asksForDear: boolean
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
/** So many ads are looked past for a slot, some milliseconds at most; where more are in the way, what was found until then serves. */
const LOOKED_PAST_MAX = 4_000

/**
 * Few places are filled from few ads. Only the answer itself tells which ads it mentions, so for entity links more are
 * looked at. Where the few are not enough, more are; and where ads that are out took the places of others, past those.
 * @param tier by campaign number: 1 = to be searched
 */
export function gatherCandidates(tier: Uint8Array, gathering: Gathering): Candidate[] {
  const { slot, format, search, thought, looksPast } = gathering
  const few = Math.max(CANDIDATES_MIN, CANDIDATES_BESIDES + CANDIDATES_PER_PLACE * slot.count) + thought.placed.size
  const limit = format === 'entity_link' ? CANDIDATES_MAX : Math.min(few, CANDIDATES_MAX)
  let candidates = search.find(tier, limit)
  let isAll = candidates.length < limit
  if (!isAll && freshAmong(candidates, thought) < slot.count) {
    const out = candidates.filter(({ doc }) => search.isOut(doc))
    if (out.length > 0 || limit < CANDIDATES_MAX) {
      const further = search.find(tier, CANDIDATES_MAX, { refuses: looksPast })
      isAll = further.length < CANDIDATES_MAX
      candidates = [...out, ...further]
    }
  }
  if (isAll) return candidates
  const asksForDear = (queryOf(thought.reading).priceLimit?.least ?? 0) > 0
  const ofTier = { ...gathering, tier, limit, asksForDear }
  if (asksForDear) candidates = withDearEnough(candidates, ofTier)
  addOtherCampaigns(candidates, ofTier)
  addOtherAdvertisers(candidates, ofTier)
  return candidates
}

/** How many could yet have a place. */
function freshAmong(candidates: readonly Candidate[], { placed }: Thought): number {
  let fresh = 0
  for (const one of candidates) if (isFree(one) && !placed.has(one.doc)) fresh++
  return fresh
}

// Ads that are cheaper than was asked for may be all that was found. They stay, but those that are not stand beside them.
function withDearEnough(candidates: Candidate[], { slot, search, thought, tier, limit }: TierGathering): Candidate[] {
  const isOutOrTooCheap = (doc: number) => search.isOut(doc) || thought.isTooCheap(doc)
  const others = candidates.filter(({ doc }) => isOutOrTooCheap(doc))
  if (candidates.length - others.length >= slot.count) return candidates
  return [...others, ...search.find(tier, limit, { refuses: createLooksPast(isOutOrTooCheap) })]
}

// The ads of one campaign may not keep out another one of the same advertiser, which may bid more.
function addOtherCampaigns(
  candidates: Candidate[],
  { screening, search, looksPast, tier, limit }: TierGathering,
): void {
  const crowd = crowdIn(candidates)
  let ads = 0
  for (const one of candidates) if (one.campaignNumber === crowd && isFree(one)) ads++
  if (ads * 2 < limit) return
  const known = new Set(candidates.map(({ campaignNumber }) => campaignNumber))
  const { advertiserNumber } = candidates.find(({ campaignNumber }) => campaignNumber === crowd)!
  const others = screening.narrow(tier, (number, owner) => owner === advertiserNumber && !known.has(number))
  if (others !== undefined) addFree(candidates, search.find(others, limit, { refuses: looksPast }))
}

// Nor may those of few advertisers be all that was found, since then no other would get a place, or compete for one and set its price.
// Each search without those seen so far brings another at least. An ad that is too cheap is no rival of one that is not.
function addOtherAdvertisers(
  candidates: Candidate[],
  { slot, screening, search, thought, looksPast, tier, limit, asksForDear }: TierGathering,
): void {
  const isDear = (one: Candidate) => isFree(one) && !thought.isTooCheap(one.doc)
  const dear = asksForDear ? candidates.filter(isDear) : []
  const refuses = dear.length > 0 ? createLooksPast((doc) => search.isOut(doc) || thought.isTooCheap(doc)) : looksPast
  const first = dear.length > 0 ? dear : candidates
  const seen = bestByAdvertiser(first, thought)
  let best = bestRelevanceOf(first)
  let newest = seen
  let rivalSearches = 0
  for (let searches = 0; searches < SEARCHES_MAX && seen.size > 0; searches++) {
    // Second ads of one advertiser wait for whoever still fits. Rivals fit as well.
    const fillsPlaces = newcomersAmong(seen, thought) < slot.count
    if (!fillsPlaces && (rivalSearches++ === RIVAL_SEARCHES_MAX || seen.size >= slot.count + RIVALS_MAX)) return
    const enough = (fillsPlaces ? STILL_FITS : FITS_AS_WELL) * best
    let fitting = 0
    for (const relevance of newest.values()) if (relevance >= enough) fitting++
    if (newest !== seen && fitting === 0) return
    // Behind an advertiser whose best ad fits less there is no rival; beside its better ones such an ad says nothing.
    if (!fillsPlaces && newest.size > fitting) return
    const others = screening.narrow(tier, (_, advertiserNumber) => !seen.has(advertiserNumber))
    if (others === undefined) return
    const more = search.find(others, limit, { refuses })
    addFree(candidates, more)
    if (more.length < limit) return
    newest = bestByAdvertiser(more, thought)
    best = Math.max(best, bestRelevanceOf(more))
    for (const [advertiser, relevance] of newest) seen.set(advertiser, relevance)
  }
}

function addFree(candidates: Candidate[], more: readonly Candidate[]): void {
  for (const one of more) if (isFree(one)) candidates.push(one)
}

/** Of each advertiser with an ad that could yet have a place, how well its best one fits. */
function bestByAdvertiser(candidates: readonly Candidate[], { placed }: Thought): Map<number, number> {
  const best = new Map<number, number>()
  for (const one of candidates) {
    const { doc, advertiserNumber, relevance } = one
    if (!isFree(one) || placed.has(doc)) continue
    if (relevance > (best.get(advertiserNumber) ?? -1)) best.set(advertiserNumber, relevance)
  }
  return best
}

/** How many of them have no place in the answer yet. */
function newcomersAmong(advertisers: ReadonlyMap<number, number>, { placedAds }: Thought): number {
  let newcomers = advertisers.size
  if (placedAds.length === 0) return newcomers
  const served = new Set(placedAds.map(({ advertiserNumber }) => advertiserNumber))
  for (const advertiser of served) if (advertisers.has(advertiser)) newcomers--
  return newcomers
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

/** Whether a search is to look past an ad. It asks twice about some, and must hear the same of them. */
export function createLooksPast(isOut: (doc: number) => boolean): (doc: number) => boolean {
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

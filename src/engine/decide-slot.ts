// One slot: who may serve, what fits, who wins and for how much, and what to say where ads are missing.
import type { SlotRequest } from '../domain/ad-request.ts'
import { NO_FILL_CODES, type NoFillReason, type Placement, type SlotDecision } from '../domain/decision.ts'
import { type Micros, perImpression } from '../domain/money.ts'
import type { SlotFormat } from '../domain/publisher.ts'
import { priceOf, rank } from './auction.ts'
import { type Candidate, nextCandidate, type Offer } from './candidate.ts'
import { adIsCapped, wouldPassCap } from './caps.ts'
import { maskOf, UNAPPROVED } from './catalog.ts'
import { fillSlot } from './fill.ts'
import { queryOf, understoodOf } from './reading.ts'
import { isUnder, type Screening, type Stop } from './screen.ts'
import type { Thought } from './thought.ts'
import { DEFAULT_MIN_RELEVANCE } from './match/relevance.ts'

/** How many ads are looked at closely; more than there are places, so that screens and variety have a choice. */
const CANDIDATES_MAX = 60
const CANDIDATES_MIN = 20
const CANDIDATES_PER_PLACE = 4
/** How many ads of stopped campaigns are looked at to say why a slot stayed empty. */
const STOPPED_MAX = 20
/** Losing candidates that a decision notes where no explanation was asked for. */
const NOTED_MAX = 8

export function decideSlot(slot: SlotRequest, format: SlotFormat, thought: Thought): SlotDecision {
  const { circumstances } = thought
  const by = circumstances.publisher.policy.ranking
  queryOf(thought.reading) // outside of the stages, since its time is told with that of matching wherever it was read
  const screening = thought.stage('screen', () => screenSlot(slot, thought))
  const candidates = thought.stage('match', () => lookClosely(screening.admitted, format, slot, thought))
  const ranked = thought.stage('auction', () => {
    const free = candidates.filter(isFree)
    thought.world.rates.predict(free, { format, place: thought.placed.size })
    return rank(free, by, circumstances.random, thought.world.rates.explores)
  })
  const placements = thought.stage('fill', () => {
    const mentions = format === 'entity_link' ? thought.mentions : undefined
    const allowance = {
      mayTake: (bidder: Candidate) => mayTake(bidder, thought),
      take: (bidder: Candidate) => void thought.placedAds.push(bidder),
    }
    return fillSlot(ranked, slot.count, thought.placed, mentions, allowance).map(
      ({ bidder, rival, mention }): Placement => {
        const price = priceOf(bidder, rival, by)
        bidder.priceMicros = chargeOf(bidder, price.micros)
        bidder.priceSetBy = price.rival ? price.rival.adNumber : 'floor'
        const { doc, relevance, priceMicros } = bidder
        return { doc, relevance, priceMicros, ...(mention && { mentions: [mention] }) }
      },
    )
  })
  const short = placements.length < slot.count
  const stopped = short || thought.request.options.explain ? retrieveStopped(screening, format, slot, thought) : []
  note(ranked, candidates, stopped, slot, thought)
  if (!short) return { slotId: slot.slotId, format, placements }
  const reason = reasonFor(candidates, stopped)
  const detail = placements.length > 0 ? { detail: `${placements.length} of ${slot.count} filled` } : {}
  return { slotId: slot.slotId, format, placements, noFill: { reason, ...detail } }
}

function isFree(candidate: Candidate): boolean {
  return candidate.stop === undefined
}

function screenSlot(slot: SlotRequest, thought: Thought): Screening {
  const { request, circumstances, world, speaks } = thought
  const audience = {
    publisher: circumstances.publisher,
    country: request.user.country ?? '',
    language: understoodOf(thought.reading).language,
    placement: slot.placement,
    deviceType: request.user.device.type?.toLowerCase() ?? '',
  }
  const limits = {
    floorMicros: floorOf(slot, thought),
    blockedAdvertisers: slot.block.advertisers,
    blockedDomains: slot.block.domains,
  }
  return world.screen.screen(audience, limits, circumstances.shown, speaks, circumstances.nowMs, circumstances.random)
}

// Few places are filled from few ads; where too many of those are stopped, more are looked at. Only the answer itself
// tells which ads it mentions, so for entity links all are.
function lookClosely(admitted: Uint8Array, format: SlotFormat, slot: SlotRequest, thought: Thought): Candidate[] {
  const few = CANDIDATES_MIN + CANDIDATES_PER_PLACE * slot.count + thought.placed.size
  const limit = format === 'entity_link' ? CANDIDATES_MAX : Math.min(few, CANDIDATES_MAX)
  const candidates = screened(retrieve(admitted, limit, maskOf([format]), slot, thought), slot, thought)
  const free = candidates.filter((candidate) => isFree(candidate) && !thought.placed.has(candidate.doc)).length
  if (free >= slot.count || candidates.length < limit || limit === CANDIDATES_MAX) return candidates
  return screened(retrieve(admitted, CANDIDATES_MAX, maskOf([format]), slot, thought), slot, thought)
}

function screened(candidates: Candidate[], slot: SlotRequest, thought: Thought): Candidate[] {
  const limits = adLimitsOf(slot, thought)
  for (const candidate of candidates) candidate.stop = stopOf(candidate, limits, thought)
  return candidates
}

function retrieve(
  admitted: Uint8Array,
  limit: number,
  formats: number,
  slot: SlotRequest,
  thought: Thought,
): Candidate[] {
  const { world } = thought
  const query = queryOf(thought.reading)
  const at = thought.request.slots.indexOf(slot)
  const found = world.catalog.index.search(query, { limit, admitted, formats })
  const offers = new Map<number, Offer | undefined>()
  const candidates: Candidate[] = []
  for (let i = 0; i < found.count; i++) {
    const doc = found.docs[i]!
    const campaignNumber = world.catalog.campaignNumberOf(doc)
    // The best ads are often of few campaigns.
    if (!offers.has(campaignNumber)) offers.set(campaignNumber, offerOf(campaignNumber, slot, thought))
    const offer = offers.get(campaignNumber)
    if (offer === undefined) continue
    const candidate = nextCandidate(offer)
    candidate.doc = doc
    candidate.adNumber = world.catalog.adNumberOf(doc)
    candidate.campaignNumber = campaignNumber
    candidate.slot = at
    candidate.relevance = world.matcher.relevanceOf(query, found, i)
    if (thought.request.options.explain) candidate.match = world.matcher.noteMatch(query, found, i)
    candidates.push(candidate)
  }
  return candidates
}

// Undefined where the campaign is not in memory.
function offerOf(campaignNumber: number, slot: SlotRequest, thought: Thought): Offer | undefined {
  const { directory, budgets } = thought.world
  const campaign = directory.campaigns.byNumber(campaignNumber)
  const advertiser = campaign && directory.advertisers.byId(campaign.advertiserId)
  if (!campaign || !advertiser) return undefined
  const { model, amountMicros } = campaign.bid
  const left = budgets.leftOf(campaign, thought.circumstances.nowMs) * (model === 'cpm' ? 1_000 : 1)
  return {
    campaign,
    advertiserNumber: advertiser.number,
    bidMicros: Math.min(amountMicros, left),
    floorMicros: campaign.priority === 'house' ? 0 : floorOf(slot, thought),
  }
}

/** What publisher and slot ask of every single ad. */
interface AdLimits {
  readonly minRelevance: number
  readonly floorMicros: Micros
  readonly blockedCategories: readonly string[]
  readonly blockedDomains: readonly string[]
}

function adLimitsOf(slot: SlotRequest, thought: Thought): AdLimits {
  const { policy } = thought.circumstances.publisher
  return {
    minRelevance: Math.max(slot.minRelevance ?? 0, policy.minRelevance ?? DEFAULT_MIN_RELEVANCE),
    floorMicros: floorOf(slot, thought),
    blockedCategories: [...policy.blockedCategories, ...slot.block.categories],
    blockedDomains: [...policy.blockedDomains, ...slot.block.domains],
  }
}

// What only the ad itself can tell, once retrieval has found it.
function stopOf(candidate: Candidate, limits: AdLimits, thought: Thought): Stop | undefined {
  const { circumstances } = thought
  const { doc, campaign } = candidate
  if (candidate.relevance < limits.minRelevance) return 'relevance_below_threshold'
  if (isBlocked(doc, limits.blockedCategories, limits.blockedDomains, thought)) return 'policy_blocked'
  if (campaign.priority !== 'house' && candidate.bidMicros < Math.min(campaign.bid.amountMicros, limits.floorMicros)) {
    return 'budget_exhausted'
  }
  if (
    campaign.frequencyCaps.length > 0 &&
    adIsCapped(campaign, candidate.adNumber, circumstances.shown, circumstances.nowMs)
  ) {
    return 'frequency_cap'
  }
  return undefined
}

function floorOf(slot: SlotRequest, { circumstances }: Thought): Micros {
  return Math.max(circumstances.publisher.policy.floorMicros, slot.floorMicros ?? 0)
}

function isBlocked(
  doc: number,
  categories: readonly string[],
  domains: readonly string[],
  { world: { catalog } }: Thought,
): boolean {
  if (categories.length > 0) {
    const own = catalog.categoriesOf(doc)
    if (categories.some((blocked) => own.some((category) => isWithin(category, blocked.toLowerCase())))) return true
  }
  return domains.length > 0 && isUnder(catalog.destinationDomainOf(doc), domains)
}

// "Health > Weight loss" lies within "health", and each part of a path can be named alone.
function isWithin(category: string, blocked: string): boolean {
  return (
    category === blocked ||
    category.startsWith(`${blocked} >`) ||
    category.split('>').some((part) => part.trim() === blocked)
  )
}

// Screening knew what was shown before; this answer itself may be what fills a cap up.
function mayTake(candidate: Candidate, { placedAds, circumstances: { shown, nowMs } }: Thought): boolean {
  const { campaign } = candidate
  if (placedAds.length === 0 || campaign.frequencyCaps.length === 0) return true
  return !wouldPassCap(campaign, candidate, placedAds, shown, nowMs)
}

// A price per thousand becomes the price of one impression; the fraction of a micro stays with the advertiser.
function chargeOf({ model }: Candidate, priceMicros: Micros): Micros {
  return model === 'cpm' ? perImpression(priceMicros) : priceMicros
}

// The ads that would have matched, were their campaigns not stopped or their review not open: they tell "nothing fits" from
// "nothing left to spend" and from "nothing approved".
function retrieveStopped(screening: Screening, format: SlotFormat, slot: SlotRequest, thought: Thought): Candidate[] {
  const { catalog } = thought.world
  const stopped: Candidate[] = []
  const limits = adLimitsOf(slot, thought)
  const add = (admitted: Uint8Array, formats: number, stopFor: (candidate: Candidate) => Stop | undefined) => {
    for (const candidate of retrieve(admitted, STOPPED_MAX, formats, slot, thought)) {
      const tooFar = stopOf(candidate, limits, thought) === 'relevance_below_threshold'
      candidate.stop = tooFar ? 'relevance_below_threshold' : stopFor(candidate)
      stopped.push(candidate)
    }
  }
  if (screening.anyStopped) {
    add(screening.stopped(), maskOf([format]), ({ campaign }) => screening.stopOf(campaign))
  }
  if (catalog.stats().unapproved > 0) add(screening.admitted, UNAPPROVED, () => 'creative_rejected')
  return stopped
}

// The best ad that fits but was stopped gives the reason; else "nothing fits well enough"; else "nothing matches at all".
function reasonFor(candidates: readonly Candidate[], stopped: readonly Candidate[]): NoFillReason {
  let best: { relevance: number; reason: NoFillReason } | undefined
  let tooFar = false
  for (const { stop, relevance } of [...candidates, ...stopped]) {
    if (stop === 'relevance_below_threshold') tooFar = true
    else if (stop !== undefined && isNoFillReason(stop) && relevance > (best?.relevance ?? -1))
      best = { relevance, reason: stop }
  }
  return best?.reason ?? (tooFar ? 'relevance_below_threshold' : 'no_candidates')
}

function isNoFillReason(stop: Stop): stop is NoFillReason {
  return stop in NO_FILL_CODES
}

// Every candidate where somebody asked why; else those placed and the best of the others, which is what the log has room for.
function note(
  ranked: readonly Candidate[],
  candidates: readonly Candidate[],
  stopped: readonly Candidate[],
  slot: SlotRequest,
  thought: Thought,
): void {
  const noMention = slot.format === 'entity_link' && ranked.every(({ priceMicros }) => priceMicros === undefined)
  const lost = noMention ? 'no_mention' : 'outranked'
  let room = thought.request.options.explain ? Number.POSITIVE_INFINITY : NOTED_MAX
  for (const candidate of ranked) {
    if (candidate.priceMicros !== undefined) thought.note(candidate)
    else if (room-- > 0) noteStopped(candidate, lost, thought)
  }
  for (const candidate of candidates) {
    if (candidate.stop !== undefined && room-- > 0) noteStopped(candidate, candidate.stop, thought)
  }
  for (const candidate of stopped) if (room-- > 0) noteStopped(candidate, candidate.stop ?? 'outranked', thought)
}

function noteStopped(candidate: Candidate, by: Stop, thought: Thought): void {
  candidate.stoppedBy = by
  thought.note(candidate)
}

// One slot: who may serve, what fits, who wins and for how much, and what to say where ads are missing.
import type { SlotRequest } from '../domain/ad-request.ts'
import { NO_FILL_CODES, type NoFillReason, type Placement, type SlotDecision } from '../domain/decision.ts'
import { type Micros, perImpression } from '../domain/money.ts'
import type { SlotFormat } from '../domain/publisher.ts'
import { floorOf } from './ad-limits.ts'
import { priceOf, rank } from './auction.ts'
import { type Candidate, isAgainstWishes, isFree } from './candidate.ts'
import { wouldPassCap } from './caps.ts'
import { type Filled, fillSlot, type MentionsOfAds, place } from './fill.ts'
import { queryOf, understoodOf } from './reading.ts'
import { type Audience, missedRule, type Stop } from './campaign-stops.ts'
import type { Screening } from './screen.ts'
import { createShortlist, type Shortlist } from './shortlist.ts'
import type { Thought } from './thought.ts'

/** Losing candidates that a decision notes where no explanation was asked for. */
const NOTED_MAX = 8

/** @param places to fill: those asked for, or as many of them as the session has room for */
export function decideSlot(slot: SlotRequest, format: SlotFormat, places: number, thought: Thought): SlotDecision {
  const { explain } = thought.request.options
  queryOf(thought.reading) // outside of the stages, since its time is told with that of matching wherever it was read
  const screening = thought.stage('screen', () => screenSlot(slot, thought))
  const shortlist = createShortlist(slot, format, screening, thought)
  const candidates = thought.stage('match', () => shortlist.competing())
  const ranked = thought.stage('auction', () => rankFree(candidates, format, thought))
  const leastByWord = shortlist.leastByWord()
  const placements = thought.stage('fill', () => {
    const filled = fillPlaces(ranked, { places, format, leastByWord }, thought)
    const houseAd = filled.length > 0 ? undefined : placeHouseAd(shortlist, candidates, format, thought)
    if (houseAd) {
      filled.push({ bidder: houseAd, rival: undefined })
      ranked.push(houseAd) // behind all that were ranked
    }
    return filled.map((one) => placementOf(one, thought))
  })
  const short = placements.length < places
  if (short) noteFilledCaps(ranked, thought)
  const stopped = short || explain ? shortlist.stopped() : []
  const missed = explain ? missedBy(shortlist, slot, thought) : []
  note({ ranked, candidates, others: [...stopped, ...missed] }, format, thought)
  if (!short) return { slotId: slot.slotId, format, placements, noFill: undefined }
  const others = [...candidates, ...stopped].filter(({ doc }) => !thought.placed.has(doc))
  const isNamed = ({ doc, relevance }: Candidate) =>
    format !== 'entity_link' || thought.mentions().has(doc, relevance < leastByWord)
  const reason = reasonFor(others, isNamed)
  if (placements.length > 0) {
    const detail = `${placements.length} of ${slot.count} filled`
    return { slotId: slot.slotId, format, placements, noFill: { reason, detail } }
  }
  // What fits but is not named has no reason of its own, and the one that is left would send whoever reads it to the wrong place.
  const unnamed = format === 'entity_link' && (reason === 'relevance_below_threshold' || reason === 'no_candidates')
  const hasUnnamed = unnamed && ranked.some(({ doc }) => !thought.placed.has(doc))
  return { slotId: slot.slotId, format, placements, noFill: { reason, ...(hasUnnamed && UNNAMED) } }
}

const UNNAMED = { detail: 'the response names nothing that fits' }

/** Which campaigns may serve in a slot. */
export function screenSlot(slot: SlotRequest, thought: Thought): Screening {
  const { world, speaks, lot } = thought
  const { shown, nowMs } = thought.circumstances
  const audience = audienceOf(slot, thought)
  const limits = {
    floorMicros: floorOf(slot, thought),
    blockedAdvertisers: slot.block.advertisers,
    blockedDomains: slot.block.domains,
  }
  return world.screen.screen(audience, limits, { shown, speaks, nowMs, lot })
}

function audienceOf(slot: SlotRequest, { request, circumstances, reading }: Thought): Audience {
  return {
    publisher: circumstances.publisher,
    country: request.user.country ?? '',
    region: request.user.region ?? '',
    language: understoodOf(reading).language,
    placement: slot.placement,
    deviceType: request.user.device.type?.toLowerCase() ?? '',
  }
}

function rankFree(candidates: readonly Candidate[], format: SlotFormat, thought: Thought): Candidate[] {
  const { publisher, random } = thought.circumstances
  const free = candidates.filter(isFree)
  predict(free, format, thought)
  return rank(free, publisher.policy.ranking, random, thought.world.rates.explores())
}

function predict(candidates: readonly Candidate[], format: SlotFormat, thought: Thought): void {
  const { circumstances, placed, world } = thought
  world.rates.predict(candidates, { format, place: placed.size, publisher: circumstances.publisher.number })
}

function fillPlaces(
  ranked: readonly Candidate[],
  { places, format, leastByWord }: { places: number; format: SlotFormat; leastByWord: number },
  thought: Thought,
): Filled<Candidate>[] {
  const mentions = format === 'entity_link' ? mentionsOf(ranked, leastByWord, thought) : undefined
  if (mentions && thought.request.options.explain) noteUnnamed(ranked, mentions, thought)
  const allowance = {
    mayTake: (bidder: Candidate) => mayTake(bidder, thought),
    repeats: (bidder: Candidate) => repeats(bidder, thought),
  }
  return fillSlot(ranked, places, thought, allowance, mentions)
}

// A word of everyone's, such as "quiet" or "matter", may stand in any answer: it names only ads that fit about as well as the best.
function mentionsOf(ranked: readonly Candidate[], leastByWord: number, thought: Thought): MentionsOfAds {
  const mentions = thought.mentions()
  const far = new Set(ranked.filter(({ relevance }) => relevance < leastByWord).map(({ doc }) => doc))
  return {
    claim: mentions.claim,
    has: (doc) => mentions.has(doc, far.has(doc)),
    take: (doc) => mentions.take(doc, far.has(doc)),
  }
}

// Asked before any place takes its words, since an ad that lost them to another is outranked; and only where somebody wants to
// know, since it takes longer than filling the slot.
function noteUnnamed(ranked: readonly Candidate[], mentions: MentionsOfAds, { placed }: Thought): void {
  const free = ranked.filter(({ doc }) => !placed.has(doc))
  for (const { doc } of free) mentions.claim(doc)
  for (const candidate of free) if (!mentions.has(candidate.doc)) candidate.stop = 'no_mention'
}

// Screening knew what was shown before; this answer itself may be what fills a cap up.
function mayTake(candidate: Candidate, { placedAds, circumstances }: Thought): boolean {
  const { campaign } = candidate
  if (placedAds.length === 0 || campaign.frequencyCaps.length === 0) return true
  return !wouldPassCap(campaign, candidate, placedAds, circumstances)
}

// A feed often has the same thing many times, and two cards that read the same tell a person nothing that one does not. What reads the
// same fits as well, give or take a keyword, so few have to be read for it.
function repeats({ doc, advertiserNumber, relevance }: Candidate, { placedAds, textJsonOf }: Thought): boolean {
  for (const one of placedAds) {
    if (one.advertiserNumber !== advertiserNumber || Math.abs(one.relevance - relevance) > ALIKE) continue
    if (textJsonOf(one.doc) === textJsonOf(doc)) return true
  }
  return false
}

const ALIKE = 0.02

function placeHouseAd(
  shortlist: Shortlist,
  candidates: readonly Candidate[],
  format: SlotFormat,
  thought: Thought,
): Candidate | undefined {
  const houseAd = shortlist.backfill(candidates)
  if (houseAd === undefined) return undefined
  predict([houseAd], format, thought)
  place(houseAd, thought)
  return houseAd
}

function placementOf({ bidder, rival, mention }: Filled<Candidate>, { circumstances }: Thought): Placement {
  const price = priceOf(bidder, rival, circumstances.publisher.policy.ranking)
  bidder.priceMicros = chargeOf(bidder, price.micros)
  bidder.priceSetBy = price.rival ? price.rival.adNumber : 'floor'
  const { doc, relevance, priceMicros } = bidder
  return { doc, relevance, priceMicros, mentions: mention && [mention] }
}

// A price per thousand becomes the price of one impression; the fraction of a micro stays with the advertiser.
function chargeOf({ model }: Candidate, priceMicros: Micros): Micros {
  return model === 'cpm' ? perImpression(priceMicros) : priceMicros
}

// What was free before the answer may be capped by its earlier places, and then that is why it has none.
function noteFilledCaps(ranked: readonly Candidate[], thought: Thought): void {
  for (const candidate of ranked) {
    if (!thought.placed.has(candidate.doc) && !mayTake(candidate, thought)) candidate.stop = 'frequency_cap'
  }
}

// Screening says only that a campaign is meant for others; by which rule is looked up where somebody asked.
function missedBy(shortlist: Shortlist, slot: SlotRequest, thought: Thought): Candidate[] {
  const missed = shortlist.missed()
  const audience = audienceOf(slot, thought)
  for (const candidate of missed) {
    if (candidate.stop !== 'targeting') continue
    candidate.missedRule = missedRule(candidate.campaign, audience, thought.speaks, thought.circumstances.nowMs)
  }
  return missed
}

// The best ad that fits but was stopped gives the reason; else "nothing fits well enough"; else "nothing matches at all". What the
// answer does not name fits no entity link.
function reasonFor(candidates: readonly Candidate[], isNamed: (candidate: Candidate) => boolean): NoFillReason {
  let best: { relevance: number; reason: NoFillReason } | undefined
  let tooFar = false
  for (const candidate of candidates) {
    const { stop, relevance } = candidate
    if (stop === 'relevance_below_threshold' || isAgainstWishes(stop)) tooFar = true
    const reason = slotReasonOf(stop)
    if (reason !== undefined && relevance > (best?.relevance ?? -1) && isNamed(candidate)) best = { relevance, reason }
  }
  return best?.reason ?? (tooFar ? 'relevance_below_threshold' : 'no_candidates')
}

// A whole slot has no word of its own for what a person saw enough of by saying so.
function slotReasonOf(stop: Stop | undefined): NoFillReason | undefined {
  if (stop === 'dismissed') return 'frequency_cap'
  return stop !== undefined && stop !== 'relevance_below_threshold' && isNoFillReason(stop) ? stop : undefined
}

function isNoFillReason(stop: Stop): stop is NoFillReason {
  return stop in NO_FILL_CODES
}

interface Weighed {
  /** Those in the auction, and a house ad behind them. */
  readonly ranked: readonly Candidate[]
  /** Those that were looked at for the places. */
  readonly candidates: readonly Candidate[]
  /** Those whose campaigns were stopped, or are meant for others. */
  readonly others: readonly Candidate[]
}

// Every candidate where somebody asked why; else those placed and the best of the others, which is what the log has room for.
function note({ ranked, candidates, others }: Weighed, format: SlotFormat, thought: Thought): void {
  const noMention = format === 'entity_link' && ranked.every(({ priceMicros }) => priceMicros === undefined)
  let room = thought.request.options.explain ? Number.POSITIVE_INFINITY : NOTED_MAX
  for (const candidate of ranked) {
    if (candidate.priceMicros !== undefined) thought.note(candidate)
    else if (room-- > 0) {
      const lost = noMention && !thought.placed.has(candidate.doc) ? 'no_mention' : 'outranked'
      noteStopped(candidate, candidate.stop ?? lost, thought)
    }
  }
  for (const candidate of candidates) {
    if (candidate.stop !== undefined && !ranked.includes(candidate) && room-- > 0)
      noteStopped(candidate, candidate.stop, thought)
  }
  for (const candidate of others) if (room-- > 0) noteStopped(candidate, candidate.stop ?? 'outranked', thought)
}

function noteStopped(candidate: Candidate, by: Stop, thought: Thought): void {
  candidate.stoppedBy = by
  thought.note(candidate)
}

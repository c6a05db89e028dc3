// The ads that are looked at closely for a slot: those that match best, screened one by one, and enough of them to choose from.
import type { SlotRequest } from '../domain/ad-request.ts'
import { type Campaign, PRIORITIES } from '../domain/campaign.ts'
import { passes } from '../domain/campaign-rules.ts'
import type { SlotFormat } from '../domain/publisher.ts'
import { adLimitsOf } from './ad-limits.ts'
import type { Stop } from './campaign-stops.ts'
import { bestRelevanceOf, type Candidate, isAgainstWishes, isFree } from './candidate.ts'
import { UNAPPROVED } from './catalog.ts'
import { holdBackElsewhere } from './elsewhere.ts'
import { createLooksPast, gatherCandidates } from './gather-candidates.ts'
import { drawHouseAd } from './house-backfill.ts'
import { queryOf } from './reading.ts'
import type { Screening } from './screen.ts'
import { createSlotSearch } from './slot-search.ts'
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

/** How many ads of stopped campaigns are looked at to say why a slot stayed empty. */
const STOPPED_MAX = 20

/** Of one slot of one request. */
export function createShortlist(
  slot: SlotRequest,
  format: SlotFormat,
  screening: Screening,
  thought: Thought,
): Shortlist {
  const { catalog, directory } = thought.world
  const query = queryOf(thought.reading)
  const limits = adLimitsOf(slot, format, thought)
  const search = createSlotSearch(slot, format, limits, thought)
  const gathering = { slot, format, screening, search, thought, looksPast: createLooksPast(search.isOut) }
  /** Of the best that competes, in the end. */
  let leastRelevance = limits.minRelevance
  let leastByWord = 0
  let relevanceOfOthers: number | undefined

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
        candidates.push(...gatherCandidates(admitted, gathering))
      }
      holdBackElsewhere(candidates, query, catalog)
      dropFarBehind(candidates)
      leastByWord = limits.minShareByWord * bestRelevanceOf(candidates, 'house')
      return candidates
    },

    stopped() {
      const found = findStopped(screening.stopped(), (campaign) => screening.stopOf(campaign))
      if (catalog.stats().unapproved === 0) return found
      return [...found, ...findStopped(screening.admitted, () => 'creative_rejected', UNAPPROVED)]
    },

    missed: () => findStopped(screening.missed(), (campaign) => screening.stopOf(campaign)),

    leastByWord: () => leastByWord,

    backfill: (candidates) => drawHouseAd(candidates, gathering),
  }

  // House ads only fill what nobody pays for. A cap, or words that the answer lacks, may yet keep those who pay from it.
  function needsHouse(paying: readonly Candidate[]): boolean {
    if (thought.request.options.explain || format === 'entity_link') return true
    let sure = 0
    for (const one of paying) {
      if (isFree(one) && !thought.placed.has(one.doc) && one.campaign.frequencyCaps.length === 0) sure++
    }
    return sure < slot.count
  }

  // Beside an espresso machine, an ad that shares a stray word with the question fits worse than none; also where the machine's
  // budget is spent, or it is meant for another country, hour or place, which matters only where nothing else fits by itself.
  function dropFarBehind(candidates: readonly Candidate[]): void {
    // House ads fill what nobody pays for, so none of them keeps out who would.
    let best = bestRelevanceOf(candidates, 'house')
    if (best < limits.minShareOfBest) best = Math.max(best, bestOfOthers())
    leastRelevance = Math.max(leastRelevance, limits.minShareOfBest * best)
    for (const candidate of candidates) {
      if (candidate.relevance < leastRelevance) candidate.stop = 'relevance_below_threshold'
    }
  }

  /** Of the ads that run and may not serve here: stopped, or meant for others. What is another publisher's alone is no rival, nor is a house ad. */
  function bestOfOthers(): number {
    if (relevanceOfOthers !== undefined) return relevanceOfOthers
    relevanceOfOthers = 0
    const campaigns = screening.stopped()
    const missed = screening.missed()
    for (let number = 0; number < missed.length; number++) campaigns[number]! |= missed[number]!
    const others = screening.narrow(campaigns, isRival)
    for (const { relevance, stop } of others === undefined ? [] : search.find(others, STOPPED_MAX)) {
      if (!isAgainstWishes(stop)) relevanceOfOthers = Math.max(relevanceOfOthers, relevance)
    }
    return relevanceOfOthers
  }

  function isRival(campaignNumber: number): boolean {
    const { priority, targeting } = directory.campaigns.byNumber(campaignNumber)!
    return priority !== 'house' && passes(targeting.publishers, thought.circumstances.publisher.id)
  }

  function findStopped(
    admitted: Uint8Array,
    stopFor: (campaign: Campaign) => Stop | undefined,
    formats?: number,
  ): Candidate[] {
    if (!admitted.includes(1)) return []
    const found = search.find(admitted, STOPPED_MAX, formats === undefined ? {} : { formats })
    for (const candidate of found) {
      const isFar = candidate.relevance < leastRelevance
      if (!isAgainstWishes(candidate.stop))
        candidate.stop = isFar ? 'relevance_below_threshold' : stopFor(candidate.campaign)
    }
    return found
  }
}

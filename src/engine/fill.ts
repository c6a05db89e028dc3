// Gives the ranked ads to the places of a slot: no ad twice, advertisers varied where others fit as well, house ads last.
import { PRIORITIES, type Priority } from '../domain/campaign.ts'
import type { Mention } from '../domain/decision.ts'
import type { RankedBidder } from './auction.ts'

export interface Filled<T extends RankedBidder = RankedBidder> {
  readonly bidder: T
  /** Who would have this place without the bidder, of the same tier and another advertiser. */
  readonly rival: T | undefined
  readonly mention?: Mention
}

/** For entity links: spans of the answer that would link an ad. */
export interface MentionsOfAds {
  /** Keeps the spans that name the ad from shorter names of others. */
  claim(doc: number): void
  /** Whether a free span names the ad. */
  has(doc: number): boolean
  /** Takes that span. */
  take(doc: number): Mention | undefined
}

/** What has a place so far, in an earlier slot or in this one: the ads, and their docs. */
export interface Answer<T> {
  readonly placedAds: T[]
  readonly placed: Set<number>
}

export function place<T extends RankedBidder>(bidder: T, { placedAds, placed }: Answer<T>): void {
  placedAds.push(bidder)
  placed.add(bidder.doc)
}

/** What the answer so far allows. */
export interface Allowance<T> {
  /** False where a place for the bidder would pass a cap that earlier places filled up. */
  mayTake(bidder: T): boolean
  /** Whether an ad of its advertiser that reads the same has a place already. */
  repeats(bidder: T): boolean
}

/** An ad "fits as well" from this share of its tier's best relevance on; a worse one does not displace a good one. */
export const FITS_AS_WELL = 0.8
/** And it "still fits" from this share on: then it comes before a second ad of an advertiser that has a place. */
export const STILL_FITS = 0.6

/**
 * Picks up to `count` of the ranked bidders, place by place. Each place goes to the first in the ranking of the best class:
 * ads that fit as well as others and whose advertiser has no place in the answer yet, sponsorships before standard campaigns; then those
 * that still fit, of advertisers without a place; then the other ads of both, those that read like one in the answer after the
 * others, and what hardly fits last; then house ads. One advertiser so gets one place unless nothing else fits.
 * @param ranked of all tiers, in the order of `rank`
 * @param answer so far; the picked ones are placed in it
 * @param mentions for entity links
 */
export function fillSlot<T extends RankedBidder>(
  ranked: readonly T[],
  count: number,
  answer: Answer<T>,
  allowance: Allowance<T>,
  mentions?: MentionsOfAds,
): Filled<T>[] {
  const { placed } = answer
  const filled: Filled<T>[] = []
  // No bid buys the words that name another product.
  if (mentions) for (const { doc } of ranked) if (!placed.has(doc)) mentions.claim(doc)
  // What the answer does not name has no place here, so nothing is compared with it.
  const named = mentions ? ranked.filter(({ doc }) => placed.has(doc) || mentions.has(doc)) : ranked
  const filling: Filling<T> = { ranked, answer, allowance, mentions, best: bestRelevances(named) }
  while (filled.length < count) {
    const bidder = nextPick(filling)
    if (!bidder) break
    const rival = rivalOf(bidder, filling)
    const mention = mentions?.take(bidder.doc)
    place(bidder, answer)
    filled.push({ bidder, rival, mention })
  }
  return filled
}

/** The state of a slot while it is filled. */
interface Filling<T extends RankedBidder> {
  readonly ranked: readonly T[]
  readonly answer: Answer<T>
  readonly allowance: Allowance<T>
  readonly mentions: MentionsOfAds | undefined
  /** Of each tier, by PRIORITIES. */
  readonly best: readonly number[]
}

function bestRelevances(ranked: readonly RankedBidder[]): number[] {
  const best = [0, 0, 0]
  for (const { priority, relevance } of ranked) {
    const tier = PRIORITIES.indexOf(priority)
    if (relevance > best[tier]!) best[tier] = relevance
  }
  return best
}

/** Of each tier, the class of an ad that is good, one that will do, and the first of four for any other. */
export const CLASSES: Readonly<Record<Priority, readonly [good: number, fair: number, rest: number]>> = {
  sponsorship: [0, 2, 4],
  standard: [1, 3, 8],
  house: [12, 13, 14],
}
const BEST_CLASS = 0
/** Among the other ads of a tier, those that read like one in the answer come one class later, and what hardly fits two. */
const REPEATS = 1
export const HARDLY_FITS = 2
const NO_CLASS = 18

// The first in the ranking of the best class that has anyone left.
function nextPick<T extends RankedBidder>(filling: Filling<T>): T | undefined {
  let pick: T | undefined
  let pickClass = NO_CLASS
  for (const bidder of filling.ranked) {
    if (filling.answer.placed.has(bidder.doc)) continue
    if (classOf(bidder, filling) >= pickClass || (filling.mentions && !filling.mentions.has(bidder.doc))) continue
    if (!filling.allowance.mayTake(bidder)) continue
    const its = classAmongTwins(bidder, filling)
    if (its >= pickClass) continue
    pick = bidder
    pickClass = its
    if (its === BEST_CLASS) break
  }
  return pick
}

// Only bidders of one class compete for a place by their bids; no bid buys a way into another class.
function rivalOf<T extends RankedBidder>(winner: T, filling: Filling<T>): T | undefined {
  const its = classAmongTwins(winner, filling)
  for (let i = filling.ranked.indexOf(winner) + 1; i < filling.ranked.length; i++) {
    const other = filling.ranked[i]!
    if (other.advertiserNumber === winner.advertiserNumber || filling.answer.placed.has(other.doc)) continue
    if (classOf(other, filling) > its || (filling.mentions && !filling.mentions.has(other.doc))) continue
    if (classAmongTwins(other, filling) !== its) continue
    if (filling.allowance.mayTake(other)) return other
  }
  return undefined
}

// Whether an ad repeats another is asked last, since both have to be read for it.
function classAmongTwins<T extends RankedBidder>(its: T, filling: Filling<T>): number {
  if (!filling.allowance.repeats(its)) return classOf(its, filling)
  return restOf(its, filling) + REPEATS
}

function classOf<T extends RankedBidder>(its: T, filling: Filling<T>): number {
  const [good, fair] = CLASSES[its.priority]
  if (hasPlace(its.advertiserNumber, filling.answer)) return restOf(its, filling)
  const best = filling.best[PRIORITIES.indexOf(its.priority)]!
  if (its.relevance >= FITS_AS_WELL * best) return good
  return its.relevance >= STILL_FITS * best ? fair : restOf(its, filling)
}

function hasPlace(advertiserNumber: number, { placedAds }: Answer<RankedBidder>): boolean {
  for (const placed of placedAds) if (placed.advertiserNumber === advertiserNumber) return true
  return false
}

function restOf<T extends RankedBidder>({ priority, relevance }: T, { best }: Filling<T>): number {
  const rest = CLASSES[priority][2]
  return relevance >= STILL_FITS * best[PRIORITIES.indexOf(priority)]! ? rest : rest + HARDLY_FITS
}

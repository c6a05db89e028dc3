// Gives the ranked ads to the slots: first slot first, no ad twice, advertisers varied where others fit as well.
import type { Mention } from '../domain/decision.ts'
import type { RankedBidder } from './auction.ts'

export interface Filled {
  readonly bidder: RankedBidder
  readonly mention?: Mention
}

/** Another advertiser's ad "fits as well" from this share of the best relevance on; a worse one does not displace a good one. */
const FITS_AS_WELL = 0.6

/**
 * Picks up to `count` of the ranked bidders, in their order. One advertiser gets one place unless nothing else fits.
 * @param placed docs already placed in this answer; the picked ones are added
 * @param mentionOf for entity_link: the span that would link the ad, undefined where the answer does not mention it
 */
export function fillSlot(
  ranked: readonly RankedBidder[],
  count: number,
  placed: Set<number>,
  mentionOf?: (doc: number) => Mention | undefined,
): Filled[] {
  const best = ranked.reduce((most, bidder) => Math.max(most, bidder.relevance), 0)
  const chosen = new Map<number, Filled>()
  const advertisers = new Set<number>()

  const take = (bidder: RankedBidder): void => {
    if (chosen.size >= count || placed.has(bidder.doc)) return
    const mention = mentionOf?.(bidder.doc)
    if (mentionOf && !mention) return
    chosen.set(bidder.doc, { bidder, ...(mention && { mention }) })
    advertisers.add(bidder.advertiserNumber)
    placed.add(bidder.doc)
  }

  for (const bidder of ranked) {
    if (!advertisers.has(bidder.advertiserNumber) && bidder.relevance >= best * FITS_AS_WELL) take(bidder)
  }
  for (const bidder of ranked) take(bidder)
  return ranked.flatMap((bidder) => chosen.get(bidder.doc) ?? [])
}

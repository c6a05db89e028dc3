// Tells how well the ads of a campaign fit a conversation, and what keeps them from it, without showing, counting or keeping anything.
import type { Clock } from '../../base/clock.ts'
import type { Random } from '../../base/random.ts'
import type { AdRequest } from '../../domain/ad-request.ts'
import type { Caller } from '../../domain/api-key.ts'
import {
  type CampaignMatch as EngineMatch,
  matchCampaign,
  type MatchedAd as EngineAd,
} from '../../engine/match-campaign.ts'
import type { World } from '../../engine/thought.ts'
import type { InventoryStore } from '../../store/contract.ts'
import { findReachable } from '../inventory/manage-entities.ts'

export interface CampaignMatch extends Omit<EngineMatch, 'ads'> {
  readonly ads: readonly MatchedAd[]
}

export interface MatchedAd extends Omit<EngineAd, 'doc'> {
  readonly adId: string
  readonly externalId: string | undefined
  /** As it is shown. */
  readonly title: string
}

/**
 * @param request with one slot, and `explain`
 * @throws ServiceError not_found for a campaign that is unknown or another advertiser's; scope_insufficient; rate_limited
 */
export type MatchCampaign = (
  caller: Caller,
  campaignId: string,
  request: AdRequest,
  limit: number,
) => Promise<CampaignMatch>

export function createMatchCampaign(deps: {
  readonly store: { readonly inventory: InventoryStore }
  readonly world: World
  readonly random: Random
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>
}): MatchCampaign {
  const { world, random, clock } = deps
  return async (caller, campaignId, request, limit) => {
    const campaign = await findReachable(deps, caller, 'campaign', campaignId)
    const now = { nowMs: clock.nowMs(), monotonicMs: clock.monotonicMs, random }
    const { ads, ...rest } = matchCampaign(request, campaign, limit, world, now)
    return { ...rest, ads: ads.map(named) }
  }

  function named({ doc, ...ad }: EngineAd): MatchedAd {
    const { adId, externalId } = world.catalog.renderedOf(doc)
    const { title } = JSON.parse(`{${world.catalog.titleJsonOf(doc)}}`) as { title: string }
    return { ...ad, adId, externalId, title }
  }
}

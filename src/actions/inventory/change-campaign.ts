// Changes a campaign: single fields, also those inside budget, bid and targeting.
import type { Caller } from '../../domain/api-key.ts'
import { CAMPAIGN_DEFAULTS, type Campaign, type Targeting } from '../../domain/campaign.ts'
import { createFaults, type Faults } from '../../domain/faults.ts'
import type { Feed } from '../../domain/feed.ts'
import { type CampaignDeps, checkCampaign, checkGiven, checkParameters, readFeed } from './check-campaign.ts'
import { checkName } from './check-name.ts'
import type { CampaignFields } from './create-campaign.ts'
import { changeEntity, findInService } from './manage-entities.ts'
import { mergeChange, type Change } from './merge-change.ts'

/** Null clears an optional field or gives it its default again. */
export type CampaignChange = Change<Omit<CampaignFields, 'budget' | 'bid' | 'targeting' | 'feed' | 'mediaBuyId'>> & {
  readonly budget?: Change<Campaign['budget']> | null
  readonly bid?: Change<Campaign['bid']>
  readonly targeting?: Change<Targeting> | null
  readonly feed?: Change<Feed> | null
}

/**
 * @param faults what the door found wrong with the change; told together with what is found here
 * @throws ServiceError scope_insufficient, not_found, validation_error
 */
export type ChangeCampaign = (caller: Caller, id: string, change: CampaignChange, faults?: Faults) => Promise<Campaign>

export function createChangeCampaign(deps: CampaignDeps): ChangeCampaign {
  return async (caller, id, change, faults = createFaults()) => {
    await findInService(deps, caller, 'campaign', id)
    const { name: called } = change
    const name = typeof called === 'string' ? faults.attempt(() => checkName(called)) : undefined
    await checkGiven(deps, change, faults)
    return changeEntity(deps, caller, 'campaign', id, (current) => {
      const changed = changedCampaign(caller, current, { ...change, name }, faults)
      checkParameters(deps, caller, changed, current)
      return changed
    })
  }
}

/** The campaign as it would be after the change, whose name `checkName` gave. @throws ServiceError scope_insufficient, validation_error */
export function changedCampaign(
  caller: Caller,
  current: Campaign,
  { budget, bid, targeting, feed, ...change }: CampaignChange,
  faults: Faults,
): Campaign {
  if (change.advertiserId !== undefined && change.advertiserId !== current.advertiserId) {
    faults.note('advertiserId', 'cannot be changed; make a campaign of the other advertiser', 'const')
  }
  const { feed: feedBefore, ...rest } = mergeChange(current, change, CAMPAIGN_DEFAULTS)
  const fed = feed === null ? undefined : readFeed(feedBefore, feed, faults)
  const campaign: Campaign = {
    ...rest,
    ...(fed && { feed: fed }),
    budget: budget === null ? {} : mergeChange(current.budget, budget),
    bid: mergeChange(current.bid, bid, current.bid),
    targeting: targeting === null ? {} : mergeChange(current.targeting, targeting),
  }
  checkCampaign(caller, campaign, faults, current)
  return campaign
}

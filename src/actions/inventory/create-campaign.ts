// Makes a campaign: when, where, to whom and for how much an advertiser's ads are shown.
import type { Caller } from '../../domain/api-key.ts'
import { CAMPAIGN_DEFAULTS, type Campaign } from '../../domain/campaign.ts'
import type { Draft, EntityBase } from '../../domain/entity.ts'
import { createFaults, type Faults } from '../../domain/faults.ts'
import type { Feed } from '../../domain/feed.ts'
import { demandScope } from '../authorise.ts'
import { type CampaignDeps, checkCampaign, checkGiven, checkParameters, readFeed } from './check-campaign.ts'
import { checkName } from './check-name.ts'
import { findInService, insertOnce, type Names } from './manage-entities.ts'

export type CampaignFields = Omit<Campaign, keyof EntityBase>
export type NewCampaign = Pick<CampaignFields, 'advertiserId' | 'name' | 'bid'> &
  Partial<Omit<CampaignFields, 'feed'>> & { readonly feed?: Partial<Feed> }

/**
 * @param faults what the door found wrong with the fields; told together with what is found here
 * @throws ServiceError scope_insufficient, validation_error, not_found (the advertiser)
 */
export type CreateCampaign = (caller: Caller, fields: NewCampaign, names?: Names, faults?: Faults) => Promise<Campaign>

export function createCreateCampaign(deps: CampaignDeps): CreateCampaign {
  return async (caller, fields, names = deps.ids, faults = createFaults()) => {
    demandScope(caller, 'inventory:write')
    await findInService(deps, caller, 'advertiser', fields.advertiserId, 'advertiserId')
    checkParameters(deps, caller, fields)
    const draft = await draftCampaign(deps, caller, fields, names, faults)
    const campaign = await insertOnce(deps, caller, 'campaign', draft)
    await deps.refreshInventory('others')
    return campaign
  }
}

/** The campaign as it would be kept. @throws ServiceError scope_insufficient, validation_error */
export async function draftCampaign(
  deps: CampaignDeps,
  caller: Caller,
  fields: NewCampaign,
  names: Names,
  faults: Faults,
): Promise<Draft<Campaign>> {
  const { feed: asked, name: called, ...given } = fields
  const name = faults.attempt(() => checkName(called)) ?? ''
  await checkGiven(deps, fields, faults)
  const nowMs = deps.clock.nowMs()
  const feed = asked && readFeed(undefined, asked, faults)
  const draft = {
    id: names.next('cmp'),
    ...CAMPAIGN_DEFAULTS,
    ...given,
    name,
    ...(feed && { feed }),
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }
  checkCampaign(caller, draft, faults)
  return draft
}

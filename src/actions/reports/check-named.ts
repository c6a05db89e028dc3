// Whom figures and lists are narrowed to must be there, and the caller's to ask about.
import type { Caller } from '../../domain/api-key.ts'
import type { InventoryStore } from '../../store/contract.ts'
import { notFound } from '../authorise.ts'

export interface Named {
  readonly publisherId?: string
  readonly advertiserId?: string
  readonly campaignId?: string
  readonly adId?: string
}

/**
 * Zeros, or an empty list, would say that nothing happened, where a name was misspelt. Others' ids are in one's own rows, and may be asked for.
 * @throws ServiceError not_found where one of them is not there, or is somebody else's of the caller's own kind
 */
export async function checkNamed(
  caller: Caller,
  { publisherId, advertiserId, campaignId, adId }: Named,
  inventory: Pick<InventoryStore, 'find'>,
): Promise<void> {
  const isMine = (own: string | undefined, owner: string | undefined) => own === undefined || own === owner
  const isMyCampaign = async (id: string) => {
    const campaign = await inventory.find('campaign', id)
    return campaign !== undefined && isMine(caller.advertiserId, campaign.advertiserId)
  }
  if (publisherId !== undefined) {
    const publisher = isMine(caller.publisherId, publisherId) && (await inventory.find('publisher', publisherId))
    if (!publisher) throw notFound('publisher', publisherId, 'publisherId')
  }
  if (advertiserId !== undefined) {
    const advertiser = isMine(caller.advertiserId, advertiserId) && (await inventory.find('advertiser', advertiserId))
    if (!advertiser) throw notFound('advertiser', advertiserId, 'advertiserId')
  }
  if (campaignId !== undefined && !(await isMyCampaign(campaignId))) {
    throw notFound('campaign', campaignId, 'campaignId')
  }
  if (adId !== undefined) {
    const ad = await inventory.find('ad', adId)
    if (!ad || !(await isMyCampaign(ad.campaignId))) throw notFound('ad', adId, 'adId')
  }
}

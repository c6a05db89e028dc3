// Makes a media buy: a campaign for each package, with the ads of the creatives that it names, all of it or nothing.
import type { Caller } from '../../domain/api-key.ts'
import type { Campaign } from '../../domain/campaign.ts'
import type { Creative } from '../../domain/creative.ts'
import type { Draft } from '../../domain/entity.ts'
import { createFaults } from '../../domain/faults.ts'
import { campaignStatusOf, type MediaBuy, type MediaPackage } from '../../domain/media-buy.ts'
import type { AdUpsert, MediaOrder, Store } from '../../store/contract.ts'
import { authorOf } from '../author-of.ts'
import { demandScope } from '../authorise.ts'
import type { CampaignDeps } from '../inventory/check-campaign.ts'
import { draftCampaign, type NewCampaign } from '../inventory/create-campaign.ts'
import { findInService, type Names } from '../inventory/manage-entities.ts'
import {
  type AssignDeps,
  assignedTo,
  type Assignment,
  countedUp,
  createDrafter,
  demandFew,
  demandFormat,
  findAssigned,
} from './assign-creatives.ts'
import { inLibrary } from './in-library.ts'
import { type MediaBuyState, readMediaBuy } from './media-buy-state.ts'

export interface NewPackage
  extends
    Pick<MediaPackage, 'productId' | 'paused' | 'formats' | 'lists'>,
    Pick<Campaign, 'bid' | 'targeting' | 'frequencyCaps' | 'pacing'> {
  readonly productName: string
  readonly budgetMicros: number
  /** Absent: as the buy's. */
  readonly startAtMs?: number
  readonly endAtMs?: number
  readonly creatives: readonly Assignment[]
}

export interface NewMediaBuy extends Pick<MediaBuy, 'advertiserId' | 'startAtMs' | 'endAtMs' | 'paused'> {
  readonly packages: readonly NewPackage[]
}

export type MediaBuyDeps = Omit<CampaignDeps & AssignDeps, 'store'> & {
  readonly store: Pick<Store, 'inventory' | 'media'>
}

/**
 * @param names the same ones whenever the write is sent again, which then finds the buy that it made
 * @throws ServiceError scope_insufficient, not_found (the advertiser), validation_error, conflict where there are as many as there may be;
 * OrderError creative_not_found, unsupported
 */
export type CreateMediaBuy = (caller: Caller, order: NewMediaBuy, names: Names) => Promise<MediaBuyState>

export function createCreateMediaBuy(deps: MediaBuyDeps): CreateMediaBuy {
  return async (caller, order, names) => {
    demandScope(caller, 'inventory:write')
    const { advertiserId, startAtMs, endAtMs, paused } = order
    await findInService(deps, caller, 'advertiser', advertiserId)
    const id = names.next('mb')
    const lastWrite = names.next('wr')
    await inLibrary(advertiserId, async () => {
      if ((await deps.store.media.findBuy(id)) !== undefined) return
      const nowMs = deps.clock.nowMs()
      const base = { id, advertiserId, startAtMs, endAtMs, paused, lastWrite, revision: 1 }
      const drafted = await draftPackages(deps, caller, { ...base, packages: [] }, order.packages, names)
      demandFew(drafted.order.ads, 'packages')
      const buy = { ...base, packages: drafted.packages, createdAtMs: nowMs, updatedAtMs: nowMs }
      await deps.store.media.commit({ ...drafted.order, creatives: countedUp(drafted.creatives.values()), buy })
    })
    await deps.refreshInventory()
    return readMediaBuy(deps, (await deps.store.media.findBuy(id))!, deps.clock.nowMs())
  }
}

export interface DraftedPackages {
  readonly packages: readonly MediaPackage[]
  readonly order: Required<Pick<MediaOrder, 'made' | 'ads'>>
  /** Those that get another package, as they are then. */
  readonly creatives: Map<string, Creative>
}

/** New packages of a buy, as they would be kept. @throws as `CreateMediaBuy` */
export async function draftPackages(
  deps: MediaBuyDeps,
  caller: Caller,
  buy: Pick<MediaBuy, 'id' | 'advertiserId' | 'startAtMs' | 'endAtMs' | 'paused' | 'packages'>,
  asked: readonly NewPackage[],
  names: Names,
): Promise<DraftedPackages> {
  const { advertiserId } = buy
  const library = await findAssigned(
    deps,
    advertiserId,
    asked.flatMap(({ creatives }) => creatives),
  )
  const draftOf = await createDrafter(deps, advertiserId, names)
  const packages: MediaPackage[] = []
  const made: { campaign: Draft<Campaign>; by: ReturnType<typeof authorOf> }[] = []
  const ads: { campaignId: string; drafts: AdUpsert[]; by: ReturnType<typeof authorOf> }[] = []
  const creatives = new Map<string, Creative>()
  for (const [i, one] of asked.entries()) {
    const { productId, paused, formats, lists } = one
    const place = { productId, paused, ...(formats && { formats }), ...(lists && { lists }) }
    const fields = fieldsOf(buy, one, buy.packages.length + i + 1)
    const status = campaignStatusOf(buy, { ...place, campaignId: '' })
    const campaign = await draftCampaign(deps, caller, { ...fields, status }, names, createFaults())
    packages.push({ campaignId: campaign.id, ...place })
    made.push({ campaign, by: authorOf(deps, caller) })
    const drafts: AdUpsert[] = []
    for (const { creativeId, field } of one.creatives) {
      const creative = creatives.get(creativeId) ?? library.get(creativeId)!
      demandFormat(place, creative, field)
      creatives.set(creativeId, assignedTo(creative, campaign.id, field))
      drafts.push(draftOf(creative))
    }
    if (drafts.length > 0) ads.push({ campaignId: campaign.id, drafts, by: authorOf(deps, caller) })
  }
  return { packages, order: { made, ads }, creatives }
}

function fieldsOf(
  { id, advertiserId, startAtMs, endAtMs }: Pick<MediaBuy, 'id' | 'advertiserId' | 'startAtMs' | 'endAtMs'>,
  one: NewPackage,
  nth: number,
): NewCampaign {
  const { productName, budgetMicros, bid, targeting, frequencyCaps, pacing } = one
  return {
    advertiserId,
    name: `${productName}, ${bid.model}, ${nth} of ${id}`,
    startAtMs: one.startAtMs ?? startAtMs,
    endAtMs: one.endAtMs ?? endAtMs,
    budget: { totalMicros: budgetMicros },
    bid,
    targeting,
    frequencyCaps,
    pacing,
    mediaBuyId: id,
  }
}

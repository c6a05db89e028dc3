// How a media buy stands: what its campaigns and their ads say of it now.
import type { Ad } from '../../domain/ad.ts'
import type { Caller } from '../../domain/api-key.ts'
import type { Campaign } from '../../domain/campaign.ts'
import { ASSIGNMENTS_MAX, type Cancellation, type MediaBuy, type MediaPackage } from '../../domain/media-buy.ts'
import type { Store } from '../../store/contract.ts'
import { mayReach } from '../authorise.ts'

export const MEDIA_BUY_STATUSES = [
  'pending_creatives',
  'pending_start',
  'active',
  'paused',
  'completed',
  'rejected',
  'canceled',
] as const
export type MediaBuyStatus = (typeof MEDIA_BUY_STATUSES)[number]

export interface MediaBuyState {
  readonly buy: MediaBuy
  readonly status: MediaBuyStatus
  readonly packages: readonly PackageState[]
}

export interface PackageState {
  readonly package: MediaPackage
  readonly campaign: Campaign
  /** Live ones, the newest first, at most as many as may be assigned. */
  readonly ads: readonly Ad[]
  /** By whom its campaign was ended, and when; whoever archives a campaign ends its package. */
  readonly ended?: Cancellation & { readonly by: 'buyer' | 'seller' }
}

export type MediaDeps = { readonly store: Pick<Store, 'inventory' | 'media'> }

/** Undefined where there is none, or none that the caller may see. */
export async function findMediaBuy(deps: MediaDeps, caller: Caller, id: string): Promise<MediaBuy | undefined> {
  const buy = await deps.store.media.findBuy(id)
  return buy !== undefined && mayReach(caller, buy.advertiserId) ? buy : undefined
}

export async function readMediaBuy({ store }: MediaDeps, buy: MediaBuy, nowMs: number): Promise<MediaBuyState> {
  const advertiser = await store.inventory.find('advertiser', buy.advertiserId)
  const read = await Promise.all(buy.packages.map((one) => readPackage(store, one, advertiser?.archivedAtMs)))
  const packages = read.filter((one) => one !== undefined)
  return { buy, packages, status: statusOf(buy, packages, nowMs) }
}

/** @param closedAtMs when its advertiser was archived, which takes its campaigns along */
async function readPackage(
  store: MediaDeps['store'],
  one: MediaPackage,
  closedAtMs: number | undefined,
): Promise<PackageState | undefined> {
  const campaign = await store.inventory.find('campaign', one.campaignId)
  if (campaign === undefined) return undefined // a store that lost a campaign still tells of the others
  const { canceled } = one
  const { archivedAtMs = closedAtMs } = campaign
  if (canceled !== undefined) return { package: one, campaign, ads: [], ended: { ...canceled, by: 'buyer' } }
  if (archivedAtMs !== undefined)
    return { package: one, campaign, ads: [], ended: { atMs: archivedAtMs, by: 'seller' } }
  const { data: ads } = await store.inventory.list('ad', { campaignId: campaign.id, limit: ASSIGNMENTS_MAX })
  return { package: one, campaign, ads }
}

function statusOf(buy: MediaBuy, packages: readonly PackageState[], nowMs: number): MediaBuyStatus {
  const live = packages.filter(({ ended }) => ended === undefined)
  if (buy.canceled !== undefined || live.length === 0) return 'canceled'
  if (live.every(({ campaign }) => (campaign.endAtMs ?? Infinity) <= nowMs)) return 'completed'
  // What has not begun is pending, paused or not: what is paused was active by the protocol, and goes on being so.
  if (live.every(({ ads }) => ads.length === 0)) return 'pending_creatives'
  if (live.every(({ campaign }) => (campaign.startAtMs ?? 0) > nowMs)) return 'pending_start'
  return live.every(({ campaign }) => campaign.status === 'paused') ? 'paused' : 'active'
}

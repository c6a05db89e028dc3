// Makes ads of creatives in the campaigns that they are assigned to, by the rules of an import.
import type { Ad } from '../../domain/ad.ts'
import type { Caller } from '../../domain/api-key.ts'
import type { Creative } from '../../domain/creative.ts'
import { invalid } from '../../domain/errors.ts'
import { ADS_AN_ORDER_MAX, ASSIGNMENTS_MAX, type MediaPackage } from '../../domain/media-buy.ts'
import { OrderError } from '../../domain/order-error.ts'
import type { AdUpsert, MediaOrder, Store } from '../../store/contract.ts'
import { authorOf } from '../author-of.ts'
import { type AdDeps, firstReview } from '../inventory/create-ad.ts'
import type { Names } from '../inventory/manage-entities.ts'
import type { PackageState } from './media-buy-state.ts'

export type AssignDeps = Omit<AdDeps, 'store'> & { readonly store: Pick<Store, 'inventory' | 'media'> }

/** What is to be assigned, and where the order names it. */
export interface Assignment {
  readonly creativeId: string
  readonly field: string
}

/** The ads of some creatives of one advertiser, as drafts. */
export async function createDrafter(
  deps: AssignDeps,
  advertiserId: string,
  names: Names,
): Promise<(creative: Omit<Creative, 'number'>) => AdUpsert> {
  const recurrenceOf = await deps.rejections.of(advertiserId)
  return ({ id, content }) => {
    const reviewNote = deps.checkCopy(content)
    return {
      id: names.next('ad'),
      externalId: id,
      content,
      review: firstReview(deps),
      recurrence: recurrenceOf(content),
      ...(reviewNote !== undefined && { reviewNote }),
      atMs: deps.clock.nowMs(),
    }
  }
}

/** Creatives of the library by their ids. @throws OrderError creative_not_found that names where the first unknown one stands */
export async function findAssigned(
  { store }: Pick<AssignDeps, 'store'>,
  advertiserId: string,
  assignments: readonly Assignment[],
): Promise<Map<string, Creative>> {
  const ids = [...new Set(assignments.map(({ creativeId }) => creativeId))]
  const found = ids.length === 0 ? [] : await store.media.findCreatives(advertiserId, ids)
  const byId = new Map(found.map((creative) => [creative.id, creative]))
  const missing = assignments.find(({ creativeId }) => !byId.has(creativeId))
  if (missing === undefined) return byId
  const message = `There is no creative "${missing.creativeId}" in this library; send it with sync_creatives first`
  throw new OrderError('creative_not_found', message, { field: missing.field })
}

/** @throws OrderError unsupported where the package takes no creatives of this format */
export function demandFormat(
  { formats }: Pick<MediaPackage, 'formats'>,
  { id, format }: Creative,
  field: string,
): void {
  if (formats === undefined || formats.includes(format)) return
  const message = `"${id}" is a ${format}, and the package takes ${formats.join(', ')} alone`
  throw new OrderError('unsupported', message, { field })
}

/** A creative with one more campaign. @throws ServiceError validation_error where it has as many as it may */
export function assignedTo(creative: Creative, campaignId: string, field: string): Creative {
  const { campaignIds } = creative
  if (campaignIds.includes(campaignId)) return creative
  if (campaignIds.length < ASSIGNMENTS_MAX) return { ...creative, campaignIds: [...campaignIds, campaignId] }
  throw invalid(
    field,
    `names a creative that has ${ASSIGNMENTS_MAX} packages; take it off one that is over`,
    'maxItems',
  )
}

/** A creative with one campaign less. */
export function releasedFrom(creative: Creative, campaignId: string): Creative {
  return { ...creative, campaignIds: creative.campaignIds.filter((id) => id !== campaignId) }
}

/** Whether a creative is an ad of a campaign already, as it is assigned to it. */
export async function isShown(
  { store }: Pick<AssignDeps, 'store'>,
  { id, campaignIds }: Creative,
  campaignId: string,
): Promise<boolean> {
  if (!campaignIds.includes(campaignId)) return false
  const { data } = await store.inventory.list('ad', { campaignId, externalId: id, limit: 1 })
  return data.length > 0
}

/**
 * @param ended ads that it takes out of service besides
 * @throws ServiceError validation_error where an order makes or changes more ads than one may
 */
export function demandFew(ads: readonly { readonly drafts: readonly AdUpsert[] }[], field: string, ended = 0): void {
  const count = ads.reduce((sum, { drafts }) => sum + drafts.length, ended)
  if (count <= ADS_AN_ORDER_MAX) return
  throw invalid(
    field,
    `would make or change ${count} ads, and one call may ${ADS_AN_ORDER_MAX}; take several`,
    'maxItems',
  )
}

/** Creatives that are assigned to a campaign, whatever other ads it has. */
export async function creativesOf(
  { store }: Pick<AssignDeps, 'store'>,
  advertiserId: string,
  { campaign, ads }: Pick<PackageState, 'campaign' | 'ads'>,
): Promise<Creative[]> {
  const isAssigned = ({ campaignIds }: Creative) => campaignIds.includes(campaign.id)
  if (ads.length < ASSIGNMENTS_MAX) {
    const ids = ads.flatMap(({ externalId }) => externalId ?? [])
    const found = ids.length === 0 ? [] : await store.media.findCreatives(advertiserId, ids)
    return found.filter(isAssigned)
  }
  // A campaign that is filled another way too may have very many ads; a library is bounded.
  const found: Creative[] = []
  for (let before: number | undefined; ;) {
    const some: Creative[] = await store.media.listCreatives({ advertiserId, limit: SOME, ...(before && { before }) })
    found.push(...some.filter(isAssigned))
    if (some.length < SOME) return found
    before = some.at(-1)!.number
  }
}

const SOME = 500

/** Takes an ad out of service, as part of an order. */
export function archived(
  deps: Pick<AssignDeps, 'clock' | 'ids'>,
  caller: Caller,
  ad: Ad,
): NonNullable<MediaOrder['changed']>[number] {
  const atMs = deps.clock.nowMs()
  const entity = { ...ad, archivedAtMs: atMs, updatedAtMs: atMs }
  return { kind: 'ad', entity, ifRevision: ad.revision, by: authorOf(deps, caller) }
}

/** The creatives as they are kept: each counts its changes. */
export function countedUp(creatives: Iterable<Creative>): Omit<Creative, 'number'>[] {
  return [...creatives].map(({ number: _number, ...creative }) => ({ ...creative, revision: creative.revision + 1 }))
}

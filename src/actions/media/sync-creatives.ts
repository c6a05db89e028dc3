// Takes creatives into an advertiser's library, and assigns them to packages; what is assigned already shows the new content.
import { isDeepStrictEqual } from 'node:util'
import type { AdContent } from '../../domain/ad.ts'
import type { Caller } from '../../domain/api-key.ts'
import type { Creative } from '../../domain/creative.ts'
import { ServiceError } from '../../domain/errors.ts'
import { ASSIGNMENTS_MAX, type MediaBuy, type MediaPackage } from '../../domain/media-buy.ts'
import { OrderError } from '../../domain/order-error.ts'
import { isSameContent } from '../../domain/same-content.ts'
import type { AdUpsert, MediaOrder } from '../../store/contract.ts'
import { authorOf } from '../author-of.ts'
import { demandScope } from '../authorise.ts'
import { findInService, type Names } from '../inventory/manage-entities.ts'
import {
  type AssignDeps,
  assignedTo,
  countedUp,
  createDrafter,
  demandFew,
  demandFormat,
  isShown,
} from './assign-creatives.ts'
import { type CreativeState, createReadCreative } from './creative-state.ts'
import { inLibrary } from './in-library.ts'

export interface GivenCreative extends Pick<Creative, 'id' | 'name' | 'format' | 'tags' | 'imageSize'> {
  readonly content: AdContent
}

export interface PackageAssignment {
  readonly creativeId: string
  readonly campaignId: string
  readonly field: string
}

export interface SyncRequest {
  readonly advertiserId: string
  readonly creatives: readonly GivenCreative[]
  readonly assignments: readonly PackageAssignment[]
  /** Says what would be done, and does nothing. */
  readonly isDryRun: boolean
}

export interface SyncedCreative {
  readonly action: 'created' | 'updated' | 'unchanged'
  /** Fields that are otherwise now. */
  readonly changes: readonly string[]
  readonly state: CreativeState
  readonly assignedTo: readonly string[]
  /** Why it was not assigned, by package. */
  readonly refused: ReadonlyMap<string, string>
}

/**
 * Everything is written in one transaction; sent again it finds itself done.
 * @returns one for each creative that was given, in their order, and then for those that were only assigned
 * @throws ServiceError scope_insufficient, not_found (the advertiser), conflict where the library is full; OrderError creative_not_found,
 * unsupported where packages that show a creative take none of its new format
 */
export type SyncCreatives = (caller: Caller, request: SyncRequest, names: Names) => Promise<SyncedCreative[]>

export function createSyncCreatives(deps: AssignDeps): SyncCreatives {
  const readCreative = createReadCreative(deps)
  return async (caller, request, names) => {
    demandScope(caller, 'inventory:write')
    const { advertiserId, isDryRun } = request
    await findInService(deps, caller, 'advertiser', advertiserId)
    const planned = await inLibrary(advertiserId, async () => {
      const plan = await planOf(deps, caller, request, names)
      if (!isDryRun) await deps.store.media.commit(plan.order)
      return plan
    })
    if (!isDryRun) await deps.refreshInventory()
    const stateOf = await readCreative(advertiserId)
    return Promise.all(
      planned.results.map(async ({ creative, ...one }) => ({ ...one, state: await stateOf(creative) })),
    )
  }
}

interface Plan {
  readonly order: MediaOrder
  readonly results: readonly (Omit<SyncedCreative, 'state'> & { readonly creative: Creative })[]
}

async function planOf(deps: AssignDeps, caller: Caller, request: SyncRequest, names: Names): Promise<Plan> {
  const { advertiserId, creatives: given, assignments } = request
  const nowMs = deps.clock.nowMs()
  const ids = [...new Set([...given.map(({ id }) => id), ...assignments.map(({ creativeId }) => creativeId)])]
  const known = new Map((await deps.store.media.findCreatives(advertiserId, ids)).map((one) => [one.id, one]))
  const draftOf = await createDrafter(deps, advertiserId, names)
  const findPackage = createFindPackage(deps, advertiserId)
  const ads = new Map<string, AdUpsert[]>()
  const results: Plan['results'][number][] = []
  const kept: Creative[] = []
  for (const id of ids) {
    const before = known.get(id)
    const fields = given.find((one) => one.id === id)
    const own = assignments.filter(({ creativeId }) => creativeId === id)
    if (before === undefined && fields === undefined) throw noCreative(id, own[0]!.field)
    const { campaignIds = [], number = 0, revision = 0, createdAtMs = nowMs } = before ?? {}
    const base = { advertiserId, number, revision, campaignIds, createdAtMs, updatedAtMs: nowMs }
    const written: Creative = fields === undefined ? { ...before!, updatedAtMs: nowMs } : { ...base, ...fields }
    const changes = before === undefined ? [] : changesOf(before, written)
    const { creative, assigned, refused } = await assign(written, own, findPackage)
    for (const campaignId of await campaignsToWrite(deps, before, creative, assigned)) {
      ads.set(campaignId, [...(ads.get(campaignId) ?? []), draftOf(creative)])
    }
    const action = before === undefined ? 'created' : changes.length > 0 ? 'updated' : 'unchanged'
    const isSame = before !== undefined && changes.length === 0 && before.campaignIds === creative.campaignIds
    if (!isSame) kept.push(creative)
    results.push({ action, changes, creative: isSame ? before : creative, assignedTo: assigned, refused })
  }
  const drafts = [...ads].map(([campaignId, some]) => ({ campaignId, drafts: some, by: authorOf(deps, caller) }))
  demandFew(drafts, 'creatives')
  return { order: { ads: drafts, creatives: countedUp(kept) }, results }
}

/** The creative as it is assigned then; a "no" of one package leaves the others. */
async function assign(
  creative: Creative,
  assignments: readonly PackageAssignment[],
  findPackage: ReturnType<typeof createFindPackage>,
): Promise<{ creative: Creative; assigned: string[]; refused: Map<string, string> }> {
  let next = creative
  const assigned: string[] = []
  const refused = new Map<string, string>()
  for (const { campaignId, field } of assignments) {
    if (assigned.includes(campaignId) || refused.has(campaignId)) continue
    try {
      demandFormat(await findPackage(campaignId, creative.id), creative, field)
      next = assignedTo(next, campaignId, field)
      assigned.push(campaignId)
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'internal' || error.code === 'unavailable') throw error
      refused.set(campaignId, error.message)
    }
  }
  return { creative: next, assigned, refused }
}

/**
 * Campaigns whose ad is made or changed: those that it is assigned to now, and wherever it was assigned before and shows something else.
 * @throws OrderError unsupported
 */
async function campaignsToWrite(
  deps: AssignDeps,
  before: Creative | undefined,
  creative: Creative,
  assigned: readonly string[],
): Promise<string[]> {
  if (before === undefined) return [...assigned]
  const isOther = !isSameContent(before.content, creative.content)
  const shownIn = isOther ? await liveIn(deps, before) : []
  if (before.format !== creative.format) {
    for (const campaignId of shownIn) await demandTaken(deps, creative, campaignId)
  }
  if (isOther) return [...new Set([...assigned, ...shownIn])]
  // An ad that somebody changed by itself stays so until there is something else to show.
  const isThere = await Promise.all(assigned.map((campaignId) => isShown(deps, before, campaignId)))
  return assigned.filter((_, i) => !isThere[i])
}

const COMPARED = ['name', 'format', 'tags', 'imageSize'] as const

function changesOf(before: Creative, after: Creative): string[] {
  const changed: string[] = COMPARED.filter((name) => !isDeepStrictEqual(before[name], after[name]))
  return isSameContent(before.content, after.content) ? changed : [...changed, 'assets']
}

/** Campaigns of a creative that still show it. */
async function liveIn(deps: AssignDeps, { id, campaignIds }: Creative): Promise<string[]> {
  const { inventory } = deps.store
  const live = await Promise.all(
    campaignIds.map(async (campaignId) => {
      const campaign = await inventory.find('campaign', campaignId)
      if (campaign === undefined || campaign.archivedAtMs !== undefined) return []
      const { data } = await inventory.list('ad', { campaignId, externalId: id, limit: 1 })
      return data.length > 0 ? [campaignId] : []
    }),
  )
  return live.flat()
}

/** @throws OrderError unsupported where a package that shows it takes no creatives of the format that it has now */
async function demandTaken({ store }: AssignDeps, creative: Creative, campaignId: string): Promise<void> {
  const { mediaBuyId } = (await store.inventory.find('campaign', campaignId)) ?? {}
  const buy = mediaBuyId === undefined ? undefined : await store.media.findBuy(mediaBuyId)
  const shownBy = buy?.packages.find((one) => one.campaignId === campaignId)
  if (shownBy !== undefined) demandFormat(shownBy, creative, 'creatives')
}

/** Finds packages of an advertiser that have room for one more creative; each is read once. */
function createFindPackage({ store }: AssignDeps, advertiserId: string) {
  const buys = new Map<string, MediaBuy | undefined>()
  const shown = new Map<string, Set<string>>() // ids of the ads of a package, with those that this call adds
  return async (campaignId: string, creativeId: string): Promise<MediaPackage> => {
    const campaign = await store.inventory.find('campaign', campaignId)
    const { mediaBuyId } = campaign ?? {}
    if (mediaBuyId !== undefined && !buys.has(mediaBuyId)) buys.set(mediaBuyId, await store.media.findBuy(mediaBuyId))
    const buy = mediaBuyId === undefined ? undefined : buys.get(mediaBuyId)
    const found = buy?.packages.find((one) => one.campaignId === campaignId)
    if (found === undefined || buy?.advertiserId !== advertiserId) {
      throw new OrderError('package_not_found', 'The account has no such package')
    }
    const isEnded = found.canceled !== undefined || campaign?.archivedAtMs !== undefined
    if (isEnded) throw new OrderError('ended', 'The package is canceled')
    const ids = shown.get(campaignId) ?? new Set(await idsOfAds(campaignId))
    shown.set(campaignId, ids.add(creativeId))
    if (ids.size <= ASSIGNMENTS_MAX) return found
    ids.delete(creativeId)
    throw new OrderError('unsupported', `The package has ${ASSIGNMENTS_MAX} ads, which is as many as it may`)
  }

  async function idsOfAds(campaignId: string): Promise<string[]> {
    const { data } = await store.inventory.list('ad', { campaignId, limit: ASSIGNMENTS_MAX })
    return data.map(({ id, externalId = id }) => externalId)
  }
}

function noCreative(id: string, field: string): OrderError {
  return new OrderError('creative_not_found', `There is no creative "${id}" in this library`, { field })
}

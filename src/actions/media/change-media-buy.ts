// Changes a media buy: pauses, resumes and cancels it or its packages, and changes their money, times, targeting and creatives.
import { isDeepStrictEqual } from 'node:util'
import type { Caller } from '../../domain/api-key.ts'
import type { Campaign, Rule, Targeting } from '../../domain/campaign.ts'
import type { Creative } from '../../domain/creative.ts'
import { invalid } from '../../domain/errors.ts'
import { createFaults } from '../../domain/faults.ts'
import {
  campaignStatusOf,
  type Cancellation,
  type MediaBuy,
  type MediaPackage,
  PACKAGES_MAX,
} from '../../domain/media-buy.ts'
import { noMediaBuy, OrderError } from '../../domain/order-error.ts'
import type { AdUpsert, MediaOrder } from '../../store/contract.ts'
import { authorOf } from '../author-of.ts'
import { demandScope } from '../authorise.ts'
import { type CampaignChange, changedCampaign } from '../inventory/change-campaign.ts'
import type { Names } from '../inventory/manage-entities.ts'
import type { Change } from '../inventory/merge-change.ts'
import {
  archived,
  assignedTo,
  type Assignment,
  countedUp,
  createDrafter,
  creativesOf,
  demandFew,
  demandFormat,
  findAssigned,
  isShown,
  releasedFrom,
} from './assign-creatives.ts'
import { draftPackages, type MediaBuyDeps, type NewPackage } from './create-media-buy.ts'
import { inLibrary } from './in-library.ts'
import { findMediaBuy, type MediaBuyState, type PackageState, readMediaBuy } from './media-buy-state.ts'
import { demandTimes, demandWithin } from './package-times.ts'

export interface PackageChange
  extends Pick<MediaPackage, 'lists'>, Partial<Pick<Campaign, 'targeting' | 'frequencyCaps' | 'pacing'>> {
  readonly campaignId: string
  /** Where the order names it, such as `packages[0]`. */
  readonly field: string
  readonly budgetMicros?: number
  readonly bidMicros?: number
  readonly startAtMs?: number
  readonly endAtMs?: number
  readonly paused?: boolean
  readonly cancel?: { readonly reason?: string }
  readonly keywords?: {
    readonly [K in keyof Rule]: { readonly add: readonly string[]; readonly remove: readonly string[] }
  }
  /** In the place of those that are there. */
  readonly creatives?: readonly Assignment[]
}

export interface MediaBuyChange {
  readonly ifRevision?: number
  readonly paused?: boolean
  readonly cancel?: { readonly reason?: string }
  readonly startAtMs?: number
  readonly endAtMs?: number
  readonly packages: readonly PackageChange[]
  readonly added: readonly NewPackage[]
}

export interface ChangedMediaBuy extends MediaBuyState {
  /** Packages that were changed or added, by their campaigns. */
  readonly affected: ReadonlySet<string>
}

/**
 * All of a change is written in one transaction.
 * @param names the same ones whenever the write is sent again, which then finds the buy as it left it
 * @throws ServiceError scope_insufficient, validation_error, conflict where `ifRevision` is not its revision; OrderError
 * media_buy_not_found, package_not_found, creative_not_found, unsupported, ended, not_cancelable
 */
export type ChangeMediaBuy = (
  caller: Caller,
  id: string,
  change: MediaBuyChange,
  names: Names,
) => Promise<ChangedMediaBuy>

export function createChangeMediaBuy(deps: MediaBuyDeps): ChangeMediaBuy {
  return async (caller, id, change, names) => {
    demandScope(caller, 'inventory:write')
    const known = await findMediaBuy(deps, caller, id)
    if (known === undefined) throw noMediaBuy('key')
    const lastWrite = names.next('wr')
    let affected = new Set<string>()
    await inLibrary(known.advertiserId, async () => {
      const nowMs = deps.clock.nowMs()
      const state = await readMediaBuy(deps, (await deps.store.media.findBuy(id))!, nowMs)
      affected = affectedBy(state.buy, change)
      if (state.buy.lastWrite === lastWrite) return
      demandOpen(state, change)
      const order = await orderOf(deps, caller, state, change, names)
      const revision = state.buy.revision + 1
      await deps.store.media.commit({ ...order, buy: { ...order.buy, revision, lastWrite, updatedAtMs: nowMs } })
    })
    await deps.refreshInventory()
    const buy = (await deps.store.media.findBuy(id))!
    const before = new Set(known.packages.map(({ campaignId }) => campaignId))
    for (const { campaignId } of buy.packages) if (!before.has(campaignId)) affected.add(campaignId)
    return { ...(await readMediaBuy(deps, buy, deps.clock.nowMs())), affected }
  }
}

function affectedBy(buy: MediaBuy, { paused, cancel, startAtMs, endAtMs, packages }: MediaBuyChange): Set<string> {
  const all = paused !== undefined || cancel !== undefined || startAtMs !== undefined || endAtMs !== undefined
  return new Set((all ? buy.packages : packages).map(({ campaignId }) => campaignId))
}

/** @throws where the buy, or a package that is to be changed, does not take the change any more */
function demandOpen({ buy, status, packages }: MediaBuyState, change: MediaBuyChange): void {
  if (change.ifRevision !== undefined && change.ifRevision !== buy.revision) {
    throw new OrderError('revision_passed', `It is at revision ${buy.revision}, no longer at ${change.ifRevision}`, {
      field: 'revision',
    })
  }
  if (status === 'canceled' || status === 'completed' || status === 'rejected') {
    const fault = change.cancel === undefined ? 'ended' : 'not_cancelable'
    throw new OrderError(fault, `The media buy is ${status}, which nothing changes any more`)
  }
  if (buy.packages.length + change.added.length > PACKAGES_MAX) {
    throw invalid('new_packages', `would make more than ${PACKAGES_MAX} packages`, 'maxItems')
  }
  for (const { campaignId, field, cancel } of change.packages) {
    const found = packages.find(({ campaign }) => campaign.id === campaignId)
    if (found === undefined) {
      const details = { field: `${field}.package_id` }
      throw new OrderError('package_not_found', 'The media buy has no such package', details)
    }
    if (found.ended === undefined) continue
    throw new OrderError(cancel === undefined ? 'ended' : 'not_cancelable', 'The package is canceled', { field })
  }
}

async function orderOf(
  deps: MediaBuyDeps,
  caller: Caller,
  state: MediaBuyState,
  change: MediaBuyChange,
  names: Names,
): Promise<MediaOrder & { buy: MediaBuy }> {
  const { buy } = state
  const { startAtMs = buy.startAtMs, endAtMs = buy.endAtMs, paused = buy.paused } = change
  const nowMs = deps.clock.nowMs()
  const cancel = change.cancel && { atMs: nowMs, ...change.cancel }
  const next = { ...buy, startAtMs, endAtMs, paused, ...(cancel && { canceled: cancel }) }
  if (endAtMs <= startAtMs) throw invalid('end_time', 'must be later than start_time', 'minimum')
  if (cancel !== undefined && change.added.length > 0) {
    throw invalid('new_packages', 'has no place where the media buy is canceled', 'not')
  }
  for (const [i, one] of change.added.entries()) demandTimes(one, next, `new_packages[${i}]`)

  const added = await draftPackages(deps, caller, next, change.added, names)
  const work: Work = {
    deps,
    caller,
    creatives: added.creatives,
    changed: [],
    ads: [...added.order.ads],
    draftOf: await createDrafter(deps, buy.advertiserId, names),
  }
  const packages: MediaPackage[] = []
  for (const one of buy.packages) {
    const found = state.packages.find(({ package: { campaignId } }) => campaignId === one.campaignId)
    const asked = change.packages.find(({ campaignId }) => campaignId === one.campaignId)
    if (found === undefined || found.ended !== undefined) packages.push(one)
    else {
      const isSaid = change.paused !== undefined || asked?.paused !== undefined
      packages.push(await changePackage(work, { buy, next, found, asked, canceled: cancel, isSaid }))
    }
  }
  const { changed, ads, creatives } = work
  demandFew(ads, 'packages', changed.filter(({ kind }) => kind === 'ad').length)
  return {
    made: added.order.made,
    changed,
    ads,
    creatives: countedUp(creatives.values()),
    buy: { ...next, packages: [...packages, ...added.packages] },
  }
}

/** What gathers while packages are changed, to be written together. */
interface Work {
  readonly deps: MediaBuyDeps
  readonly caller: Caller
  readonly creatives: Map<string, Creative>
  readonly changed: NonNullable<MediaOrder['changed']>[number][]
  readonly ads: NonNullable<MediaOrder['ads']>[number][]
  readonly draftOf: (creative: Creative) => AdUpsert
}

interface PackageOrder {
  readonly buy: MediaBuy
  readonly next: MediaBuy
  readonly found: PackageState
  readonly asked: PackageChange | undefined
  /** Set where the buy is canceled. */
  readonly canceled: Cancellation | undefined
  /** Whether the buyer says that it be paused, or not be. */
  readonly isSaid: boolean
}

async function changePackage(work: Work, order: PackageOrder): Promise<MediaPackage> {
  const { deps, caller } = work
  const { buy, found, asked } = order
  const { campaign } = found
  const atMs = deps.clock.nowMs()
  const kept = packageAfter(order, atMs)
  const { canceled } = kept
  const changed = campaignAfter(caller, order, kept)
  if (canceled !== undefined || !isDeepStrictEqual(changed, campaign)) {
    const entity = { ...changed, ...(canceled && { archivedAtMs: atMs }), updatedAtMs: atMs }
    work.changed.push({ kind: 'campaign', entity, ifRevision: campaign.revision, by: authorOf(deps, caller) })
  }
  const creatives = canceled ? [] : asked?.creatives
  if (creatives !== undefined) await reassign(work, buy.advertiserId, kept, found, creatives)
  return kept
}

function packageAfter({ found, asked, canceled: ofBuy }: PackageOrder, atMs: number): MediaPackage {
  const { lists: before, ...one } = found.package
  const lists = asked?.targeting === undefined ? before : asked.lists
  const canceled = asked?.cancel ? { atMs, ...asked.cancel } : ofBuy
  return { ...one, paused: asked?.paused ?? one.paused, ...(lists && { lists }), ...(canceled && { canceled }) }
}

/** @throws ServiceError validation_error */
function campaignAfter(caller: Caller, order: PackageOrder, kept: MediaPackage): Campaign {
  const { buy, next, found, asked, isSaid } = order
  const { package: before, campaign } = found
  const targeting = asked && retargeted(campaign.targeting, asked)
  // What somebody paused in another way stays so, until its buyer says something of it.
  const isOther = isSaid || kept.lists !== before.lists
  const changed = changedCampaign(
    caller,
    campaign,
    {
      ...(isOther && { status: campaignStatusOf(next, kept) }),
      ...timesAfter(order),
      ...(asked?.budgetMicros !== undefined && { budget: { totalMicros: asked.budgetMicros } }),
      ...(asked?.bidMicros !== undefined && { bid: { amountMicros: asked.bidMicros } }),
      ...(asked?.pacing && { pacing: asked.pacing }),
      ...(asked?.frequencyCaps && { frequencyCaps: asked.frequencyCaps }),
      ...(targeting && { targeting }),
    },
    createFaults(),
  )
  // Times that somebody gave it in another way hinder nobody who does not speak of them.
  const isStartSaid = asked?.startAtMs !== undefined || next.startAtMs !== buy.startAtMs
  const isEndSaid = asked?.endAtMs !== undefined || next.endAtMs !== buy.endAtMs
  const said = {
    startAtMs: isStartSaid ? (changed.startAtMs ?? 0) : next.startAtMs,
    endAtMs: isEndSaid ? (changed.endAtMs ?? Infinity) : next.endAtMs,
  }
  demandWithin(said, next, asked?.field)
  return changed
}

/** Those that are otherwise: a package that began or ended with the buy goes on doing so. @throws ServiceError validation_error */
function timesAfter({
  buy,
  next,
  found: { campaign },
  asked,
}: PackageOrder): Pick<CampaignChange, 'startAtMs' | 'endAtMs'> {
  const startAtMs = asked?.startAtMs ?? (campaign.startAtMs === buy.startAtMs ? next.startAtMs : undefined)
  const endAtMs = asked?.endAtMs ?? (campaign.endAtMs === buy.endAtMs ? next.endAtMs : undefined)
  const begins = startAtMs ?? campaign.startAtMs ?? 0
  const ends = endAtMs ?? campaign.endAtMs ?? Infinity
  if ((startAtMs ?? endAtMs) !== undefined && ends <= begins) {
    const field = asked === undefined ? 'end_time' : `${asked.field}.end_time`
    throw invalid(field, 'must be later than its start_time', 'minimum')
  }
  return { ...(startAtMs !== undefined && { startAtMs }), ...(endAtMs !== undefined && { endAtMs }) }
}

/** New targeting takes the place of all that was there; keywords may also come and go one by one. */
function retargeted(before: Targeting, { targeting, keywords }: PackageChange): Change<Targeting> | undefined {
  const cleared = Object.fromEntries(Object.keys(before).map((name) => [name, null]))
  const base: Change<Targeting> | undefined = targeting && { ...cleared, ...targeting }
  if (keywords === undefined) return base
  const now = (targeting ?? before).keywords
  const changed = (name: keyof Rule) => {
    const { add, remove } = keywords[name]
    const gone = new Set(remove.map((word) => word.toLowerCase()))
    const kept = (now?.[name] ?? []).filter((word) => !gone.has(word.toLowerCase()))
    return [...new Set([...kept, ...add])]
  }
  const rule = { include: changed('include'), exclude: changed('exclude') }
  return { ...base, keywords: rule.include.length + rule.exclude.length > 0 ? rule : null }
}

/** Leaves of the ads that came from the library those of these creatives, and adds the others. */
async function reassign(
  work: Work,
  advertiserId: string,
  one: MediaPackage,
  found: PackageState,
  assignments: readonly Assignment[],
): Promise<void> {
  const { deps, caller, creatives, changed, draftOf } = work
  const { campaignId } = one
  const library = await findAssigned(deps, advertiserId, assignments)
  for (const creative of await creativesOf(deps, advertiserId, found)) {
    const { id: externalId } = creative
    if (library.has(externalId)) continue
    creatives.set(externalId, releasedFrom(creatives.get(externalId) ?? creative, campaignId))
    // A canceled campaign takes its ads along.
    if (one.canceled !== undefined) continue
    const { data } = await deps.store.inventory.list('ad', { campaignId, externalId, limit: 1 })
    for (const ad of data) changed.push(archived(deps, caller, ad))
  }
  const drafts: AdUpsert[] = []
  for (const { creativeId, field } of assignments) {
    const creative = creatives.get(creativeId) ?? library.get(creativeId)!
    demandFormat(one, creative, field)
    // An ad that somebody changed by itself stays so.
    if (await isShown(deps, creative, campaignId)) continue
    creatives.set(creativeId, assignedTo(creative, campaignId, field))
    drafts.push(draftOf(creative))
  }
  if (drafts.length > 0) work.ads.push({ campaignId, drafts, by: authorOf(deps, caller) })
}

// What every resource of the inventory has in common: who may reach it, how it is found, listed, changed and archived.
import type { Clock } from '../../base/clock.ts'
import type { IdSource } from '../../base/ids.ts'
import { createTurns } from '../../base/turns.ts'
import type { Caller } from '../../domain/api-key.ts'
import type { Author } from '../../domain/change.ts'
import { invalid, ServiceError } from '../../domain/errors.ts'
import { belongingOf, type Entities, type EntityKind } from '../../domain/entities.ts'
import type { Draft } from '../../domain/entity.ts'
import type { Page } from '../../domain/page.ts'
import type { InventoryStore, ListQuery } from '../../store/contract.ts'
import { authorOf } from '../author-of.ts'
import { demandScope, isOperators, mayReach, notFound } from '../authorise.ts'
import type { RefreshInventory } from './refresh-inventory.ts'

/** Names for what is made; a write that may be sent again brings its own. */
export type Names = Pick<IdSource, 'next'>

export interface InventoryDeps {
  readonly store: { readonly inventory: InventoryStore }
  readonly clock: Pick<Clock, 'nowMs'>
  readonly ids: Names
  /** Resolves once memory serves what the store holds, so that an answer is true as soon as it is read. */
  readonly refreshInventory: RefreshInventory
}

export interface ListFilter extends Omit<ListQuery, 'review'> {
  readonly status?: string
  readonly review?: string
}

export type FindEntity<K extends EntityKind> = (caller: Caller, id: string) => Promise<Entities[K]>
export type ListEntities<K extends EntityKind> = (caller: Caller, filter: ListFilter) => Promise<Page<Entities[K]>>
export type ArchiveEntity<K extends EntityKind> = (caller: Caller, id: string) => Promise<Entities[K]>

export const PAGE_MAX = 200
// A rare status may lie behind many others, and an ad behind those of archived campaigns; the caller goes on with the cursor.
const PAGES_READ_MAX = 20
const CHANGE_ATTEMPTS_MAX = 8
const turns = createTurns()

/** @throws from the action: ServiceError not_found (also for what is someone else's), scope_insufficient */
export function createFindEntity<K extends EntityKind>(kind: K, deps: Pick<InventoryDeps, 'store'>): FindEntity<K> {
  return (caller, id) => findReachable(deps, caller, kind, id)
}

/**
 * Newest first, or oldest first; an advertiser's key lists what is the advertiser's, and a publisher's key its publisher.
 * Whose things are asked for has to be there, archived or not.
 */
export function createListEntities<K extends EntityKind>(kind: K, deps: Pick<InventoryDeps, 'store'>): ListEntities<K> {
  return async (caller, { status, review, ...filter }) => {
    if (kind === 'publisher' && caller.publisherId !== undefined && isOwnPublisher(caller, kind, caller.publisherId)) {
      return { data: [await findReachable(deps, caller, kind, caller.publisherId)] }
    }
    demandAccess(caller, kind)
    // An empty list would say that there is nothing yet, where its name was misspelt.
    for (const owner of ['publisher', 'advertiser', 'campaign'] as const) {
      const id = filter[`${owner}Id`]
      if (id !== undefined) await findReachable(deps, caller, owner, id, `${owner}Id`)
    }
    if (filter.externalId !== undefined && filter.campaignId === undefined)
      throw invalid('campaignId', 'is missing: an external id is unique within a campaign alone, so name both')
    // The store knows those apart that are not approved; the others are nearly all.
    const few = review === 'pending' || review === 'rejected' ? review : undefined
    // A publisher's key may hold the scope, but owns none of it.
    if (caller.publisherId !== undefined) return { data: [] }
    const { advertiserId = filter.advertiserId } = caller
    const externalId = filter.externalId?.trim()
    const own = { ...filter, externalId, advertiserId, review: few } satisfies ListQuery
    const looksAtOwners = (kind === 'campaign' || kind === 'ad') && !own.includeArchived
    if (status === undefined && review === undefined && !looksAtOwners) return deps.store.inventory.list(kind, own)
    const ownerServes = createOwnerCheck(deps.store.inventory, kind)
    const data: Entities[K][] = []
    let cursor = own.cursor
    for (let page = 0; page < PAGES_READ_MAX; page++) {
      const read = await deps.store.inventory.list(kind, { ...own, cursor, limit: own.limit - data.length })
      for (const entity of read.data) {
        const state = entity as { status?: string; review?: string }
        if (status !== undefined && state.status !== status) continue
        if (review !== undefined && state.review !== review) continue
        // Nothing can be changed any more that belongs to something archived, so that it would stand there for ever.
        if (looksAtOwners && !(await ownerServes(entity))) continue
        data.push(entity)
      }
      cursor = read.nextCursor
      if (cursor === undefined || data.length === own.limit) break
    }
    return { data, nextCursor: cursor }
  }
}

/** Keeps a new entity. One that is there under its name was made by the same write, whose answer was lost: that one is given. */
export async function insertOnce<K extends EntityKind>(
  deps: InventoryDeps,
  caller: Caller,
  kind: K,
  draft: Draft<Entities[K]>,
): Promise<Entities[K]> {
  const { inventory } = deps.store
  try {
    return await inventory.insert(kind, draft, authorOf(deps, caller))
  } catch (error) {
    const isTaken = error instanceof ServiceError && error.code === 'conflict'
    const made = isTaken ? await inventory.find(kind, draft.id) : undefined
    if (made === undefined) throw error
    return made
  }
}

/** All there are of a kind, archived ones too, a page at a time. */
export async function* everyEntity<K extends EntityKind>(
  inventory: Pick<InventoryStore, 'list'>,
  kind: K,
): AsyncGenerator<Entities[K]> {
  for (let cursor: string | undefined; ;) {
    const { data, nextCursor } = await inventory.list(kind, { limit: PAGE_MAX, includeArchived: true, cursor })
    yield* data
    if (nextCursor === undefined) return
    cursor = nextCursor
  }
}

/** Takes an entity out of service for good; it can still be read. Archiving twice is not_found. */
export function createArchiveEntity<K extends EntityKind>(kind: K, deps: InventoryDeps): ArchiveEntity<K> {
  return (caller, id) =>
    changeEntity(deps, caller, kind, id, (current) => ({ ...current, archivedAtMs: deps.clock.nowMs() }))
}

/** Changes of one entity in this process wait for each other; `work` is one, from reading it to writing it. */
export function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
  return turns.take(id, work)
}

interface HowChanged {
  /** Whether one that is out of service can still be changed so. */
  readonly evenArchived?: boolean
  /** Of an act that this is a part of; default: one of its own. */
  readonly by?: Author
}

/**
 * Reads, changes and writes one entity, in its turn; where someone else was faster, such as another process, starts over, so that
 * callers never see it.
 * @param change gets the entity as it stands; may run more than once
 * @throws ServiceError not_found, scope_insufficient, and what `change` throws
 */
export function changeEntity<K extends EntityKind>(
  deps: InventoryDeps,
  caller: Caller,
  kind: K,
  id: string,
  change: (current: Entities[K]) => Entities[K],
  how: HowChanged = {},
): Promise<Entities[K]> {
  return inTurn(id, () => changeInTurn(deps, caller, kind, id, change, how))
}

async function changeInTurn<K extends EntityKind>(
  deps: InventoryDeps,
  caller: Caller,
  kind: K,
  id: string,
  change: (current: Entities[K]) => Entities[K],
  { evenArchived = false, by = authorOf(deps, caller) }: HowChanged,
): Promise<Entities[K]> {
  for (let attempt = 1; ; attempt++) {
    const current = await findReachable(deps, caller, kind, id)
    if (current.archivedAtMs !== undefined && !evenArchived) throw notFound(kind, id)
    const next = { ...change(current), updatedAtMs: deps.clock.nowMs() }
    try {
      const kept = await deps.store.inventory.update(kind, next, current.revision, by)
      await deps.refreshInventory(kind === 'ad' ? 'all' : 'others')
      return kept
    } catch (error) {
      const wasFaster = error instanceof ServiceError && error.code === 'conflict'
      if (!wasFaster || attempt === CHANGE_ATTEMPTS_MAX) throw error
    }
  }
}

/** Finds an entity that the caller may see; everything else is not_found. `field` is where the input named it. */
export async function findReachable<K extends EntityKind>(
  { store }: Pick<InventoryDeps, 'store'>,
  caller: Caller,
  kind: K,
  id: string,
  field?: string,
): Promise<Entities[K]> {
  const isOwn = isOwnPublisher(caller, kind, id)
  if (!isOwn) demandAccess(caller, kind)
  const entity = await store.inventory.find(kind, id)
  if (!entity) throw notFound(kind, id, field)
  if (isOperators(caller) || isOwn) return entity
  const isOperatorsAlone = kind === 'publisher' || kind === 'key'
  if (isOperatorsAlone || !mayReach(caller, await ownerOf(store.inventory, kind, entity))) {
    throw notFound(kind, id, field)
  }
  return entity
}

/** As `findReachable`, of what is still in service: what is archived takes along all that belongs to it. */
export async function findInService<K extends EntityKind>(
  deps: Pick<InventoryDeps, 'store'>,
  caller: Caller,
  kind: K,
  id: string,
  field?: string,
): Promise<Entities[K]> {
  const entity = await findReachable(deps, caller, kind, id, field)
  if (!(await isInService(deps.store.inventory, kind, entity))) throw notFound(kind, id, field)
  return entity
}

async function isInService(
  inventory: InventoryStore,
  kind: EntityKind,
  entity: Entities[EntityKind],
): Promise<boolean> {
  if (entity.archivedAtMs !== undefined) return false
  const above = belongingOf(kind, entity)
  if (above === undefined) return true
  const found = await inventory.find(above.kind, above.id)
  return found !== undefined && isInService(inventory, above.kind, found)
}

/** Whether what an entity belongs to is in service; asks once for each. */
function createOwnerCheck(
  inventory: InventoryStore,
  kind: EntityKind,
): (entity: Entities[EntityKind]) => Promise<boolean> {
  const known = new Map<string, boolean>() // no more than entities are read for one page of a list
  return async (entity) => {
    const above = belongingOf(kind, entity)
    if (above === undefined) return true
    const found = known.has(above.id) ? undefined : await inventory.find(above.kind, above.id)
    if (found) known.set(above.id, await isInService(inventory, above.kind, found))
    return known.get(above.id) ?? false
  }
}

/** The publisher or advertiser that an entity is or belongs to; undefined where that is the operator. */
export async function ownerOf<K extends EntityKind>(
  inventory: Pick<InventoryStore, 'find'>,
  kind: K,
  entity: Entities[K],
): Promise<string | undefined> {
  if (kind === 'publisher' || kind === 'advertiser') return entity.id
  const above = belongingOf(kind, entity)
  if (above?.kind !== 'campaign') return above?.id
  return (await inventory.find('campaign', above.id))?.advertiserId
}

/** A publisher may look at itself with any of its keys, but for those that stand in web pages for all to read. */
function isOwnPublisher(caller: Caller, kind: EntityKind, id: string): boolean {
  return kind === 'publisher' && caller.publisherId === id && caller.mode !== 'browser'
}

function demandAccess(caller: Caller, kind: EntityKind): void {
  demandScope(caller, kind === 'publisher' || kind === 'key' ? 'admin' : 'inventory:write')
}

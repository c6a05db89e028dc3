// Lists media buys and creatives, newest first: one advertiser's, or everybody's for operators.
import type { Caller } from '../../domain/api-key.ts'
import type { Creative } from '../../domain/creative.ts'
import { invalid } from '../../domain/errors.ts'
import { demandScope } from '../authorise.ts'
import type { AssignDeps } from './assign-creatives.ts'
import { createReadCreative, type CreativeState } from './creative-state.ts'
import { findMediaBuy, type MediaBuyState, type MediaDeps, readMediaBuy } from './media-buy-state.ts'

export interface MediaPage<T> {
  readonly data: readonly T[]
  /** Goes on behind the last one; absent where there are no more. */
  readonly next?: number
}

/** Read at one go while looking for those that fit; and how many such goes one page may take. */
const SOME = 50
const GOES_MAX = 4

/** @throws ServiceError scope_insufficient */
export type ListMediaBuys = (
  caller: Caller,
  query: {
    readonly advertiserId?: string
    readonly before?: number
    readonly limit: number
    readonly fits: (state: MediaBuyState) => boolean
  },
) => Promise<MediaPage<MediaBuyState>>

export function createListMediaBuys(deps: MediaDeps & { readonly clock: { nowMs(): number } }): ListMediaBuys {
  return async (caller, { advertiserId = caller.advertiserId, before, limit, fits }) => {
    demandScope(caller, 'inventory:write')
    const read = (from: number | undefined) =>
      deps.store.media.listBuys({
        ...(advertiserId !== undefined && { advertiserId }),
        ...(from !== undefined && { before: from }),
        limit: SOME,
      })
    return pageOf(read, before, limit, async (buy) => {
      const state = await readMediaBuy(deps, buy, deps.clock.nowMs())
      return fits(state) ? state : undefined
    })
  }
}

/** Those of these ids that the caller may see, in the order of the ids. @throws ServiceError scope_insufficient */
export type FindMediaBuys = (caller: Caller, ids: readonly string[]) => Promise<(MediaBuyState | undefined)[]>

export function createFindMediaBuys(deps: MediaDeps & { readonly clock: { nowMs(): number } }): FindMediaBuys {
  return async (caller, ids) => {
    demandScope(caller, 'inventory:write')
    return Promise.all(
      ids.map(async (id) => {
        const buy = await findMediaBuy(deps, caller, id)
        return buy && readMediaBuy(deps, buy, deps.clock.nowMs())
      }),
    )
  }
}

export interface CreativeQuery {
  readonly advertiserId?: string
  /** These alone. */
  readonly ids?: readonly string[]
  readonly before?: number
  readonly limit: number
  /** Absent: all. */
  readonly fits?: (state: CreativeState) => boolean
}

/**
 * @returns with how many there are on all pages together
 * @throws ServiceError scope_insufficient, validation_error where an operator narrows the libraries of all advertisers at once
 */
export type ListCreatives = (
  caller: Caller,
  query: CreativeQuery,
) => Promise<MediaPage<CreativeState> & { readonly total: number }>

export function createListCreatives(deps: AssignDeps): ListCreatives {
  const readCreative = createReadCreative(deps)
  return async (caller, { advertiserId = caller.advertiserId, ids, before = Infinity, limit, fits }) => {
    demandScope(caller, 'inventory:write')
    const { media } = deps.store
    // What people rejected of an advertiser is read once, however many creatives it has.
    const readers = new Map<string, ReturnType<typeof readCreative>>()
    const stateOf = async (creative: Creative) => {
      const reader = readers.get(creative.advertiserId) ?? readCreative(creative.advertiserId)
      readers.set(creative.advertiserId, reader)
      return (await reader)(creative)
    }
    const read = (from: number | undefined, some: number) =>
      media.listCreatives({
        ...(advertiserId !== undefined && { advertiserId }),
        ...(from !== undefined && { before: from }),
        limit: some,
      })
    if (ids === undefined && fits === undefined) {
      const some = await read(before === Infinity ? undefined : before, limit + 1)
      const data = await Promise.all(some.slice(0, limit).map(stateOf))
      const total = await media.countCreatives(advertiserId)
      return { data, total, ...(some.length > limit && { next: some[limit - 1]!.number }) }
    }
    if (advertiserId === undefined) throw invalid('account', 'is missing: filters look through one library', 'required')
    // A library is bounded, so all of it can be looked through, and what fits be counted.
    const found: CreativeState[] = []
    if (ids !== undefined) {
      const states = await Promise.all((await media.findCreatives(advertiserId, ids)).map(stateOf))
      found.push(...states.filter((state) => fits?.(state) ?? true).toReversed())
    } else {
      for (let from: number | undefined; ;) {
        const some: Creative[] = await read(from, SOME)
        const states = await Promise.all(some.map(stateOf))
        found.push(...states.filter((state) => fits?.(state) ?? true))
        if (some.length < SOME) break
        from = some.at(-1)!.number
      }
    }
    const rest = found.filter(({ creative }) => creative.number < before)
    const data = rest.slice(0, limit)
    return { data, total: found.length, ...(rest.length > limit && { next: data.at(-1)!.creative.number }) }
  }
}

/** A page of what fits; a page may hold fewer than `limit` where most do not, and goes on behind what was looked at. */
async function pageOf<Item extends { readonly number: number }, T>(
  read: (before: number | undefined) => Promise<Item[]>,
  before: number | undefined,
  limit: number,
  look: (item: Item) => Promise<T | undefined>,
): Promise<MediaPage<T>> {
  const data: T[] = []
  let last = before
  for (let go = 0; go < GOES_MAX; go++) {
    const some = await read(last)
    const looked = await Promise.all(some.map(look))
    for (const [i, found] of looked.entries()) {
      // One more is there than the page takes: so there is a next page.
      if (found !== undefined && data.length === limit) return { data, next: last! }
      last = some[i]!.number
      if (found !== undefined) data.push(found)
    }
    if (some.length < SOME) return { data }
  }
  return { data, ...(last !== undefined && { next: last }) }
}

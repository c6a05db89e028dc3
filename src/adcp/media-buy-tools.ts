// Media buys: made, changed and read. Each package is a campaign, and is told as that campaign stands.
import type { ChangeMediaBuy } from '../actions/media/change-media-buy.ts'
import type { CreateMediaBuy } from '../actions/media/create-media-buy.ts'
import type { FindAccount } from '../actions/media/find-account.ts'
import type { FindMediaBuys, ListMediaBuys } from '../actions/media/list-media.ts'
import type { MediaBuyState, MediaBuyStatus } from '../actions/media/media-buy-state.ts'
import { demandTimes } from '../actions/media/package-times.ts'
import { MINUTE_MS } from '../base/clock.ts'
import type { Advertiser } from '../domain/advertiser.ts'
import type { Caller } from '../domain/api-key.ts'
import { parseTime } from '../domain/day.ts'
import { invalid } from '../domain/errors.ts'
import { noMediaBuy, OrderError } from '../domain/order-error.ts'
import { readCursor } from '../domain/page.ts'
import { accountOnWire, demandAccount, domainOf, pageOnWire } from './account-tools.ts'
import { adcpErrorOf } from './errors.ts'
import { mediaBuyOnWire, packageOnWire, summaryOf, timeOf } from './present-media-buy.ts'
import type { Seller } from './products.ts'
import { demandSold, momentOf, readPackage, readPackageChange } from './read-package.ts'
import type { Arguments } from './schemas.ts'
import { tool } from './tool.ts'

export interface MediaBuyToolDeps {
  readonly createMediaBuy: CreateMediaBuy
  readonly changeMediaBuy: ChangeMediaBuy
  readonly listMediaBuys: ListMediaBuys
  readonly findMediaBuys: FindMediaBuys
  readonly findAccount: FindAccount
  readonly clock: { nowMs(): number }
}

/** Clocks of buyers may go a little late. */
const LATE_MS = 5 * MINUTE_MS
const PAGE_DEFAULT = 20
const PAGE_MAX = 50

export function mediaBuyTools(deps: MediaBuyToolDeps, seller: Seller) {
  const { clock } = deps
  return [
    tool(
      'create_media_buy',
      {
        title: 'Make a media buy',
        description: 'Orders packages: each has a budget and a bid, and serves at once or from its start time on.',
        mutates: true,
      },
      async (caller, args, names) => {
        demandSold(args, '')
        if (args.packages === undefined) throw invalid('packages', 'is missing', 'required')
        const endAtMs = momentOf(args.end_time)!
        // Times that are turned round are so on any day and for any product; what is over by now, or not sold, comes after.
        if (endAtMs <= Date.parse(args.start_time))
          throw invalid('end_time', 'must be later than start_time', 'minimum')
        const packages = args.packages.map((one, i) => readPackage(seller, one, `packages[${i}]`))
        const startAtMs = readStart(args.start_time, clock.nowMs(), 'start_time')
        if (endAtMs <= startAtMs) throw invalid('end_time', 'must be later than start_time', 'minimum')
        for (const [i, one] of packages.entries()) demandTimes(one, { startAtMs, endAtMs }, `packages[${i}]`)
        const advertiser = await demandAccount(deps, caller, args.account)
        demandBrand(args.brand.domain, advertiser)
        const order = { advertiserId: advertiser.id, startAtMs, endAtMs, paused: args.paused ?? false, packages }
        const state = await deps.createMediaBuy(caller, order, names)
        return {
          ...summaryOf(state),
          account: accountOnWire(advertiser),
          confirmed_at: timeOf(state.buy.createdAtMs),
          packages: state.packages.map((one) => packageOnWire(seller, one)),
        }
      },
    ),
    tool(
      'update_media_buy',
      {
        title: 'Change a media buy',
        description: 'Pauses, resumes or cancels a media buy or its packages, and changes their terms and creatives.',
        mutates: true,
      },
      async (caller, args, names) => {
        demandSold(args, '')
        const advertiser = await demandAccount(deps, caller, args.account)
        await demandOwn(deps, caller, args.media_buy_id, advertiser.id)
        const { affected, ...state } = await deps.changeMediaBuy(
          caller,
          args.media_buy_id,
          readChange(seller, args, clock),
          names,
        )
        return {
          ...summaryOf(state),
          implementation_date: timeOf(state.buy.updatedAtMs),
          affected_packages: state.packages
            .filter(({ campaign }) => affected.has(campaign.id))
            .map((one) => packageOnWire(seller, one)),
        }
      },
    ),
    tool(
      'get_media_buys',
      {
        title: 'Media buys',
        description: 'How media buys stand, with their packages and the reviews of their creatives.',
      },
      async (caller, args) => {
        const { states, errors, next } = await findAsked(deps, caller, args, ['active'])
        const accounts = await accountsOf(deps, caller, states)
        const reason = { snapshot_unavailable_reason: 'SNAPSHOT_UNSUPPORTED' }
        return {
          media_buys: states.map((state) => {
            const told = mediaBuyOnWire(seller, state, accounts.get(state.buy.advertiserId))
            if (args.include_snapshot !== true) return told
            return { ...told, packages: told.packages.map((one) => ({ ...one, ...reason })) }
          }),
          ...(errors.length > 0 && { errors }),
          pagination: pageOnWire(next, args.media_buy_ids && states.length),
        }
      },
    ),
  ]
}

/** Ads name their advertiser, so a buy for another brand than the account's would name the wrong one. */
function demandBrand(given: string | undefined, { domain }: Advertiser): void {
  if (given === undefined || domainOf(given, 'brand.domain') === domain) return
  throw invalid('brand.domain', `is not the brand of the account, which is ${domain}`, 'const')
}

function readStart(start: string, nowMs: number, field: string): number {
  if (start === 'asap') return nowMs
  const atMs = parseTime(start)
  if (atMs === undefined) throw invalid(field, 'must be "asap" or a time such as "2027-03-01T00:00:00Z"', 'format')
  if (atMs < nowMs - LATE_MS) throw invalid(field, 'is over already; send "asap" to begin now', 'minimum')
  return Math.max(atMs, nowMs)
}

function readChange(
  seller: Seller,
  args: Arguments<'update_media_buy'>,
  clock: MediaBuyToolDeps['clock'],
): Parameters<ChangeMediaBuy>[2] {
  const { revision, paused, canceled, cancellation_reason: reason, packages = [], new_packages: added = [] } = args
  const endAtMs = momentOf(args.end_time)
  const ids = packages.map(({ package_id }) => package_id)
  const twice = ids.findIndex((id, i) => ids.indexOf(id) < i)
  if (twice >= 0) throw invalid(`packages[${twice}].package_id`, 'is there twice', 'uniqueItems')
  return {
    ...(revision !== undefined && { ifRevision: revision }),
    ...(paused !== undefined && { paused }),
    ...(canceled && { cancel: { ...(reason !== undefined && { reason }) } }),
    ...(args.start_time !== undefined && { startAtMs: readStart(args.start_time, clock.nowMs(), 'start_time') }),
    ...(endAtMs !== undefined && { endAtMs }),
    packages: packages.map((one, i) => readPackageChange(one, `packages[${i}]`)),
    added: added.map((one, i) => readPackage(seller, one, `new_packages[${i}]`)),
  }
}

/** @throws OrderError media_buy_not_found where the buy is not of this account */
async function demandOwn(deps: MediaBuyToolDeps, caller: Caller, id: string, advertiserId: string): Promise<void> {
  const [state] = await deps.findMediaBuys(caller, [id])
  if (state?.buy.advertiserId === advertiserId) return
  throw noMediaBuy('account')
}

export interface Asked {
  readonly states: readonly MediaBuyState[]
  /** Of ids that name none. */
  readonly errors: readonly object[]
  readonly next?: string
}

/**
 * The media buys that a request names or describes.
 * @param statuses those that count where the request names neither ids nor a status
 */
export async function findAsked(
  deps: Pick<MediaBuyToolDeps, 'findAccount' | 'findMediaBuys' | 'listMediaBuys'>,
  caller: Caller,
  args: Pick<Arguments<'get_media_buys'>, 'account' | 'media_buy_ids' | 'status_filter' | 'pagination'>,
  statuses?: readonly MediaBuyStatus[],
): Promise<Asked> {
  const { status_filter: filter, pagination } = args
  const ids = args.media_buy_ids && [...new Set(args.media_buy_ids)]
  const advertiserId = args.account && (await demandAccount(deps, caller, args.account)).id
  const wanted = filter === undefined ? undefined : [filter].flat()
  if (ids !== undefined) {
    const found = await deps.findMediaBuys(caller, ids)
    const own = found.map((state) =>
      advertiserId === undefined || state?.buy.advertiserId === advertiserId ? state : undefined,
    )
    return {
      states: own.filter((state) => state !== undefined).filter(({ status }) => wanted?.includes(status) ?? true),
      errors: own.flatMap((state, i) =>
        state ? [] : [adcpErrorOf(noMediaBuy('account', `media_buy_ids[${args.media_buy_ids!.indexOf(ids[i]!)}]`), '')],
      ),
    }
  }
  const counted = wanted ?? statuses
  const before = readCursor(pagination?.cursor, 'pagination.cursor')
  const { data, next } = await deps.listMediaBuys(caller, {
    ...(advertiserId !== undefined && { advertiserId }),
    ...(before !== undefined && { before }),
    limit: Math.min(pagination?.max_results ?? PAGE_DEFAULT, PAGE_MAX),
    fits: ({ status }) => counted?.includes(status) ?? true,
  })
  return { states: data, errors: [], ...(next !== undefined && { next: String(next) }) }
}

/** By the id of the advertiser; without those that are closed by now, whose media buys are told all the same. */
async function accountsOf(
  { findAccount }: Pick<MediaBuyToolDeps, 'findAccount'>,
  caller: Caller,
  states: readonly MediaBuyState[],
): Promise<Map<string, object>> {
  const ids = [...new Set(states.map(({ buy }) => buy.advertiserId))]
  const found = await Promise.all(
    ids.map(async (id) => {
      try {
        return [[id, accountOnWire(await findAccount(caller, { id }))] as const]
      } catch (error) {
        if (error instanceof OrderError && error.fault === 'account_not_found') return []
        throw error
      }
    }),
  )
  return new Map(found.flat())
}

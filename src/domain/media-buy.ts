// A media buy: campaigns that a buyer ordered together, and what of the order the campaigns themselves cannot say.
import type { SlotFormat } from './publisher.ts'

export interface MediaBuy {
  readonly id: string
  readonly advertiserId: string
  /** Given by the store; a higher one is newer. */
  readonly number: number
  /** Counts up from 1 with each change of the buy. */
  readonly revision: number
  readonly createdAtMs: number
  readonly updatedAtMs: number
  /** Packages that name no time of their own begin and end with the buy. */
  readonly startAtMs: number
  readonly endAtMs: number
  /** All of it; a package may be paused by itself besides. */
  readonly paused: boolean
  readonly canceled?: Cancellation
  readonly packages: readonly MediaPackage[]
  /** Names the write that made it as it is, so that one which is sent again finds itself done. */
  readonly lastWrite: string
}

/** One campaign of a buy; its budget, bid, times and targeting are the campaign's, and its creatives the campaign's ads. */
export interface MediaPackage {
  readonly campaignId: string
  readonly productId: string
  readonly paused: boolean
  readonly canceled?: Cancellation
  /** Absent: all that the product has. */
  readonly formats?: readonly SlotFormat[]
  /** Lists of properties or collections that it may run on: no inventory here is on any, so it stays paused while there are some. */
  readonly lists?: InventoryLists
}

export interface InventoryLists {
  readonly property?: ListReference
  readonly collection?: ListReference
}

export interface ListReference {
  readonly agentUrl: string
  readonly listId: string
}

export interface Cancellation {
  readonly atMs: number
  readonly reason?: string
}

/** Which media buys, or creatives, are read, newest first. */
export interface MediaQuery {
  readonly advertiserId?: string
  /** The number of the last one that was seen. */
  readonly before?: number
  readonly limit: number
}

/** Of one advertiser; what is canceled and over counts too. */
export const MEDIA_BUYS_MAX = 10_000
export const PACKAGES_MAX = 20
/** Creatives of one package, and packages of one creative. */
export const ASSIGNMENTS_MAX = 100
/** Ads that one order makes or changes, so that clicks need not wait behind it. */
export const ADS_AN_ORDER_MAX = 200

/** The status that the campaign of a package has for as long as nothing ends it. */
export function campaignStatusOf(buy: Pick<MediaBuy, 'paused'>, { paused, lists }: MediaPackage): 'active' | 'paused' {
  return buy.paused || paused || lists !== undefined ? 'paused' : 'active'
}

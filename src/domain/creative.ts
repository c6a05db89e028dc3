// A creative in an advertiser's library: what becomes an ad in each campaign that it is assigned to.
import type { AdContent } from './ad.ts'
import type { SlotFormat } from './publisher.ts'

export interface Creative {
  readonly advertiserId: string
  /** The buyer's own, unique within the library; the external id of its ads. */
  readonly id: string
  /** Given by the store; a higher one is newer. */
  readonly number: number
  /** Counts up from 1 with each change. */
  readonly revision: number
  readonly name: string
  readonly format: SlotFormat
  readonly content: AdContent
  /** Of its image, in pixels, as the buyer said it. */
  readonly imageSize?: { readonly width: number; readonly height: number }
  readonly tags: readonly string[]
  /** Campaigns that it is assigned to. Of those, it shows where a live ad of its id says so: people may archive ads and campaigns by themselves. */
  readonly campaignIds: readonly string[]
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** In one library. */
export const CREATIVES_MAX = 5_000
export const CREATIVE_LIMITS = { nameChars: 200, tags: 20, tagChars: 100 } as const

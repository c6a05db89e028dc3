// The things of the inventory by their kinds, and which belongs to which.
import type { Ad } from './ad.ts'
import type { Advertiser } from './advertiser.ts'
import type { ApiKey } from './api-key.ts'
import type { Campaign } from './campaign.ts'
import type { Draft } from './entity.ts'
import type { Publisher } from './publisher.ts'

export interface Entities {
  publisher: Publisher
  advertiser: Advertiser
  campaign: Campaign
  ad: Ad
  key: ApiKey
}
export type EntityKind = keyof Entities

/** What one entity belongs to. */
export interface Belonging {
  readonly kind: 'publisher' | 'advertiser' | 'campaign'
  readonly id: string
}

/** Undefined for what stands by itself: publishers, advertisers, and the operator's keys. */
export function belongingOf(kind: EntityKind, entity: Draft<Entities[EntityKind]>): Belonging | undefined {
  switch (kind) {
    case 'campaign':
      return { kind: 'advertiser', id: (entity as Draft<Campaign>).advertiserId }
    case 'ad':
      return { kind: 'campaign', id: (entity as Draft<Ad>).campaignId }
    case 'key': {
      const { publisherId, advertiserId } = entity as Draft<ApiKey>
      if (publisherId !== undefined) return { kind: 'publisher', id: publisherId }
      return advertiserId === undefined ? undefined : { kind: 'advertiser', id: advertiserId }
    }
    case 'publisher':
    case 'advertiser':
      return undefined
  }
}

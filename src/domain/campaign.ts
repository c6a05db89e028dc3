// A campaign says when, where, to whom and for how much its ads are shown.
import type { EntityBase } from './entity.ts'
import type { Feed } from './feed.ts'
import type { Micros } from './money.ts'

export const BID_MODELS = ['cpc', 'cpm', 'cpa'] as const
export type BidModel = (typeof BID_MODELS)[number]

/** In the order in which they serve. */
export const PRIORITIES = ['sponsorship', 'standard', 'house'] as const
export type Priority = (typeof PRIORITIES)[number]
export type CampaignStatus = 'active' | 'paused'

export interface Campaign extends EntityBase {
  readonly advertiserId: string
  readonly name: string
  readonly status: CampaignStatus
  readonly startAtMs?: number
  readonly endAtMs?: number
  readonly budget: { readonly totalMicros?: Micros; readonly dailyMicros?: Micros }
  /** For cpm the amount is per thousand impressions; for cpc and cpa per action. */
  readonly bid: { readonly model: BidModel; readonly amountMicros: Micros }
  readonly pacing: 'even' | 'asap'
  /** IANA name; the day of the daily budget and of day and hour targeting. */
  readonly timeZone: string
  readonly frequencyCaps: readonly FrequencyCap[]
  readonly targeting: Targeting
  readonly priority: Priority
  /** Added to the query of its ads' landing pages at the click; without a mark in front. */
  readonly landingParameters?: string
  /** Where its ads are fetched from; absent: they are brought. */
  readonly feed?: Feed
  /** The media buy that it is a package of; absent: it was made by itself. */
  readonly mediaBuyId?: string
}

/** What a campaign has that says nothing else. */
export const CAMPAIGN_DEFAULTS = {
  status: 'active',
  budget: {},
  pacing: 'even',
  timeZone: 'UTC',
  frequencyCaps: [],
  targeting: {},
  priority: 'standard',
} as const satisfies Partial<Campaign>

/** At most `max` served ads to one `per` within `windowSeconds`, counted over one ad, the campaign or the advertiser. */
export interface FrequencyCap {
  readonly scope: 'ad' | 'campaign' | 'advertiser'
  readonly per: 'user' | 'session' | 'conversation'
  readonly max: number
  readonly windowSeconds: number
}

/** An empty include means everything; exclude always wins. */
export interface Rule<T = string> {
  readonly include: readonly T[]
  readonly exclude: readonly T[]
}

export interface Targeting {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly countries?: Rule
  /** ISO 3166-2 with their countries, upper case. */
  readonly regions?: Rule
  /** BCP 47 primary language subtags, lower case. */
  readonly languages?: Rule
  /** Publisher ids. */
  readonly publishers?: Rule
  /** At least one must stand in what the person writes. */
  readonly keywords?: Rule
  /** The same, beside keywords. */
  readonly categories?: Rule
  readonly placements?: Rule
  /** Device types, lower case: desktop, mobile, tablet … */
  readonly device?: Rule
  /** 0 is Sunday, in the campaign's time zone. */
  readonly days?: Rule<number>
  /** 0–23, in the campaign's time zone. */
  readonly hours?: Rule<number>
}

// A publisher shows ads; its policy says which and how.
import type { LabelLanguage } from './ad-label.ts'
import type { Micros } from './money.ts'
import type { EntityBase } from './entity.ts'
import type { BillingDetails } from './paper.ts'
import type { PayoutMethod } from './payout-method.ts'

export interface Publisher extends EntityBase {
  readonly name: string
  /** Absent: active, as of publishers stored before there was anything else. */
  readonly status?: PublisherStatus
  readonly policy: Policy
  /** Where withdrawals are paid to. */
  readonly payoutMethod?: PayoutMethod
  /** What its statements say of it. */
  readonly billingDetails?: BillingDetails
}

export const PUBLISHER_STATUSES = ['active', 'paused'] as const
export type PublisherStatus = (typeof PUBLISHER_STATUSES)[number]

/** Whether nobody is shown ads by it for now; links that are out, and money, go on. */
export function isPaused({ status }: Pick<Publisher, 'status'>): boolean {
  return status === 'paused'
}

/** A new one goes to the end: what was learned of the others is kept by their place here. */
export const SLOT_FORMATS = ['action_card', 'suffix', 'entity_link'] as const
export type SlotFormat = (typeof SLOT_FORMATS)[number]

/** Undefined where we do not know it. */
export function slotFormatOf(asked: unknown): SlotFormat | undefined {
  return SLOT_FORMATS.find((known) => known === asked)
}

export const HOUSE_ADS = ['fitting', 'backfill'] as const
export type HouseAds = (typeof HOUSE_ADS)[number]

export interface Policy {
  /** 0–1; undefined: the service's default. */
  readonly minRelevance?: number
  /** Show nothing where a conversation has no commercial intent. */
  readonly intentGate: boolean
  /** "relevance" ignores bids and exploration when ordering. */
  readonly ranking: 'value' | 'relevance'
  /** By topic category, or "all". */
  readonly sensitiveTopics: Readonly<Record<string, 'block' | 'allow'>>
  readonly blockedCategories: readonly string[]
  readonly blockedAdvertisers: readonly string[]
  /** Ids of the only ones whose ads are shown, unless they are blocked. Absent or empty: all, as in policies stored before there were any. */
  readonly allowedAdvertisers?: readonly string[]
  readonly blockedDomains: readonly string[]
  /** Least price per billable action of the bid's own model. */
  readonly floorMicros: Micros
  /** Formats that may be served; empty: all. */
  readonly formats: readonly SlotFormat[]
  /** "backfill": a slot that would stay empty gets a house ad, whatever it is about. Absent: fitting, as in policies stored before there was a choice. */
  readonly houseAds?: HouseAds
  readonly requireImpression: boolean
  readonly requireConsent: boolean
  /** In the form of `tierToCompare`. Absent: none, as in policies stored before there were any. */
  readonly adFreeTiers?: readonly string[]
  /** Of which language the labels of ads are. Absent: English, as in policies stored before there was another. */
  readonly labelLanguage?: LabelLanguage
  /** The publisher's percentage of each charge. */
  readonly revenueShare: number
  /** Number of user messages before the first ad may show; 0 or 1: at once. */
  readonly firstAdTurn: number
  /** Least number of user messages between two ads in a conversation. */
  readonly minTurnGap: number
  /** Most ads in a session; 0: no limit. */
  readonly adsPerSession: number
}

/** Whether ads of a format may be served; whoever names no formats takes all. */
export function takesFormat({ formats }: Pick<Policy, 'formats'>, format: SlotFormat): boolean {
  return formats.length === 0 || formats.includes(format)
}

/** A tier of users as it is compared with others. */
export function tierToCompare(tier: string): string {
  return tier.trim().toLowerCase()
}

export const DEFAULT_POLICY: Policy = {
  intentGate: true,
  ranking: 'value',
  sensitiveTopics: {},
  blockedCategories: [],
  blockedAdvertisers: [],
  allowedAdvertisers: [],
  blockedDomains: [],
  floorMicros: 10_000,
  formats: [],
  houseAds: 'fitting',
  requireImpression: false,
  requireConsent: false,
  adFreeTiers: [],
  labelLanguage: 'en',
  revenueShare: 70,
  firstAdTurn: 0,
  minTurnGap: 0,
  adsPerSession: 0,
}

// The parts of the API's answers that the console reads, as docs/http-api.md and /openapi.json describe them.
import type { BillingDetails, PaperSides } from './billing.ts'
import type { DeliveryReason } from './delivery.ts'

export interface Money {
  readonly amount: string
  readonly currency: string
}

export interface Page<T> {
  readonly data: readonly T[]
  readonly nextCursor: string | null
}

interface Resource {
  readonly id: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly archivedAt?: string
}

export interface Publisher extends Resource {
  readonly name: string
  readonly status: 'active' | 'paused'
  readonly policy: Policy
  readonly payoutMethod?: { readonly type: string; readonly account: string; readonly name?: string }
  readonly billingDetails?: BillingDetails
}

export interface Policy {
  /** 0–1; absent: the default of the service. */
  readonly minRelevance?: number
  readonly intentGate: boolean
  readonly ranking: 'value' | 'relevance'
  /** By topic, or "all". */
  readonly sensitiveTopics: Readonly<Record<string, 'block' | 'allow'>>
  readonly blockedCategories: readonly string[]
  readonly blockedAdvertisers: readonly string[]
  readonly allowedAdvertisers: readonly string[]
  readonly blockedDomains: readonly string[]
  readonly floor: Money
  /** Empty: all. */
  readonly formats: readonly SlotFormat[]
  readonly requireImpression: boolean
  readonly requireConsent: boolean
  readonly adFreeTiers: readonly string[]
  /** "reader", or a primary language. */
  readonly labelLanguage: string
  readonly houseAds: 'fitting' | 'backfill'
  /** Percent. */
  readonly revenueShare: number
  readonly firstAdTurn: number
  readonly minTurnGap: number
  readonly adsPerSession: number
}

/** The sensitive topics that a policy may name. */
export const TOPICS = [
  'self_harm',
  'mental_health',
  'medical',
  'tragedy',
  'minors',
  'sexual',
  'hate',
  'violence',
  'weapons',
  'drugs',
  'crime',
  'gambling',
  'politics',
  'religion',
  'finance_distress',
] as const

export interface Advertiser extends Resource {
  readonly name: string
  readonly domain: string
  readonly billing: 'invoiced' | 'prepaid'
  readonly creditLimit?: Money
  readonly lowFunds?: Money
  readonly billingDetails?: BillingDetails
}

export type BidModel = 'cpc' | 'cpm' | 'cpa'

export interface Campaign extends Resource {
  readonly advertiserId: string
  readonly name: string
  readonly status: 'active' | 'paused'
  readonly startAt?: string
  readonly endAt?: string
  readonly budget: { readonly total?: string; readonly daily?: string; readonly currency: string }
  readonly bid: Money & { readonly model: BidModel }
  readonly pacing: 'even' | 'asap'
  /** IANA name; the days of its budget are days there. */
  readonly timeZone: string
  readonly priority: 'sponsorship' | 'standard' | 'house'
  readonly frequencyCaps: readonly FrequencyCap[]
  readonly targeting: Targeting
  readonly landingParameters?: string
  readonly feed?: Feed
  /** In a list that was asked for it. */
  readonly delivery?: { readonly canServe: boolean; readonly reason?: DeliveryReason }
}

export interface Feed {
  readonly url: string
  readonly everyHours: number
  readonly format?: 'ndjson' | 'csv' | 'merchant-tsv' | 'merchant-xml'
  readonly missing: 'keep' | 'archive'
  readonly missingMax: number
}

export interface FrequencyCap {
  readonly max: number
  readonly windowSeconds: number
  readonly per: 'user' | 'session' | 'conversation'
  readonly scope: 'ad' | 'campaign' | 'advertiser'
}

/** A plain list means include; an empty include means all. */
export type Rule<T = string> = readonly T[] | { readonly include: readonly T[]; readonly exclude: readonly T[] }

export interface Targeting {
  readonly countries?: Rule
  readonly regions?: Rule
  readonly languages?: Rule
  readonly publishers?: Rule
  readonly keywords?: Rule
  readonly categories?: Rule
  readonly placements?: Rule
  readonly device?: Rule
  /** 0 is Sunday. */
  readonly days?: Rule<number>
  readonly hours?: Rule<number>
}

export interface Ad extends Resource {
  readonly externalId?: string
  readonly campaignId: string
  readonly status: 'active' | 'paused'
  /** What is out of stock is not shown. */
  readonly availability: 'in_stock' | 'out_of_stock'
  readonly review: 'approved' | 'pending' | 'rejected'
  /** Why it was rejected; also while it was mended and waits anew. */
  readonly reviewReason?: string
  /** What the automatic check of its words found, while it waits. */
  readonly reviewNote?: string
  /** Counts up with each change of what is shown. */
  readonly version: number
  readonly title: string
  readonly description?: string
  readonly landingUrl: string
  readonly imageUrl?: string
  readonly imageAlt?: string
  readonly price?: string
  readonly brand?: string
  readonly ctaText?: string
  readonly keywords: readonly string[]
  readonly categories: readonly string[]
  /** Never empty. */
  readonly formats: readonly SlotFormat[]
  /** BCP 47 */
  readonly language?: string
  /** A machine made its words or picture. */
  readonly aiGenerated?: boolean
}

export interface Key extends Resource {
  readonly name?: string
  readonly mode: 'live' | 'test' | 'browser'
  readonly publisherId?: string
  readonly advertiserId?: string
  readonly scopes: readonly string[]
  readonly origins: readonly string[]
  readonly start: string
  readonly lastFour: string
  readonly expiresAt?: string
  readonly revokedAt?: string
  readonly lastUsedAt?: string
}

/** What a key reads of itself. */
export interface OwnKey {
  readonly publisherId?: string
  readonly advertiserId?: string
  readonly ownerName?: string
  /** All that it holds. */
  readonly scopes: readonly string[]
}

export interface IssuedKey extends Key {
  readonly key: string
}

/** What can be pushed of shown ads. */
export const WEBHOOK_EVENTS = ['impression', 'click', 'conversion', 'feedback'] as const
/** What becomes of ads and money, of which publishers do not hear. */
export const WEBHOOK_NOTICES = ['ad_review', 'total_budget_spent', 'low_funds', 'no_funds'] as const

export interface Webhook {
  readonly id: string
  /** Absent: it hears of everybody's. */
  readonly owner?: string
  readonly url: string
  readonly events: readonly string[]
  readonly status: 'active' | 'paused'
  readonly waiting: number
  readonly dropped: number
  /** The last attempt, where the receiver did not take it. */
  readonly lastFailure?: { readonly at: string; readonly detail: string }
}

export interface IssuedWebhook extends Webhook {
  readonly secret: string
}

/** What became of a message that was sent to try a webhook. */
export interface Ping {
  readonly delivered: boolean
  readonly statusCode?: number
  readonly durationMs: number
  readonly detail?: string
}

export interface ImportResult {
  readonly imported: number
  readonly updated: number
  readonly unchanged: number
  /** Ads that the file does not name, where it was to name all. */
  readonly archived: number
  readonly rejected: number
  /** Of the new and changed ones. */
  readonly pending: number
  readonly errors: readonly {
    readonly line: number
    readonly externalId?: string
    readonly title?: string
    readonly field: string
    /** What the file calls it, where that is another name. */
    readonly column?: string
    readonly message: string
  }[]
  readonly errorsTruncated: boolean
  readonly warnings: readonly { readonly code: string; readonly message: string; readonly field: string }[]
  readonly review: string
}

/** What a publisher has earned. */
export interface Balance {
  readonly pending: Money
  readonly available: Money
  readonly inTransit: Money
  readonly paid: Money
  readonly minimumWithdrawal: Money
}

interface PaperBase extends PaperSides {
  readonly id: string
  readonly status: 'open' | 'confirmed'
  readonly from: string
  readonly to: string
  readonly opening: Money
  readonly adjusted: Money
  readonly closing: Money
  readonly createdAt: string
  readonly confirmedAt?: string
}

interface PaperLine {
  readonly model: BidModel
  readonly events: number
  readonly amount: Money
  readonly reversed: Money
}

export interface Statement extends PaperBase {
  readonly publisherId: string
  readonly earned: Money
  readonly reversed: Money
  readonly paid: Money
  readonly lines: readonly (PaperLine & { readonly date: string })[]
}

export interface Invoice extends PaperBase {
  readonly advertiserId: string
  readonly charged: Money
  readonly refunded: Money
  readonly received: Money
  readonly due: Money
  readonly unpaid: Money
  readonly paidAt?: string
  readonly overdue: boolean
  readonly lines: readonly (PaperLine & { readonly campaignId: string })[]
}

export interface Withdrawal {
  readonly id: string
  readonly publisherId: string
  readonly status: 'submitted' | 'processing' | 'paid' | 'canceled'
  readonly amount: Money
  /** As it was when it was asked for. */
  readonly payoutMethod: NonNullable<Publisher['payoutMethod']>
  readonly reference?: string
  readonly createdAt: string
}

export const SLOT_FORMATS = ['action_card', 'suffix', 'entity_link'] as const
export type SlotFormat = (typeof SLOT_FORMATS)[number]

export interface NoFill {
  readonly reason: string
  readonly code: number
  readonly detail?: string
}

export interface AnswerAd {
  readonly id: string
  readonly externalId?: string
  readonly content?: {
    readonly title?: string
    readonly description?: string
    readonly imageUrl?: string
    readonly imageAlt?: string
    /** Its advertiser's name where it has no other. */
    readonly brand?: { readonly name: string }
    readonly price?: string
    readonly ctaText?: string
    readonly ctaUrl?: string
    readonly destinationDomain?: string
    readonly text?: string
    readonly url?: string
  }
  readonly enhancedFragments?: readonly Fragment[]
  readonly advertiser: { readonly name: string; readonly domain: string }
  readonly disclosure: {
    readonly label: string
    readonly by: string
    readonly aiGenerated?: boolean
    readonly whyUrl: string
  }
  readonly relevance: number
}

/** Positions are UTF-16 code units of the answer's text, end exclusive. */
export interface Fragment {
  readonly text: string
  readonly url: string
  readonly position: { readonly start: number; readonly end: number }
}

export interface AdsAnswer {
  readonly requestId: string
  readonly test?: boolean
  readonly slots: readonly {
    readonly slotId: string
    readonly format: string
    readonly ads: readonly AnswerAd[]
    readonly noFill?: NoFill
  }[]
  readonly warnings: readonly { readonly code: string; readonly message: string; readonly field?: string }[]
  readonly explain?: Explanation
}

export interface Explanation {
  readonly signals: {
    readonly language: string
    /** 0–1 */
    readonly commercialIntent: number
    readonly sensitiveTopics: readonly { readonly category: string; readonly score: number }[]
    /** Empty in a past decision: no log keeps what was said. */
    readonly terms: readonly { readonly term: string; readonly weight: number }[]
  }
  readonly stages: readonly { readonly stage: string; readonly microseconds: number }[]
  readonly candidates: readonly Candidate[]
}

export interface Candidate {
  /** Absent where the ad serves no more. */
  readonly adId?: string
  readonly externalId?: string
  readonly campaignId: string
  readonly relevance: number
  readonly score: number
  readonly bid: Money & { readonly model: BidModel }
  readonly price?: Money
  readonly stoppedBy?: string
  readonly missedRule?: string
}

/** How well the ads of a campaign fit a conversation. */
export interface CampaignMatch {
  readonly signals: { readonly language: string; readonly commercialIntent: number }
  /** Why no ad at all is shown to it. */
  readonly gate?: string
  /** Of targeting. */
  readonly missedRule?: string
  readonly bestRelevance: number
  readonly ads: readonly MatchedAd[]
}

export interface MatchedAd {
  readonly id: string
  readonly externalId?: string
  readonly title: string
  readonly relevance: number
  readonly stoppedBy?: string
  readonly match?: {
    readonly terms: readonly { readonly term: string; readonly otherName?: true; readonly needed?: true }[]
  }
}

/** What became of a slot in the last decisions. */
export interface SlotOutcome {
  readonly publisherId: string
  readonly slotId: string
  readonly format: string
  readonly requests: number
  readonly filled: number
  /** By reason. */
  readonly empty: Readonly<Record<string, number>>
}

export interface SlotOutcomes {
  readonly decisions: number
  readonly since: string | null
  readonly data: readonly SlotOutcome[]
}

/** What a person can say of an ad. */
export const REACTIONS = ['up', 'down', 'dismiss', 'report'] as const
export type Reaction = (typeof REACTIONS)[number]

export interface Feedback {
  readonly id: string
  readonly reaction: Reaction
  readonly reasons: readonly string[]
  readonly adId: string
  readonly externalId?: string
  readonly title: string
  /** The version that was shown. */
  readonly adVersion: number
  readonly campaignId: string
  readonly advertiserId: string
  readonly publisherId: string
  readonly createdAt: string
}

export interface Decision {
  readonly requestId: string
  readonly decidedAt: string
  readonly publisherId: string
  readonly test: boolean
  readonly slots: readonly {
    readonly slotId: string
    readonly format: string
    readonly ads: readonly { readonly adId?: string; readonly externalId?: string; readonly price: Money }[]
    readonly noFill?: NoFill
  }[]
  readonly explain: Explanation
}

/** What somebody changed, as its history tells it. */
export interface Change {
  readonly id: string
  readonly occurredAt: string
  readonly keyId: string
  readonly keyName?: string
  readonly action: string
  readonly kind: string
  readonly entityId: string
  readonly changes: readonly FieldChange[]
}

export interface FieldChange {
  readonly field: string
  /** Null: nothing. */
  readonly from: unknown
  readonly to: unknown
}

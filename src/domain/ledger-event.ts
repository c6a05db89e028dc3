// What happened to a served ad, as it reaches the ledger, and what the ledger says to it.
import { BILLABLE_MS, LINK_LIFE_MS, type LinkPayload } from './link.ts'
import { decisionTimeMs } from './link-token.ts'
import type { Micros } from './money.ts'

export const EVENT_KINDS = [
  'impression',
  'viewable',
  'click',
  'conversion',
  'dismiss',
  'view_time',
  'feedback',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** Why an event is kept but neither billed nor counted as valid. */
export const IGNORE_REASONS = [
  'duplicate',
  'expired',
  'bot',
  'declared_agent',
  'data_center',
  'rate',
  'prefetch',
  'traffic_rule',
  'no_impression',
  'over_budget',
  'test',
  'unknown_impression',
  'not_billable',
  'reversed',
] as const
export type IgnoreReason = (typeof IGNORE_REASONS)[number]

/** Times in sight that are kept of one impression: whoever holds a link names them, and they are kept for good. */
export const VIEW_TIMES_MAX = 16

/** A conversion follows a click within 30 days, or else a view within one. */
export type Attribution = 'click' | 'view'

export interface LedgerEvent {
  readonly kind: EventKind
  readonly link: LinkPayload
  /** `imp_…` of the served ad. */
  readonly impressionId: string
  /** Tells repeated facts of one kind apart: the transaction id of a conversion, the event id of a view_time; empty otherwise. */
  readonly factKey: string
  readonly occurredAtMs: number
  readonly receivedAtMs: number
  /** Set where the event must be kept without being counted or billed; an over-budget click is found by the ledger. */
  readonly ignore?: IgnoreReason
  /** Publisher policy: a click without an impression is not valid. */
  readonly requireImpression: boolean
  /** Publisher's percentage. */
  readonly revenueShare: number
  /** Conversions: what the advertiser reported. */
  readonly conversion?: { readonly type: string; readonly valueMicros?: Micros }
  /** view_time: milliseconds; feedback and dismiss: what was said, such as "report:scam". */
  readonly detail?: string
}

/** What the ledger calls a fact, such as `imp_…:click`: by it a fact is taken back, and a webhook tells messages apart. */
export function nameOfFact(impressionId: string, kind: EventKind, factKey: string): string {
  return `${impressionId}:${kind}${factKey && `:${factKey}`}`
}

/**
 * Too late to count, as an event of this kind. Judged by when it reached us: when a caller says that something occurred is
 * the caller's word.
 */
export function isExpired(
  { link, receivedAtMs }: Pick<LedgerEvent, 'link' | 'receivedAtMs'>,
  kind: EventKind,
): boolean {
  return receivedAtMs - decisionTimeMs(link) > LIFE_MS[kind]
}

const LIFE_MS: Record<EventKind, number> = {
  impression: BILLABLE_MS.impression,
  viewable: BILLABLE_MS.impression,
  click: BILLABLE_MS.click,
  conversion: BILLABLE_MS.conversion,
  dismiss: LINK_LIFE_MS,
  view_time: LINK_LIFE_MS,
  feedback: LINK_LIFE_MS,
}

export const EVENT_STATUSES = ['accepted', 'duplicate', 'ignored'] as const

export interface EventOutcome {
  readonly status: (typeof EVENT_STATUSES)[number]
  readonly reason?: IgnoreReason
  readonly chargedMicros: Micros
  /** What led to a conversion that counts. */
  readonly attribution?: Attribution
  /** Approved landing page of the ad version that the link names; undefined where the store does not know it. */
  readonly landingUrl?: string
}

/** Spend of one campaign, as it stands after a commit. */
export interface CampaignSpend {
  readonly campaignNumber: number
  readonly totalMicros: Micros
  /** Day number in the campaign's time zone: days since 1970-01-01 there. */
  readonly day: number
  readonly dayMicros: Micros
}

export interface AdvertiserFunds {
  readonly advertiserNumber: number
  readonly balanceMicros: Micros
}

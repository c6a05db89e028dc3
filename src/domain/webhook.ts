// A webhook: an address of somebody else's that is told of events as they are accepted, and of what became of ads and money.
import type { EventKind } from './ledger-event.ts'

/** What can be pushed of shown ads; views in sight and dismissals are for reports alone. */
const EVENT_WEBHOOK_KINDS = ['impression', 'click', 'conversion', 'feedback'] as const satisfies readonly EventKind[]
/** What becomes of ads and money: the affair of operators and of the advertiser itself. */
export const NOTICE_KINDS = ['ad_review', 'total_budget_spent', 'low_funds', 'no_funds'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

export const WEBHOOK_KINDS = [...EVENT_WEBHOOK_KINDS, ...NOTICE_KINDS] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]

/** While it is paused, messages wait for it, as many as for any. */
export const WEBHOOK_STATUSES = ['active', 'paused'] as const
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number]

export interface Webhook {
  /** `wh_…`. */
  readonly id: string
  /** The advertiser or publisher whose events it gets; empty: everybody's. */
  readonly owner: string
  readonly url: string
  readonly kinds: readonly WebhookKind[]
  readonly status: WebhookStatus
  readonly createdAtMs: number
  /** Deliveries that were given up, or found the outbox full. */
  readonly dropped: number
  /** The last attempt, where its receiver did not take it; gone once it takes one, or has another address. */
  readonly lastFailure?: WebhookFailure
}

/** An attempt that was not heard. */
export type WebhookFailure = Omit<Unheard, 'heard'> & { readonly atMs: number }

/** What may become otherwise of one that is there; its secret and its owner may not. */
export type WebhookChange = Partial<Pick<Webhook, 'url' | 'kinds' | 'status'>>

/** One message on its way to a webhook. */
export interface Delivery {
  readonly number: number
  readonly webhookId: string
  readonly url: string
  /** JSON, as it is signed and sent. */
  readonly body: string
  /** How often it was tried. */
  readonly attempts: number
}

/** What became of a message that was sent. */
export type Outcome = { readonly heard: true; readonly statusCode: number } | Unheard

interface Unheard {
  readonly heard: false
  readonly reason: UnheardReason
  /** A sentence for whoever mends the receiver. */
  readonly detail: string
  /** Where the receiver answered, and not with 2xx. */
  readonly statusCode?: number
}

/** `address_refused`: where it leads nothing is sent. */
export const UNHEARD_REASONS = [
  'address_refused',
  'unknown_host',
  'connection_refused',
  'unreachable',
  'tls_failed',
  'timeout',
  'connection_lost',
  'no_http',
  'status_code',
] as const
export type UnheardReason = (typeof UNHEARD_REASONS)[number]

/** Messages that wait for one webhook; beyond it new ones are dropped and counted. */
export const OUTBOX_MAX = 10_000
export const WEBHOOKS_MAX = 1_000
/** Each event writes a message for each webhook that hears of it, so no owner may have many. */
export const WEBHOOKS_PER_OWNER_MAX = 20

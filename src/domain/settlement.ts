// What happens to money after the charge: reversals, statements and invoices, withdrawals.
import type { BidModel } from './campaign.ts'
import { DAY_MS } from '../base/clock.ts'
import type { EventKind } from './ledger-event.ts'
import type { Micros } from './money.ts'
import type { NumberedPaper, PaperSays } from './paper.ts'
import type { PayoutMethod } from './payout-method.ts'

/** A publisher's earnings wait so long before they can be withdrawn, so that what is found invalid meanwhile was never paid. */
export const PENDING_MS = 7 * DAY_MS

/** Names one event of the ledger; without a kind, every valid event of the impression. */
export interface FactName {
  readonly impressionId: string
  readonly kind?: EventKind
  /** The transaction of a conversion; empty otherwise. */
  readonly factKey?: string
}

/** Valid events that share something; every part narrows. */
export interface FactFilter {
  readonly impressionIds?: readonly string[]
  readonly publisherId?: string
  readonly campaignId?: string
  readonly advertiserId?: string
  readonly adId?: string
  readonly country?: string
  readonly slot?: string
  readonly kinds?: readonly EventKind[]
  /** By the moment of arrival, `toMs` excluded. */
  readonly fromMs?: number
  readonly toMs?: number
}

export interface ReversalOutcome {
  /** Whether the reversal stands in the books as a document: it took something back, now or when it was sent before. */
  readonly recorded: boolean
  /** Events that no longer count. */
  readonly reversed: number
  /** Named events that had been reversed before. */
  readonly already: number
  /** Named events that are not on record, or never counted. */
  readonly unknown: number
  readonly refundedMicros: Micros
  /** What publishers gave back of it. */
  readonly publisherMicros: Micros
}

/** What the documents of each kind say. */
interface Bodies {
  readonly statement: StatementBody
  readonly invoice: StatementBody
  readonly withdrawal: WithdrawalBody
  readonly reversal: ReversalBody
}

export type DocumentKind = keyof Bodies
export type StatementKind = 'statement' | 'invoice'

/** A paper of the books: what it says never changes, what becomes of it is added step by step. */
export interface LedgerDocument<K extends DocumentKind = DocumentKind> {
  readonly number: number
  readonly id: string
  readonly kind: K
  /** The publisher or advertiser that it is about; empty for reversals. */
  readonly owner: string
  readonly body: Bodies[K]
  readonly atMs: number
  readonly steps: readonly DocumentStep[]
}

export interface DocumentStep {
  readonly status: DocumentStatus
  readonly note: string
  readonly atMs: number
}

export type DocumentStatus = 'open' | 'confirmed' | 'submitted' | 'processing' | 'paid' | 'canceled'

/** Where a document of each kind begins, and what may follow on what. */
export const FIRST_STATUS: Readonly<Partial<Record<DocumentKind, DocumentStatus>>> = {
  statement: 'open',
  invoice: 'open',
  withdrawal: 'submitted',
}
export const NEXT_STATUS: Readonly<Partial<Record<DocumentStatus, readonly DocumentStatus[]>>> = {
  open: ['confirmed'],
  // Whoever transfers the money says so first, so that the publisher can no longer cancel meanwhile.
  submitted: ['processing', 'canceled'],
  processing: ['paid', 'canceled'],
}

/** All that was booked for one publisher or advertiser between two entries of the ledger; each entry is on one statement. */
export interface StatementBody {
  /** The first entry is the one after `fromEntry`, the last one is `throughEntry`. */
  readonly fromEntry: number
  readonly throughEntry: number
  readonly fromMs: number
  readonly toMs: number
  readonly openingMicros: Micros
  /** Sums by kind of posting; kinds that sum to nothing are left out. */
  readonly sums: Readonly<Record<string, Micros>>
  readonly closingMicros: Micros
  readonly lines: readonly StatementLine[]
  /** Absent on those that older releases made. */
  readonly paper?: NumberedPaper
}

export interface NewStatement {
  readonly kind: StatementKind
  readonly id: string
  readonly owner: string
  readonly atMs: number
  /** Default: all that was booked. */
  readonly untilMs?: number
  readonly paper?: PaperSays
}

/** Charges and reversals of a day (publishers, UTC) or of a campaign (advertisers). */
export interface StatementLine {
  readonly key: string
  readonly model: BidModel
  readonly events: number
  readonly chargedMicros: Micros
  readonly reversedMicros: Micros
}

/** What an advertiser owed when an invoice of it ended. */
export interface InvoiceDebt {
  readonly advertiserId: string
  /** The last entry of the invoice: what was booked later may pay it. */
  readonly throughEntry: number
  readonly debtMicros: Micros
}

/** What became of a debt by what was booked later. */
export interface InvoicePayment {
  /** Whole minor units. */
  readonly unpaidMicros: Micros
  /** When that was booked with which nothing was left of it; absent while something is, and where nothing was owed. */
  readonly paidAtMs?: number
}

export interface WithdrawalBody {
  readonly amountMicros: Micros
  readonly method: PayoutMethod
}

export interface NewWithdrawal {
  readonly id: string
  readonly publisherId: string
  readonly body: WithdrawalBody
  readonly atMs: number
}

export interface ReversalBody {
  readonly reason: string
  /** The key that did it. It and what was asked for are absent on those of older releases. */
  readonly keyId?: string
  /** What was asked for: so many events by name … */
  readonly named?: number
  /** … or all that the filter let through. */
  readonly filter?: FactFilter
}

/** What a reversal came to. */
export interface ReversalSums {
  /** Events that no longer count. */
  readonly reversed: number
  readonly refundedMicros: Micros
  /** What publishers gave back of it. */
  readonly publisherMicros: Micros
}

export interface PublisherBalance {
  /** Earned within the last seven days. */
  readonly pendingMicros: Micros
  /** May be below zero where paid earnings were reversed. */
  readonly availableMicros: Micros
  /** In withdrawals that are neither paid nor canceled. */
  readonly inTransitMicros: Micros
  readonly paidMicros: Micros
}

/** To the micro; nothing where the advertiser had funds left. */
export function debtOf(
  advertiserId: string,
  { throughEntry, closingMicros }: Pick<StatementBody, 'throughEntry' | 'closingMicros'>,
): InvoiceDebt {
  return { advertiserId, throughEntry, debtMicros: Math.max(-closingMicros, 0) }
}

export function statusOf({ kind, steps }: Pick<LedgerDocument, 'kind' | 'steps'>): DocumentStatus | undefined {
  return steps.at(-1)?.status ?? FIRST_STATUS[kind]
}

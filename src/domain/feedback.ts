// What a person says about an ad: a thumb, a wish to see it no more, or a report; and how the ledger keeps it.
import { DAY_MS } from '../base/clock.ts'
import type { EventKind } from './ledger-event.ts'
import type { SlotFormat } from './publisher.ts'

export const REACTIONS = ['up', 'down', 'dismiss', 'report'] as const
export type Reaction = (typeof REACTIONS)[number]

export const FEEDBACK_REASONS = [
  'misleading',
  'offensive',
  'irrelevant',
  'repetitive',
  'scam',
  'inappropriate',
  'other',
] as const
export type FeedbackReason = (typeof FEEDBACK_REASONS)[number]

/** How long an ad is not shown again to a person who dismissed or reported it. */
export const DISMISSED_MS = 30 * DAY_MS

export interface Feedback {
  readonly reaction: Reaction
  readonly reasons: readonly FeedbackReason[]
}

/** Feedback as it is listed, with the ad that it is about. Ids are empty where nothing of them is on record. */
export interface GivenFeedback extends Feedback {
  /** Its place in the ledger; later ones have larger numbers. */
  readonly sequence: number
  /** What the ledger calls it, such as `imp_…:feedback:report`; to an advertiser, `unsignedName`. */
  readonly id: string
  /** Not told to advertisers. */
  readonly impressionId?: string
  readonly adId: string
  readonly externalId?: string
  /** What the ad is called now. */
  readonly title: string
  /** The version that was shown. */
  readonly adVersion: number
  readonly campaignId: string
  readonly advertiserId: string
  readonly publisherId: string
  readonly slotId: string
  readonly format: SlotFormat
  readonly receivedAtMs: number
}

/** One of each reaction counts for an ad that was shown; a changed mind is kept beside the first thought. */
export function factOf({ reaction, reasons }: Feedback): { kind: EventKind; factKey: string; detail: string } {
  const detail = [reaction, ...new Set(reasons)].join(':')
  return reaction === 'dismiss'
    ? { kind: 'dismiss', factKey: '', detail }
    : { kind: 'feedback', factKey: reaction, detail }
}

/** What a fact of the ledger says of its ad; undefined for one that says nothing. */
export function reactionOf(kind: EventKind, factKey: string): Reaction | undefined {
  if (kind === 'dismiss') return 'dismiss'
  return kind === 'feedback' ? REACTIONS.find((reaction) => reaction === factKey) : undefined
}

/** The reasons that a fact was kept with. */
export function reasonsIn(detail: string | undefined | null): FeedbackReason[] {
  return (detail ?? '').split(':').slice(1) as FeedbackReason[]
}

/**
 * What an advertiser hears it called. The id of an impression is its click id, too, which stands beside the name of whoever came by it and bought:
 * by that, the one who is reported would know the one who did it.
 */
export function unsignedName(sequence: number): string {
  return `said_${sequence}`
}

export interface FeedbackQuery {
  readonly test: boolean
  readonly reaction?: Reaction
  readonly adId?: string
  readonly advertiserId?: string
  readonly campaignId?: string
  readonly publisherId?: string
  /** The sequence of the last one that was seen. */
  readonly before?: number
  readonly limit: number
}

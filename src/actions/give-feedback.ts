// What a person says about an ad: a thumb, a wish to see it no more, or a report.
import type { Clock } from '../base/clock.ts'
import type { EventOutcome } from '../domain/ledger-event.ts'
import type { LinkSigner } from '../domain/link-token.ts'
import type { Directory } from '../engine/directory.ts'
import type { LedgerStore } from '../store/contract.ts'
import { linkEventOf, verifiedLink } from './link-event.ts'
import { answerOfLedger } from './track-event.ts'

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

export interface Feedback {
  readonly reaction: Reaction
  readonly reasons: readonly FeedbackReason[]
}

/** @throws ServiceError not_found for a link that was not signed here, unavailable where the ledger refuses or is late */
export type GiveFeedback = (token: string, feedback: Feedback) => Promise<EventOutcome['status']>

export function createGiveFeedback(deps: {
  readonly signer: Pick<LinkSigner, 'verify'>
  readonly ledger: Pick<LedgerStore, 'append'>
  readonly directory: Pick<Directory, 'publishers'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly patienceMs?: number
}): GiveFeedback {
  return async (token, { reaction, reasons }) => {
    const link = verifiedLink(deps.signer, token)
    const event = linkEventOf(
      link,
      {
        kind: reaction === 'dismiss' ? 'dismiss' : 'feedback',
        receivedAtMs: deps.clock.nowMs(),
        // One of each reaction counts for an ad that was shown; a changed mind is kept beside the first thought.
        factKey: reaction === 'dismiss' ? '' : reaction,
        detail: [reaction, ...new Set(reasons)].join(':'),
      },
      deps.directory,
    )
    return (await answerOfLedger(deps.ledger.append([event]), deps.patienceMs))[0]!.status
  }
}

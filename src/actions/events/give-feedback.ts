// Keeps what a person says about an ad.
import type { Clock } from '../../base/clock.ts'
import { type Feedback, factOf } from '../../domain/feedback.ts'
import type { EventOutcome } from '../../domain/ledger-event.ts'
import type { LinkSigner } from '../../domain/link-token.ts'
import type { Directory } from '../../engine/directory.ts'
import type { LedgerStore } from '../../store/contract.ts'
import { answerOfLedger } from './answer-of-ledger.ts'
import { linkEventOf, verifiedLink } from './link-event.ts'

/** @throws ServiceError not_found for a link that was not signed here, unavailable where the ledger refuses or is late */
export type GiveFeedback = (token: string, feedback: Feedback) => Promise<EventOutcome['status']>

export function createGiveFeedback(deps: {
  readonly signer: Pick<LinkSigner, 'verify'>
  readonly ledger: Pick<LedgerStore, 'append'>
  readonly directory: Pick<Directory, 'publishers'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly patienceMs?: number
}): GiveFeedback {
  return async (token, feedback) => {
    const happening = { ...factOf(feedback), receivedAtMs: deps.clock.nowMs() }
    const event = linkEventOf(verifiedLink(deps.signer, token), happening, deps.directory)
    return (await answerOfLedger(deps.ledger.append([event]), deps.patienceMs))[0]!.status
  }
}

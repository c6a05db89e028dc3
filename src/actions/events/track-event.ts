// One view of an ad, as a pixel or beacon reports it.
import type { Clock } from '../../base/clock.ts'
import type { Hit } from '../../domain/hit.ts'
import type { LinkSigner } from '../../domain/link-token.ts'
import type { Directory } from '../../engine/directory.ts'
import type { TrafficFilter } from '../../engine/traffic-filter.ts'
import type { LedgerStore } from '../../store/contract.ts'
import { notRecorded } from './answer-of-ledger.ts'
import { linkEventOf, verifiedLink } from './link-event.ts'
import { settleWithin } from './settle-within.ts'

/**
 * Resolves once the view is durable, or after a second: then it may yet be recorded.
 * @param look true for a request that only looks whether the link is good (HEAD): nothing is recorded
 * @throws ServiceError not_found for a link that was not signed here, unavailable where the ledger refused
 */
export type TrackEvent = (kind: 'impression' | 'viewable', token: string, hit: Hit, look: boolean) => Promise<void>

const PATIENCE_MS = 1_000

export function createTrackEvent(deps: {
  readonly signer: Pick<LinkSigner, 'verify'>
  readonly ledger: Pick<LedgerStore, 'append'>
  readonly directory: Pick<Directory, 'publishers'>
  readonly filter: TrafficFilter
  readonly clock: Pick<Clock, 'nowMs'>
  readonly patienceMs?: number
}): TrackEvent {
  return async (kind, token, hit, look) => {
    const link = verifiedLink(deps.signer, token)
    if (look) return
    const receivedAtMs = deps.clock.nowMs()
    const ignore = deps.filter.judge(kind, hit, link, receivedAtMs)
    const event = linkEventOf(link, { kind, receivedAtMs, ignore }, deps.directory)
    const appended = await settleWithin(deps.ledger.append([event]), deps.patienceMs ?? PATIENCE_MS)
    if (appended.state === 'failed') throw notRecorded(appended.error)
  }
}

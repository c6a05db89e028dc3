// From a link and what happened to it to the event that the ledger judges; the same for clicks, views and conversions.
import type { Caller } from '../../domain/api-key.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { EventKind, IgnoreReason, LedgerEvent } from '../../domain/ledger-event.ts'
import type { LinkPayload } from '../../domain/link.ts'
import { decisionTimeMs, impressionIdOf, type LinkSigner } from '../../domain/link-token.ts'
import { DEFAULT_POLICY } from '../../domain/publisher.ts'
import type { Directory } from '../../engine/directory.ts'
import { mayReach } from '../authorise.ts'

export interface Happening {
  readonly kind: EventKind
  readonly receivedAtMs: number
  /** As the sender says; moved into the time between the decision and now. */
  readonly occurredAtMs?: number | undefined
  readonly factKey?: string
  readonly ignore?: IgnoreReason | undefined
  readonly conversion?: LedgerEvent['conversion']
  readonly detail?: string | undefined
}

/** What a signed link carries. @throws ServiceError not_found for one that was not signed here */
export function verifiedLink(signer: Pick<LinkSigner, 'verify'>, token: string): LinkPayload {
  const link = signer.verify(token)
  if (link === undefined) throw unknownLink()
  return link
}

export function unknownLink(): ServiceError {
  return new ServiceError(
    'not_found',
    'This link is damaged or was not made here; use the URLs of an answer as they are',
  )
}

export function linkEventOf(
  link: LinkPayload,
  happening: Happening,
  directory: Pick<Directory, 'publishers'>,
): LedgerEvent {
  const { kind, receivedAtMs, factKey = '', ignore, conversion, detail } = happening
  const policy = directory.publishers.byNumber(link.publisherNumber)?.policy ?? DEFAULT_POLICY
  const decidedAtMs = Math.min(decisionTimeMs(link), receivedAtMs)
  return {
    kind,
    link,
    impressionId: impressionIdOf(link),
    factKey,
    occurredAtMs: Math.min(Math.max(happening.occurredAtMs ?? receivedAtMs, decidedAtMs), receivedAtMs),
    receivedAtMs,
    requireImpression: policy.requireImpression,
    revenueShare: policy.revenueShare,
    ...(ignore !== undefined && { ignore }),
    ...(conversion !== undefined && { conversion }),
    ...(detail !== undefined && { detail }),
  }
}

/** True where the caller may report for the publisher that showed the ad. */
export function isOwnLink(caller: Caller, link: LinkPayload, directory: Pick<Directory, 'publishers'>): boolean {
  return mayReach(caller, directory.publishers.byNumber(link.publisherNumber)?.id)
}

/** True where a test key speaks of an ad that was served live. It tries things out: what it says is kept and never counts. */
export function isTrial(caller: Caller | undefined, link: LinkPayload): boolean {
  return caller?.mode === 'test' && !link.test
}

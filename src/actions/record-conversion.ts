// A conversion: an advertiser reports what became of a click or a view, once for each of its transactions.
import type { Clock } from '../base/clock.ts'
import { holdsScope, type Caller } from '../domain/api-key.ts'
import { ServiceError } from '../domain/errors.ts'
import type { EventOutcome } from '../domain/ledger-event.ts'
import type { LinkPayload } from '../domain/link.ts'
import { impressionIdOf, type LinkSigner } from '../domain/link-token.ts'
import type { Micros } from '../domain/money.ts'
import type { Directory } from '../engine/directory.ts'
import type { IdempotencyStore, LedgerStore } from '../store/contract.ts'
import { linkEventOf } from './link-event.ts'
import { UNKNOWN_LINK } from './track-event.ts'

export interface Conversion {
  /** What `{click_id}` held on the landing page: an impression id. The token of a click link is understood too. */
  readonly impressionId: string
  readonly transactionId: string
  readonly type: string
  readonly valueMicros?: Micros
  readonly occurredAtMs?: number
}

export interface ConversionResult {
  readonly impressionId: string
  readonly status: EventOutcome['status']
  readonly reason?: EventOutcome['reason']
}

/**
 * Resolves once the conversion is durable.
 * @throws ServiceError scope_insufficient, not_found (also for an impression of somebody else's campaign),
 * idempotency_conflict while the same transaction is being recorded, unavailable
 */
export type RecordConversion = (caller: Caller, conversion: Conversion) => Promise<ConversionResult>

export function createRecordConversion(deps: {
  readonly signer: Pick<LinkSigner, 'verify'>
  readonly ledger: Pick<LedgerStore, 'append' | 'findLink'>
  readonly idempotency: IdempotencyStore
  readonly directory: Pick<Directory, 'publishers' | 'campaigns'>
  readonly clock: Pick<Clock, 'nowMs'>
}): RecordConversion {
  const { signer, ledger, idempotency, directory, clock } = deps

  return async (caller, conversion) => {
    checkCaller(caller)
    const link = await findLink(conversion.impressionId)
    const advertiserId = link && directory.campaigns.byNumber(link.campaignNumber)?.advertiserId
    const isOwn = advertiserId !== undefined && (caller.scopes.has('admin') || caller.advertiserId === advertiserId)
    if (link === undefined || !isOwn) {
      throw new ServiceError('not_found', `No click or impression of yours is known by this id. ${UNKNOWN_LINK}`, {
        field: 'clickId',
      })
    }
    return record(link, advertiserId, conversion)
  }

  async function findLink(id: string): Promise<LinkPayload | undefined> {
    return id.startsWith('imp_') ? ledger.findLink(id) : signer.verify(id)
  }

  /**
   * The ledger takes a transaction once for each impression. That it is taken once for all impressions of an advertiser
   * is held by a claim on the transaction, which names the impression that came first.
   */
  async function record(link: LinkPayload, advertiserId: string, conversion: Conversion): Promise<ConversionResult> {
    const impressionId = impressionIdOf(link)
    const claimKey = `conversion:${advertiserId}:${conversion.transactionId}`
    const receivedAtMs = clock.nowMs()
    const claim = await idempotency.begin(claimKey, impressionId, receivedAtMs)
    if (claim.state === 'in_flight') {
      throw new ServiceError('idempotency_conflict', 'This transaction is being recorded; send it again in a second', {
        retryAfterSeconds: 1,
      })
    }
    const event = linkEventOf(
      link,
      {
        kind: 'conversion',
        receivedAtMs,
        occurredAtMs: conversion.occurredAtMs,
        factKey: conversion.transactionId,
        ignore: claim.state === 'mismatch' ? 'duplicate' : undefined,
        conversion: {
          type: conversion.type,
          ...(conversion.valueMicros !== undefined && { valueMicros: conversion.valueMicros }),
        },
      },
      directory,
    )
    const outcome = await appendClaimed(event, claim.state === 'new' ? claimKey : undefined)
    if (outcome.reason === 'duplicate') return { impressionId, status: 'duplicate' }
    return { impressionId, status: outcome.status, ...(outcome.reason !== undefined && { reason: outcome.reason }) }
  }

  async function appendClaimed(
    event: ReturnType<typeof linkEventOf>,
    claimKey: string | undefined,
  ): Promise<EventOutcome> {
    try {
      const outcome = (await ledger.append([event]))[0]!
      if (claimKey !== undefined) {
        // What did not count leaves the transaction free for the click that deserves it.
        if (outcome.status === 'ignored') await idempotency.abandon(claimKey)
        else await idempotency.finish(claimKey, { status: 200, body: '' })
      }
      return outcome
    } catch (error) {
      if (claimKey !== undefined) await idempotency.abandon(claimKey).catch(() => {})
      throw error
    }
  }
}

/** Conversions come from advertisers, whose keys carry one of the two scopes, and from the operator. */
function checkCaller(caller: Caller): void {
  const isAdvertiser = caller.advertiserId !== undefined || caller.scopes.has('admin')
  if (isAdvertiser && (holdsScope(caller, 'events:write') || holdsScope(caller, 'inventory:write'))) return
  throw new ServiceError(
    'scope_insufficient',
    'Conversions need the key of an advertiser with the scope events:write or inventory:write',
  )
}

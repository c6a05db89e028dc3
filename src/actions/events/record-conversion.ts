// A conversion: an advertiser reports what became of a click or a view, once for each of its transactions.
import type { Clock } from '../../base/clock.ts'
import type { Caller } from '../../domain/api-key.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { EventOutcome } from '../../domain/ledger-event.ts'
import type { LinkPayload } from '../../domain/link.ts'
import { impressionIdOf, type LinkSigner } from '../../domain/link-token.ts'
import type { Micros } from '../../domain/money.ts'
import type { Directory } from '../../engine/directory.ts'
import type { LedgerStore } from '../../store/contract.ts'
import { answerOfLedger } from './answer-of-ledger.ts'
import { demandAnyScope, mayReach } from '../authorise.ts'
import { isTrial, linkEventOf } from './link-event.ts'

export interface Conversion {
  /** What `{click_id}` held on the landing page: an impression id. The token of a click link is understood too. */
  readonly impressionId: string
  /** As what the caller sent it, to be named where it is unknown. */
  readonly sentAs: 'clickId' | 'impressionId'
  readonly transactionId: string
  readonly type: string
  readonly valueMicros?: Micros
  readonly occurredAtMs?: number
}

export interface ConversionResult {
  readonly impressionId: string
  readonly status: EventOutcome['status']
  readonly reason?: EventOutcome['reason']
  /** What led to it: a click, or a view without one. */
  readonly attribution?: EventOutcome['attribution']
}

const UNKNOWN_ID =
  'No click or impression of yours is known by this id; send what {click_id} held on the landing page, or the impressionId of an answer'

/**
 * Resolves once the conversion is durable.
 * @throws ServiceError scope_insufficient, not_found (also for an impression of somebody else's campaign), unavailable where
 * the ledger refuses or is late
 */
export type RecordConversion = (caller: Caller, conversion: Conversion) => Promise<ConversionResult>

export function createRecordConversion(deps: {
  readonly signer: Pick<LinkSigner, 'verify'>
  readonly ledger: Pick<LedgerStore, 'append' | 'findLink'>
  readonly directory: Pick<Directory, 'publishers' | 'campaigns'>
  readonly clock: Pick<Clock, 'nowMs'>
  /** The link of an impression that this process decided lately. */
  readonly linkOfImpression: (impressionId: string) => LinkPayload | undefined
  readonly patienceMs?: number
}): RecordConversion {
  const { signer, ledger, directory, clock } = deps

  return async (caller, conversion) => {
    checkCaller(caller)
    const link = await findLink(conversion.impressionId)
    const advertiserId = link && directory.campaigns.byNumber(link.campaignNumber)?.advertiserId
    if (link === undefined || advertiserId === undefined || !mayReach(caller, advertiserId)) {
      throw new ServiceError('not_found', UNKNOWN_ID, { field: conversion.sentAs })
    }
    return record(caller, link, conversion)
  }

  async function findLink(id: string): Promise<LinkPayload | undefined> {
    if (!id.startsWith('imp_')) return signer.verify(id)
    return deps.linkOfImpression(id) ?? answerOfLedger(ledger.findLink(id), deps.patienceMs)
  }

  async function record(caller: Caller, link: LinkPayload, conversion: Conversion): Promise<ConversionResult> {
    const event = linkEventOf(
      link,
      {
        kind: 'conversion',
        receivedAtMs: clock.nowMs(),
        occurredAtMs: conversion.occurredAtMs,
        factKey: conversion.transactionId,
        ignore: isTrial(caller, link) ? 'test' : undefined,
        conversion: {
          type: conversion.type,
          ...(conversion.valueMicros !== undefined && { valueMicros: conversion.valueMicros }),
        },
      },
      directory,
    )
    const [outcome] = await answerOfLedger(ledger.append([event]), deps.patienceMs)
    const { status, reason, attribution } = outcome!
    return {
      impressionId: impressionIdOf(link),
      status,
      ...(reason !== undefined && status !== 'duplicate' && { reason }),
      ...(attribution !== undefined && { attribution }),
    }
  }
}

/** Conversions come from advertisers, whose keys carry one of the two scopes, and from the operator. */
function checkCaller(caller: Caller): void {
  demandAnyScope(caller, ['events:write', 'inventory:write'])
  if (caller.publisherId === undefined) return
  throw new ServiceError('scope_insufficient', "Conversions need the key of an advertiser; this one is a publisher's")
}

// A batch of events from a page or a publisher's server; each gets its own result, and a bad one harms no other.
import type { Clock } from '../../base/clock.ts'
import { holdsScope, type Caller } from '../../domain/api-key.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { Hit } from '../../domain/hit.ts'
import type { EventOutcome, IgnoreReason, LedgerEvent } from '../../domain/ledger-event.ts'
import type { LinkPayload } from '../../domain/link.ts'
import type { LinkSigner } from '../../domain/link-token.ts'
import type { Directory } from '../../engine/directory.ts'
import type { TrafficFilter } from '../../engine/traffic-filter.ts'
import type { LedgerStore } from '../../store/contract.ts'
import { answerOfLedger } from './answer-of-ledger.ts'
import { demandScope } from '../authorise.ts'
import { isOwnLink, isTrial, linkEventOf } from './link-event.ts'

export const REPORTED_KINDS = ['impression', 'viewable', 'click', 'dismiss', 'view_time'] as const
export type ReportedKind = (typeof REPORTED_KINDS)[number]

export interface ReportedEvent {
  readonly kind: ReportedKind
  /** One of the two names the ad; the token counts where both are given. */
  readonly token?: string
  readonly impressionId?: string
  readonly eventId?: string
  readonly occurredAtMs?: number
  /** For view_time: milliseconds in sight. */
  readonly durationMs?: number
}

/** An event that could not be read. */
export interface BrokenEvent {
  readonly fault: string
  readonly eventId?: string
}

export interface EventResult {
  readonly eventId?: string
  readonly status: EventOutcome['status']
  readonly reason?: IgnoreReason | 'invalid_event' | 'invalid_token' | 'key_required'
  readonly message?: string
}

/**
 * Results in the order of the events, once all of them are durable.
 * @throws ServiceError auth_missing or scope_insufficient where no event can be taken without a (better) key;
 * unavailable where the ledger refused or took more than 5 s: all may be sent again, what was recorded counts once
 */
export type TrackEvents = (
  events: readonly (ReportedEvent | BrokenEvent)[],
  caller: Caller | undefined,
  hit: Omit<Hit, 'source'>,
) => Promise<EventResult[]>

export interface TrackEventsDeps {
  readonly signer: Pick<LinkSigner, 'verify'>
  readonly ledger: Pick<LedgerStore, 'append' | 'findLink'>
  readonly directory: Pick<Directory, 'publishers'>
  readonly filter: TrafficFilter
  readonly clock: Pick<Clock, 'nowMs'>
  /** The link of an impression that this process decided lately. */
  readonly linkOfImpression: (impressionId: string) => LinkPayload | undefined
  readonly patienceMs?: number
}

export function createTrackEvents(deps: TrackEventsDeps): TrackEvents {
  const { signer, ledger, directory, filter, clock } = deps

  return async (events, caller, hit) => {
    checkKey(events, caller)
    const links = await Promise.all(events.map((event) => linkOf(event, caller)))
    const nowMs = clock.nowMs()
    const facts = events.map((event, i) => {
      const link = links[i]!
      return 'fault' in event || 'status' in link ? undefined : eventOf(event, link, caller, hit, nowMs)
    })
    const outcomes = await append(facts.filter((fact) => fact !== undefined))
    return events.map((event, i) => {
      const link = links[i]!
      const outcome = 'status' in link ? link : outcomes.get(facts[i]!)!
      return {
        ...(event.eventId !== undefined && { eventId: event.eventId }),
        status: outcome.status,
        ...(outcome.reason !== undefined && { reason: outcome.reason }),
        ...('message' in outcome && outcome.message !== undefined && { message: outcome.message }),
      }
    })
  }

  /** What the event is about, or why it is about nothing. */
  async function linkOf(
    event: ReportedEvent | BrokenEvent,
    caller: Caller | undefined,
  ): Promise<LinkPayload | EventResult> {
    if ('fault' in event) return ignored('invalid_event', event.fault)
    if (event.token !== undefined) return signer.verify(event.token) ?? ignored('invalid_token', TOKEN_FORM)
    if (caller === undefined || !holdsScope(caller, 'events:write')) return ignored('key_required')
    const id = event.impressionId ?? ''
    const link = deps.linkOfImpression(id) ?? (await answerOfLedger(ledger.findLink(id), deps.patienceMs))
    // Another publisher's impression is as unknown as one that never was.
    return link !== undefined && isOwnLink(caller, link, directory) ? link : ignored('unknown_impression')
  }

  function eventOf(
    event: ReportedEvent,
    link: LinkPayload,
    caller: Caller | undefined,
    hit: Omit<Hit, 'source'>,
    receivedAtMs: number,
  ): LedgerEvent {
    const { kind, occurredAtMs, durationMs } = event
    const source = caller !== undefined && isServerOf(caller, link) ? 'server' : 'person'
    const isTraffic = kind === 'impression' || kind === 'viewable' || kind === 'click'
    const ignore = isTrial(caller, link)
      ? 'test'
      : isTraffic
        ? filter.judge(kind, { ...hit, source }, link, receivedAtMs)
        : undefined
    return linkEventOf(
      link,
      {
        kind,
        receivedAtMs,
        occurredAtMs,
        ignore,
        // Time in sight may be reported more than once, each time under its own event id.
        factKey: kind === 'view_time' ? (event.eventId ?? '') : '',
        detail: durationMs === undefined ? undefined : String(durationMs),
      },
      directory,
    )
  }

  function isServerOf(caller: Caller, link: LinkPayload): boolean {
    return caller.mode !== 'browser' && holdsScope(caller, 'events:write') && isOwnLink(caller, link, directory)
  }

  async function append(facts: readonly LedgerEvent[]): Promise<Map<LedgerEvent, EventResult>> {
    if (facts.length === 0) return new Map()
    const appended = await answerOfLedger(ledger.append(facts), deps.patienceMs)
    return new Map(facts.map((fact, i) => [fact, appended[i]!]))
  }
}

/** A batch of which nothing can be taken is an error, so that a wrong key is found on the first day. */
function checkKey(events: readonly (ReportedEvent | BrokenEvent)[], caller: Caller | undefined): void {
  const readable = events.filter((event): event is ReportedEvent => !('fault' in event))
  if (readable.length === 0 || readable.some((event) => event.token !== undefined)) return
  if (caller === undefined) {
    throw new ServiceError(
      'auth_missing',
      'Events that name an impressionId need an API key; those with a token do not',
    )
  }
  demandScope(caller, 'events:write')
}

const TOKEN_FORM = 'token must be the last part of the path of one of the links of the ad, as it was answered'

function ignored(reason: NonNullable<EventResult['reason']>, message?: string): EventResult {
  return { status: 'ignored', reason, ...(message !== undefined && { message }) }
}

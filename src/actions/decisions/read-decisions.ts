// Reads back what was decided lately: for whom a slot was filled, at which price, and why the others were not.
import { inTurns } from '../../base/in-turns.ts'
import type { Caller } from '../../domain/api-key.ts'
import { ServiceError } from '../../domain/errors.ts'
import { impressionIdOf, parseRequestId } from '../../domain/link-token.ts'
import type { Micros } from '../../domain/money.ts'
import { noCursor } from '../../domain/page.ts'
import type { NoFill, NoFillReason, Signals, StageTiming } from '../../domain/decision.ts'
import type { PaceNote } from '../../engine/pacing/board.ts'
import type { Catalog } from '../../engine/catalog.ts'
import { type DecisionLog, DECISIONS_A_TURN, DECISIONS_MAX } from '../../engine/decision-log.ts'
import type { DecisionRecord, LoggedCandidate, ServedRecord } from '../../engine/decision-record.ts'
import type { Directory } from '../../engine/directory.ts'
import { chanceOfFirstPlace } from '../../engine/learn/propensity.ts'
import { demandScope, isOperators, notFound } from '../authorise.ts'

export interface PastDecision {
  readonly requestId: string
  readonly atMs: number
  readonly publisherId: string
  readonly test: boolean
  readonly slots: readonly {
    readonly slotId: string
    readonly format: string
    readonly ads: readonly (NamedAd & { readonly impressionId: string; readonly priceMicros: Micros })[]
    readonly noFill?: NoFill
  }[]
  /** Without terms: no word of a conversation is kept, but whoever reads an explanation finds the same fields. */
  readonly signals: Signals
  readonly stages: readonly StageTiming[]
  readonly candidates: readonly (NamedAd &
    Omit<LoggedCandidate, 'adNumber' | 'campaignNumber' | 'bidMicros' | 'priceSetBy'> & {
      /** "floor", or the id of the rival ad that would have had the place; absent where that one serves no more. */
      readonly priceSetBy?: string
      /** How its campaign's budget is paced by now. */
      readonly pacing: PaceNote
      /** Chance that it had of the first place, where rates were drawn; for those that took part in the auction. */
      readonly chanceOfFirstPlace?: number
    })[]
}

/** `adId` is absent where the ad serves no more and only its campaign is known. */
export interface NamedAd {
  readonly adId?: string
  readonly externalId?: string
  readonly campaignId: string
}

export interface ReadDecisions {
  /** @throws ServiceError not_found for one that is too old, unknown, or another publisher's */
  one(caller: Caller, requestId: string): PastDecision
  /**
   * Newest first, at most `limit`, and whether there are older ones.
   * @param olderThan the request id of one of them, after which to go on
   * @throws ServiceError not_found for a publisher that is not there, or another than the caller's; validation_error where `olderThan` is no request id
   */
  newest(
    caller: Caller,
    limit: number,
    of?: DecisionsAsked & { readonly olderThan?: string },
  ): Promise<{ decisions: PastDecision[]; hasMore: boolean }>
  /** What became of each slot in all of them. @throws ServiceError as `newest` */
  bySlot(caller: Caller, of?: DecisionsAsked): Promise<SlotOutcomes>
}

export interface DecisionsAsked {
  /** Those of tests alone, or none of them; absent: all. */
  readonly test?: boolean
  /** Absent: of every publisher whose decisions the caller may read. */
  readonly publisherId?: string
}

export interface SlotOutcomes {
  readonly decisions: number
  /** When the oldest of them was made; absent where there is none. */
  readonly sinceMs?: number
  /** Most asked for first. */
  readonly slots: readonly SlotOutcome[]
}

export interface SlotOutcome {
  readonly publisherId: string
  readonly slotId: string
  readonly format: string
  readonly requests: number
  /** With one ad at least; the others are empty, each for one reason. */
  readonly filled: number
  readonly empty: Readonly<Partial<Record<NoFillReason, number>>>
}

/** Callers name slots as they like; those met beyond so many count together. */
const SLOTS_MAX = 200
const OTHER = '(other)'

export function createReadDecisions(deps: {
  decisionLog: DecisionLog
  directory: Directory
  catalog: Catalog
  paceOf: (campaignNumber: number) => PaceNote
}): ReadDecisions {
  const { decisionLog, directory, catalog, paceOf } = deps

  const name = (adNumber: number, campaignNumber: number): NamedAd => {
    const rendered = catalog.renderedOfAd(adNumber)
    return {
      ...(rendered && { adId: rendered.adId }),
      ...(rendered?.externalId !== undefined && { externalId: rendered.externalId }),
      campaignId: directory.campaigns.byNumber(campaignNumber)?.id ?? '',
    }
  }

  const readCandidates = ({ candidates: logged, publisherNumber }: DecisionRecord): PastDecision['candidates'] => {
    // By relevance alone whoever fits best has the place; nothing is drawn.
    const byValue = directory.publishers.byNumber(publisherNumber)?.policy.ranking === 'value'
    return logged.map(({ adNumber, campaignNumber, bidMicros: _, priceSetBy, ...candidate }, i) => {
      const setBy = typeof priceSetBy === 'number' ? catalog.renderedOfAd(priceSetBy)?.adId : priceSetBy
      const chance = byValue ? chanceOfFirstPlace(logged, i, campaignOf) : undefined
      return {
        ...name(adNumber, campaignNumber),
        ...candidate,
        pacing: paceOf(campaignNumber),
        ...(setBy !== undefined && { priceSetBy: setBy }),
        ...(chance !== undefined && { chanceOfFirstPlace: chance }),
      }
    })
  }
  const campaignOf = (campaignNumber: number) => directory.campaigns.byNumber(campaignNumber)

  const publisherId = (publisherNumber: number) => directory.publishers.byNumber(publisherNumber)?.id ?? ''

  const readBack = (record: DecisionRecord): PastDecision => ({
    requestId: record.requestId,
    atMs: record.atMs,
    publisherId: publisherId(record.publisherNumber),
    test: record.test,
    slots: record.slots.map(({ links, ...slot }) => ({
      ...slot,
      ads: links.map((link) => ({
        ...name(link.adNumber, link.campaignNumber),
        impressionId: impressionIdOf(link),
        priceMicros: link.priceMicros,
      })),
    })),
    signals: { ...record.signals, terms: [] },
    stages: record.timings,
    candidates: readCandidates(record),
  })

  // An operator sees every decision, a publisher's key its own.
  const ownPublisher = (caller: Caller): number | undefined => {
    demandScope(caller, 'ads:explain')
    if (isOperators(caller)) return undefined
    return directory.publishers.byId(caller.publisherId ?? '')?.number ?? -1
  }

  const chosen = (caller: Caller, { test, publisherId }: DecisionsAsked) => {
    const own = ownPublisher(caller)
    if (publisherId === undefined) return { publisherNumber: own, test }
    const publisherNumber = directory.publishers.byId(publisherId)?.number
    if (publisherNumber !== undefined && (own ?? publisherNumber) === publisherNumber) return { publisherNumber, test }
    throw notFound('publisher', publisherId)
  }

  return {
    one(caller, requestId) {
      const own = ownPublisher(caller)
      const record = decisionLog.find(requestId)
      if (record && (own === undefined || own === record.publisherNumber)) return readBack(record)
      throw new ServiceError('not_found', `There is no decision ${requestId} among the last ${DECISIONS_MAX}`)
    },
    async newest(caller, limit, { olderThan, ...of } = {}) {
      if (olderThan !== undefined && !parseRequestId(olderThan)) throw noCursor()
      const decisions: PastDecision[] = []
      let hasMore = false
      const records = decisionLog.newest(limit + 1, { ...chosen(caller, of), olderThan })
      for await (const some of inTurns(records, DECISIONS_A_TURN)) {
        const wanted = some.slice(0, limit - decisions.length)
        hasMore ||= wanted.length < some.length
        decisions.push(...wanted.map(readBack))
      }
      return { decisions, hasMore }
    },
    async bySlot(caller, of = {}) {
      return outcomesOf(decisionLog.served(chosen(caller, of)), publisherId)
    },
  }
}

async function outcomesOf(
  decisions: Iterable<ServedRecord>,
  publisherId: (publisherNumber: number) => string,
): Promise<SlotOutcomes> {
  const outcomes = new Map<string, Counted<SlotOutcome>>() // SLOTS_MAX, and one more a publisher
  const outcomeOf = (publisherNumber: number, slotId: string, format: string): Counted<SlotOutcome> => {
    const key = `${publisherNumber} ${format} ${slotId}`
    const known = outcomes.get(key)
    if (known) return known
    if (outcomes.size >= SLOTS_MAX && slotId !== OTHER) return outcomeOf(publisherNumber, OTHER, OTHER)
    const fresh = { publisherId: publisherId(publisherNumber), slotId, format, requests: 0, filled: 0, empty: {} }
    outcomes.set(key, fresh)
    return fresh
  }
  let count = 0
  let sinceMs: number | undefined
  for await (const some of inTurns(decisions)) {
    for (const { publisherNumber, atMs, slots } of some) {
      count++
      sinceMs = atMs
      for (const { slotId, format, links, noFill } of slots) {
        const outcome = outcomeOf(publisherNumber, slotId, format)
        outcome.requests++
        if (links.length > 0) outcome.filled++
        else if (noFill) outcome.empty[noFill.reason] = (outcome.empty[noFill.reason] ?? 0) + 1
      }
    }
  }
  const slots = [...outcomes.values()].sort((a, b) => b.requests - a.requests)
  return { decisions: count, ...(sinceMs !== undefined && { sinceMs }), slots }
}

type Counted<T> = { -readonly [name in keyof T]: T[name] extends object ? Counted<T[name]> : T[name] }

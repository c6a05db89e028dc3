// Writes down in memory what was decided, at every place that later asks for it: log, counts, budgets, learning.
import { encodeId } from '../../base/ids.ts'
import type { AdRequest } from '../../domain/ad-request.ts'
import type { Decision } from '../../domain/decision.ts'
import type { LinkPayload } from '../../domain/link.ts'
import { impressionIdFrom } from '../../domain/link-token.ts'
import type { Publisher } from '../../domain/publisher.ts'
import type { BudgetGate } from '../../engine/budget-gate.ts'
import type { DecisionLog } from '../../engine/decision-log.ts'
import type { DecisionEntry, ServedRecord } from '../../engine/decision-record.ts'
import type { ShownAd } from '../../engine/exposures/exposures.ts'
import type { Learner } from '../../engine/learn/learner.ts'
import type { World } from '../../engine/thought.ts'
import type { DecisionCounts } from './count-decisions.ts'
import type { ExposureNotes } from './keep-exposures.ts'

/** Takes what is remembered of a decision. @param relevance of its served ads, slot after slot */
export type KeepDecision = (entry: DecisionEntry, relevance: ArrayLike<number>) => void

/** Where a decision is remembered besides the log. */
export interface DecisionMemory {
  readonly counts: Pick<DecisionCounts, 'add'>
  readonly budgets: Pick<BudgetGate, 'noteRequest' | 'noteServed'>
  readonly learner: Pick<Learner, 'noteServed'>
}

/** Who asked, and when. */
export interface DecisionContext {
  readonly request: AdRequest
  readonly publisher: Publisher
  /** Keyed hash of the user; zeros where unknown. */
  readonly user: Uint8Array
  readonly test: boolean
  readonly nowMs: number
  /** On the monotonic clock. */
  readonly arrivedMs: number
  readonly decisionId: Uint8Array
}

/** Of the thread that remembers the decisions of all. */
export function createKeepDecision(deps: DecisionMemory & { decisionLog: Pick<DecisionLog, 'note'> }): KeepDecision {
  return (entry, relevance) => {
    deps.decisionLog.note(entry)
    rememberServed(entry, relevance, deps)
  }
}

/** Tests are counted, and move nothing else. */
export function rememberServed(served: ServedRecord, relevance: ArrayLike<number>, deps: DecisionMemory): void {
  deps.counts.add(served)
  if (served.test) return
  deps.budgets.noteRequest(served.publisherNumber, served.country)
  let at = 0
  for (const { links } of served.slots) {
    for (const link of links) {
      deps.budgets.noteServed(link.campaignNumber, link.priceMicros)
      deps.learner.noteServed(link, relevance[at++]!)
    }
  }
}

/** @param links by slot, one for each placement */
export function entryOf(decision: Decision, context: DecisionContext, links: readonly LinkPayload[][]): DecisionEntry {
  const { request, publisher, user, test, nowMs, decisionId } = context
  return {
    decision: decisionId,
    atMs: nowMs,
    publisherNumber: publisher.number,
    country: request.user.country ?? '',
    region: request.user.region ?? '',
    user,
    test,
    signals: decision.signals,
    timings: decision.timings,
    slots: decision.slots.map((slot, i) => ({
      slotId: slot.slotId,
      format: request.slots[i]!.format,
      links: links[i]!,
      noFill: slot.noFill,
    })),
    candidates: decision.candidates,
  }
}

/** Of the served ads, slot after slot. */
export function relevanceOf({ slots }: Decision): number[] {
  const all: number[] = []
  for (const { placements } of slots) for (const { relevance } of placements) all.push(relevance)
  return all
}

/** The ads of a decision as those who saw them are remembered by; those alone that somebody will ask for. */
export function shownAdsOf(
  { turn }: Decision,
  { publisher, nowMs, decisionId }: Pick<DecisionContext, 'publisher' | 'nowMs' | 'decisionId'>,
  links: readonly LinkPayload[][],
  deps: { readonly world: Pick<World, 'directory'>; readonly exposures: Pick<ExposureNotes, 'isAskedFor'> },
): ShownAd[] {
  const { campaigns, advertisers } = deps.world.directory
  const shown: ShownAd[] = []
  for (const ofSlot of links) {
    for (const { adNumber, campaignNumber, ordinal } of ofSlot) {
      const advertiserNumber = advertisers.byId(campaigns.byNumber(campaignNumber)!.advertiserId)!.number
      if (!deps.exposures.isAskedFor(publisher, advertiserNumber)) continue
      const impressionId = impressionIdFrom(encodeId(decisionId), ordinal)
      const who = { adNumber, campaignNumber, advertiserNumber, publisherNumber: publisher.number }
      shown.push({ impressionId, ...who, servedAtMs: nowMs, turn, seen: false })
    }
  }
  return shown
}

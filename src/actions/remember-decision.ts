// Writes down in memory what was decided, at every place that later asks for it: log, counts, budgets, learning, what people saw.
import { encodeId } from '../base/ids.ts'
import type { AdRequest } from '../domain/ad-request.ts'
import type { Decision } from '../domain/decision.ts'
import type { LinkPayload } from '../domain/link.ts'
import { impressionIdFrom } from '../domain/link-token.ts'
import type { Publisher } from '../domain/publisher.ts'
import type { BudgetGate } from '../engine/budget-gate.ts'
import type { DecisionLog } from '../engine/decision-log.ts'
import type { ShownAd, Subjects } from '../engine/exposures/exposures.ts'
import type { Learner } from '../engine/learn/learner.ts'
import type { World } from '../engine/thought.ts'
import type { DecisionCounts } from './count-decisions.ts'
import type { ExposureLog } from './keep-exposures.ts'

export interface DecisionMemory {
  readonly world: Pick<World, 'directory'>
  readonly decisionLog: DecisionLog
  readonly counts: DecisionCounts
  readonly exposures: ExposureLog
  readonly budgets: Pick<BudgetGate, 'noteRequest' | 'noteServed'>
  readonly learner: Pick<Learner, 'noteServed'>
}

/** Who asked, and when. */
export interface DecisionContext {
  readonly request: AdRequest
  readonly publisher: Publisher
  readonly subjects: Subjects
  /** Keyed hash of the user; zeros where unknown. */
  readonly user: Uint8Array
  readonly test: boolean
  readonly nowMs: number
  /** On the monotonic clock. */
  readonly arrivedMs: number
  readonly decisionId: Uint8Array
}

/** @param links by slot, an entry for each placement. Tests are logged and counted, and move nothing else. */
export function rememberDecision(
  decision: Decision,
  context: DecisionContext,
  links: readonly LinkPayload[][],
  deps: DecisionMemory,
): void {
  const { request, publisher, subjects, test, nowMs } = context
  deps.decisionLog.note({
    decision: context.decisionId,
    atMs: nowMs,
    publisherNumber: publisher.number,
    country: request.user.country ?? '',
    user: context.user,
    test,
    signals: decision.signals,
    timings: decision.timings,
    slots: decision.slots.map((slot, i) => ({
      slotId: slot.slotId,
      format: request.slots[i]!.format,
      links: links[i]!,
      ...(slot.noFill && { noFill: slot.noFill }),
    })),
    candidates: decision.candidates,
  })
  deps.counts.add(decision, context, links)
  if (test) return
  deps.budgets.noteRequest(publisher.number, request.user.country ?? '')
  const id = encodeId(context.decisionId)
  for (let i = 0; i < links.length; i++) {
    for (let at = 0; at < links[i]!.length; at++) {
      const link = links[i]![at]!
      deps.budgets.noteServed(link.campaignNumber, link.priceMicros)
      deps.learner.noteServed(link, decision.slots[i]!.placements[at]!.relevance)
      deps.exposures.note(
        subjects,
        shownFrom(link, impressionIdFrom(id, link.ordinal), decision.turn, context, deps.world),
      )
    }
  }
}

function shownFrom(
  { adNumber, campaignNumber }: LinkPayload,
  impressionId: string,
  turn: number,
  { publisher, nowMs }: DecisionContext,
  { directory }: Pick<World, 'directory'>,
): ShownAd {
  const campaign = directory.campaigns.byNumber(campaignNumber)!
  const advertiserNumber = directory.advertisers.byId(campaign.advertiserId)!.number
  const publisherNumber = publisher.number
  return {
    impressionId,
    adNumber,
    campaignNumber,
    advertiserNumber,
    publisherNumber,
    servedAtMs: nowMs,
    turn,
    seen: false,
  }
}

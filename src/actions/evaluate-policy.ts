// What another way of choosing would have brought in clicks, judged by the decisions and clicks of late.
import { inTurns } from '../base/in-turns.ts'
import type { Caller } from '../domain/api-key.ts'
import { evaluatePolicy, type LoggedChoice, type PolicyEvaluation } from '../domain/off-policy.ts'
import { type DecisionLog, DECISIONS_A_TURN, DECISIONS_MAX } from '../engine/decision-log.ts'
import type { DecisionRecord, LoggedCandidate } from '../engine/decision-record.ts'
import type { Directory } from '../engine/directory.ts'
import { chanceOf, contendersOf, expectedOf } from '../engine/learn/propensity.ts'
import { demandScope } from './authorise.ts'

/** greedy: the best expected value without exploring; relevance: the best match, whatever is bid; uniform: any candidate alike. */
export const JUDGED_POLICIES = ['greedy', 'relevance', 'uniform'] as const
export type JudgedPolicy = (typeof JUDGED_POLICIES)[number]

/**
 * Judges a policy on the first place of every slot that was filled by value. The reward is a click that counts. Propensities are
 * worked out from the candidates that the log holds: the placed ones and the best eight others.
 * @throws ServiceError scope_insufficient
 */
export type EvaluateLoggedPolicy = (caller: Caller, policy: JudgedPolicy) => Promise<PolicyEvaluation>

export function createEvaluateLoggedPolicy({
  decisionLog,
  directory,
}: {
  decisionLog: DecisionLog
  directory: Directory
}): EvaluateLoggedPolicy {
  return async (caller, policy) => {
    demandScope(caller, 'admin')
    const choices: LoggedChoice[] = []
    for await (const some of inTurns(decisionLog.newest(DECISIONS_MAX, { test: false }), DECISIONS_A_TURN)) {
      for (const record of some) choices.push(...choicesOf(record, policy, directory))
    }
    return evaluatePolicy(choices)
  }
}

function choicesOf(record: DecisionRecord, policy: JudgedPolicy, directory: Directory): LoggedChoice[] {
  if (directory.publishers.byNumber(record.publisherNumber)?.policy.ranking !== 'value') return []
  return record.slots.flatMap(({ links, format }, slot) => {
    const [first] = links
    if (!first || format === 'entity_link') return []
    const clicked = (record.clicked & (1 << first.ordinal)) !== 0
    return choiceOf(record.candidates, { slot, adNumber: first.adNumber }, clicked, policy, directory) ?? []
  })
}

function choiceOf(
  candidates: readonly LoggedCandidate[],
  first: { readonly slot: number; readonly adNumber: number },
  clicked: boolean,
  policy: JudgedPolicy,
  directory: Directory,
): LoggedChoice | undefined {
  const winner = candidates.find(
    ({ slot, adNumber, priceMicros }) =>
      slot === first.slot && adNumber === first.adNumber && priceMicros !== undefined,
  )
  const campaignOf = (campaignNumber: number) => directory.campaigns.byNumber(campaignNumber)
  const contenders = winner ? contendersOf(candidates, winner, campaignOf) : []
  if (!winner || contenders.length === 0) return undefined
  const propensity = chanceOf(winner, contenders, campaignOf)
  if (propensity <= 0) return undefined

  const chosen = chancesOf(policy, contenders)
  const clickRateOf = (one: LoggedCandidate) => (one.bid.model === 'cpc' ? one.rate : 0)
  return {
    reward: clicked ? 1 : 0,
    propensity,
    target: chosen[contenders.indexOf(winner)]!,
    predicted: clickRateOf(winner),
    predictedForTarget: contenders.reduce((sum, one, i) => sum + chosen[i]! * clickRateOf(one), 0),
  }
}

function chancesOf(policy: JudgedPolicy, contenders: readonly LoggedCandidate[]): number[] {
  if (policy === 'uniform') return contenders.map(() => 1 / contenders.length)
  const worth = contenders.map((one) => (policy === 'greedy' ? expectedOf(one) : one.relevance))
  const best = Math.max(...worth)
  const winners = worth.filter((value) => value === best).length
  return worth.map((value) => (value === best ? 1 / winners : 0))
}

// What another way of choosing would have brought in clicks, judged by the decisions and clicks of late.
import { inTurns } from '../../base/in-turns.ts'
import type { Caller } from '../../domain/api-key.ts'
import { impressionIdOf } from '../../domain/link-token.ts'
import { evaluatePolicy, type LoggedChoice, type PolicyEvaluation } from '../../domain/off-policy.ts'
import { type DecisionLog, DECISIONS_A_TURN, DECISIONS_MAX } from '../../engine/decision-log.ts'
import type { DecisionRecord, LoggedCandidate } from '../../engine/decision-record.ts'
import type { Directory } from '../../engine/directory.ts'
import { chanceOf, contendersOf, expectedOf } from '../../engine/learn/propensity.ts'
import type { LedgerStore } from '../../store/contract.ts'
import { demandScope } from '../authorise.ts'

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
  ledger,
}: {
  decisionLog: DecisionLog
  directory: Directory
  ledger: Pick<LedgerStore, 'findFacts'>
}): EvaluateLoggedPolicy {
  return async (caller, policy) => {
    demandScope(caller, 'admin')
    const choices: Choice[] = []
    for await (const some of inTurns(decisionLog.newest(DECISIONS_MAX, { test: false }), DECISIONS_A_TURN)) {
      for (const record of some) choices.push(...choicesOf(record, policy, directory))
    }
    const clicked = choices.flatMap(({ clickedId }) => clickedId ?? [])
    const counting = await countingClicks(ledger, clicked)
    return evaluatePolicy(choices.map((choice) => ({ ...choice, reward: counting.has(choice.clickedId) ? 1 : 0 })))
  }
}

interface Choice extends Omit<LoggedChoice, 'reward'> {
  /** The impression, where its click counted when it came. */
  readonly clickedId: string | undefined
}

/** The log does not hear what the ledger takes back later. */
async function countingClicks(
  ledger: Pick<LedgerStore, 'findFacts'>,
  clicked: readonly string[],
): Promise<ReadonlySet<string | undefined>> {
  const counting = new Set<string>()
  for (let from = 0; from < clicked.length; from += CLICKS_A_LOOK) {
    const impressionIds = clicked.slice(from, from + CLICKS_A_LOOK)
    const { facts } = await ledger.findFacts({ impressionIds, kinds: ['click'] }, 0, CLICKS_A_LOOK)
    for (const { impressionId } of facts) counting.add(impressionId)
  }
  return counting
}

const CLICKS_A_LOOK = 1_000

function choicesOf(record: DecisionRecord, policy: JudgedPolicy, directory: Directory): Choice[] {
  if (directory.publishers.byNumber(record.publisherNumber)?.policy.ranking !== 'value') return []
  return record.slots.flatMap(({ links, format }, slot) => {
    const [first] = links
    if (!first || format === 'entity_link') return []
    const clicked = (record.clicked & (1 << first.ordinal)) !== 0
    const choice = choiceOf(record.candidates, { slot, adNumber: first.adNumber }, policy, directory)
    return choice ? { ...choice, clickedId: clicked ? impressionIdOf(first) : undefined } : []
  })
}

function choiceOf(
  candidates: readonly LoggedCandidate[],
  first: { readonly slot: number; readonly adNumber: number },
  policy: JudgedPolicy,
  directory: Directory,
): Omit<LoggedChoice, 'reward'> | undefined {
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

// What people ask of decisions and delivery: how a campaign stands, what it could come to, what was decided, and what was learned.
import { createEvaluateLoggedPolicy } from '../actions/decisions/evaluate-policy.ts'
import { createForecastCampaign } from '../actions/decisions/forecast-campaign.ts'
import { createMatchCampaign } from '../actions/decisions/match-campaign.ts'
import { createReadCalibration } from '../actions/decisions/read-calibration.ts'
import { createReadDecisions } from '../actions/decisions/read-decisions.ts'
import { createReadDelivery } from '../actions/decisions/read-delivery.ts'
import { createReadFirstHindrances } from '../actions/decisions/read-first-hindrances.ts'
import { createInLine } from '../actions/in-line.ts'
import type { Clock } from '../base/clock.ts'
import type { Random } from '../base/random.ts'
import type { Store } from '../store/contract.ts'
import type { Memory } from './memory.ts'

export interface InsightDeps {
  readonly store: Store
  readonly memory: Pick<Memory, 'budgets' | 'catalog' | 'decisionLog' | 'directory' | 'facts' | 'learner' | 'world'>
  /** What decides which of equal ads are found. */
  readonly chance: Random
  readonly clock: Clock
}

export function wireInsight({ store, memory, chance, clock }: InsightDeps) {
  const { budgets, catalog, decisionLog, directory, facts, learner } = memory
  const inLine = createInLine()
  // In a line of their own, since a list of campaigns is what people wait for, and a forecast may take a while.
  const inLineOfLists = createInLine('lists of campaigns with their delivery')
  const pastDecisions = createReadDecisions({ decisionLog, directory, catalog, paceOf: budgets.paceOf })
  return {
    forecastCampaign: inLine(createForecastCampaign({ decisionLog, directory, rates: learner.model, budgets, clock })),
    matchCampaign: inLine(createMatchCampaign({ store, world: memory.world, random: chance, clock })),
    readDelivery: inLine(createReadDelivery({ store, directory, catalog, budgets, facts, decisionLog, clock })),
    readFirstHindrances: inLineOfLists(createReadFirstHindrances({ store, directory, catalog, budgets, clock })),
    readDecisions: { ...pastDecisions, newest: inLine(pastDecisions.newest), bySlot: inLine(pastDecisions.bySlot) },
    readCalibration: createReadCalibration({ calibration: learner.calibration }),
    evaluateLoggedPolicy: createEvaluateLoggedPolicy({ decisionLog, directory, ledger: store.ledger }),
  }
}

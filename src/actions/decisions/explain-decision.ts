// Why a decision came out as it did: every candidate by name, with its prices and what paced its campaign.
import type { Decision } from '../../domain/decision.ts'
import type { Explanation } from '../../domain/served.ts'
import type { BudgetView } from '../../engine/pacing/board.ts'
import type { World } from '../../engine/thought.ts'

/** To be called before the next decision, which writes over the candidates of this one. */
export function explainDecision(
  decision: Decision,
  { world: { catalog, directory }, budgets }: { readonly world: World; readonly budgets: Pick<BudgetView, 'paceOf'> },
): Explanation {
  return {
    signals: decision.signals,
    stages: decision.timings,
    candidates: decision.candidates.map((candidate) => {
      const { slot, relevance, score, bid, rate, evidence, priceMicros, priceSetBy, stoppedBy } = candidate
      const { match, missedRule } = candidate
      const { adId, externalId } = catalog.renderedOf(candidate.doc)
      const campaign = directory.campaigns.byNumber(candidate.campaignNumber)!
      const { share, openMicros } = budgets.paceOf(campaign.number)
      const setBy = typeof priceSetBy === 'number' ? catalog.renderedOfAd(priceSetBy)?.adId : priceSetBy
      return {
        adId,
        ...(externalId !== undefined && { externalId }),
        campaignId: campaign.id,
        ...{ slot, relevance, score, bid, rate, evidence },
        ...(priceMicros !== undefined && { priceMicros }),
        ...(stoppedBy !== undefined && { stoppedBy }),
        ...(missedRule !== undefined && { missedRule }),
        ...(match !== undefined && { match }),
        ...(share < 1 && { pacing: { share, openMicros } }),
        ...(setBy !== undefined && { priceSetBy: setBy }),
      }
    }),
  }
}

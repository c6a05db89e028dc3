// Tells an advertiser what a bid and a budget would get, from the decisions of late.
import { type Clock, DAY_MS } from '../../base/clock.ts'
import { inTurns } from '../../base/in-turns.ts'
import type { Caller } from '../../domain/api-key.ts'
import type { BudgetGate } from '../../engine/budget-gate.ts'
import { type DecisionLog, DECISIONS_A_TURN, DECISIONS_MAX } from '../../engine/decision-log.ts'
import type { Directory } from '../../engine/directory.ts'
import { createForecast, type Forecast, type ForecastQuestion } from '../../engine/forecast.ts'
import { type RateModel, relevanceBucketOf } from '../../engine/learn/rate-model.ts'
import { demandScope, mayReach, notFound } from '../authorise.ts'

export interface ForecastRequest extends Omit<
  ForecastQuestion,
  'like' | 'conversionRate' | 'clickRateAt' | 'priorityOf' | 'requests'
> {
  /** Ids of campaigns that fit the same conversations; its own for a campaign that runs. */
  readonly like: readonly string[]
}

/** @throws ServiceError not_found for a campaign that is unknown or another advertiser's; scope_insufficient */
export type ForecastCampaign = (caller: Caller, request: ForecastRequest) => Promise<Forecast>

export function createForecastCampaign({
  decisionLog,
  directory,
  rates,
  budgets,
  clock,
}: {
  decisionLog: DecisionLog
  directory: Directory
  rates: Pick<RateModel, 'clickRate' | 'conversionRate'>
  budgets: Pick<BudgetGate, 'expectedRequests'>
  clock: Pick<Clock, 'nowMs'>
}): ForecastCampaign {
  return async (caller, request) => {
    demandScope(caller, 'reports:read')
    const campaigns = request.like.map((id) => {
      const campaign = directory.campaigns.byId(id)
      if (!campaign || !mayReach(caller, campaign.advertiserId)) throw notFound('campaign', id)
      return campaign
    })
    const ownersOf = (campaignNumber: number) => {
      const { advertiserId = '' } = directory.campaigns.byNumber(campaignNumber) ?? {}
      return { campaignNumber, advertiserNumber: directory.advertisers.byId(advertiserId)?.number ?? 0 }
    }
    const clickRateAt: ForecastQuestion['clickRateAt'] = ({ adNumber, campaignNumber, relevance }, format, place) =>
      rates.clickRate({
        ...{ adNumber, ...ownersOf(campaignNumber) },
        ...{ format, place, relevanceBucket: relevanceBucketOf(relevance) },
      })
    // The log may hold minutes of a busy evening; the days to come have their nights.
    const nowMs = clock.nowMs()
    const requests = budgets.expectedRequests(nowMs, nowMs + request.days * DAY_MS)
    const forecast = createForecast(
      {
        ...request,
        like: new Set(campaigns.map(({ number }) => number)),
        conversionRate: rates.conversionRate(ownersOf(campaigns[0]?.number ?? 0)),
        clickRateAt,
        priorityOf: (number) => directory.campaigns.byNumber(number)?.priority ?? 'standard',
        ...(requests !== undefined && { requests }),
      },
      directory.publishers.byNumber,
    )
    for await (const some of inTurns(decisionLog.newest(DECISIONS_MAX), DECISIONS_A_TURN)) some.forEach(forecast.add)
    return forecast.result()
  }
}

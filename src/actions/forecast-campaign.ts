// Tells an advertiser what a bid and a budget would get, from the decisions of late.
import { type Caller, holdsScope } from '../domain/api-key.ts'
import { ServiceError } from '../domain/errors.ts'
import { type DecisionLog, DECISIONS_MAX } from '../engine/decision-log.ts'
import type { Directory } from '../engine/directory.ts'
import { forecast, type Forecast, type ForecastQuestion } from '../engine/forecast.ts'
import type { RateModel } from '../engine/learn/rate-model.ts'

export interface ForecastRequest extends Omit<ForecastQuestion, 'like' | 'conversionRate'> {
  /** Ids of campaigns that fit the same conversations; its own for a campaign that runs. */
  readonly like: readonly string[]
}

/** @throws ServiceError not_found for a campaign that is unknown or another advertiser's; scope_insufficient */
export type ForecastCampaign = (caller: Caller, request: ForecastRequest) => Forecast

export function createForecastCampaign({
  decisionLog,
  directory,
  rates,
}: {
  decisionLog: DecisionLog
  directory: Directory
  rates: Pick<RateModel, 'describe'>
}): ForecastCampaign {
  return (caller, request) => {
    if (!holdsScope(caller, 'inventory:write') && !holdsScope(caller, 'reports:read')) {
      throw new ServiceError('scope_insufficient', 'A forecast needs a key that reads reports or keeps inventory.')
    }
    const campaigns = request.like.map((id) => {
      const campaign = directory.campaigns.byId(id)
      const isOwn = caller.scopes.has('admin') || campaign?.advertiserId === caller.advertiserId
      if (!campaign || !isOwn) throw new ServiceError('not_found', `There is no campaign ${id}.`)
      return campaign
    })
    const { conversionRate } = rates.describe({
      adNumber: 0,
      campaignNumber: campaigns[0]?.number ?? 0,
      advertiserNumber: directory.advertisers.byId(campaigns[0]?.advertiserId ?? '')?.number ?? 0,
      format: 'action_card',
      place: 0,
      relevanceBucket: 0,
    })
    return forecast(
      { ...request, like: new Set(campaigns.map(({ number }) => number)), conversionRate },
      decisionLog.newest(DECISIONS_MAX),
      directory.publishers.byNumber,
    )
  }
}

// Reads how many people saw a campaign, and how often; an advertiser sees its own campaigns, an operator all.
import { DAY_MS } from '../../base/clock.ts'
import type { Caller } from '../../domain/api-key.ts'
import { dateOf } from '../../domain/day.ts'
import { invalid, ServiceError } from '../../domain/errors.ts'
import { PEOPLE_KEPT_DAYS } from '../../domain/link.ts'
import type { Reach, ReachQuery } from '../../domain/reach.ts'
import type { InventoryStore, ReportStore } from '../../store/contract.ts'
import { demandScope } from '../authorise.ts'
import { checkNamed } from './check-named.ts'
import { type OpenPeriod, periodOf } from './read-report.ts'

type ReachRequest = OpenPeriod<ReachQuery>
export type ReachOfDays = Reach & Pick<ReachQuery, 'from' | 'to'>

/**
 * @throws ServiceError scope_insufficient, also for a publisher, not_found for a campaign that is unknown or another advertiser's,
 * validation_error where dates are none, turned round, or before people were forgotten
 */
export type ReadReach = (caller: Caller, request: ReachRequest) => Promise<ReachOfDays>

export function createReadReach(deps: {
  readonly reports: Pick<ReportStore, 'reach'>
  readonly inventory: Pick<InventoryStore, 'find'>
  readonly clock: { nowMs(): number }
}): ReadReach {
  return async (caller, request) => {
    demandScope(caller, 'reports:read')
    demandNoPublisher(caller)
    const nowMs = deps.clock.nowMs()
    const period = periodOf(request, nowMs)
    demandRemembered(period.from, nowMs)
    await checkNamed(caller, { campaignId: request.campaignId }, deps.inventory)
    return { ...period, ...(await deps.reports.reach({ ...request, ...period })) }
  }
}

/** A publisher would be told of other publishers' people. */
function demandNoPublisher({ publisherId }: Caller): void {
  if (publisherId === undefined) return
  const message = "The reach of a campaign is told to its advertiser and to operators; this key is a publisher's"
  throw new ServiceError('scope_insufficient', message)
}

/**
 * Whoever was forgotten would count as nobody, and the reach would seem to be small. People are forgotten by the day of the decision: of what was seen
 * on the last day that is kept, some was decided the day before.
 */
function demandRemembered(from: string, nowMs: number): void {
  const first = dateOf(nowMs - (PEOPLE_KEPT_DAYS - 1) * DAY_MS)
  if (from >= first) return
  const message = `must be ${first} or later: who saw ads before is forgotten after ${PEOPLE_KEPT_DAYS} days`
  throw invalid('from', message, 'minimum')
}

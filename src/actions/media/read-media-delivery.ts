// What the packages of media buys delivered and cost, from the reports that everybody reads.
import { DAY_MS } from '../../base/clock.ts'
import type { Caller } from '../../domain/api-key.ts'
import { dateOf } from '../../domain/day.ts'
import type { ReportRow } from '../../domain/report.ts'
import { type ReadReport, REPORT_DAYS_MAX } from '../reports/read-report.ts'

export interface DeliveryRequest {
  readonly advertiserId: string
  readonly campaignIds: readonly string[]
  /** UTC dates, both included. */
  readonly from: string
  readonly to: string
}

/**
 * Rows of each campaign, in the order of its days; days on which nothing was counted are left out.
 * @throws ServiceError scope_insufficient, validation_error where the dates are turned round or too far apart
 */
export type ReadMediaDelivery = (
  caller: Caller,
  request: DeliveryRequest,
) => Promise<ReadonlyMap<string, readonly ReportRow[]>>

export function createReadMediaDelivery({ readReport }: { readonly readReport: ReadReport }): ReadMediaDelivery {
  return async (caller, { campaignIds, ...request }) => {
    // An advertiser may have very many other campaigns.
    const reports = await Promise.all(
      campaignIds.map((campaignId) => readReport(caller, { ...request, groupBy: ['day'], test: false, campaignId })),
    )
    return new Map(campaignIds.map((campaignId, i) => [campaignId, reports[i]!.rows]))
  }
}

/** The days from the first of these moments until now, at most as many as a report has. */
export function deliveryDays(sinceMs: number, nowMs: number): { from: string; to: string } {
  return { from: dateOf(Math.max(sinceMs, nowMs - (REPORT_DAYS_MAX - 1) * DAY_MS)), to: dateOf(nowMs) }
}

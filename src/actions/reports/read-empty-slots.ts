// Reads how often slots stayed empty and why, by day, slot and so on; a publisher sees its own, an operator all.
import type { Caller } from '../../domain/api-key.ts'
import type { EmptySlotsQuery, EmptySlotsRow } from '../../domain/empty-slots.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { InventoryStore, ReportStore } from '../../store/contract.ts'
import { demandScope } from '../authorise.ts'
import { checkNamed } from './check-named.ts'
import { type OpenPeriod, periodOf } from './read-report.ts'

type EmptySlotsRequest = OpenPeriod<EmptySlotsQuery>

export interface EmptySlots {
  readonly from: string
  readonly to: string
  readonly rows: readonly EmptySlotsRow[]
  /** All of them. */
  readonly count: number
}

/**
 * @throws ServiceError scope_insufficient, also for an advertiser, not_found where the publisher that it is narrowed to is not
 * there, validation_error where dates are none, turned round or too far apart, or rows too many
 */
export type ReadEmptySlots = (caller: Caller, request: EmptySlotsRequest) => Promise<EmptySlots>

export function createReadEmptySlots(deps: {
  readonly reports: Pick<ReportStore, 'emptySlots'>
  readonly inventory: Pick<InventoryStore, 'find'>
  readonly clock: { nowMs(): number }
}): ReadEmptySlots {
  return async (caller, request) => {
    demandScope(caller, 'reports:read')
    demandNoAdvertiser(caller)
    const period = periodOf(request, deps.clock.nowMs())
    await checkNamed(caller, { publisherId: request.publisherId }, deps.inventory)
    const { publisherId = request.publisherId } = caller
    const rows = await deps.reports.emptySlots({ ...request, ...period, publisherId })
    return { ...period, rows, count: rows.reduce((sum, row) => sum + row.count, 0) }
  }
}

/** No rows would say that no slot stayed empty, where an empty slot is simply no advertiser's. */
function demandNoAdvertiser({ advertiserId }: Caller): void {
  if (advertiserId === undefined) return
  const message = "Empty slots are told to publishers and operators; this key is an advertiser's"
  throw new ServiceError('scope_insufficient', message)
}

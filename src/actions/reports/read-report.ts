// Reads counted facts by day, campaign, ad and so on; everybody sees what is theirs.
import type { Caller } from '../../domain/api-key.ts'
import { dateOf, readDate } from '../../domain/day.ts'
import { invalid } from '../../domain/errors.ts'
import {
  NAMED_DIMENSIONS,
  type NamedDimension,
  NO_SUMS,
  REPORT_SUMS,
  type ReportQuery,
  type ReportRow,
  type ReportSum,
} from '../../domain/report.ts'
import { DAY_MS } from '../../base/clock.ts'
import { inTurns } from '../../base/in-turns.ts'
import type { InventoryStore, ReportStore } from '../../store/contract.ts'
import { demandScope } from '../authorise.ts'
import { checkNamed } from './check-named.ts'

/** What is asked of some days, which may be left out: the last 30. */
export type OpenPeriod<Query extends { from: string; to: string }> = Omit<Query, 'from' | 'to'> &
  Partial<Pick<Query, 'from' | 'to'>>
export type ReportRequest = OpenPeriod<Omit<ReportQuery, 'named'>>

export interface Report {
  readonly from: string
  readonly to: string
  readonly rows: readonly ReportRow[]
  /** Of which dimensions rows tell names. */
  readonly named: readonly NamedDimension[]
  /** Sums of all rows, but for slots, which no row of an ad can tell; its `keys` are empty. */
  readonly totals: ReportRow
}

/**
 * @throws ServiceError scope_insufficient, not_found where whom it is narrowed to is not there, validation_error where dates are
 * none, turned round or too far apart, hours are kept no longer, or rows too many
 */
export type ReadReport = (caller: Caller, request: ReportRequest) => Promise<Report>

const DAYS_DEFAULT = 30
export const REPORT_DAYS_MAX = 400

export function createReadReport(deps: {
  readonly reports: Pick<ReportStore, 'read'>
  readonly inventory: Pick<InventoryStore, 'find'>
  readonly clock: { nowMs(): number }
}): ReadReport {
  return async (caller, request) => {
    demandScope(caller, 'reports:read')
    const period = periodOf(request, deps.clock.nowMs())
    await checkNamed(caller, request, deps.inventory)
    // Whoever has an owner sees that one's figures alone; to name somebody else's was refused just now.
    const { publisherId = request.publisherId, advertiserId = request.advertiserId } = caller
    const named = namesFor(caller)
    const query = { ...request, ...period, publisherId, advertiserId, named }
    const rows = await deps.reports.read(query)
    return { ...period, rows, named, totals: await sumOf(rows, { bySlots: hasSlots(query) }) }
  }
}

/**
 * Whose names a caller reads: everybody's own, and a publisher those of advertisers, which stand beside their ads. What a campaign is called is
 * its advertiser's affair, and who the publishers are the operator's.
 */
function namesFor({ publisherId, advertiserId }: Caller): readonly NamedDimension[] {
  if (publisherId !== undefined) return ['publisher', 'advertiser']
  return advertiserId === undefined ? NAMED_DIMENSIONS : ['advertiser', 'campaign']
}

/** The days that are meant. @throws ServiceError validation_error where dates are none, turned round or too far apart */
export function periodOf(
  { from, to }: Pick<ReportRequest, 'from' | 'to'>,
  nowMs: number,
): { from: string; to: string } {
  const lastMs = to === undefined ? startOfDay(nowMs) : readDate(to, 'to')
  const firstMs = from === undefined ? lastMs - (DAYS_DEFAULT - 1) * DAY_MS : readDate(from, 'from')
  if (firstMs > lastMs) throw invalid('from', 'must not be later than to', 'maximum')
  if (lastMs - firstMs >= REPORT_DAYS_MAX * DAY_MS)
    throw invalid('from', `must be within ${REPORT_DAYS_MAX} days of to`, 'minimum')
  return { from: dateOf(firstMs), to: dateOf(lastMs) }
}

function startOfDay(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS
}

/** Where the report is narrowed to an advertiser there are no slots, only ads. */
function hasSlots({ advertiserId, campaignId }: ReportQuery): boolean {
  return advertiserId === undefined && campaignId === undefined
}

/** @param how.bySlots `filled` counts slots: one slot shows several ads, so what rows of ads say of it cannot be added up */
async function sumOf(rows: readonly ReportRow[], { bySlots }: { bySlots: boolean }): Promise<ReportRow> {
  const sums: Record<ReportSum, number> = { ...NO_SUMS }
  const ignored: Record<string, number> = {}
  for await (const some of inTurns(rows)) {
    for (const row of some) {
      for (const name of REPORT_SUMS) {
        if (name === 'filled' && bySlots && isOfAds(row)) continue
        sums[name] += row[name]
      }
      for (const [reason, count] of Object.entries(row.ignored)) ignored[reason] = (ignored[reason] ?? 0) + count
    }
  }
  return { keys: {}, ...sums, ignored }
}

/** The slots that were asked for stand in rows whose key is empty there. */
function isOfAds({ keys }: ReportRow): boolean {
  return Boolean(keys.ad || keys.campaign || keys.advertiser)
}

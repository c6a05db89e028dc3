// What keeps a campaign from serving, whatever is asked: told by those who screen, pace and serve, so that they never disagree.
import type { AdStop } from '../domain/ad.ts'
import type { Campaign } from '../domain/campaign.ts'
import { isOpenHour, passes, payableBid } from '../domain/campaign-rules.ts'
import { isPaused, type Publisher, type SlotFormat, takesFormat } from '../domain/publisher.ts'
import { endOfDayMs, QUARTER_MS } from '../domain/time-zone.ts'
import { DAY_MS } from '../base/clock.ts'
import type { BudgetGate } from './budget-gate.ts'
import type { Directory } from './directory.ts'
import type { SpendLimit } from './facts.ts'
import { type NotRunning, policyStop, type Stop, whyNotRunning } from './campaign-stops.ts'

export interface Hindrance {
  readonly code: HindranceCode
  /** When it ends by itself, where that is known. */
  readonly untilMs?: number
}

export type HindranceCode =
  | NotRunning
  | 'closed_hours'
  | (typeof SPENT)[SpendLimit]
  | 'credit_limit'
  | 'pacing'
  | 'no_ads'
  | `ads_${Exclude<AdStop, 'archived'>}`
  | 'no_publisher'

const SPENT = { total: 'total_budget_spent', daily: 'daily_budget_spent', funds: 'no_funds' } as const

interface Deps {
  readonly directory: Directory
  readonly budgets: Pick<BudgetGate, 'stopOf' | 'usedUp' | 'leftOf'>
}

/** Each hindrance that lies in the campaign's own terms, its advertiser and its money. */
export function hindrancesOf(campaign: Campaign, { directory, budgets }: Deps, nowMs: number): Hindrance[] {
  const found: Hindrance[] = whyNotRunning(campaign, directory, nowMs).map((code) =>
    code === 'scheduled' ? { code, untilMs: campaign.startAtMs! } : { code },
  )
  if (!isOpenHour(campaign, nowMs)) found.push({ code: 'closed_hours', ...nextOpening(campaign, nowMs) })
  for (const limit of budgets.usedUp(campaign, nowMs)) {
    const code = limit === 'funds' && isInvoiced(campaign, directory) ? 'credit_limit' : SPENT[limit]
    found.push(limit === 'daily' ? { code, untilMs: endOfDayMs(nowMs, campaign.timeZone) } : { code })
  }
  if (budgets.stopOf(campaign.number) === 'pacing') found.push({ code: 'pacing' })
  return found
}

function isInvoiced({ advertiserId }: Campaign, { advertisers }: Directory): boolean {
  return advertisers.byId(advertiserId)?.billing === 'invoiced'
}

/** Every combination of day and hour comes in a week; a day more, since clocks are changed. */
const OPENING_WITHIN_MS = 8 * DAY_MS

function nextOpening(campaign: Campaign, nowMs: number): { untilMs?: number } {
  const first = (Math.floor(nowMs / QUARTER_MS) + 1) * QUARTER_MS
  for (let atMs = first; atMs < nowMs + OPENING_WITHIN_MS; atMs += QUARTER_MS) {
    if (isOpenHour(campaign, atMs)) return { untilMs: atMs }
  }
  return {}
}

/**
 * Why a publisher never shows ads of a campaign as it stands; undefined where it may.
 * @param formats those that its ads have
 */
export function publisherStop(
  { campaign, formats }: { readonly campaign: Campaign; readonly formats: readonly SlotFormat[] },
  publisher: Publisher,
  { directory, budgets }: Deps,
  nowMs: number,
): Stop | undefined {
  if (!passes(campaign.targeting.publishers, publisher.id)) return 'targeting'
  if (isPaused(publisher)) return 'policy_blocked'
  const stop = policyStop(campaign, publisher, directory)
  if (stop !== undefined) return stop
  if (!formats.some((format) => takesFormat(publisher.policy, format))) return 'unsupported_format'
  // With little left the bid is lower, and may be below a floor that it met in full. With nothing left no publisher is to blame.
  if (budgets.stopOf(campaign.number) === 'budget_exhausted') return undefined
  const amountMicros = payableBid(campaign, budgets.leftOf(campaign, nowMs))
  const asItCanPay = { ...campaign, bid: { ...campaign.bid, amountMicros } }
  return policyStop(asItCanPay, publisher, directory) === undefined ? undefined : 'budget_exhausted'
}

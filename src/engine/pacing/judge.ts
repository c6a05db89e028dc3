// Judges one campaign at one look: whether it may spend, in which share of its requests, and what calls for an earlier look.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/clock.ts'
import type { Campaign } from '../../domain/campaign.ts'
import { isOpenHour, leastCharge } from '../../domain/campaign-rules.ts'
import { type Micros, perImpression } from '../../domain/money.ts'
import { endOfDayMs, hourStartMs } from '../../domain/time-zone.ts'
import { type Facts, SPEND_LIMITS, type SpendLimit } from '../facts.ts'
import { type Account, billedRate, MENDING_MS, pricesPerRequest, usualPrice } from './account.ts'
import type { BudgetStop } from './board.ts'
import { LOTS } from './lots.ts'
import { isSpokenFor, plan, shareFor } from './plan.ts'
import type { Response } from './response.ts'

export const LOOK_EVERY_MS = MINUTE_MS
/** Ads to be served before an unexpected number of them calls for an early look. */
const EARLY_SERVED = 4
/** A share rises by at most so much from one look to the next, since what it brings is known only afterwards. */
const RISE_MAX = 1.5
/** Smaller changes of a share are left alone. */
const STEADY = 0.02
/** However late in its day, a campaign is given at least so long to spend what is left. */
const LAST_STRETCH_MS = 5 * MINUTE_MS

/** What a campaign's money looks like at one look. */
interface Outlook {
  readonly spent: { readonly totalMicros: Micros; readonly dayMicros: Micros }
  readonly remainingMicros: Micros
  /** Expected to be billed from links that are out. */
  readonly openMicros: number
  /** Of what its advertiser paid in advance or may owe, and expected to be billed to that from links of all its campaigns. */
  readonly fundsMicros: Micros
  readonly openOfAllMicros: number
  /** What one billed action costs. */
  readonly priceMicros: number
  /** Part of the prices of served ads that is billed in the end. */
  readonly rate: number
  /** How long after its ad a billable action comes. */
  readonly delayMs: number
  readonly nowMs: number
}

/** Sets the account's share, and says whether it spends nothing at all. */
export function judge(
  account: Account,
  { facts, response }: { readonly facts: Pick<Facts, 'leftBy' | 'spentOf'>; readonly response: Response },
  nowMs: number,
): BudgetStop | undefined {
  const { campaign } = account
  const left = facts.leftBy(campaign, nowMs)
  const remainingMicros = Math.min(left.total, left.daily, left.funds)
  const costsNothing = campaign.bid.amountMicros === 0
  if (!costsNothing && remainingMicros < leastCharge(campaign)) return 'budget_exhausted'
  if (costsNothing || remainingMicros === Number.POSITIVE_INFINITY) {
    account.limitMicros = Number.POSITIVE_INFINITY
    account.share = 1
    return undefined
  }
  const spent = facts.spentOf(campaign, nowMs)
  const priceMicros = usualPrice(account)
  const rate = billedRate(account, response)
  const openMicros = account.openMicros * rate
  const delayMs = response.delayOf(campaign.bid.model)
  const all = { fundsMicros: left.funds, openOfAllMicros: openMicros + account.othersOpenMicros }
  const outlook = { spent, remainingMicros, openMicros, ...all, priceMicros, rate, delayMs, nowMs }

  // What was paid in advance, or may be owed, is there once, however many campaigns have links out.
  const ofAll = { remainingMicros: all.fundsMicros, openMicros: all.openOfAllMicros, priceMicros }
  account.isWaiting = isSpokenFor(outlook, account.isWaiting) || isSpokenFor(ofAll, account.isWaiting)
  commit(account, openMicros)
  moveShare(account, campaign.pacing === 'even' ? evenShare(account, outlook) : 1)
  account.limitMicros = nextLook(account, outlook)
  if (account.isWaiting && remainingMicros < priceMicros) return 'budget_exhausted'
  return account.isWaiting || account.share === 0 ? 'pacing' : undefined
}

/**
 * Which limits a campaign has used up whose budget is exhausted: those that leave less than a charge, or the tightest one where links
 * that are out may take what it leaves.
 */
export function usedUpOf(campaign: Campaign, left: Readonly<Record<SpendLimit, Micros>>): SpendLimit[] {
  const leastLeft = Math.min(...SPEND_LIMITS.map((limit) => left[limit]))
  return SPEND_LIMITS.filter((limit) => left[limit] < leastCharge(campaign) || left[limit] === leastLeft)
}

// What was committed since the last look is no longer behind its plan.
function commit(account: Account, openMicros: number): void {
  const committedMicros = account.ledgerMicros + openMicros
  if (!Number.isNaN(account.committedMicros)) account.behindMicros -= committedMicros - account.committedMicros
  account.committedMicros = committedMicros
}

// What a share brings is known only afterwards, so it rises step by step; out of silence it starts where it should be.
function moveShare(account: Account, share: number): void {
  const risen = account.lots === 0 ? share : Math.min(share, Math.max(account.share * RISE_MAX, 1 / LOTS))
  if (share === 1 || Math.abs(risen - account.share) > account.share * STEADY) account.share = risen
}

function evenShare(account: Account, outlook: Outlook): number {
  const { nowMs, openMicros, rate, spent } = outlook
  if (!account.flow.isKnown()) {
    account.behindMicros = 0
    return isAheadOfClock(account.campaign, spent, openMicros, nowMs) ? 0 : 1
  }
  const planned = plannedPerRequest(account, outlook)
  if (planned === Number.POSITIVE_INFINITY) return 1
  account.plannedMicros = planned
  const soonRequests = requestsUntil(nowMs + MENDING_MS, account, nowMs)
  return shareFor(planned, { behindMicros: account.behindMicros, soonRequests }, pricesPerRequest(account) * rate)
}

/** Without known traffic a campaign may run so far ahead of the clock, so that it does not start in silence: a part of its day, and a time of its flight. */
const SLACK = 1 / 12
const SLACK_MS = DAY_MS * SLACK

function isAheadOfClock(
  { budget, bid, timeZone, startAtMs, createdAtMs, endAtMs }: Campaign,
  spent: { totalMicros: Micros; dayMicros: Micros },
  openMicros: number,
  nowMs: number,
): boolean {
  // One action may always be under way, or a budget of two clicks would never start.
  const oneAction = bid.model === 'cpm' ? perImpression(bid.amountMicros) : bid.amountMicros
  const isAhead = (spentMicros: Micros, budgetMicros: Micros, elapsed: number) =>
    spentMicros + openMicros >= Math.max(oneAction, budgetMicros * Math.min(1, elapsed))
  const bornMs = startAtMs ?? createdAtMs
  if (budget.dailyMicros !== undefined) {
    const endMs = endOfDayMs(nowMs, timeZone)
    const fromMs = Math.max(bornMs, endMs - DAY_MS)
    if (isAhead(spent.dayMicros, budget.dailyMicros, SLACK + (nowMs - fromMs) / (endMs - fromMs))) return true
  }
  if (budget.totalMicros === undefined || endAtMs === undefined) return false
  return isAhead(spent.totalMicros, budget.totalMicros, (nowMs - bornMs + SLACK_MS) / Math.max(1, endAtMs - bornMs))
}

// The tighter of the day's plan and the flight's. Without an end there is nothing to spread a total budget over.
function plannedPerRequest(account: Account, outlook: Outlook): number {
  const { spent, openMicros, priceMicros, delayMs, nowMs } = outlook
  const { budget, timeZone, endAtMs: flightEndMs = Number.POSITIVE_INFINITY } = account.campaign
  // What is served in the last moments is clicked after them, so a plan ends a little earlier than its budget.
  const requestsBefore = (endMs: number): number =>
    requestsUntil(Math.max(nowMs + LAST_STRETCH_MS, endMs - delayMs), account, nowMs)
  let planned = Number.POSITIVE_INFINITY
  if (budget.dailyMicros !== undefined) {
    const endMs = Math.min(flightEndMs, endOfDayMs(nowMs, timeZone))
    const dueToday = openMicros * (1 - Math.exp(-(endMs - nowMs) / delayMs))
    const remainingMicros = budget.dailyMicros - spent.dayMicros
    planned = plan({ remainingMicros, openMicros: dueToday, priceMicros }, requestsBefore(endMs))
  }
  if (budget.totalMicros !== undefined && flightEndMs !== Number.POSITIVE_INFINITY) {
    const remainingMicros = budget.totalMicros - spent.totalMicros
    planned = Math.min(planned, plan({ remainingMicros, openMicros, priceMicros }, requestsBefore(flightEndMs)))
  }
  return planned
}

function requestsUntil(endMs: number, { campaign, flow }: Account, nowMs: number): number {
  const { days, hours } = campaign.targeting
  if (!days && !hours) return flow.expected(nowMs, endMs)
  const startMs = hourStartMs(nowMs, campaign.timeZone)
  return flow.expected(nowMs, endMs, { startMs, isOpen: (hourMs) => isOpenHour(campaign, hourMs) })
}

// Looks again before links go out that would use up what is left, and where far more is served than was planned.
function nextLook(account: Account, outlook: Outlook): number {
  const { remainingMicros, openMicros, fundsMicros, openOfAllMicros, priceMicros, rate } = outlook
  const free = Math.min(remainingMicros - openMicros, (fundsMicros - openOfAllMicros) / account.siblings)
  const untilFull = Math.max(0, free) / Math.max(rate, 1e-6) / 2
  if (account.campaign.pacing === 'asap') return Math.max(priceMicros, untilFull)
  const planned = account.shortMicros * (LOOK_EVERY_MS / HOUR_MS)
  return Math.min(Math.max(EARLY_SERVED * priceMicros, planned * 2), Math.max(priceMicros, untilFull))
}

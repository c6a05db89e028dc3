// Which campaigns may not spend now: budget used up, funds gone, or ahead of an even pace. Kept up to date by changes.
import { DAY_MS, MINUTE_MS } from '../base/clock.ts'
import type { Campaign } from '../domain/campaign.ts'
import { localTime } from '../domain/time-zone.ts'
import { perImpression } from '../domain/money.ts'
import type { Directory } from './directory.ts'
import type { Facts } from './facts.ts'

export type BudgetStop = 'budget_exhausted' | 'pacing'

export interface BudgetGate {
  /** Brings the answers up to date; cheap where nothing changed. */
  refresh(nowMs: number): void
  stopOf(campaignNumber: number): BudgetStop | undefined
  /** Grows whenever a campaign stops or may run again. */
  readonly version: number
}

export function createBudgetGate({ directory, facts }: { directory: Directory; facts: Facts }): BudgetGate {
  let stops: (BudgetStop | undefined)[] = []
  let version = 0
  let seen = { directory: -1, money: -1, minute: -1 }

  const recheck = (campaign: Campaign, nowMs: number): void => {
    const stop = budgetStop(campaign, facts, nowMs)
    if (stops[campaign.number] === stop) return
    stops[campaign.number] = stop
    version++
  }

  return {
    refresh(nowMs) {
      const now = { directory: directory.version, money: facts.moneyVersion, minute: Math.floor(nowMs / MINUTE_MS) }
      if (now.directory !== seen.directory || now.minute !== seen.minute) {
        facts.takeTouched()
        for (const campaign of directory.campaigns.all()) recheck(campaign, nowMs)
      } else if (now.money !== seen.money) {
        const touched = facts.takeTouched()
        for (const number of touched.campaigns) {
          const campaign = directory.campaigns.byNumber(number)
          if (campaign) recheck(campaign, nowMs)
        }
        if (touched.funds) for (const campaign of directory.campaigns.all()) recheck(campaign, nowMs)
      }
      seen = now
    },
    stopOf: (campaignNumber) => stops[campaignNumber],
    get version() {
      return version
    },
  }
}

/** The least that one more billable action can cost; with less left than that, nothing can be billed any more. */
const LEAST_CHARGE_MICROS = 10_000
/** An even pace may run this share of the day (two hours) ahead of the clock, so that a day does not start in silence. */
const PACE_SLACK = 1 / 12

function budgetStop(campaign: Campaign, facts: Facts, nowMs: number): BudgetStop | undefined {
  const { model, amountMicros } = campaign.bid
  const floor = Math.min(amountMicros, LEAST_CHARGE_MICROS)
  const least = model === 'cpm' ? Math.max(1, perImpression(floor)) : floor
  const remaining = facts.remainingMicros(campaign, nowMs)
  if (remaining < least) return 'budget_exhausted'
  return campaign.pacing === 'even' && isAhead(campaign, facts, nowMs) ? 'pacing' : undefined
}

// Even means: by any time of the day no more than that share of the day's budget, and likewise over the flight.
function isAhead(campaign: Campaign, facts: Facts, nowMs: number): boolean {
  const { totalMicros, dailyMicros } = campaign.budget
  const spent = facts.spentOf(campaign, nowMs)
  // One action may always be under way, or a budget of two clicks would never start.
  const oneAction = campaign.bid.model === 'cpm' ? perImpression(campaign.bid.amountMicros) : campaign.bid.amountMicros
  if (dailyMicros !== undefined) {
    const { hour } = localTime(nowMs, campaign.timeZone)
    const share = Math.min(1, (hour + 1) / 24 + PACE_SLACK)
    if (spent.dayMicros >= Math.max(oneAction, dailyMicros * share)) return true
  }
  if (totalMicros !== undefined && campaign.endAtMs !== undefined) {
    const start = campaign.startAtMs ?? campaign.createdAtMs
    const share = Math.min(1, (nowMs - start + DAY_MS * PACE_SLACK) / Math.max(1, campaign.endAtMs - start))
    if (spent.totalMicros >= Math.max(oneAction, totalMicros * share)) return true
  }
  return false
}

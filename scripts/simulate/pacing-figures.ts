// Figures of a pacing world: how full days were, how close hours came to the share of traffic, what was shown for nothing.
import { HOUR_MS } from '../../src/base/clock.ts'
import { dayOf, localTime } from '../../src/domain/time-zone.ts'
import { type CampaignOutcome, MONDAY_MS, type PacingOutcome, type PacingWorldOptions } from './pacing-world.ts'

export interface PacingFigures {
  readonly campaigns: readonly CampaignFigures[]
  /** Part of the whole days of even campaigns with enough traffic that spent 97–100 % of their budget. */
  readonly daysInRange: number
  /** Median over hours of |spent ÷ what the hour's share of the day's traffic called for − 1|. */
  readonly hourlyError: number
  /** Valid events that could not be billed ÷ billed. */
  readonly overdelivery: number
  readonly overchargeMicros: number
}

export interface CampaignFigures {
  readonly name: string
  readonly timeZone: string
  readonly worstDay: number
  readonly medianDay: number
  readonly hourlyError: number
  readonly overdelivery: number
}

/** The first days, in which traffic is learned, are left out of days and hours; overdelivery and overcharge count from the first minute. */
const LEARNING_DAYS = 2
/** An hour is judged where so many actions are called for; with fewer, chance alone moves it by more than a tenth. */
const ACTIONS_MIN = 30
/** A day is judged where its budget pays for so many actions: three in a hundred of fewer are less than one. */
const DAY_ACTIONS_MIN = 34

export function pacingFigures(
  outcome: PacingOutcome,
  { startMs = MONDAY_MS, days }: PacingWorldOptions,
): PacingFigures {
  const judged = outcome.campaigns.map((one) => judge(one, startMs, days))
  const hours = judged.flatMap(({ hours }) => hours)
  const full = judged.flatMap(({ fullDays, hasEnough }) => (hasEnough ? fullDays : []))
  const billed = sum(outcome.campaigns.map(({ spentMicros }) => sum([...spentMicros])))
  const over = sum(outcome.campaigns.map(({ overMicros }) => sum([...overMicros])))
  return {
    campaigns: judged.map(({ figures }) => figures),
    daysInRange: full.filter((share) => share >= 0.97 && share <= 1).length / full.length,
    hourlyError: median(hours),
    overdelivery: over / billed,
    overchargeMicros: outcome.overchargeMicros,
  }
}

function judge(
  { campaign, fitting, spentMicros, overMicros, days: spentDays }: CampaignOutcome,
  startMs: number,
  days: number,
) {
  const { timeZone, budget, pacing, bid, endAtMs = Number.POSITIVE_INFINITY, startAtMs = 0, targeting } = campaign
  const price = bid.model === 'cpm' ? bid.amountMicros / 1_000 : bid.amountMicros
  const byDay = new Map<number, number[]>() // local day -> hours since the start
  for (let hour = 0; hour < days * 24; hour++) {
    const day = dayOf(startMs + hour * HOUR_MS, timeZone)
    byDay.set(day, [...(byDay.get(day) ?? []), hour])
  }
  const from = dayOf(startMs, timeZone) + LEARNING_DAYS
  const last = dayOf(startMs + days * 24 * HOUR_MS, timeZone)
  const hours: number[] = []
  const fullDays: number[] = []
  for (const [day, all] of byDay) {
    const first = startMs + all[0]! * HOUR_MS
    if (day < from || day >= last || first < startAtMs || first + all.length * HOUR_MS > endAtMs) continue
    // Hours of UTC that a zone's own hours cut in two are not all open or closed, and are left out.
    const open = all.filter((hour) =>
      [0, HOUR_MS - 1].every((at) => isOpen(targeting.hours?.include, startMs + hour * HOUR_MS + at, timeZone)),
    )
    const fits = sum(open.map((hour) => fitting[hour]!))
    const spent = sum(all.map((hour) => spentMicros[hour]!))
    const today = spentDays.get(day)
    if (budget.dailyMicros !== undefined) fullDays.push(today ? today.spentMicros / today.budgetMicros : 0)
    if (pacing !== 'even') continue
    for (const hour of open) {
      const called = (spent * fitting[hour]!) / fits
      if (called >= ACTIONS_MIN * price * 0.8) hours.push(Math.abs(spentMicros[hour]! / called - 1))
    }
  }
  const figures = {
    name: campaign.name,
    timeZone,
    worstDay: Math.min(...fullDays),
    medianDay: median(fullDays),
    hourlyError: median(hours),
    overdelivery: sum([...overMicros]) / sum([...spentMicros]),
  }
  return {
    figures,
    hours,
    fullDays,
    hasEnough: pacing === 'even' && (budget.dailyMicros ?? 0) >= DAY_ACTIONS_MIN * price,
  }
}

function isOpen(hours: readonly number[] | undefined, atMs: number, timeZone: string): boolean {
  return !hours || hours.includes(localTime(atMs, timeZone).hour)
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted.length === 0 ? Number.NaN : sorted[sorted.length >> 1]!
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

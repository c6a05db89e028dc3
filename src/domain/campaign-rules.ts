// When and to whom a campaign may serve: read by screening, by pacing and by forecasts, which would tell lies if they differed.
import type { Campaign, Rule, Targeting } from './campaign.ts'
import { countriesOfRegion } from './iso-codes.ts'
import { LEAST_CHARGE_MICROS, type Micros, perImpression } from './money.ts'
import { localTime } from './time-zone.ts'

/** The ways of not being in flight. */
const OFF = {
  archived: ({ archivedAtMs }: Campaign) => archivedAtMs !== undefined,
  paused: ({ status }: Campaign) => status !== 'active',
  scheduled: ({ startAtMs = 0 }: Campaign, nowMs: number) => nowMs < startAtMs,
  ended: ({ endAtMs = Number.POSITIVE_INFINITY }: Campaign, nowMs: number) => nowMs >= endAtMs,
} as const

/** Neither paused nor archived. */
export function isOn(campaign: Campaign): boolean {
  return !OFF.paused(campaign) && !OFF.archived(campaign)
}

/** On, and between its start and its end. */
export function isInFlight(campaign: Campaign, nowMs: number): boolean {
  return isOn(campaign) && !OFF.scheduled(campaign, nowMs) && !OFF.ended(campaign, nowMs)
}

/** Each reason why it is not in flight. */
export function whyNotInFlight(campaign: Campaign, nowMs: number): (keyof typeof OFF)[] {
  return (Object.keys(OFF) as (keyof typeof OFF)[]).filter((way) => OFF[way](campaign, nowMs))
}

/** Whether its targeting leaves this day and hour open, by the clock of its own time zone. */
export function isOpenHour(campaign: Campaign, atMs: number): boolean {
  return closedBy(campaign, atMs) === undefined
}

/** Which rule of its targeting keeps this day or hour closed. */
export function closedBy(
  { targeting: { days, hours }, timeZone }: Campaign,
  atMs: number,
): 'days' | 'hours' | undefined {
  if (!days && !hours) return undefined
  const local = localTime(atMs, timeZone)
  if (!passes(days, local.weekday)) return 'days'
  return passes(hours, local.hour) ? undefined : 'hours'
}

/** Who asks, as far as each logged decision still knows. */
export interface Asker {
  readonly publisherId: string
  /** ISO 3166-1 alpha-2 upper case; empty where unknown. */
  readonly country: string
  /** ISO 3166-2 upper case; empty where unknown. */
  readonly region: string
  /** Primary language; `und` where unknown. */
  readonly language: string
}

/** Of targeting, what such a decision still tells. */
export type AskerTargeting = Pick<Targeting, 'publishers' | 'countries' | 'regions' | 'languages'>

export function reaches(targeting: AskerTargeting, asker: Asker): boolean {
  return keptFrom(targeting, asker) === undefined
}

/** The first rule that keeps a campaign from whoever asks; undefined where none does. */
export function keptFrom(
  { publishers, countries, regions, languages }: AskerTargeting,
  { publisherId, country, region, language }: Asker,
): keyof AskerTargeting | undefined {
  if (!passes(publishers, publisherId)) return 'publishers'
  if (!passes(countries, country)) return 'countries'
  if (!passes(regions, region)) return 'regions'
  return passes(languages, language) ? undefined : 'languages'
}

/** Whether a rule lets a value through; no rule lets through all. */
export function passes<T>(rule: Rule<T> | undefined, value: T): boolean {
  if (!rule) return true
  if (rule.exclude.includes(value)) return false
  return rule.include.length === 0 || rule.include.includes(value)
}

/** The regions that targeting names, where its countries keep out every one of them, so that it lets in nobody; else none. */
export function regionsKeptOut({ countries, regions }: Pick<Targeting, 'countries' | 'regions'>): readonly string[] {
  const named = regions?.include.filter((region) => passes(regions, region)) ?? []
  const isLetIn = (region: string) => countriesOfRegion(region).some((country) => passes(countries, country))
  return named.some(isLetIn) ? [] : named
}

/** With less than this left, nothing of a campaign can be billed any more. */
export function leastCharge({ bid: { model, amountMicros } }: Campaign): Micros {
  const floor = Math.min(amountMicros, LEAST_CHARGE_MICROS)
  return model === 'cpm' ? Math.max(1, perImpression(floor)) : floor
}

/** What a campaign can still pay, at most its bid, in the bid's unit. Who bids nothing can, also where more was spent than it now may. */
export function payableBid({ bid: { model, amountMicros } }: Campaign, leftMicros: Micros): Micros {
  if (amountMicros === 0) return 0
  return Math.min(amountMicros, leftMicros * (model === 'cpm' ? 1_000 : 1))
}

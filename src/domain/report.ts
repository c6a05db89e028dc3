// Reports: counted facts by dimension.
import type { Micros } from './money.ts'

/** Days before today that keep their hours: the 30 of a report whose period nobody names, and some more for a month that has just ended. */
export const HOURS_KEPT_DAYS = 35

export const REPORT_DIMENSIONS = [
  'day',
  'hour',
  'publisher',
  'advertiser',
  'campaign',
  'ad',
  'slot',
  'country',
  'format',
] as const
export type ReportDimension = (typeof REPORT_DIMENSIONS)[number]

/** Dimensions whose values are ids of what has a name. Ads have titles. */
export const NAMED_DIMENSIONS = ['publisher', 'advertiser', 'campaign'] as const satisfies readonly ReportDimension[]
export type NamedDimension = (typeof NAMED_DIMENSIONS)[number]

export interface ReportQuery {
  /** UTC dates YYYY-MM-DD, both included. */
  readonly from: string
  readonly to: string
  readonly groupBy: readonly ReportDimension[]
  readonly test: boolean
  /** Narrow to one publisher or advertiser, by id. */
  readonly publisherId?: string
  readonly advertiserId?: string
  readonly campaignId?: string
  /** Whose names come beside their ids; default: nobody's. */
  readonly named?: readonly NamedDimension[]
}

/** True where rows of ads stand beside the one row that belongs to no ad and counts slots; else each row counts slots. */
export function isAboutAds({ groupBy, campaignId, advertiserId }: ReportQuery): boolean {
  const narrowed = campaignId !== undefined || advertiserId !== undefined
  return narrowed || groupBy.some((name) => name === 'ad' || name === 'campaign' || name === 'advertiser')
}

export interface ReportRow {
  /** One value per dimension of `groupBy`: ids for entities, ISO text for day and hour. */
  readonly keys: Readonly<Partial<Record<ReportDimension, string>>>
  /** Of the dimensions that `named` asks for: what those of `keys` are called now, archived ones too. */
  readonly names?: Readonly<Partial<Record<NamedDimension, string>>>
  /** Callers' own ids of ads, where they gave one. */
  readonly externalId?: string
  /** Of ads: what they are called now. */
  readonly title?: string
  /** Slots asked for. */
  readonly requests: number
  /** Slots that could have shown an ad: nothing about the person, the topic or the format stood against it. */
  readonly eligible: number
  /** Slots that got at least one ad; in a row of an ad, campaign or advertiser: how often it was placed. */
  readonly filled: number
  readonly impressions: number
  readonly viewable: number
  readonly clicks: number
  readonly conversions: number
  readonly thumbsUp: number
  readonly thumbsDown: number
  /** How often people wished to see the ad no more. */
  readonly dismissed: number
  /** How often people reported the ad. */
  readonly reported: number
  readonly conversionValueMicros: Micros
  /** What advertisers were charged. */
  readonly spendMicros: Micros
  /** What publishers earned of it. */
  readonly revenueMicros: Micros
  readonly ignored: Readonly<Record<string, number>>
}

/** What rows add up to. */
export const REPORT_SUMS = [
  'requests',
  'eligible',
  'filled',
  'impressions',
  'viewable',
  'clicks',
  'conversions',
  'thumbsUp',
  'thumbsDown',
  'dismissed',
  'reported',
  'conversionValueMicros',
  'spendMicros',
  'revenueMicros',
] as const satisfies readonly (keyof ReportRow)[]
export type ReportSum = (typeof REPORT_SUMS)[number]

export const NO_SUMS = Object.fromEntries(REPORT_SUMS.map((name) => [name, 0])) as Readonly<Record<ReportSum, number>>

/**
 * Counts of decisions for one slot and audience, summed in memory by hour and added to the store now and then. A report that groups or
 * narrows by ad, campaign or advertiser reads the placements of ads, any other the slots, so that nothing counts twice.
 */
export interface DecisionCount {
  /** Start of the hour in epoch milliseconds (UTC). */
  readonly hourMs: number
  readonly publisherNumber: number
  readonly slotId: string
  readonly format: string
  readonly country: string
  readonly test: boolean
  readonly requests: number
  readonly eligible: number
  /** Slots that got at least one ad. */
  readonly filled: number
  /** How often each ad was placed there, `PLACED_CELLS` cells an ad: its number, its campaign's, and how often. */
  readonly placed: Uint32Array
  /** How often no ad at all was shown there for each reason, `EMPTY_CELLS` cells a reason: its number (`NO_FILL_CODES`), and how often. */
  readonly empty: Uint32Array
}

export const PLACED_CELLS = 3
export const EMPTY_CELLS = 2

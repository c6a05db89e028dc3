// What reports answer, as far as the console reads it.
import type { Money } from './shapes.ts'

export interface ReportRow {
  readonly [dimension: string]: unknown
  /** Of an ad. `publisherName`, `advertiserName` and `campaignName` stand beside the ids that they are of. */
  readonly title?: string
  readonly requests: number
  readonly eligible: number
  readonly filled: number
  readonly fillRate: number
  readonly impressions: number
  readonly viewable: number
  readonly clicks: number
  readonly conversions: number
  readonly dismissed: number
  readonly reported: number
  readonly ctr: number
  /** Between these it lies with 95 % certainty. */
  readonly ctrLow: number
  readonly ctrHigh: number
  readonly viewableRate: number
  readonly spend: Money
  readonly revenue: Money
  readonly ecpm: Money
  /** Not in what a publisher reads. */
  readonly conversionValue?: Money
  readonly roas?: number
  readonly ignored: Readonly<Record<string, number>>
}

export interface Report {
  readonly from: string
  readonly to: string
  readonly rows: readonly ReportRow[]
  readonly totals: ReportRow
}

/** How many people saw a campaign. */
export interface ReachReport {
  readonly people: number
  readonly sessions: number
  readonly impressions: { readonly people: number; readonly sessions: number; readonly unknown: number }
  /** Null where there are no people. */
  readonly perPerson: number | null
  readonly frequency: readonly {
    readonly times: number
    readonly orMore?: boolean
    readonly people: number
    readonly sessions: number
  }[]
}

interface Range<T> {
  readonly low: T
  readonly expected: T
  readonly high: T
}

/** What a bid and a budget would get. */
export interface Forecast {
  /** Absent where requests name no user. */
  readonly reach?: Range<number>
  readonly impressions: Range<number>
  readonly clicks: Range<number>
  /** Amounts of money. */
  readonly spend: Range<string>
  /** Whether the budget, and not the traffic, ends it. */
  readonly limitedByBudget: boolean
  readonly basis: {
    readonly decisions: number
    readonly auctions: number
    readonly won: number
    readonly hours: number
  }
}

/** How many slots stayed empty, by what was asked for. */
export interface EmptySlotsReport {
  readonly from: string
  readonly to: string
  readonly rows: readonly {
    readonly publisher?: string
    readonly publisherName?: string
    readonly slot?: string
    readonly reason?: string
    readonly count: number
  }[]
  readonly totals: { readonly count: number }
}

// How many people saw the ads of a campaign, and how often each of them did.

export interface ReachQuery {
  readonly campaignId: string
  /** UTC dates YYYY-MM-DD, both included. */
  readonly from: string
  readonly to: string
  readonly test: boolean
}

/** Whoever saw ads so often or oftener is counted together. */
export const TIMES_MAX = 10

export interface Reach {
  /** By the users that publishers named, each publisher's apart: who uses two of them counts twice. */
  readonly people: Reached
  /** The sessions in which no user was named: who comes again is another. */
  readonly sessions: Reached
  /** Valid impressions of whom nobody can tell, since neither was named or the person said no. */
  readonly unknownImpressions: number
}

export interface Reached {
  readonly count: number
  readonly impressions: number
  /** How many saw an ad of the campaign once, twice and so on; the last one counts `TIMES_MAX` times and more. */
  readonly byTimes: readonly number[]
}

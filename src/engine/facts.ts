// What is known of the world at this moment: money spent and left, and what each person was shown. Memory only.
import { overdraftOf } from '../domain/advertiser.ts'
import type { Campaign } from '../domain/campaign.ts'
import type { AdvertiserFunds, CampaignSpend } from '../domain/ledger-event.ts'
import type { Micros } from '../domain/money.ts'
import { dayOf } from '../domain/time-zone.ts'
import type { Directory } from './directory.ts'
import { createDismissals, type Dismissals } from './exposures/dismissals.ts'
import { createExposures, type Exposures } from './exposures/exposures.ts'

export interface Facts {
  /** What a campaign may still spend now, given its budgets and its advertiser's funds; Infinity where nothing limits it. */
  remainingMicros(campaign: Campaign, nowMs: number): Micros
  /** The same by each limit; Infinity for those that it does not have. */
  leftBy(campaign: Campaign, nowMs: number): Readonly<Record<SpendLimit, Micros>>
  spentOf(campaign: Campaign, nowMs: number): { totalMicros: Micros; dayMicros: Micros }
  setSpend(spend: CampaignSpend): void
  /** @returns whether they are more than they were known to be */
  setFunds(funds: AdvertiserFunds): boolean
  /** Which campaigns' spend, and the funds of which advertisers that have a limit, changed since the last call. */
  takeTouched(): { campaigns: readonly number[]; advertisers: readonly number[] }
  /** Grows whenever money changed hands, so that what was derived from it can be kept until then. */
  moneyVersion(): number
  readonly exposures: Exposures
  readonly dismissals: Dismissals
}

/** What bounds the spend of a campaign: its two budgets, and what its advertiser paid in advance or may owe. */
export const SPEND_LIMITS = ['total', 'daily', 'funds'] as const
export type SpendLimit = (typeof SPEND_LIMITS)[number]

const NOTHING_SPENT = { totalMicros: 0, dayMicros: 0 }

/** @param directory says whose campaign it is, and how that one pays */
export function createFacts({ directory }: { directory: Directory }): Facts {
  const spends = new Map<number, CampaignSpend>() // one a campaign
  const funds = new Map<number, Micros>() // one an advertiser
  const touchedCampaigns = new Set<number>() // campaigns, so bounded by their number
  const touchedFunds = new Set<number>() // advertisers, so bounded by their number
  let moneyVersion = 0

  const spentOf = (campaign: Campaign, nowMs: number) => {
    const spent = spends.get(campaign.number)
    if (!spent) return NOTHING_SPENT
    return spent.day === dayOf(nowMs, campaign.timeZone) ? spent : { totalMicros: spent.totalMicros, dayMicros: 0 }
  }

  const leftOfFunds = ({ advertiserId }: Campaign): Micros => {
    const advertiser = directory.advertisers.byId(advertiserId)
    return advertiser ? (funds.get(advertiser.number) ?? 0) + overdraftOf(advertiser) : Number.POSITIVE_INFINITY
  }

  return {
    exposures: createExposures(),
    dismissals: createDismissals(),
    spentOf,
    remainingMicros(campaign, nowMs) {
      const spent = spentOf(campaign, nowMs)
      return Math.min(leftInAll(campaign, spent), leftToday(campaign, spent), leftOfFunds(campaign))
    },
    leftBy(campaign, nowMs) {
      const spent = spentOf(campaign, nowMs)
      return { total: leftInAll(campaign, spent), daily: leftToday(campaign, spent), funds: leftOfFunds(campaign) }
    },
    setSpend(spend) {
      spends.set(spend.campaignNumber, spend)
      touchedCampaigns.add(spend.campaignNumber)
      moneyVersion++
    },
    setFunds({ advertiserNumber, balanceMicros }) {
      const before = funds.get(advertiserNumber) ?? 0
      funds.set(advertiserNumber, balanceMicros)
      const advertiser = directory.advertisers.byNumber(advertiserNumber)
      if (advertiser && Number.isFinite(overdraftOf(advertiser))) touchedFunds.add(advertiserNumber)
      moneyVersion++
      return balanceMicros > before
    },
    takeTouched() {
      const touched = { campaigns: [...touchedCampaigns], advertisers: [...touchedFunds] }
      touchedCampaigns.clear()
      touchedFunds.clear()
      return touched
    },
    moneyVersion() {
      return moneyVersion
    },
  }
}

function leftInAll({ budget: { totalMicros } }: Campaign, spent: typeof NOTHING_SPENT): Micros {
  return totalMicros === undefined ? Number.POSITIVE_INFINITY : totalMicros - spent.totalMicros
}

function leftToday({ budget: { dailyMicros } }: Campaign, spent: typeof NOTHING_SPENT): Micros {
  return dailyMicros === undefined ? Number.POSITIVE_INFINITY : dailyMicros - spent.dayMicros
}

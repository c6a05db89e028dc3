// What is known of the world at this moment: money spent and left, and what each person was shown. Memory only.
import type { Campaign } from '../domain/campaign.ts'
import type { AdvertiserFunds, CampaignSpend } from '../domain/ledger-event.ts'
import type { Micros } from '../domain/money.ts'
import { dayOf } from '../domain/time-zone.ts'
import type { Directory } from './directory.ts'
import { createExposures, type Exposures } from './exposures/exposures.ts'

export interface Facts extends Pick<Exposures, 'shownTo' | 'noteAll' | 'noteShown' | 'noteSeen'> {
  /** What a campaign may still spend now, given its budgets and its advertiser's funds; Infinity where nothing limits it. */
  remainingMicros(campaign: Campaign, nowMs: number): Micros
  spentOf(campaign: Campaign, nowMs: number): { totalMicros: Micros; dayMicros: Micros }
  setSpend(spend: CampaignSpend): void
  setFunds(funds: AdvertiserFunds): void
  /** Which campaigns' spend, and which prepaid advertisers' funds, changed since the last call. */
  takeTouched(): { campaigns: readonly number[]; advertisers: readonly number[] }
  /** Grows whenever money changed hands, so that what was derived from it can be kept until then. */
  moneyVersion(): number
  readonly exposures: Exposures
}

const NOTHING_SPENT = { totalMicros: 0, dayMicros: 0 }

/**
 * @param deps.directory says which campaign's advertiser pays in advance
 * @param deps.exposures what people were shown, where other threads know it too
 */
export function createFacts(deps: { directory: Directory; exposures?: Exposures }): Facts {
  const { directory, exposures = createExposures() } = deps
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

  return {
    exposures,
    shownTo: exposures.shownTo,
    noteAll: exposures.noteAll,
    noteShown: exposures.noteShown,
    noteSeen: exposures.noteSeen,
    spentOf,
    remainingMicros(campaign, nowMs) {
      const { totalMicros, dailyMicros } = campaign.budget
      const spent = spentOf(campaign, nowMs)
      let remaining = Number.POSITIVE_INFINITY
      if (totalMicros !== undefined) remaining = totalMicros - spent.totalMicros
      if (dailyMicros !== undefined) remaining = Math.min(remaining, dailyMicros - spent.dayMicros)
      const advertiser = directory.advertisers.byId(campaign.advertiserId)
      if (advertiser?.billing !== 'prepaid') return remaining
      return Math.min(remaining, funds.get(advertiser.number) ?? 0)
    },
    setSpend(spend) {
      spends.set(spend.campaignNumber, spend)
      touchedCampaigns.add(spend.campaignNumber)
      moneyVersion++
    },
    setFunds({ advertiserNumber, balanceMicros }) {
      funds.set(advertiserNumber, balanceMicros)
      if (directory.advertisers.byNumber(advertiserNumber)?.billing === 'prepaid') touchedFunds.add(advertiserNumber)
      moneyVersion++
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

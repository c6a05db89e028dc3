// What a billable event costs and whether it still fits; the bounds are read and moved in one transaction, so no race passes them.
import { createLruMap } from '../../base/lru-map.ts'
import { FEES_ACCOUNT, fundsAccount, pendingAccount } from '../../domain/account.ts'
import { type Advertiser, overdraftOf } from '../../domain/advertiser.ts'
import type { Campaign } from '../../domain/campaign.ts'
import {
  type AdvertiserFunds,
  type CampaignSpend,
  type EventKind,
  type LedgerEvent,
  nameOfFact,
} from '../../domain/ledger-event.ts'
import type { LinkPayload } from '../../domain/link.ts'
import { type Micros, shareOf } from '../../domain/money.ts'
import { dayOf } from '../../domain/time-zone.ts'
import type { Books } from './books.ts'
import type { Adjustment } from '../contract.ts'
import type { Sql } from './database.ts'
import type { Notices } from './notices.ts'

export type Charging = ReturnType<typeof createCharging>

/** What is known of who pays and who earns. */
interface Terms {
  readonly campaign: Campaign
  readonly advertiser: Advertiser
  readonly advertiserNumber: number
}

export interface Quote {
  readonly campaignNumber: number
  readonly terms: Terms
  readonly publisherId: string
  readonly priceMicros: Micros
  readonly revenueMicros: Micros
  readonly day: number
}

export interface Refund {
  readonly campaignNumber: number
  readonly day: number
  readonly priceMicros: Micros
  readonly atMs: number
}

export interface Charged {
  readonly sequence: number
  readonly impressionId: string
  readonly kind: EventKind
  readonly factKey: string
  readonly atMs: number
}

interface AdvertiserRow {
  readonly number: number
  readonly body: string
}

const CACHED_MAX = 10_000

export function createCharging(db: Sql, books: Books, notices: Pick<Notices, 'campaignCharged' | 'fundsTaken'>) {
  const selectByNumber = db.prepare('SELECT id, body FROM entities WHERE kind = ? AND number = ?')
  const selectAdvertiser = db.prepare("SELECT number, body FROM entities WHERE id = ? AND kind = 'advertiser'")
  const selectSpend = db.prepare('SELECT spent_micros FROM campaign_spend WHERE campaign = ?')
  const selectDay = db.prepare('SELECT spent_micros FROM campaign_days WHERE campaign = ? AND day = ?')
  const addSpend = db.prepare(`
    INSERT INTO campaign_spend (campaign, spent_micros) VALUES (?, ?)
    ON CONFLICT (campaign) DO UPDATE SET spent_micros = campaign_spend.spent_micros + excluded.spent_micros`)
  const addDay = db.prepare(`
    INSERT INTO campaign_days (campaign, day, spent_micros) VALUES (?, ?, ?)
    ON CONFLICT (campaign, day) DO UPDATE SET spent_micros = campaign_days.spent_micros + excluded.spent_micros`)
  const selectCampaigns = db.prepare(`
    SELECT e.number, coalesce(s.spent_micros, 0) AS spent, json_extract(e.body, '$.timeZone') AS zone
    FROM entities e LEFT JOIN campaign_spend s ON s.campaign = e.number WHERE e.kind = 'campaign'`)
  const selectAdvertisers = db.prepare("SELECT id, number FROM entities WHERE kind = 'advertiser'")

  const termsByCampaign = createLruMap<number, Terms>({ entriesMax: CACHED_MAX })
  const publisherIds = createLruMap<number, string>({ entriesMax: CACHED_MAX })
  const totals = createLruMap<number, Micros>({ entriesMax: CACHED_MAX }) // by campaign
  const days = createLruMap<string, Micros>({ entriesMax: CACHED_MAX }) // by campaign and day
  // What was spent in the call that runs, by campaign and by campaign and day.
  const unwritten = new Map<number, Micros>()
  const unwrittenDays = new Map<string, { campaignNumber: number; day: number; micros: Micros }>()
  const touchedCampaigns = new Map<number, number>() // campaign -> day, until the commit that moved them is told
  const touchedAdvertisers = new Map<number, string>()

  return {
    /** False where the link names a campaign or publisher that is not on record: then nobody could be charged. */
    knows: (link: LinkPayload): boolean =>
      termsOf(link.campaignNumber) !== undefined && publisherIdOf(link.publisherNumber) !== undefined,

    quote(link: LinkPayload, event: LedgerEvent): Quote | 'over_budget' {
      const terms = termsOf(link.campaignNumber)!
      const day = dayOf(event.receivedAtMs, terms.campaign.timeZone)
      const { priceMicros } = link
      const revenueMicros = shareOf(priceMicros, { percent: event.revenueShare, round: 'down' })
      const publisherId = publisherIdOf(link.publisherNumber)!
      const quote = { campaignNumber: link.campaignNumber, terms, publisherId, priceMicros, revenueMicros, day }
      if (!fits(quote)) {
        // Whoever served it may have believed that there was money, as after a clock was set back or a time zone changed.
        touch(link.campaignNumber, terms, day)
        return 'over_budget'
      }
      return quote
    },

    /** Runs what charges for many events: what they spent is written once for each campaign, account and day, at the end. */
    gather<T>(run: () => T): T {
      try {
        const result = books.gather(run)
        writeSpend()
        return result
      } finally {
        unwritten.clear()
        unwrittenDays.clear()
      }
    },

    charge(quote: Quote, { sequence, impressionId, kind, factKey, atMs }: Charged): void {
      const { campaignNumber, terms, publisherId, priceMicros, revenueMicros, day } = quote
      const { advertiserId } = terms.campaign
      const fact = nameOfFact(impressionId, kind, factKey)
      books.post({
        kind: 'charge',
        id: `charge:${fact}`,
        event: sequence,
        prepaid: terms.advertiser.billing === 'prepaid',
        reference: fact,
        atMs,
        entries: [
          { account: fundsAccount(advertiserId), amountMicros: -priceMicros },
          { account: pendingAccount(publisherId), amountMicros: revenueMicros },
          { account: FEES_ACCOUNT, amountMicros: priceMicros - revenueMicros },
        ],
      })
      spend(campaignNumber, day, priceMicros)
      touch(campaignNumber, terms, day)
      const { totalMicros } = spendOf(campaignNumber, day)
      const cause = { cause: sequence, atMs }
      notices.campaignCharged(terms.campaign, {
        ...cause,
        beforeMicros: totalMicros - priceMicros,
        afterMicros: totalMicros,
      })
      const funds = books.balanceOf(fundsAccount(advertiserId))
      notices.fundsTaken(terms.advertiser, { ...cause, beforeMicros: funds + priceMicros, afterMicros: funds })
    },

    /** Takes a charge out of what was spent, on the day whose budget it had used. */
    refund({ campaignNumber, day, priceMicros, atMs }: Refund): void {
      spend(campaignNumber, day, -priceMicros)
      writeSpend()
      const terms = termsOf(campaignNumber)
      if (!terms) return
      // Whoever follows the spend wants the day that it is now.
      touch(campaignNumber, terms, dayOf(atMs, terms.campaign.timeZone))
    },

    /** The advertiser of a campaign, by number. */
    payerOf: (campaignNumber: number): number | undefined => termsOf(campaignNumber)?.advertiserNumber,

    /** Whom a link is about, by id; undefined where one of them is not on record. */
    namesOf({ campaignNumber, publisherNumber }: LinkPayload) {
      const campaign = termsOf(campaignNumber)?.campaign
      const publisherId = publisherIdOf(publisherNumber)
      if (!campaign || publisherId === undefined) return undefined
      return { campaignId: campaign.id, advertiserId: campaign.advertiserId, publisherId }
    },

    noteTopUp(advertiserId: string): void {
      touchFunds(advertiserId)
    },

    noteAdjustment(
      advertiserId: string,
      { postingId, amountMicros, atMs }: Adjustment,
      { balanceMicros, repeated }: { balanceMicros: Micros; repeated: boolean },
    ): void {
      const row = touchFunds(advertiserId)
      if (!row || repeated) return
      const moved = { cause: postingId, atMs, beforeMicros: balanceMicros - amountMicros, afterMicros: balanceMicros }
      notices.fundsTaken(JSON.parse(row.body) as Advertiser, moved)
    },

    /** How campaigns and advertisers stand that were charged, or could not be, or paid in since the last call. */
    takeTouched(): { campaigns: CampaignSpend[]; advertisers: AdvertiserFunds[] } | undefined {
      if (touchedAdvertisers.size === 0) return undefined
      const campaigns = [...touchedCampaigns].map(([number, day]) => spendOf(number, day))
      const advertisers = [...touchedAdvertisers].map(([number, id]) => fundsOf(number, id))
      touchedCampaigns.clear()
      touchedAdvertisers.clear()
      return { campaigns, advertisers }
    },

    /** For whoever will tell how everybody stands. */
    forgetTouched(): void {
      touchedCampaigns.clear()
      touchedAdvertisers.clear()
    },

    spend(nowMs: number): { campaigns: CampaignSpend[]; advertisers: AdvertiserFunds[] } {
      const campaigns = selectCampaigns.all() as unknown as { number: number; spent: number; zone: string }[]
      const advertisers = selectAdvertisers.all() as unknown as { id: string; number: number }[]
      return {
        campaigns: campaigns.map(({ number, zone }) => spendOf(number, dayOf(nowMs, zone))),
        advertisers: advertisers.map(({ number, id }) => fundsOf(number, id)),
      }
    },

    /** Terms and names are read again after inventory changed. */
    forgetTerms(): void {
      termsByCampaign.clear()
      publisherIds.clear()
    },
    /** The last of what was spent may have been rolled back. */
    forgetSpend(): void {
      totals.clear()
      days.clear()
      unwritten.clear()
      unwrittenDays.clear()
    },
  }

  function touchFunds(advertiserId: string): AdvertiserRow | undefined {
    const row = selectAdvertiser.get(advertiserId) as AdvertiserRow | undefined
    if (row) touchedAdvertisers.set(row.number, advertiserId)
    return row
  }

  function touch(campaignNumber: number, { campaign, advertiserNumber }: Terms, day: number): void {
    touchedCampaigns.set(campaignNumber, day)
    touchedAdvertisers.set(advertiserNumber, campaign.advertiserId)
  }

  function fits({
    campaignNumber,
    terms,
    publisherId,
    day,
    priceMicros: price,
    revenueMicros: revenue,
  }: Quote): boolean {
    const { campaign, advertiser } = terms
    const { totalMicros, dailyMicros } = campaign.budget
    const { totalMicros: spent, dayMicros } = spendOf(campaignNumber, day)
    if (totalMicros !== undefined && spent + price > totalMicros) return false
    if (dailyMicros !== undefined && dayMicros + price > dailyMicros) return false
    const funds = books.balanceOf(fundsAccount(campaign.advertiserId))
    if (funds + overdraftOf(advertiser) < price) return false
    // Sums stay exact to 2^53 micros; what would pass that is not booked rather than booked wrongly.
    const earned = books.balanceOf(pendingAccount(publisherId)) + revenue
    const kept = books.balanceOf(FEES_ACCOUNT) + price - revenue
    return [spent + price, price - funds, earned, kept].every(Number.isSafeInteger)
  }

  function spend(campaignNumber: number, day: number, byMicros: Micros): void {
    const { totalMicros, dayMicros } = spendOf(campaignNumber, day)
    const name = nameOfDay(campaignNumber, day)
    unwritten.set(campaignNumber, (unwritten.get(campaignNumber) ?? 0) + byMicros)
    unwrittenDays.set(name, { campaignNumber, day, micros: (unwrittenDays.get(name)?.micros ?? 0) + byMicros })
    totals.set(campaignNumber, totalMicros + byMicros)
    days.set(name, dayMicros + byMicros)
  }

  function writeSpend(): void {
    for (const [campaignNumber, micros] of unwritten) addSpend.run(campaignNumber, micros)
    for (const { campaignNumber, day, micros } of unwrittenDays.values()) addDay.run(campaignNumber, day, micros)
    unwritten.clear()
    unwrittenDays.clear()
  }

  /** Read once; whoever changes it is here. */
  function spendOf(campaignNumber: number, day: number): CampaignSpend {
    let totalMicros = totals.get(campaignNumber)
    if (totalMicros === undefined) {
      const row = selectSpend.get(campaignNumber) as { spent_micros: number } | undefined
      totalMicros = (row?.spent_micros ?? 0) + (unwritten.get(campaignNumber) ?? 0)
      totals.set(campaignNumber, totalMicros)
    }
    const name = nameOfDay(campaignNumber, day)
    let dayMicros = days.get(name)
    if (dayMicros === undefined) {
      const row = selectDay.get(campaignNumber, day) as { spent_micros: number } | undefined
      dayMicros = (row?.spent_micros ?? 0) + (unwrittenDays.get(name)?.micros ?? 0)
      days.set(name, dayMicros)
    }
    return { campaignNumber, totalMicros, day, dayMicros }
  }

  function nameOfDay(campaignNumber: number, day: number): string {
    return `${campaignNumber} ${day}`
  }

  function fundsOf(advertiserNumber: number, id: string): AdvertiserFunds {
    return { advertiserNumber, balanceMicros: books.balanceOf(fundsAccount(id)) }
  }

  function termsOf(campaignNumber: number): Terms | undefined {
    const known = termsByCampaign.get(campaignNumber)
    if (known) return known
    const row = selectByNumber.get('campaign', campaignNumber) as { body: string } | undefined
    if (!row) return undefined
    const campaign = JSON.parse(row.body) as Campaign
    const owner = selectAdvertiser.get(campaign.advertiserId) as AdvertiserRow | undefined
    if (!owner) return undefined
    const terms = { campaign, advertiser: JSON.parse(owner.body) as Advertiser, advertiserNumber: owner.number }
    termsByCampaign.set(campaignNumber, terms)
    return terms
  }

  function publisherIdOf(publisherNumber: number): string | undefined {
    const known = publisherIds.get(publisherNumber)
    if (known !== undefined) return known
    const row = selectByNumber.get('publisher', publisherNumber) as { id: string } | undefined
    if (row) publisherIds.set(publisherNumber, row.id)
    return row?.id
  }
}

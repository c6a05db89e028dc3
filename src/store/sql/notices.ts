// What operators and advertisers are told of ads and money, written in the transaction that makes it so: told once, and never lost.
//
// A campaign or an account is told of where one booking takes it past its last possible charge, an account also where one takes it below
// what its advertiser has chosen. What is paid in or taken back lifts it above that again, and then it can be told again.
import type { Ad } from '../../domain/ad.ts'
import { type Advertiser, overdraftOf } from '../../domain/advertiser.ts'
import { leastCharge } from '../../domain/campaign-rules.ts'
import type { Campaign } from '../../domain/campaign.ts'
import type { Draft } from '../../domain/entity.ts'
import { formatMicros, LEAST_CHARGE_MICROS, type Micros } from '../../domain/money.ts'
import type { Webhooks } from './webhooks.ts'

export type Notices = ReturnType<typeof createNotices>

/** A booking, by what it found and what it left. */
interface Moved {
  /** Tells bookings apart. */
  readonly cause: string | number
  readonly beforeMicros: Micros
  readonly afterMicros: Micros
  readonly atMs: number
}

/** Ads that one message tells of: an import makes as many wait at a time. */
const ADS_EACH = 200

export function createNotices(webhooks: Pick<Webhooks, 'isHeard' | 'notify'>) {
  const reviewed = new Map<string, { advertiserId: string; ads: Draft<Ad>[] }>() // by campaign, until the call ends

  return {
    /** @param before absent: it is new, or comes back */
    adWritten(ad: Draft<Ad>, before: Ad | undefined, advertiserId: string): void {
      if (!isNews(ad, before) || !webhooks.isHeard('ad_review')) return
      listOf(ad, advertiserId).push(ad)
    },
    /** Tells of the ads that the call wrote. @param revision of the last one, which no other call has */
    tellReviews(revision: number): void {
      for (const [campaignId, { advertiserId, ads }] of reviewed) {
        for (let from = 0; from < ads.length; from += ADS_EACH) {
          const some = ads.slice(from, from + ADS_EACH)
          const id = `${campaignId}:ad_review:${revision}${from === 0 ? '' : `:${from}`}`
          const data = { campaignId, advertiserId, ads: some.map(reviewOnWire) }
          webhooks.notify({ kind: 'ad_review', id, advertiserId, atMs: some[0]!.updatedAtMs, data })
        }
      }
      reviewed.clear()
    },
    campaignCharged(campaign: Campaign, { cause, beforeMicros, afterMicros, atMs }: Moved): void {
      const { totalMicros } = campaign.budget
      if (totalMicros === undefined) return
      const most = totalMicros - leastCharge(campaign)
      if (beforeMicros > most || afterMicros <= most || !webhooks.isHeard('total_budget_spent')) return
      const { id: campaignId, advertiserId } = campaign
      const data = { campaignId, advertiserId, total: formatMicros(totalMicros), spent: formatMicros(afterMicros) }
      const id = `${campaignId}:total_budget_spent:${cause}`
      webhooks.notify({ kind: 'total_budget_spent', id, advertiserId, atMs, data })
    },
    fundsTaken(
      advertiser: Pick<Advertiser, 'id' | 'billing' | 'creditLimitMicros' | 'lowFundsMicros'>,
      { cause, beforeMicros, afterMicros, atMs }: Moved,
    ): void {
      const overdraft = overdraftOf(advertiser)
      if (overdraft === Number.POSITIVE_INFINITY) return
      const { id: advertiserId, lowFundsMicros } = advertiser
      const tell = (kind: 'low_funds' | 'no_funds', data: object): void => {
        if (!webhooks.isHeard(kind)) return
        webhooks.notify({ kind, id: `${advertiserId}:${kind}:${cause}`, advertiserId, atMs, data })
      }
      const isNowBelow = (micros: Micros) => beforeMicros + overdraft >= micros && afterMicros + overdraft < micros
      const limit = advertiser.billing === 'invoiced' ? { creditLimit: formatMicros(overdraft) } : {}
      const funds = { advertiserId, balance: formatMicros(afterMicros), ...limit }
      if (lowFundsMicros !== undefined && isNowBelow(lowFundsMicros)) {
        tell('low_funds', { ...funds, lowFunds: formatMicros(lowFundsMicros) })
      }
      if (isNowBelow(LEAST_CHARGE_MICROS)) tell('no_funds', funds)
    },
    /** The call that wrote them was rolled back. */
    forget: () => reviewed.clear(),
  }

  function listOf({ campaignId }: Draft<Ad>, advertiserId: string) {
    const known = reviewed.get(campaignId) ?? { advertiserId, ads: [] }
    reviewed.set(campaignId, known)
    return known.ads
  }
}

/** What is approved at once is no news, nor is what becomes of an archived ad. */
function isNews(ad: Draft<Ad>, before: Ad | undefined): boolean {
  if (ad.archivedAtMs !== undefined) return false
  if (before === undefined || before.archivedAtMs !== undefined) return ad.review === 'pending'
  return ad.review !== before.review || (ad.review === 'rejected' && ad.reviewReason !== before.reviewReason)
}

function reviewOnWire({
  id: adId,
  externalId,
  version,
  content: { title },
  review,
  reviewReason,
  reviewNote,
}: Draft<Ad>) {
  return { adId, externalId, version, title, review, reviewReason, reviewNote }
}

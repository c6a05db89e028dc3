// How a creative stands: what people say of the ads that it became.
import { type Ad, reviewOfNew } from '../../domain/ad.ts'
import type { Creative } from '../../domain/creative.ts'
import { type AdDeps, firstReview } from '../inventory/create-ad.ts'

export interface CreativeState {
  readonly creative: Creative
  readonly review: Ad['review']
  /** Why it was rejected. */
  readonly reason?: string
  /** Campaigns that show it, or would. */
  readonly campaignIds: readonly string[]
}

type Deps = Pick<AdDeps, 'store' | 'rejections' | 'checkCopy' | 'manualReview'>

/** Reads creatives of one advertiser; one that is no ad yet is told by the rules that would hold for it. */
export function createReadCreative({ store, rejections, checkCopy, manualReview }: Deps) {
  return async (advertiserId: string): Promise<(creative: Creative) => Promise<CreativeState>> => {
    const recurrenceOf = await rejections.of(advertiserId)
    return async (creative) => {
      const { id, content } = creative
      const found = await Promise.all(
        creative.campaignIds.map(async (campaignId) => {
          const { data } = await store.inventory.list('ad', { campaignId, externalId: id, limit: 1 })
          return data.map((ad) => ({ campaignId, ad }))
        }),
      )
      const ads = found.flat()
      const campaignIds = ads.map(({ campaignId }) => campaignId)
      if (ads.length === 0) {
        const review = reviewOfNew(firstReview({ manualReview }), recurrenceOf(content), checkCopy(content))
        return { creative, campaignIds, review }
      }
      const worst = WORST_FIRST.find((review) => ads.some(({ ad }) => ad.review === review))!
      const reason = ads.find(({ ad }) => ad.review === worst)?.ad.reviewReason
      return { creative, campaignIds, review: worst, ...(reason !== undefined && { reason }) }
    }
  }
}

const WORST_FIRST = ['rejected', 'pending', 'approved'] as const

// Archives the ads of a campaign that a whole feed of it does not name any more. Of two feeds at once, the one that began last has the say.
import type { Ad } from '../../domain/ad.ts'
import type { Author } from '../../domain/change.ts'
import type { FeedAd, FullFeedStart, MissingAds } from '../contract.ts'
import type { Changes } from './changes.ts'
import type { Sql } from './database.ts'
import type { Inventory } from './inventory.ts'
import { createLastNumber } from './numbers.ts'
import type { Settings } from './settings.ts'
import { importOf } from './upsert-ads.ts'

const PAGE_MAX = 10_000

export function createFullFeed(db: Sql, inventory: Inventory, settings: Settings, changes: Pick<Changes, 'count'>) {
  const lastNumberOf = createLastNumber(db)
  const selectNumbers = db.prepare(`
    SELECT number FROM entities
    WHERE campaign_id = ? AND external_id IN (SELECT n.value FROM json_each(?) n) AND +kind = 'ad' AND archived = 0`)
  const selectPage = db.prepare(`
    SELECT number, revision, external_id AS name FROM entities
    WHERE kind = 'ad' AND campaign_id = ? AND number > ? AND number <= ? AND archived = 0 AND external_id IS NOT NULL
    ORDER BY number LIMIT ?`)
  const markOf = (campaignId: string) => `full_feed:${campaignId}`

  return {
    begin(campaignId: string, feedId: string): FullFeedStart {
      settings.write(markOf(campaignId), feedId)
      return { revision: inventory.lastRevision(), adNumber: lastNumberOf('ad') }
    },
    /** @param externalIds as JSON */
    adNumbers: (campaignId: string, externalIds: string): number[] =>
      (selectNumbers.all(campaignId, externalIds) as { number: number }[]).map(({ number }) => number),
    liveAds(campaignId: string, after: number, until: number, limit: number): FeedAd[] {
      const rows = selectPage.all(campaignId, after, until, Math.min(limit, PAGE_MAX))
      return (rows as { number: number; revision: number; name: string }[]).map(
        ({ number, revision, name }): FeedAd => [number, revision, name],
      )
    },
    archiveMissing({ campaignId, feedId, externalIds, sinceRevision, atMs }: MissingAds, by?: Author) {
      if (settings.read(markOf(campaignId)) !== feedId) return { archived: 0, isNewest: false }
      let archived = 0
      for (const { number, revision, body } of inventory.adsByExternalId(campaignId, externalIds).values()) {
        const ad = JSON.parse(body) as Ad
        // Others may have made, changed or archived it while the feed was read.
        if (ad.archivedAtMs !== undefined || revision > sinceRevision) continue
        inventory.put('ad', number, { ...ad, archivedAtMs: atMs, updatedAtMs: atMs }, { revision, ad })
        archived++
      }
      if (by) changes.count(by, importOf(campaignId, inventory), { archived })
      return { archived, isNewest: true }
    },
  }
}

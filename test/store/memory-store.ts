// The workings of a store over a database in memory, without threads, for tests that want many of them or look inside.
import { DatabaseSync } from 'node:sqlite'
import type { Campaign } from '../../src/domain/campaign.ts'
import { upkeepOf } from '../../src/store/sqlite/connection.ts'
import { migrate } from '../../src/store/sqlite/migrations.ts'
import { createWorkings, type Operations } from '../../src/store/sql/operations.ts'
import { adDraft, advertiserDraft, campaignDraft, publisherDraft } from './entities.ts'

/** With one publisher, advertiser, campaign and ad, each number 1. */
export function createStore(prepaid: boolean, campaign: Partial<Campaign> = {}) {
  const db = new DatabaseSync(':memory:')
  migrate(db)
  const { operations, seal } = createWorkings(db, upkeepOf(db))
  operations['inventory.insert']('publisher', publisherDraft())
  operations['inventory.insert']('advertiser', advertiserDraft({ billing: prepaid ? 'prepaid' : 'invoiced' }))
  operations['inventory.insert'](
    'campaign',
    campaignDraft({ budget: { totalMicros: 9_000, dailyMicros: 4_000 }, ...campaign }),
  )
  operations['inventory.insert']('ad', adDraft())
  return { db, store: operations satisfies Operations, seal }
}

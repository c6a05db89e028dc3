// What a list reads to find its rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWatchedDatabase } from '../../../test/support/watched-database.ts'
import type { ListQuery } from '../contract.ts'
import { createInventory } from './inventory.ts'

const lists: [what: string, query: Partial<ListQuery>, index: string][] = [
  ['all that wait', {}, 'ads_by_review'],
  ['those of an advertiser', { advertiserId: 'adv_1' }, 'ads_by_advertiser_review'],
  ['those of a campaign', { campaignId: 'cmp_1' }, 'ads_by_campaign_review'],
  ['those of a campaign to its advertiser', { campaignId: 'cmp_1', advertiserId: 'adv_1' }, 'ads_by_campaign_review'],
]

for (const [what, query, index] of lists) {
  for (const oldestFirst of [true, false]) {
    test(`a list of ads by review, ${what}, ${oldestFirst ? 'oldest' : 'newest'} first, reads no other ads`, () => {
      const plan = planOfList({ limit: 24, review: 'pending', oldestFirst, ...query })
      assert.match(plan, new RegExp(`^SEARCH entities USING INDEX ${index} \\(review=\\? AND .*number[<>]\\?\\)$`))
    })
  }
}

for (const query of [{}, { advertiserId: 'adv_1' }, { includeArchived: true }]) {
  test(`an ad is looked up by its external id beside ${JSON.stringify(query)} without reading others`, () => {
    const plan = planOfList({ limit: 24, campaignId: 'cmp_1', externalId: 'a', ...query })
    assert.match(plan, /^SEARCH entities USING INDEX ads_by_external_id \(campaign_id=\? AND external_id=\?\)/)
  })
}

/** The plan of the statement that a list runs, in one line where it needs no sorting. */
function planOfList(query: ListQuery): string {
  const { db, asked, planOf } = openWatchedDatabase()
  createInventory(db, { adWritten() {}, tellReviews() {} }, { note() {} }).list('ad', query)
  return planOf(asked.at(-1)!).join('\n')
}

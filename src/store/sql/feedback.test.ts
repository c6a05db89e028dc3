// What a list of feedback reads to find its page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWatchedDatabase } from '../../../test/support/watched-database.ts'
import type { FeedbackQuery } from '../../domain/feedback.ts'
import { createFeedbackList } from './feedback.ts'

test('a page of feedback, of everybody or of one, reads no other and sorts nothing', () => {
  for (const [query, by, keys] of [
    [{}, 'reaction', ''],
    [{ publisherId: 'pub_1' }, 'publisher', 'publisher=? AND '],
    [{ advertiserId: 'adv_1', publisherId: 'pub_1' }, 'advertiser', 'advertiser=? AND '],
    [{ campaignId: 'cmp_1', publisherId: 'pub_1' }, 'advertiser', 'advertiser=? AND '],
    [{ campaignId: 'cmp_1', advertiserId: 'adv_1' }, 'advertiser', 'advertiser=? AND '],
    [{ adId: 'ad_1', campaignId: 'cmp_1' }, 'ad', 'ad=? AND '],
    [{ adId: 'ad_1', advertiserId: 'adv_1', publisherId: 'pub_1' }, 'ad', 'ad=? AND '],
  ] as const) {
    const [first, ...rest] = stepsOf(query)
    // What is narrowed further is told from the index alone: rows that are passed over are not looked up.
    const from = `${Object.keys(query).length > 1 ? 'COVERING ' : ''}INDEX feedback_by_${by}`
    assert.equal(first, `SEARCH feedback USING ${from} (${keys}test=? AND reaction=? AND event<?)`)
    for (const step of rest) assert.doesNotMatch(step, /^SCAN (?!f$)|TEMP B-TREE/, step)
  }
})

test('of a campaign, those of its advertiser are gone through in their order, and told apart from two indexes alone', () => {
  const steps = stepsOf({ campaignId: 'cmp_1' })
  const from = 'USING COVERING INDEX feedback_by_advertiser'
  assert.equal(steps[0], `SEARCH feedback ${from} (advertiser=? AND test=? AND reaction=? AND event<?)`)
  const ofAd = /^SEARCH x .*USING COVERING INDEX entities_by_campaign \(kind=\? AND campaign_id=\? AND number=\?\)$/
  assert.ok(
    steps.some((step) => ofAd.test(step)),
    steps.join('\n'),
  )
  for (const step of steps) assert.doesNotMatch(step, /^SCAN (?!f$)|TEMP B-TREE|LIST SUBQUERY/, step)
})

/** The plan of the statement that a list runs for each reaction, but for what looks up the numbers of ids. */
function stepsOf(query: Partial<FeedbackQuery>): string[] {
  const { db, asked, planOf } = openWatchedDatabase()
  createFeedbackList(db).list({ test: false, reaction: 'report', limit: 50, ...query })
  const isOfIds = /SCALAR SUBQUERY|entities USING .*\(id=|MATERIALIZE|CO-ROUTINE/
  return planOf(asked[0]!).filter((step) => !isOfIds.test(step))
}

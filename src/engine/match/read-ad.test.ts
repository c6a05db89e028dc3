import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ad, ALL, setUp } from '../../../test/support/small-index.ts'

test('sizes are found however they are written', () => {
  const { index, ask } = setUp()
  const owner = { campaign: 0, formats: 1 }
  const short = index.add(ad('HDMI cable 6 feet'), owner)
  const long = index.add(ad('HDMI cable 25FT'), owner)
  for (const query of ['hdmi cable 25 ft', '25-foot hdmi cable', "hdmi cable 25'"]) {
    assert.deepEqual(ask(query), [long, short], query)
  }
})

test('an ad that names its sizes is no longer for it', () => {
  const { index, matcher } = setUp()
  const owner = { campaign: 0, formats: 1 }
  index.add(ad('Frame', 'Oak 27 inch 20 inch'), owner)
  index.add(ad('Frame', 'Oak 27 moon 20 moon'), owner)
  const query = matcher.buildQuery({ query: 'oak', messages: [] })
  const results = index.search(query, { limit: 10, ...ALL })
  assert.equal(results.scores[0], results.scores[1])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { circumstancesFor, createTestWorld, requestFor } from '../../test/support/world.ts'
import { decide } from './decide.ts'

test('whether a command is a name is looked up once for all slots that are meant for the same', () => {
  const { world, ...make } = createTestWorld()
  const publisher = make.publisher()
  const targeting = { placements: { include: ['sidebar'], exclude: [] } }
  make.ad(make.campaign(make.advertiser(), { targeting }), { title: 'Ember domain name, .shop' })
  const { index } = world.catalog
  const { search } = index
  let searches = 0
  index.search = (...asked) => (searches++, search(...asked))
  const answersOf = (query: string, placements: readonly string[]) => {
    searches = 0
    const decision = decide(
      requestFor(query, { slots: placements.map((placement) => ({ placement })) }),
      world,
      circumstancesFor(world, publisher),
    )
    return decision.slots.map(({ placements, noFill }) => noFill?.reason ?? placements.length)
  }
  const gated = 'low_commercial_intent'
  assert.deepEqual(answersOf('set timer', ['sidebar', 'sidebar', 'sidebar']), [gated, gated, gated])
  assert.equal(searches, 1)
  assert.deepEqual(answersOf('domain name', ['footer', 'sidebar', 'footer']), [gated, 1, gated])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { circumstancesFor, createTestWorld, requestFor } from '../../../test/support/world.ts'
import { createSeededRandom } from '../../base/random.ts'
import { decide } from '../decide.ts'
import { createScreen } from '../screen.ts'
import { createBoard, openBoard } from './board.ts'
import { LOTS } from './lots.ts'

const REQUESTS = 2_000

/** How the slots of many requests went for the only campaign, which holds a quarter of the lots. */
function answersOf(slots: number): string[][] {
  const { world, ...make } = createTestWorld()
  const publisher = make.publisher()
  const campaign = make.campaign(make.advertiser())
  make.ad(campaign, { title: 'Espresso machine', description: 'A machine for espresso coffee' })
  const board = createBoard()
  board.lots.set(campaign.number, LOTS / 4)
  board.write(campaign.number, { share: 0.25, openMicros: 0 }, Number.POSITIVE_INFINITY)
  const budgets = openBoard(board.memory())
  const paced = { ...world, budgets, screen: createScreen({ directory: world.directory, budgets }) }
  const request = requestFor('best espresso machine to buy', { slots: Array.from({ length: slots }, () => ({})) })
  const random = createSeededRandom(7)
  return Array.from({ length: REQUESTS }, () => {
    const decision = decide(request, paced, circumstancesFor(world, publisher, random))
    return decision.slots.map(({ placements, noFill }) => (placements.length > 0 ? 'ad' : noFill!.reason))
  })
}

test('a request draws once who takes part, however many slots it has', () => {
  for (const slots of [1, 4]) {
    const answers = answersOf(slots)
    const taken = answers.filter((reasons) => reasons.includes('ad'))
    assert.ok(Math.abs(taken.length / REQUESTS - 0.25) < 0.03, `${taken.length} of ${REQUESTS} with ${slots} slots`)
    assert.ok(!taken.some((reasons) => reasons.includes('pacing')), 'who has a place is not held back in another')
  }
})

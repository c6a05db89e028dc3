import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkOf } from '../../../test/store/entities.ts'
import { createSeededRandom } from '../../base/random.ts'
import { createTrialMemory } from './trial-memory.ts'

/** Links of so many decisions; what is random in an id is so here. */
function linksOf(decisions: number) {
  const random = createSeededRandom(7)
  return Array.from({ length: decisions }, (_, i) => {
    const decision = Uint8Array.from({ length: 16 }, () => random() * 256)
    return linkOf(i, { decision })
  })
}

test('a served ad is found with what was predicted of it, and apart from the others of its decision', () => {
  const trials = createTrialMemory()
  const [link] = linksOf(1)
  const ads = [0, 1, 2].map((ordinal) => ({ ...link!, ordinal }))
  trials.put(ads[0]!, { relevanceBucket: 15, predictedClickRate: 0.25, counted: false })
  trials.put(ads[1]!, { relevanceBucket: 0, predictedClickRate: 0.5, counted: true })
  assert.equal(trials.find(ads[2]!), false)
  assert.equal(trials.find(ads[0]!), true)
  trials.markCounted()
  assert.equal(trials.find(ads[1]!), true)
  assert.deepEqual(trials.found, { relevanceBucket: 0, predictedClickRate: 0.5, counted: true })
  assert.equal(trials.find(ads[0]!), true)
  assert.deepEqual(trials.found, { relevanceBucket: 15, predictedClickRate: 0.25, counted: true })
})

test('as many as promised are remembered, each of them, and old ones are forgotten', () => {
  const trialsMax = 30_000
  const trials = createTrialMemory({ trialsMax })
  const links = linksOf(100_000)
  for (const [i, link] of links.entries()) {
    trials.put(link, { relevanceBucket: i % 16, predictedClickRate: 1 / (1 + (i % 8)), counted: i % 2 === 0 })
  }
  for (let i = links.length - trialsMax; i < links.length; i++) {
    assert.equal(trials.find(links[i]!), true)
    assert.equal(trials.found.relevanceBucket, i % 16)
    assert.equal(trials.found.predictedClickRate, Math.fround(1 / (1 + (i % 8))))
    assert.equal(trials.found.counted, i % 2 === 0)
  }
  assert.equal(links.filter((link) => trials.find(link)).length < trialsMax + 12_288, true)
})

// How much items of a log differ, found again where it is known, and what the logs say of the made-up market.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { countClicks, fitAt, fitSpread, readClickLogs } from '../../scripts/eval/click-spread.ts'
import { SPREADS } from '../../scripts/simulate/made-up-world.ts'
import { createSeededRandom } from '../../src/base/random.ts'

const FOLDER = process.env.ASIDE_EVAL ?? ''
const skip = !existsSync(join(FOLDER, 'logs', 'men.random.csv.gz')) && 'ASIDE_EVAL names no folder with logs'

test('mean, shape and effects of places are found again from clicks that were drawn by them', () => {
  const random = createSeededRandom(11)
  const [mean, places] = [0.02, [1, 0.6]]
  const clicksByPlace = [0, 0]
  const items = Array.from({ length: 400 }, () => {
    // A gamma distribution of shape 2: the sum of two exponential deviates.
    const rate = (-mean * (Math.log(1 - random()) + Math.log(1 - random()))) / 2
    let clicks = 0
    places.forEach((effect, place) => {
      for (let i = 0; i < 500; i++) {
        if (random() >= rate * effect) continue
        clicks++
        clicksByPlace[place]!++
      }
    })
    return { clicks, shown: [500, 500] }
  })
  const { best, low, high } = fitSpread({ items, clicksByPlace }, { withPlaces: true })
  assert.ok(low < 2 && high > 2 && high < 3, `${low} to ${high}`)
  assert.ok(Math.abs(best.mean - mean) < 0.002, `${best.mean}`)
  assert.ok(Math.abs(best.places[1]! - 0.6) < 0.06, `${best.places}`)
})

test('the made-up market spreads as is most likely by the logs', { skip }, () => {
  const counts = countClicks(readClickLogs(FOLDER))
  const { best, low, high } = fitSpread(counts, { withPlaces: false })
  const totalOf = ({ campaigns, ads }: { campaigns: number; ads: number }) =>
    1 / ((1 + 1 / campaigns) * (1 + 1 / ads) - 1)
  assert.ok(Math.abs(totalOf(SPREADS.published) / best.shape - 1) < 0.1, `${best.shape}`)
  assert.ok(best.logLikelihood - fitAt(totalOf(SPREADS.published), counts, false).logLikelihood < 0.05)
  assert.equal(high, Number.POSITIVE_INFINITY)
  assert.ok(totalOf(SPREADS.wide) < low, `shapes below ${low} are rejected`)
})

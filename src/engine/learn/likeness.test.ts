import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSeededRandom } from '../../base/random.ts'
import { createLikeness, GUESSES, LIKENESS_LENGTH } from './likeness.ts'

const FIRST = 8
const MEAN = 0.02

/** Shows 300 things with the given rates in turn, and lets each guess foretell by what was seen of a thing. */
function learn(rates: readonly number[], rounds: number, state = new Float64Array(LIKENESS_LENGTH)) {
  const random = createSeededRandom(3)
  const likeness = createLikeness(FIRST, state)
  const seen = rates.map(() => ({ actions: 0, shown: 0 }))
  for (let round = 0; round < rounds; round++) {
    rates.forEach((rate, i) => {
      const one = seen[i]!
      GUESSES.forEach((guess, g) => {
        likeness.predicted[g] = (one.actions + guess) / (one.shown + guess / MEAN)
      })
      likeness.addExposure(1)
      one.shown++
      if (random() >= rate) return
      likeness.addAction()
      one.actions++
    })
  }
  return likeness
}
const things = 300
const equal = Array.from({ length: things }, () => MEAN)
// A gamma distribution of shape 2: the sum of two exponential deviates.
const random = createSeededRandom(5)
const wide = equal.map((rate) => (-rate * (Math.log(1 - random()) + Math.log(1 - random()))) / 2)

test('before anything is seen the first shape holds', () => {
  assert.equal(createLikeness(FIRST, new Float64Array(LIKENESS_LENGTH)).shape, FIRST)
})

test('the shape is found by which rates were drawn, and equal rates are found to be alike', () => {
  const shape = learn(wide, 200).shape
  assert.ok(shape > 1.2 && shape < 3.5, `${shape} for a shape of 2`)
  assert.ok(learn(equal, 200).shape > 40)
})

test('what a few actions say moves the first shape a little', () => {
  const shape = learn(equal, 3).shape
  assert.ok(shape > FIRST * 0.5 && shape < FIRST * 2, `${shape}`)
})

test('a likeness goes on where another left its state', () => {
  const state = new Float64Array(LIKENESS_LENGTH)
  const { shape } = learn(wide, 100, state)
  assert.ok(Math.abs(createLikeness(FIRST, state.slice()).shape - shape) < 0.01)
})

test('a market that changes is learned anew', () => {
  const state = new Float64Array(LIKENESS_LENGTH)
  const before = learn(wide, 500, state).shape
  const after = learn(equal, 5_000, state).shape
  assert.ok(before < 4 && after > 30, `${before}, then ${after}`)
})

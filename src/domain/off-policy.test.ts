import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSeededRandom } from '../base/random.ts'
import { choicesOf, evaluatePolicy, type ItemImpression, uniformPolicy } from './off-policy.ts'

const ITEMS = ['a', 'b', 'c', 'd']
const RATES = [0.02, 0.05, 0.1, 0.2]
/** A log of a policy that prefers the first items, in a world of known rates. */
const CHANCES = [0.4, 0.3, 0.2, 0.1]

function logOf(rows: number, seed: number): ItemImpression[] {
  const random = createSeededRandom(seed)
  return Array.from({ length: rows }, () => {
    let item = 0
    for (let left = random(); left >= CHANCES[item]! && item < 3; item++) left -= CHANCES[item]!
    return { item: ITEMS[item]!, position: '1', reward: random() < RATES[item]! ? 1 : 0, propensity: CHANCES[item]! }
  })
}
const wanted = new Map([['*', new Map([['a', 0.1], ['b', 0.1], ['c', 0.2], ['d', 0.6]])]]) // prettier-ignore
const TRUTH = 0.1 * 0.02 + 0.1 * 0.05 + 0.2 * 0.1 + 0.6 * 0.2

test('what another policy would bring is estimated from the log of the one that ran, and its interval holds it', () => {
  const { ips, snips, dr, logged, effectiveSampleSize } = evaluatePolicy(choicesOf(logOf(50_000, 5), wanted))
  for (const estimate of [ips, snips, dr]) {
    assert.ok(Math.abs(estimate.value - TRUTH) < 0.01, `${estimate.value} for ${TRUTH}`)
    assert.ok(estimate.low < TRUTH && TRUTH < estimate.high)
  }
  assert.ok(logged.value < 0.08, 'the policy that ran was worse')
  assert.ok(effectiveSampleSize < 50_000 && effectiveSampleSize > 5_000)
})

test('nineteen intervals in twenty hold the truth', () => {
  const held = { ips: 0, snips: 0, dr: 0 }
  for (let seed = 1; seed <= 200; seed++) {
    const result = evaluatePolicy(choicesOf(logOf(2_000, seed * 7919), wanted))
    for (const name of ['ips', 'snips', 'dr'] as const)
      if (result[name].low <= TRUTH && TRUTH <= result[name].high) held[name]++
  }
  for (const [name, times] of Object.entries(held)) assert.ok(times >= 180 && times <= 199, `${name}: ${times} of 200`)
})

test('a log in which items take turns is judged as any other', () => {
  const log = Array.from({ length: 2_000 }, (_, i): ItemImpression => {
    const isFirst = i % 2 === 0
    return { item: isFirst ? 'a' : 'b', position: '1', reward: Number(i % 4 === 0), propensity: 0.5 }
  })
  const { dr } = evaluatePolicy(choicesOf(log, new Map([['*', new Map([['a', 1]])]])))
  assert.ok(Math.abs(dr.value - 0.5) < 0.01, `${dr.value} for a half`)
})

test('DR is surer than IPS where rewards are well predicted', () => {
  const { ips, dr } = evaluatePolicy(choicesOf(logOf(20_000, 3), wanted))
  assert.ok(dr.high - dr.low < ips.high - ips.low)
})

test('a policy judged by its own log is what the log says', () => {
  const log = logOf(5_000, 11).map((row) => ({ ...row, propensity: 0.25 }))
  const { logged, ips, snips } = evaluatePolicy(choicesOf(log, uniformPolicy(log)))
  assert.ok(Math.abs(ips.value - logged.value) < 1e-12)
  assert.ok(Math.abs(snips.value - logged.value) < 1e-12)
})

test('a choice without a chance is refused', () => {
  const choice = { reward: 1, propensity: 0, target: 1, predicted: 0, predictedForTarget: 0 }
  assert.throws(() => evaluatePolicy([choice]), RangeError)
})

test('too few clicks to tell anything are warned of, and only clicks of choices that the policy could make count', () => {
  const clicks = (count: number, item = 'a') =>
    Array.from({ length: 1_000 }, (_, i): ItemImpression => {
      return { item: i < count ? item : 'b', position: '1', reward: i < count ? 1 : 0, propensity: 0.5 }
    })
  const wantsA = new Map([['*', new Map([['a', 1]])]])
  const codes = (log: ItemImpression[]) => evaluatePolicy(choicesOf(log, wantsA)).warnings.map(({ code }) => code)
  assert.deepEqual(codes(clicks(30)), [])
  assert.deepEqual(codes(clicks(29)), ['too_few_clicks'])
  assert.deepEqual(codes(clicks(500, 'c')), ['too_few_clicks'], 'none of them was on what the policy would show')
  assert.match(evaluatePolicy([]).warnings[0]!.message, /no clicks fell .* from 30 on/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countriesAimedAt, createTraffic } from './traffic.ts'

const HOUR = 3_600_000
const MONDAY = Date.UTC(2026, 2, 2)
/** Most requests in the evening. */
const usual = (hour: number) => 60 + 50 * (hour % 24)

test('a publisher with too few requests to know its hours is expected to follow all traffic, at its own size', () => {
  const traffic = createTraffic()
  const small = traffic.flowFor({ publishers: { include: ['pub_1'], exclude: [] } }, () => 1)
  const everyone = traffic.flowFor({}, () => undefined)
  traffic.advance(MONDAY)
  for (let hour = 0; hour < 72; hour++) {
    for (let i = 0; i < usual(hour); i++) traffic.note(i === 0 && hour % 2 === 0 ? 1 : 2, 'DE')
    traffic.advance(MONDAY + (hour + 1) * HOUR)
  }
  assert.deepEqual([everyone.isLearned(), small.isLearned()], [true, false])
  const between = (from: number, to: number) => [MONDAY + (72 + from) * HOUR, MONDAY + (72 + to) * HOUR] as const
  const share = (from: number, to: number) =>
    small.expected(...between(from, to)) / everyone.expected(...between(from, to))
  assert.ok(Math.abs(share(0, 24) / (12 / 15_240) - 1) < 0.15, `a share of ${share(0, 24)}`)
  assert.ok(Math.abs(share(2, 3) / share(22, 23) - 1) < 1e-9, 'the same by night as in the evening')
})

test('a campaign for regions follows the traffic of their countries, where it names no countries itself', () => {
  const regions = { include: ['US-CA', 'US-NY', 'DE-BY'], exclude: ['FR-75'] }
  assert.deepEqual(countriesAimedAt({ regions }), ['US', 'DE'])
  assert.deepEqual(countriesAimedAt({ regions, countries: { include: ['AT'], exclude: [] } }), ['AT'])
  assert.deepEqual(countriesAimedAt({ regions: { include: [], exclude: ['FR-75'] } }), [])
  const traffic = createTraffic()
  const flow = traffic.flowFor({ regions }, () => undefined)
  for (const country of ['US', 'DE', 'FR', '']) traffic.note(1, country)
  assert.equal(flow.count(), 2)
})

// What a forecast tells, beside what the made-up market then delivers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forecastAll, medianError } from '../../scripts/simulate/forecast-market.ts'
import { createMadeUpWorld } from '../../scripts/simulate/made-up-world.ts'

test('the median forecast is within a fifth of what is delivered, impressions and spend', () => {
  // Many clicks teach from few requests what a market of life teaches from hundreds of thousands.
  const market = createMadeUpWorld({ seed: 7, meanClickRate: 0.08 })
  const compared = forecastAll(market, { requests: 25_000, seed: 7 })
  assert.ok(
    compared.filter(({ delivered }) => delivered.impressions >= 50).length >= 20,
    'enough campaigns to judge by',
  )
  for (const figure of ['impressions', 'spendMicros'] as const) {
    const error = medianError(compared, figure, 50)
    assert.ok(error <= 0.2, `${figure}: ${error}`)
  }
})

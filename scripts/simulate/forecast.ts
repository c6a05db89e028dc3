// Compares what POST /api/v1/forecast tells with what the same market then delivers.
//   node scripts/simulate.ts forecast [--requests 100000] [--seed 7] [--json]
import { parseArgs } from 'node:util'
import { forecastAll, forecastWithBid, medianError } from './forecast-market.ts'
import { createMadeUpWorld } from './made-up-world.ts'
import { wholeNumber } from './usage.ts'

const LEAST_IMPRESSIONS = 50
const GOAL = 0.2
/** Ten times that of life, so that rates are as well known after a hundred thousand requests as after a million. */
const CLICK_RATE = 0.054

/** @returns 0 where the median errors are at most a fifth */
export async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      requests: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '7' },
      json: { type: 'boolean', default: false },
    },
  })
  const options = { requests: wholeNumber('requests', values.requests), seed: wholeNumber('seed', values.seed, 0) }
  const market = createMadeUpWorld({ seed: options.seed, meanClickRate: CLICK_RATE })
  const asIs = forecastAll(market, options)
  const busiest = [...asIs].sort((a, b) => b.delivered.impressions - a.delivered.impressions).slice(0, 8)
  const changed = busiest.map(({ campaignNumber }, i) =>
    forecastWithBid(market, campaignNumber, i % 2 === 0 ? 1.5 : 0.7, options),
  )
  const errors = {
    impressions: medianError(asIs, 'impressions', LEAST_IMPRESSIONS),
    spend: medianError(asIs, 'spendMicros', LEAST_IMPRESSIONS),
    impressionsWithAnotherBid: medianError(changed, 'impressions', LEAST_IMPRESSIONS),
    spendWithAnotherBid: medianError(changed, 'spendMicros', LEAST_IMPRESSIONS),
  }
  const table = Object.entries(errors).map(
    ([name, error]) =>
      `${name.padEnd(28)} ${(error * 100).toFixed(1).padStart(6)} %  ${error <= GOAL ? 'met' : 'MISSED'}`,
  )
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ errors, asIs, changed })}\n`
      : `Median error of forecasts for the last six days of a month, goal ≤ 20 %\n${table.join('\n')}\n`,
  )
  return Object.values(errors).every((error) => error <= GOAL) ? 0 : 1
}

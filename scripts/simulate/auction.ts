// Compares what the service earns with one that knows every rate, and with one that looks at nothing but relevance.
//   node scripts/simulate.ts auction [--requests 1000000] [--seed 7] [--campaigns 200] [--spread published|wide] [--json]
import { parseArgs } from 'node:util'
import { createMadeUpWorld, type SpreadName, SPREADS } from './made-up-world.ts'
import { type Outcome, type Policy, runAuctions } from './run-auctions.ts'
import { wholeNumber } from './usage.ts'

const POLICIES: readonly Policy[] = ['oracle', 'relevance', 'learned']

/** @returns 0 where all goals are met, 1 where one is missed, 2 where the arguments are wrong */
export async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      requests: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '7' },
      campaigns: { type: 'string', default: '200' },
      spread: { type: 'string', default: 'published' },
      json: { type: 'boolean', default: false },
    },
  })
  const requests = wholeNumber('requests', values.requests)
  const seed = wholeNumber('seed', values.seed, 0)
  const campaigns = wholeNumber('campaigns', values.campaigns)
  if (!(values.spread in SPREADS)) {
    process.stderr.write(`There is no spread "${values.spread}"; there are ${Object.keys(SPREADS).join(' and ')}.\n`)
    return 2
  }
  const market = createMadeUpWorld({ seed, campaigns, spread: SPREADS[values.spread as SpreadName] })
  const outcomes = POLICIES.map((policy) =>
    runAuctions(market, policy, { requests, seed, onProgress: (share) => progress(policy, share) }),
  )
  const verdict = judge(outcomes)
  process.stdout.write(values.json ? `${JSON.stringify({ outcomes, verdict })}\n` : table(outcomes, verdict))
  return verdict.every(({ met }) => met) ? 0 : 1
}

export interface Goal {
  readonly name: string
  readonly value: number
  readonly goal: string
  readonly met: boolean
}

/** Revenue after the first fifth of the traffic, and how true the predicted rates were over all of it. */
export function judge(outcomes: readonly Outcome[]): Goal[] {
  const of = (policy: Policy) => outcomes.find((outcome) => outcome.policy === policy)!
  const { error, meanRate } = of('learned').calibration!
  const share = (name: string, goal: string, least: number, value: number) => ({
    name,
    value,
    goal,
    met: value >= least,
  })
  const learned = of('learned')
  return [
    share('expected revenue beside the oracle', '≥ 0.95', 0.95, learned.expectedMicros / of('oracle').expectedMicros),
    share(
      'beside relevance alone, which charges the floor',
      '≥ 1.25',
      1.25,
      learned.expectedMicros / of('relevance').expectedMicros,
    ),
    share(
      'value of what was shown (at full bids) beside relevance alone',
      '≥ 1.25',
      1.25,
      learned.expectedBidsMicros / of('relevance').expectedBidsMicros,
    ),
    {
      name: 'expected calibration error, as a share of the mean rate',
      value: error / meanRate,
      goal: '≤ 0.10',
      met: error <= 0.1 * meanRate,
    },
  ]
}

function progress(policy: Policy, share: number): void {
  if (!process.stderr.isTTY && share !== 1) return
  process.stderr.write(
    `\r${policy.padEnd(10)} ${String(Math.round(share * 100)).padStart(3)} %${share === 1 ? '\n' : ''}`,
  )
}

function table(outcomes: readonly Outcome[], verdict: readonly Goal[]): string {
  const units = (micros: number) => (micros / 1_000_000).toFixed(2)
  const rows = outcomes.map((outcome) => [
    outcome.policy,
    units(outcome.expectedMicros),
    units(outcome.billedMicros),
    units(outcome.expectedBidsMicros),
    String(outcome.impressions),
    String(outcome.clicks),
    ((100 * outcome.clicks) / outcome.impressions).toFixed(3),
    outcome.microsecondsPerDecision.toFixed(0),
  ])
  const buckets = outcomes.find(({ calibration }) => calibration)!.calibration!.merged
  return [
    lines(
      ['policy', 'expected revenue', 'billed', 'at full bids', 'impressions', 'clicks', 'CTR %', 'µs a decision'],
      rows,
    ),
    lines(
      ['predicted %', 'observed %', 'impressions'],
      buckets.map(({ predicted, clicks, impressions }) => [
        (predicted * 100).toFixed(3),
        ((100 * clicks) / impressions).toFixed(3),
        String(impressions),
      ]),
    ),
    lines(
      ['goal', 'value', 'wanted', ''],
      verdict.map(({ name, value, goal, met }) => [name, value.toFixed(3), goal, met ? 'met' : 'MISSED']),
    ),
  ].join('\n')
}

function lines(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]!.length)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd()
  return [line(head), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line), ''].join('\n')
}

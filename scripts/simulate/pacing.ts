// `simulate pacing`: thirty days of traffic against the real budget gate; prints how evenly and how fully campaigns spent.
//   node scripts/simulate.ts pacing [--days 30] [--requests 300000] [--seed 7] [--svg FILE] [--json]
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { DAY_MS, HOUR_MS } from '../../src/base/clock.ts'
import type { Campaign } from '../../src/domain/campaign.ts'
import { perImpression } from '../../src/domain/money.ts'
import { pacingFigures, type PacingFigures } from './pacing-figures.ts'
import {
  MONDAY_MS,
  type PacedCampaign,
  type PacingOutcome,
  type PacingWorldOptions,
  plainCampaign,
  runPacingWorld,
} from './pacing-world.ts'
import { wholeNumber } from './usage.ts'

export async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      days: { type: 'string', default: '30' },
      requests: { type: 'string', default: '300000' },
      seed: { type: 'string', default: '7' },
      svg: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const world = standardWorld({
    days: wholeNumber('days', values.days),
    requestsPerDay: wholeNumber('requests', values.requests),
    seed: wholeNumber('seed', values.seed, 0),
  })
  const startedMs = performance.now()
  const outcome = runPacingWorld(world)
  const seconds = (performance.now() - startedMs) / 1_000
  const figures = pacingFigures(outcome, world)
  if (values.svg) writeFileSync(values.svg, curveAsSvg(outcome))
  process.stdout.write(
    values.json
      ? `${JSON.stringify(figures, null, 2)}\n`
      : `${asTable(figures)}\n${curveAsText(outcome)}\n${seconds.toFixed(1)} s\n`,
  )
  return figures.overchargeMicros === 0 ? 0 : 1
}

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'America/Los_Angeles']

/** A month of March, in which clocks change in America and Europe, with spikes, outages, late starts, edits and restarts. */
function standardWorld(given: { days: number; requestsPerDay: number; seed: number }): PacingWorldOptions {
  const scale = given.requestsPerDay / 300_000
  const at = (day: number, hour: number) => MONDAY_MS + day * DAY_MS + hour * HOUR_MS
  const campaigns: PacedCampaign[] = []
  const add = (
    name: string,
    terms: Partial<Campaign> & { actionsPerDay?: number },
    fits: number,
    rate: number,
  ): void => {
    const { actionsPerDay, ...others } = terms
    const number = campaigns.length + 1
    const bid = others.bid ?? { model: 'cpc', amountMicros: 500_000 }
    const price = bid.model === 'cpm' ? perImpression(bid.amountMicros) : bid.amountMicros
    const dailyMicros = actionsPerDay === undefined ? undefined : Math.round(actionsPerDay * scale * price * 0.8)
    const campaign = plainCampaign(number, {
      name,
      budget: { ...(dailyMicros !== undefined && { dailyMicros }) },
      bid,
      timeZone: ZONES[number % ZONES.length]!,
      ...others,
    })
    campaigns.push({ campaign, fits, rate })
  }
  const cpm = { model: 'cpm', amountMicros: 8_000_000 } as const
  for (let i = 0; i < 6; i++) add(`clicks ${i + 1}`, { actionsPerDay: 900 + i * 150 }, 0.25 + 0.03 * i, 0.08)
  for (let i = 0; i < 6; i++) add(`views ${i + 1}`, { bid: cpm, actionsPerDay: 4_000 + i * 800 }, 0.3, 0.9)
  for (let i = 0; i < 4; i++) add(`small ${i + 1}`, { actionsPerDay: 30 + 20 * i }, 0.05, 0.02)
  add('asap', { actionsPerDay: 400, pacing: 'asap' }, 0.2, 0.06)
  add('starts late in the day', { actionsPerDay: 700, startAtMs: at(3, 15) }, 0.3, 0.08)
  add('budget edited', { actionsPerDay: 600 }, 0.3, 0.08)
  const total = Math.round(20 * 500 * scale * 500_000 * 0.8)
  add('flight of 20 days', { budget: { totalMicros: total }, startAtMs: at(2, 0), endAtMs: at(22, 0) }, 0.3, 0.08)
  const business = { hours: { include: [9, 10, 11, 12, 13, 14, 15, 16], exclude: [] } }
  add('business hours', { actionsPerDay: 500, targeting: business }, 0.3, 0.08)
  return {
    ...given,
    campaigns,
    edits: [
      { atMs: at(5, 14), number: 19, change: { budget: { dailyMicros: Math.round(1_400 * scale * 500_000 * 0.8) } } },
    ],
    spikes: [
      { fromMs: at(8, 10), toMs: at(8, 12), factor: 3 },
      { fromMs: at(16, 20), toMs: at(16, 21), factor: 4 },
    ],
    outages: [
      { fromMs: at(10, 13), toMs: at(10, 15), factor: 0 },
      { fromMs: at(19, 4), toMs: at(19, 7), factor: 0 },
    ],
    restartsMs: [at(4, 11.5), at(12, 2)],
  }
}

function asTable({ campaigns, ...all }: PacingFigures): string {
  const percent = (share: number) => (Number.isFinite(share) ? `${(share * 100).toFixed(1)} %` : '–')
  const rows = campaigns.map((one) => [
    one.name,
    one.timeZone,
    percent(one.worstDay),
    percent(one.medianDay),
    percent(one.hourlyError),
    percent(one.overdelivery),
  ])
  const lines = [['campaign', 'zone', 'worst day', 'median day', 'hourly error', 'overdelivery'], ...rows].map(
    ([name, zone, ...figures]) =>
      name!.padEnd(24) + zone!.padEnd(22) + figures.map((text) => text.padStart(13)).join(''),
  )
  return [
    ...lines,
    '',
    `days within 97–100 % of the budget, campaigns with enough traffic   ${percent(all.daysInRange)}`,
    `hourly error against the share of traffic, median                   ${percent(all.hourlyError)}`,
    `overdelivery, of what was billed                                    ${percent(all.overdelivery)}`,
    `overcharge                                                          ${all.overchargeMicros} micros`,
  ].join('\n')
}

/** Share of requests and of spend by hour of the day in UTC, all days together, of even campaigns in UTC hours. */
function curveAsText(outcome: PacingOutcome): string {
  const { traffic, spend } = hourly(outcome)
  const most = Math.max(...traffic, ...spend)
  const bar = (share: number) => '█'.repeat(Math.round((share / most) * 40))
  const lines = traffic.map((share, hour) => {
    const [t, s] = [share, spend[hour]!].map((x) => `${(x * 100).toFixed(2)} %`.padStart(8))
    return `${String(hour).padStart(2, '0')}:00 traffic ${t} ${bar(share)}\n      spend   ${s} ${bar(spend[hour]!)}`
  })
  return `\n${lines.join('\n')}\n`
}

function hourly({ requests, campaigns }: PacingOutcome): { traffic: number[]; spend: number[] } {
  const even = campaigns.filter(({ campaign }) => campaign.pacing === 'even' && !campaign.targeting.hours)
  const sums = (of: (hour: number) => number) => {
    const byHour = Array.from({ length: 24 }, (_, hour) => {
      let sum = 0
      for (let at = 24 + hour; at < requests.length; at += 24) sum += of(at) // the first day is one of learning
      return sum
    })
    const total = byHour.reduce((sum, one) => sum + one, 0)
    return byHour.map((one) => one / total)
  }
  return {
    traffic: sums((at) => requests[at]!),
    spend: sums((at) => even.reduce((sum, { spentMicros }) => sum + spentMicros[at]!, 0)),
  }
}

function curveAsSvg(outcome: PacingOutcome): string {
  const { traffic, spend } = hourly(outcome)
  const most = Math.max(...traffic, ...spend)
  const y = (share: number) => (220 - (share / most) * 190).toFixed(1)
  const bars = traffic
    .map(
      (share, hour) =>
        `<rect x="${40 + hour * 24}" y="${y(share)}" width="20" height="${(220 - Number(y(share))).toFixed(1)}" fill="#c9d6ea"/>`,
    )
    .join('')
  const line = spend.map((share, hour) => `${50 + hour * 24},${y(share)}`).join(' ')
  const hours = [0, 6, 12, 18]
    .map((hour) => `<text x="${50 + hour * 24}" y="240" text-anchor="middle">${hour}:00</text>`)
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 250" font-family="sans-serif" font-size="12">
<title>Share of requests (bars) and of spend (line) by hour of the day, UTC</title>
<rect width="640" height="250" fill="#fff"/>${bars}<polyline points="${line}" fill="none" stroke="#b3261e" stroke-width="2"/>
<text x="40" y="16">bars: share of requests by hour (UTC); line: share of spend of even campaigns</text>${hours}</svg>
`
}

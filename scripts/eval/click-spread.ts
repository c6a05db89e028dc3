// Fits how much click rates differ from item to item in logs of single impressions: mean and shape of a gamma distribution.
//   node scripts/eval/click-spread.ts --data FOLDER
// FOLDER holds logs/*.csv.gz with item_id, position and click, such as the small logs of the Open Bandit Dataset (Saito et al. 2020).
//
// Given how often an item was shown in which place, its clicks are negative-binomial. Which item was shown may hang on earlier
// clicks, as under a policy that learns: the chances of that choice hold no rates, so they are no part of the likelihood.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'

export interface ItemCounts {
  readonly clicks: number
  /** Impressions by place, the first place first. */
  readonly shown: readonly number[]
}

/** What a log, or several, say of items. */
export interface ClickCounts {
  readonly items: readonly ItemCounts[]
  readonly clicksByPlace: readonly number[]
}

export interface Fit {
  /** Rates of items spread by 1 ÷ √shape of their mean. */
  readonly shape: number
  readonly mean: number
  /** What a place does to clicks, beside the first. */
  readonly places: readonly number[]
  /** In nats, up to a constant of the logs. */
  readonly logLikelihood: number
}

export interface SpreadFit {
  readonly best: Fit
  /** Ends of the 95 % interval of the shape; Infinity where the logs do not speak against equal rates. */
  readonly low: number
  readonly high: number
}

/** This far below the best a shape is rejected at the level of five per cent (half of chi-squared with one degree of freedom). */
const REJECTED_NATS = 3.841 / 2
/** From widely different to next to equal, 20 to each tenfold. */
const SHAPES = Array.from({ length: 71 }, (_, i) => 10 ** (-0.5 + i / 20))
const EM_STEPS = 400

export function fitSpread(counts: ClickCounts, { withPlaces }: { withPlaces: boolean }): SpreadFit {
  const fits = SHAPES.map((shape) => fitAt(shape, counts, withPlaces))
  const best = fits.reduce((one, other) => (other.logLikelihood > one.logLikelihood ? other : one))
  const likely = fits.filter(({ logLikelihood }) => logLikelihood >= best.logLikelihood - REJECTED_NATS)
  const high = likely.at(-1)!.shape
  return { best, low: likely[0]!.shape, high: high === SHAPES.at(-1) ? Number.POSITIVE_INFINITY : high }
}

/** The most likely mean and effects of places for a shape, by expectation and maximisation in turn. */
export function fitAt(shape: number, { items, clicksByPlace }: ClickCounts, withPlaces: boolean): Fit {
  let places = clicksByPlace.map(() => 1)
  let mean = sum(clicksByPlace, (clicks) => clicks) / sum(items, (item) => exposureOf(item, places))
  for (let step = 0; step < EM_STEPS; step++) {
    const rates = items.map((item) => (item.clicks + shape) / (exposureOf(item, places) + shape / mean))
    mean = sum(rates, (rate) => rate) / rates.length
    if (!withPlaces) continue
    const effects = clicksByPlace.map(
      (clicks, place) => clicks / sum(items, ({ shown }, i) => shown[place]! * rates[i]!),
    )
    places = effects.map((effect) => effect / effects[0]!)
  }
  const ofItems = sum(items, (item) => logLikelihoodOf(item, shape, mean, places))
  const ofPlaces = sum(clicksByPlace, (clicks, place) => clicks * Math.log(places[place]!))
  return { shape, mean, places, logLikelihood: ofItems + ofPlaces }
}

function exposureOf({ shown }: ItemCounts, places: readonly number[]): number {
  return sum(shown, (times, place) => times * places[place]!)
}

// Γ(k + s) ÷ Γ(s) × bˢ ÷ (b + e)ᵏ⁺ˢ for k clicks in an exposure of e, with b = s ÷ mean.
function logLikelihoodOf(item: ItemCounts, shape: number, mean: number, places: readonly number[]): number {
  const rate = shape / mean
  const exposure = exposureOf(item, places)
  let nats = -shape * Math.log1p(exposure / rate) - item.clicks * Math.log(rate + exposure)
  for (let k = 0; k < item.clicks; k++) nats += Math.log(shape + k)
  return nats
}

function sum<T>(items: readonly T[], of: (item: T, i: number) => number): number {
  return items.reduce((total, item, i) => total + of(item, i), 0)
}

export interface ClickLog {
  readonly name: string
  readonly rows: readonly { readonly item: string; readonly position: string; readonly click: number }[]
}

/** The logs of a folder of evaluation data; files that tell of no clicks are left out. */
export function readClickLogs(data: string): ClickLog[] {
  const folder = join(data, 'logs')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.csv.gz'))
    .flatMap((name) => {
      const [head, ...rows] = gunzipSync(readFileSync(join(folder, name)))
        .toString('utf8')
        .trim()
        .split('\n')
      const [item, position, click] = ['item_id', 'position', 'click'].map((column) => head!.split(',').indexOf(column))
      if (click === -1) return []
      const cells = rows.map((row) => row.split(','))
      return {
        name,
        rows: cells.map((row) => ({ item: row[item!]!, position: row[position!]!, click: Number(row[click!]) })),
      }
    })
}

export function countClicks(logs: readonly ClickLog[]): ClickCounts {
  const rows = logs.flatMap((log) => log.rows)
  const positions = [...new Set(rows.map(({ position }) => position))].sort()
  const clicksByPlace = positions.map(() => 0)
  const items = new Map<string, { clicks: number; shown: number[] }>()
  for (const { item, position, click } of rows) {
    const counts = items.get(item) ?? { clicks: 0, shown: positions.map(() => 0) }
    items.set(item, counts)
    const place = positions.indexOf(position)
    counts.shown[place]!++
    counts.clicks += click
    clicksByPlace[place]! += click
  }
  return { items: [...items.values()], clicksByPlace }
}

/** Shapes whose likelihood is told beside the best. */
const TOLD = [0.5, 1, 1.5, 2, 3, 5, 10, 20, 50, 100, 1_000]

function tell(logs: readonly ClickLog[], withPlaces: boolean): void {
  const counts = countClicks(logs)
  const { best, low, high } = fitSpread(counts, { withPlaces })
  const impressions = sum(logs, ({ rows }) => rows.length)
  const clicks = sum(counts.clicksByPlace, (own) => own)
  const below = TOLD.map((shape) => {
    const nats = best.logLikelihood - fitAt(shape, counts, withPlaces).logLikelihood
    return `${shape}: ${Math.max(0, nats).toFixed(2)}`
  })
  process.stdout.write(
    [
      `${logs.map(({ name }) => name).join(' + ')}, ${withPlaces ? 'effects of places fitted' : 'places taken as equal'}`,
      `  ${impressions} impressions of ${counts.items.length} items, ${clicks} clicks (${counts.clicksByPlace.join(', ')} by place)`,
      `  mean ${(100 * best.mean).toFixed(3)} %, shape ${best.shape.toFixed(1)}, 95 % interval ${low.toFixed(1)} to ${high.toFixed(1)}`,
      ...(withPlaces
        ? [`  clicks by place beside the first: ${best.places.map((one) => one.toFixed(2)).join(', ')}`]
        : []),
      `  nats below the best by shape: ${below.join(', ')}`,
      '',
    ].join('\n'),
  )
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { data: { type: 'string', default: process.env.ASIDE_EVAL } } })
  if (values.data === undefined) {
    process.stderr.write('Name the folder that holds logs/*.csv.gz: node scripts/eval/click-spread.ts --data FOLDER\n')
    process.exit(2)
  }
  const logs = readClickLogs(values.data)
  for (const log of logs) tell([log], false)
  tell(logs, false)
  tell(logs, true)
}

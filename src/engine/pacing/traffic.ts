// The traffic of the installation: all of it, and apart by those publishers and countries that campaigns aim at.
import { MINUTE_MS } from '../../base/clock.ts'
import type { Targeting } from '../../domain/campaign.ts'
import { countryOfRegion } from '../../domain/iso-codes.ts'
import { createTrafficLine, type OpenHours, type TrafficLine } from './traffic-line.ts'

/** The part of the traffic that a campaign can reach. */
export interface Flow {
  /** Requests counted so far; only differences mean something. */
  count(): number
  /** False as long as too few requests came to expect anything of the next ones. */
  isKnown(): boolean
  /** Whether each hour of the day was seen, with enough requests to tell them apart. */
  isLearned(): boolean
  expected(fromMs: number, toMs: number, open?: OpenHours): number
}

export interface Traffic {
  /** Counts one request. */
  note(publisherNumber: number, country: string): void
  /** Takes in what was counted up to `nowMs`; cheap where that is a moment after the last call. */
  advance(nowMs: number): void
  /** @param publisherNumber of a publisher's id; undefined where there is none */
  flowFor(targeting: Targeting, publisherNumber: (id: string) => number | undefined): Flow
  save(): SavedTraffic
  restore(saved: SavedTraffic): void
}

/** By line: `all`, `p` and a publisher's number, or a country. */
export type SavedTraffic = Readonly<Record<string, Float32Array>>

/** Lines kept apart; campaigns that aim at yet another publisher or country follow the shape of all traffic. */
const LINES_MAX = 1_000
/** A campaign that names more publishers or countries than that is taken to reach all traffic. */
const PARTS_MAX = 20
const STEP_MS = 10_000
/** Requests of the last day, and time to count them in, from which on the next ones are forecast: a burst is no day. */
const KNOWN_REQUESTS = 20
const KNOWN_MS = 30 * MINUTE_MS

export function createTraffic(): Traffic {
  const all = createTrafficLine()
  const publishers = new Map<number, TrafficLine>() // at most LINES_MAX with those of countries
  const countries = new Map<string, TrafficLine>()
  let advancedMs = Number.NEGATIVE_INFINITY

  const lineIn = <K>(lines: Map<K, TrafficLine>, key: K): TrafficLine | undefined => {
    let line = lines.get(key)
    if (!line && publishers.size + countries.size < LINES_MAX) {
      line = createTrafficLine()
      lines.set(key, line)
    }
    return line
  }

  return {
    note(publisherNumber, country) {
      all.total++
      const ofPublisher = publishers.size > 0 ? publishers.get(publisherNumber) : undefined
      if (ofPublisher) ofPublisher.total++
      const ofCountry = countries.size > 0 ? countries.get(country) : undefined
      if (ofCountry) ofCountry.total++
    },
    advance(nowMs) {
      if (nowMs >= advancedMs && nowMs - advancedMs < STEP_MS) return
      advancedMs = nowMs
      all.advance(nowMs)
      for (const line of publishers.values()) line.advance(nowMs)
      for (const line of countries.values()) line.advance(nowMs)
    },
    flowFor(targeting, publisherNumber) {
      const ids = targeting.publishers?.include ?? []
      const codes = countriesAimedAt(targeting)
      let parts: (TrafficLine | undefined)[] = []
      if (ids.length > 0 && ids.length <= PARTS_MAX) {
        parts = ids
          .map(publisherNumber)
          .map((number) => (number === undefined ? undefined : lineIn(publishers, number)))
      } else if (codes.length > 0 && codes.length <= PARTS_MAX) {
        parts = codes.map((code) => lineIn(countries, code))
      }
      const known = parts.filter((line) => line !== undefined)
      return known.length > 0 && known.length === parts.length ? flowOf(known, all) : flowOf([all], all)
    },
    save() {
      const saved: Record<string, Float32Array> = { all: all.save() }
      for (const [number, line] of publishers) saved[`p${number}`] = line.save()
      for (const [code, line] of countries) saved[code] = line.save()
      return saved
    },
    restore(saved) {
      for (const [name, learned] of Object.entries(saved)) {
        const line =
          name === 'all'
            ? all
            : /^p\d+$/.test(name)
              ? lineIn(publishers, Number(name.slice(1)))
              : lineIn(countries, name)
        line?.restore(learned)
      }
    },
  }
}

/** Countries in which a campaign serves alone; those of its regions, which have no lines of their own, where it names no countries. */
export function countriesAimedAt({ countries, regions }: Targeting): readonly string[] {
  const named = countries?.include ?? []
  if (named.length > 0 || regions === undefined) return named
  return [...new Set(regions.include.map(countryOfRegion))]
}

// A part that is too small to know its own hours follows the shape of all traffic, at its own size.
function flowOf(parts: readonly TrafficLine[], all: TrafficLine): Flow {
  const own = (): boolean => parts.every((line) => line.isLearned() || line === all)
  const size = (): number => sumOf(parts, (line) => line.recent()) / Math.max(all.recent(), 1)
  return {
    count: () => sumOf(parts, (line) => line.total),
    isLearned: () => own() && all.isLearned(),
    isKnown: () => all.recent() >= KNOWN_REQUESTS && all.coveredMs() >= KNOWN_MS,
    expected: (fromMs, toMs, open) =>
      own() ? sumOf(parts, (line) => line.expected(fromMs, toMs, open)) : size() * all.expected(fromMs, toMs, open),
  }
}

function sumOf(parts: readonly TrafficLine[], of: (line: TrafficLine) => number): number {
  let sum = 0
  for (const line of parts) sum += of(line)
  return sum
}

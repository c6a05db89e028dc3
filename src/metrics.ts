// The figures that Prometheus fetches at /metrics. Labels come from closed sets alone, so the number of series is bounded.
//
// The way of a request only adds to plain numbers; names, labels and text are made when somebody fetches them.
import { createRequire } from 'node:module'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { type EmbeddingOutcome, NO_FILL_REASONS } from './domain/decision.ts'
import type { ImageOutcome } from './domain/image-link.ts'
import { EVENT_KINDS, EVENT_STATUSES, type EventKind, type EventOutcome } from './domain/ledger-event.ts'
import { SLOT_FORMATS } from './domain/publisher.ts'
import type { AnsweredSlot } from './domain/served.ts'

export interface Metrics {
  readonly registry: Registry
  readonly gaugeNames: readonly GaugeName[]
  /** @param ms real milliseconds from the arrival of the request to its answer */
  decisionMade(served: { readonly slots: readonly AnsweredSlot[] }, ms: number): void
  eventSettled(kind: EventKind, outcome: Pick<EventOutcome, 'status' | 'reason'>): void
  /** What became of asking an embedding model about a conversation. */
  conversationEmbedded(outcome: EmbeddingOutcome): void
  /** How the picture of an ad was had, where the service gives them out. */
  imageRelayed(outcome: ImageOutcome): void
  /** A person was sent on and the click is not known to be durable. */
  clickUnrecorded(cause: (typeof CAUSES)[number]): void
  /** @param ignored whether the event is kept from being billed; false where the filter only reports */
  invalidTraffic(verdict: { readonly reason: string; readonly ignored: boolean }): void
  /** Reads a gauge whenever figures are fetched; the last reader given for a name counts. */
  watch(readers: Partial<Readonly<Record<GaugeName, () => number>>>): void
  /** Lets go of all that figures are read from: those of the process outlive the service, and hold the registry. */
  close(): void
}

export type GaugeName = keyof typeof GAUGES

const OUTCOMES = ['filled', 'partial', 'empty'] as const
const CAUSES = ['late', 'failed'] as const
/** Seconds. A decision in memory takes well under a millisecond; the default deadline is 0.8 s. */
const DECISION_BUCKETS = [0.000_25, 0.000_5, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.8, 1, 2.5, 5]

const GAUGES = {
  store_queue: 'Calls that wait for the store',
  catalog_ads: 'Ads in memory that may serve',
  index_bytes: 'Bytes of the match index',
  embedded_ads: 'Ads in memory that the embedding model has read',
  creative_bytes: 'Bytes of the creatives held in memory',
  decision_threads: 'Threads that answer ad requests',
  writer: 'Whether this process writes to the database, as one of all over the same does',
  ready: '1 where requests may be sent here',
} as const

/** @param processFigures memory, processor and event loop of the process; off for tests with many services */
export function createMetrics({ processFigures = true }: { processFigures?: boolean } = {}): Metrics {
  const registry = new Registry()
  const decisions = countBy(
    registry,
    'aside_decisions_total',
    'Answers to ad requests; partial: some slot stayed short',
    ['outcome'],
    OUTCOMES,
  )
  const noFills = countBy(
    registry,
    'aside_no_fill_total',
    'Slots that show fewer ads than asked, by reason',
    ['reason'],
    NO_FILL_REASONS,
  )
  const ads = countBy(registry, 'aside_ads_served_total', 'Ads in answers', ['format'], SLOT_FORMATS)
  const events = countBy(
    registry,
    'aside_events_total',
    'Events settled by the ledger',
    ['kind', 'status', 'reason'],
    [],
  )
  const unrecorded = countBy(
    registry,
    'aside_clicks_unrecorded_total',
    'People sent on before their click was known to be durable',
    ['cause'],
    CAUSES,
  )
  const embedded = countBy(
    registry,
    'aside_conversations_embedded_total',
    'Conversations with an embedding model at hand, by what became of asking it',
    ['outcome'],
    [],
  )
  const images = countBy(
    registry,
    'aside_images_relayed_total',
    'Pictures of ads that were asked for, by how they were had',
    ['outcome'],
    [],
  )
  const traffic = countBy(
    registry,
    'aside_invalid_traffic_total',
    'Clicks and views that look like machines',
    ['reason', 'ignored'],
    [],
  )
  const seconds = observe(
    registry,
    'aside_decision_seconds',
    'Time from the arrival of an ad request to its answer',
    DECISION_BUCKETS,
  )
  if (processFigures) watchProcess(registry)

  return {
    registry,
    gaugeNames: Object.keys(GAUGES) as GaugeName[],
    decisionMade({ slots }, ms) {
      let empty = 0
      let short = 0
      for (const slot of slots) {
        if (slot.ads.length === 0) empty++
        else ads.add(slot.format, slot.ads.length)
        if (slot.noFill) {
          short++
          noFills.add(slot.noFill.reason)
        }
      }
      decisions.add(short === 0 ? 'filled' : empty === slots.length ? 'empty' : 'partial')
      seconds.add(ms / 1_000)
    },
    eventSettled(kind, { status, reason }) {
      events.add(eventName(kind, status, reason ?? ''))
    },
    conversationEmbedded: (outcome) => embedded.add(outcome),
    imageRelayed: (outcome) => images.add(outcome),
    clickUnrecorded: (cause) => unrecorded.add(cause),
    invalidTraffic: ({ reason, ignored }) => traffic.add(`${reason}|${ignored}`),
    watch: watchGauges(registry),
    close: () => registry.clear(),
  }
}

/**
 * The library's figures of a process but one: to time each garbage collection it observes them, and what Node makes of each for an
 * observer took 3 % of the time of a request, and a third of what it left among what lives long. The library has no way to leave one out, so they
 * are read from its own files, as they lie in the release that is pinned.
 */
function watchProcess(registry: Registry): void {
  for (const name of collectDefaultMetrics.metricsList) {
    if (name === 'gc') continue
    const watch = require(`prom-client/lib/metrics/${name}.js`) as (registry: Registry, options: object) => void
    watch(registry, { prefix: 'aside_', eventLoopMonitoringPrecision: LAG_STEP_MS })
  }
}

const require = createRequire(import.meta.url)
/** How finely it is told how late the event loop is. */
const LAG_STEP_MS = 10

function eventName(kind: EventKind, status: EventOutcome['status'], reason: string): string {
  if (!EVENT_KINDS.includes(kind) || !EVENT_STATUSES.includes(status)) return 'unknown|unknown|'
  return `${kind}|${status}|${reason}`
}

/** More combinations than all closed sets together have; what came after them would be a defect, and is not counted apart. */
const SERIES_MAX = 512

/** A counter over plain numbers, which costs a request one addition; several labels are joined by `|`. */
function countBy(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly string[],
  known: readonly string[],
) {
  const counts = new Map<string, number>(known.map((label) => [label, 0]))
  new Counter({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    collect() {
      this.reset()
      for (const [labels, count] of counts) this.labels(...labels.split('|')).inc(count)
    },
  })
  return {
    add(labels: string, by = 1): void {
      const count = counts.get(labels)
      if (count !== undefined || counts.size < SERIES_MAX) counts.set(labels, (count ?? 0) + by)
    },
  }
}

/** Values wait in a plain array, as the library looks up names and makes texts for each. */
function observe(registry: Registry, name: string, help: string, buckets: readonly number[]) {
  const waiting = new Float64Array(OBSERVED_TOGETHER)
  let count = 0
  const settle = (): void => {
    const waited = count
    count = 0 // whatever becomes of them, they are told once
    for (let i = 0; i < waited; i++) histogram.observe(waiting[i]!)
  }
  const histogram = new Histogram({ name, help, buckets: [...buckets], registers: [registry], collect: settle })
  return {
    add(value: number): void {
      waiting[count++] = value
      if (count === waiting.length) settle()
    },
  }
}

/** A tenth of a millisecond's work. */
const OBSERVED_TOGETHER = 256

function watchGauges(registry: Registry): Metrics['watch'] {
  const readers = new Map<GaugeName, () => number>()
  return (given) => {
    for (const [name, read] of Object.entries(given) as [GaugeName, () => number][]) {
      const isNew = !readers.has(name)
      readers.set(name, read)
      if (!isNew) continue
      new Gauge({
        name: `aside_${name}`,
        help: GAUGES[name],
        registers: [registry],
        collect() {
          this.set(readers.get(name)!())
        },
      })
    }
  }
}

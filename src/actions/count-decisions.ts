// Counts what was asked, could be filled and was filled, by hour and key, and hands the sums to the store now and then.
import { HOUR_MS } from '../base/clock.ts'
import type { AdRequest } from '../domain/ad-request.ts'
import type { Decision, NoFillReason } from '../domain/decision.ts'
import type { LinkPayload } from '../domain/link.ts'
import type { Publisher } from '../domain/publisher.ts'
import type { DecisionCount } from '../domain/report.ts'
import type { Store } from '../store/contract.ts'

export interface DecisionCounts {
  add(
    decision: Decision,
    occasion: { request: AdRequest; publisher: Publisher; test: boolean; nowMs: number },
    links: readonly LinkPayload[][],
  ): void
  /** Adds what was counted elsewhere. */
  addRow(row: DecisionCount): void
  /** All that was counted since the last call. */
  take(): DecisionCount[]
  /** Adds what was counted since the last call to the store. What could not be added is kept for the next call. */
  flush(): Promise<void>
}

/** Different slots and ads between two flushes; past that new slots count as `(other)`, and past twice that new ads not at all. */
const KEYS_MAX = 20_000
const OTHER_SLOT = '(other)'

/** Reasons that leave no chance to any ad. */
const NOT_ELIGIBLE: ReadonlySet<NoFillReason> = new Set<NoFillReason>([
  'user_opt_out',
  'under_age',
  'consent_missing',
  'sensitive_topic',
  'invalid_traffic',
  'unsupported_format',
  'missing_response_text',
  'internal',
  'unavailable',
])

export function createDecisionCounts({ store }: { store: Pick<Store, 'reports'> }): DecisionCounts {
  let counts = new Map<string, SlotCounts>()
  let keys = 0

  const countsOf = (key: SlotKey): SlotCounts => {
    const slotId = keys < KEYS_MAX ? key.slotId : OTHER_SLOT
    const text = `${key.hourMs}|${key.publisherNumber}|${key.format}|${key.country}|${key.test}|${slotId}`
    let slot = counts.get(text)
    if (!slot) {
      slot = { ...key, slotId, requests: 0, eligible: 0, filled: 0, ads: new Map() }
      counts.set(text, slot)
      keys++
    }
    return slot
  }

  const countAd = (slot: SlotCounts, adNumber: number, campaignNumber: number, times: number): void => {
    const ad = slot.ads.get(adNumber)
    if (ad) ad.filled += times
    else if (keys < KEYS_MAX * 2) {
      slot.ads.set(adNumber, { campaignNumber, filled: times })
      keys++
    }
  }

  const addRow = (row: DecisionCount): void => {
    const slot = countsOf(row)
    if (row.adNumber !== 0) return countAd(slot, row.adNumber, row.campaignNumber, row.filled)
    slot.requests += row.requests
    slot.eligible += row.eligible
    slot.filled += row.filled
  }

  const takeAll = (): Generator<DecisionCount> => {
    const rows = rowsOf(counts.values())
    counts = new Map()
    keys = 0
    return rows
  }

  return {
    add(decision, { request, publisher, test, nowMs }, links) {
      const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS
      const country = request.user.country ?? ''
      for (let i = 0; i < decision.slots.length; i++) {
        const { slotId, noFill, format } = decision.slots[i]!
        const served = links[i]!
        const slot = countsOf({
          hourMs,
          publisherNumber: publisher.number,
          slotId,
          format: format ?? 'other',
          country,
          test,
        })
        slot.requests++
        if (!noFill || !NOT_ELIGIBLE.has(noFill.reason)) slot.eligible++
        if (served.length > 0) slot.filled++
        for (const { adNumber, campaignNumber } of served) countAd(slot, adNumber, campaignNumber, 1)
      }
    },
    addRow,
    take: () => [...takeAll()],
    async flush() {
      const rows = takeAll()
      // Handing over thousands of rows at once would hold up every decision for milliseconds; a few at a time hold up none.
      for (;;) {
        const batch = take(rows, BATCH_ROWS)
        if (batch.length === 0) return
        try {
          await store.reports.addCounts(batch)
        } catch (error) {
          // Counts of decisions may be lost in a crash, but not because the store was slow for a moment.
          for (const row of batch) addRow(row)
          for (const row of rows) addRow(row)
          throw error
        }
      }
    },
  }
}

const BATCH_ROWS = 100

type SlotKey = Omit<DecisionCount, 'adNumber' | 'campaignNumber' | 'requests' | 'eligible' | 'filled'>

/** What was counted for one slot and audience in one hour, and how often each ad was placed there. */
interface SlotCounts extends SlotKey {
  requests: number
  eligible: number
  filled: number
  readonly ads: Map<number, { readonly campaignNumber: number; filled: number }>
}

function* rowsOf(slots: Iterable<SlotCounts>): Generator<DecisionCount> {
  for (const { ads, ...slot } of slots) {
    yield { ...slot, adNumber: 0, campaignNumber: 0 }
    for (const [adNumber, ad] of ads) yield { ...slot, requests: 0, eligible: 0, adNumber, ...ad }
  }
}

function take<T>(from: Iterator<T>, most: number): T[] {
  const taken: T[] = []
  while (taken.length < most) {
    const { value, done } = from.next()
    if (done) break
    taken.push(value)
  }
  return taken
}

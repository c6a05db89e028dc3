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
  /** Adds what was counted since the last call to the store. What could not be added is kept for the next call. */
  flush(): Promise<void>
}

type Tally = { -readonly [K in keyof DecisionCount]: DecisionCount[K] }

/** Different keys between two flushes; past that new ones are counted under the slot `(other)`. */
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
  let tallies = new Map<string, Tally>()

  const tallyOf = (key: Omit<DecisionCount, 'requests' | 'eligible' | 'filled'>): Tally => {
    const slotId = tallies.size < KEYS_MAX ? key.slotId : OTHER_SLOT
    const text = `${key.hourMs}|${key.publisherNumber}|${key.adNumber}|${key.format}|${key.country}|${key.test}|${slotId}`
    let tally = tallies.get(text)
    if (!tally) {
      tally = { ...key, slotId, requests: 0, eligible: 0, filled: 0 }
      tallies.set(text, tally)
    }
    return tally
  }

  return {
    add(decision, { request, publisher, test, nowMs }, links) {
      const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS
      const country = request.user.country ?? ''
      decision.slots.forEach(({ slotId, noFill, format }, i) => {
        const key = { hourMs, publisherNumber: publisher.number, slotId, format: format ?? 'other', country, test }
        const slot = tallyOf({ ...key, adNumber: 0, campaignNumber: 0 })
        slot.requests++
        if (!noFill || !NOT_ELIGIBLE.has(noFill.reason)) slot.eligible++
        if (links[i]!.length > 0) slot.filled++
        for (const { adNumber, campaignNumber } of links[i]!) tallyOf({ ...key, adNumber, campaignNumber }).filled++
      })
    },
    async flush() {
      if (tallies.size === 0) return
      const batch = tallies
      tallies = new Map()
      try {
        await store.reports.addCounts([...batch.values()])
      } catch (error) {
        // Counts of a decision may be lost in a crash, but not because the store was slow for a moment.
        if (tallies.size + batch.size <= KEYS_MAX) {
          for (const [key, tally] of batch) {
            const newer = tallies.get(key)
            if (newer) {
              newer.requests += tally.requests
              newer.eligible += tally.eligible
              newer.filled += tally.filled
            } else tallies.set(key, tally)
          }
        }
        throw error
      }
    },
  }
}

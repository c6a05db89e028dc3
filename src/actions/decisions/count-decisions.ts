// Counts what was asked, could be filled and was filled, by hour and key, and hands the sums to the store now and then.
import { HOUR_MS } from '../../base/clock.ts'
import type { NoFillReason } from '../../domain/decision.ts'
import { SLOT_FORMATS } from '../../domain/publisher.ts'
import { type DecisionCount, PLACED_CELLS } from '../../domain/report.ts'
import type { ServedRecord } from '../../engine/decision-record.ts'
import type { ReportStore } from '../../store/contract.ts'

export interface DecisionCounts {
  add(served: Pick<ServedRecord, 'atMs' | 'publisherNumber' | 'country' | 'test' | 'slots'>): void
  /** Adds what was counted since the last call to the store. What could not be added is kept for the next call. */
  flush(): Promise<void>
}

/** So many different slots and ads are kept from one flush to the next, since most of what was asked and shown will be again. */
const KEPT_KEYS_MAX = 8_000
/** And so many more between two flushes; past that new slots count as `(other)`, and past that once more new ads not at all. */
const NEW_KEYS_MAX = 20_000
const KEYS_MAX = KEPT_KEYS_MAX + NEW_KEYS_MAX
const OTHER_SLOT = '(other)'
const KNOWN_FORMATS: ReadonlySet<string> = new Set(SLOT_FORMATS)
const OTHER_FORMAT = 'other'

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

/** @param isPaused whether a publisher is paused, by its number: then no ad had a chance, while `policy_blocked` may say else that some lost theirs */
export function createDecisionCounts({
  store,
  isPaused = () => false,
}: {
  store: { reports: Pick<ReportStore, 'addCounts'> }
  isPaused?: (publisherNumber: number) => boolean
}): DecisionCounts {
  const isEligible = (reason: NoFillReason | undefined, publisherNumber: number): boolean => {
    if (reason === undefined) return true
    // Asked here, since threads hand over reasons without their details. About a switch it is wrong for a moment at most.
    return !NOT_ELIGIBLE.has(reason) && !(reason === 'policy_blocked' && isPaused(publisherNumber))
  }
  // Made anew where it is large, or of another hour; else its numbers are set back to zero: thousands of entries a second would be
  // garbage that has lived too long to be collected with the young.
  let counts = new Map<string, SlotCounts>()
  let keys = 0
  let keptHourMs = Number.NaN
  let newest: SlotCounts | undefined // most requests are for what the one before was for

  const countsOf = (key: SlotKey): SlotCounts => {
    if (newest && isOf(newest, key)) return newest
    const text = `${key.hourMs}|${key.publisherNumber}|${key.format}|${key.country}|${key.test}|${key.slotId}`
    const known = counts.get(text)
    if (known) return (newest = known)
    if (keys >= KEYS_MAX && key.slotId !== OTHER_SLOT) return countsOf({ ...key, slotId: OTHER_SLOT })
    const { hourMs, publisherNumber, slotId, format, country, test } = key
    const slot = {
      ...{ hourMs, publisherNumber, slotId, format, country, test },
      ...{ requests: 0, eligible: 0, filled: 0, ads: new Map() },
    }
    counts.set(text, slot)
    keys++
    return (newest = slot)
  }

  const countAd = (slot: SlotCounts, adNumber: number, campaignNumber: number, times: number): void => {
    const ad = slot.ads.get(adNumber)
    if (ad) ad.times += times
    else if (keys < KEYS_MAX + NEW_KEYS_MAX) {
      slot.ads.set(adNumber, { adNumber, campaignNumber, times })
      keys++
    }
  }

  // Counts of decisions may be lost in a crash, but not because the store was slow for a moment.
  const takeBack = (row: DecisionCount): void => {
    const slot = countsOf(row)
    slot.requests += row.requests
    slot.eligible += row.eligible
    slot.filled += row.filled
    const { placed } = row
    for (let at = 0; at < placed.length; at += PLACED_CELLS) {
      countAd(slot, placed[at]!, placed[at + 1]!, placed[at + 2]!)
    }
  }

  return {
    add({ atMs, publisherNumber, country, test, slots }) {
      const hourMs = Math.floor(atMs / HOUR_MS) * HOUR_MS
      for (let i = 0; i < slots.length; i++) {
        const { slotId, format, noFill, links } = slots[i]!
        const known = KNOWN_FORMATS.has(format) ? format : OTHER_FORMAT
        const slot = countsOf({ hourMs, publisherNumber, slotId, format: known, country, test })
        slot.requests++
        if (isEligible(noFill?.reason, publisherNumber)) slot.eligible++
        if (links.length > 0) slot.filled++
        for (const { adNumber, campaignNumber } of links) countAd(slot, adNumber, campaignNumber, 1)
      }
    },
    async flush() {
      const rows = takeRows(counts.values())
      if (keys > KEPT_KEYS_MAX || (newest && newest.hourMs !== keptHourMs)) {
        keptHourMs = newest?.hourMs ?? Number.NaN
        counts = new Map()
        keys = 0
        newest = undefined
      }
      // The store's thread writes other things between two batches: clicks wait for none of thousands.
      for (;;) {
        const batch = take(rows)
        if (batch.length === 0) return
        try {
          await store.reports.addCounts(batch)
        } catch (error) {
          for (const row of [...batch, ...rows]) takeBack(row)
          throw error
        }
      }
    },
  }
}

/** Slots and ads that are handed over together: half a millisecond of the store's thread. */
const BATCH = 200

type SlotKey = Omit<DecisionCount, 'requests' | 'eligible' | 'filled' | 'placed'>

/** What was counted for one slot and audience in one hour, and how often each ad was placed there. */
interface SlotCounts extends SlotKey {
  requests: number
  eligible: number
  filled: number
  readonly ads: Map<number, AdCount>
}

interface AdCount {
  readonly adNumber: number
  readonly campaignNumber: number
  times: number
}

function isOf(slot: SlotKey, key: SlotKey): boolean {
  return (
    slot.hourMs === key.hourMs &&
    slot.publisherNumber === key.publisherNumber &&
    slot.slotId === key.slotId &&
    slot.format === key.format &&
    slot.country === key.country &&
    slot.test === key.test
  )
}

// Each is back at zero once it was read; what still is makes no row.
function* takeRows(slots: Iterable<SlotCounts>): Generator<DecisionCount> {
  for (const slot of slots) {
    const ads = inOrder(slot.ads.values())
    for (let from = 0; from === 0 || from < ads.length; from += BATCH) {
      const row = takeRow(slot, ads.slice(from, from + BATCH))
      if (row.requests > 0 || row.placed.length > 0) yield row
    }
  }
}

// As the store keeps them: ads that are neighbours lie in a few pages of its file, where others would lie in hundreds.
function inOrder(ads: Iterable<AdCount>): AdCount[] {
  const placed: AdCount[] = []
  for (const ad of ads) if (ad.times > 0) placed.push(ad)
  return placed.sort((one, other) => one.campaignNumber - other.campaignNumber || one.adNumber - other.adNumber)
}

// Of numbers side by side, since they go to another thread: objects would be taken apart here and put together there, one by one.
function takeRow(slot: SlotCounts, ads: readonly AdCount[]): DecisionCount {
  const placed = new Uint32Array(ads.length * PLACED_CELLS)
  let at = 0
  for (const ad of ads) {
    placed[at++] = ad.adNumber
    placed[at++] = ad.campaignNumber
    placed[at++] = ad.times
    ad.times = 0
  }
  const { ads: _, ...row } = slot
  slot.requests = slot.eligible = slot.filled = 0
  return { ...row, placed }
}

function take(from: Iterator<DecisionCount>): DecisionCount[] {
  const taken: DecisionCount[] = []
  for (let size = 0; size < BATCH;) {
    const { value, done } = from.next()
    if (done) break
    taken.push(value)
    size += 1 + value.placed.length / PLACED_CELLS
  }
  return taken
}

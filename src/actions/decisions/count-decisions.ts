// Counts what was asked, could be filled, was filled or stayed empty and why, by hour and key, and hands the sums to the store now and then.
import { HOUR_MS } from '../../base/clock.ts'
import { NO_FILL_CODES, NO_FILL_REASONS, type NoFillReason } from '../../domain/decision.ts'
import { SLOT_FORMATS } from '../../domain/publisher.ts'
import { type DecisionCount, EMPTY_CELLS, PLACED_CELLS } from '../../domain/report.ts'
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
/** Where each reason is counted, so that to look one up tells both that and whether an ad had a chance. */
const PLACES = new Map(NO_FILL_REASONS.map((reason, i) => [reason, i]))
const CODES = NO_FILL_REASONS.map((reason) => NO_FILL_CODES[reason])
const NO_CHANCE = NO_FILL_REASONS.map((reason) => NOT_ELIGIBLE.has(reason))
const BLOCKED = NO_FILL_REASONS.indexOf('policy_blocked')
/** The place of a slot that got all it asked for. One without an ad has a reason always; were it lost, the sums would still agree. */
const NONE = -1
const LOST = NO_FILL_REASONS.indexOf('internal')
const NO_TIMES: readonly number[] = NO_FILL_REASONS.map(() => 0)

/** @param isPaused whether a publisher is paused, by its number: then no ad had a chance, while `policy_blocked` may say else that some lost theirs */
export function createDecisionCounts({
  store,
  isPaused = () => false,
}: {
  store: { reports: Pick<ReportStore, 'addCounts'> }
  isPaused?: (publisherNumber: number) => boolean
}): DecisionCounts {
  const isEligible = (reason: number, publisherNumber: number): boolean => {
    if (reason === NONE) return true
    // Asked here, since threads hand over reasons without their details. About a switch it is wrong for a moment at most.
    return !NO_CHANCE[reason] && !(reason === BLOCKED && isPaused(publisherNumber))
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
      ...{ requests: 0, eligible: 0, filled: 0, ads: new Map(), empty: undefined },
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
    const { placed, empty } = row
    for (let at = 0; at < empty.length; at += EMPTY_CELLS) {
      timesOf(slot)[CODES.indexOf(empty[at] as (typeof CODES)[number])]! += empty[at + 1]!
    }
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
        const reason = noFill === undefined ? NONE : PLACES.get(noFill.reason)!
        slot.requests++
        if (isEligible(reason, publisherNumber)) slot.eligible++
        if (links.length > 0) slot.filled++
        else timesOf(slot)[reason === NONE ? LOST : reason]!++
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

/** Slots, ads and reasons that are handed over together: half a millisecond of the store's thread. */
const BATCH = 200

type SlotKey = Omit<DecisionCount, 'requests' | 'eligible' | 'filled' | 'placed' | 'empty'>

/** What was counted for one slot and audience in one hour, and how often each ad was placed there. */
interface SlotCounts extends SlotKey {
  requests: number
  eligible: number
  filled: number
  readonly ads: Map<number, AdCount>
  /** How often it stayed empty by the place of the reason; made with the first time, since most slots never do. */
  empty: number[] | undefined
}

interface AdCount {
  readonly adNumber: number
  readonly campaignNumber: number
  times: number
}

function timesOf(slot: SlotCounts): number[] {
  return (slot.empty ??= [...NO_TIMES])
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
  const empty = takeEmpty(slot.empty)
  slot.requests = slot.eligible = slot.filled = 0
  return { ...row, placed, empty }
}

function takeEmpty(times: number[] | undefined): Uint32Array {
  if (times === undefined) return NO_CELLS
  const cells: number[] = []
  for (let i = 0; i < times.length; i++) {
    if (times[i]! > 0) cells.push(CODES[i]!, times[i]!)
    times[i] = 0
  }
  return Uint32Array.from(cells)
}

const NO_CELLS = new Uint32Array()

function take(from: Iterator<DecisionCount>): DecisionCount[] {
  const taken: DecisionCount[] = []
  for (let size = 0; size < BATCH;) {
    const { value, done } = from.next()
    if (done) break
    taken.push(value)
    size += 1 + value.placed.length / PLACED_CELLS + value.empty.length / EMPTY_CELLS
  }
  return taken
}

// How often one person may click or see before it is no person: exact sliding windows over a bounded number of people.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/clock.ts'
import { createLruMap } from '../../base/lru-map.ts'

export interface HitLimit {
  readonly windowMs: number
  readonly max: number
  /** Counts hits on one ad only; otherwise hits on any. */
  readonly sameAd?: boolean
}

/** What the most careful open ad server enforces by default, for one person at one publisher. */
export const CLICK_LIMITS: readonly HitLimit[] = [
  { windowMs: MINUTE_MS, max: 1, sameAd: true },
  { windowMs: 10 * MINUTE_MS, max: 3 },
  { windowMs: HOUR_MS, max: 10 },
  { windowMs: DAY_MS, max: 25 },
]
export const VIEW_LIMITS: readonly HitLimit[] = [{ windowMs: 5 * MINUTE_MS, max: 5, sameAd: true }]

/** What a whole network may do at one publisher, however many people it seems to hold: ten people's worth. */
export const NETWORK_CLICK_LIMITS: readonly HitLimit[] = [
  { windowMs: 10 * MINUTE_MS, max: 30 },
  { windowMs: HOUR_MS, max: 100 },
  { windowMs: DAY_MS, max: 250 },
]

export interface HitLimits {
  /**
   * True where the hit stays within every limit; it is then counted. A hit that was refused is not, so that a person who
   * slows down is believed again. A fact that was already counted passes: it is a repetition, which the ledger knows.
   */
  allow(subject: string, hit: { readonly fact: string; readonly adNumber: number }, nowMs: number): boolean
}

interface Counted {
  readonly fact: string
  readonly adNumber: number
  readonly atMs: number
}

/** @param subjectsMax who was not seen for longest is forgotten first */
export function createHitLimits(limits: readonly HitLimit[], { subjectsMax }: { subjectsMax: number }): HitLimits {
  const longestMs = Math.max(...limits.map((limit) => limit.windowMs))
  // Limits over all ads bound what one subject holds; where each ad has its own, this does.
  const hitsMax = Math.max(HITS_MIN, ...limits.filter((limit) => !limit.sameAd).map((limit) => limit.max))
  const subjects = createLruMap<string, Counted[]>({ entriesMax: subjectsMax })
  return {
    allow(subject, { fact, adNumber }, nowMs) {
      const counted = subjects.get(subject) ?? []
      if (counted.some((one) => one.fact === fact)) return true
      const recent = counted.filter((one) => one.atMs > nowMs - longestMs).map((one) => noLaterThan(nowMs, one))
      subjects.set(subject, recent)
      if (limits.some((limit) => isReached(limit, recent, adNumber, nowMs))) return false
      if (recent.length >= hitsMax) recent.shift()
      recent.push({ fact, adNumber, atMs: nowMs })
      return true
    },
  }
}

const HITS_MIN = 50

/** Where the clock was set back, hits of before would otherwise count until it is as far again, be it a month. */
function noLaterThan(nowMs: number, hit: Counted): Counted {
  return hit.atMs > nowMs ? { ...hit, atMs: nowMs } : hit
}

function isReached(limit: HitLimit, counted: readonly Counted[], adNumber: number, nowMs: number): boolean {
  let hits = 0
  for (const one of counted) {
    if (one.atMs > nowMs - limit.windowMs && (!limit.sameAd || one.adNumber === adNumber)) hits++
  }
  return hits >= limit.max
}

// One stream of requests: how many come in each hour of the week, learned as they come, and so how many are still to come.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/clock.ts'
import { waveThrough } from './day-wave.ts'

export interface TrafficLine {
  /** Requests counted so far; only differences mean something. */
  total: number
  /** True once each hour of the day was seen at least once, with enough requests to tell them apart. */
  isLearned(): boolean
  /** Requests of about the last day, older ones fading; tells lines apart by size. */
  recent(): number
  /** How long requests have been counted, in milliseconds of service time; a day or more once something was restored. */
  coveredMs(): number
  /** Takes in what was counted up to `nowMs`. */
  advance(nowMs: number): void
  /** Requests expected between two instants, in all hours or in open ones. */
  expected(fromMs: number, toMs: number, open?: OpenHours): number
  /** What was learned, in 4 × 390 bytes; `restore` takes it back. */
  save(): Float32Array
  restore(saved: Float32Array): void
}

/** Which hours count, by the clock of a zone. */
export interface OpenHours {
  /** How long after a full hour of UTC the hours of the zone begin. */
  readonly startMs: number
  /** @param hourMs the first millisecond of an hour */
  isOpen(hourMs: number): boolean
}

const DAY_HOURS = 24
const WEEK_HOURS = 168
const WEEK_MS = WEEK_HOURS * HOUR_MS
/** Below so many requests a day the hours cannot be told apart. */
const LEARNED_REQUESTS_MIN = 500
/** A new day counts this much in what is known of an hour of the day, a new week in an hour of the week, once a few were seen. */
const DAY_GAIN = 0.25
const WEEK_GAIN = 0.4
/** An hour is taken in as at most so many times, and at least that part of, what was expected of it: a spike is no new habit. */
const SURPRISE_MAX = 2.5
const SURPRISE_MIN = 0.4
/** An hour without any request where so many were expected by what was seen there was an outage, unless it was empty a week before too. */
const OUTAGE_EXPECTED = 20
/** The level of today against the learned shape fades with this half-life. */
const LEVEL_HALF_LIFE_MS = 2.5 * HOUR_MS
const LEVEL_SURPRISE_MAX = 2
const LEVEL_SURPRISE_MIN = 0.3
/** The level moves when so many requests were expected, or after so long. */
const LEVEL_STEP_REQUESTS = 20
const LEVEL_STEP_MS = 30 * MINUTE_MS
/** Hours after which nothing is known of what happened in between: the process was not there. */
const GAP_MS = 3 * HOUR_MS
const MASK_HOURS_MAX = 2 * WEEK_HOURS

export function createTrafficLine(): TrafficLine {
  const day = new Float64Array(DAY_HOURS) // requests an hour, by hour of the day in UTC
  const daySeen = new Uint8Array(DAY_HOURS)
  const week = new Float64Array(WEEK_HOURS)
  const weekSeen = new Uint8Array(WEEK_HOURS)
  const wasSilent = new Uint8Array(WEEK_HOURS) // when it came last, though requests were expected
  const rates = new Float64Array(WEEK_HOURS).fill(1)
  const sums = new Float64Array(WEEK_HOURS + 1) // sums[h] = rates before hour h
  let levelCounted = 0
  let levelExpected = 0
  let recent = 0
  let coveredMs = 0
  let atMs = Number.NaN // advanced so far
  let levelAtMs = 0
  let taken = 0 // of `total`
  let levelTaken = 0
  let hourCount = 0
  let hourCoveredMs = 0
  let isLearned = false
  derive()

  const line: TrafficLine = {
    total: 0,
    isLearned() {
      return isLearned
    },
    recent() {
      return recent
    },
    coveredMs() {
      return coveredMs
    },
    advance(nowMs) {
      if (Number.isNaN(atMs) || nowMs < atMs || nowMs - atMs > GAP_MS) return skipTo(nowMs)
      const counted = line.total - taken
      const span = nowMs - atMs
      taken = line.total
      coveredMs += span
      while (atMs < nowMs) {
        const end = Math.min(nowMs, (Math.floor(atMs / HOUR_MS) + 1) * HOUR_MS)
        hourCount += counted * ((end - atMs) / span)
        hourCoveredMs += end - atMs
        if (end % HOUR_MS === 0) closeHour(end / HOUR_MS - 1)
        atMs = end
      }
      recent = recent * 0.5 ** (span / DAY_MS) + counted
      moveLevel(nowMs)
    },
    expected(fromMs, toMs, open) {
      if (toMs <= fromMs) return 0
      return level() * (open ? maskedShape(fromMs, toMs, open) : shapeTo(toMs) - shapeTo(fromMs))
    },
    save() {
      const saved = new Float32Array(3 + 2 * (DAY_HOURS + WEEK_HOURS))
      saved.set([level(), recent, levelExpected])
      saved.set(day, 3)
      saved.set(daySeen, 3 + DAY_HOURS)
      saved.set(week, 3 + 2 * DAY_HOURS)
      saved.set(weekSeen, 3 + 2 * DAY_HOURS + WEEK_HOURS)
      return saved
    },
    restore(saved) {
      day.set(saved.subarray(3, 3 + DAY_HOURS))
      daySeen.set(saved.subarray(3 + DAY_HOURS, 3 + 2 * DAY_HOURS))
      week.set(saved.subarray(3 + 2 * DAY_HOURS, 3 + 2 * DAY_HOURS + WEEK_HOURS))
      weekSeen.set(saved.subarray(3 + 2 * DAY_HOURS + WEEK_HOURS))
      recent = saved[1]!
      coveredMs = DAY_MS
      levelExpected = saved[2]!
      derive()
      levelCounted = saved[0]! * (levelExpected + levelPrior()) - levelPrior()
    },
  }
  return line

  // Where the process was away nothing is known; what it learned before stays.
  function skipTo(nowMs: number): void {
    atMs = levelAtMs = nowMs
    taken = levelTaken = line.total
    hourCount = 0
    hourCoveredMs = 0
  }

  function closeHour(hour: number): void {
    const covered = hourCoveredMs / HOUR_MS
    const count = hourCount / covered
    hourCount = 0
    hourCoveredMs = 0
    const expected = level() * rates[hour % WEEK_HOURS]!
    const ofDay = hour % DAY_HOURS
    const ofWeek = hour % WEEK_HOURS
    if (covered < 0.25) return
    // What is expected of an hour that was never seen is only what the others bring: nights may be empty from the first on.
    const isSilent = count === 0 && expected >= OUTAGE_EXPECTED && daySeen[ofDay]! > 0
    const wasToo = wasSilent[ofWeek] === 1
    wasSilent[ofWeek] = isSilent ? 1 : 0
    if (isSilent && !wasToo) return
    const isKnown = daySeen[ofDay]! >= 2 && isLearned
    const believed = isKnown && !isSilent ? clamp(count, expected * SURPRISE_MIN, expected * SURPRISE_MAX) : count
    // A weekday that is always empty says nothing of the others.
    if (!isSilent) day[ofDay]! += (believed - day[ofDay]!) * Math.max(DAY_GAIN, 1 / (daySeen[ofDay]! + 1))
    week[ofWeek]! += (believed - week[ofWeek]!) * Math.max(WEEK_GAIN, 1 / (weekSeen[ofWeek]! + 1))
    if (daySeen[ofDay]! < 255) daySeen[ofDay]!++
    if (weekSeen[ofWeek]! < 255) weekSeen[ofWeek]!++
    const before = sums[WEEK_HOURS]!
    derive()
    // What is forecast for now stays as it was: the shape took in part of what the level had stood for.
    levelExpected *= sums[WEEK_HOURS]! / before
  }

  // An hour of the week leans on the same hour of other days until it was seen often enough itself, and that on a wave
  // through the others until it was seen at all.
  function derive(): void {
    let known = 0
    let sum = 0
    for (let hour = 0; hour < DAY_HOURS; hour++) {
      if (daySeen[hour] === 0) continue
      known++
      sum += day[hour]!
    }
    isLearned = known === DAY_HOURS && sum >= LEARNED_REQUESTS_MIN
    const mean = known === 0 ? 1 : Math.max(sum / known, 1e-6)
    const wave = known < DAY_HOURS ? waveThrough(day, daySeen, mean) : () => mean
    for (let hour = 0; hour < WEEK_HOURS; hour++) {
      const ofDay = hour % DAY_HOURS
      const base = daySeen[ofDay]! > 0 ? day[ofDay]! : wave(ofDay)
      const trust = weekSeen[hour]! / (weekSeen[hour]! + 1)
      rates[hour] = Math.max(base + (week[hour]! - base) * (weekSeen[hour]! > 0 ? trust : 0), mean / 1_000)
      sums[hour + 1] = sums[hour]! + rates[hour]!
    }
  }

  function moveLevel(nowMs: number): void {
    const expected = shapeTo(nowMs) - shapeTo(levelAtMs)
    const was = level()
    const counted = line.total - levelTaken
    // As long as nothing is learned, what was counted is all there is to go by.
    const worth = isLearned ? expected * was : counted
    if (worth < LEVEL_STEP_REQUESTS && nowMs - levelAtMs < LEVEL_STEP_MS) return
    const believed = isLearned
      ? clamp(counted, expected * was * LEVEL_SURPRISE_MIN, expected * was * LEVEL_SURPRISE_MAX)
      : counted
    // Silence where so many were expected is an outage, not a quiet day.
    if (!isLearned || counted > 0 || expected * was < OUTAGE_EXPECTED) {
      const kept = 0.5 ** ((nowMs - levelAtMs) / LEVEL_HALF_LIFE_MS)
      levelCounted = levelCounted * kept + believed
      levelExpected = levelExpected * kept + expected
    }
    levelTaken = line.total
    levelAtMs = nowMs
  }

  function level(): number {
    const prior = levelPrior()
    return levelExpected + prior > 0 ? (levelCounted + prior) / (levelExpected + prior) : 1
  }

  // Half an hour's worth: a shape that is known is believed until traffic says otherwise.
  function levelPrior(): number {
    return isLearned ? sums[WEEK_HOURS]! / WEEK_HOURS / 2 : 0
  }

  // Requests of the learned shape since some fixed Thursday.
  function shapeTo(ms: number): number {
    const weeks = Math.floor(ms / WEEK_MS)
    const hours = (ms - weeks * WEEK_MS) / HOUR_MS
    const hour = Math.floor(hours)
    return weeks * sums[WEEK_HOURS]! + sums[hour]! + (hours - hour) * rates[hour]!
  }

  function maskedShape(fromMs: number, toMs: number, { startMs, isOpen }: OpenHours): number {
    const until = Math.min(toMs, fromMs + MASK_HOURS_MAX * HOUR_MS)
    let sum = 0
    for (let at = fromMs; at < until;) {
      const hourMs = Math.floor((at - startMs) / HOUR_MS) * HOUR_MS + startMs
      const end = Math.min(until, hourMs + HOUR_MS)
      if (isOpen(hourMs)) sum += shapeTo(end) - shapeTo(at)
      at = end
    }
    return sum * ((toMs - fromMs) / (until - fromMs))
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

// Days, weekdays and hours in a campaign's own time zone.
import { DAY_MS, HOUR_MS } from '../base/clock.ts'
import { createLruMap } from '../base/lru-map.ts'

export interface LocalTime {
  /** Days since 1970-01-01 in that zone. */
  readonly day: number
  /** 0 is Sunday. */
  readonly weekday: number
  /** 0–23. */
  readonly hour: number
}

/** Days and hours begin on quarter hours of UTC everywhere on earth. */
export const QUARTER_MS = HOUR_MS / 4
/** No day is longer: 25 hours where clocks are set back by one, with room for odder changes. */
const DAY_QUARTERS_MAX = 27 * 4
const formatters = createLruMap<string, Intl.DateTimeFormat>({ entriesMax: 600 }) // there are about 600 zones
const offsets = createLruMap<string, number>({ entriesMax: 2_000 })

/** What a clock on the wall in `timeZone` shows at an instant. Offsets change on quarter hours, so one look-up serves each. */
export function localTime(ms: number, timeZone: string): LocalTime {
  const local = timeZone === 'UTC' ? ms : ms + offsetMs(ms, timeZone)
  const day = Math.floor(local / DAY_MS)
  return { day, weekday: (((day + 4) % 7) + 7) % 7, hour: Math.floor((local - day * DAY_MS) / HOUR_MS) }
}

/** Days since 1970-01-01 in a time zone. */
export function dayOf(ms: number, timeZone: string): number {
  return timeZone === 'UTC' ? Math.floor(ms / DAY_MS) : dayAt(ms, timeZone).day
}

/** When the day that `ms` lies in ends in a time zone: the first millisecond of the next one. Days last 23 to 25 hours there. */
export function endOfDayMs(ms: number, timeZone: string): number {
  return timeZone === 'UTC' ? (Math.floor(ms / DAY_MS) + 1) * DAY_MS : dayAt(ms, timeZone).endMs
}

/** How long after a full hour of UTC the hours of a zone begin, 0 to 45 minutes. */
export function hourStartMs(ms: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0
  const into = offsetMs(ms, timeZone) % HOUR_MS
  return into === 0 ? 0 : into > 0 ? HOUR_MS - into : -into
}

/** True where the name is an IANA time zone that this machine knows, in any case. An offset such as +05:30 is none. */
export function isTimeZone(name: string): boolean {
  return mainNameOf(name) !== undefined
}

/** The name in its usual case. One of several names of a zone stays the one that it is, and so does what names none. */
export function spellTimeZone(name: string): string {
  const main = mainNameOf(name)
  return main?.toLowerCase() === name.toLowerCase() ? main : name
}

function mainNameOf(name: string): string | undefined {
  if (!/^[a-z]/i.test(name)) return undefined
  try {
    return formatterOf(name).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** A stretch of time, `fromMs` included and `endMs` not, that lies in one day of a zone. */
interface LocalDay {
  readonly day: number
  readonly fromMs: number
  readonly endMs: number
}

const days = new Map<string, LocalDay>() // the last one asked for in each zone, so bounded by the number of zones

// Nearly all questions are about today, and each decision asks some: the answer is kept until the day is over.
function dayAt(ms: number, timeZone: string): LocalDay {
  const known = days.get(timeZone)
  if (known && ms >= known.fromMs && ms < known.endMs) return known
  const { day } = localTime(ms, timeZone)
  const quarter = Math.floor(ms / QUARTER_MS)
  let last = 0 // quarters from now, still the same day
  let next = DAY_QUARTERS_MAX // not any more
  while (next - last > 1) {
    const middle = (last + next) >> 1
    if (localTime((quarter + middle) * QUARTER_MS, timeZone).day > day) next = middle
    else last = middle
  }
  const found = { day, fromMs: quarter * QUARTER_MS, endMs: (quarter + next) * QUARTER_MS }
  days.set(timeZone, found)
  return found
}

function offsetMs(ms: number, timeZone: string): number {
  const quarter = Math.floor(ms / QUARTER_MS)
  const key = `${timeZone} ${quarter}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const start = quarter * QUARTER_MS
  const part = Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(start)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const local = Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!)
  const offset = local - Math.floor(start / 1_000) * 1_000
  offsets.set(key, offset)
  return offset
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(timeZone, formatter)
  }
  return formatter
}

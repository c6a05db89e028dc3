// Dates of the UTC calendar, written YYYY-MM-DD, and times of such days.
import { invalid } from './errors.ts'

/** The first millisecond of a date; undefined where the text is no date of the calendar. */
export function parseDate(text: string): number | undefined {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  // Date.parse takes the 31st of a short month for the 1st or so of the next.
  return !Number.isNaN(ms) && dateOf(ms) === text ? ms : undefined
}

/** Epoch milliseconds of a time such as `2026-11-21T10:00:00Z`, which names its offset; undefined where the text is none. */
export function parseTime(text: string): number | undefined {
  const ms = TIME.test(text) && parseDate(text.slice(0, 10)) !== undefined ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}

const TIME = /^[\d-]{10}T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

/** As `parseDate`. @throws ServiceError validation_error naming `field` */
export function readDate(text: string, field: string): number {
  const ms = parseDate(text)
  if (ms === undefined) throw invalid(field, 'must be a date such as "2026-11-21"', 'format')
  return ms
}

export function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

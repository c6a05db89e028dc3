// A time as people type it after an option.
import { parseDate } from '../domain/day.ts'
import { usageError } from './failures.ts'

const TIME = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/

/** @returns in ISO 8601; a day begins at midnight UTC, as in reports. @throws CliError usage naming the option */
export function timeFrom(option: string, given: string): string {
  const day = TIME.exec(given)?.[1]
  const ms = day !== undefined && parseDate(day) !== undefined ? Date.parse(given) : Number.NaN
  if (!Number.isNaN(ms)) return new Date(ms).toISOString()
  throw usageError(`--${option} takes a time such as 2026-11-21 or 2026-11-21T10:00Z.`)
}

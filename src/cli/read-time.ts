// A time as people type it after an option.
import { usageError } from './failures.ts'

/** @returns in ISO 8601; a day begins at midnight UTC, as in reports. @throws CliError usage naming the option */
export function timeFrom(option: string, given: string): string {
  const ms = /^\d{4}-\d{2}-\d{2}/.test(given) ? Date.parse(given) : Number.NaN
  if (!Number.isNaN(ms)) return new Date(ms).toISOString()
  throw usageError(`--${option} takes a time such as 2026-11-21 or 2026-11-21T10:00Z.`)
}

// Pages of lists. What is listed has a number, and a cursor is that of the last one that was seen.
import { invalid, type ServiceError } from './errors.ts'

/** One page of a list; `nextCursor` is absent on the last one. */
export interface Page<T> {
  readonly data: readonly T[]
  readonly nextCursor?: string
}

/** @param found one more than the page takes, where there are so many */
export function pageOf<T>(found: readonly T[], limit: number, numberOf: (item: T) => number): Page<T> {
  const data = found.slice(0, limit)
  return found.length > limit ? { data, nextCursor: String(numberOf(data.at(-1)!)) } : { data }
}

/**
 * The number that a cursor stands for; undefined on the first page.
 * @param field where it stands
 * @throws ServiceError validation_error for one that no page gave
 */
export function readCursor(cursor: string | undefined, field = 'cursor'): number | undefined {
  if (cursor === undefined) return undefined
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor)
  throw noCursor(field)
}

export function noCursor(field = 'cursor'): ServiceError {
  return invalid(field, 'must be one that the page before gave', 'format')
}

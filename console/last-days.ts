// A report of the last days. The service's own date counts, since its clock may run ahead of ours: a report that names no end says which it is.
import { ApiError, withQuery, type Api } from './api.ts'
import { addDays } from './format.ts'
import type { Report } from './report-shapes.ts'

/** As many days as one report may hold. */
export const REPORT_DAYS_MAX = 400

/** Ends with the service's today; asked once where our date is the same. */
export async function readLastDays(
  api: Api,
  days: number,
  query: Readonly<Record<string, string | boolean>>,
  signal: AbortSignal,
): Promise<Report> {
  const read = (more: Readonly<Record<string, string>>) =>
    api.get<Report>(withQuery('reports', { ...query, ...more }), signal)
  const today = new Date().toISOString().slice(0, 10)
  const guessed = await read({ from: addDays(today, 1 - days) }).catch((error: unknown) => {
    // So far off that our first day lies behind its last one, or very long before it.
    if (error instanceof ApiError && error.status === 400) return read({ groupBy: 'day' })
    throw error
  })
  const from = addDays(guessed.to, 1 - days)
  return guessed.from === from ? guessed : read({ from, to: guessed.to })
}

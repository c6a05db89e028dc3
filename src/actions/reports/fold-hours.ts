// Keeps reports by the hour for some weeks and by the day for ever: each day another one is folded, a little at a time.
import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '../../base/clock.ts'
import type { ReportStore } from '../../store/contract.ts'

/** Days before today that keep their hours: the 30 of a report whose period nobody names, and some more for a month that has just ended. */
export const HOURS_KEPT_DAYS = 35
/** Between two steps of some milliseconds each: a history of years may wait to be folded, and few clicks should meet it. */
const REST_MS = 50

/** For a job that runs every few seconds: looks into the store once a day, and again where it was broken off. */
export function createFoldHours({ reports, clock }: FoldHoursDeps): (stop: AbortSignal) => Promise<void> {
  let foldedBefore: number | undefined

  return async (stop) => {
    const beforeDay = Math.floor(clock.nowMs() / DAY_MS) - HOURS_KEPT_DAYS
    if (beforeDay === foldedBefore) return
    while (await reports.foldSome(beforeDay)) {
      if (stop.aborted) return
      await sleep(REST_MS)
    }
    foldedBefore = beforeDay
  }
}

export interface FoldHoursDeps {
  readonly reports: Pick<ReportStore, 'foldSome'>
  readonly clock: { nowMs(): number }
}

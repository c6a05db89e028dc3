// What is put away once it is so many days old: each day another day of it, a little at a time.
import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '../base/clock.ts'

/** Between two steps of some milliseconds each: a history of years may wait to be put away, and few clicks should meet it. */
const REST_MS = 50

export interface DailySweep {
  readonly clock: { nowMs(): number }
  /** Days before today that stay. */
  readonly keptDays: number
  /** @param beforeDay counted since 1970, in UTC @returns whether there may be more */
  readonly some: (beforeDay: number) => Promise<boolean>
}

/** For a job that runs every few seconds: looks into the store once a day, and again where it was broken off. */
export function createDailySweep({ clock, keptDays, some }: DailySweep): (stop: AbortSignal) => Promise<void> {
  let sweptBefore: number | undefined

  return async (stop) => {
    const beforeDay = Math.floor(clock.nowMs() / DAY_MS) - keptDays
    if (beforeDay === sweptBefore) return
    while (await some(beforeDay)) {
      if (stop.aborted) return
      await sleep(REST_MS)
    }
    sweptBefore = beforeDay
  }
}

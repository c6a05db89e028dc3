// Says in the log that clients are sent away because there is no room for more of them.
import { MINUTE_MS } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'

/** @returns to be called with each client that is sent away; speaks at most once a minute */
export function createFullNotice({
  log,
  clock,
  most,
}: {
  log: Pick<Log, 'warn'>
  clock: { monotonicMs(): number }
  most: number
}): () => void {
  let spokenMs = Number.NEGATIVE_INFINITY
  return () => {
    const nowMs = clock.monotonicMs()
    if (nowMs - spokenMs < MINUTE_MS) return
    spokenMs = nowMs
    log.warn({ filesForConnections: most }, 'clients are sent away: connections hold all the files that they may')
  }
}

// Counts whom the impressions of a campaign were shown to, out of the books: nothing more is kept of anybody for it.
import { DAY_MS } from '../../base/clock.ts'
import { firstIdAt } from '../../base/ids.ts'
import { readDate } from '../../domain/day.ts'
import { FIRST_USER, NOBODY } from '../../domain/link.ts'
import { type Reach, type Reached, type ReachQuery, TIMES_MAX } from '../../domain/reach.ts'
import type { Sql } from './database.ts'

/** An impression is valid, or implied by a click, for no longer after its decision (`BILLABLE_MS`). */
const HEARD_WITHIN_MS = DAY_MS

type Who = 'nobody' | 'session' | 'user'

interface Row {
  readonly who: Who
  readonly times: number
  readonly people: number
  readonly impressions: number
}

export function createReadReach(db: Sql) {
  const select = db.prepare(`
    SELECT who, times, count(*) AS people, sum(n) AS impressions FROM (
      SELECT CASE WHEN i."user" = ? THEN 'nobody' WHEN i."user" < ? THEN 'session' ELSE 'user' END AS who,
        CASE WHEN count(*) < ${TIMES_MAX} THEN count(*) ELSE ${TIMES_MAX} END AS times, count(*) AS n
      FROM impressions i JOIN events v ON v.impression = i.number AND v.kind = 'impression'
      LEFT JOIN reversals r ON r.event = v.sequence
      WHERE i.campaign = (SELECT number FROM entities WHERE kind = 'campaign' AND id = ?) AND i.decision >= ? AND i.test = ?
        AND v.received_ms >= ? AND v.received_ms < ? AND v.reason IS DISTINCT FROM 'over_budget' AND r.event IS NULL
      GROUP BY i."user") seen
    GROUP BY who, times`)

  /** @throws ServiceError validation_error where a date is none */
  return ({ campaignId, from, to, test }: ReachQuery): Reach => {
    const [fromMs, untilMs] = [readDate(from, 'from'), readDate(to, 'to') + DAY_MS]
    const decidedFrom = firstIdAt(fromMs - HEARD_WITHIN_MS)
    const of = [campaignId, decidedFrom, test ? 1 : 0, fromMs, untilMs] as const
    const rows = select.all(NOBODY, FIRST_USER, ...of) as unknown as Row[]
    const rowsOf = (who: Who) => rows.filter((row) => row.who === who)
    return {
      people: reachedIn(rowsOf('user')),
      sessions: reachedIn(rowsOf('session')),
      unknownImpressions: reachedIn(rowsOf('nobody')).impressions,
    }
  }
}

function reachedIn(rows: readonly Row[]): Reached {
  const byTimes = new Array<number>(TIMES_MAX).fill(0)
  let [count, impressions] = [0, 0]
  for (const row of rows) {
    byTimes[row.times - 1] = row.people
    count += row.people
    impressions += row.impressions
  }
  return { count, impressions, byTimes }
}

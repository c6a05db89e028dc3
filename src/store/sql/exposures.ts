// What was served to whom lately, so that frequency caps outlive a restart.
import type { DismissedAd, Exposure, ExposureMarks, SeenAd } from '../contract.ts'
import type { Sql } from './database.ts'

/** Beyond so many rows the oldest give way, also where nobody asks to forget. */
const EXPOSURES_MAX = 33_554_432

interface Row {
  readonly sequence: number
  readonly impression_id: string
  readonly ad: number
  readonly campaign: number
  readonly advertiser: number
  readonly publisher: number
  readonly turn: number
  readonly user: string
  readonly session: string
  readonly conversation: string
  readonly served_ms: number
  readonly seen: number
  readonly reported: number
}

interface SeenRow {
  readonly sequence: number
  readonly id: string
  readonly publisher: number
  readonly implied: number
}

const DISMISSING = [0, 1].flatMap((test) =>
  (['dismiss', 'report'] as const).map((reaction) => [test, reaction] as const),
)

interface DismissedRow {
  readonly event: number
  readonly user: Uint8Array
  readonly ad: number
  readonly test: number
  readonly received_ms: number
}

export function createExposures(db: Sql, { rowsMax = EXPOSURES_MAX } = {}) {
  const insert = db.prepare(`
    INSERT INTO exposures (impression_id, ad, campaign, advertiser, publisher, turn, "user", session, conversation, served_ms)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const cut = db.prepare('DELETE FROM exposures WHERE sequence <= (SELECT max(sequence) FROM exposures) - ?')
  const select = db.prepare(`
    SELECT x.*, e.sequence IS NOT NULL AS seen, CASE WHEN e.implied = 0 THEN 1 ELSE 0 END AS reported
    FROM exposures x
    LEFT JOIN impressions i ON i.id = x.impression_id
    LEFT JOIN events e ON e.impression = i.number AND e.kind = 'impression' AND e.fact_key = ''
    WHERE x.sequence > ? AND x.served_ms >= ? ORDER BY x.sequence LIMIT ?`)
  const selectMarks = db.prepare(`
    SELECT coalesce((SELECT max(sequence) FROM exposures), 0) AS exposure,
      coalesce((SELECT max(sequence) FROM events), 0) AS event`)
  const selectSeen = db.prepare(`
    SELECT e.sequence, i.id, i.publisher, e.implied FROM events e JOIN impressions i ON i.number = e.impression
    WHERE e.sequence > ? AND e.kind = 'impression' AND i.test = 0 ORDER BY e.sequence LIMIT ?`)
  const selectDismissed = db.prepare(`
    SELECT f.event, f.ad, f.test, i."user", v.received_ms FROM (
      SELECT event, ad, test FROM feedback WHERE test = ? AND reaction = ? AND event < ? ORDER BY event DESC LIMIT ?
    ) f CROSS JOIN events v ON v.sequence = f.event CROSS JOIN impressions i ON i.number = v.impression`)
  const forget = db.prepare(
    'DELETE FROM exposures WHERE sequence IN (SELECT sequence FROM exposures WHERE served_ms < ? LIMIT ?) RETURNING sequence',
  )

  return {
    add(exposures: readonly Exposure[]): void {
      for (const x of exposures) {
        const of = [x.adNumber, x.campaignNumber, x.advertiserNumber, x.publisherNumber, x.turn] as const
        insert.run(x.impressionId, ...of, x.user, x.session, x.conversation, x.servedAtMs)
      }
      if (exposures.length > 0) cut.run(rowsMax)
    },
    since: (sinceMs: number, after: number, limit: number) =>
      (select.all(after, sinceMs, limit) as unknown as Row[]).map(exposureOf),
    marks: (): ExposureMarks => ({ ...(selectMarks.get() as unknown as ExposureMarks) }),
    seenSince: (event: number, limit: number): SeenAd[] =>
      (selectSeen.all(event, limit) as unknown as SeenRow[]).map(({ sequence, id, publisher, implied }) => ({
        event: sequence,
        impressionId: id,
        publisherNumber: publisher,
        reported: implied === 0,
      })),
    dismissedBefore(event: number, limit: number): DismissedAd[] {
      // Each kind lies in its own order; of all together the newest are among the newest of each.
      const rows = DISMISSING.flatMap(
        ([test, reaction]) => selectDismissed.all(test, reaction, event, limit) as unknown as DismissedRow[],
      )
      return rows
        .toSorted((a, b) => b.event - a.event)
        .slice(0, limit)
        .map((row) => ({
          event: row.event,
          user: row.user,
          adNumber: row.ad,
          test: row.test === 1,
          sinceMs: row.received_ms,
        }))
    },
    /** Forgets at most `some` of the older ones; returns how many went. */
    forgetSome: (beforeMs: number, some: number): number => forget.all(beforeMs, some).length,
  }
}

function exposureOf(row: Row): Exposure & { sequence: number; seen: boolean; reported: boolean } {
  return {
    sequence: row.sequence,
    seen: row.seen === 1,
    reported: row.reported === 1,
    impressionId: row.impression_id,
    adNumber: row.ad,
    campaignNumber: row.campaign,
    advertiserNumber: row.advertiser,
    publisherNumber: row.publisher,
    turn: row.turn,
    user: row.user,
    session: row.session,
    conversation: row.conversation,
    servedAtMs: row.served_ms,
  }
}

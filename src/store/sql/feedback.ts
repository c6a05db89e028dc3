// What people said of ads, as it is looked up: by what was said, and by whom it concerns. The events themselves tell it.
import { type FeedbackQuery, type GivenFeedback, type Reaction, REACTIONS, reasonsIn } from '../../domain/feedback.ts'
import { type EventKind, nameOfFact } from '../../domain/ledger-event.ts'
import type { LinkPayload } from '../../domain/link.ts'
import type { Sql } from './database.ts'

export type FeedbackList = ReturnType<typeof createFeedbackList>

interface Row extends Omit<GivenFeedback, 'id' | 'reasons' | 'externalId'> {
  readonly impressionId: string
  readonly kind: EventKind
  readonly factKey: string
  readonly detail: string | null
  readonly externalId: string | null
}

export function createFeedbackList(db: Sql) {
  const insert = db.prepare(
    'INSERT INTO feedback (event, test, reaction, ad, advertiser, publisher) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const remove = db.prepare('DELETE FROM feedback WHERE event = ?')

  return {
    /** At most one of each reaction for an ad that was shown, as the events themselves. */
    add(given: { sequence: number; reaction: Reaction; link: LinkPayload; advertiser: number | undefined }): void {
      const { sequence, reaction, link, advertiser = 0 } = given
      insert.run(sequence, link.test ? 1 : 0, reaction, link.adNumber, advertiser, link.publisherNumber)
    },
    /** Takes an event off the list that was found invalid. */
    remove: (sequence: number): void => void remove.run(sequence),
    /** Newest first. */
    list(query: FeedbackQuery): GivenFeedback[] {
      const { reaction, limit } = query
      // Each reaction lies in its own order; of all together the newest are among the newest of each.
      const rows = (reaction === undefined ? REACTIONS : [reaction]).flatMap((one) => newest(query, one))
      return rows
        .toSorted((a, b) => b.sequence - a.sequence)
        .slice(0, limit)
        .map(givenIn)
    },
  }

  function newest(query: FeedbackQuery, reaction: Reaction): Row[] {
    const { test, before = Number.MAX_SAFE_INTEGER, limit } = query
    const narrowed = NARROWINGS.filter(([by]) => query[by] !== undefined)
    // The first of them is looked up, the others are only compared: a plus keeps them from being looked up instead.
    const where = narrowed.map(([, column, number], i) => `${i > 0 ? '+' : ''}${column} = (${number})`)
    if (query.campaignId !== undefined) where.push(OF_CAMPAIGN)
    const select = db.prepare(`
      SELECT v.sequence, v.kind, v.fact_key AS factKey, v.detail, v.received_ms AS receivedAtMs, f.reaction,
        i.id AS impressionId, i.ad_version AS adVersion, i.slot AS slotId, i.format,
        coalesce(a.id, '') AS adId, a.external_id AS externalId, coalesce(json_extract(a.body, '$.content.title'), '') AS title,
        coalesce(c.id, '') AS campaignId, coalesce(o.id, '') AS advertiserId, coalesce(p.id, '') AS publisherId
      FROM (
        SELECT * FROM feedback WHERE ${[...where, 'test = ?', 'reaction = ?', 'event < ?'].join(' AND ')}
        ORDER BY event DESC LIMIT ?
      ) f CROSS JOIN events v ON v.sequence = f.event CROSS JOIN impressions i ON i.number = v.impression
      LEFT JOIN entities a ON a.kind = 'ad' AND a.number = f.ad
      LEFT JOIN entities c ON c.kind = 'campaign' AND c.number = i.campaign
      LEFT JOIN entities o ON o.kind = 'advertiser' AND o.number = f.advertiser
      LEFT JOIN entities p ON p.kind = 'publisher' AND p.number = f.publisher`)
    const ids = narrowed.map(([by]) => query[by]!)
    if (query.campaignId !== undefined) ids.push(query.campaignId)
    return select.all(...ids, test ? 1 : 0, reaction, before, limit) as unknown as Row[]
  }
}

const numberOf = (kind: string) => `SELECT number FROM entities WHERE kind = '${kind}' AND id = ?`

/** By what a list may be narrowed: the column that says it, and how its number is found. That of most rows last. */
const NARROWINGS = [
  ['adId', 'ad', numberOf('ad')],
  ['advertiserId', 'advertiser', numberOf('advertiser')],
  // No row names a campaign: those of its advertiser are gone through, and of each the index says of which ad it is.
  [
    'campaignId',
    'advertiser',
    `SELECT o.number FROM entities c JOIN entities o ON o.id = c.advertiser_id WHERE c.kind = 'campaign' AND c.id = ?`,
  ],
  ['publisherId', 'publisher', numberOf('publisher')],
] as const satisfies readonly (readonly [keyof FeedbackQuery, column: string, number: string])[]

const OF_CAMPAIGN = `EXISTS (SELECT 1 FROM entities x WHERE x.kind = 'ad' AND x.campaign_id = ? AND x.number = +feedback.ad)`

function givenIn({ kind, factKey, detail, externalId, ...rest }: Row): GivenFeedback {
  const id = nameOfFact(rest.impressionId, kind, factKey)
  return { ...rest, id, reasons: reasonsIn(detail), ...(externalId !== null && { externalId }) }
}

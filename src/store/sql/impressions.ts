// Served ads that anything was heard of, each with what its link promised; the first link to arrive is the one that counts.
import type { BidModel } from '../../domain/campaign.ts'
import type { LinkPayload } from '../../domain/link.ts'
import type { SlotFormat } from '../../domain/publisher.ts'
import type { Sql } from './database.ts'
import { createNextNumber } from './next-number.ts'

export interface Impression {
  /** Small number that events carry in place of the id. */
  readonly number: number
  readonly link: LinkPayload
  /** Nothing was heard of it before. */
  readonly isNew: boolean
}

export type Impressions = ReturnType<typeof createImpressions>

interface Row {
  readonly number: number
  readonly id: string
  readonly decision: Uint8Array
  readonly ordinal: number
  readonly ad: number
  readonly ad_version: number
  readonly campaign: number
  readonly publisher: number
  readonly model: BidModel
  readonly price_micros: number
  readonly format: SlotFormat
  readonly slot: string
  readonly country: string
  readonly user: Uint8Array
  readonly test: number
}

export function createImpressions(db: Sql) {
  const select = db.prepare('SELECT * FROM impressions WHERE id = ?')
  const insert = db.prepare(`
    INSERT INTO impressions (number, id, decision, ordinal, ad, ad_version, campaign, publisher, model, price_micros, format,
      slot, country, "user", test)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const selectMany = db.prepare('SELECT * FROM impressions WHERE id IN (SELECT n.value FROM json_each(?) n)')
  const numbers = createNextNumber(db, 'impressions', 'number')
  let foreseen: Map<string, Impression | undefined> | undefined // of the events that are judged now

  return {
    find,
    forget: numbers.forget,
    /** Runs what asks for each of these, which are looked up with one question. */
    foreseeing<T>(ids: readonly string[], run: () => T): T {
      // One alone is looked up where it is asked for.
      if (ids.length === 1) return run()
      foreseen = new Map(ids.map((id) => [id, undefined]))
      try {
        const rows = selectMany.all(JSON.stringify(ids)) as unknown as Row[]
        for (const row of rows) foreseen.set(row.id, impressionOf(row))
        return run()
      } finally {
        // Also where the question failed: later calls would take those that are there for new ones.
        foreseen = undefined
      }
    },
    findOrAdd(id: string, link: LinkPayload): Impression {
      const known = find(id)
      if (known) return known
      const of = [link.adNumber, link.adVersion, link.campaignNumber, link.publisherNumber] as const
      const shown = [link.format, link.slotId, link.country, link.user, link.test ? 1 : 0] as const
      const number = numbers.next()
      insert.run(number, id, link.decision, link.ordinal, ...of, link.model, link.priceMicros, ...shown)
      foreseen?.set(id, { number, link, isNew: false })
      return { number, link, isNew: true }
    },
  }

  function find(id: string): Impression | undefined {
    if (foreseen?.has(id)) return foreseen.get(id)
    const row = select.get(id) as unknown as Row | undefined
    return row && impressionOf(row)
  }
}

function impressionOf(row: Row): Impression {
  return { number: row.number, link: linkOf(row), isNew: false }
}

function linkOf(row: Row): LinkPayload {
  return {
    decision: row.decision,
    ordinal: row.ordinal,
    adNumber: row.ad,
    adVersion: row.ad_version,
    campaignNumber: row.campaign,
    publisherNumber: row.publisher,
    model: row.model,
    priceMicros: row.price_micros,
    format: row.format,
    slotId: row.slot,
    country: row.country,
    user: row.user,
    test: row.test === 1,
  }
}

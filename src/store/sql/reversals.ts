// Events found invalid later: each is taken back once, by a new posting that mirrors its charge.
import { availableAccount, FEES_ACCOUNT, fundsAccount, pendingAccount } from '../../domain/account.ts'
import type { EventKind } from '../../domain/ledger-event.ts'
import type { FactFilter, FactName, ReversalBody, ReversalOutcome, ReversalSums } from '../../domain/settlement.ts'
import type { Reversal } from '../contract.ts'
import type { Books } from './books.ts'
import type { Charging } from './charging.ts'
import type { Sql } from './database.ts'
import type { Documents } from './documents.ts'
import type { FeedbackList } from './feedback.ts'
import type { Impressions } from './impressions.ts'
import { measureOf, rollupKey } from './ledger.ts'
import type { Payouts } from './payouts.ts'
import type { Rollups } from './rollups.ts'
import { keptText } from './texts.ts'

export interface ReversalDeps {
  readonly db: Sql
  readonly impressions: Impressions
  readonly books: Books
  readonly charging: Charging
  readonly documents: Documents
  readonly payouts: Payouts
  readonly rollups: Rollups
  readonly feedback: Pick<FeedbackList, 'remove'>
}

interface EventRow {
  readonly sequence: number
  readonly kind: EventKind
  readonly fact_key: string
  readonly charged: number
  readonly revenue: number
  readonly budget_day: number | null
  readonly received_ms: number
  readonly value: number | null
  readonly reversed: number
}

interface ChargeRow {
  readonly number: number
  readonly id: string
  readonly name: string
  readonly sequence: number
  readonly amount: number
}

export type Reversals = ReturnType<typeof createReversals>

export function createReversals(deps: ReversalDeps) {
  const { db, impressions, books, charging, documents, payouts, rollups, feedback } = deps
  const columns = `v.sequence, v.kind, v.fact_key, v.charged_micros AS charged, v.revenue_micros AS revenue, v.budget_day,
    v.received_ms, v.value_micros AS value, r.number IS NOT NULL AS reversed`
  const valid = `FROM events v LEFT JOIN reversals r ON r.event = v.sequence
    WHERE v.impression = ?1 AND v.reason IS DISTINCT FROM 'over_budget'`
  const selectAll = db.prepare(`SELECT ${columns} ${valid} ORDER BY v.sequence`)
  // What a click or view implied was never seen by itself. It was kept in the moment before.
  const selectOne = db.prepare(`
    SELECT ${columns} ${valid} AND ((v.kind = ?2 AND v.fact_key = ?3) OR (v.implied = 1 AND v.sequence + 1 =
      (SELECT n.sequence FROM events n WHERE n.impression = ?1 AND n.kind = ?2 AND n.fact_key = ?3)))
    ORDER BY v.sequence`)
  const selectCharge = db.prepare(`
    SELECT p.number, p.id, a.name, e.sequence, e.amount_micros AS amount
    FROM postings p JOIN entries e ON e.posting = p.number JOIN accounts a ON a.number = e.account
    WHERE p.event = ? ORDER BY e.sequence`)
  const insert = db.prepare('INSERT INTO reversals (event, document, posting, at_ms) VALUES (?, ?, ?, ?)')

  return {
    /** @param keyId who asks for it */
    reverse({ id, reason, facts, asked, atMs, dryRun = false }: Reversal, keyId?: string): ReversalOutcome {
      let document = documents.find('reversal', id)?.number
      const taken = new Set<number>()
      const sums = { reversed: 0, already: 0, unknown: 0, refundedMicros: 0, publisherMicros: 0 }
      for (const fact of facts) {
        const impression = impressions.find(fact.impressionId)
        const events = impression ? eventsOf(impression.number, fact) : []
        if (!impression || events.length === 0) sums.unknown++
        for (const event of events) {
          // A click or view takes along the impression that it implied, which may be named too: it is one event, and counts once.
          if (taken.has(event.sequence)) continue
          if (event.reversed === 1) {
            sums.already++
            continue
          }
          if (!dryRun) {
            const body: ReversalBody = { reason, ...(keyId !== undefined && { keyId }), ...asked }
            document ??= documents.add({ kind: 'reversal', id, owner: '', body, atMs })
            takeBack(event, impression!.link, document, atMs)
          }
          taken.add(event.sequence)
          sums.reversed++
          sums.refundedMicros += event.charged
          sums.publisherMicros += event.revenue
        }
      }
      rollups.flush()
      return { recorded: document !== undefined, ...sums }
    },
  }

  function eventsOf(impression: number, { kind, factKey }: FactName): EventRow[] {
    const rows =
      kind === undefined ? selectAll.all(impression) : selectOne.all(impression, kind, keptText(factKey ?? ''))
    return rows as unknown as EventRow[]
  }

  function takeBack(event: EventRow, link: Parameters<typeof rollupKey>[0], document: number, atMs: number): void {
    const posting = event.charged > 0 ? postReversal(event, link.campaignNumber, atMs) : undefined
    insert.run(event.sequence, document, posting ?? null, atMs)
    // Reports tell of what was valid when it came: what is taken back goes from the hour that had counted it.
    const key = rollupKey(link, event.received_ms)
    const measure = measureOf({ kind: event.kind, factKey: event.fact_key })
    if (measure) rollups.count(key, measure, -1)
    if (event.kind === 'conversion') rollups.count(key, 'value_micros', -(event.value ?? 0))
    if (event.charged > 0) {
      rollups.count(key, 'spend_micros', -event.charged)
      rollups.count(key, 'revenue_micros', -event.revenue)
    }
    rollups.countIgnored(key, 'reversed')
    feedback.remove(event.sequence)
  }

  function postReversal(event: EventRow, campaignNumber: number, atMs: number): number {
    const charge = selectCharge.all(event.sequence) as unknown as ChargeRow[]
    const { number, id } = charge[0]!
    const posting = books.post({
      kind: 'reversal',
      id: `reversal:${id}`,
      reverses: number,
      prepaid: false,
      reference: id,
      atMs,
      entries: charge.map(({ name, sequence, amount }) => ({
        account: sourceOf(name, sequence),
        amountMicros: -amount,
      })),
    })
    charging.refund({ campaignNumber, day: event.budget_day!, priceMicros: event.charged, atMs })
    return posting
  }

  /** Earnings are taken from where they stand: what was made available, and perhaps paid, is no longer pending. */
  function sourceOf(account: string, sequence: number): string {
    const publisherId = PENDING.exec(account)?.[1]
    if (publisherId === undefined || sequence > payouts.throughOf(publisherId)) return account
    return availableAccount(publisherId)
  }
}

const PENDING = new RegExp(`^${pendingAccount('(.+)')}$`)

/** Finds valid events by what they share; reads only, so it may run beside the writer. */
export function createFindFacts(db: Sql) {
  return (filter: FactFilter, after: number, limit: number): { facts: FactName[]; next?: number } => {
    const where = ['v.sequence > ?', "v.reason IS DISTINCT FROM 'over_budget'", 'r.number IS NULL']
    const values: (string | number)[] = [after]
    const narrow = (condition: string, value: string | number | undefined) => {
      if (value === undefined) return
      where.push(condition)
      values.push(value)
    }
    const numberOf = (kind: string) => `(SELECT number FROM entities WHERE kind = '${kind}' AND id = ?)`
    if (filter.impressionIds)
      narrow(`i.id IN (SELECT n.value FROM json_each(?) n)`, JSON.stringify(filter.impressionIds))
    narrow(`i.publisher = ${numberOf('publisher')}`, filter.publisherId)
    narrow(`i.campaign = ${numberOf('campaign')}`, filter.campaignId)
    narrow(`i.ad = ${numberOf('ad')}`, filter.adId)
    narrow(
      "i.campaign IN (SELECT number FROM entities WHERE kind = 'campaign' AND advertiser_id = ?)",
      filter.advertiserId,
    )
    narrow('i.country = ?', filter.country)
    narrow('i.slot = ?', filter.slot === undefined ? undefined : keptText(filter.slot))
    narrow('v.received_ms >= ?', filter.fromMs)
    narrow('v.received_ms < ?', filter.toMs)
    if (filter.kinds) narrow(`v.kind IN (SELECT n.value FROM json_each(?) n)`, JSON.stringify(filter.kinds))
    const rows = db
      .prepare(
        `SELECT v.sequence, i.id, v.kind, v.fact_key FROM events v JOIN impressions i ON i.number = v.impression
        LEFT JOIN reversals r ON r.event = v.sequence
        WHERE ${where.join(' AND ')} ORDER BY v.sequence LIMIT ?`,
      )
      .all(...values, limit) as unknown as { sequence: number; id: string; kind: EventKind; fact_key: string }[]
    const facts = rows.map(({ id, kind, fact_key: factKey }) => ({ impressionId: id, kind, factKey }))
    return rows.length < limit ? { facts } : { facts, next: rows.at(-1)!.sequence }
  }
}

/** Adds up what reversals came to, by the numbers of their documents; may run beside the writer. */
export function createReversalSums(db: Sql) {
  return (documents: readonly number[]): ReversalSums[] => {
    const select = db.prepare(`
      SELECT count(*) AS reversed, coalesce(sum(v.charged_micros), 0) AS refundedMicros,
        coalesce(sum(v.revenue_micros), 0) AS publisherMicros
      FROM reversals r JOIN events v ON v.sequence = r.event WHERE r.document = ?`)
    return documents.map((number) => ({ ...(select.get(number) as unknown as ReversalSums) }))
  }
}

/** What the reversal of a charge must look like, for whoever checks it. */
export function mirrored(
  charge: { price: number; revenue: number },
  accounts: { advertiser: string; publisher: string },
) {
  return [
    { name: fundsAccount(accounts.advertiser), amount: charge.price },
    { name: accounts.publisher, amount: -charge.revenue },
    { name: FEES_ACCOUNT, amount: charge.revenue - charge.price },
  ].filter(({ amount }) => amount !== 0)
}

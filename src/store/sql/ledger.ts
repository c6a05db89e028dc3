// Judges each event once and charges what is billable, all within the transaction that keeps the event.
//
//   ignored by the door ─> kept, with its reason         fact known ─> duplicate
//   too late ─> expired                                  click, impression asked for but not seen ─> no_impression
//   conversion: transaction known ─> duplicate           neither click nor view on record ─> no_impression
//   otherwise ─> valid: implies an impression where there is none, and is charged where the model says so
import { reactionOf } from '../../domain/feedback.ts'
import {
  type Attribution,
  type EventKind,
  type EventOutcome,
  type IgnoreReason,
  isExpired,
  type LedgerEvent,
  VIEW_TIMES_MAX,
} from '../../domain/ledger-event.ts'
import { type LinkPayload, VIEW_THROUGH_MS } from '../../domain/link.ts'
import type { Charging, Quote } from './charging.ts'
import type { Sql } from './database.ts'
import type { FeedbackList } from './feedback.ts'
import { createIgnoredEvents } from './ignored-events.ts'
import { createNextNumber } from './next-number.ts'
import type { Impression, Impressions } from './impressions.ts'
import type { Webhooks } from './webhooks.ts'
import type { Measure, RollupKey, Rollups } from './rollups.ts'

/** What is kept once: the event itself, or the impression that it implies. */
interface Fact {
  readonly kind: EventKind
  readonly factKey: string
  readonly implied: boolean
  /** Conversions: what led to them, and under whose transactions they count. */
  readonly attribution?: Attribution
  readonly transactionOf?: number | null
}

const IMPLIED: Fact = { kind: 'impression', factKey: '', implied: true }

export interface LedgerDeps {
  readonly db: Sql
  readonly impressions: Impressions
  readonly charging: Charging
  readonly rollups: Rollups
  readonly feedback: Pick<FeedbackList, 'add'>
  readonly webhooks: Pick<Webhooks, 'isHeard' | 'tell'>
  readonly findLandingUrl: (adNumber: number, version: number) => string | undefined
}

export type Ledger = ReturnType<typeof createLedger>

export function createLedger(deps: LedgerDeps) {
  const { db, impressions, charging, rollups, feedback, webhooks, findLandingUrl } = deps
  const selectFact = db.prepare('SELECT 1 FROM events WHERE impression = ? AND kind = ? AND fact_key = ?')
  const selectNth = db.prepare('SELECT 1 FROM events WHERE impression = ? AND kind = ? LIMIT 1 OFFSET ?')
  const insertEvent = db.prepare(`
    INSERT INTO events (sequence, impression, kind, fact_key, reason, implied, charged_micros, revenue_micros, revenue_share,
      budget_day, budget_micros, day_budget_micros, occurred_ms, received_ms, conversion_type, value_micros,
      transaction_of, attribution, detail)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const sequences = createNextNumber(db, 'events', 'sequence')
  const selectTransaction = db.prepare('SELECT 1 FROM events WHERE transaction_of = ? AND fact_key = ?')
  const selectLed = db.prepare(`
    SELECT v.kind, v.received_ms FROM events v LEFT JOIN reversals r ON r.event = v.sequence
    WHERE v.impression = ? AND v.kind IN ('click', 'impression') AND v.fact_key = '' AND r.number IS NULL
    UNION ALL SELECT kind, first_ms FROM ignored_events WHERE impression = ? AND kind = 'click' AND reason = 'expired'`)
  const ignored = createIgnoredEvents(db)

  return {
    /** The last events may have been rolled back. */
    forget: sequences.forget,
    append(events: readonly LedgerEvent[]): EventOutcome[] {
      const ids = events.map(({ impressionId }) => impressionId)
      const outcomes = impressions.foreseeing(ids, () => charging.gather(() => events.map(appendOne)))
      rollups.flush()
      return outcomes
    },
  }

  function appendOne(event: LedgerEvent): EventOutcome {
    const impression = impressions.findOrAdd(event.impressionId, event.link)
    const outcome = judge(event, impression)
    if (event.kind !== 'click') return outcome
    const { adNumber, adVersion } = impression.link
    const landingUrl = findLandingUrl(adNumber, adVersion)
    return landingUrl === undefined ? outcome : { ...outcome, landingUrl }
  }

  function judge(event: LedgerEvent, impression: Impression): EventOutcome {
    const fact = { kind: event.kind, factKey: event.factKey, implied: false }
    if (event.ignore !== undefined) return ignore(event, fact, impression, event.ignore)
    if (isKnown(impression, fact.kind, fact.factKey)) return ignore(event, fact, impression, 'duplicate')
    if (isOneTooMany(event, impression)) return ignore(event, fact, impression, 'duplicate')
    if (isExpired(event, fact.kind)) return ignore(event, fact, impression, 'expired')
    if (event.kind === 'conversion') return judgeConversion(event, fact, impression)

    const missesImpression = IMPLYING.has(event.kind) && !isKnown(impression, 'impression', '')
    if (missesImpression && event.kind === 'click' && event.requireImpression) {
      return ignore(event, fact, impression, 'no_impression')
    }
    const impliedMicros = missesImpression ? accept(event, IMPLIED, impression).chargedMicros : 0
    const outcome = accept(event, fact, impression)
    return impliedMicros === 0 ? outcome : { ...outcome, chargedMicros: outcome.chargedMicros + impliedMicros }
  }

  /** A transaction counts once for its advertiser, whichever click it names; what is not accepted leaves it free. */
  function judgeConversion(event: LedgerEvent, fact: Fact, impression: Impression): EventOutcome {
    const transactionOf = transactionOwner(impression.link)
    if (transactionOf !== null && selectTransaction.get(transactionOf, fact.factKey)) {
      return ignore(event, fact, impression, 'duplicate')
    }
    const led = selectLed.all(impression.number, impression.number) as { kind: string; received_ms: number }[]
    if (led.length === 0) return ignore(event, fact, impression, 'no_impression')
    const attribution = led.some(({ kind }) => kind === 'click') ? 'click' : 'view'
    if (attribution === 'view' && event.receivedAtMs - led[0]!.received_ms > VIEW_THROUGH_MS) {
      return ignore(event, fact, impression, 'expired')
    }
    return { ...accept(event, { ...fact, attribution, transactionOf }, impression), attribution }
  }

  function transactionOwner({ campaignNumber, test }: LinkPayload): number | null {
    const advertiser = charging.payerOf(campaignNumber)
    return advertiser === undefined ? null : test ? -advertiser : advertiser
  }

  /** Keeps a fact for good, and charges it where it is what the model bills. */
  function accept(event: LedgerEvent, fact: Fact, impression: Impression): EventOutcome {
    const { link } = impression
    const isBilled = BILLED_KIND[link.model] === fact.kind && link.priceMicros > 0 && !isExpired(event, fact.kind)
    if (isBilled && !link.test && !charging.knows(link)) return ignore(event, fact, impression, 'not_billable')

    const quote = isBilled && !link.test ? charging.quote(link, event) : undefined
    const charge = quote !== undefined && quote !== 'over_budget' ? quote : undefined
    const reason = quote === 'over_budget' ? 'over_budget' : isBilled && link.test ? 'test' : undefined
    const key = rollupKey(link, event.receivedAtMs)
    const sequence = insertFact(event, fact, impression, reason, charge)

    if (quote === 'over_budget') {
      rollups.countIgnored(key, 'over_budget')
      return { status: 'ignored', reason: 'over_budget', chargedMicros: 0 }
    }
    const measure = measureOf(fact)
    if (measure) rollups.count(key, measure)
    if (fact.kind === 'conversion') rollups.count(key, 'value_micros', event.conversion?.valueMicros ?? 0)
    if (charge) {
      const { kind, factKey } = fact
      charging.charge(charge, { sequence, impressionId: event.impressionId, kind, factKey, atMs: event.receivedAtMs })
      rollups.count(key, 'spend_micros', charge.priceMicros)
      rollups.count(key, 'revenue_micros', charge.revenueMicros)
    }
    const reaction = reactionOf(fact.kind, fact.factKey)
    if (reaction) feedback.add({ sequence, reaction, link, advertiser: charging.payerOf(link.campaignNumber) })
    const chargedMicros = charge?.priceMicros ?? 0
    if (webhooks.isHeard(fact.kind)) tell(sequence, event, fact, link, chargedMicros)
    return reason === undefined ? { status: 'accepted', chargedMicros } : { status: 'accepted', reason, chargedMicros }
  }

  function tell(sequence: number, event: LedgerEvent, fact: Fact, link: LinkPayload, chargedMicros: number): void {
    const names = link.test ? undefined : charging.namesOf(link)
    if (names) webhooks.tell({ sequence, event, ...fact, chargedMicros, names })
  }

  function insertFact(
    event: LedgerEvent,
    { kind, factKey, implied, attribution, transactionOf }: Fact,
    impression: Impression,
    reason: IgnoreReason | undefined,
    charge: Quote | undefined,
  ): number {
    const own = implied ? undefined : event
    const sequence = sequences.next()
    insertEvent.run(
      sequence,
      impression.number,
      kind,
      factKey,
      reason ?? null,
      implied ? 1 : 0,
      charge?.priceMicros ?? 0,
      charge?.revenueMicros ?? 0,
      event.revenueShare,
      charge?.day ?? null,
      charge?.terms.campaign.budget.totalMicros ?? null,
      charge?.terms.campaign.budget.dailyMicros ?? null,
      event.occurredAtMs,
      event.receivedAtMs,
      own?.conversion?.type ?? null,
      own?.conversion?.valueMicros ?? null,
      // What was not charged does not count, and leaves its transaction to a click whose campaign can pay.
      reason === 'over_budget' ? null : (transactionOf ?? null),
      attribution ?? null,
      own?.detail ?? null,
    )
    return sequence
  }

  /** Does not use up the fact: a bot that opens a link first leaves the person's click what it is. */
  function ignore(event: LedgerEvent, fact: Fact, { number, link }: Impression, reason: IgnoreReason): EventOutcome {
    const { kind } = fact
    // Keys of times in sight are the sender's own words: a row for each would have no end.
    const factKey = kind === 'view_time' ? '' : fact.factKey
    const { receivedAtMs } = event
    ignored.keep({ impression: number, kind, factKey, reason, atMs: receivedAtMs })
    rollups.countIgnored(rollupKey(link, receivedAtMs), reason)
    return { status: reason === 'duplicate' ? 'duplicate' : 'ignored', reason, chargedMicros: 0 }
  }

  function isKnown({ number, isNew }: Impression, kind: EventKind, factKey: string): boolean {
    return !isNew && selectFact.get(number, kind, factKey) !== undefined
  }

  function isOneTooMany({ kind }: LedgerEvent, { number, isNew }: Impression): boolean {
    return kind === 'view_time' && !isNew && selectNth.get(number, kind, VIEW_TIMES_MAX - 1) !== undefined
  }
}

/** The event that each model bills. */
export const BILLED_KIND = { cpc: 'click', cpm: 'impression', cpa: 'conversion' } as const

/** Who clicked on an ad, or had it in view, has seen it. */
const IMPLYING: ReadonlySet<EventKind> = new Set(['click', 'viewable'])

/** What counts each fact, by its kind; of feedback by what was said, too. */
export const MEASURE_OF: Readonly<Record<string, Measure>> = {
  impression: 'impressions',
  viewable: 'viewable',
  click: 'clicks',
  conversion: 'conversions',
  dismiss: 'dismissed',
  'feedback:up': 'thumbs_up',
  'feedback:down': 'thumbs_down',
  'feedback:report': 'reported',
}

/** What counts a fact; undefined where reports do not tell of it. */
export function measureOf({ kind, factKey }: Pick<Fact, 'kind' | 'factKey'>): Measure | undefined {
  return MEASURE_OF[kind === 'feedback' ? `${kind}:${factKey}` : kind]
}

/** Reports follow the moment of arrival, so that a day that was read does not change afterwards. */
export function rollupKey(link: LinkPayload, receivedAtMs: number): RollupKey {
  return {
    test: link.test,
    atMs: receivedAtMs,
    publisher: link.publisherNumber,
    campaign: link.campaignNumber,
    ad: link.adNumber,
    slot: link.slotId,
    country: link.country,
    format: link.format,
  }
}

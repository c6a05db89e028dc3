// Statements of publishers and invoices of advertisers: all entries of an owner's accounts since the last one, summed up.
import { availableAccount, fundsAccount, inTransitAccount, pendingAccount } from '../../domain/account.ts'
import type { BidModel } from '../../domain/campaign.ts'
import { dateOf } from '../../domain/day.ts'
import type { StatementBody, StatementKind, StatementLine } from '../../domain/settlement.ts'
import { DAY_MS } from '../../base/clock.ts'
import type { Sql } from './database.ts'

/** Beyond so many lines the rest of a statement is one line. */
const LINES_MAX = 1_000

interface LineRow {
  readonly key: string | number
  readonly model: BidModel
  readonly events: number
  readonly charged: number
  readonly reversed: number
}

/**
 * Sums up the entries after `fromEntry` up to `throughEntry`; what was posted never changes, so neither does the result.
 * It opens with what the last one closed with: every entry is on one statement, so that is the sum of all before.
 */
export function createSumUp(db: Sql) {
  const own = `e.account IN (SELECT a.number FROM accounts a JOIN json_each(?) n ON n.value = a.name)`
  // What was charged in all may be more than an account ever holds: total() does not overflow. What it closes with is exact.
  const selectClosing = db.prepare(`
    SELECT ? + coalesce(sum(e.amount_micros), 0) AS closingMicros FROM entries e WHERE ${own} AND e.sequence > ? AND e.sequence <= ?`)
  const selectSums = db.prepare(`
    SELECT p.kind, total(e.amount_micros) AS sum FROM entries e JOIN postings p ON p.number = e.posting
    WHERE ${own} AND e.sequence > ? AND e.sequence <= ? GROUP BY p.kind ORDER BY p.kind`)
  // The plus keeps the planner from going by kind, which would read the charges of everybody since the beginning.
  const linesBy = (key: string) =>
    db.prepare(`
    SELECT ${key} AS key, i.model, count(*) FILTER (WHERE p.kind = 'charge') AS events,
      total(CASE WHEN p.kind = 'charge' THEN e.amount_micros ELSE 0 END) AS charged,
      total(CASE WHEN p.kind = 'reversal' THEN e.amount_micros ELSE 0 END) AS reversed
    FROM entries e JOIN postings p ON p.number = e.posting
    JOIN events v ON v.sequence = coalesce(p.event, (SELECT c.event FROM postings c WHERE c.number = p.reverses))
    JOIN impressions i ON i.number = v.impression
    LEFT JOIN entities c ON c.kind = 'campaign' AND c.number = i.campaign
    WHERE ${own} AND e.sequence > ? AND e.sequence <= ? AND +p.kind IN ('charge', 'reversal')
    GROUP BY 1, 2 ORDER BY 1, 2`)
  const selectLines = { statement: linesBy(`p.at_ms / ${DAY_MS}`), invoice: linesBy('c.id') }

  return (
    kind: StatementKind,
    owner: string,
    { fromEntry, throughEntry, openingMicros }: Pick<StatementBody, 'fromEntry' | 'throughEntry' | 'openingMicros'>,
  ): Pick<StatementBody, 'openingMicros' | 'sums' | 'closingMicros' | 'lines'> => {
    const accounts = JSON.stringify(accountsOf(kind, owner))
    const rows = selectSums.all(accounts, fromEntry, throughEntry) as unknown as { kind: string; sum: number }[]
    const sums = Object.fromEntries(rows.filter(({ sum }) => sum !== 0).map((row) => [row.kind, row.sum]))
    const { closingMicros } = selectClosing.get(openingMicros, accounts, fromEntry, throughEntry) as {
      closingMicros: number
    }
    const lines = selectLines[kind].all(accounts, fromEntry, throughEntry) as unknown as LineRow[]
    return { openingMicros, sums, closingMicros, lines: shortened(lines.map((row) => lineOf(kind, row))) }
  }
}

/** Where the next statement of an owner starts and ends; undefined where there is nothing to put on it. */
export function createFindPeriod(db: Sql) {
  const selectLast = db.prepare('SELECT body FROM documents WHERE kind = ? AND owner = ? ORDER BY number DESC LIMIT 1')
  const selectEnd = db.prepare(`
    SELECT e.sequence FROM entries e JOIN postings p ON p.number = e.posting
    WHERE p.at_ms < ? ORDER BY e.sequence DESC LIMIT 1`)
  const selectFirst = db.prepare(`
    SELECT p.at_ms FROM entries e JOIN postings p ON p.number = e.posting
    WHERE e.account IN (SELECT a.number FROM accounts a JOIN json_each(?) n ON n.value = a.name)
      AND e.sequence > ? AND e.sequence <= ? ORDER BY e.sequence LIMIT 1`)

  return (
    kind: StatementKind,
    owner: string,
    untilMs: number,
  ): Pick<StatementBody, 'fromEntry' | 'throughEntry' | 'fromMs' | 'toMs' | 'openingMicros'> | undefined => {
    const last = selectLast.get(kind, owner) as { body: string } | undefined
    const previous = last && (JSON.parse(last.body) as StatementBody)
    const fromEntry = previous?.throughEntry ?? 0
    const throughEntry = (selectEnd.get(untilMs) as { sequence: number } | undefined)?.sequence ?? 0
    if (throughEntry <= fromEntry) return undefined
    const first = selectFirst.get(JSON.stringify(accountsOf(kind, owner)), fromEntry, throughEntry)
    if (!first) return undefined
    const fromMs = previous?.toMs ?? (first as { at_ms: number }).at_ms
    // Where the clock was put back, what was booked before may lie ahead.
    const toMs = Math.max(fromMs, untilMs)
    return { fromEntry, throughEntry, fromMs, toMs, openingMicros: previous?.closingMicros ?? 0 }
  }
}

function accountsOf(kind: StatementKind, owner: string): string[] {
  if (kind === 'invoice') return [fundsAccount(owner)]
  return [pendingAccount(owner), availableAccount(owner), inTransitAccount(owner)]
}

function lineOf(kind: StatementKind, { key, model, events, charged, reversed }: LineRow): StatementLine {
  const name = kind === 'statement' ? dateOf(Number(key) * DAY_MS) : String(key)
  return { key: name, model, events, chargedMicros: charged, reversedMicros: reversed }
}

function shortened(lines: readonly StatementLine[]): readonly StatementLine[] {
  if (lines.length <= LINES_MAX) return lines
  const rest = lines.slice(LINES_MAX - 1)
  const sum = (of: (line: StatementLine) => number) => rest.reduce((total, line) => total + of(line), 0)
  const { model } = rest[0]!
  const events = sum((line) => line.events)
  const chargedMicros = sum((line) => line.chargedMicros)
  const other = { key: '(other)', model, events, chargedMicros, reversedMicros: sum((line) => line.reversedMicros) }
  return [...lines.slice(0, LINES_MAX - 1), other]
}

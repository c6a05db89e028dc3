// Plays every charge and reversal again in order and says where a budget was passed, or where spend is not what they sum to.
import { formatMicros, type Micros } from '../../domain/money.ts'
import type { Sql, Statement } from './database.ts'

type Note = (fault: string) => void

interface Row {
  readonly number: number
  readonly kind: 'charge' | 'reversal'
  readonly campaign: number
  readonly day: number
  readonly charged: Micros
  readonly budget: Micros | null
  readonly dayBudget: Micros | null
}

/** Spend is what was charged and not taken back, and no charge was let through beyond the budget that held at that moment. */
export function checkSpend(db: Sql, note: Note): void {
  const totals = new Map<string, Micros>()
  const days = new Map<string, Micros>()
  const rows = db.prepare(`
    SELECT p.number, p.kind, i.campaign, v.budget_day AS day, v.charged_micros AS charged, v.budget_micros AS budget,
      v.day_budget_micros AS dayBudget
    FROM postings p LEFT JOIN postings c ON c.number = p.reverses
    JOIN events v ON v.sequence = coalesce(p.event, c.event) JOIN impressions i ON i.number = v.impression
    WHERE p.kind IN ('charge', 'reversal') ORDER BY p.number`)
  for (const row of rows.iterate() as unknown as Iterable<Row>) {
    const by = row.kind === 'charge' ? row.charged : -row.charged
    const spent = add(totals, String(row.campaign), by)
    const onDay = add(days, `${row.campaign} ${row.day}`, by)
    if (row.kind === 'reversal') continue
    tellWhereAbove(`Campaign ${row.campaign} spent ${formatMicros(spent)} in all`, spent, row.budget, note)
    tellWhereAbove(`Campaign ${row.campaign} spent ${formatMicros(onDay)} on one day`, onDay, row.dayBudget, note)
  }
  compare(totals, db.prepare('SELECT campaign AS key, spent_micros AS spent FROM campaign_spend'), 'in all', note)
  const kept = db.prepare("SELECT campaign || ' ' || day AS key, spent_micros AS spent FROM campaign_days")
  compare(days, kept, 'on one day', note)
}

function add(sums: Map<string, Micros>, key: string, by: Micros): Micros {
  const sum = (sums.get(key) ?? 0) + by
  sums.set(key, sum)
  return sum
}

function tellWhereAbove(name: string, spent: Micros, budget: Micros | null, note: Note): void {
  if (budget !== null && spent > budget) note(`${name}, above its budget of ${formatMicros(budget)}.`)
}

function compare(charged: Map<string, Micros>, kept: Statement, label: string, note: Note): void {
  for (const { key, spent } of kept.iterate() as unknown as Iterable<{ key: string | number; spent: Micros }>) {
    tell(String(key), spent, charged.get(String(key)) ?? 0)
    charged.delete(String(key))
  }
  for (const [key, sum] of charged) tell(key, 0, sum)

  function tell(key: string, spent: Micros, sum: Micros): void {
    if (spent === sum) return
    const name = `Campaign ${key.split(' ')[0]} spent ${formatMicros(spent)} ${label}`
    note(`${name}, but its events were charged ${formatMicros(sum)}.`)
  }
}

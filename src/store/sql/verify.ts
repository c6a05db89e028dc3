// Recomputes the books from the events, as an auditor would, and says in sentences where they do not close.
import { FEES_ACCOUNT, fundsAccount, pendingAccount } from '../../domain/account.ts'
import { formatMicros, shareOf } from '../../domain/money.ts'
import { DAY_MS, HOUR_MS } from '../../base/clock.ts'
import { errorText } from '../../base/error-text.ts'
import type { Verification } from '../contract.ts'
import { createChain } from './chain.ts'
import type { Sql, Upkeep } from './database.ts'
import { checkIgnoredEvents } from './ignored-events.ts'
import { BILLED_KIND, MEASURE_OF } from './ledger.ts'
import { createReadHoursSince, HOURS_A_DAY, MEASURES, OTHER } from './rollups.ts'
import { checkChain, checkHead, headText } from './verify-chain.ts'
import {
  checkReferences,
  checkReleases,
  checkReversals,
  checkStatements,
  checkWithdrawals,
} from './verify-settlement.ts'
import { checkSpend } from './verify-spend.ts'

const FAULTS_MAX = 100

export interface VerifyOptions {
  readonly onProgress?: (share: number) => void
  /** The end of the chain that somebody kept outside, as `NUMBER:HASH`. */
  readonly head?: string | undefined
  /** Looks below the tables. */
  readonly checkFile?: Upkeep['checkFile']
}

/** Reads from one snapshot, so events may go on arriving meanwhile. */
export function verifyBooks(db: Sql, { onProgress = () => {}, head, checkFile }: VerifyOptions = {}): Verification {
  const faults: string[] = []
  const note = (fault: string) => {
    if (faults.length < FAULTS_MAX) faults.push(fault)
  }
  db.exec('BEGIN')
  try {
    checkHead(db, head, note)
    const steps =
      checkFile === undefined ? STEPS : [['file', (_db: Sql, tell: Note) => checkFile(tell)] as const, ...STEPS]
    for (const [index, [what, step]] of steps.entries()) {
      db.exec('SAVEPOINT step')
      try {
        step(db, note, (share) => onProgress((index + share) / steps.length))
      } catch (error) {
        // A value may be so wrong that it cannot even be read. PostgreSQL takes no further statement until the failed one is taken back.
        db.exec('ROLLBACK TO step')
        note(`The ${what} could not be checked: ${errorText(error)}.`)
      }
      db.exec('RELEASE step')
      onProgress((index + 1) / steps.length)
    }
    const count = (table: string) =>
      (db.prepare(`SELECT count(*) AS rows FROM ${table}`).get() as { rows: number }).rows
    const [events, postings, entries] = [count('events'), count('postings'), count('entries')]
    return { ok: faults.length === 0, events, postings, entries, faults, head: headText(createChain(db).head()) }
  } finally {
    db.exec('COMMIT')
  }
}

type Note = (fault: string) => void
type Step = (db: Sql, note: Note, onProgress: (share: number) => void) => void

interface ChargedRow {
  readonly sequence: number
  readonly kind: string
  readonly reason: string | null
  readonly charged: number
  readonly revenue: number
  readonly share: number
  readonly id: string
  readonly model: keyof typeof BILLED_KIND
  readonly price: number
  readonly test: number
  readonly advertiser: string
  readonly publisher: string
  readonly posting: number | null
}

/** Each charged event has exactly the one posting that its link and share call for, and no posting lacks its event. */
const checkCharges: Step = (db, note, onProgress) => {
  const { last } = db.prepare('SELECT coalesce(max(sequence), 1) AS last FROM events').get() as { last: number }
  const entriesOf = db.prepare(`
    SELECT a.name, e.amount_micros AS amount FROM entries e JOIN accounts a ON a.number = e.account
    WHERE e.posting = ? ORDER BY e.sequence`)
  const rows = db.prepare(`
    SELECT v.sequence, v.kind, v.reason, v.charged_micros AS charged, v.revenue_micros AS revenue, v.revenue_share AS share,
      i.id, i.model, i.price_micros AS price, i.test, c.advertiser_id AS advertiser, b.id AS publisher, p.number AS posting
    FROM events v JOIN impressions i ON i.number = v.impression
    LEFT JOIN entities c ON c.kind = 'campaign' AND c.number = i.campaign
    LEFT JOIN entities b ON b.kind = 'publisher' AND b.number = i.publisher
    LEFT JOIN postings p ON p.event = v.sequence
    WHERE v.charged_micros > 0 OR p.number IS NOT NULL ORDER BY v.sequence`)
  for (const row of rows.iterate() as unknown as Iterable<ChargedRow>) {
    checkCharge(row, (entriesOf.all(row.posting) as unknown as { name: string; amount: number }[]) ?? [], note)
    if (row.sequence % 1_000 === 0) onProgress(row.sequence / last)
  }
  const lone = db.prepare(`
    SELECT p.id FROM postings p LEFT JOIN events v ON v.sequence = p.event
    WHERE p.kind = 'charge' AND v.sequence IS NULL`)
  for (const row of lone.iterate() as Iterable<{ id: string }>)
    note(`The posting ${row.id} charges an event that is not there.`)
}

function checkCharge(
  row: ChargedRow,
  entries: readonly { name: string; amount: number }[],
  note: (fault: string) => void,
): void {
  const name = `The ${row.kind} of ${row.id}`
  if (row.posting === null) return note(`${name} counts as charged but has no posting.`)
  if (row.reason !== null || row.test === 1) note(`${name} was charged although it is ${row.reason ?? 'a test'}.`)
  if (row.charged !== row.price)
    note(`${name} was charged ${formatMicros(row.charged)}, not ${formatMicros(row.price)}.`)
  if (BILLED_KIND[row.model] !== row.kind) note(`${name} was charged although its model is ${row.model}.`)
  const revenue = shareOf(row.price, { percent: row.share, round: 'down' })
  if (row.revenue !== revenue) note(`${name} earned ${formatMicros(row.revenue)}, not ${formatMicros(revenue)}.`)
  const expected = [
    { name: fundsAccount(row.advertiser), amount: -row.price },
    { name: pendingAccount(row.publisher), amount: revenue },
    { name: FEES_ACCOUNT, amount: row.price - revenue },
  ].filter(({ amount }) => amount !== 0)
  const text = (list: readonly { name: string; amount: number }[]) =>
    list.map((entry) => `${entry.name} ${formatMicros(entry.amount)}`).join(', ')
  if (text(entries) !== text(expected)) note(`${name} was booked as ${text(entries)}; it should be ${text(expected)}.`)
}

const checkPostings: Step = (db, note) => {
  const uneven = db.prepare(`
    SELECT p.id, coalesce(sum(e.amount_micros), 0) AS sum, count(e.sequence) AS entries
    FROM postings p LEFT JOIN entries e ON e.posting = p.number GROUP BY p.number, p.id
    HAVING coalesce(sum(e.amount_micros), 0) <> 0 OR count(e.sequence) < 2`)
  for (const row of uneven.iterate() as Iterable<{ id: string; sum: number; entries: number }>) {
    note(`The ${row.entries} entries of posting ${row.id} sum to ${formatMicros(row.sum)}, not to zero.`)
  }
}

const checkBalances: Step = (db, note) => {
  const odd = db.prepare(`
    SELECT a.name, a.balance_micros AS balance, coalesce(s.sum, 0) AS sum FROM accounts a
    LEFT JOIN (SELECT account, sum(amount_micros) AS sum FROM entries GROUP BY account) s ON s.account = a.number
    WHERE a.balance_micros <> coalesce(s.sum, 0)`)
  for (const row of odd.iterate() as Iterable<{ name: string; balance: number; sum: number }>) {
    note(
      `The account ${row.name} stands at ${formatMicros(row.balance)}, but its entries sum to ${formatMicros(row.sum)}.`,
    )
  }
}

const checkPrepaid: Step = (db, note) => {
  const below = db.prepare(`
    SELECT name, id, balance FROM (
      SELECT a.name, p.id, p.prepaid, e.amount_micros AS amount,
        sum(e.amount_micros) OVER (PARTITION BY e.account ORDER BY e.sequence) AS balance
      FROM entries e JOIN postings p ON p.number = e.posting JOIN accounts a ON a.number = e.account
      WHERE a.name LIKE 'advertiser:%'
    ) b WHERE prepaid = 1 AND amount < 0 AND balance < 0`)
  for (const row of below.iterate() as Iterable<{ name: string; id: string; balance: number }>) {
    note(`The posting ${row.id} took ${row.name} to ${formatMicros(row.balance)}, although it pays in advance.`)
  }
}

/** The sums of hours and days equal the events; what was ignored is compared over all hours, since a replay only moves a counter. */
const checkRollups: Step = (db, note) => {
  const since = createReadHoursSince(db)()
  // Rows of a day that is just being folded count for the day, moved or not.
  const folded = (hour: string) =>
    `CASE WHEN ${hour} < ${since * HOURS_A_DAY} THEN ${hour} / ${HOURS_A_DAY} * ${HOURS_A_DAY} ELSE ${hour} END AS hour`
  const keys = 'test, hour, publisher, campaign, ad, slot, country, format'
  const counted = MEASURES.filter((name) => !['requests', 'eligible', 'filled'].includes(name))
  const bound = Number.MAX_SAFE_INTEGER
  const valid = `v.reason IS DISTINCT FROM 'over_budget'`
  const sums: Record<string, string> = {
    value_micros: `CAST(min(total(v.value_micros), ${bound}) AS BIGINT)`,
    spend_micros: 'sum(v.charged_micros)',
    revenue_micros: 'sum(v.revenue_micros)',
    ...Object.fromEntries(
      Object.entries(MEASURE_OF).map(([fact, name]) => [name, `sum(CASE WHEN ${isFact(fact)} THEN 1 ELSE 0 END)`]),
    ),
  }
  const dimensions = (ms: string) => `
    i.test, ${folded(`${ms} / ${HOUR_MS}`)}, i.publisher, i.campaign, i.ad,
    CASE WHEN s.slot IS NULL THEN '${OTHER}' ELSE i.slot END AS slot,
    CASE WHEN i.country GLOB '[A-Z][A-Z]' THEN i.country ELSE '' END AS country, i.format`
  const slots = (ms: string) => `
    LEFT JOIN rollup_slots s ON s.publisher = i.publisher AND s.day = ${ms} / ${DAY_MS} AND s.slot = i.slot`

  const reported = counted.map((name) => `${name} AS a_${name}, 0 AS b_${name}`)
  const shown = (name: string) => (name === 'value_micros' ? `min(sum(a_${name}), ${bound})` : `sum(a_${name})`)
  // A sum of values that reached the bound stays there, also where some of them were taken back.
  const expected = (name: string) =>
    name === 'value_micros'
      ? `CASE WHEN ${shown(name)} < ${bound} THEN sum(b_${name}) ELSE min(sum(b_${name}) + sum(taken), ${bound}) END`
      : `sum(b_${name})`
  // Most sums count requests alone, of which the events know nothing; what is left of them is sorted.
  const compare = `
    SELECT hour, ${counted.map((name) => `${shown(name)} AS a_${name}, ${expected(name)} AS b_${name}`).join(', ')} FROM (
      SELECT ${keys.replace('hour', folded('hour'))}, ${reported.join(', ')}, 0 AS taken FROM rollup
      WHERE ${counted.map((name) => `${name} <> 0`).join(' OR ')}
      UNION ALL
      SELECT ${dimensions('v.received_ms')}, ${counted.map((name) => `0, ${sums[name]}`).join(', ')}, 0
      FROM events v JOIN impressions i ON i.number = v.impression ${slots('v.received_ms')}
      LEFT JOIN reversals r ON r.event = v.sequence
      WHERE ${valid} AND r.number IS NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
      UNION ALL
      SELECT ${dimensions('v.received_ms')}, ${counted.map(() => '0, 0').join(', ')}, ${sums.value_micros}
      FROM reversals r JOIN events v ON v.sequence = r.event JOIN impressions i ON i.number = v.impression
      ${slots('v.received_ms')}
      WHERE v.kind = 'conversion' GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    ) c GROUP BY ${keys} HAVING ${counted.map((name) => `${shown(name)} <> ${expected(name)}`).join(' OR ')}`
  for (const row of db.prepare(compare).iterate() as Iterable<Record<string, number>>) {
    const name = counted.find((measure) => row[`a_${measure}`] !== row[`b_${measure}`])!
    const at = new Date(row.hour! * HOUR_MS).toISOString()
    const when = row.hour! < since * HOURS_A_DAY ? `on the day ${at.slice(0, 10)}` : `in the hour ${at.slice(0, 13)}`
    note(`Reports show ${row[`a_${name}`]} ${name} for a key ${when}; the events say ${row[`b_${name}`]}.`)
  }

  const ignored = db.prepare(`
    SELECT test, publisher, campaign, ad, reason, sum(reported) AS reported, sum(kept) AS kept FROM (
      SELECT test, publisher, campaign, ad, reason, count AS reported, 0 AS kept FROM rollup_ignored
      UNION ALL
      SELECT i.test, i.publisher, i.campaign, i.ad, g.reason, 0, g.count
      FROM ignored_events g JOIN impressions i ON i.number = g.impression
      UNION ALL
      SELECT i.test, i.publisher, i.campaign, i.ad, v.reason, 0, 1
      FROM events v JOIN impressions i ON i.number = v.impression WHERE v.reason = 'over_budget'
      UNION ALL
      SELECT i.test, i.publisher, i.campaign, i.ad, 'reversed', 0, 1
      FROM reversals r JOIN events v ON v.sequence = r.event JOIN impressions i ON i.number = v.impression
    ) c GROUP BY test, publisher, campaign, ad, reason HAVING sum(reported) <> sum(kept)`)
  for (const row of ignored.iterate() as Iterable<{ reason: string; ad: number; reported: number; kept: number }>) {
    note(`Reports show ${row.reported} events of ad ${row.ad} ignored as ${row.reason}; ${row.kept} are kept.`)
  }
}

/** @param fact a kind of events, or with a colon between its key, too */
function isFact(fact: string): string {
  const [kind, factKey] = fact.split(':')
  return `v.kind = '${kind}'${factKey === undefined ? '' : ` AND v.fact_key = '${factKey}'`}`
}

const STEPS: readonly (readonly [what: string, step: Step])[] = [
  ['chain', checkChain],
  ['charges', checkCharges],
  ['postings', checkPostings],
  ['balances', checkBalances],
  ['spend of campaigns', checkSpend],
  ['prepaid accounts', checkPrepaid],
  ['reversals', checkReversals],
  ['releases', checkReleases],
  ['withdrawals', checkWithdrawals],
  ['statements', checkStatements],
  ['references of payments', checkReferences],
  ['ignored events', checkIgnoredEvents],
  ['reports', checkRollups],
]

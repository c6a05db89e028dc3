// Recomputes what came after the charges: reversals, releases, withdrawals and statements.
import { availableAccount, inTransitAccount, pendingAccount } from '../../domain/account.ts'
import { formatMicros, type Micros } from '../../domain/money.ts'
import type { DocumentKind, StatementBody } from '../../domain/settlement.ts'
import type { Sql } from './database.ts'
import { createDocuments, type Documents } from './documents.ts'
import { throughOfRelease } from './payouts.ts'
import { mirrored } from './reversals.ts'
import { createSumUp } from './statements.ts'

type Note = (fault: string) => void

/** Each reversed event that was charged has one posting that mirrors its charge, and no other posting takes a charge back. */
export function checkReversals(db: Sql, note: Note): void {
  const rows = db.prepare(`
    SELECT r.event, v.reason, v.charged_micros AS price, v.revenue_micros AS revenue, r.posting, p.kind, t.event AS back,
      c.advertiser_id AS advertiser, b.id AS publisher, d.kind AS document
    FROM reversals r JOIN events v ON v.sequence = r.event JOIN impressions i ON i.number = v.impression
    LEFT JOIN postings p ON p.number = r.posting LEFT JOIN postings t ON t.number = p.reverses
    LEFT JOIN documents d ON d.number = r.document
    LEFT JOIN entities c ON c.kind = 'campaign' AND c.number = i.campaign
    LEFT JOIN entities b ON b.kind = 'publisher' AND b.number = i.publisher ORDER BY r.number`)
  const entries = createReadEntries(db)
  for (const row of rows.iterate() as unknown as Iterable<ReversalRow>) {
    const name = `The reversal of event ${row.event}`
    if (row.reason === 'over_budget') note(`${name} takes back what never counted.`)
    if (row.document !== 'reversal') note(`${name} belongs to no reversal document.`)
    if (row.price > 0 !== (row.posting !== null)) {
      note(
        `${name} ${row.price > 0 ? 'has no posting' : 'has a posting'}, but the event was charged ${formatMicros(row.price)}.`,
      )
    }
    if (row.posting === null) continue
    if (row.kind !== 'reversal' || row.back !== row.event) note(`${name} has a posting that takes back something else.`)
    const found = text(entries(row.posting))
    const sources = [pendingAccount(row.publisher), availableAccount(row.publisher)]
    const expected = sources.map((publisher) => text(mirrored(row, { advertiser: row.advertiser, publisher })))
    if (!expected.includes(found)) note(`${name} was booked as ${found}; it should be ${expected[0]}.`)
  }
  const lone = db.prepare(`
    SELECT p.id FROM postings p LEFT JOIN reversals r ON r.posting = p.number WHERE p.kind = 'reversal' AND r.number IS NULL`)
  for (const { id } of lone.iterate() as Iterable<{ id: string }>) note(`The posting ${id} takes back no event.`)
}

/** Each release holds just the earnings since the last one that had not been reversed by then. */
export function checkReleases(db: Sql, note: Note): void {
  const releases = db.prepare(`
    SELECT p.number, p.id, p.reference AS publisher FROM postings p WHERE p.kind = 'release' ORDER BY p.number`)
  const selectDue = db.prepare(`
    SELECT coalesce(sum(e.amount_micros), 0) AS due FROM entries e JOIN postings p ON p.number = e.posting
    LEFT JOIN postings r ON r.reverses = p.number AND r.number < ?
    WHERE e.account = (SELECT number FROM accounts WHERE name = ?) AND e.sequence > ? AND e.sequence <= ?
      AND p.kind = 'charge' AND r.number IS NULL`)
  const entries = createReadEntries(db)
  const reached = new Map<string, number>()
  for (const { number, id, publisher } of releases.iterate() as unknown as Iterable<{
    number: number
    id: string
    publisher: string
  }>) {
    const through = throughOfRelease(id)
    const pending = pendingAccount(publisher)
    const { due } = selectDue.get(number, pending, reached.get(publisher) ?? 0, through) as { due: number }
    reached.set(publisher, through)
    const expected = moved(pending, availableAccount(publisher), due)
    const found = text(entries(number))
    if (found !== expected) note(`The posting ${id} was booked as ${found}; it should be ${expected}.`)
  }
}

/** Each withdrawal took what it says out of what was available, and went where its last step says. */
export function checkWithdrawals(db: Sql, note: Note): void {
  const documents = createDocuments(db)
  const entries = createReadEntries(db)
  const selectPosting = db.prepare('SELECT number FROM postings WHERE kind = ? AND id = ?')
  const check = (kind: string, id: string, expected: string | undefined) => {
    const posting = selectPosting.get(kind, `${kind}:${id}`) as { number: number } | undefined
    const found = posting && text(entries(posting.number))
    if (found !== expected)
      note(`The ${kind} of ${id} was booked as ${found ?? 'nothing'}; it should be ${expected ?? 'nothing'}.`)
  }
  for (const { id, owner, body, steps } of eachDocument(documents, 'withdrawal')) {
    const { amountMicros } = body
    const [from, through] = [availableAccount(owner), inTransitAccount(owner)]
    const has = (status: string) => steps.some((step) => step.status === status)
    check('withdrawal', id, moved(from, through, amountMicros))
    check('payout', id, has('paid') ? moved(through, 'external:cash', amountMicros) : undefined)
    check('withdrawal_canceled', id, has('canceled') ? moved(through, from, amountMicros) : undefined)
    if (has('paid') && has('canceled')) note(`The withdrawal ${id} is both paid and canceled.`)
  }
  const lone = db.prepare(`
    SELECT p.id FROM postings p WHERE p.kind IN ('withdrawal', 'payout', 'withdrawal_canceled')
      AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.kind = 'withdrawal' AND p.id = p.kind || ':' || d.id)`)
  for (const { id } of lone.iterate() as Iterable<{ id: string }>) note(`The posting ${id} belongs to no withdrawal.`)
  const below = db.prepare(`
    SELECT name, id, balance FROM (
      SELECT a.name, p.id, p.kind, sum(e.amount_micros) OVER (PARTITION BY e.account ORDER BY e.sequence) AS balance
      FROM entries e JOIN postings p ON p.number = e.posting JOIN accounts a ON a.number = e.account
      WHERE a.name LIKE 'publisher:%:available'
    ) b WHERE kind = 'withdrawal' AND balance < 0`)
  for (const row of below.iterate() as unknown as Iterable<{ name: string; id: string; balance: number }>) {
    note(`The posting ${row.id} took ${row.name} to ${formatMicros(row.balance)}.`)
  }
}

/** Each statement says what the entries it covers sum to, and begins where and opens with what the one before it ended. */
export function checkStatements(db: Sql, note: Note): void {
  const documents = createDocuments(db)
  const sumUp = createSumUp(db)
  for (const kind of ['statement', 'invoice'] as const) {
    let next: number | undefined // of those that were numbered
    const afters = new Map<string, StatementBody>() // the statement after, since they come newest first
    for (const { id, owner, body } of eachDocument(documents, kind)) {
      const { fromMs, toMs, paper, ...said } = body
      // Newest first: the one before has the number before, and before the first there are those of older releases.
      if (next !== undefined && paper?.serial !== (next === 1 ? undefined : next - 1))
        note(`The number of the ${kind} ${id} is not the one before ${next}.`)
      next = paper?.serial
      const { fromEntry, throughEntry, openingMicros, closingMicros } = said
      const after = afters.get(owner)
      if (after && after.fromEntry !== throughEntry) note(`The ${kind} after ${id} does not begin where it ends.`)
      if (after && after.openingMicros !== closingMicros)
        note(`The ${kind} after ${id} does not open with what it closes with.`)
      afters.set(owner, body)
      const sums = { fromEntry, throughEntry, ...sumUp(kind, owner, { fromEntry, throughEntry, openingMicros }) }
      if (JSON.stringify(said) !== JSON.stringify(sums)) note(`The ${kind} ${id} is not what its entries sum to.`)
      if (!(fromMs <= toMs)) note(`The ${kind} ${id} ends before it begins.`)
    }
    if (next !== undefined && next !== 1) note(`The numbers of ${kind}s do not begin at 1.`)
    for (const [owner, { fromEntry, openingMicros }] of afters)
      if (fromEntry !== 0 || openingMicros !== 0) note(`The first ${kind} of ${owner} does not begin at the beginning.`)
  }
}

/** Each payment that has a name of its own stands under it, so that the name cannot be used again. */
export function checkReferences(db: Sql, note: Note): void {
  const owner = 'substr(a.name, length(a.head) + 1, length(a.name) - length(a.head) - length(a.tail))'
  const named = `
    SELECT p.number, p.id, p.reference, ${owner} AS owner FROM postings p JOIN entries e ON e.posting = p.number
    JOIN (SELECT number, name, CASE WHEN name LIKE '%:funds' THEN ':funds' ELSE ':available' END AS tail,
        CASE WHEN name LIKE 'advertiser:%' THEN 'advertiser:' ELSE 'publisher:' END AS head FROM accounts
      WHERE name LIKE 'advertiser:%' OR name LIKE 'publisher:%') a ON a.number = e.account
    WHERE p.kind IN ('top_up', 'adjustment') AND p.reference <> ''`
  const free = db.prepare(`
    SELECT n.id FROM (${named}) n
    LEFT JOIN payment_references r ON r.owner = n.owner AND r.reference = n.reference WHERE r.posting IS NULL`)
  for (const { id } of free.iterate() as Iterable<{ id: string }>)
    note(`The reference of the payment ${id} could be used again.`)
  const odd = db.prepare(`
    SELECT r.owner, r.reference FROM payment_references r
    LEFT JOIN (${named}) n ON n.number = r.posting AND n.owner = r.owner AND n.reference = r.reference
    WHERE n.number IS NULL`)
  for (const row of odd.iterate() as unknown as Iterable<{ owner: string; reference: string }>) {
    note(`The reference "${row.reference}" of ${row.owner} stands for no payment of that name.`)
  }
}

interface ReversalRow {
  readonly event: number
  readonly reason: string | null
  readonly price: number
  readonly revenue: number
  readonly posting: number | null
  readonly kind: string | null
  readonly back: number | null
  readonly advertiser: string
  readonly publisher: string
  readonly document: string | null
}

interface Booked {
  readonly name: string
  readonly amount: Micros
}

function createReadEntries(db: Sql) {
  const select = db.prepare(`
    SELECT a.name, e.amount_micros AS amount FROM entries e JOIN accounts a ON a.number = e.account
    WHERE e.posting = ? ORDER BY e.sequence`)
  return (posting: number): Booked[] => select.all(posting) as unknown as Booked[]
}

function* eachDocument<K extends DocumentKind>(documents: Documents, kind: K) {
  for (let before: number | undefined; ;) {
    const page = documents.list({ kind, limit: 200, ...(before !== undefined && { before }) })
    yield* page
    if (page.length < 200) return
    before = page.at(-1)!.number
  }
}

function moved(from: string, to: string, amount: Micros): string {
  return text([
    { name: from, amount: -amount },
    { name: to, amount },
  ])
}

function text(entries: readonly Booked[]): string {
  return entries.map(({ name, amount }) => `${name} ${formatMicros(amount)}`).join(', ')
}

// A chain of hashes over the books: each transaction that adds to them adds a link, and no value can change without breaking it.
//
//   hash of link n = SHA-256( hash of link n−1, "\n", each line of the rows that the link covers followed by "\n",
//                             n and how far it reaches in each table, with spaces between )
//
// The lines are those of the exported ledger, so whoever holds an export can compute every hash again from its text. A link
// costs one short row and the hashing of what the transaction wrote anyway.
import { createHash, type Hash } from 'node:crypto'
import type { Sql, Statement } from './database.ts'

export const GENESIS = '0'.repeat(64)

/** How far a link reaches: the last row of each table that it covers. */
export interface Marks {
  readonly impressions: number
  readonly events: number
  readonly postings: number
  readonly documents: number
  readonly steps: number
  readonly reversals: number
}

export interface ChainLink extends Marks {
  readonly number: number
  readonly hash: string
}

export type ChainedTable = keyof Marks

/** The tables in the order in which a link takes their rows; each row is one line of JSON, made by the database itself. */
export const CHAINED: Readonly<
  Record<ChainedTable, { readonly key: string; readonly line: string; readonly from: string }>
> = {
  impressions: {
    key: 'i.number',
    line: `json_object('type', 'impression', 'number', i.number, 'id', i.id, 'decision', lower(hex(i.decision)),
      'ordinal', i.ordinal, 'ad', i.ad, 'adVersion', i.ad_version, 'campaign', i.campaign, 'publisher', i.publisher,
      'model', i.model, 'priceMicros', i.price_micros, 'format', i.format, 'slot', i.slot, 'country', i.country,
      'test', i.test)`,
    from: 'impressions i',
  },
  events: {
    key: 'v.sequence',
    line: `json_object('type', 'event', 'sequence', v.sequence, 'impression', v.impression, 'kind', v.kind,
      'factKey', v.fact_key, 'reason', v.reason, 'implied', v.implied, 'chargedMicros', v.charged_micros,
      'revenueMicros', v.revenue_micros, 'revenueShare', v.revenue_share, 'budgetDay', v.budget_day,
      'budgetMicros', v.budget_micros, 'dayBudgetMicros', v.day_budget_micros, 'occurredMs', v.occurred_ms,
      'receivedMs', v.received_ms, 'conversionType', v.conversion_type, 'valueMicros', v.value_micros,
      'transactionOf', v.transaction_of, 'attribution', v.attribution, 'detail', v.detail)`,
    from: 'events v',
  },
  postings: {
    key: 'p.number',
    line: `json_object('type', 'posting', 'number', p.number, 'kind', p.kind, 'id', p.id, 'event', p.event,
      'reverses', p.reverses, 'prepaid', p.prepaid, 'reference', p.reference, 'atMs', p.at_ms, 'entries', (
        SELECT json_group_array(json_array(x.sequence, x.name, x.amount_micros)) FROM (
          SELECT e.sequence, a.name, e.amount_micros FROM entries e JOIN accounts a ON a.number = e.account
          WHERE e.posting = p.number ORDER BY e.sequence) x))`,
    from: 'postings p',
  },
  documents: {
    key: 'd.number',
    line: `json_object('type', 'document', 'number', d.number, 'kind', d.kind, 'id', d.id, 'owner', d.owner,
      'body', d.body, 'atMs', d.at_ms)`,
    from: 'documents d',
  },
  steps: {
    key: 't.number',
    line: `json_object('type', 'step', 'number', t.number, 'document', t.document, 'status', t.status,
      'posting', t.posting, 'note', t.note, 'atMs', t.at_ms)`,
    from: 'document_steps t',
  },
  reversals: {
    key: 'r.number',
    line: `json_object('type', 'reversal', 'number', r.number, 'event', r.event, 'document', r.document,
      'posting', r.posting, 'atMs', r.at_ms)`,
    from: 'reversals r',
  },
}
const TABLES = Object.keys(CHAINED) as ChainedTable[]

/** Rows that one link covers where many are sealed at once, as when an older file gets its chain. */
const ROWS_A_LINK = 5_000

export function createChain(db: Sql) {
  const last = db.prepare('SELECT * FROM chain ORDER BY number DESC LIMIT 1')
  const newest = db.prepare(
    `SELECT ${TABLES.map((name) => `(SELECT max(${keyOf(name)}) FROM ${tableOf(name)}) AS ${name}`).join(', ')}`,
  )
  const insert = db.prepare(`
    INSERT INTO chain (number, impressions, events, postings, documents, steps, reversals, hash)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
  const text = Object.fromEntries(
    TABLES.map((name) => {
      const { key, line, from } = CHAINED[name]
      const rows = `SELECT ${line} AS line FROM ${from} WHERE ${key} > ? AND ${key} <= ? ORDER BY ${key}`
      return [name, db.prepare(`SELECT group_concat(line, char(10)) AS text FROM (${rows}) l`)]
    }),
  ) as Record<ChainedTable, Statement>
  let head: ChainLink | undefined

  return {
    head: headNow,

    /** Adds the link for what the open transaction wrote; does nothing where it wrote nothing to the books. */
    seal(): void {
      const until = marksNow()
      for (let from: ChainLink = (head ??= headNow()); isBehind(from, until); from = head) head = add(from, until)
    },

    /** The head may be one that was rolled back. */
    forgetHead(): void {
      head = undefined
    },
  }

  function headNow(): ChainLink {
    return (last.get() as unknown as ChainLink | undefined) ?? { number: 0, ...NOTHING, hash: GENESIS }
  }

  function marksNow(): Marks {
    const found = newest.get() as Record<ChainedTable, number | null>
    return Object.fromEntries(TABLES.map((name) => [name, found[name] ?? 0])) as unknown as Marks
  }

  function add(from: ChainLink, until: Marks): ChainLink {
    const hash = startHash(from)
    const reach = { ...NOTHING } as Record<ChainedTable, number>
    for (const name of TABLES) {
      reach[name] = Math.min(until[name], from[name] + ROWS_A_LINK)
      if (reach[name] === from[name]) continue
      const { text: lines } = text[name].get(from[name], reach[name]) as { text: string | null }
      if (lines !== null) hash.update(`${lines}\n`)
    }
    const unsigned = { number: from.number + 1, ...(reach as Marks) }
    const link = { ...unsigned, hash: endHash(hash, unsigned) }
    const { impressions, events, postings, documents, steps, reversals } = link
    insert.run(link.number, impressions, events, postings, documents, steps, reversals, link.hash)
    return link
  }
}

export function startHash({ hash }: Pick<ChainLink, 'hash'>): Hash {
  return createHash('sha256').update(`${hash}\n`)
}

export function endHash(hash: Hash, link: Omit<ChainLink, 'hash'>): string {
  const { number, impressions, events, postings, documents, steps, reversals } = link
  return hash.update([number, impressions, events, postings, documents, steps, reversals].join(' ')).digest('hex')
}

export const NOTHING: Marks = { impressions: 0, events: 0, postings: 0, documents: 0, steps: 0, reversals: 0 }

/**
 * Walks along the chain from a link on, each with the lines that it covers, in one pass over every table.
 * @param from a link, or the empty beginning
 */
export function* walkChain(
  db: Sql,
  from: Marks & { readonly number: number },
): Generator<{ readonly link: ChainLink; readonly lines: readonly string[] }> {
  const links = db.prepare('SELECT * FROM chain WHERE number > ? ORDER BY number').iterate(from.number)
  const readers = TABLES.map((name) => ({ name, ...createReader(db, name, from[name]) }))
  try {
    for (const link of links as unknown as Iterable<ChainLink>) {
      const lines: string[] = []
      for (const { name, next } of readers) for (let line; (line = next(link[name])) !== undefined;) lines.push(line)
      yield { link, lines }
    }
  } finally {
    // An unfinished statement would hold its snapshot, and with it the log, for as long as the thread lives.
    for (const { close } of readers) close()
  }
}

/** Reads a table row by row, each time up to a mark. */
function createReader(db: Sql, name: ChainedTable, after: number) {
  const { key, line, from } = CHAINED[name]
  const iterator = db
    .prepare(`SELECT ${key} AS at, ${line} AS line FROM ${from} WHERE ${key} > ? ORDER BY ${key}`)
    .iterate(after) as unknown as Iterator<{ at: number; line: string }>
  let ahead: { at: number; line: string } | undefined
  let ended = false
  return {
    next(upTo: number): string | undefined {
      if (!ahead && !ended) {
        const { value, done } = iterator.next()
        ended = done === true
        ahead = ended ? undefined : value
      }
      if (!ahead || ahead.at > upTo) return undefined
      const { line: found } = ahead
      ahead = undefined
      return found
    },
    close: () => void iterator.return?.(),
  }
}

function isBehind(from: Marks, until: Marks): boolean {
  return TABLES.some((name) => from[name] < until[name])
}

function tableOf(name: ChainedTable): string {
  return CHAINED[name].from
}

function keyOf(name: ChainedTable): string {
  return CHAINED[name].key
}

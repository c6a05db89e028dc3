// The history of changes: who changed what, and from what to what, written in the transaction of the change itself.
import type {
  Author,
  Change,
  ChangeAction,
  ChangedKind,
  FieldChange,
  ToldChange,
  ChangeQuery,
} from '../../domain/change.ts'
import type { Sql, SqlValue } from './database.ts'

export type Changes = ReturnType<typeof createChanges>

interface Row {
  readonly number: number
  readonly id: string
  readonly atMs: number
  readonly keyId: string
  readonly keyName: string | null
  readonly keyOwner: string | null
  readonly action: ChangeAction
  readonly kind: ChangedKind
  readonly entityId: string
  readonly owner: string
  readonly ownerKind: string | null
  readonly body: string
}

/**
 * Of each owner so many are kept of ads, and as many of everything else: a shop that changes the price of each ad by itself does not push out who
 * changed its budgets.
 */
const EACH_MAX = 100_000
/** How many old ones give way to one that comes; more than one, so that a backlog shrinks. */
const CUT_ROWS = 20

export function createChanges(db: Sql, { eachMax = EACH_MAX } = {}) {
  const insert = db.prepare(`
    INSERT INTO changes (id, at_ms, key_id, action, kind, entity, owner, nth, body)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`)
  const select = db.prepare('SELECT body FROM changes WHERE id = ?')
  const update = db.prepare('UPDATE changes SET body = ? WHERE id = ?')
  // Each is a number of an index of its own, which holds them in their order.
  const shelves = [`kind = 'ad'`, `kind <> 'ad'`].map((shelf) => ({
    last: db.prepare(`SELECT nth FROM changes WHERE owner = ? AND ${shelf} ORDER BY number DESC LIMIT 1`),
    cut: db.prepare(`
      DELETE FROM changes WHERE number IN (SELECT number FROM (
        SELECT number, nth FROM changes WHERE owner = ? AND ${shelf} ORDER BY number LIMIT ?) oldest WHERE nth <= ?)`),
  }))
  const forget = db.prepare(
    'DELETE FROM changes WHERE number IN (SELECT number FROM changes WHERE at_ms < ? ORDER BY at_ms LIMIT ?) RETURNING number',
  )

  return {
    /** Nothing where nobody did it, or where nothing became otherwise. */
    note(author: Author | undefined, told: ToldChange, changes: readonly FieldChange[] = []): void {
      if (author === undefined || (told.action === 'changed' && changes.length === 0)) return
      write(author, told, changes)
    },
    /** Adds to what the entry of this author counts, which is made with the first of it: an act that takes many transactions is told once. */
    count(author: Author | undefined, told: ToldChange, counts: Readonly<Record<string, number>>): void {
      const counted = Object.entries(counts).filter(([, count]) => count > 0)
      if (author === undefined || counted.length === 0) return
      const row = select.get(author.changeId) as { body: string } | undefined
      const before: FieldChange[] = row ? JSON.parse(row.body) : []
      const sums = new Map(before.map(({ field, to }) => [field, to as number]))
      for (const [field, count] of counted) sums.set(field, (sums.get(field) ?? 0) + count)
      const changes = [...sums].toSorted().map(([field, to]): FieldChange => ({ field, from: null, to }))
      if (row) update.run(JSON.stringify(changes), author.changeId)
      else write(author, told, changes)
    },
    /** Newest first. */
    list({ entityId, keyId, owner, fromMs, toMs, before = Number.MAX_SAFE_INTEGER, limit }: ChangeQuery): Change[] {
      const named = (
        [
          ['entity', entityId],
          ['key_id', keyId],
          ['owner', owner],
        ] as const
      ).flatMap(([column, value]) => (value === undefined ? [] : [[column, value] as const]))
      // The first of them is looked up, in the order of its entries; the others are only compared, which the additions see to.
      const given: readonly (readonly [where: string, value: SqlValue])[] = [
        ...named.map(([column, value], i) => [`${column}${i > 0 ? ` || ''` : ''} = ?`, value] as const),
        ...(fromMs === undefined ? [] : [['+at_ms >= ?', fromMs] as const]),
        ...(toMs === undefined ? [] : [['+at_ms < ?', toMs] as const]),
        ['number < ?', before],
      ]
      const rows = db
        .prepare(
          `SELECT c.number, c.id, c.at_ms AS atMs, c.key_id AS keyId, c.action, c.kind, c.entity AS entityId, c.owner, c.body,
            json_extract(k.body, '$.name') AS keyName, coalesce(k.publisher_id, k.advertiser_id) AS keyOwner, o.kind AS ownerKind
          FROM (
            SELECT * FROM changes WHERE ${given.map(([where]) => where).join(' AND ')} ORDER BY number DESC LIMIT ?
          ) c
          LEFT JOIN entities k ON k.id = c.key_id AND k.kind = 'key'
          LEFT JOIN entities o ON o.id = c.owner
          ORDER BY c.number DESC`,
        )
        .all(...given.map(([, value]) => value), limit)
      return (rows as unknown as Row[]).map(changeOf)
    },
    /** Forgets at most `some` of the older ones; returns how many went. */
    forgetSome: (beforeMs: number, some: number): number => forget.all(beforeMs, some).length,
  }

  function write({ changeId, keyId, atMs }: Author, told: ToldChange, changes: readonly FieldChange[]): void {
    const { action, kind, entityId, owner } = told
    const { last, cut } = shelves[kind === 'ad' ? 0 : 1]!
    const nth = ((last.get(owner) as { nth: number } | undefined)?.nth ?? 0) + 1
    insert.run(changeId, atMs, keyId, action, kind, entityId, owner, nth, JSON.stringify(changes))
    if (nth > eachMax) cut.run(owner, CUT_ROWS, nth - eachMax)
  }
}

function changeOf({ owner, ownerKind, keyName, keyOwner, body, ...row }: Row): Change {
  return {
    ...row,
    ...(keyName !== null && { keyName }),
    ...(keyOwner !== null && { keyOwner }),
    ...(ownerKind === 'advertiser' && { advertiserId: owner }),
    ...(ownerKind === 'publisher' && { publisherId: owner }),
    changes: JSON.parse(body),
  }
}

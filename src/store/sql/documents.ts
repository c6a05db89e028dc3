// Papers of the books: statements, invoices, withdrawals, reversals; each is written once and then moved on step by step.
import { ServiceError } from '../../domain/errors.ts'
import {
  type DocumentKind,
  type DocumentStatus,
  FIRST_STATUS,
  type LedgerDocument,
  type StatementKind,
  statusOf,
} from '../../domain/settlement.ts'
import type { Micros } from '../../domain/money.ts'
import type { DocumentListQuery } from '../contract.ts'
import type { Sql } from './database.ts'
import { createInvoicePayments } from './invoice-payments.ts'

export type Documents = ReturnType<typeof createDocuments>

interface Row<K extends DocumentKind> {
  readonly number: number
  readonly kind: K
  readonly id: string
  readonly owner: string
  readonly body: string
  readonly at_ms: number
}

export function createDocuments(db: Sql) {
  const insert = db.prepare(
    'INSERT INTO documents (kind, id, owner, body, at_ms) VALUES (?, ?, ?, ?, ?) RETURNING number',
  )
  const insertStep = db.prepare(
    'INSERT INTO document_steps (document, status, posting, note, at_ms) VALUES (?, ?, ?, ?, ?)',
  )
  const select = db.prepare('SELECT * FROM documents WHERE id = ?')
  const selectNumber = db.prepare('SELECT * FROM documents WHERE number = ?')
  const payments = createInvoicePayments(db)
  const selectSteps = db.prepare(
    'SELECT status, note, at_ms AS atMs FROM document_steps WHERE document = ? ORDER BY number',
  )
  const selectOwn = db.prepare(
    'SELECT * FROM documents WHERE kind = ? AND owner = ? AND number < ? ORDER BY number DESC LIMIT ?',
  )
  const selectAll = db.prepare('SELECT * FROM documents WHERE kind = ? AND number < ? ORDER BY number DESC LIMIT ?')
  // Of which status one is, too, is read from indexes; only of those that fit the paper itself.
  const selectOf = (own: string) =>
    db.prepare(`
    SELECT * FROM documents WHERE number IN (
      SELECT d.number FROM documents d WHERE d.kind = ? ${own} AND d.number < ? AND coalesce(
        (SELECT s.status FROM document_steps s WHERE s.document = d.number ORDER BY s.number DESC LIMIT 1), ?) = ?
      ORDER BY d.number DESC LIMIT ?)
    ORDER BY number DESC`)
  const [selectAllOf, selectOwnOf] = [selectOf(''), selectOf('AND d.owner = ?')]
  // Which ones are open is read from indexes alone; only of those is the paper itself read, which may be long.
  const selectDue = db.prepare(`
    WITH open AS MATERIALIZED (
      SELECT d.number FROM documents d
      WHERE d.kind = ? AND NOT EXISTS (SELECT 1 FROM document_steps s WHERE s.document = d.number))
    SELECT d.id FROM open CROSS JOIN documents d ON d.number = open.number
    WHERE CAST(json_extract(d.body, '$.toMs') AS BIGINT) <= ? LIMIT ?`)

  return {
    add(document: { kind: DocumentKind; id: string; owner: string; body: object; atMs: number }): number {
      const { kind, id, owner, body, atMs } = document
      return (insert.get(kind, id, owner, JSON.stringify(body), atMs) as { number: number }).number
    },
    addStep(step: { document: number; status: DocumentStatus; posting?: number; note: string; atMs: number }): void {
      insertStep.run(step.document, step.status, step.posting ?? null, step.note, step.atMs)
    },
    find,
    /** @throws ServiceError not_found */
    mustFind<K extends DocumentKind>(kind: K, id: string): LedgerDocument<K> {
      const found = find(kind, id)
      if (found) return found
      throw new ServiceError('not_found', `There is no ${kind} ${id.slice(0, 100)}`)
    },
    list<K extends DocumentKind>(query: DocumentListQuery<K>): LedgerDocument<K>[] {
      const { unpaidFromMicros } = query
      if (unpaidFromMicros !== undefined) return listUnpaid(query, unpaidFromMicros) as LedgerDocument<K>[]
      return (rowsOf(query) as Row<K>[]).map(documentOf)
    },
    /** The ids of statements or invoices that nothing has become of yet and that end at `toMs` or before. */
    due: (kind: StatementKind, toMs: number, limit: number): string[] =>
      (selectDue.all(kind, toMs, limit) as { id: string }[]).map(({ id }) => id),
  }

  function rowsOf(query: DocumentListQuery): unknown[] {
    const { kind, owner, status, before = Number.MAX_SAFE_INTEGER, limit } = query
    if (status === undefined)
      return owner === undefined ? selectAll.all(kind, before, limit) : selectOwn.all(kind, owner, before, limit)
    const rest = [before, FIRST_STATUS[kind] ?? '', status, limit] as const
    return owner === undefined ? selectAllOf.all(kind, ...rest) : selectOwnOf.all(kind, owner, ...rest)
  }

  function listUnpaid(query: DocumentListQuery, unitMicros: Micros): LedgerDocument[] {
    const { owner, status, before = Number.MAX_SAFE_INTEGER, limit } = query
    const found: LedgerDocument[] = []
    for (const number of payments.unpaid(unitMicros, owner)) {
      if (number >= before) continue
      const document = documentOf(selectNumber.get(number) as Row<DocumentKind>)
      if (status === undefined || statusOf(document) === status) found.push(document)
      if (found.length === limit) break
    }
    return found
  }

  function find<K extends DocumentKind>(kind: K, id: string): LedgerDocument<K> | undefined {
    const row = select.get(id) as unknown as Row<K> | undefined
    return row?.kind === kind ? documentOf(row) : undefined
  }

  function documentOf<K extends DocumentKind>(row: Row<K>): LedgerDocument<K> {
    const { number, kind, id, owner } = row
    const steps = selectSteps.all(number) as unknown as LedgerDocument['steps']
    return { number, kind, id, owner, body: JSON.parse(row.body), atMs: row.at_ms, steps: steps.map((s) => ({ ...s })) }
  }
}

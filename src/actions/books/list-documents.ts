// What lists of statements, invoices and withdrawals have in common: whose they are, and a page of them.
import type { Caller } from '../../domain/api-key.ts'
import { type Page, pageOf, readCursor } from '../../domain/page.ts'
import type { Micros } from '../../domain/money.ts'
import type { DocumentKind, DocumentStatus, LedgerDocument } from '../../domain/settlement.ts'
import type { SettlementStore } from '../../store/contract.ts'
import { isOperators } from '../authorise.ts'

export interface DocumentQuery {
  readonly limit: number
  readonly cursor?: string
  readonly publisherId?: string
  readonly advertiserId?: string
  readonly status?: DocumentStatus
  /** Of invoices: true for those alone that are not paid. */
  readonly unpaid?: boolean
}

/**
 * Newest first: to operators those of the owner whom they ask about, or everybody's; to anybody else their own.
 * @param whose.own the caller itself, where it may be an owner of this kind of document
 * @throws ServiceError validation_error for a cursor that no page gave
 */
export async function listDocuments<K extends DocumentKind>(
  settlement: Pick<SettlementStore, 'listDocuments'>,
  kind: K,
  whose: { readonly caller: Caller; readonly own: string | undefined; readonly asked: string | undefined },
  page: Pick<DocumentQuery, 'limit' | 'cursor' | 'status'> & { readonly unpaidFromMicros?: Micros },
): Promise<Page<LedgerDocument<K>>> {
  const { caller, own, asked } = whose
  const { limit, cursor, ...rest } = page
  const owner = isOperators(caller) ? asked : own
  if (owner === undefined && !isOperators(caller)) return { data: [] }
  const found = await settlement.listDocuments({
    ...{ kind, owner, status: rest.status, unpaidFromMicros: rest.unpaidFromMicros },
    ...{ before: readCursor(cursor), limit: limit + 1 },
  })
  return pageOf(found, limit, ({ number }) => number)
}

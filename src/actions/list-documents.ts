// What lists of statements, invoices and withdrawals have in common: whose they are, and a page of them.
import type { Caller } from '../domain/api-key.ts'
import { invalid } from '../domain/errors.ts'
import type { LedgerDocument } from '../domain/settlement.ts'
import type { SettlementStore } from '../store/contract.ts'
import { isOperators } from './authorise.ts'
import type { Page } from './manage-entities.ts'

export interface DocumentQuery {
  readonly limit: number
  readonly cursor?: string
  readonly publisherId?: string
  readonly advertiserId?: string
}

/** Whose documents are asked for, once it is known that the caller may see them: `id` is undefined for everybody's. */
export function ownerAskedFor(
  caller: Caller,
  own: string | undefined,
  asked: string | undefined,
): { readonly id?: string } | 'nobody' {
  if (isOperators(caller)) return asked === undefined ? {} : { id: asked }
  return own === undefined ? 'nobody' : { id: own }
}

/** Newest first. @param owner undefined: everybody's @throws ServiceError validation_error for a cursor that no page gave */
export async function pageOf<Body>(
  settlement: Pick<SettlementStore, 'listDocuments'>,
  kind: LedgerDocument['kind'],
  owner: string | undefined,
  limit: number,
  cursor: string | undefined,
): Promise<Page<LedgerDocument<Body>>> {
  const query = { kind, owner, before: readCursor(cursor), limit: limit + 1 }
  const found = (await settlement.listDocuments(query)) as LedgerDocument<Body>[]
  const data = found.slice(0, limit)
  return found.length > limit ? { data, nextCursor: String(data.at(-1)!.number) } : { data }
}

/** The number that a cursor stands for. @throws ServiceError validation_error for one that no page gave */
export function readCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor)
  throw invalid('cursor', 'must be the nextCursor of the page before', 'format')
}

// What was taken back: each reversal with why, by whom and when, and what it came to.
import type { Caller } from '../../domain/api-key.ts'
import type { Page } from '../../domain/page.ts'
import type { LedgerDocument, ReversalSums } from '../../domain/settlement.ts'
import type { Store } from '../../store/contract.ts'
import { demandScope, notFound } from '../authorise.ts'
import { type DocumentQuery, listDocuments } from './list-documents.ts'

export interface ReversalTold {
  readonly document: LedgerDocument<'reversal'>
  readonly sums: ReversalSums
  /** What the key that did it is called now; absent for the operator's own, and where it is not on record. */
  readonly keyName?: string
}

export interface ListReversals {
  /** Newest first. @throws ServiceError scope_insufficient, validation_error for a cursor that no page gave */
  list(caller: Caller, query: Pick<DocumentQuery, 'limit' | 'cursor'>): Promise<Page<ReversalTold>>
  /** @throws ServiceError scope_insufficient, not_found */
  find(caller: Caller, id: string): Promise<ReversalTold>
}

export function createListReversals({
  store,
}: {
  readonly store: Pick<Store, 'settlement' | 'inventory'>
}): ListReversals {
  const { settlement, inventory } = store
  return {
    async list(caller, query) {
      demandScope(caller, 'admin')
      const whose = { caller, own: undefined, asked: undefined }
      const { data, ...page } = await listDocuments(settlement, 'reversal', whose, query)
      return { data: await told(data), ...page }
    },
    async find(caller, id) {
      demandScope(caller, 'admin')
      const found = await settlement.findDocument('reversal', id)
      if (!found) throw notFound('reversal', id)
      const [one] = await told([found])
      return one!
    },
  }

  async function told(documents: readonly LedgerDocument<'reversal'>[]): Promise<ReversalTold[]> {
    const sums = await settlement.reversalSums(documents.map(({ number }) => number))
    const keys = new Set(documents.flatMap(({ body }) => body.keyId ?? []))
    const found = await Promise.all([...keys].map((id) => inventory.find('key', id)))
    const names = new Map(found.flatMap((key) => (key ? [[key.id, key.name] as const] : [])))
    return documents.map((document, i) => {
      const keyName = names.get(document.body.keyId ?? '')
      return { document, sums: sums[i]!, ...(keyName !== undefined && { keyName }) }
    })
  }
}

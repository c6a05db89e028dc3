// Reads the books: for operators alone.
import type { Caller } from '../../domain/api-key.ts'
import type { Micros } from '../../domain/money.ts'
import { accountOwnerOf } from '../../domain/account.ts'
import { type Page, pageOf, readCursor } from '../../domain/page.ts'
import type { InventoryStore, LedgerEntry, LedgerStore } from '../../store/contract.ts'
import { demandScope, notFound } from '../authorise.ts'

type LedgerReader = Pick<LedgerStore, 'balances' | 'entries'>

export interface EntriesQuery {
  readonly limit: number
  readonly cursor?: string
  readonly account?: string
}

export interface ReadLedger {
  /** Every account with what it holds, by name. @throws ServiceError scope_insufficient */
  balances(caller: Caller): Promise<{ account: string; balanceMicros: Micros }[]>
  /**
   * Oldest first.
   * @throws ServiceError scope_insufficient, not_found where no such account can be, or nobody whose it would be, validation_error for a cursor
   * that no page gave
   */
  entries(caller: Caller, query: EntriesQuery): Promise<Page<LedgerEntry>>
}

export function createReadLedger({
  ledger,
  inventory,
}: {
  ledger: LedgerReader
  inventory: Pick<InventoryStore, 'find'>
}): ReadLedger {
  return {
    async balances(caller) {
      demandScope(caller, 'admin')
      return ledger.balances()
    },
    async entries(caller, { limit, cursor, account }) {
      demandScope(caller, 'admin')
      const found = await ledger.entries({ after: readCursor(cursor) ?? 0, limit: limit + 1, account })
      // An empty page would say that nothing was booked yet, where its name was misspelt.
      if (found.length === 0 && account !== undefined && !(await canBe(account))) {
        throw notFound('account', account, 'account')
      }
      return pageOf(found, limit, ({ sequence }) => sequence)
    },
  }

  /** An account is opened by its first entry. */
  async function canBe(account: string): Promise<boolean> {
    const owner = accountOwnerOf(account)
    if (owner === undefined || owner === 'installation') return owner !== undefined
    return (await inventory.find(owner.kind, owner.id)) !== undefined
  }
}

// Reads the books: for operators alone.
import type { Caller } from '../domain/api-key.ts'
import type { Micros } from '../domain/money.ts'
import { accountOwnerOf } from '../domain/account.ts'
import type { InventoryStore, LedgerEntry, LedgerStore } from '../store/contract.ts'
import { demandScope, notFound } from './authorise.ts'

type LedgerReader = Pick<LedgerStore, 'balances' | 'entries'>

export interface EntriesQuery {
  /** Entries after this sequence number. */
  readonly after: number
  readonly limit: number
  readonly account?: string
}

export interface ReadLedger {
  /** Every account with what it holds, by name. @throws ServiceError scope_insufficient */
  balances(caller: Caller): Promise<{ account: string; balanceMicros: Micros }[]>
  /**
   * Oldest first; `next` goes on behind the last one where there are more.
   * @throws ServiceError scope_insufficient, not_found where no such account can be, or nobody whose it would be
   */
  entries(caller: Caller, query: EntriesQuery): Promise<{ entries: LedgerEntry[]; next?: number }>
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
    async entries(caller, query) {
      demandScope(caller, 'admin')
      const read = await ledger.entries({ ...query, limit: query.limit + 1 })
      const { account } = query
      // An empty page would say that nothing was booked yet, where its name was misspelt.
      if (read.length === 0 && account !== undefined && !(await canBe(account))) {
        throw notFound('account', account, 'account')
      }
      const entries = read.slice(0, query.limit)
      return read.length > query.limit ? { entries, next: entries.at(-1)!.sequence } : { entries }
    },
  }

  /** An account is opened by its first entry. */
  async function canBe(account: string): Promise<boolean> {
    const owner = accountOwnerOf(account)
    if (owner === undefined || owner === 'installation') return owner !== undefined
    return (await inventory.find(owner.kind, owner.id)) !== undefined
  }
}

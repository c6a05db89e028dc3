// Reads the books: for operators alone.
import type { Caller } from '../domain/api-key.ts'
import type { Micros } from '../domain/money.ts'
import type { LedgerEntry, LedgerStore } from '../store/contract.ts'
import { demandScope } from './authorise.ts'

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
  /** Oldest first; `next` goes on behind the last one where there are more. @throws ServiceError scope_insufficient */
  entries(caller: Caller, query: EntriesQuery): Promise<{ entries: LedgerEntry[]; next?: number }>
}

export function createReadLedger({ ledger }: { ledger: LedgerReader }): ReadLedger {
  return {
    async balances(caller) {
      demandScope(caller, 'admin')
      return ledger.balances()
    },
    async entries(caller, query) {
      demandScope(caller, 'admin')
      const read = await ledger.entries({ ...query, limit: query.limit + 1 })
      const entries = read.slice(0, query.limit)
      return read.length > query.limit ? { entries, next: entries.at(-1)!.sequence } : { entries }
    },
  }
}

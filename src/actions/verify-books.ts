// Recomputes the books from the events and says whether they close.
import type { Caller } from '../domain/api-key.ts'
import type { LedgerStore, Verification } from '../store/contract.ts'
import { demandScope } from './authorise.ts'

/** One check at a time; whoever asks meanwhile gets the answer of the one that runs. @throws ServiceError scope_insufficient */
export type VerifyBooks = (caller: Caller) => Promise<Verification>

export function createVerifyBooks({ ledger }: { ledger: Pick<LedgerStore, 'verify'> }): VerifyBooks {
  let running: Promise<Verification> | undefined
  return async (caller) => {
    demandScope(caller, 'admin')
    running ??= ledger.verify().finally(() => {
      running = undefined
    })
    return running
  }
}

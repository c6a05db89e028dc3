// Recomputes the books from the events and says whether they close.
import type { Caller } from '../../domain/api-key.ts'
import { readChainHead } from '../../domain/chain-head.ts'
import type { LedgerStore, Verification } from '../../store/contract.ts'
import { demandScope } from '../authorise.ts'

/**
 * One check at a time; whoever asks meanwhile gets the answer of the one that runs, or waits for it to ask about a head.
 * @param head the end of the chain that was kept elsewhere, as `NUMBER:HASH`
 * @throws ServiceError scope_insufficient; validation_error for a head that is not written so
 */
export type VerifyBooks = (caller: Caller, head?: string) => Promise<Verification>

export function createVerifyBooks({ ledger }: { ledger: Pick<LedgerStore, 'verify'> }): VerifyBooks {
  let running: { head: string | undefined; result: Promise<Verification> } | undefined
  return async (caller, head) => {
    demandScope(caller, 'admin')
    if (head !== undefined) readChainHead(head)
    while (running && running.head !== head) await running.result.catch(() => {})
    running ??= { head, result: ledger.verify(undefined, head).finally(() => (running = undefined)) }
    return running.result
  }
}

// The whole ledger as lines of text, from which anyone can compute every balance, statement and hash again.
import type { Caller } from '../../domain/api-key.ts'
import type { Store } from '../../store/contract.ts'
import { demandScope } from '../authorise.ts'

export interface ExportLedger {
  /**
   * First what the installation is, then the names behind the numbers, then the records of each link of the chain, in
   * order, each link after what it covers. Pieces hold whole lines.
   * @throws ServiceError scope_insufficient
   */
  lines(caller: Caller, after: number): AsyncIterable<string>
  /** The end of the chain, as `NUMBER:HASH`. @throws ServiceError scope_insufficient */
  head(caller: Caller): Promise<string>
}

type Lines = Awaited<ReturnType<Store['ledger']['exportLines']>>

const NAMES_A_PAGE = 1_000

export function createExportLedger(deps: {
  readonly store: Pick<Store, 'inventory' | 'ledger'>
  readonly currency: string
}): ExportLedger {
  const { inventory, ledger } = deps.store
  return {
    lines(caller, after) {
      demandScope(caller, 'admin')
      return write(after)
    },
    async head(caller) {
      demandScope(caller, 'admin')
      return ledger.head()
    },
  }

  async function* write(after: number): AsyncGenerator<string> {
    // Before the first word: where the books cannot be read, there is still time to say so.
    let found: Lines = await ledger.exportLines(after)
    yield `${JSON.stringify({ type: 'ledger', version: 1, currency: deps.currency, after })}\n`
    for (let revision = 0; ;) {
      const changes = await inventory.changesSince('others', revision, NAMES_A_PAGE)
      const names = changes.flatMap((change) => {
        if (change.kind === 'key' || change.kind === 'ad') return []
        const { number, id } = change.entity
        const owner = change.kind === 'campaign' ? { advertiserId: change.entity.advertiserId } : {}
        return [`${JSON.stringify({ type: 'name', kind: change.kind, number, id, ...owner })}\n`]
      })
      if (names.length > 0) yield names.join('')
      if (changes.length < NAMES_A_PAGE) break
      revision = changes.at(-1)!.entity.revision
    }
    for (;;) {
      const { lines, next } = found
      if (lines.length > 0) yield `${lines.join('\n')}\n`
      if (next === undefined) return
      found = await ledger.exportLines(next)
    }
  }
}

// The promises of every store, as tests; each store's own test file runs them against a real one.
import { test } from 'node:test'
import type { Clock } from '../../src/base/clock.ts'
import type { Store } from '../../src/store/contract.ts'
import { changeCases } from './contract/change-cases.ts'
import { fullFeedCases } from './contract/full-feed-cases.ts'
import { fundsCases } from './contract/funds-cases.ts'
import { hintCases } from './contract/hint-cases.ts'
import { inventoryCases } from './contract/inventory-cases.ts'
import { ledgerCases } from './contract/ledger-cases.ts'
import { mediaCases } from './contract/media-cases.ts'
import { noticeCases } from './contract/notice-cases.ts'
import { reportCases } from './contract/report-cases.ts'
import { settlementCases } from './contract/settlement-cases.ts'

export interface StoreUnderTest {
  readonly store: Store
  /** Closes the store and opens it again on the same data. */
  reopen(): Promise<Store>
  /** A path that nothing has yet, on the same disk. */
  freshPath(name: string): string
  /** Opens a second store on what a backup wrote. */
  openBackup(path: string): Promise<Store>
  dispose(): Promise<void>
}

export type Open = (options: { clock: Clock }) => Promise<StoreUnderTest>
export type Case = (open: Open) => Promise<void>
/** The name of a case is a sentence about the service. */
export type Cases = Readonly<Record<string, Case>>

/**
 * @param skip cases that this store cannot hold, by name, with the reason
 * @param missing what this machine lacks for any of them
 */
export function storeContract(
  name: string,
  open: Open,
  skip: Readonly<Record<string, string>> = {},
  missing?: string,
): void {
  const all: Cases = {
    ...inventoryCases,
    ...fullFeedCases,
    ...ledgerCases,
    ...fundsCases,
    ...settlementCases,
    ...reportCases,
    ...hintCases,
    ...noticeCases,
    ...changeCases,
    ...mediaCases,
  }
  for (const [sentence, run] of Object.entries(all)) {
    test(`${name}: ${sentence}`, { skip: missing ?? skip[sentence] ?? false }, () => run(open))
  }
}

// Gives a case an open store at noon of a fixed day, and takes it away afterwards.
import assert from 'node:assert/strict'
import { createManualClock } from '../../../src/base/clock.ts'
import type { Store } from '../../../src/store/contract.ts'
import type { Case, StoreUnderTest } from '../contract-suite.ts'
import { NOON_MS } from '../entities.ts'

export function withStore(run: (store: Store, subject: StoreUnderTest) => Promise<void>): Case {
  return async (open) => {
    const subject = await open({ clock: createManualClock(NOON_MS) })
    try {
      await run(subject.store, subject)
    } finally {
      await subject.dispose()
    }
  }
}

/** Passes where the promise rejects with a ServiceError of that code. */
export function withCode(code: string): (error: unknown) => boolean {
  return (error) => (error as { code?: string }).code === code
}

export async function balancesOf(store: Store): Promise<Record<string, number>> {
  return Object.fromEntries(
    (await store.ledger.balances()).map(({ account, balanceMicros }) => [account, balanceMicros]),
  )
}

export async function assertBooksClose(store: Store): Promise<void> {
  const { ok, faults } = await store.ledger.verify()
  assert.deepEqual({ ok, faults }, { ok: true, faults: [] })
}

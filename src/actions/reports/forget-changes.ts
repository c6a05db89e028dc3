// Lets go of the history of changes that is older than it is kept.
import { CHANGES_KEPT_MS } from '../../domain/change.ts'
import type { ChangeStore } from '../../store/contract.ts'

/** For a job that runs now and then. */
export function createForgetChanges(deps: {
  readonly changes: Pick<ChangeStore, 'forget'>
  readonly clock: { nowMs(): number }
}): () => Promise<void> {
  return async () => {
    await deps.changes.forget(deps.clock.nowMs() - CHANGES_KEPT_MS)
  }
}

// Merges what came into the inventory in memory and frees what left it, in slices between which requests are answered.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Gate } from '../../base/gate.ts'
import type { Catalog } from '../../engine/catalog.ts'

/** So few of those who ask meet it, and what waits longer costs searches little: thousands of new ads are merged as they come. */
const SHARE_MAX = 1 / 500

/**
 * For a job that runs every few seconds: rests after each time as long as keeps its share of the time small.
 * @param deps.gate held while nothing in the catalog may move
 */
export function createTidyInventory(deps: {
  readonly catalog: Pick<Catalog, 'tidy'>
  readonly gate: Gate
  readonly monotonicMs: () => number
}) {
  const { catalog, gate, monotonicMs } = deps
  let notBeforeMs = Number.NEGATIVE_INFINITY

  return async (): Promise<void> => {
    if (monotonicMs() < notBeforeMs) return
    let spentMs = 0
    for (let isMore = true; isMore && !gate.held();) {
      const beforeMs = monotonicMs()
      isMore = catalog.tidy()
      spentMs += monotonicMs() - beforeMs
      if (isMore) await nextTurn()
    }
    notBeforeMs = monotonicMs() + spentMs / SHARE_MAX
  }
}
